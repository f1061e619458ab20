"""What deletion alone makes of a tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from laconic.trees.brackets import parse
from laconic.trees.pruning import keep_words
from laconic.trees.tree import Tree

TREE = parse("(S (NP (DT the) (NN dog)) (ADVP (RB now)) (VP (VBZ barks)))")


@st.composite
def trees_with_places(draw: st.DrawFn) -> tuple[Tree, set[int]]:
    """A tree, and some of its words, at least one."""
    tree = draw(trees(max_words=8))
    return tree, draw(st.sets(st.sampled_from(range(len(tree.words()))), min_size=1))


@given(trees_with_places())
def test_the_words_are_those_asked_for_in_their_order(given_: tuple[Tree, set[int]]) -> None:
    tree, places = given_
    pruned = keep_words(tree, places)
    assert pruned.words() == [tree.words()[place] for place in sorted(places)]
    assert pruned.label == tree.label
    assert all(node.is_leaf == (node.word is not None) for node in pruned.nodes())


@given(trees_with_places())
def test_pruning_twice_is_pruning_once(given_: tuple[Tree, set[int]]) -> None:
    tree, places = given_
    first = sorted(places)
    again = set(range(0, len(first), 2))
    whole = keep_words(keep_words(tree, places), again)
    assert whole == keep_words(tree, {first[place] for place in again})


@given(trees())
def test_all_words_are_the_tree_itself(tree: Tree) -> None:
    assert keep_words(tree, range(len(tree.words()))) == tree


def test_a_phrase_without_words_goes_as_a_whole() -> None:
    assert keep_words(TREE, {2}) == parse("(S (ADVP (RB now)))")
    assert keep_words(TREE, [3, 0]) == parse("(S (NP (DT the)) (VP (VBZ barks)))")


@pytest.mark.parametrize("places", [set(), {9}, {-1}])
def test_nothing_is_no_tree(places: set[int]) -> None:
    with pytest.raises(ValueError, match="no word is to be kept"):
        keep_words(TREE, places)


def test_a_deep_tree_is_pruned_without_recursion() -> None:
    tree = Tree("NN", word="deep")
    for _ in range(5000):
        tree = Tree("X", [Tree("DT", word="a"), tree])
    assert keep_words(tree, {5000}).words() == ["deep"]
