"""Scores of all pairs of places from weights, and the features that a compression has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.bigram_features import GapFeatures, pair_places, pair_rows

FloatArray = NDArray[np.float64]


def score_pairs(features: GapFeatures, weights: FloatArray) -> FloatArray:
    """A matrix: the score of two places as neighbours, −∞ where they cannot be.

    Places run from 0, the start, to n + 1, the end; these two alone would be no compression.
    `weights` has one number more than there are columns, a 0 for features that are not known.
    """
    size = features.size
    first, second = pair_places(size)
    scores = np.full((size + 2, size + 2), -np.inf)
    dropped = np.concatenate([[0.0], np.cumsum(weights[features.words].sum(axis=1))])
    inside = _inside(features, weights)
    scores[first, second] = (
        weights[features.pairs].sum(axis=1)
        + dropped[second - 1]
        - dropped[first]
        + inside[first, second - 1]
    )
    scores[0, size + 1] = -np.inf
    return scores


def _inside(features: GapFeatures, weights: FloatArray) -> FloatArray:
    """[a, b]: the sum over all constituents that lie within the words a to b − 1."""
    size = features.size
    grid = np.zeros((size + 2, size + 1))
    np.add.at(grid, (features.starts, features.stops), weights[features.spans] * features.signs)
    # Those that start at a or later, and end at b or before.
    sums: FloatArray = np.cumsum(np.cumsum(grid[::-1], axis=0)[::-1], axis=1)
    return sums


def path_vectors(
    features: GapFeatures, paths: Sequence[Sequence[int]]
) -> tuple[NDArray[np.int64], FloatArray]:
    """The columns that any of these compressions has, and a row of values for each compression.

    A path is the words that are kept, counted from 0.
    """
    columns, values, owners = [], [], []
    for number, path in enumerate(paths):
        found, counts = _path_features(features, path)
        columns.append(found)
        values.append(counts)
        owners.append(np.full(len(found), number))
    every, places = np.unique(np.concatenate(columns), return_inverse=True)
    cells = np.concatenate(owners) * len(every) + places
    counted = np.bincount(cells, np.concatenate(values), minlength=len(paths) * len(every))
    summed = counted.astype(np.float64).reshape(len(paths), len(every))
    return every.astype(np.int64), summed


def _path_features(
    features: GapFeatures, path: Sequence[int]
) -> tuple[NDArray[np.int64], FloatArray]:
    size = features.size
    places = np.array([0, *(word + 1 for word in path), size + 1])
    kept = np.zeros(size + 1, dtype=np.int64)
    kept[places[1:-1]] = 1
    before = np.cumsum(kept)  # how many words are kept of those before each
    pairs = features.pairs[pair_rows(size, places[:-1], places[1:])].ravel()
    words = features.words[kept[1:] == 0].ravel()
    gone = before[features.stops] == before[features.starts]
    columns = np.concatenate([pairs, words, features.spans[gone]]).astype(np.int64)
    counts = np.concatenate([np.ones(len(pairs) + len(words)), features.signs[gone]])
    return columns, counts
