"""Trees as arrays and back, labels and words that a vocabulary lacks, trees that are not whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, WORDS, fragments, trees

from laconic.errors import TreeError
from laconic.trees.arrays import FlatTree, flatten, unflatten
from laconic.trees.brackets import parse
from laconic.trees.labels import NORMALISATIONS, Normalisation, normalise_word
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import UNKNOWN, make_vocabulary

NOTHING = make_vocabulary([])


def flat_lists(flat: FlatTree) -> tuple[list[int], list[int], list[int]]:
    return flat.labels.tolist(), flat.child_counts.tolist(), flat.words.tolist()


@given(trees(), st.lists(LABELS), st.lists(WORDS))
def test_flat_and_back(tree: Tree, labels: list[str], words: list[str]) -> None:
    known = make_vocabulary(labels)
    flat = flatten(tree, known, make_vocabulary(words))
    for array in (flat.labels, flat.child_counts, flat.words):
        assert array.dtype == np.int32
        assert len(array) == len(list(tree.nodes()))
    assert unflatten(flat, known, tree.words()) == tree


@given(trees(), st.lists(LABELS))
def test_new_labels_follow_the_vocabulary(tree: Tree, labels: list[str]) -> None:
    known = make_vocabulary(labels)
    flat = flatten(tree, known, NOTHING)
    new = [node.label for node in tree.nodes() if known.id_of(node.label) == UNKNOWN]
    assert flat.new_labels == tuple(dict.fromkeys(new))
    names = (*known.strings, *flat.new_labels)
    assert [names[label] for label in flat.labels] == [node.label for node in tree.nodes()]


@given(trees(), st.data(), st.sampled_from(NORMALISATIONS))
def test_words_are_looked_up_as_they_are_normalised(
    tree: Tree, data: st.DataObject, normalisation: Normalisation
) -> None:
    words = data.draw(st.lists(st.sampled_from(tree.words()) | WORDS))
    known = make_vocabulary([normalise_word(word, normalisation) for word in words])
    flat = flatten(tree, NOTHING, known, normalisation)
    assert flat.words.tolist() == [
        UNKNOWN if node.word is None else known.id_of(normalise_word(node.word, normalisation))
        for node in tree.nodes()
    ]


def test_every_node_stands_before_its_children() -> None:
    tree = parse("(S (NP (DT The) (NN dog)) (VP (VBZ barks)))")
    labels, words = make_vocabulary(["NP", "S"]), make_vocabulary(["dog", "the"])
    flat = flatten(tree, labels, words, "lower")
    assert flat_lists(flat) == (
        [1, 0, 2, 3, 4, 5],
        [2, 2, 0, 0, 1, 0],
        [-1, -1, 1, 0, -1, -1],
    )
    assert flat.new_labels == ("DT", "NN", "VP", "VBZ")


def test_a_lone_preterminal() -> None:
    flat = flatten(Tree("NN", word="dog"), NOTHING, NOTHING)
    assert flat_lists(flat) == ([0], [0], [-1])
    assert unflatten(flat, NOTHING, ["dog"]) == Tree("NN", word="dog")


def test_an_empty_word_is_a_word() -> None:
    tree = Tree("S", [Tree("X", word=""), Tree("Y", word="y")])
    flat = flatten(tree, NOTHING, make_vocabulary([""]))
    assert flat.words.tolist() == [-1, 0, -1]
    assert unflatten(flat, NOTHING, tree.words()) == tree


@given(fragments())
def test_only_whole_trees_are_flattened(fragment: Tree) -> None:
    if any(node.is_frontier for node in fragment.nodes()):
        with pytest.raises(TreeError, match="neither a word nor children"):
            flatten(fragment, NOTHING, NOTHING)
    else:
        flat = flatten(fragment, NOTHING, NOTHING)
        assert unflatten(flat, NOTHING, fragment.words()) == fragment


def test_the_node_that_is_not_whole_is_named() -> None:
    with pytest.raises(TreeError, match=r"^NP has neither a word nor children"):
        flatten(Tree("S", [Tree("X", word="x"), Tree("NP")]), NOTHING, NOTHING)


def test_deep_trees_do_not_overflow() -> None:
    deep = Tree("NN", word="dog")
    for level in range(100_000):
        deep = Tree(f"X{level % 7}", [deep])
    flat = flatten(deep, make_vocabulary(["X1"]), make_vocabulary(["dog"]))
    assert flat.child_counts.tolist() == [1] * 100_000 + [0]
    assert flat.words[-1] == 0
    assert unflatten(flat, make_vocabulary(["X1"]), ["dog"]) == deep


def test_flat_trees_of_many_children() -> None:
    wide = Tree("S", [Tree("NN", word=f"w{number}") for number in range(20_000)])
    flat = flatten(wide, NOTHING, NOTHING)
    assert flat.child_counts[0] == 20_000
    assert unflatten(flat, NOTHING, wide.words()) == wide
