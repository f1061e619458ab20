"""Where sentences end: marks, abbreviations, quotes, lines."""

from __future__ import annotations

import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import NO_SHARED_DATA, SHARED_DATA

from laconic.parsing.detokenise import detokenise
from laconic.parsing.sentences import read_sentences, split_sentences
from laconic.trees.brackets import read_trees

TRICKY = "aAbIs.?!…。'’\"“”)]([- \n\r\t0159\u2028\u00a0"
any_text = st.text(st.one_of(st.sampled_from(TRICKY), st.characters()), max_size=80)


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "One here.| Two here.| Three?| Four!",
        "It is 3.5 or 1,000.50 now.| Then it ended.",
        "Mr. Poe and Dr. Roe met Gen. Lee, Sen. Ray and J. R. Ewing.| They left.",
        "See No. 5, Fig. 3 and pp. 7-9, e.g. this, i.e. that, vs. those.| Done.",
        "He said no.| Then he left.",
        "The end.[1]| I left.[2][3]| He did not.",
        "He lives on Main St.| The house is big.",
        "He prayed at St. Mary's.",
        '"I don\'t know." she said.| He left.',
        "I . . . I don't know.| Well . . .| The rest is silence.",
        "He works at Acme Inc. in the U.S. Senate.| It pays.",
        "He works at Acme Inc.| The firm pays.| He lives in the U.S.| But he left.",
        "He left at 5 p.m.| It rained.",
        "King Jr. spoke, etc. and so on.| So did Acme Corp.| Mr. Poe did not.",
        '"Go," he said.| "Now."| Nobody went.',
        '"Why?" he asked.| "Who?" John said.| "So!" Mr. Poe cried.| Nobody knew.',
        '"Why?"| She did not say.',
        "(He left.)| She stayed.",
        "Wait ... what?| So... she left.| Wait…| Then he left.",
        "I ... I do not know.",
        "1. First item.| 2. Second item.",
        "It fell by 5%.| $10 million was lost.| -- The end.",
        "It was shown.[12]| Later it was not.",
        "We must carry on.| Our leader never looked back.",
        "see www.a.com/b.The and node.js for it.",
        "i went home.| then i slept.",
        "He likes it.| eBay does not.",
        "Yahoo! is a firm.",
        "He said . ''| She left .",
        "彼は行った。|彼女は残った。",
        "So do I.| He does too.",
        "Plan B.| The rest failed.",
    ],
)
def test_marks(text: str) -> None:
    assert split(text.replace("|", "")) == [part.strip() for part in text.split("|")]


def test_forgotten_space() -> None:
    assert split("We must carry on.Our leader left.") == ["We must carry on.", "Our leader left."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A title\n\nand a text", ["A title", "and a text"]),
        ("A title\n \t\nand a text", ["A title", "and a text"]),
        ("A title\nThe text", ["A title", "The text"]),
        ("A line that goes\non here", ["A line that goes\non here"]),
        ("- One\r\n- Two", ["- One", "- Two"]),
        ("  spaces around  \n\n", ["spaces around"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_lines(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_wrapped_lines_are_one_passage() -> None:
    sentences = [
        "Nobody From Old Town Had Seen Mr. Poe Or The Dog Before That Great Flood Of May 1910.",
        "When It Reached The Market Square, Captain Roe Rowed One Iron Boat Along Baker Street.",
        "Few Have Forgotten It.",
    ]
    for width in (45, 60, 79):
        text = textwrap.fill(" ".join(sentences), width)
        assert "\n" in text
        assert [" ".join(sentence.split()) for sentence in split(text)] == sentences


def test_lines_of_a_poem_or_list_are_not_one_passage() -> None:
    lines = ["The Sun was up and bright above the Sea", "Nobody", "And all the Sand was dry"]
    assert split("\n".join(lines)) == lines


@given(any_text)
def test_every_character_lies_in_one_sentence(text: str) -> None:
    ranges = split_sentences(text)
    places = [place for start, end in ranges for place in range(start, end)]
    assert places == sorted(set(places))
    inside = {place for place in places if not text[place].isspace()}
    assert inside == {place for place, character in enumerate(text) if not character.isspace()}
    for start, end in ranges:
        assert text[start:end].strip() == text[start:end] != ""


@given(any_text)
def test_a_blank_line_always_parts(text: str) -> None:
    both = text + "\n\n" + text
    assert all("\n\n" not in sentence for sentence in split(both))


@pytest.mark.parametrize(
    "unit", [".", ". ", '"', "a", "A. ", "a.", ".'", "!)", ".[1]", "\n", "a\n"]
)
def test_no_text_takes_long(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    started = time.process_time()
    split_sentences(text)
    assert time.process_time() - started < 10


def test_sentences_know_their_words_and_their_text() -> None:
    text = "He can't. \n She’s in the U.S."
    first, second = read_sentences(text)
    assert first.words == ["He", "ca", "n't", "."]
    assert second.words == ["She", "'s", "in", "the", "U.S.", "."]
    assert [text[t.start : t.end] for t in second.tokens] == ["She", "’s", "in", "the", "U.S.", "."]
    (whole,) = read_sentences(f" {text} ", one=True)
    assert (whole.start, whole.end) == (1, len(text) + 1)
    assert read_sentences("", one=True) == read_sentences(" ", one=True) == []


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
@pytest.mark.parametrize("name", ["gum.dev.ptb", "wsj-sample.gold.noncommercial.ptb.gz"])
def test_treebank_sentences_are_found_in_running_text(name: str) -> None:
    trees = read_trees(SHARED_DATA / "trees" / name, drop_traces=True)
    lines = [detokenise(tree.words()) for tree in trees]
    lines = [line for line in lines if line.rstrip("\"'”’)]")[-1:] in (".", "?", "!")]
    right = found = expected = 0
    for first in range(0, len(lines), 10):
        text = " ".join(lines[first : first + 10])
        gold = {len(" ".join(lines[first:last])) for last in range(first + 1, first + 11)}
        got = {end for _, end in split_sentences(text)}
        gold, got = gold - {len(text)}, got - {len(text)}
        right, found, expected = right + len(gold & got), found + len(got), expected + len(gold)
    assert right / found > 0.99
    assert right / expected > 0.98
