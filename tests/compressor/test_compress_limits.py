"""Limits are met or marked, whatever the sentence, and the best within them is taken."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest
from compressors import DOG, SmallParser, tiny_compressor
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import trees

from laconic.compressor.candidates import find_candidates
from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import read_tokens, read_tree
from laconic.compressor.limits import Allowed, allowed, is_usable, lengths_of
from laconic.compressor.marks import MARKS, name_of_mark
from laconic.compressor.phrases import NOTHING
from laconic.compressor.result import Result, Sentence
from laconic.model import Model
from laconic.request import GUARDS, Request
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

LIMITS: dict[str, st.SearchStrategy[Any]] = {
    "rate": st.none() | st.sampled_from([0.05, 0.3, 0.5, 0.75, 1.0]),
    "min_rate": st.none() | st.sampled_from([0.05]),
    "max_words": st.none() | st.integers(1, 8),
    "max_chars": st.none() | st.integers(1, 40),
    "nbest": st.sampled_from([1, 1, 3]),
    "guards": st.sampled_from([GUARDS, ()]),
}
REQUESTS = st.fixed_dictionaries(LIMITS).map(lambda options: Request(**options))
WORDS = st.sampled_from(
    ["the", "old", "dog", "did", "n't", "bark", ",", ".", "in", "1990", "(", "or", ")", "``", "yes",
     "''", "John", "'s", "U.S.", "$", "5", "%", "--"]
)  # fmt: skip
TEXTS = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)


@pytest.fixture(scope="module")
def compressor(tmp_path_factory: pytest.TempPathFactory) -> Compressor:
    return tiny_compressor(tmp_path_factory.mktemp("limits"))


def is_subsequence(places: list[int]) -> bool:
    return all(one < two for one, two in pairwise(places))


def check(sentence: Sentence, request: Request) -> None:
    """What must hold of every sentence that comes back."""
    places = [word.source for word in sentence.tokens]
    assert None not in places
    assert is_subsequence([place for place in places if place is not None])
    assert [word.text for word in sentence.tokens] == [
        sentence.source_tokens[place] for place in places if place is not None
    ]
    assert sentence.text.strip() or not sentence.source.strip()
    assert sentence.made is not None
    assert all(name_of_mark(mark) in MARKS for mark in sentence.marks)
    size = len(sentence.source_tokens)
    names = {name_of_mark(mark) for mark in sentence.marks}
    if request.rate is not None:
        most = max(1, floor(request.rate * size + 1e-9))
        assert (len(sentence.tokens) > most) == ("over rate" in names)
    if request.min_rate is not None:
        least = ceil(request.min_rate * size - 1e-9)
        assert (len(sentence.tokens) < least) == ("under min_rate" in names)
    if request.max_words is not None:
        assert (sentence.words > request.max_words) == ("over max_words" in names)
    if request.max_chars is not None:
        assert (len(sentence.text) > request.max_chars) == ("over max_chars" in names)
    assert sentence.rate == len(sentence.tokens) / size


def check_all(result: Result, request: Request) -> None:
    for sentence in result.sentences:
        check(sentence, request)
        texts = [sentence.text, *(other.text for other in sentence.alternatives)]
        assert len(set(texts)) == len(texts) <= request.nbest
        scores = [sentence.score, *(other.score for other in sentence.alternatives)]
        assert scores == sorted(scores, reverse=True)
        for other in sentence.alternatives:
            check(other, request)
            assert other.marks == ()


@given(trees(max_words=8), REQUESTS)
@settings(max_examples=150)
def test_limits_are_met_or_marked_for_any_tree(
    compressor: Compressor, tree: Tree, request: Request
) -> None:
    check_all(compressor.compress(tree, request), request)


@given(TEXTS, REQUESTS)
@settings(max_examples=150)
def test_limits_are_met_or_marked_for_text_and_tokens(
    compressor: Compressor, text: str, request: Request
) -> None:
    check_all(compressor.compress(text, request), request)
    result = compressor.compress(read_tokens(text), request)
    check_all(result, request)
    [sentence] = result.sentences
    assert sentence.text == " ".join(word.text for word in sentence.tokens)


def all_strings(compressor: Compressor, tree: Tree) -> list[Sentence]:
    """Every compression there is, best first; the search is exact."""
    [passage] = read_tree(tree).passages
    assert isinstance(compressor.model, Model)
    every = find_candidates(compressor.model, passage, tree, (), NOTHING).ranked()
    return [one for one in every if is_usable(one)]


@pytest.mark.parametrize(
    "options",
    [
        *({"rate": share} for share in (0.15, 0.3, 0.45, 0.6, 0.75)),
        *({"max_words": count} for count in range(1, 6)),
        *({"max_chars": count} for count in range(7, 25, 3)),
        {"min_rate": 0.9},
        {"rate": 0.8, "min_rate": 0.5},
        {"rate": 0.7, "max_words": 3},
        {"max_words": 4, "max_chars": 15},
        {"min_rate": 0.3, "max_chars": 18},
    ],
)
def test_the_best_within_the_limits_is_taken(
    compressor: Compressor, options: dict[str, Any]
) -> None:
    tree = parse(DOG)
    limits = allowed(Request(**options), len(tree.words()))
    every = all_strings(compressor, tree)
    assert len(every) > 10
    within = [one for one in every if not any(limits.excess(lengths_of(one)))]
    assert within
    [found] = compressor.compress(tree, guards=(), **options).sentences
    assert found.marks == ()
    # Bounds of characters leave a little room; all else is exact.
    better = [one for one in within if one.score > found.score + 1e-9]
    if "max_chars" in options:
        bounds = found.passage.char_bounds()
        better = [
            one
            for one in better
            if sum(bounds[word.source or 0] for word in one.tokens) <= options["max_chars"]
        ]
    assert better == []


def test_alternatives_are_the_best_within_the_limits(compressor: Compressor) -> None:
    tree = parse(DOG)
    within = [one.text for one in all_strings(compressor, tree) if len(one.tokens) <= 3]
    [found] = compressor.compress(tree, rate=0.6, nbest=4, guards=()).sentences
    texts = [one.text for one in (found, *found.alternatives)]
    assert texts == list(dict.fromkeys(within))[:4]


def test_words_out_of_reach_give_the_shortest_marked(compressor: Compressor) -> None:
    result = compressor.compress("dogs cats", max_chars=2)
    [sentence] = result.sentences
    assert len(sentence.text) == 4
    assert result.marks == sentence.marks
    assert sentence.marks == ("over max_chars: 4 chars, at most 2; held by the grammar",)


def test_words_to_keep_are_said_to_be_in_the_way(compressor: Compressor) -> None:
    text = "big dogs chase small cats"
    [sentence] = compressor.compress(text, max_words=2, keep=["dogs", "small cats"]).sentences
    assert sentence.text == "dogs small cats"
    assert sentence.marks == ("over max_words: 3 words, at most 2; held by words to keep",)


def test_guards_are_said_to_be_in_the_way(compressor: Compressor) -> None:
    tree = parse("(NP (NNP Barack) (NNP Obama))")
    [sentence] = compressor.compress(tree, max_words=1).sentences
    assert sentence.text == "Barack Obama"
    assert sentence.marks == ("over max_words: 2 words, at most 1; held by guards",)
    [sentence] = compressor.compress(tree, max_words=1, guards=("numbers",)).sentences
    assert (sentence.words, sentence.marks) == (1, ())


def test_a_guard_is_not_lifted_by_words_to_drop(compressor: Compressor) -> None:
    tree = parse("(S (NP (NNP Barack) (NNP Obama)) (VP (VBD left) (NP (NNP Rome))))")
    [sentence] = compressor.compress(tree, drop=["Barack"], keep=["Obama"]).sentences
    assert [word.text for word in sentence.tokens][:2] == ["Barack", "Obama"]
    assert sentence.marks == ("not dropped: 'Barack'",)
    [sentence] = compressor.compress(tree, drop=["Barack"], guards=("names",)).sentences
    assert "Obama" not in sentence.text
    assert sentence.marks == ()


def test_limits_that_exclude_each_other_for_a_length(compressor: Compressor) -> None:
    """Of three tokens at most one and at least two: the upper limit is met."""
    [sentence] = compressor.compress("one two three", rate=0.5, min_rate=0.5).sentences
    assert len(sentence.tokens) == 1
    assert sentence.marks == ("under min_rate: 1 tokens, at least 2",)


def test_a_lone_mark_is_no_compression(compressor: Compressor) -> None:
    for size in range(1, 5):
        text = " ".join(["word"] * size) + " !"
        [sentence] = compressor.compress(read_tokens(text), rate=0.01).sentences
        assert [word.text for word in sentence.tokens] == ["word"]
    [sentence] = compressor.compress(read_tokens("! ?"), rate=0.5).sentences
    assert len(sentence.tokens) == 1
    assert is_usable(sentence)


def test_shares_are_the_numbers_that_were_written() -> None:
    assert allowed(Request(rate=0.29), 100).most == {"tokens": 29}
    assert allowed(Request(min_rate=0.07), 100).least_tokens == 7
    assert allowed(Request(rate=0.01), 5).most == {"tokens": 1}
    assert not allowed(Request(), 5)
    assert Allowed({"words": 2}, 3).units == ["words", "tokens"]


@given(st.integers(1, 300), st.integers(1, 100))
def test_rates_are_rounded_as_the_paper_does(tokens: int, percent: int) -> None:
    limits = allowed(Request(rate=percent / 100, min_rate=percent / 100), tokens)
    assert limits.most == {"tokens": max(1, percent * tokens // 100)}
    assert limits.least_tokens == -(-percent * tokens // 100)


class TestFrontier:
    def test_every_length_is_there_with_its_best(self, compressor: Compressor) -> None:
        tree = parse(DOG)
        every = all_strings(compressor, tree)
        best: dict[int, float] = {}
        for one in every:
            best.setdefault(len(one.tokens), one.score)
        found = compressor.frontier(tree, guards=())
        lengths = [len(one.tokens) for one in found]
        assert lengths == sorted(set(best))
        assert [one.score for one in found] == pytest.approx([best[size] for size in lengths])

    def test_limits_and_phrases_hold(self, compressor: Compressor) -> None:
        found = compressor.frontier(parse(DOG), max_words=3, keep=["dog"], drop=["old"])
        assert found
        for one in found:
            words = [word.text for word in one.tokens]
            assert "dog" in words
            assert "old" not in words
            assert one.words <= 3

    def test_a_string_is_one_sentence(self, compressor: Compressor) -> None:
        found = compressor.frontier("Dogs bark. Cats sleep.")
        assert [len(one.tokens) for one in found][-1] == 6
        assert found[-1].text == "Dogs bark. Cats sleep."

    def test_what_cannot_be_parsed_comes_back(self, compressor: Compressor) -> None:
        [one] = compressor.frontier("a bad word")
        assert (one.text, one.marks) == ("a bad word", ("not parsed: RuntimeError('a bad word')",))


def test_searches_of_a_long_sentence_end_soon(tmp_path: Path) -> None:
    compressor = tiny_compressor(tmp_path, SmallParser())
    text = " ".join(f"word{number}" for number in range(200))
    [sentence] = compressor.compress(text, max_chars=300).sentences
    assert len(sentence.text) <= 300
    assert sentence.marks == ()
