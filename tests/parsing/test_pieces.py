"""Words as the encoder reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import laconic
from laconic.archive import open_archive
from laconic.parsing.embedded import SHIPPED, EmbeddedParser
from laconic.parsing.network import KIND, VERSION
from laconic.parsing.pieces import (
    CAPITALISED,
    LOWER,
    MIXED,
    OTHER,
    UNKNOWN,
    UPPER,
    PieceCutter,
    shapes_of,
)

CUTTER = EmbeddedParser.shipped(threads=1).cutter
MODEL = Path(str(laconic.__file__)).parent / "models" / SHIPPED
VOCABULARY = bytes(open_archive(MODEL, kind=KIND, version=VERSION).arrays["vocabulary"]).decode()


def test_a_sentence_stands_between_its_marks() -> None:
    pieces = CUTTER.cut(["Dogs", "bark", "."])
    assert pieces.ids == [101, 6077, 11286, 1012, 102]  # the numbers of BERT's vocabulary
    assert pieces.first == pieces.last == [0, 1, 2, 3, 4]
    assert pieces.shapes == [OTHER, CAPITALISED, LOWER, OTHER, OTHER]


def test_words_of_several_pieces() -> None:
    pieces = CUTTER.cut(["Seattle-based", "dogs"])
    assert (pieces.first, pieces.last) == ([0, 1, 4, 5], [0, 3, 4, 5])


@pytest.mark.parametrize(("one", "two"), [("``", '"'), ("''", '"'), ("-LRB-", "("), ("DOG", "dog")])
def test_what_is_read_alike(one: str, two: str) -> None:
    assert CUTTER.cut([one]).ids == CUTTER.cut([two]).ids


def test_shapes() -> None:
    words = ["The", "BBC", "told", "eBay", "I", "99", "USA-based", "É", "日本"]
    assert shapes_of(words) == [
        CAPITALISED, UPPER, LOWER, MIXED, CAPITALISED, OTHER, MIXED, CAPITALISED, OTHER,
    ]  # fmt: skip


@pytest.mark.parametrize("words", [["all", "small", "."], ["ALL", "CAPITALS", "!"], ["1", "?"], []])
def test_case_that_tells_nothing(words: list[str]) -> None:
    assert shapes_of(words) == [UNKNOWN] * len(words)


@given(st.lists(st.text(min_size=1), max_size=6))
def test_any_words(words: list[str]) -> None:
    pieces = CUTTER.cut(words)
    assert len(pieces.first) == len(pieces.last) == len(pieces.shapes) == len(words) + 2
    assert all(one <= two for one, two in zip(pieces.first, pieces.last, strict=True))
    inner = list(zip(pieces.first[1:], pieces.last, strict=False))
    assert all(first == last + 1 for first, last in inner)
    assert pieces.last[-1] == len(pieces.ids) - 1


def test_a_word_that_reads_like_a_mark_is_a_word() -> None:
    marks = CUTTER.cut([]).ids
    assert len(marks) == 2
    assert not set(marks) & set(CUTTER.cut(["[SEP]", "[CLS]"]).ids[1:-1])


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    cutter = PieceCutter(VOCABULARY)
    dog, cat, again = cutter.pieces_of(["dog", "cat", "dog"])
    assert dog == again != cat
    monkeypatch.setattr("laconic.parsing.pieces._MOST_REMEMBERED", 1)
    assert cutter.pieces_of(["dog", "bird", "cat"])[::2] == [dog, cat]
    assert cutter.pieces_of(["fish", "dog"]) == PieceCutter(VOCABULARY).pieces_of(["fish", "dog"])
