"""Scores of neighbours made up for tests, and every compression of a few words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Kept = tuple[int, ...]


def random_scores(seed: int, size: int, *, whole: bool = False, gone: float = 0.0) -> FloatArray:
    """A score for each two places of so many words; that of start and end is −∞, as others are by
    the chance `gone`. Whole numbers give ties."""
    chance = np.random.default_rng(seed)
    scores = chance.normal(0, 2, (size + 2, size + 2))
    if whole:
        scores = np.round(scores / 2)
    scores[chance.random(scores.shape) < gone] = -np.inf
    scores[np.tril_indices(size + 2)] = -np.inf
    scores[0, -1] = -np.inf
    return scores


def every_kept(size: int) -> Iterator[Kept]:
    """Each set of words that is not empty, in order."""
    for count in range(1, size + 1):
        yield from combinations(range(size), count)


def score_by_hand(scores: FloatArray, kept: Kept) -> float:
    """The sum over neighbours, by its definition."""
    total, before = 0.0, 0
    for word in kept:
        total += float(scores[before, word + 1])
        before = word + 1
    return total + float(scores[before, -1])


SEEDS = st.integers(0, 10**6)
SCORES = st.builds(
    random_scores,
    SEEDS,
    st.integers(1, 7),
    whole=st.booleans(),
    gone=st.sampled_from([0.0, 0.2, 0.6]),
)
