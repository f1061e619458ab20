"""Words to keep and to drop: every occurrence, in any case, cut into tokens as text is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.compressor.phrases import (
    Phrases,
    check_phrases,
    clash_mark,
    find_pattern,
    phrase_marks,
)
from laconic.errors import LaconicError
from laconic.parsing.tokens import tokenise
from laconic.request import Request


def words(text: str) -> list[str]:
    return [token.form for token in tokenise(text)]


@pytest.mark.parametrize(
    ("phrase", "text", "places"),
    [
        ("car", "The car hit a CAR, not a carpet.", {1, 4}),
        ("old  CAR", "His old car is an old, old car.", {1, 2, 7, 8}),
        ("don't", "I don't know; Don’t ask.", {1, 2, 5, 6}),
        ("U.S.", "The U.S. left. The U.S.", {1, 5}),
        ('"yes"', "He said “yes” and no.", {2, 3, 4}),
        ("(a)", "Take (a) now.", {1, 2, 3}),
        ("straße", "Die STRASSE hier.", {1}),
        ("aa aa", "aa aa aa.", {0, 1, 2}),
    ],
)
def test_every_occurrence_is_found(phrase: str, text: str, places: set[int]) -> None:
    found = Phrases(Request(keep=(phrase,))).find(words(text))
    assert list(found.keep) == [phrase]
    assert found.kept == places
    assert found.dropped == frozenset()


def test_brackets_of_trees_are_brackets() -> None:
    found = Phrases(Request(drop=("(a)",))).find(["Take", "-LRB-", "a", "-RRB-"])
    assert found.dropped == {1, 2, 3}


def test_tokens_may_be_cut_in_another_way() -> None:
    found = Phrases(Request(keep=("ask me.", "don't"))).find(["Don't", "ask", "me.", "do", "n't"])
    assert found.kept == {0, 1, 2, 3, 4}


LETTERS = st.lists(st.sampled_from("ab"), max_size=8)


@given(LETTERS, LETTERS.filter(bool))
def test_patterns_are_found_where_they_stand(forms: list[str], pattern: list[str]) -> None:
    size = len(pattern)
    expected = [
        range(start, start + size)
        for start in range(len(forms))
        if forms[start : start + size] == pattern
    ]
    assert find_pattern(tuple(pattern), forms) == expected


def test_what_occurs_nowhere_is_an_error_or_a_mark() -> None:
    phrases = Phrases(Request(keep=("cat", "dog"), drop=("Big  bird",)))
    text = [words("The dog ran."), words("A cow slept.")]
    found = [phrases.find(sentence) for sentence in text]
    with pytest.raises(LaconicError, match=r"^keep: 'cat' does not occur in the text$"):
        check_phrases(phrases, found, text)
    assert phrase_marks(phrases, found) == ("no match: keep 'cat'", "no match: drop 'Big bird'")
    both = Phrases(Request(keep=("dog",), drop=("slept",)))
    found = [both.find(sentence) for sentence in text]
    check_phrases(both, found, text)
    assert phrase_marks(both, found) == ()


def test_a_token_cannot_be_both_kept_and_dropped() -> None:
    phrases = Phrases(Request(keep=("old car",), drop=("car",)))
    sentence = words("His old car broke.")
    found = phrases.find(sentence)
    assert found.clash == {2}
    said = "'car' is in 'old car', to be kept, and in 'car', to be dropped"
    with pytest.raises(LaconicError, match=said):
        check_phrases(phrases, [found], [sentence])
    assert clash_mark(found, sentence) == f"kept and dropped: {said}"
    assert phrases.find(words("A car and an old truck.")).clash == frozenset()
