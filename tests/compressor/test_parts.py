"""Pairs of words of which both stay or both go: parts of a forest, and what is found in them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from compressors import tiny_compressor
from matched_forests import derivations

from laconic.compressor.compressor import Compressor
from laconic.compressor.parts import is_split, split_forest
from laconic.compressor.result import Sentence
from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage
from laconic.grammar.grammar import Grammar
from laconic.trees.brackets import parse
from laconic.trees.guards import find_pairs
from laconic.trees.labels import with_root

RISE = "(S (NP (NNS prices)) (VP (VBD rose)))"
SAID = f"(S (NP (DT the) (NN man)) (VP (VBD said) (SBAR {RISE})))"
TWICE = f"(S (NP (NNP Al)) (VP (VBD knew) (SBAR {SAID})))"
OFTEN = f"(S (NP (NN Jo)) (VP (VBD saw) (SBAR {TWICE})))"


def strings(forest: Forest) -> set[tuple[int, ...]]:
    return {tuple(forest.words_of(found)) for found in derivations(forest)}


def places(sentence: Sentence) -> list[int]:
    return [word.source for word in sentence.tokens if word.source is not None]


def match(text: str) -> Forest:
    return Matcher(Grammar({}), Coverage(deletions="any")).match(with_root(parse(text)))


@pytest.mark.parametrize("text", [RISE, SAID, TWICE])
def test_parts_are_all_of_a_forest_that_splits_no_pair(text: str) -> None:
    forest, pairs = match(text), find_pairs(with_root(parse(text)), ["grammar"])
    expected = {words for words in strings(forest) if not is_split(words, pairs)}
    found: set[tuple[int, ...]] = set()
    for part in split_forest(forest, pairs):
        found |= strings(part)
    assert found == expected


def test_many_pairs_make_few_parts() -> None:
    forest, pairs = match(OFTEN), find_pairs(with_root(parse(OFTEN)), ["grammar"])
    assert len(pairs) == 3
    parts = split_forest(forest, pairs)
    assert len(parts) == 4
    every = tuple(range(forest.arrays.tokens))
    assert every in strings(parts[0])
    assert not any(is_split(words, pairs) for part in parts for words in strings(part))


def test_a_pair_is_split_only_where_nothing_else_is_possible() -> None:
    forest = match(SAID).restrict(keep=[1], drop=[2])
    assert split_forest(forest, [frozenset({1, 2})]) == [forest]


def test_without_the_guard_there_are_no_pairs() -> None:
    assert find_pairs(parse(SAID), ["names"]) == []
    assert find_pairs(parse(f"(S (NP (PRP it)) (VP (VBD said) {RISE}))"), ["grammar"]) == []
    assert find_pairs(parse(f"(S (NP (-NONE- *)) {SAID})"), ["grammar"]) == [frozenset({2, 3})]


@pytest.fixture(scope="module")
def compressor(tmp_path_factory: pytest.TempPathFactory) -> Compressor:
    folder: Path = tmp_path_factory.mktemp("parts")
    return tiny_compressor(folder)


LIMITS: list[dict[str, Any]] = [
    {"rate": 0.5},
    {"max_words": 2},
    {"max_words": 3, "max_chars": 12},
    {"nbest": 20},
    {"min_rate": 0.8},
]


@pytest.mark.parametrize("limits", LIMITS)
def test_no_limit_splits_a_pair(compressor: Compressor, limits: dict[str, Any]) -> None:
    [sentence] = compressor.compress(parse(SAID), **limits).sentences
    for found in (sentence, *sentence.alternatives):
        assert not is_split(places(found), [frozenset({1, 2})])


def test_the_frontier_has_each_length_once_and_splits_no_pair(compressor: Compressor) -> None:
    found = compressor.frontier(parse(SAID))
    lengths = [len(sentence.tokens) for sentence in found]
    assert lengths == sorted(set(lengths))
    assert {2, 5} <= set(lengths)
    for one, two in combinations(found, 2):
        assert one.text != two.text
    assert not any(is_split(places(one), [frozenset({1, 2})]) for one in found)
