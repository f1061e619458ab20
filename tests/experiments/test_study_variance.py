"""Analysis of variance and Tukey's test: an example by hand, other programs, properties, chance."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy import stats
from study_kit import KIT

variance = KIT.variance
FloatArray = NDArray[np.float64]

tables = st.integers(2, 8).flatmap(
    lambda rows: st.integers(2, 5).flatmap(
        lambda systems: arrays(np.float64, (rows, systems), elements=st.integers(1, 5).map(float))
    )
)


def test_an_example_by_hand() -> None:
    """Rows have the means 3, 4 and 5, columns 2, 3 and 7, all of it 4.

    Squares: in all 52; of columns 3 · (4 + 1 + 9) = 42; of rows 3 · (1 + 0 + 1) = 6; 4 are left.
    F = (42 / 2) / (4 / 4) = 21. With 2 and 4 degrees of freedom p is (1 + 2 · 21 / 4)^-2.
    """
    found = variance.analyse_variance(np.array([[1.0, 2, 6], [2, 4, 6], [3, 3, 9]]))
    assert (found.rows, found.systems, found.effect_degrees, found.error_degrees) == (3, 3, 2, 4)
    assert found.f == pytest.approx(21)
    assert found.error_square == pytest.approx(1)
    assert found.p == pytest.approx(11.5**-2)
    # Errors are (0 0 0), (0 1 -1), (0 -1 1): all their spread is along one line.
    assert found.epsilon == pytest.approx(0.5)
    assert found.p_corrected == pytest.approx(stats.f.sf(21, 1, 2))
    assert found.note is None


def by_least_squares(table: FloatArray) -> tuple[float, float]:
    """F and the error's mean square, by what a model without systems explains less."""
    rows, systems = table.shape
    subject, system = (index.ravel() for index in np.indices(table.shape))
    ratings = table.ravel()

    def left_over(*factors: tuple[NDArray[Any], int]) -> float:
        design = np.hstack([np.eye(count)[factor] for factor, count in factors])
        fitted = design @ np.linalg.lstsq(design, ratings, rcond=None)[0]
        return float(((ratings - fitted) ** 2).sum())

    error = left_over((subject, rows), (system, systems))
    less = left_over((subject, rows)) - error
    square = error / ((systems - 1) * (rows - 1))
    return less / (systems - 1) / square, square


@given(tables)
def test_f_is_that_of_two_nested_models(table: FloatArray) -> None:
    found = variance.analyse_variance(table)
    assume(found.f is not None)
    f, square = by_least_squares(table)
    assert found.f == pytest.approx(f, rel=1e-6, abs=1e-9)
    assert found.error_square == pytest.approx(square)
    assert found.p == pytest.approx(stats.f.sf(f, found.effect_degrees, found.error_degrees))


@given(tables)
def test_without_rows_of_its_own_it_is_the_analysis_of_one_way(table: FloatArray) -> None:
    """The squares of rows and the error together are those within systems of `f_oneway`."""
    found = variance.analyse_variance(table)
    assume(found.f is not None)
    assume(found.f > 1e-6)
    rows, systems = table.shape
    of_rows = systems * float(((table.mean(axis=1) - table.mean()) ** 2).sum())
    within = (of_rows + found.error_square * found.error_degrees) / (systems * (rows - 1))
    one_way = stats.f_oneway(*table.T).statistic
    assert found.f * found.error_square / within == pytest.approx(one_way)


@given(tables, st.lists(st.floats(-50, 50), min_size=8, max_size=8), st.randoms())
def test_what_changes_nothing(table: FloatArray, constants: list[float], chance: Any) -> None:
    """Neither a constant for each subject, nor the order of subjects, nor that of systems."""
    found = variance.analyse_variance(table)
    shifted = table + np.array(constants)[: len(table), np.newaxis]
    order = list(range(len(table)))
    chance.shuffle(order)
    for other in (shifted, table[order], table[:, ::-1], table * 3):
        again = variance.analyse_variance(other)
        assert (again.f is None) == (found.f is None)
        if found.f is not None:
            assert again.f == pytest.approx(found.f, rel=1e-6, abs=1e-6)
            assert again.epsilon == pytest.approx(found.epsilon, rel=1e-6)


