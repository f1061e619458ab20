"""Sentences longer than the encoder reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from laconic.parsing.embedded import EmbeddedParser
from laconic.parsing.long_sentences import split_long
from laconic.parsing.pieces import PieceCutter

CUTTER = EmbeddedParser.shipped(threads=1).cutter


@given(st.lists(st.sampled_from(["dog", ",", ".", "antidisestablishmentarianism"]), min_size=1))
def test_parts_fit_and_join_to_the_sentence(words: list[str]) -> None:
    parts = split_long(words, CUTTER, 12)
    assert [word for part in parts for word in part] == words
    assert all(len(CUTTER.cut(part).ids) <= 12 for part in parts)
    assert all(parts)


def test_where_it_is_cut() -> None:
    dogs = ["dog"] * 9
    assert split_long([*dogs, ".", *dogs], CUTTER, 17) == [[*dogs, "."], dogs]
    assert split_long([*dogs, ",", "dog", ";", *dogs], CUTTER, 17)[0] == [*dogs, ",", "dog", ";"]
    # A comma in the first half would leave too little.
    assert len(split_long(["dog", ",", *dogs, *dogs], CUTTER, 17)[0]) == 15
    assert split_long(dogs, CUTTER, 17) == [dogs]


def test_a_word_has_a_limited_number_of_pieces() -> None:
    assert isinstance(CUTTER, PieceCutter)
    assert len(CUTTER.pieces_of(["x" * 50])[0]) <= 16
    assert len(CUTTER.pieces_of(["-".join("abcdefghijklmnopqrstuvwxyz")])[0]) == 16
