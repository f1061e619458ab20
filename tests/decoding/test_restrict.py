"""The parts that restrictions and masks leave of a forest, judged by listing all derivations."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np
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

FIFTY = settings(max_examples=50)
DOG = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))) (. .)))")


def deletes(edge: Edge, tokens: Collection[int]) -> bool:
    return any(start <= token < stop for start, stop in edge.deletions for token in tokens)


def check_part(part: Forest, whole: Forest, allowed: Collection[int]) -> None:
    """The part holds the edges of the derivations that use allowed edges only."""
    remaining = [found for found in derivations(whole) if set(found) <= set(allowed)]
    used = sorted({number for found in remaining for number in found})
    assert part.whole_edges is not None
    assert part.whole_edges.tolist() == used
    assert list(part.edges) == [whole.edges[number] for number in used]
    assert part.is_empty == (not used)
    assert len(derivations(part)) == len(remaining)


@given(forests(), st.data())
@FIFTY
def test_restrictions_leave_exactly_the_derivations_that_obey(
    case: tuple[Forest, Grammar], data: st.DataObject
) -> None:
    forest, _ = case
    tokens = st.sets(st.integers(0, forest.arrays.tokens - 1))
    keep = data.draw(tokens, label="keep")
    drop = data.draw(tokens, label="drop") - keep
    allowed = {
        number
        for number, edge in enumerate(forest.edges)
        if not deletes(edge, keep) and not drop & set(edge.word_sources)
    }
    if any(set(found) <= allowed for found in derivations(forest)):
        check_part(forest.restrict(keep=keep, drop=drop), forest, allowed)
    else:
        with pytest.raises(ForestError, match="cannot be dropped"):
            forest.restrict(keep=keep, drop=drop)


@given(forests(), st.data())
@FIFTY
def test_masks_leave_exactly_the_derivations_of_their_edges(
    case: tuple[Forest, Grammar], data: st.DataObject
) -> None:
    forest, _ = case
    masks = st.lists(st.sampled_from([True, True, True, False]))
    size = len(forest)
    one = np.resize(data.draw(masks) or [True], size)
    two = np.resize(data.draw(masks) or [True], size)
    part = forest.mask(one)
    check_part(part, forest, np.flatnonzero(one).tolist())
    if not part.is_empty:
        both = part.mask(two[part.whole_edges])
        check_part(both, forest, np.flatnonzero(one & two).tolist())


@given(forests(), st.data())
@FIFTY
def test_one_restriction_after_the_other(case: tuple[Forest, Grammar], data: st.DataObject) -> None:
    forest, _ = case
    tokens = st.sets(st.integers(0, forest.arrays.tokens - 1))
    one, two = data.draw(tokens), data.draw(tokens)
    together = forest.restrict(keep=one | two)
    after = forest.restrict(keep=one).restrict(keep=two)
    assert after.edges == together.edges
    assert after.whole_edges is not None
    assert together.whole_edges is not None
    assert after.whole_edges.tolist() == together.whole_edges.tolist()


@given(forests(rules=2))
@FIFTY
def test_with_coverage_anything_can_be_kept(case: tuple[Forest, Grammar]) -> None:
    forest, _ = case
    kept = forest.restrict(keep=range(forest.arrays.tokens))
    assert not kept.is_empty
    for found in derivations(kept):
        assert not any(kept.edges[number].deletions for number in found)
    assert forest.source.tree in [kept.derivation(found).target() for found in derivations(kept)]


def dog_forest() -> Forest:
    return Matcher(Grammar({}), COVERAGE).match(DOG)


def test_no_restriction_keeps_all() -> None:
    forest = dog_forest()
    part = forest.restrict()
    assert part.edges == forest.edges
    assert part.whole_edges is not None
    assert part.whole_edges.tolist() == list(range(len(forest)))
    assert forest.whole_edges is None


def test_dropping_everything_is_refused() -> None:
    message = (
        "'the' (token 0), 'dog' (token 1), 'barks' (token 2), 'loudly' (token 3), '.' (token 4) "
        "cannot be dropped: no rules do that"
    )
    with pytest.raises(ForestError, match=f"^{re.escape(message)}$"):
        dog_forest().restrict(drop=range(5))


def test_what_stands_in_the_way_of_dropping_is_named() -> None:
    forest = dog_forest()
    assert not forest.restrict(drop=[1]).is_empty
    message = r"'dog' \(token 1\) cannot be dropped while 'the' \(token 0\) is kept"
    with pytest.raises(ForestError, match=message):
        forest.restrict(keep=[0], drop=[1])
    with pytest.raises(ForestError, match=r"'barks' \(token 2\) cannot be dropped: no rules"):
        forest.restrict(keep=[3], drop=[2])


def test_keeping_what_rules_never_keep() -> None:
    rule = parse_rule("<TOP,TOP> -> <[TOP NN_e], [TOP [X x]]>")
    forest = Matcher(Grammar({rule: Entry(1, Origin.HAND)}), None).match(parse("(TOP (NN dog))"))
    with pytest.raises(ForestError, match=r"^'dog' \(token 0\) cannot be kept: no rules do that$"):
        forest.restrict(keep=[0])
    assert len(forest.restrict(drop=[0])) == 1


def test_kept_and_dropped_at_once() -> None:
    message = r"^'dog' \(token 1\), 'barks' \(token 2\) cannot be both kept and dropped$"
    with pytest.raises(ForestError, match=message):
        dog_forest().restrict(keep=[2, 1, 0], drop=(1, 2, 3))


@pytest.mark.parametrize("token", [-1, 5, 99, 2**40])
@pytest.mark.parametrize("where", ["keep", "drop", "both"])
def test_tokens_that_are_not_there(token: int, where: str) -> None:
    keep, drop = [[token] if where in (side, "both") else [] for side in ("keep", "drop")]
    with pytest.raises(ForestError, match=f"no token {token}; the sentence has tokens 0 to 4"):
        dog_forest().restrict(keep=keep, drop=drop)


def test_nothing_is_left_of_nothing() -> None:
    forest = Matcher(Grammar({}), None).match(DOG)
    assert forest.is_empty
    with pytest.raises(ForestError, match="there is no derivation: no rules lead from the tree"):
        forest.restrict(keep=[1], drop=[2])


def test_tokens_may_come_from_anywhere() -> None:
    forest = dog_forest()
    kept = forest.restrict(keep=[3])
    assert forest.restrict(keep=(token for token in [3])).edges == kept.edges
    assert forest.restrict(keep=np.array([3])).edges == kept.edges
    with pytest.raises(TypeError):
        forest.restrict(keep=["dog"])  # type: ignore[list-item]


def test_masks_of_another_length_are_refused() -> None:
    forest = dog_forest()
    for size in (0, len(forest) - 1, len(forest) + 1):
        with pytest.raises(ValueError, match="one entry for each edge"):
            forest.mask(np.ones(size, dtype=np.bool_))
