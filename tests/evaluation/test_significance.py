"""The paired bootstrap against what is known beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from laconic.evaluation.significance import paired_bootstrap


def test_a_difference_that_is_everywhere_is_certain() -> None:
    theirs = np.arange(1.0, 51.0)
    found = paired_bootstrap(0.8 * theirs, theirs)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.2, 0.2))


def test_chance_gives_an_interval_around_nothing_that_shrinks_with_more_sentences() -> None:
    chance = np.random.default_rng(3)
    few, many = (
        paired_bootstrap(
            chance.poisson(4, size).astype(float), chance.poisson(4, size).astype(float)
        )
        for size in (50, 5000)
    )
    assert few.low < 0 < few.high
    assert many.high - many.low < (few.high - few.low) / 5


def test_the_interval_of_a_mean_is_that_of_the_normal_distribution() -> None:
    chance = np.random.default_rng(1)
    ours, theirs = chance.normal(0, 1, 2000), chance.normal(1, 1, 2000)
    found = paired_bootstrap(ours, theirs, statistic=lambda one, two: (two - one) / 2000)
    width = 1.96 * float(np.std(theirs - ours)) / 2000**0.5
    assert found.high - found.value == pytest.approx(width, rel=0.1)
    assert found.value - found.low == pytest.approx(width, rel=0.1)


def test_the_same_seed_gives_the_same_interval_and_unlike_sizes_are_refused() -> None:
    figures = np.arange(10.0)
    assert paired_bootstrap(figures, figures + 1, seed=4) == paired_bootstrap(
        figures, figures + 1, seed=4
    )
    with pytest.raises(ValueError, match="pairs of figures"):
        paired_bootstrap(figures, figures[:3])
