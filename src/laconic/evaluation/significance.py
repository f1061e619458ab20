"""Is a difference more than chance: paired bootstrap over sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Statistic = Callable[[FloatArray, FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, and the range in which it lies with this confidence."""

    value: float
    low: float
    high: float
    confidence: float


def reduction(ours: FloatArray, theirs: FloatArray) -> FloatArray:
    """By which share the sum of ours is below that of theirs.

    >>> reduction(np.array([3.0]), np.array([4.0])).tolist()
    [0.25]
    """
    less: FloatArray = 1 - ours / np.maximum(theirs, 1e-12)
    return less


def paired_bootstrap(
    ours: FloatArray,
    theirs: FloatArray,
    *,
    statistic: Statistic = reduction,
    samples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """A statistic of two systems' sums over the same sentences, drawn again and again.

    `statistic` takes the sums of ours and of theirs, as arrays with one sum for each sample.

    >>> found = paired_bootstrap(np.array([1.0, 2.0, 1.0]), np.array([2.0, 2.0, 4.0]))
    >>> found.value, found.low <= found.value <= found.high
    (0.5, True)
    """
    if ours.shape != theirs.shape or ours.ndim != 1 or not len(ours):
        raise ValueError(f"pairs of figures are needed; got {ours.shape} and {theirs.shape}")
    # How often each sentence is drawn: the same for both systems.
    chance = np.random.default_rng(seed)
    drawn = chance.multinomial(len(ours), np.full(len(ours), 1 / len(ours)), size=samples)
    figures = statistic(drawn @ ours, drawn @ theirs)
    tail = (1 - confidence) / 2
    low, high = np.quantile(figures, [tail, 1 - tail])
    whole = statistic(np.array([ours.sum()]), np.array([theirs.sum()]))[0]
    return Interval(float(whole), float(low), float(high), confidence)
