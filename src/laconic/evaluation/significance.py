"""Is a difference more than chance: bootstrap over sentences, and Wilcoxon's signed-rank test.

Both work on what was counted in each sentence. Sentences are drawn again and again, the same ones
for all systems, and a figure is made from the sums of each draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Statistic = Callable[[FloatArray, FloatArray], FloatArray]
SAMPLES, CONFIDENCE = 10_000, 0.95
_DRAWN_AT_ONCE = 2_000_000  # numbers
_DIGITS = 12  # of differences
_FEW = 13  # sentences that differ, up to which all signs of differences are tried


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
    samples: int = SAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> Interval:
    """A statistic of two systems' sums over the same sentences, drawn again and again.

    There is a number, or a row of numbers, for each sentence. `statistic` takes the sums of ours
    and of theirs, as arrays with one sum for each sample.

    >>> found = paired_bootstrap(np.array([1.0, 2.0, 1.0]), np.array([2.0, 2.0, 4.0]))
    >>> found.value, found.low <= found.value <= found.high
    (0.5, True)
    """
    if ours.shape != theirs.shape or ours.ndim not in (1, 2) or not len(ours):
        raise ValueError(f"pairs of figures are needed; got {ours.shape} and {theirs.shape}")
    drawn = (draw_sums(counts, samples=samples, seed=seed) for counts in (ours, theirs))
    whole = statistic(*(counts.sum(axis=0, keepdims=True) for counts in (ours, theirs)))
    return interval_of(float(whole[0]), statistic(*drawn), confidence)


def draw_sums(counts: FloatArray, *, samples: int = SAMPLES, seed: int = 0) -> FloatArray:
    """The sum of counts over as many sentences as there are, drawn anew for each sample.

    The same number of sentences and the same seed give the same draws.
    """
    chance, size = np.random.default_rng(seed), len(counts)
    chances = np.full(size, 1 / size)
    sums, at_once = [], max(1, _DRAWN_AT_ONCE // size)
    for start in range(0, samples, at_once):
        # How often each sentence is drawn.
        drawn = chance.multinomial(size, chances, size=min(at_once, samples - start))
        sums.append(drawn @ counts)
    return np.concatenate(sums)


def interval_of(value: float, figures: FloatArray, confidence: float) -> Interval:
    """A figure with the range that holds the given share of those drawn."""
    tail = (1 - confidence) / 2
    low, high = np.quantile(figures, [tail, 1 - tail])
    return Interval(value, float(low), float(high), confidence)


def higher_and_lower(ours: FloatArray, theirs: FloatArray) -> tuple[int, int]:
    """In how many sentences ours is higher, and in how many lower: which way Wilcoxon's test leans.

    >>> higher_and_lower(np.array([1.0, 2.0, 5.0]), np.array([0.5, 2.0, 1.0]))
    (2, 0)
    """
    differences = _differences(ours, theirs)
    return int((differences > 0).sum()), int((differences < 0).sum())


def _differences(ours: FloatArray, theirs: FloatArray) -> FloatArray:
    # Equal differences are to be ties, whatever the last digits say.
    return np.round(ours - theirs, _DIGITS)


def wilcoxon_p(ours: FloatArray, theirs: FloatArray) -> float:
    """The p of Wilcoxon's signed-rank test, two-sided: how likely differences between two systems
    on the same sentences would be as lopsided as these by chance.

    >>> round(wilcoxon_p(np.arange(8.0), np.arange(8.0) + 1), 4)
    0.0078
    """
    if ours.shape != theirs.shape or ours.ndim != 1 or not len(ours):
        raise ValueError(f"pairs of figures are needed; got {ours.shape} and {theirs.shape}")
    differences = _differences(ours, theirs)
    # What is equal says nothing, and is not to decide how p is found.
    differences = differences[differences != 0]
    if not len(differences):
        return 1.0
    from scipy.stats import rankdata, wilcoxon

    if len(differences) > _FEW:
        return float(wilcoxon(differences).pvalue)
    # scipy tries them too where there are ties, but takes a second for it.
    ranks = rankdata(np.abs(differences))
    signs = np.arange(2 ** len(ranks))[:, np.newaxis] >> np.arange(len(ranks)) & 1
    sums, found = signs @ ranks, ranks[differences > 0].sum()
    return min(1.0, 2 * float(min(np.mean(sums <= found), np.mean(sums >= found))))


def holm(chances: Sequence[float]) -> list[float]:
    """The p of several tests, each adjusted for all of them as Holm does: they may be compared with
    a level as if each stood alone.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, largest = [0.0] * len(chances), 0.0
    for rank, number in enumerate(sorted(range(len(chances)), key=lambda one: chances[one])):
        largest = max(largest, min(1.0, (len(chances) - rank) * chances[number]))
        adjusted[number] = largest
    return adjusted
