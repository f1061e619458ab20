"""The value itself: immutable, compared by content, and as deep as it likes to be."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from typing import Any

import pytest
from hypothesis import given
from strategies import fragments, trees

from laconic.trees.brackets import parse, render
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree, fold, from_preorder, replace_leaves

DEPTH = 100_000
THE_DOG = Tree("NP", [Tree("DT", word="the"), Tree("NN", word="dog")])


def deep_tree(label: str = "X", word: str = "end") -> Tree:
    """A chain of DEPTH nodes over one preterminal."""
    tree = Tree("NN", word=word)
    for _ in range(DEPTH):
        tree = Tree(label, [tree])
    return tree


@pytest.fixture(scope="module")
def deep() -> Tree:
    return deep_tree()


@pytest.mark.parametrize("name", ["label", "children", "word", "_hash", "new"])
def test_nothing_can_be_assigned_or_deleted(name: str) -> None:
    # FrozenInstanceError is an AttributeError; for unknown names CPython 3.11 gives a TypeError.
    with pytest.raises((AttributeError, TypeError)):
        setattr(THE_DOG, name, "VP")
    with pytest.raises((AttributeError, TypeError)):
        delattr(THE_DOG, name)
    assert render(THE_DOG) == "(NP (DT the) (NN dog))"


def test_children_are_kept_as_a_tuple_whatever_they_came_in() -> None:
    leaves = [Tree("DT", word="the"), Tree("NN", word="dog")]
    from_list, from_iterator = Tree("NP", leaves), Tree("NP", iter(leaves))
    leaves.clear()
    assert from_list.children == from_iterator.children == THE_DOG.children
    assert isinstance(from_list.children, tuple)


def test_leaf_and_frontier() -> None:
    frontier, preterminal = Tree("NP"), Tree("NN", word="dog")
    assert (frontier.is_leaf, frontier.is_frontier) == (True, True)
    assert (preterminal.is_leaf, preterminal.is_frontier) == (True, False)
    assert (THE_DOG.is_leaf, THE_DOG.is_frontier) == (False, False)


def test_an_empty_word_is_a_word() -> None:
    tree = Tree("NN", word="")
    assert not tree.is_frontier
    assert tree.words() == [""]
    assert tree != Tree("NN")


def test_walks_go_left_to_right() -> None:
    tree = parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    assert [node.label for node in tree.nodes()] == ["S", "NP", "DT", "NN", "VP", "VBZ"]
    assert [leaf.label for leaf in tree.leaves()] == ["DT", "NN", "VBZ"]
    assert tree.words() == ["the", "dog", "barks"]


def test_frontier_nodes_are_leaves_without_words() -> None:
    tree = Tree("S", [Tree("NP"), Tree("VP", word="barks")])
    assert [leaf.label for leaf in tree.leaves()] == ["NP", "VP"]
    assert tree.words() == ["barks"]


@given(fragments())
def test_equal_trees_are_equal_and_hash_alike(tree: Tree) -> None:
    again = fold(tree, lambda node, children: Tree(node.label, children, word=node.word))
    assert again is not tree
    assert again == tree
    assert hash(again) == hash(tree)
    assert len({tree, again}) == 1


@pytest.mark.parametrize(
    "other",
    [
        Tree("VP", THE_DOG.children),
        Tree("NP", THE_DOG.children[:1]),
        Tree("NP", THE_DOG.children[::-1]),
        Tree("NP", [*THE_DOG.children, Tree("NN")]),
        Tree("NP", [Tree("DT", word="the"), Tree("NN", word="cat")]),
        Tree("NP", [Tree("DT", word="the"), Tree("NN")]),
        Tree("NP", [Tree("DT", word="the"), Tree("NN", [Tree("dog")])]),
        Tree("NP"),
    ],
    ids=render,
)
def test_trees_that_differ_are_not_equal(other: Tree) -> None:
    assert other != THE_DOG


@pytest.mark.parametrize("other", ["(NP (DT the) (NN dog))", None, 1, ("NP", ()), [THE_DOG]])
def test_a_tree_equals_nothing_but_trees(other: object) -> None:
    tree = THE_DOG
    assert (tree == other) is False
    assert (other == tree) is False


def test_equal_hashes_alone_make_no_equal_trees() -> None:
    one, two = Tree("A", word="a"), Tree("B", word="b")
    object.__setattr__(two, "_hash", hash(one))
    assert one != two


def test_a_word_beside_children_is_refused() -> None:
    message = r"^node 'NP' cannot have both a word \('dog'\) and children$"
    with pytest.raises(ValueError, match=message):
        Tree("NP", [Tree("NN", word="dog")], word="dog")
    with pytest.raises(ValueError, match="cannot have both"):
        Tree("NP", [Tree("NN")], word="")


@pytest.mark.parametrize("children", ["dog", ["dog"], [None], [THE_DOG, 3], [("NN", "dog")]])
def test_children_that_are_no_trees_are_refused(children: Any) -> None:
    expected = r"^the children of 'NP' must be trees; a word goes into Tree\(label, word=\.\.\.\)$"
    with pytest.raises(TypeError, match=expected):
        Tree("NP", children)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (THE_DOG, "Tree('(NP (DT the) (NN dog))')"),
        (Tree("NP"), "Tree('(NP)')"),
        (Tree("NN", word=""), "Tree('(NN )')"),
        (Tree("NN", word="a b"), "Tree('(NN a b)')"),
        (Tree("N P(", word="\n"), r"Tree('(N P( \n)')"),
        (Tree("", [Tree("NN", word="(")]), "Tree('( (NN -LRB-))')"),
        (Tree("NN", word="\ud800"), r"Tree('(NN \ud800)')"),
    ],
)
def test_every_tree_has_a_repr(tree: Tree, expected: str) -> None:
    assert repr(tree) == expected


def test_a_notebook_shows_svg() -> None:
    assert THE_DOG._repr_svg_().startswith("<svg ")


@given(fragments())
def test_copies_and_pickles(tree: Tree) -> None:
    assert copy.copy(tree) is tree
    assert copy.deepcopy([tree])[0] is tree
    assert pickle.loads(pickle.dumps(tree)) == tree


@given(trees())
def test_fold_visits_each_node_once_after_its_children(tree: Tree) -> None:
    visited: list[Tree] = []

    def build(node: Tree, children: list[Tree]) -> Tree:
        assert [id(child) for child in children] == [id(child) for child in node.children]
        visited.append(node)
        return node

    assert fold(tree, build) is tree
    assert sorted(map(id, visited)) == sorted(id(node) for node in tree.nodes())


@given(fragments())
def test_from_preorder_rebuilds_what_nodes_walks(tree: Tree) -> None:
    nodes = list(tree.nodes())
    labels, words = [node.label for node in nodes], [node.word for node in nodes]
    assert from_preorder(labels, [len(node.children) for node in nodes], words) == tree


@pytest.mark.parametrize(
    ("labels", "counts", "words"),
    [
        ([], [], []),
        (["A", "B"], [0, 0], [None, None]),
        (["A", "B"], [2, 0], [None, None]),
        (["A", "B"], [1, 1], [None, None]),
        (["A", "B"], [1], [None, None]),
        (["A", "B"], [1, 0], [None]),
        (["A"], [1, 0], [None, None]),
        (["A", "B"], [1, 0], ["a", None]),
    ],
    ids=["nothing", "two trees", "no child", "no grandchild", "counts", "words", "labels", "both"],
)
def test_from_preorder_refuses_what_is_no_single_tree(
    labels: list[str], counts: list[int], words: list[str | None]
) -> None:
    with pytest.raises((ValueError, IndexError)):
        from_preorder(labels, counts, words)


def test_replace_leaves() -> None:
    tree = parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    replaced = replace_leaves(tree, [Tree("A", word="a"), THE_DOG, Tree("VB")])
    assert render(replaced) == "(S (NP (A a) (NP (DT the) (NN dog))) (VP (VB)))"
    assert replace_leaves(Tree("NN", word="dog"), [THE_DOG]) is THE_DOG


@given(fragments())
def test_leaves_replaced_by_themselves_change_nothing(tree: Tree) -> None:
    assert replace_leaves(tree, list(tree.leaves())) == tree


@pytest.mark.parametrize("count", [0, 1, 3])
def test_replace_leaves_wants_one_tree_for_each(count: int) -> None:
    with pytest.raises(ValueError, match=rf"^{count} replacements do not fit the leaves of Tree\("):
        replace_leaves(THE_DOG, [Tree("X")] * count)


def test_deep_trees_are_walked(deep: Tree) -> None:
    assert sum(1 for _ in deep.nodes()) == DEPTH + 1
    assert deep.words() == ["end"]
    assert [leaf.label for leaf in deep.leaves()] == ["NN"]


def test_deep_trees_are_compared_and_hashed(deep: Tree) -> None:
    again, other = deep_tree(), deep_tree(word="other")
    assert again == deep
    assert hash(again) == hash(deep)
    assert other != deep


def test_deep_trees_are_read_and_written(deep: Tree) -> None:
    text = render(deep)
    assert text == "(X " * DEPTH + "(NN end)" + ")" * DEPTH
    assert parse(text) == deep
    assert repr(deep) == f"Tree({text!r})"


def test_deep_trees_are_pickled_and_copied(deep: Tree) -> None:
    assert pickle.loads(pickle.dumps(deep)) == deep
    assert copy.deepcopy({"tree": deep})["tree"] is deep


def test_deep_trees_are_folded_and_changed(deep: Tree) -> None:
    assert fold(deep, lambda _, depths: 1 + max(depths, default=0)) == DEPTH + 1
    assert replace_leaves(deep, [Tree("NN", word="new")]) == deep_tree(word="new")


def test_deep_trees_are_laid_out(deep: Tree) -> None:
    spans = index_spans(deep)
    assert spans.ends == [DEPTH + 1] * (DEPTH + 1)
    assert (set(spans.starts), set(spans.stops)) == ({0}, {1})
    assert list(spans.postorder()) == list(range(DEPTH, -1, -1))


class _Word(str):
    """A word that can be watched."""

    __slots__ = ("__weakref__",)


def test_deep_trees_are_freed() -> None:
    word = _Word("end")
    watch, trees = weakref.ref(word), [deep_tree(word=word)]
    del word
    assert watch() is not None
    trees.clear()
    assert watch() is None


def test_deep_trees_in_a_cycle_are_collected() -> None:
    word = _Word("end")
    watch, cycle = weakref.ref(word), [deep_tree(word=word)]
    cycle.append(cycle)  # type: ignore[arg-type]
    del word, cycle
    assert watch() is not None
    gc.collect()
    assert watch() is None
