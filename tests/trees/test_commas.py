"""Commas go only with what they part."""

from __future__ import annotations

import pytest
from bonds import find

from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage
from laconic.grammar.grammar import Grammar
from laconic.trees.brackets import parse
from laconic.trees.guards import find_bonds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (PP (IN in) (NP (NNP May))) (, ,) (NP (PRP he)) (VP (VBD left)))", [", > in he"]),
        ("(NP (JJ cheap) (, ,) (JJ small) (NN car))", [", > cheap small"]),
        (
            "(S (NP (NNP Al)) (, ,) (PP (IN of) (NP (NNP Rome))) (, ,) (VP (VBD left)))",
            [", > of", ", > of left"],
        ),
        # At an end there is nothing to part.
        ("(S (NP (PRP he)) (VP (VBD left)) (, ,))", []),
        ("(S (, ,) (NP (PRP he)) (VP (VBD left)))", []),
        ("(S (NP (PRP he)) (VP (VBD left)) (: ;) (NP (PRP she)))", ["; > left she"]),
        ("(S (NP (PRP he)) (: ...) (VP (VBD left)))", []),
    ],
)
def test_what_commas_need(text: str, expected: list[str]) -> None:
    assert find(text, any_of=True) == expected


def test_no_rule_takes_only_a_comma() -> None:
    tree = parse(
        "(TOP (S (NP (NNP Al)) (, ,) (PP (IN of) (NP (NNP Rome))) (, ,) (VP (VBD left)) (. .)))"
    )
    bonds = [bond for bond in find_bonds(tree, ["grammar"]) if bond.any_of]
    forest = Matcher(Grammar({}), Coverage(deletions="any")).match(tree)
    part = forest.respecting(bonds)
    at_clause = [edge for edge in part.edges if edge.head == (1, "S")]
    kept = {tuple(tail for tail, _ in edge.tails) for edge in at_clause}
    nodes = {"Al": 2, "before": 4, "of": 5, "after": 9, "left": 10}
    whole = {nodes[name] for name in nodes}
    assert any(whole <= set(each) for each in kept)
    for each in kept:
        assert nodes["of"] not in each or nodes["before"] in each
        if {nodes["of"], nodes["left"]} <= set(each):
            assert nodes["after"] in each
