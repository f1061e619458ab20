"""MIRA's small programme by its optimality conditions and a general solver; averages by history."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from learning_problems import solve_dual
from scipy import sparse

from laconic.learning.mira import AveragedWeights, solve_margins
from laconic.learning.problem import FloatArray


def random_margins(
    seed: int, rivals: int, width: int, *, attainable: bool
) -> tuple[FloatArray, FloatArray]:
    """Differences of small whole numbers, some of them zero or twice there, and margins; if they
    are attainable, some weights grant them all."""
    chance = np.random.default_rng(seed)
    differences = chance.integers(-2, 3, (rivals, width)).astype(np.float64)
    differences[chance.random(rivals) < 0.1] = 0
    if rivals > 1 and chance.random() < 0.3:
        differences[-1] = differences[0]
    if attainable:
        granted = differences @ chance.integers(-2, 3, width)
        return differences, granted - chance.integers(0, 4, rivals)
    return differences, chance.integers(-4, 9, rivals).astype(np.float64)


SIZES = st.tuples(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 8))
COSTS = st.sampled_from([0.01, 0.3, 5.0])


@given(SIZES)
def test_without_a_bound_all_margins_are_granted_by_the_least_change(
    sizes: tuple[int, int, int],
) -> None:
    """Karush, Kuhn and Tucker: α ≥ 0, every margin granted, and α > 0 only where it just is."""
    differences, margins = random_margins(*sizes, attainable=True)
    alphas = solve_margins(differences, margins)
    spare = differences @ (alphas @ differences) - margins
    assert (alphas >= 0).all()
    assert (spare >= -1e-4).all()  # a thousand sweeps are not quite enough for one in thousands
    assert alphas * spare == pytest.approx(0, abs=1e-3)


@given(SIZES, COSTS)
def test_with_a_bound_margins_may_be_missed_only_where_it_is_reached(
    sizes: tuple[int, int, int], c: float
) -> None:
    differences, margins = random_margins(*sizes, attainable=False)
    alphas = solve_margins(differences, margins, c=c)
    spare = differences @ (alphas @ differences) - margins
    assert ((alphas >= 0) & (alphas <= c)).all()
    for row, alpha, left in zip(differences, alphas, spare, strict=True):
        if row.any():  # nothing changes the margin of what has the same features
            assert left >= -1e-5 or alpha == c
            assert left <= 1e-5 or alpha == 0


@given(SIZES, COSTS)
def test_the_change_is_that_of_a_general_solver(sizes: tuple[int, int, int], c: float) -> None:
    differences, margins = random_margins(*sizes, attainable=False)
    count = len(margins)
    bounds = sparse.vstack([-sparse.eye(count), sparse.eye(count)]).tocsc()
    limits = np.concatenate([np.zeros(count), np.full(count, c)])
    _, judged = solve_dual(differences, margins, bounds, limits)
    alphas = solve_margins(differences, margins, c=c)
    assert alphas @ differences == pytest.approx(judged @ differences, abs=1e-4)


def test_one_rival_by_hand() -> None:
    """The least w with w · (3, 4) ≥ 10 is (3, 4) · 10 / 25."""
    difference, margin = np.array([[3.0, 4.0]]), np.array([10.0])
    assert solve_margins(difference, margin).tolist() == [0.4]
    assert solve_margins(difference, margin, c=0.1).tolist() == [0.1]
    assert solve_margins(difference, -margin).tolist() == [0.0]


def test_a_rival_with_the_same_features_changes_nothing() -> None:
    assert solve_margins(np.zeros((1, 2)), np.array([5.0])).tolist() == [0.0]


CHANGES = st.lists(
    st.dictionaries(st.integers(0, 4), st.floats(-9, 9, width=32), max_size=5), max_size=12
)


@given(CHANGES)
def test_the_average_is_the_mean_of_the_weights_after_each_step(
    changes: list[dict[int, float]],
) -> None:
    weights, history = AveragedWeights.zeros(5), []
    for change in changes:
        columns = np.array(list(change), dtype=np.int64)
        weights.step(columns, np.array(list(change.values()), dtype=np.float64))
        history.append(weights.current.copy())
    expected = np.mean(history, axis=0) if history else np.zeros(5)
    assert weights.average() == pytest.approx(expected, abs=1e-9)


def test_a_copy_goes_its_own_way() -> None:
    weights = AveragedWeights.zeros(1)
    weights.step(np.array([0]), np.array([1.0]))
    other = weights.copy()
    other.step(np.array([0]), np.array([1.0]))
    assert (weights.steps, weights.current.tolist(), weights.average().tolist()) == (
        1,
        [1.0],
        [1.0],
    )
    assert (other.steps, other.current.tolist(), other.average().tolist()) == (2, [2.0], [1.5])
