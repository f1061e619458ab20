"""Which words of a source its references keep, where they delete and where they do more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import deletion_pairs, sample_pairs

from laconic.baselines.examples import false_words, find_kept, read_examples
from laconic.baselines.sentence import compress_to, read_sentence
from laconic.corpus import Pair, tree_of
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree


def flat(words: str) -> Tree:
    return Tree("TOP", [Tree("X", word=word) for word in words.split()])


@pytest.mark.parametrize(
    ("source", "target", "kept"),
    [
        ("the old dog ran", "the dog ran", (0, 2, 3)),
        ("the dog ran", "the dog ran", (0, 1, 2)),
        ("Today the dog ran", "The dog ran", (1, 2, 3)),  # another case
        ("the big dog ran", "a dog ran", (2, 3)),  # a new word
        ("the dog ran", "a cat sleeps", ()),
        ("a a a", "a", (2,)),
    ],
)
def test_words_that_a_reference_keeps(source: str, target: str, kept: tuple[int, ...]) -> None:
    assert find_kept(flat(source), flat(target)) == kept


def test_words_in_another_order_are_told_in_that_of_the_source() -> None:
    found = find_kept(flat("today the dog ran"), flat("the dog ran today"))
    assert list(found) == sorted(set(found))
    assert found[-3:] == (1, 2, 3)


@given(deletion_pairs())
def test_where_words_are_only_deleted_those_kept_are_the_reference(
    pair: tuple[Tree, list[str]],
) -> None:
    source, words = pair
    kept = find_kept(source, flat(" ".join(words)))
    assert [source.words()[place] for place in kept] == words
    assert compress_to(read_sentence(source), kept, 0.0).tree.words() == words


def test_where_words_are_rewritten_only_words_of_both_count() -> None:
    for pair in sample_pairs():
        source, target = tree_of(pair.source), tree_of(pair.references[0])
        kept = [source.words()[place].lower() for place in find_kept(source, target)]
        others = [word.lower() for word in target.words()]
        assert all(kept.count(word) <= others.count(word) for word in kept)


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_false_words_are_those_in_one_of_both(kept: set[int], reference: set[int]) -> None:
    wrong = [word for word in range(10) if (word in kept) != (word in reference)]
    assert false_words(kept, reference) == len(wrong)
    assert false_words(sorted(kept), kept) == 0


def test_a_reference_without_a_word_of_the_source_is_left_out_with_a_reason() -> None:
    pairs = [
        Pair("1", flat("the dog ran"), (flat("the dog"),)),
        Pair("2", flat("the dog ran"), (flat("a cat sleeps"),), place="pairs.jsonl:2"),
    ]
    left_out: list[str] = []
    found = list(read_examples(pairs, left_out))
    assert [example.kept for example in found] == [(0, 1)]
    assert left_out == ["pairs.jsonl:2: pair 2: its reference keeps no word of the source"]


def test_all_references_or_only_the_first() -> None:
    pairs = [Pair("1", flat("the dog ran"), (flat("the dog"), flat("dog ran"), flat("cats")))]
    left_out: list[str] = []
    assert [one.kept for one in read_examples(pairs, left_out)] == [(0, 1)]
    assert left_out == []
    every = read_examples(pairs, left_out, all_references=True)
    assert [one.kept for one in every] == [(0, 1), (1, 2)]
    assert len(left_out) == 1


def test_traces_are_words_that_hang_on_nothing() -> None:
    sentence = read_sentence(parse("(S (NP-SBJ (-NONE- *)) (VP (VB go) (NP (NN home))))"))
    assert sentence.words == ["*", "go", "home"]
    assert sentence.heads == [-1, -1, 1]
    assert sentence.relations == ["P", "ROOT", "OBJ"]
    assert sentence.dependents == [[], [2], []]


def test_links_say_which_of_equal_words_is_kept() -> None:
    source, target = flat("no no no"), flat("no")
    assert find_kept(source, target, ((1, 0),)) == (1,)
    pair = Pair("1", source, (target, flat("no no")), links=((1, 0),))
    examples = read_examples([pair], [], all_references=True)
    assert [example.kept for example in examples] == [(1,), (1, 2)]
