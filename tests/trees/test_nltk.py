"""To `nltk.Tree` and back."""

from __future__ import annotations

import sys
from typing import Any

import nltk
import pytest
from hypothesis import given
from strategies import fragments, trees

from laconic.errors import MissingPackageError, TreeError
from laconic.trees.nltk import from_nltk, to_nltk
from laconic.trees.tree import Tree

THE_DOG = Tree("NP", [Tree("DT", word="the"), Tree("NN", word="dog")])


def test_a_tree_in_both_forms() -> None:
    expected = nltk.Tree("NP", [nltk.Tree("DT", ["the"]), nltk.Tree("NN", ["dog"])])
    assert to_nltk(THE_DOG) == expected
    assert from_nltk(expected) == THE_DOG


def test_what_nltk_reads_is_converted() -> None:
    read = nltk.Tree.fromstring("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    assert from_nltk(read).words() == ["the", "dog", "barks"]


@given(trees())
def test_complete_trees_come_back_the_same(tree: Tree) -> None:
    converted = to_nltk(tree)
    assert converted.leaves() == tree.words()
    assert from_nltk(converted) == tree


@given(fragments())
def test_fragments_come_back_the_same(tree: Tree) -> None:
    assert from_nltk(to_nltk(tree)) == tree


def test_deep_trees_are_converted() -> None:
    tree = Tree("NN", word="end")
    for _ in range(10_000):
        tree = Tree("X", [tree])
    assert from_nltk(to_nltk(tree)) == tree


def test_labels_become_strings() -> None:
    tree = nltk.Tree(nltk.Nonterminal("NP"), [nltk.Tree(nltk.Nonterminal("NN"), ["dog"])])
    assert from_nltk(tree) == Tree("NP", [Tree("NN", word="dog")])


@pytest.mark.parametrize(
    ("children", "found"),
    [
        ([nltk.Tree("NN", ["dog"]), "barks"], "'barks'"),
        (["the", nltk.Tree("NN", ["dog"])], "'the'"),
        (["the", "dog"], "'the'"),
        ([nltk.Tree("NN", ["dog"]), 3], "3"),
    ],
)
def test_a_word_beside_other_children_is_refused(children: list[Any], found: str) -> None:
    with pytest.raises(TreeError) as caught:
        from_nltk(nltk.Tree("S", [nltk.Tree("X", children)]))
    assert str(caught.value) == f"found {found} beside other children; a word must stand alone"


def test_without_nltk_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nltk.tree", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'laconic\[nltk\]'$"):
        to_nltk(THE_DOG)
    with pytest.raises(MissingPackageError, match=r"pip install 'laconic\[nltk\]'$"):
        from_nltk(THE_DOG)
