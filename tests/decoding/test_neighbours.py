"""Values of neighbouring source tokens in the search, against every derivation."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matched_forests import derivations, forests
from numpy.typing import NDArray

from laconic.decoding.decoder import EXACT, search
from laconic.decoding.forest import Forest
from laconic.decoding.ngram_values import NeighbourValues
from laconic.grammar.grammar import Grammar

FloatArray = NDArray[np.float64]


def value_by_hand(forest: Forest, edges: tuple[int, ...], values: FloatArray) -> float:
    """The sum over neighbours; what is no source token, or stands before its left one, has none."""
    tokens = forest.arrays.tokens
    words = forest.words_of(edges)
    places = [0, *(word + 1 if word < tokens else None for word in words), tokens + 1]
    return sum(
        float(values[one, two])
        for one, two in pairwise(places)
        if one is not None and two is not None and one < two
    )


@settings(max_examples=60, deadline=None)
@given(found=forests(), seed=st.integers(0, 999))
def test_the_best_derivation_is_the_best_of_all(found: tuple[Forest, Grammar], seed: int) -> None:
    forest, _ = found
    chance = np.random.default_rng(seed)
    scores = chance.normal(size=len(forest))
    size = forest.arrays.tokens + 2
    values = chance.normal(size=(size, size)) * 2
    every = [
        float(scores[list(edges)].sum()) + value_by_hand(forest, edges, values)
        for edges in derivations(forest)
    ]
    best = search(forest, scores, ngrams=NeighbourValues(values), beam=EXACT).best
    assert best.score == pytest.approx(max(every))
    assert best.score == pytest.approx(
        float(scores[list(best.edges)].sum()) + value_by_hand(forest, best.edges, values)
    )


@given(found=forests())
def test_values_must_be_those_of_the_sentence(found: tuple[Forest, Grammar]) -> None:
    forest, _ = found
    wrong = np.zeros((forest.arrays.tokens + 3,) * 2)
    with pytest.raises(ValueError, match="tokens, start and end have"):
        search(forest, np.zeros(len(forest)), ngrams=NeighbourValues(wrong))
    with pytest.raises(ValueError, match="expected a square"):
        NeighbourValues(np.zeros((3, 4)))
