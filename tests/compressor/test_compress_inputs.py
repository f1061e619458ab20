"""What users give, as sentences: nothing is lost, and what is too long is found at once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laconic.compressor.inputs import (
    MOST_CHARS,
    MOST_TOKENS,
    Text,
    has_words,
    read_given,
    read_line,
    read_text,
    read_tokens,
    read_tree,
)
from laconic.compressor.marks import TOO_LONG, name_of_mark
from laconic.errors import LaconicError
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

TEXTS = st.text(st.sampled_from("ab .,!?\n\t'\"()\x00\u200bé👩\u2028A")) | st.text()


def sources(text: Text) -> list[str]:
    return [passage.source.text for passage in text.passages]


@given(TEXTS)
@example(" a. \n\n b!\r\n")
@example("\x00. \x01! a.")
def test_sentences_and_what_stands_between_are_the_text(text: str) -> None:
    for read in (read_text(text), read_line(text)):
        assert read.text == text
        assert read.join(sources(read)) == text
        for passage in read.passages:
            assert has_words(passage.source.text)
            assert passage.words == tuple(token.form for token in passage.source.tokens)
            assert passage.words


@given(TEXTS)
def test_a_line_is_at_most_one_sentence(text: str) -> None:
    assert len(read_line(text).passages) == int(has_words(text))


def test_line_breaks_and_spaces_between_sentences_are_kept() -> None:
    read = read_text("  One two.  Three.\n\n\tFour.\n")
    assert sources(read) == ["One two.", "Three.", "Four."]
    assert read.gaps == ("  ", "  ", "\n\n\t", "\n")


@pytest.mark.parametrize("text", ["", " \n\t", "\x00\x07", "\u200b\u2060", "\ue000"])
def test_what_cannot_be_seen_is_no_sentence(text: str) -> None:
    for read in (read_text(text), read_line(text), read_tokens(text)):
        assert read.passages == ()
        assert read.gaps == (text,)


def test_tokens_are_taken_as_they_are() -> None:
    passage = read_tokens(" Do  n't -LRB- stop -RRB- U.S. \n").passages[0]
    assert passage.words == ("Do", "n't", "(", "stop", ")", "U.S.")
    assert passage.render([0, 1, 3]) == "Do n't stop"
    assert passage.count_words("Do n't stop") == 2
    for kept in ([0], [1, 4], [0, 1, 2, 3, 4, 5]):
        bound = sum(passage.char_bounds()[place] for place in kept)
        assert len(passage.render(kept)) <= bound


def test_a_tree_is_a_sentence_with_its_text() -> None:
    read = read_tree(parse("(S (NP (PRP It)) (VP (VBD was) (RB n't) (ADVP (RB here))) (. .))"))
    assert read.text == "It wasn't here."
    assert read.passages[0].tree is not None
    assert read.passages[0].tree.label == "TOP"
    assert read.passages[0].render([0, 1, 2, 4]) == "It wasn't."


def test_new_words_and_another_order_can_be_rendered() -> None:
    passage = read_text("He left the U.S. early.").passages[0]
    assert passage.render(["She", 1, 2, 3]) == "She left the U.S."
    assert passage.render([4, 1]) == "early left"


@pytest.mark.parametrize("read", [read_text, read_line, read_tokens])
def test_ten_million_characters_are_found_too_long_at_once(read: Any) -> None:
    started = time.perf_counter()
    text = read("a, " * 3_500_000)
    assert time.perf_counter() - started < 5
    [passage] = text.passages
    assert name_of_mark(passage.mark or "") == TOO_LONG
    assert len(passage) == 0


def test_too_many_tokens_are_marked_too() -> None:
    just, more = " ".join("a" * MOST_TOKENS), " ".join("a" * (MOST_TOKENS + 1))
    assert len(more) <= MOST_CHARS
    for read in (read_line, read_tokens):
        assert read(just).passages[0].mark is None
        mark = read(more).passages[0].mark
        assert mark == f"too long: {MOST_TOKENS + 1} tokens, at most {MOST_TOKENS}"
    tree = Tree("S", [Tree("NN", word="a")] * (MOST_TOKENS + 1))
    assert read_tree(tree).passages[0].mark is not None


def test_anything_else_is_an_error() -> None:
    text = read_text("Go.")
    assert read_given(text) is text
    given: Any = 5
    with pytest.raises(LaconicError, match="found int, expected a text or a tree"):
        read_given(given)
    with pytest.raises(LaconicError, match="a tree without words"):
        read_tree(Tree("S"))
