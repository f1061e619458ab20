"""The virtual root, function tags, traces, and normalised words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, WORDS, fragments, trees

from laconic.errors import LaconicError
from laconic.trees.brackets import parse, render
from laconic.trees.labels import (
    NORMALISATIONS,
    Normalisation,
    check_normalisation,
    normalise_tree,
    normalise_word,
    strip_function_tags,
    with_root,
    without_function_tags,
    without_traces,
)
from laconic.trees.tree import Tree

YES = Tree("UH", word="yes")


@pytest.mark.parametrize("label", ["TOP", "ROOT", "S1", "VROOT", ""])
def test_every_treebank_root_becomes_top(label: str) -> None:
    assert with_root(Tree(label, [YES])) == Tree("TOP", [YES])
    assert with_root(Tree(label, [YES, YES])) == Tree("TOP", [YES, YES])


@pytest.mark.parametrize("label", ["S", "NP", "TOPIC", "root"])
def test_any_other_tree_gets_a_root_above_it(label: str) -> None:
    tree = Tree(label, [YES])
    assert with_root(tree) == Tree("TOP", [tree])


@pytest.mark.parametrize("label", ["UH", "TOP", "ROOT", ""])
def test_a_preterminal_is_never_the_root(label: str) -> None:
    tree = Tree(label, word="yes")
    assert with_root(tree) == Tree("TOP", [tree])


def test_a_tree_that_has_its_root_is_returned_as_it_is() -> None:
    tree = Tree("TOP", [Tree("S", [YES])])
    assert with_root(tree) is tree


@given(trees())
def test_a_root_is_added_only_once(tree: Tree) -> None:
    rooted = with_root(tree)
    assert rooted.label == "TOP"
    assert rooted.words() == tree.words()
    assert with_root(rooted) is rooted


@pytest.mark.parametrize(
    ("label", "stripped"),
    [
        ("NP", "NP"),
        ("NP-SBJ", "NP"),
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("NP-SBJ=2", "NP"),
        ("PRP$", "PRP$"),
        ("-LRB-", "-LRB-"),
        ("-NONE-", "-NONE-"),
        ("-", "-"),
        ("=", "="),
        ("=2", "=2"),
        (",", ","),
        ("ADVP|PRT", "ADVP|PRT"),
        ("", ""),
    ],
)
def test_function_tags_and_indices_are_stripped(label: str, stripped: str) -> None:
    assert strip_function_tags(label) == stripped


@given(LABELS)
def test_stripping_never_leaves_nothing_and_is_done_once(label: str) -> None:
    stripped = strip_function_tags(label)
    assert stripped
    assert label.startswith(stripped)
    assert strip_function_tags(stripped) == stripped


def test_function_tags_are_stripped_from_all_labels() -> None:
    tree = parse("(S-HLN (NP-SBJ-1 (PRP$ its) (NN-X a-b)) (-LRB- -LRB-))")
    expected = "(S (NP (PRP$ its) (NN a-b)) (-LRB- -LRB-))"
    assert render(without_function_tags(tree)) == expected


@given(fragments())
def test_stripping_labels_keeps_everything_else(tree: Tree) -> None:
    stripped = without_function_tags(tree)
    shape = [(len(node.children), node.word) for node in tree.nodes()]
    assert [(len(node.children), node.word) for node in stripped.nodes()] == shape


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (NP (-NONE- *)) (VP (VB go)))", "(S (VP (VB go)))"),
        ("(S (NP (-NONE- *T*) (NN dog)) (. .))", "(S (NP (NN dog)) (. .))"),
        ("(S (VP (S (NP (-NONE- *)) (VP (-NONE- *?*)))) (UH yes))", "(S (UH yes))"),
        ("(S (-NONE- (NN dog)) (UH yes))", "(S (UH yes))"),
        ("(UH yes)", "(UH yes)"),
    ],
)
def test_traces_go_with_the_nodes_they_leave_empty(text: str, expected: str) -> None:
    kept = without_traces(parse(text))
    assert kept == parse(expected)


@pytest.mark.parametrize("text", ["(-NONE- *)", "(S (NP (-NONE- *)) (VP (-NONE- *T*-1)))"])
def test_nothing_stays_of_traces_alone(text: str) -> None:
    assert without_traces(parse(text)) is None


def test_frontier_nodes_are_no_traces() -> None:
    fragment = Tree("S", [Tree("NP"), Tree("-NONE-", word="*")])
    assert without_traces(fragment) == Tree("S", [Tree("NP")])


@given(trees(labels=st.sampled_from(["-NONE-", "S", "NP"])))
def test_dropping_traces_keeps_all_other_words(tree: Tree) -> None:
    def visible(node: Tree) -> list[str | None]:
        if node.label == "-NONE-":
            return []
        below = [word for child in node.children for word in visible(child)]
        return below if node.children else [node.word]

    kept = without_traces(tree)
    assert (kept.words() if kept else []) == visible(tree)
    assert kept is None or all(node.label != "-NONE-" for node in kept.nodes())
    assert kept is None or not any(node.is_frontier for node in kept.nodes())


@pytest.mark.parametrize(
    ("word", "normalisation", "expected"),
    [
        ("Boeing-747", "none", "Boeing-747"),
        ("Boeing-747", "lower", "boeing-747"),
        ("Boeing-747", "lower-digits", "boeing-###"),
        ("1,000.5", "lower-digits", "#,###.#"),
        ("٣", "lower-digits", "#"),
        ("½", "lower-digits", "½"),
        ("ÉTÉ", "lower", "été"),
        ("", "lower-digits", ""),
    ],
)
def test_words_are_normalised(word: str, normalisation: Normalisation, expected: str) -> None:
    assert normalise_word(word, normalisation) == expected


@given(WORDS, st.sampled_from(NORMALISATIONS))
def test_normalising_words_twice_is_normalising_once(word: str, name: Normalisation) -> None:
    once = normalise_word(word, name)
    assert normalise_word(once, name) == once


@given(trees(), st.sampled_from(NORMALISATIONS))
def test_normalising_a_tree_normalises_its_words_alone(tree: Tree, name: Normalisation) -> None:
    once = normalise_tree(tree, name)
    assert [node.label for node in once.nodes()] == [node.label for node in tree.nodes()]
    assert once.words() == [normalise_word(word, name) for word in tree.words()]
    assert normalise_tree(once, name) == once


def test_a_tree_that_needs_no_normalising_is_returned_as_it_is() -> None:
    assert normalise_tree(YES, "none") is YES


def test_variables_are_left_alone_when_normalising() -> None:
    fragment = Tree("NP", [Tree("DT"), Tree("NN", word="Dog")])
    assert normalise_tree(fragment, "lower") == Tree("NP", [Tree("DT"), Tree("NN", word="dog")])


@pytest.mark.parametrize("name", NORMALISATIONS)
def test_known_normalisations_pass(name: Normalisation) -> None:
    assert check_normalisation(name) == name


@pytest.mark.parametrize("name", ["", "upper", "LOWER", "lower "])
def test_unknown_normalisations_are_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(LaconicError) as caught:
        check_normalisation(name)
    assert str(caught.value) == (
        f"unknown word normalisation {name!r}; expected one of none, lower, lower-digits"
    )
