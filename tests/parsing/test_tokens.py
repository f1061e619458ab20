"""Tokens of text: the conventions of the Penn Treebank, and what holds for any text at all."""

from __future__ import annotations

import re
import time
import unicodedata
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import NO_SHARED_DATA, SHARED_DATA

from laconic.corpus import read_pairs
from laconic.parsing.detokenise import detokenise
from laconic.parsing.tokens import Token, tokenise
from laconic.trees.brackets import read_trees

# Letters, marks and spaces that meet in real text, and any other character now and then.
TRICKY = "aAsSnNtTidU.,'’‘\"“”`«»-–—…!?()[]$£%#@&/_:;0159 \n\t\u00a0\u200b\u200d\u0301️🏽👩🇬"
any_text = st.text(st.one_of(st.sampled_from(TRICKY), st.characters()), max_size=60)


def forms(text: str) -> list[str]:
    return [token.form for token in tokenise(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't", "do n't"),
        ("DON’T", "DO N'T"),
        ("can't won't ain't", "ca n't wo n't ai n't"),
        ("I'm we've they're she'll he'd", "I 'm we 've they 're she 'll he 'd"),
        ("couldn't've", "could n't 've"),
        ("cannot Cannot CANNOT", "can not Can not CAN NOT"),
        ("gonna wanna gotta lemme gimme", "gon na wan na got ta lem me gim me"),
        ("'tis ’Twas d'ye", "'t is 'T was d' ye"),
        ("n't 's 'll", "n't 's 'll"),
    ],
)
def test_contractions(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("John's dogs' Jr.'s", "John 's dogs ' Jr. 's"),
        ("JOHN’S", "JOHN 'S"),
        (
            "O'Brien D’Antoni rock'n'roll ma'am o'clock",
            "O'Brien D'Antoni rock'n'roll ma'am o'clock",
        ),
        ("rock 'n' roll 'em", "rock 'n' roll 'em"),
        ("goin' home", "goin' home"),
        ("'in Berlin' he", "` in Berlin ' he"),
        ("the '90s, ’80s-style", "the '90s , '80s-style"),
    ],
)
def test_apostrophes(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("six-year-old pre- mid-'90s", "six-year-old pre- mid-'90s"),
        ("1990–95 U.S.-led Paris–Nice", "1990–95 U.S.-led Paris–Nice"),
        ("and/or 1/2 AT&T R&D", "and/or 1/2 AT&T R&D"),
        ("one--two—three -- four", "one -- two -- three -- four"),
        ("f*ck snake_case _so_", "f*ck snake_case _ so _"),
    ],
)
def test_joined_words(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$5.3 £20,000 €40 $.50", "$ 5.3 £ 20,000 € 40 $ .50"),
        ("US$5 C$3 HK$ 7", "US$ 5 C$ 3 HK$ 7"),
        ("$5-$10", "$ 5 - $ 10"),
        ("10% 62%-owned", "10 % 62%-owned"),
        ("#1 # 2", "# 1 # 2"),
        ("1,000.50 5:30 1990s 21st -0.46 +3", "1,000.50 5:30 1990s 21st -0.46 +3"),
        ("1,2 and 3,", "1,2 and 3 ,"),
        ("20°C 2½", "20°C 2½"),
    ],
)
def test_numbers_and_money(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. J. Poe, Ph.D., of Acme Inc. and", "Mr. J. Poe , Ph.D. , of Acme Inc. and"),
        ("at 5 a.m. (e.g. now)", "at 5 a.m. ( e.g. now )"),
        ("No. 5", "No. 5"),
        ("No. He", "No . He"),
        ("He said no.", "He said no ."),
        ("It is. He was", "It is . He was"),
        ("in the U.S.", "in the U.S. ."),
        ('"in the U.S."', "`` in the U.S. . ''"),
        ("in the U.S.?", "in the U.S. ?"),
        ("Sino-U.S. talks", "Sino-U.S. talks"),
        ("in Boston, Mass.", "in Boston , Mass. ."),
        ("after the Mass.", "after the Mass ."),
        ("plan B.", "plan B ."),
        ("So do I. The", "So do I . The"),
        ("CALIF. and MR. POE", "CALIF. and MR. POE"),
    ],
)
def test_full_stops(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


def test_a_hidden_full_stop_overlaps_the_abbreviation() -> None:
    assert tokenise("the U.S.")[1:] == [Token("U.S.", 4, 8), Token(".", 7, 8)]
    assert tokenise("the end.")[1:] == [Token("end", 4, 7), Token(".", 7, 8)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Go," he said.', "`` Go , '' he said ."),
        ("“Go” «now»", "`` Go '' `` now ''"),
        ("``Go'' ''now''", "`` Go '' `` now ''"),
        ('He " said " it', "He `` said '' it"),
        ("'Go,' he said", "` Go , ' he said"),
        ("‘Go’ he", "` Go ' he"),
        ('("yes")', "( `` yes '' )"),
        ("\"'Yes,' he\"", "`` ` Yes , ' he ''"),
        ('wait --"', "wait -- ''"),
    ],
)
def test_quotes(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://a.org/b?c=1. Or", "see https://a.org/b?c=1 . Or"),
        ("(www.a.com/x), me@b.co.uk.", "( www.a.com/x ) , me@b.co.uk ."),
        ("Amazon.com, bbc.co.uk/news! a.txt", "Amazon.com , bbc.co.uk/news ! a.txt"),
        ("@some_one #tag.", "@some_one #tag ."),
        ("http://a.org's", "http://a.org 's"),
        (":-) ;)", ":-) ;)"),
    ],
)
def test_addresses(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wait... what?!!", "Wait ... what ?!!"),
        ("Wait… no", "Wait ... no"),
        ("the U.S... and", "the U.S ... and"),
        ("a [1], {b}; c: d", "a [ 1 ] , { b } ; c : d"),
        ("*** ===", "*** ==="),
        ("ok👩🏽‍🚀👍🏽 🇬🇧🇫🇷 ❤️", "ok 👩🏽‍🚀 👍🏽 🇬🇧 🇫🇷 ❤️"),
        ("हिन्दी में। 日本語、", "हिन्दी में । 日本語 、"),
        ("Cafe\u0301 a\u200bb", "Cafe\u0301 a\u200bb"),
    ],
)
def test_marks_and_other_scripts(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


def test_a_part_of_a_text() -> None:
    text = "One. Two U.S. Three."
    assert [token.form for token in tokenise(text, 5, 13)] == ["Two", "U.S.", "."]
    assert tokenise(text, 5, 13)[0] == Token("Two", 5, 8)
    assert tokenise("") == tokenise(" \n") == []


@given(any_text)
def test_every_character_lies_in_a_token(text: str) -> None:
    tokens = tokenise(text)
    covered = {place for token in tokens for place in range(token.start, token.end)}
    assert covered == {place for place, character in enumerate(text) if not character.isspace()}


@given(any_text)
def test_tokens_are_in_order_and_overlap_by_a_final_stop_only(text: str) -> None:
    tokens = tokenise(text)
    overlaps = 0
    for before, token in zip([Token("", 0, 0), *tokens], tokens, strict=False):
        assert token.start < token.end
        assert token.form
        assert not any(character.isspace() for character in token.form)
        if token.start < before.end:
            overlaps += 1
            assert token.form == "."
            assert before.form.endswith(".")
            assert token.start == before.end - 1 > before.start
            assert token.end == before.end
    assert overlaps <= 1


@given(any_text)
def test_forms_differ_from_the_text_in_marks_only(text: str) -> None:
    for token in tokenise(text):
        written = text[token.start : token.end]
        if token.form != written:
            kept = [c for c in written if unicodedata.category(c)[0] in "LNSM" and c not in "`"]
            assert [
                c for c in token.form if unicodedata.category(c)[0] in "LNSM" and c != "`"
            ] == kept
            assert set(written) & set("\"“”„«»‘’‚‹›'…—―⸺⸻-")


@given(st.lists(any_text, max_size=3), st.integers(0, 20), st.integers(0, 20))
def test_a_part_is_cut_as_if_it_stood_alone(texts: list[str], before: int, after: int) -> None:
    inner = "".join(texts)
    text = "x" * before + inner + "." * after
    shifted = [Token(t.form, t.start + before, t.end + before) for t in tokenise(inner)]
    assert tokenise(text, before, before + len(inner)) == shifted


@pytest.mark.parametrize(
    "unit",
    [".", '"', "'", "’", "a", "a.", "a's", "-a", ".,", "n't", "www.", "a@", "1,", "😀", "(_"],
)
def test_no_text_takes_long(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    started = time.process_time()
    tokens = tokenise(text)
    assert time.process_time() - started < 10
    assert tokens[-1].end == len(text)


def agreement(sentences: list[list[str]]) -> float:
    same = sum(forms(detokenise(words)) == words for words in sentences)
    return same / len(sentences)


# Where those corpora go against our conventions: a last word that keeps the full stop of its
# sentence (also before a closing quote), pounds joined to their sum, and other spellings of these.
NOISE = {"---": "--", "cannot": "can not", "gonna": "gon na"}
JOINED_STOP = re.compile(r"([^\W\d_]{2,})\.")
JOINED_WORDS = {"it.", "up.", "us.", "Us.", "all.", "on.", "is.", "off.", "in."}
JOINED_POUND = re.compile(r"£(\d.*)")


def cleaned(source: str) -> list[str]:
    words = [part for word in source.split() for part in NOISE.get(word, word).split()]
    words = [part for word in words for part in JOINED_POUND.sub(r"£ \1", word).split()]
    for place in range(len(words) - 1, -1, -1):
        ends = words[place + 1 : place + 2] in ([], ["''"], [")"], ["]"])
        if ends or words[place] in JOINED_WORDS:
            words[place : place + 1] = JOINED_STOP.sub(r"\1 .", words[place]).split()
    return words


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
@pytest.mark.parametrize(
    ("name", "least"), [("clspoken", 0.98), ("clwritten", 0.975), ("google", 0.99)]
)
def test_compression_corpora_come_back_from_running_text(name: str, least: float) -> None:
    pairs = read_pairs(SHARED_DATA / "compression" / f"{name}.train.jsonl")
    sources = [pair.source for pair in islice(pairs, 2000) if isinstance(pair.source, str)]
    clean = str.split if name == "google" else cleaned
    assert agreement([clean(source) for source in sources]) > least


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
def test_treebank_sentences_come_back_from_running_text() -> None:
    path = SHARED_DATA / "trees" / "wsj-sample.gold.noncommercial.ptb.gz"
    assert agreement([list(tree.words()) for tree in read_trees(path, drop_traces=True)]) > 0.97
