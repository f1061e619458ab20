"""Texts: spacing kept, phrases kept and dropped, limits of a whole text, sentences that fail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import floor
from typing import Any

import pytest
from compressors import DOG, SmallParser, tiny_compressor
from hypothesis import given, settings
from hypothesis import strategies as st

import laconic.compressor.budget as budgets
from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import MOST_TOKENS, read_text
from laconic.compressor.limits import Allowed, lengths_of
from laconic.compressor.result import Sentence
from laconic.compressor.totals import share
from laconic.errors import LaconicError
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

TEXT = " The old dog barked loudly. It didn’t stop,\neven so!\n\n\tThen (at 5) all was quiet.\n"


@pytest.fixture(scope="module")
def compressor(tmp_path_factory: pytest.TempPathFactory) -> Compressor:
    return tiny_compressor(tmp_path_factory.mktemp("texts"))


def test_what_stands_between_sentences_is_kept(compressor: Compressor) -> None:
    for options in ({}, {"rate": 0.5}, {"max_words": 2}):
        result = compressor.compress(TEXT, **options)
        first, second, third = (sentence.text for sentence in result.sentences)
        assert result.text == f" {first} {second}\n\n\t{third}\n"
        assert result.source == TEXT
    whole = compressor.compress(TEXT, min_rate=1)
    assert whole.text == TEXT
    assert whole.rate == 1


@pytest.mark.parametrize("text", ["", " \n\t\n", "\x00\x01", "\u200b"])
def test_nothing_in_nothing_out(compressor: Compressor, text: str) -> None:
    for options in ({}, {"rate": 0.5, "total": True}, {"max_chars": 1}):
        result = compressor.compress(text, **options)
        assert (result.text, result.sentences, result.marks) == (text, (), ())
        assert (result.rate, result.score) == (1, 0)


@pytest.mark.parametrize(
    "text",
    ["שלום עולם .", "👩‍👧 👍🏽", "a\x00b \x1b[2J c", "...", "İstanbul'da ǆ ß", "e\u0301 \u202eabc"],
)
def test_text_of_all_kinds_has_a_result(compressor: Compressor, text: str) -> None:
    for options in ({}, {"rate": 0.5}, {"max_chars": 3}, {"max_words": 1}):
        result = compressor.compress(text, **options)
        assert result.text.strip()
        assert len(result.sentences) == 1
        assert len(result.text) <= len(text) + 1


def test_words_are_kept_and_dropped_wherever_they_stand(compressor: Compressor) -> None:
    text = "Old dogs; old cats. Cats sleep."
    result = compressor.compress(text, keep=["CATS"], drop=["old"], rate=0.7)
    words = [word.text.lower() for sentence in result.sentences for word in sentence.tokens]
    assert words.count("cats") == 2
    assert "old" not in words
    assert result.marks == ()
    with pytest.raises(LaconicError, match="keep: 'dog' does not occur in the text"):
        compressor.compress(text, keep=["dog"])
    with pytest.raises(LaconicError, match="'cats' is in 'old cats', to be kept, and in 'cats'"):
        compressor.compress(text, keep=["old cats"], drop=["cats"])


def test_what_cannot_be_dropped_is_marked(compressor: Compressor) -> None:
    [sentence] = compressor.compress("dogs bark", drop=["dogs bark"]).sentences
    assert sentence.marks == ("not dropped: 'dogs bark'",)
    assert sentence.text.strip()
    [sentence] = compressor.compress("dogs bark", drop=["dogs", "bark"]).sentences
    assert sentence.text == "bark"
    assert sentence.marks == ("not dropped: 'bark'",)
    [sentence] = compressor.compress("bark dogs bark", drop=["bark"]).sentences
    assert sentence.text == "dogs"
    assert sentence.marks == ()
    [sentence] = compressor.compress("old dogs; bark", drop=["dogs", "bark", "old"]).sentences
    assert len(sentence.tokens) < 4
    assert len(sentence.marks) == 1


LIMITS: list[dict[str, Any]] = [
    {},
    {"rate": 0.2},
    {"max_words": 1},
    {"max_chars": 2},
    {"min_rate": 0.9},
    {"rate": 0.5, "max_chars": 4},
    {"max_words": 1, "total": True},
    {"nbest": 3},
    {"keep": ["."]},
    {"keep": ["."], "max_chars": 3},
]


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("drop", [["dogs", "bark"], ["dogs bark"], ["Dogs", ";", "bark"]])
def test_some_word_is_left_whatever_is_dropped(
    compressor: Compressor, drop: list[str], limits: dict[str, Any]
) -> None:
    text = "Dogs; bark." if ";" in drop else "Dogs bark."
    [sentence] = compressor.compress(text, drop=drop, **limits).sentences
    names = [mark.partition(":")[0] for mark in sentence.marks]
    assert "not dropped" in names
    assert "failed" not in names
    assert any(word.text.lower() in ("dogs", "bark") for word in sentence.tokens)


def test_marks_alone_can_be_dropped_but_for_one(compressor: Compressor) -> None:
    [sentence] = compressor.compress("! ?", drop=["!", "?"]).sentences
    assert sentence.text in ("!", "?")
    assert sentence.marks == (f"not dropped: {sentence.text!r}",)


def test_words_to_drop_are_not_said_to_be_in_the_way(compressor: Compressor) -> None:
    [sentence] = compressor.compress("Dogs.", drop=["dogs", "."], max_chars=1).sentences
    assert sentence.marks == (
        "not dropped: 'dogs'",
        "over max_chars: 5 chars, at most 1; held by the grammar",
    )


def test_sentences_that_cannot_be_handled_come_back_as_they_were(compressor: Compressor) -> None:
    long = " ".join(["word"] * (MOST_TOKENS + 1))
    text = f"Dogs bark loudly.\nA bad  word.\n{long}."
    result = compressor.compress(text, max_words=1)
    assert [sentence.text for sentence in result.sentences][1:] == ["A bad  word.", f"{long}."]
    assert result.marks == (
        "not parsed: RuntimeError('a bad word')",
        f"too long: {MOST_TOKENS + 2} tokens, at most {MOST_TOKENS}",
    )
    bad = result.sentences[1]
    assert (bad.score, bad.rate, bad.tree, bad.derivation) == (0.0, 1.0, None, None)
    assert [word.source for word in bad.tokens] == [0, 1, 2, 3]
    assert result.sentences[0].words == 1


class OtherWords(SmallParser):
    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        return super().parse([["other"] for _ in sentences])


class FewTrees(SmallParser):
    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        return super().parse(sentences[1:])


@pytest.mark.parametrize(
    ("parser", "reason"),
    [(OtherWords, "gave a tree of other words"), (FewTrees, "gave 0 trees for 1 sentences")],
)
def test_a_parser_that_gives_something_else_is_not_believed(
    compressor: Compressor, parser: Any, reason: str
) -> None:
    result = Compressor(compressor.model, parser=parser()).compress("One two. Three four.")
    assert result.text == "One two. Three four."
    assert [len(sentence.marks) for sentence in result.sentences] == [1, 1]
    assert reason in result.marks[0]


class TestTotals:
    @pytest.mark.parametrize(
        "options",
        [
            *({"rate": 0.3}, {"rate": 0.6}, {"max_words": 5}, {"max_words": 9}, {"max_chars": 40}),
            *({"max_chars": 70}, {"rate": 0.7, "max_chars": 60}),
            {"min_rate": 0.9, "max_words": 14},
        ],
    )
    def test_the_limit_holds_for_the_whole_text(
        self, compressor: Compressor, options: dict[str, Any]
    ) -> None:
        result = compressor.compress(TEXT, total=True, **options)
        assert result.marks == ()
        tokens = sum(len(sentence.source_tokens) for sentence in result.sentences)
        kept = sum(len(sentence.tokens) for sentence in result.sentences)
        assert kept <= floor(options.get("rate", 1) * tokens)
        assert kept >= options.get("min_rate", 0) * tokens
        assert sum(one.words for one in result.sentences) <= options.get("max_words", 99)
        assert len(result.text) <= options.get("max_chars", 999)

    def test_it_is_spent_where_it_costs_least(self, compressor: Compressor) -> None:
        apart = compressor.compress(TEXT, rate=0.5)
        kept = sum(len(sentence.tokens) for sentence in apart.sentences)
        tokens = sum(len(sentence.source_tokens) for sentence in apart.sentences)
        together = compressor.compress(TEXT, rate=max(0.5, kept / tokens), total=True)
        assert together.score >= apart.score

    @given(st.integers(0, 22), st.sampled_from(["tokens", "words", "chars"]), st.booleans())
    @settings(max_examples=60)
    def test_no_choice_of_options_is_better(
        self, compressor: Compressor, limit: int, unit: Any, with_least: bool
    ) -> None:
        scale = 5 if unit == "chars" else 1
        limits = Allowed({unit: 1 + limit * scale}, 6 * with_least)
        texts = ("the old dog .", "dogs bark, now", "a b")
        options = [compressor.frontier(text)[::2] for text in texts]
        shared = share(options, limits, 2)
        scores = [
            sum(one.score for one in choice)
            for choice in product(*options)
            if not any(limits.excess(sums(choice)))
        ]
        if scores:
            assert shared.marks == ()
            assert not any(limits.excess(sums(shared.sentences)))
            assert sum(one.score for one in shared.sentences) == pytest.approx(max(scores))
        else:
            assert shared.marks
            least = min(limits.excess(sums(choice)) for choice in product(*options))
            assert limits.excess(sums(shared.sentences)) == least

    def test_what_is_out_of_reach_is_marked(self, compressor: Compressor) -> None:
        result = compressor.compress("One two. Three four.", max_words=1, total=True)
        assert [sentence.words for sentence in result.sentences] == [1, 1]
        mark = "over max_words: 2 words, at most 1; no sentence can be shorter"
        assert result.marks == (mark,)

    def test_sentences_as_they_were_count_too(self, compressor: Compressor) -> None:
        result = compressor.compress("A bad word. Big old dogs bark.", max_words=5, total=True)
        assert [sentence.words for sentence in result.sentences] == [3, 2]

    def test_too_much_is_an_error_or_a_mark(
        self, compressor: Compressor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(budgets, "_LARGEST", 5)
        with pytest.raises(LaconicError, match="too much to be met exactly"):
            compressor.compress(TEXT, rate=0.5, total=True)
        [result] = compressor.compress_many([TEXT], rate=0.5, total=True)
        assert result.marks[0].startswith("failed: limits of a whole text of 3 sentences")


def sums(sentences: Sequence[Sentence]) -> dict[Any, int]:
    lengths = [lengths_of(one) for one in sentences]
    found = {unit: sum(one[unit] for one in lengths) for unit in lengths[0]}
    return found | {"chars": found["chars"] + 2}


def test_a_text_that_was_read_is_not_split_again(compressor: Compressor) -> None:
    text = read_text("One two. Three four.")
    assert compressor.compress(text).text == compressor.compress(text.text).text
    with pytest.raises(LaconicError, match="found 2 sentences, expected one"):
        compressor.frontier(text)


def test_a_comma_goes_with_what_it_parted(compressor: Compressor) -> None:
    tree = parse("(S (NP (NP (NNP Jo)) (, ,) (NP (NN boss)) (, ,)) (VP (VBD left)) (. .))")
    [sentence] = compressor.compress(tree, keep=["Jo", "left"], drop=["boss"]).sentences
    assert sentence.text == "Jo left."


def test_a_tree_needs_no_parser(compressor: Compressor) -> None:
    class NoParser(SmallParser):
        def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
            raise AssertionError(sentences)

    found = Compressor(compressor.model, parser=NoParser()).compress(parse(DOG))
    assert found.text == "the dog barked."
    assert found.marks == ()
