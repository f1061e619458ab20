"""Tokens put together again: the text itself if nothing was cut, and spaces by rule elsewhere."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import NO_SHARED_DATA, SHARED_DATA

from laconic.parsing.detokenise import detokenise, rebuild
from laconic.parsing.sentences import Sentence, read_sentences
from laconic.parsing.tokens import Token, tokenise

TRICKY = "aAsSnNtTidU.,'’‘\"“”`«»-–—…!?()[]$£%#@&/_:;0159 \n\t\u00a0\u200b\u200d\u0301️🏽👩🇬"
any_text = st.text(st.one_of(st.sampled_from(TRICKY), st.characters()), max_size=60)

TEXTS = sorted((SHARED_DATA / "text").glob("*.txt.gz")) if SHARED_DATA.is_dir() else []


@given(any_text)
def test_all_tokens_give_the_text(text: str) -> None:
    assert rebuild(text, tokenise(text)) == text.strip()


@given(any_text, st.data())
def test_words_that_are_left_are_written_once_each_and_in_order(
    text: str, data: st.DataObject
) -> None:
    tokens = tokenise(text)
    kept = [token for token in tokens if data.draw(st.booleans())]
    rebuilt = rebuild(text, kept)
    place = 0
    for token in kept:
        written = text[token.start : token.end]
        if written == ".":
            continue  # may be the full stop of the abbreviation before it
        place = rebuilt.index(written, place) + len(written)


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("He (the boss) left.", [0, 5, 6], "He left."),
        ("He said, “I’m  off.”", [0, 3, 4, 5, 6, 7, 8], "He “I’m  off.”"),
        ("Old dogs, cats and mice!", [1, 4, 5, 6], "dogs and mice!"),
        ("It cost about $5 or 6%.", [0, 1, 3, 5, 6, 7, 8], "It cost $ or 6%."),
        ("It cost $ 5 or 6%.", [2, 3], "$ 5"),
        ("He left (in May) slowly", [0, 2, 4, 5, 6], "He (May) slowly"),
        ("They really didn't go", [0, 2, 3, 4], "They didn't go"),
        ("dogs and cats' tails", [0, 3, 4], "dogs' tails"),
    ],
)
def test_gaps_are_closed_by_rule(text: str, kept: list[int], expected: str) -> None:
    tokens = tokenise(text)
    assert rebuild(text, [tokens[place] for place in kept]) == expected


def test_the_full_stop_of_an_abbreviation() -> None:
    text = "He left Acme Inc. of the U.S."
    he, left, acme, inc, of, the, us, stop = tokenise(text)
    assert rebuild(text, [he, left, of, the, us, stop]) == "He left of the U.S."
    assert rebuild(text, [he, left, stop]) == "He left."
    assert rebuild(text, [he, left, acme, inc, stop]) == "He left Acme Inc."
    assert rebuild(text, [he, left, the, us]) == "He left the U.S."
    assert rebuild("by Acme Inc. .", tokenise("by Acme Inc. .")) == "by Acme Inc. ."


def test_new_words_between_tokens() -> None:
    text = "The  cat’s asleep."
    the, cat, is_, asleep, stop = tokenise(text)
    assert rebuild(text, [the, "dog", is_, asleep, stop]) == "The dog’s asleep."
    assert rebuild(text, [the, cat, is_, "not", "-LRB-", "yet", "-RRB-", asleep, stop, "''"]) == (
        'The  cat’s not (yet) asleep."'
    )
    assert rebuild(text, [asleep, ",", the, cat, stop]) == "asleep, The  cat."
    assert rebuild("", []) == ""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I do n't know , do you ?", "I don't know, do you?"),
        ("`` Yes , '' he said ( twice ) .", '"Yes," he said (twice).'),
        ("-LRB- 10 % -RRB-", "(10%)"),
        ("$ 5 , US$ 5 , £ 5 and # 1", "$5, US$5, £5 and #1"),
        ("the $ amount", "the $ amount"),
        ("gon na wan na can not 't is", "gonna wanna cannot 'tis"),
        ("the dogs ' and John 's", "the dogs' and John's"),
        ("` No , ' she said", "'No,' she said"),
        ('He said " no " twice', 'He said "no" twice'),
        ("in the U.S. .", "in the U.S."),
        ("so ... .", "so... ."),
        ("this -- and that ; so : on", "this -- and that; so: on"),
        ("[ x ] { y }", "[x] {y}"),
    ],
)
def test_words_without_a_source(words: str, expected: str) -> None:
    assert detokenise(words.split()) == expected


def test_detokenise_is_undone_by_tokenise() -> None:
    words = [
        "``",
        "We",
        "ca",
        "n't",
        "pay",
        "$",
        "5",
        ",",
        "''",
        "said",
        "Mr.",
        "O'Brien",
        "(",
        "61",
        ")",
        "of",
        "the",
        "U.S.",
        ".",
    ]
    assert [token.form for token in tokenise(detokenise(words))] == words


def with_what_stands_between(text: str, sentences: list[Sentence]) -> str:
    parts = []
    place = 0
    for sentence in sentences:
        assert [sentence.tokens[0].start, sentence.tokens[-1].end] == [sentence.start, sentence.end]
        parts += [text[place : sentence.start], rebuild(text, sentence.tokens)]
        assert not parts[-2].strip()
        place = sentence.end
    return "".join([*parts, text[place:]])


def passages(path: Path, lines: int | None) -> Iterator[str]:
    """Some hundred lines at a time."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        wanted = islice(stream, lines)
        while passage := "".join(islice(wanted, 500)):
            yield passage


@pytest.mark.skipif(not TEXTS, reason=NO_SHARED_DATA)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_real_text_comes_back(path: Path) -> None:
    for passage in passages(path, 1000):
        assert with_what_stands_between(passage, read_sentences(passage)) == passage


@pytest.mark.slow
@pytest.mark.skipif(not TEXTS, reason=NO_SHARED_DATA)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_all_real_text_comes_back(path: Path) -> None:
    for passage in passages(path, None):
        assert with_what_stands_between(passage, read_sentences(passage)) == passage


@given(any_text)
def test_any_text_comes_back_from_its_sentences(text: str) -> None:
    assert with_what_stands_between(text, read_sentences(text)) == text
    assert with_what_stands_between(text, read_sentences(text, one=True)) == text


def test_a_lost_token_is_noticed() -> None:
    text = "One two. Three four."
    first, second = read_sentences(text)
    lost = Sentence(text, first.start, first.end, (first.tokens[0], *first.tokens[2:]))
    assert with_what_stands_between(text, [lost, second]) != text
    assert isinstance(first.tokens[0], Token)
