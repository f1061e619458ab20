"""Bootstrap and signed ranks against what is known beforehand, scipy, and all signs tried."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from laconic.evaluation import significance
from laconic.evaluation.metrics import f1
from laconic.evaluation.significance import (
    FloatArray,
    draw_sums,
    holm,
    interval_of,
    paired_bootstrap,
    wilcoxon_p,
)

FIGURES = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=9)


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


def test_draws_follow_from_the_number_of_sentences_and_the_seed_alone() -> None:
    counts = np.arange(12.0)
    wide = np.column_stack([counts, counts * 2, np.ones(12)])
    sums = draw_sums(wide, samples=50)
    assert sums.shape == (50, 3)
    assert np.array_equal(sums[:, 0], draw_sums(counts, samples=50))
    assert np.array_equal(sums[:, 1], 2 * sums[:, 0])
    assert (sums[:, 2] == 12).all()  # as many sentences as there are
    assert not np.array_equal(sums, draw_sums(wide, samples=50, seed=1))


@pytest.mark.parametrize("at_once", [1, 7, 30, 10**9])
def test_how_many_are_drawn_at_once_changes_nothing(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = np.random.default_rng(0).integers(0, 9, (5, 3)).astype(np.float64)
    whole = draw_sums(counts, samples=101)
    monkeypatch.setattr(significance, "_DRAWN_AT_ONCE", at_once)
    assert np.array_equal(draw_sums(counts, samples=101), whole)


def test_one_sentence_is_drawn_every_time() -> None:
    counts = np.array([[2.0, 3.0, 4.0]])
    assert (draw_sums(counts, samples=20) == counts).all()
    found = interval_of(0.5, f1(draw_sums(counts)), 0.95)
    assert (found.low, found.high) == pytest.approx((4 / 7, 4 / 7))


def test_the_interval_of_a_mean_is_that_of_scipy() -> None:
    figures = np.random.default_rng(5).exponential(3.0, 60)
    judge = stats.bootstrap(
        (figures,), np.mean, method="percentile", n_resamples=10_000, rng=np.random.default_rng(6)
    ).confidence_interval
    found = interval_of(float(figures.mean()), draw_sums(figures) / 60, 0.95)
    width = judge.high - judge.low
    assert found.low == pytest.approx(judge.low, abs=0.03 * width)
    assert found.high == pytest.approx(judge.high, abs=0.03 * width)


def test_the_interval_of_a_difference_of_f1_is_that_of_scipy() -> None:
    chance = np.random.default_rng(7)
    totals = chance.integers(3, 12, (80, 2))
    ours, theirs = (
        np.column_stack([np.minimum(chance.integers(0, 12, 80), totals.min(axis=1)), totals])
        for _ in range(2)
    )
    ours, theirs = ours.astype(np.float64), theirs.astype(np.float64)

    def difference(places: FloatArray, axis: int = -1) -> FloatArray:
        assert axis == -1
        rows = places.astype(int)
        found: FloatArray = f1(ours[rows].sum(axis=-2)) - f1(theirs[rows].sum(axis=-2))
        return found

    judge = stats.bootstrap(
        (np.arange(80.0),), difference, method="percentile", n_resamples=10_000,
        vectorized=True, rng=np.random.default_rng(8),
    ).confidence_interval  # fmt: skip
    found = paired_bootstrap(ours, theirs, statistic=lambda one, two: f1(one) - f1(two))
    width = judge.high - judge.low
    assert found.value == pytest.approx(float(f1(ours.sum(axis=0)) - f1(theirs.sum(axis=0))))
    assert found.low == pytest.approx(judge.low, abs=0.04 * width)
    assert found.high == pytest.approx(judge.high, abs=0.04 * width)


def test_a_wider_confidence_gives_a_wider_interval_around_the_same_figure() -> None:
    ours, theirs = np.arange(20.0), np.arange(20.0)[::-1] + 1
    wide, narrow = (
        paired_bootstrap(ours, theirs, confidence=share, samples=500) for share in (0.99, 0.5)
    )
    assert wide.value == narrow.value
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 2, 2)])
def test_what_is_no_row_for_each_sentence_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="pairs of figures"):
        paired_bootstrap(np.ones(shape), np.ones(shape))


@pytest.mark.parametrize("size", [1, 2, 9, 13, 14, 40, 51, 200])
@pytest.mark.parametrize("kind", ["whole numbers", "all differ", "mostly equal"])
def test_wilcoxon_is_that_of_scipy(size: int, kind: str) -> None:
    chance = np.random.default_rng(size)
    ours, theirs = chance.normal(0, 1, size), chance.normal(0.3, 1, size)
    if kind == "whole numbers":
        ours, theirs = np.round(2 * ours), np.round(2 * theirs)
    if kind == "mostly equal":
        theirs = np.concatenate([theirs[: size // 5 + 1], ours[size // 5 + 1 :]])
    differences = np.round(ours - theirs, 12)
    differences = differences[differences != 0]
    if not len(differences):
        return
    assert wilcoxon_p(ours, theirs) == pytest.approx(float(stats.wilcoxon(differences).pvalue))


@given(FIGURES, st.integers(0, 400))
def test_sentences_that_are_equal_do_not_change_p(pairs: list[tuple[int, int]], equal: int) -> None:
    ours, theirs = (np.array(column, dtype=np.float64) for column in zip(*pairs, strict=True))
    more = [np.append(figures, np.zeros(equal)) for figures in (ours, theirs)]
    assert wilcoxon_p(*more) == pytest.approx(wilcoxon_p(ours, theirs))


@given(FIGURES)
def test_wilcoxon_of_few_sentences_is_the_share_of_signs_that_are_as_lopsided(
    pairs: list[tuple[int, int]],
) -> None:
    differences = [one - two for one, two in pairs if one != two]
    sizes = sorted(abs(number) for number in differences)
    # The rank of equal sizes is the mean of their places.
    ranks = [
        float(np.mean([place for place, size in enumerate(sizes, 1) if size == abs(number)]))
        for number in differences
    ]
    found = sum(rank for rank, number in zip(ranks, differences, strict=True) if number > 0)
    sums = [
        sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product([False, True], repeat=len(ranks))
    ]
    below, above = sum(one <= found for one in sums), sum(one >= found for one in sums)
    expected = min(1.0, 2 * min(below, above) / len(sums))
    ours, theirs = (np.array(column, dtype=np.float64) for column in zip(*pairs, strict=True))
    assert wilcoxon_p(ours, theirs) == pytest.approx(expected)
    assert wilcoxon_p(theirs, ours) == pytest.approx(expected)


def test_wilcoxon_of_systems_that_are_alike_is_certainty() -> None:
    figures = np.arange(30.0)
    assert wilcoxon_p(figures, figures.copy()) == 1.0
    assert wilcoxon_p(figures[:1], figures[:1] + 1) == 1.0
    with pytest.raises(ValueError, match="pairs of figures"):
        wilcoxon_p(figures, figures[:3])
    with pytest.raises(ValueError, match="pairs of figures"):
        wilcoxon_p(figures[:0], figures[:0])


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_rejects_what_stepping_down_rejects(chances: list[float]) -> None:
    """The least p is compared with level / tests, the next with level / (tests - 1), until one is
    above; what is adjusted says the same for every level."""
    adjusted = holm(chances)
    for level in (0.01, 0.05, 0.5):
        rejected: set[int] = set()
        for rank, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
            if (len(chances) - rank) * chances[number] > level:
                break
            rejected.add(number)
        assert {number for number, p in enumerate(adjusted) if p <= level} == rejected
