"""What bonds leave of a forest, judged by listing all derivations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matched_forests import COVERAGE, derivations, forests

from laconic.decoding.forest import Edge, Forest
from laconic.decoding.matcher import Matcher
from laconic.errors import ForestError
from laconic.grammar.coverage import Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule
from laconic.trees.brackets import parse
from laconic.trees.guards import Bond, find_bonds

DOG = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))) (. .)))")


def breaks(edge: Edge, bond: Bond) -> bool:
    gone = {token for start, stop in edge.deletions for token in range(start, stop)}
    return bool(gone & bond.tokens) and not bond.needed <= gone


@st.composite
def cases(draw: st.DrawFn) -> tuple[Forest, list[Bond]]:
    """A small forest and bonds between any of its tokens, groups and one-way."""
    forest, _ = draw(forests())
    sets = st.frozensets(st.integers(0, forest.arrays.tokens - 1), min_size=1)
    groups = st.builds(lambda group: Bond(group, group, "names"), sets)
    one_way = st.builds(Bond, sets, sets, st.just("negations"))
    return forest, draw(st.lists(st.one_of(groups, one_way), max_size=4))


@given(cases())
@settings(max_examples=80)
def test_bonds_leave_exactly_the_derivations_that_no_edge_breaks(
    case: tuple[Forest, list[Bond]],
) -> None:
    forest, bonds = case
    part = forest.respecting(bonds)
    whole = part.whole_edges
    names = range(len(forest)) if whole is None else whole.tolist()
    left = {tuple(names[number] for number in found) for found in derivations(part)}
    assert left == {
        found
        for found in derivations(forest)
        if not any(breaks(forest.edges[number], bond) for number in found for bond in bonds)
    }
    # With coverage rules, copying everything is always left.
    assert forest.source.tree in [part.derivation(found).target() for found in derivations(part)]


@given(cases())
@settings(max_examples=30)
def test_one_bond_after_the_other(case: tuple[Forest, list[Bond]]) -> None:
    forest, bonds = case
    after = forest
    for bond in bonds:
        after = after.respecting([bond])
    assert after.edges == forest.respecting(bonds).edges


def test_a_group_goes_whole_or_not_at_all() -> None:
    forest = Matcher(Grammar({}), COVERAGE).match(DOG)
    group = frozenset({0, 1})
    part = forest.respecting([Bond(group, group, "names")])
    kept = {frozenset(part.words_of(found)) & group for found in derivations(part)}
    assert kept == {frozenset(), group}
    assert {frozenset(forest.words_of(found)) & group for found in derivations(forest)} > kept


def test_a_negation_stays_while_its_verb_does() -> None:
    tree = parse(
        "(TOP (S (NP (PRP He)) (VP (VBD did) (RB not) (VP (VB go) (NP (NN home)))) (. .)))"
    )
    forest = Matcher(Grammar({}), COVERAGE).match(tree)
    part = forest.respecting(find_bonds(tree, ["negations"]))
    left = [set(part.words_of(found)) for found in derivations(part)]
    assert left
    assert all(2 in kept for kept in left if 3 in kept)
    whole = [set(forest.words_of(found)) for found in derivations(forest)]
    assert any(3 in kept and 2 not in kept for kept in whole)


def test_no_bonds_leave_all() -> None:
    forest = Matcher(Grammar({}), COVERAGE).match(DOG)
    assert forest.respecting([]) is forest


def test_what_every_derivation_breaks_is_named() -> None:
    rule = parse_rule("<TOP,TOP> -> <[TOP NN_e NN_1], [TOP NN_1]>")
    tree = parse("(TOP (NN big) (NN dog))")
    copy = parse_rule("<NN,NN> -> <[NN dog], [NN dog]>")
    entry = Entry(1, Origin.HAND)
    forest = Matcher(Grammar({rule: entry, copy: entry}), None).match(tree)
    group = frozenset({0, 1})
    bonds = [Bond(frozenset({1}), group, "urls"), Bond(group, group, "names")]
    message = r"^'big' \(token 0\), 'dog' \(token 1\) cannot be left whole \(names\): no rules do"
    with pytest.raises(ForestError, match=message):
        forest.respecting(bonds)


def test_tokens_that_no_sentence_has() -> None:
    forest = Matcher(Grammar({}), COVERAGE).match(DOG)
    with pytest.raises(ForestError, match="no token 7"):
        forest.respecting([Bond(frozenset({0}), frozenset({7}), "names")])


def test_nothing_is_respected_in_nothing() -> None:
    forest = Matcher(Grammar({}), None).match(DOG)
    with pytest.raises(ForestError, match="there is no derivation"):
        forest.respecting([])
