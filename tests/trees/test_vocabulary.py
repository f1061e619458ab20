"""Strings under numbers and as bytes: everything comes back, in the same order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.trees.vocabulary import (
    UNKNOWN,
    decode,
    encode,
    from_bytes,
    make_vocabulary,
    to_bytes,
)

# Any string of Python, lone surrogates and the ends of UTF-8's ranges among its characters.
CHARACTERS = st.characters(codec=None) | st.sampled_from(
    "\0\x7f\x80\u07ff\u0800\ud7ff\ud800\udbff\udc00\udfff\ue000\uffff\U00010000\U0010ffff"
)
STRINGS = st.text(CHARACTERS, max_size=5)


@given(st.lists(STRINGS))
def test_strings_are_numbered_as_they_first_come(strings: list[str]) -> None:
    vocabulary = make_vocabulary(strings)
    assert vocabulary.strings == tuple(dict.fromkeys(strings))
    assert len(vocabulary) == len(vocabulary.strings)
    assert [vocabulary.strings[vocabulary.id_of(string)] for string in strings] == strings


@given(st.sets(STRINGS), STRINGS)
def test_other_strings_are_unknown(strings: set[str], other: str) -> None:
    assert make_vocabulary(strings - {other}).id_of(other) == UNKNOWN


@given(st.lists(STRINGS), st.lists(STRINGS))
def test_more_strings_leave_the_old_numbers_alone(old: list[str], more: list[str]) -> None:
    vocabulary = make_vocabulary(old)
    larger = vocabulary.with_more(more)
    assert larger.strings[: len(vocabulary)] == vocabulary.strings
    assert set(larger.strings) == {*old, *more}
    assert len(larger) == len(set(larger.strings))


def test_nothing_is_a_vocabulary() -> None:
    assert make_vocabulary([]).strings == ()
    assert make_vocabulary([]).id_of("") == UNKNOWN
    assert make_vocabulary([]).with_more([]).strings == ()


@given(st.lists(STRINGS))
def test_bytes_and_back(strings: list[str]) -> None:
    starts, texts = to_bytes(strings)
    assert starts.dtype == np.uint64
    assert texts.dtype == np.uint8
    assert len(starts) == len(strings) + 1
    assert (int(starts[0]), int(starts[-1])) == (0, len(texts))
    assert from_bytes(starts, texts) == strings


@pytest.mark.parametrize("strings", [[], [""], ["", ""], ["\ud800"], ["", "\udfff", ""], ["\0"]])
def test_empty_strings_and_no_text_at_all(strings: list[str]) -> None:
    assert from_bytes(*to_bytes(strings)) == strings


def test_strings_may_come_one_by_one() -> None:
    assert from_bytes(*to_bytes(string for string in ("a", "b"))) == ["a", "b"]


@given(STRINGS, STRINGS)
def test_bytes_are_in_the_order_of_strings(one: str, other: str) -> None:
    assert (encode(one) < encode(other)) == (one < other)
    assert (encode(one) == encode(other)) == (one == other)


@given(STRINGS)
def test_any_form_of_bytes_is_decoded(string: str) -> None:
    encoded = encode(string)
    for form in (encoded, memoryview(encoded), np.frombuffer(encoded, dtype=np.uint8)):
        assert decode(form) == string


def test_text_is_plain_utf_8() -> None:
    for text in ("dog", "Señor", "日本語", "👩‍👧"):
        assert encode(text) == text.encode("utf-8")
