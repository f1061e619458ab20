"""Changes shown in a line: both texts can be read off it."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from laconic.cli.changes import find_changes, one_line, strike_out
from laconic.cli.painting import Painter, Piece
from laconic.compressor.rendering import Source
from laconic.parsing.tokens import tokenise

WORDS = st.lists(st.sampled_from(["it", "It", "rained", ",", ".", "so", "don't", "a\nb", "U.S."]))
TEXTS = WORDS.map(" ".join) | st.text()


def squeezed(text: str) -> str:
    return "".join(text.casefold().split())


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_off_the_changes(source: str, text: str) -> None:
    pieces = list(find_changes(source, text))
    before = "".join(piece.text for piece in pieces if piece.look != "new")
    after = "".join(piece.text for piece in pieces if piece.look != "gone")
    # What is the same is spelled as it came out, and may stand further from its neighbours.
    assert forms(before) == forms(source)
    assert forms(after) == forms(text)


def forms(text: str) -> str:
    return squeezed("".join(token.form for token in tokenise(text))).replace(".", "")


@given(TEXTS, st.sets(st.integers(0, 12)))
def test_what_is_struck_out_is_still_there(text: str, kept: set[int]) -> None:
    source = Source(text, tuple(tokenise(text)))
    pieces = list(strike_out(source, kept))
    if source.tokens:
        assert squeezed("".join(piece.text for piece in pieces)) == squeezed(text)
    gone = squeezed("".join(piece.text for piece in pieces if piece.look == "gone"))
    for place, token in enumerate(source.tokens):
        if place not in kept:
            assert squeezed(text[token.start : token.end]) in gone


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert "\n" not in one_line(text)
    assert squeezed(one_line(text)) == squeezed(text)


def test_examples() -> None:
    def shown(source: str, text: str) -> str:
        return Painter(io.StringIO()).paint(find_changes(source, text))

    assert shown("So, it rained.", "It rained.") == "[-So,-] It rained."
    assert shown("It rained all day.", "It rained.") == "It rained [-all day-]."
    assert shown("It rained.", "It rained.") == "It rained."
    assert shown("It rained.", "It poured.") == "It [-rained-]{+poured+}."
    assert shown("It\nrained.", "It rained.") == "It rained."


def test_looks_are_signs_where_there_is_no_terminal() -> None:
    pieces = [Piece("a\x1b"), Piece("b", "gone"), Piece("c", "new"), Piece("d", "heading")]
    assert Painter(io.StringIO()).paint(pieces) == "a\x1b[-b-]{+c+}d"
