"""Why the transducer compressed a sentence as it did: steps, cuts, and the features that decided.

1. What was chosen is compared with the best derivation that deletes nothing.
2. The score of a derivation is the sum of its features times their weights, equation (6); so the
   difference of two scores is a sum of contributions, one for each feature that differs.
3. A cut is a rule that deletes, at one place. What its own features add to the score is its share;
   the language model sees the whole sentence and belongs to no cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from laconic.errors import ForestError, SearchError
from laconic.grammar.coverage import Origin
from laconic.grammar.notation import render_rule
from laconic.grammar.rule import Rule
from laconic.grammar.table import render_origin
from laconic.grammar.trace import trace
from laconic.model import Model, Rewritten

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one feature adds: its value, or how far two values are apart, times its weight."""

    feature: str
    value: float
    weight: float

    @property
    def added(self) -> float:
        """What is added to the score."""
        return self.value * self.weight


@dataclass(frozen=True, slots=True)
class Cut:
    """A rule that deletes: which tokens, which step of the derivation it is, why it scores so."""

    step: int
    rule: Rule
    origin: Origin
    deleted: tuple[Range, ...]
    contributions: tuple[Contribution, ...]

    @property
    def score(self) -> float:
        """What the rule adds to the score here."""
        return sum(part.added for part in self.contributions)


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a sentence was rewritten: `words` is the source, `kept` which of them are still there.

    `copy_score` is that of the best derivation that deletes nothing, None if there is none; then
    `contributions` are to the score itself and not to the difference of the two.
    """

    words: tuple[str, ...]
    kept: frozenset[int]
    steps: tuple[str, ...]
    cuts: tuple[Cut, ...]
    contributions: tuple[Contribution, ...]
    score: float
    copy_score: float | None

    @property
    def difference(self) -> float:
        """What the contributions add up to."""
        return self.score - (self.copy_score or 0.0)

    def text_of(self, cut: Cut) -> str:
        """The words that a cut takes out."""
        return " … ".join(" ".join(self.words[start:end]) for start, end in cut.deleted)

    def as_record(self) -> dict[str, Any]:
        """The explanation as plain values, for JSON."""
        return {
            "steps": list(self.steps),
            "cuts": [self._cut_record(cut) for cut in self.cuts],
            "score": self.score,
            "copy_score": self.copy_score,
            "contributions": [_contribution_record(part) for part in self.contributions],
        }

    def _cut_record(self, cut: Cut) -> dict[str, Any]:
        return {
            "step": cut.step,
            "rule": render_rule(cut.rule),
            "origin": render_origin(cut.origin),
            "deleted": [list(span) for span in cut.deleted],
            "text": self.text_of(cut),
            "score": cut.score,
            "contributions": [_contribution_record(part) for part in cut.contributions],
        }


def _contribution_record(part: Contribution) -> dict[str, Any]:
    return {**asdict(part), "added": part.added}


def explain(model: Model, rewritten: Rewritten) -> Explanation:
    """Why a model made this of a tree; the largest contributions come first."""
    copied = _copied(model, rewritten)
    vector = model.explain(rewritten)
    if copied is not None:
        for name, value in model.explain(copied).items():
            vector[name] = vector.get(name, 0.0) - value
    derivation = rewritten.derivation
    numbers: dict[Rule, int] = {}
    for step in derivation.steps:
        numbers.setdefault(step.rule, len(numbers) + 1)
    return Explanation(
        tuple(derivation.source.words()),
        frozenset(rewritten.forest.words_of(rewritten.edges)),
        tuple(trace(derivation, numbers)),
        tuple(_cuts(model, rewritten, numbers)),
        rank_contributions(model, vector),
        rewritten.score,
        None if copied is None else copied.score,
    )


def rank_contributions(model: Model, vector: Mapping[str, float]) -> tuple[Contribution, ...]:
    """What features with these values add to a score, the largest first; what adds nothing is
    left out."""
    parts = [Contribution(name, value, model.weights[name]) for name, value in vector.items()]
    parts = [part for part in parts if part.added]
    return tuple(sorted(parts, key=lambda part: (-abs(part.added), part.feature)))


def _copied(model: Model, rewritten: Rewritten) -> Rewritten | None:
    """The best derivation that deletes nothing."""
    forest = model.matcher.match(rewritten.derivation.source)
    try:
        part = forest.restrict(keep=range(forest.arrays.tokens))
        best = model.search(part, k_best=False).best
    except (ForestError, SearchError):
        return None
    return Rewritten(best.score, part, best.edges)


def _cuts(model: Model, rewritten: Rewritten, numbers: Mapping[Rule, int]) -> Iterator[Cut]:
    forest = rewritten.forest
    edges = {number: forest.edge(number) for number in rewritten.edges}
    cutting = [number for number, edge in edges.items() if edge.deletions]
    for number, vector in zip(cutting, model.explain_edges(forest, cutting), strict=True):
        edge = edges[number]
        yield Cut(
            numbers[edge.rule],
            edge.rule,
            edge.origin,
            tuple(_joined(sorted(edge.deletions))),
            rank_contributions(model, vector),
        )


def _joined(ranges: list[Range]) -> Iterator[Range]:
    """Ranges of tokens, those that touch as one."""
    start, end = ranges[0]
    for first, last in ranges[1:]:
        if first > end:
            yield start, end
            start = first
        end = max(end, last)
    yield start, end
