"""Scores of edges: each rule is scored once, with all its origins."""

from __future__ import annotations

import numpy as np
import pytest
from pairs import sample_pairs

from laconic.decoding.matcher import Matcher
from laconic.decoding.scores import RuleScores
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.grammar import Grammar
from laconic.induction import extract_grammar
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree


def test_rules_are_scored_once() -> None:
    pairs = sample_pairs()
    matcher = Matcher(extract_grammar(pairs).grammar, Coverage())
    asked: list[tuple[object, Origin]] = []

    def score(rule: object, origin: Origin) -> float:
        asked.append((rule, origin))
        return float(len(str(rule)))

    scores = RuleScores(matcher, score)
    forests = [matcher.match(pair.source) for pair in pairs[:20] if isinstance(pair.source, Tree)]
    for _ in range(2):
        for forest in forests:
            expected = [float(len(str(edge.rule))) for edge in forest.edges]
            assert scores.score_edges(forest).tolist() == expected
    origins = {(edge.rule, edge.origin) for forest in forests for edge in forest.edges}
    assert len(asked) == len(origins) == len(set(asked))
    known = RuleScores(matcher, score, grammar_scores=np.zeros(len(matcher)))
    values = known.score_edges(forests[0])
    assert np.all(values[forests[0].arrays.made < 0] == 0)


def test_forests_of_another_matcher_are_refused() -> None:
    tree = parse("(TOP (NP (DT a) (NN b)))")
    one, other = (Matcher(Grammar({}), Coverage()) for _ in range(2))
    scores = RuleScores(one, lambda _rule, _origin: 1.0)
    assert scores.score_edges(one.match(tree)).sum() == len(one.match(tree))
    with pytest.raises(ValueError, match="of another matcher"):
        scores.score_edges(other.match(tree))
