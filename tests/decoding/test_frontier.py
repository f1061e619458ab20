"""The best compression of every length: all lengths there are, and nothing beyond a limit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from lms import build, random_text
from pairs import sample_pairs
from reference.decoder import all_derivations

from laconic.decoding.decoder import EXACT, Beam, Limits, search
from laconic.decoding.frontier import find_frontier
from laconic.decoding.matcher import Matcher
from laconic.decoding.strata import Strata, bounds_of, length_strata
from laconic.errors import ForestError, SearchError
from laconic.grammar.coverage import Coverage
from laconic.grammar.grammar import Grammar
from laconic.induction import extract_grammar
from laconic.scoring.ngram import NgramModel
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree


@pytest.fixture(scope="module")
def lm(tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    path: Path = tmp_path_factory.mktemp("lm") / "lm"
    return build(random_text(50), path, order=3)


def test_every_length_up_to_the_source_and_the_best_of_each(lm: NgramModel) -> None:
    pairs = sample_pairs()
    matcher = Matcher(extract_grammar(pairs).grammar, Coverage())
    for pair in pairs[:25]:
        assert isinstance(pair.source, Tree)
        forest = matcher.match(pair.source)
        scores = np.random.default_rng(len(forest)).normal(size=len(forest))
        frontier = find_frontier(forest, scores, lm=lm)
        assert max(frontier.best) == forest.arrays.tokens
        assert min(frontier.best) == frontier.least
        plain = search(forest, scores, lm=lm, beam=Beam(1000, 2000)).best
        length = len(forest.words_of(plain.edges))
        if length in frontier.best:
            assert frontier.best[length].score >= plain.score - 1e-9
        for words, found in frontier.best.items():
            assert len(forest.words_of(found.edges)) == words


def test_a_limit_that_can_be_met_is_met_and_others_are_proven_out_of_reach() -> None:
    source = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly)))))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    possible = {len(forest.words_of(edges)) for edges in all_derivations(forest)}
    scores = np.zeros(len(forest))
    for limit in range(6):
        for beam in (Beam(1, 1), EXACT):
            frontier = find_frontier(forest, scores, max_length=limit, beam=beam)
            assert set(frontier.best) == {length for length in possible if length <= limit}
            assert (frontier.least, frontier.greatest) == (min(possible), max(possible))
    with pytest.raises(SearchError, match="no derivation is within the limits"):
        _ = search(forest, scores, strata=length_strata(forest, greatest=0)).best


@pytest.mark.parametrize("beam", [Beam(100, 200), EXACT])
def test_limits_hold_for_flat_nodes_too(beam: Beam | None) -> None:
    phrases = " ".join(f"(NP (DT a) (JJ b{number}) (NN c))" for number in range(40))
    forest = Matcher(Grammar({}), Coverage()).match(parse(f"(TOP (S {phrases}))"))
    frontier = find_frontier(
        forest, np.zeros(len(forest)), beam=beam, limits=Limits(max_memory_mb=1)
    )
    assert frontier.limited == "memory"
    assert set(frontier.best) == set(range(1, 121))


def test_lengths_that_are_none_are_refused() -> None:
    forest = Matcher(Grammar({}), Coverage()).match(parse("(TOP (NP (DT a) (NN b)))"))
    scores = np.zeros(len(forest))
    for wrong, message in (
        (np.ones(3, dtype=np.int32), "2 words need a value each"),
        (np.array([1, -1]), "whole numbers, 0 or more"),
        (np.array([0.5, 0.5]), "whole numbers, 0 or more"),
        (np.array([2**40, 1]), "expected at most"),
    ):
        with pytest.raises(ValueError, match=message):
            find_frontier(forest, scores, lengths=wrong)
    empty = Matcher(Grammar({}), Coverage()).match(parse("(S (A a))"))
    with pytest.raises(ForestError, match="is target_root='S' meant"):
        find_frontier(empty, np.zeros(0))


def test_lengths_can_be_characters() -> None:
    source = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks))))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    letters = np.array([len(word) for word in forest.words], dtype=np.int32)
    frontier = find_frontier(forest, np.zeros(len(forest)), lengths=letters)
    for length, found in frontier.best.items():
        assert sum(letters[forest.words_of(found.edges)]) == length
    assert max(frontier.best) == len("thedogbarks")


def test_bounds_are_those_of_all_derivations() -> None:
    source = parse("(TOP (NP (NP (DT a) (NN b)) (CC and) (NP (DT c) (JJ d) (NN e))))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    counts = np.random.default_rng(3).integers(0, 5, size=len(forest)).astype(np.int32)
    sums = [int(counts[list(edges)].sum()) for edges in all_derivations(forest)]
    assert bounds_of(forest, counts) == (min(sums), max(sums))


def test_a_count_that_is_split_by_cannot_be_capped() -> None:
    forest = Matcher(Grammar({}), Coverage()).match(parse("(TOP (NP (DT a) (NN b)))"))
    ones = forest.sum_words(np.ones(2, dtype=np.int32)).astype(np.int32)
    strata = Strata(ones[:, np.newaxis], (1,), split=True)
    with pytest.raises(ValueError, match="cannot be capped"):
        search(forest, np.zeros(len(forest)), strata=strata)


def test_strata_must_fit_together() -> None:
    with pytest.raises(ValueError, match="2 caps for increments"):
        Strata(np.zeros((3, 1), dtype=np.int32), (1, 2))
    with pytest.raises(ValueError, match="values need tables"):
        Strata(np.zeros((3, 1), dtype=np.int32), (1,), values=np.zeros((1, 2)))
    with pytest.raises(ValueError, match="for counts"):
        Strata(
            np.zeros((3, 1), dtype=np.int32), (1,), np.zeros((1, 5)), np.zeros(1, dtype=np.int32)
        )
    strata = Strata(np.zeros((3, 2), dtype=np.int32), (3, 4))
    for number in range(20):
        assert strata.number_of(strata.counts_of(number)) == number