@given(
    arrays(np.float64, st.tuples(st.integers(2, 9), st.just(2)), elements=st.floats(1, 5, width=16))
)
def test_of_two_systems_both_are_the_paired_t_test(table: FloatArray) -> None:
    found = variance.analyse_variance(table)
    assume(found.f is not None)
    t, p = stats.ttest_rel(table[:, 0], table[:, 1])
    assert found.f == pytest.approx(t**2, rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(p, abs=1e-9)
    assert found.epsilon == 1
    assert tukey(found, float(np.diff(table.mean(axis=0))[0])) == pytest.approx(p, abs=1e-5)


def tukey(found: Any, difference: float) -> float:
    p = variance.tukey_p(
        difference,
        error_square=found.error_square,
        degrees=found.error_degrees,
        rows=found.rows,
        systems=found.systems,
    )
    assert isinstance(p, float)
    return p


def test_tukeys_test_is_that_of_scipy_where_subjects_differ() -> None:
    """With the error between subjects it is the test that scipy has."""
    table = np.random.default_rng(3).normal([3.0, 3.4, 4.1, 3.2], 0.8, size=(9, 4))
    rows, systems = table.shape
    within = float(table.var(axis=0, ddof=1).mean())
    judge = stats.tukey_hsd(*table.T).pvalue
    means = table.mean(axis=0)
    options = {"error_square": within, "degrees": systems * (rows - 1), "rows": rows}
    for one in range(systems):
        for other in range(one):
            p = variance.tukey_p(means[one] - means[other], systems=systems, **options)
            assert p == pytest.approx(judge[one, other], abs=1e-9)


def test_tukeys_test_against_a_printed_table() -> None:
    """The critical values for 3 means at 0.05 and 0.01: 3.877 and 5.270 with 10 degrees."""
    options = {"error_square": 10.0, "degrees": 10, "rows": 10, "systems": 3}
    assert variance.tukey_p(3.877, **options) == pytest.approx(0.05, abs=5e-5)
    assert variance.tukey_p(-5.270, **options) == pytest.approx(0.01, abs=5e-5)
    assert variance.tukey_p(0.0, **options) == 1
    assert 0 <= variance.tukey_p(1e4, **options) < 1e-9


@pytest.mark.parametrize(
    ("table", "p", "said"),
    [
        ([[3, 3, 3], [3, 3, 3]], None, "rates all systems the same"),
        ([[1, 1, 1], [5, 5, 5]], None, "rates all systems the same"),
        ([[0.1, 0.2], [0.3, 0.4], [0.7, 0.8]], 0.0, "without bound"),
        ([[1, 2, 4]], None, "fewer than two rows"),
        ([[1], [2]], None, "one system alone"),
    ],
)
def test_where_there_is_no_f(table: list[list[float]], p: float | None, said: str) -> None:
    found = variance.analyse_variance(np.array(table, dtype=np.float64))
    assert (found.f, found.p, found.p_corrected) == (None, p, p)
    assert said in found.note
    assert tukey(found, 0.0) == 1
    if p == 0:
        assert tukey(found, 0.1) == 0


def test_no_rows_at_all() -> None:
    assert "fewer than two rows" in variance.analyse_variance(np.empty((0, 3))).note


def test_by_chance_it_finds_something_as_often_as_it_says() -> None:
    """Of 2,000 studies without an effect 5 % have p < 0.05, by F and by the largest difference."""
    chance = np.random.default_rng(5)
    critical = stats.studentized_range.ppf(0.95, 3, 18)
    by_f = by_tukey = 0
    for _ in range(2000):
        table = chance.normal(size=(10, 3)) + chance.normal(size=(10, 1))
        found = variance.analyse_variance(table)
        by_f += found.p < 0.05
        spread = np.ptp(table.mean(axis=0)) / math.sqrt(found.error_square / 10)
        by_tukey += spread > critical
    assert 70 <= by_f <= 130
    assert 70 <= by_tukey <= 130


def test_epsilon_sees_that_differences_do_not_vary_alike() -> None:
    chance = np.random.default_rng(7)
    alike = chance.normal(size=(4000, 4))
    assert variance.sphericity(alike) > 0.99
    one_moves = alike * np.array([10, 0.1, 0.1, 0.1])
    # With one system that varies alone, epsilon is at its lowest, 1 / 3.
    assert variance.sphericity(one_moves) == pytest.approx(1 / 3, abs=0.01)
