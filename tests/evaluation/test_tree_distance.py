"""The tree edit distance: cases counted by hand, the definition as judge, and what a metric is."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import sample_pairs
from reference.tree_distance import distance
from strategies import LABELS, WORDS, fragments, trees

from laconic import _core
from laconic.errors import TreeError
from laconic.evaluation.tree_distance import tree_distance
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree, fold, from_preorder

# Few names, so that many nodes are alike; "NP" is a word as well.
FEW_LABELS = st.sampled_from(["S", "NP"])
FEW_WORDS = st.sampled_from(["a", "b", "NP"])
TREES = trees(labels=FEW_LABELS, words=FEW_WORDS) | trees(labels=LABELS, words=WORDS)
DEPTH = 10_000

# Table 1.
REFERENCE = "(S (WHNP (WP what)) (S (NP (NNS records)) (VP (VBP are) (VP (VBN involved)))))"
PREDICTED = "(S (WHNP (WP what)) (S (NP (NNS ones)) (VP (VBP are) (VBN involved))))"
SENTENCE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (NNS cats)))))"


def size(tree: Tree) -> int:
    """Nodes and words."""
    return sum(1 for _ in tree.nodes()) + len(tree.words())


def mirror(tree: Tree) -> Tree:
    # `fold` gives the values of children from left to right.
    return fold(tree, lambda node, children: Tree(node.label, children[::-1], word=node.word))


def without(tree: Tree, place: int) -> Tree:
    """The tree without the inner node at this place in pre-order; its children take that."""
    spans = index_spans(tree)
    counts = [len(node.children) for node in spans.nodes]
    parent = max(node for node in range(place) if spans.ends[node] > place)
    counts[parent] += counts[place] - 1
    kept = [node for node in range(len(counts)) if node != place]
    return from_preorder(
        [spans.nodes[node].label for node in kept],
        [counts[node] for node in kept],
        [spans.nodes[node].word for node in kept],
    )


def chain(depth: int, label: str = "X", word: str = "end") -> Tree:
    tree = Tree("NN", word=word)
    for _ in range(depth):
        tree = Tree(label, [tree])
    return tree


def zigzag(depth: int) -> Tree:
    """A path with a leaf now on its left, now on its right: dear from either side."""
    tree = Tree("X")
    for level in range(depth):
        tree = Tree("X", [tree, Tree("Y")] if level % 2 else [Tree("Y"), tree])
    return tree


def flat(words: Iterable[str]) -> Tree:
    return Tree("S", [Tree("NN", word=word) for word in words])


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (SENTENCE, SENTENCE, 0),
        # A tag, a word, a label, and all three: one each.
        (SENTENCE, SENTENCE.replace("NNS", "NN"), 1),
        (SENTENCE, SENTENCE.replace("cats", "men"), 1),
        (SENTENCE, SENTENCE.replace("(VP", "(X"), 1),
        ("(NP (NN dog))", "(X (VB barks))", 3),
        # A word that is gone takes its preterminal along; a constituent, all its nodes.
        (SENTENCE, SENTENCE.replace("(DT the) ", ""), 2),
        (SENTENCE, SENTENCE.replace(" (PP (IN at) (NP (NNS cats)))", ""), 6),
        # A node that is gone leaves its children where it was, in the middle too.
        ("(S (A a) (X (B b) (C c)) (D d))", "(S (A a) (B b) (C c) (D d))", 1),
        ("(S (X (A a)))", "(S (A a))", 1),
        ("(TOP (S (A a)))", "(S (A a))", 1),
        # Attached elsewhere: one X goes, another comes.
        ("(S (V v) (X (A a) (B b)))", "(S (X (V v) (A a)) (B b))", 2),
        # Order counts: swapped leaves are four relabelled nodes, or one leaf out and in again.
        ("(S (A a) (B b))", "(S (B b) (A a))", 4),
        # Ancestors stay ancestors: turned over, a chain is relabelled.
        ("(A (B (N n)))", "(B (A (N n)))", 2),
        # A word is never a label, however it is spelled.
        ("(NP NP)", "(NP (NP NP))", 1),
        # Of Zhang and Shasha's own example, d goes from under c to over it.
        ("(f (d (a a) (c (b b))) (e e))", "(f (c (d (a a) (b b))) (e e))", 2),
        # Table 1: another word, and the inner VP.
        (REFERENCE, PREDICTED, 2),
    ],
)
def test_counted_by_hand(one: str, two: str, expected: int) -> None:
    assert tree_distance(parse(one), parse(two)) == expected
    assert distance(parse(one), parse(two)) == expected


def test_a_label_is_no_word() -> None:
    assert tree_distance(Tree("A", [Tree("B")]), Tree("A", word="B")) == 1
    assert tree_distance(Tree("A"), Tree("A")) == 0


@given(TREES, TREES)
def test_the_definition_agrees(one: Tree, two: Tree) -> None:
    assert tree_distance(one, two) == distance(one, two)


@given(fragments(labels=FEW_LABELS, words=FEW_WORDS), fragments(labels=FEW_LABELS))
def test_the_definition_agrees_on_fragments(one: Tree, two: Tree) -> None:
    assert tree_distance(one, two) == distance(one, two)


@given(TREES, TREES)
def test_it_is_symmetric_bounded_and_the_same_in_a_mirror(one: Tree, two: Tree) -> None:
    found = tree_distance(one, two)
    assert found == tree_distance(two, one) == tree_distance(mirror(one), mirror(two))
    assert abs(size(one) - size(two)) <= found <= size(one) + size(two)


@given(TREES, TREES)
def test_only_equal_trees_have_no_distance(one: Tree, two: Tree) -> None:
    assert tree_distance(one, one) == 0
    assert (tree_distance(one, two) == 0) == (one == two)


@given(TREES, TREES, TREES)
def test_no_way_round_is_shorter(one: Tree, two: Tree, three: Tree) -> None:
    direct = tree_distance(one, three)
    assert direct <= tree_distance(one, two) + tree_distance(two, three)


@given(trees(labels=FEW_LABELS, words=FEW_WORDS, max_words=30), st.data())
def test_one_node_less_costs_one(tree: Tree, data: st.DataObject) -> None:
    tree = Tree("TOP", [tree])
    inner = [place for place, node in enumerate(tree.nodes()) if place and node.children]
    if inner:
        assert tree_distance(tree, without(tree, data.draw(st.sampled_from(inner)))) == 1


def test_the_sample_corpus() -> None:
    for pair in sample_pairs():
        source, target = pair.source, pair.references[0]
        assert isinstance(source, Tree)
        assert isinstance(target, Tree)
        found = tree_distance(source, target)
        assert found == tree_distance(mirror(source), mirror(target))
        assert abs(size(source) - size(target)) <= found < max(size(source), size(target))


def test_deep_trees() -> None:
    deep, small = chain(DEPTH), parse(SENTENCE)
    assert tree_distance(deep, chain(3)) == DEPTH - 3
    assert tree_distance(deep, chain(3, word="other")) == DEPTH - 2
    # What is paired is a path, S to "cats" at best: 6 nodes relabelled, 9 inserted, the rest goes.
    assert tree_distance(deep, small) == 6 + 9 + DEPTH + 2 - 6
    assert tree_distance(chain(2000), chain(1500, label="Y")) == 2000


@pytest.mark.parametrize("side", ["left", "right"])
def test_trees_that_lean(side: str) -> None:
    tree = shorter = Tree("X", word="end")
    for _ in range(1500):
        leaf, shorter = Tree("Y", word="y"), tree
        tree = Tree("X", [tree, leaf] if side == "left" else [leaf, tree])
    # From the wrong side this would take 10 ** 13 steps.
    assert tree_distance(tree, shorter) == 3
    assert tree_distance(tree, flat("y")) == size(tree) - 1


def test_wide_trees() -> None:
    words = [str(number) for number in range(DEPTH // 4)]
    assert tree_distance(flat(words), flat(words[::2])) == len(words)
    assert tree_distance(flat(words), flat("x" for _ in words)) == len(words)
    assert tree_distance(flat(words), chain(1, label="S", word="7")) == 2 * (len(words) - 1)


def test_a_limit_on_steps() -> None:
    one, two = parse("(S (A a) (B b))"), parse("(S (A a))")
    # From either side the keyroots are the root with 5 nodes and one leaf with 2; the other has 3.
    assert tree_distance(one, two, max_steps=21) == 2
    expected = "trees of 5 and 3 nodes take 21 steps to compare; the limit is 20"
    with pytest.raises(TreeError, match=expected):
        tree_distance(one, two, max_steps=20)
    for limit in (0, -1):
        with pytest.raises(TreeError, match="the limit is 0"):
            tree_distance(one, two, max_steps=limit)
    assert tree_distance(one, two, max_steps=10**30) == 2


def test_absurd_trees_are_refused_before_memory_is_asked_for() -> None:
    with pytest.raises(TreeError, match="trees of 10002 and 10002 nodes take 100040004 steps"):
        tree_distance(chain(DEPTH), chain(DEPTH))
    with pytest.raises(TreeError, match="trees of 2001 and 2001 nodes"):
        tree_distance(zigzag(1000), zigzag(1000))


@pytest.mark.parametrize(
    ("names", "child_counts"),
    [([], []), ([1], []), ([1], [1]), ([1, 2], [0, 0]), ([1, 2], [-1, 0]), ([1, 2, 3], [1, 1, 1])],
)
def test_arrays_that_are_no_tree_are_refused(names: list[int], child_counts: list[int]) -> None:
    wrong = np.array(names, dtype=np.int32), np.array(child_counts, dtype=np.int32)
    right = np.array([1], dtype=np.int32), np.array([0], dtype=np.int32)
    for arrays in ((*wrong, *right), (*right, *wrong)):
        with pytest.raises(ValueError, match=r"node|children"):
            _core.tree_distance(*arrays, 100)
