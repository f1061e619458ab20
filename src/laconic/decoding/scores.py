"""Scores of edges from scores of rules; what was scored once is kept."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.forest import Forest
from laconic.decoding.made import MadeRules
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Origin
from laconic.grammar.rule import Rule
from laconic.grammar.sides import Sides, sides_of

FloatArray = NDArray[np.float64]
ScoreRule = Callable[[Rule, Origin], float]
ScoreSides = Callable[[Sides, Origin], float]


class RuleScores:
    """Scores the edges of a matcher's forests by their rules.

    `score` gives a rule with its origins a number. It is asked once for each rule of the grammar,
    when the rule first turns up, and once for each rule of a production or word. `grammar_scores`
    are those of the grammar's rules where they are known beforehand, NaN for the others.
    `score_sides`, if given, is asked instead: no rule needs to be made for it.
    """

    def __init__(
        self,
        matcher: Matcher,
        score: ScoreRule,
        *,
        grammar_scores: FloatArray | None = None,
        score_sides: ScoreSides | None = None,
    ) -> None:
        self._score, self._score_sides = score, score_sides
        self._rule_of = matcher.rule
        self._of_grammar = np.full(len(matcher), np.nan)
        if grammar_scores is not None:
            self._of_grammar[: len(grammar_scores)] = grammar_scores
        # Kept as long as the rules are: by the matcher, or by a forest.
        self._of_made: WeakKeyDictionary[MadeRules, FloatArray] = WeakKeyDictionary()

    def score_edges(self, forest: Forest) -> FloatArray:
        """One score for each edge."""
        if forest.rule_of != self._rule_of:
            raise ValueError("the forest is of another matcher than the scores")
        rules, made = forest.arrays.rules, forest.arrays.made
        scores = np.full(len(forest), np.nan)
        of_grammar = made < 0
        scores[of_grammar] = self._of_grammar[rules[of_grammar]]
        parts = [self._made_scores(entry) for entry in forest.made]
        if parts:
            scores[~of_grammar] = np.concatenate(parts)[made[~of_grammar]]
        self._fill_in(forest, scores, parts)
        return scores

    def _made_scores(self, entry: MadeRules) -> FloatArray:
        scores = self._of_made.get(entry)
        if scores is None:
            scores = self._of_made[entry] = np.full(len(entry), np.nan)
        return scores

    def _fill_in(self, forest: Forest, scores: FloatArray, parts: list[FloatArray]) -> None:
        unknown = np.flatnonzero(np.isnan(scores))
        if not len(unknown):
            return
        starts = np.cumsum([0, *map(len, parts)])
        for edge in unknown.tolist():
            made, rule_id = int(forest.arrays.made[edge]), int(forest.arrays.rules[edge])
            kept, place = self._of_grammar, rule_id
            if made >= 0:
                part = int(np.searchsorted(starts, made, side="right")) - 1
                kept, place = parts[part], made - int(starts[part])
            # A rule may occur several times in the forest.
            if np.isnan(kept[place]):
                kept[place] = self._ask(forest, edge)
            scores[edge] = kept[place]

    def _ask(self, forest: Forest, edge: int) -> float:
        origin = Origin(int(forest.arrays.origins[edge]))
        if self._score_sides is not None:
            return self._score_sides(edge_sides(forest, edge), origin)
        return self._score(forest.rule(edge), origin)


def edge_sides(forest: Forest, edge: int) -> Sides:
    """What features see of the rule of an edge."""
    made = forest.made_at(edge)
    return sides_of(forest.rule(edge)) if made is None else made[0].sides(made[1])
