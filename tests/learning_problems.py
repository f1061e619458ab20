"""Small problems for learners, every constraint listed, and a general solver as their judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy import sparse

from laconic.learning.problem import Answer, FloatArray, Key, Row


@dataclass
class ListedProblem:
    """For each example the constraints it has, as dense rows, and their losses."""

    rows: list[FloatArray]
    losses: list[FloatArray]

    @property
    def examples(self) -> int:
        return len(self.rows)

    @property
    def dimension(self) -> int:
        return int(self.rows[0].shape[1])

    def most_violated(self, weights: FloatArray, examples: Sequence[int]) -> Iterator[Answer]:
        for number in examples:
            place = int(np.argmax(self.losses[number] - self.rows[number] @ weights))
            yield Answer((place,), self.row(number, (place,)))

    def row(self, example: int, key: Key) -> Row:
        dense = self.rows[example][key[0]]
        columns = np.flatnonzero(dense).astype(np.int32)
        return Row(columns, dense[columns], float(self.losses[example][key[0]]))

    def slacks(self, weights: FloatArray) -> FloatArray:
        both = zip(self.rows, self.losses, strict=True)
        return np.array([max(0.0, float((loss - rows @ weights).max())) for rows, loss in both])


def random_problem(seed: int, examples: int, width: int, constraints: int) -> ListedProblem:
    """Sparse rows of small whole numbers, one of zeros in each example, and one column that nearly
    all share, large beside the others."""
    chance = np.random.default_rng(seed)
    rows, losses = [], []
    for _ in range(examples):
        dense = chance.integers(-2, 3, (constraints, width)) * (chance.random((1, width)) < 0.6)
        dense[:, 0] = chance.integers(-9, 10, constraints)
        dense[0] = 0
        rows.append(dense.astype(np.float64))
        losses.append(chance.integers(0, 6, constraints).astype(np.float64))
    return ListedProblem(rows, losses)


PROBLEMS = st.builds(
    random_problem,
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.integers(1, 8),
    st.integers(1, 6),
)


def judge(
    rows: Sequence[FloatArray], losses: Sequence[FloatArray], c: float
) -> tuple[float, FloatArray]:
    """The optimum of equation (10) over these constraints by an interior-point solver: its value,
    and the weights."""
    stacked, wanted = np.vstack(rows), np.concatenate(losses)
    owners = np.repeat(np.arange(len(rows)), [len(part) for part in rows])
    size, share = len(wanted), c / len(rows)
    sums = sparse.csc_matrix((np.ones(size), (owners, np.arange(size))), shape=(len(rows), size))
    bounds = sparse.vstack([-sparse.eye(size), sums]).tocsc()
    limits = np.concatenate([np.zeros(size), np.full(len(rows), share)])
    value, duals = solve_dual(stacked, wanted, bounds, limits)
    return value, stacked.T @ duals


def solve_dual(
    rows: FloatArray, wanted: FloatArray, bounds: Any, limits: FloatArray
) -> tuple[float, FloatArray]:
    """The most that wanted · α − |Σ α_i row_i|² / 2 can be where bounds · α ≤ limits, and α there,
    by an interior-point solver."""
    clarabel = pytest.importorskip("clarabel")
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    # In units of the largest limit: with all of them small, the solver gives up too early.
    unit = float(limits.max()) or 1.0
    products = sparse.triu(sparse.csc_matrix(unit * rows @ rows.T)).tocsc()
    cones = [clarabel.NonnegativeConeT(len(limits))]
    solver = clarabel.DefaultSolver(products, -wanted, bounds, limits / unit, cones, settings)
    solution = solver.solve()
    # It may stop short of its tolerance; but where it gives up, its own bounds are far apart.
    assert solution.obj_val == pytest.approx(solution.obj_val_dual, rel=1e-7, abs=1e-7)
    return -unit * float(solution.obj_val), unit * np.array(solution.x)
