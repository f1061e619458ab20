"""Equation (10) by block-coordinate Frank-Wolfe, for corpora too large for working sets.

1. Each example has one point: a mixture of its constraints, added up in one sparse row. Weights are
   the sum of all points.
2. A round visits the examples in an order drawn anew. For each, the most violated constraint is
   searched, and the point moves towards it as far as raises the dual most: no step size is needed.
3. Examples are searched a batch at a time, side by side, with the same weights, and moved one after
   the other. The batch is fixed, so that the result does not depend on threads.
4. Slacks are those of the weights at the time of each visit. Only when the estimated gap is small
   are all examples searched with the same weights, to know it for sure.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.learning.problem import (
    MISFIT,
    Arrays,
    FloatArray,
    IntArray,
    Problem,
    Round,
    Row,
    check_arrays,
    objective,
    squared_norm,
)

_LARGEST_BATCH = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`c` and `epsilon` are the paper's C and ε: learning stops at a gap of C · ε, which is what
    cutting planes guarantee. A batch of None is a hundredth of the examples, at most 32: the larger
    it is, the older are the weights that an answer was searched with."""

    c: float
    epsilon: float = 0.1
    batch: int | None = None
    seed: int = 0


@dataclass(slots=True)
class _Point:
    columns: IntArray
    values: FloatArray
    loss: float

    def held(self, weights: FloatArray) -> float:
        """Loss less score: C/n times the mean violation of the constraints it is a mixture of."""
        return self.loss - float(np.sum(weights[self.columns] * self.values))


class FrankWolfe:
    """Learns from a problem, round by round; `measured` are the weights of the last one."""

    def __init__(self, problem: Problem, settings: Settings) -> None:
        self.problem, self.settings = problem, settings
        self.weights: FloatArray = np.zeros(problem.dimension)
        self.loss = 0.0
        self.rounds = 0
        nothing = np.zeros(0, dtype=np.int32), np.zeros(0)
        self.points = [_Point(*nothing, 0.0) for _ in range(problem.examples)]

    def round(self) -> Round:
        """A visit to every example."""
        started = time.perf_counter()
        settings, size = self.settings, self.problem.examples
        # Those of the last round may be kept by somebody.
        self.weights = self.weights.copy()
        order = np.random.default_rng([settings.seed, self.rounds]).permutation(size)
        violated, gap, searching = 0, 0.0, 0.0
        batch_size = settings.batch or min(max(size // 100, 1), _LARGEST_BATCH)
        for first in range(0, size, batch_size):
            batch = order[first : first + batch_size].tolist()
            searched, began = self.weights.copy(), time.perf_counter()
            answers = list(self.problem.most_violated(searched, batch))
            searching += time.perf_counter() - began
            for example, answer in zip(batch, answers, strict=True):
                # Of the weights that were searched with: only there is the answer the worst one.
                block_gap = max(self._gap(example, answer.row, searched), 0.0)
                self._move(example, answer.row)
                gap += block_gap
                violated += block_gap > settings.epsilon * settings.c / size
        # Weights are added up anew, so that going on later from the points gives the same.
        self._add_up()
        self.rounds += 1
        estimated = gap > settings.epsilon * settings.c
        dual = self._dual()
        primal = dual + gap
        if not estimated:
            primal = objective(self.weights, self._slacks(), settings.c)
        return Round(
            self.rounds,
            primal,
            dual,
            violated,
            size,
            time.perf_counter() - started,
            searching,
            estimated=estimated,
            converged=not estimated and primal - dual <= settings.epsilon * settings.c,
        )

    @property
    def measured(self) -> FloatArray:
        return self.weights

    def warm_start(self, other: FrankWolfe) -> None:
        """Begin with the points of another learner of the same problem, scaled to this C."""
        scale = self.settings.c / other.settings.c
        self.points = [
            _Point(point.columns, point.values * scale, point.loss * scale)
            for point in other.points
        ]
        self._add_up()

    def _gap(self, example: int, row: Row, weights: FloatArray) -> float:
        """How far a point is from the best of its example, by these weights."""
        share = self.settings.c / self.problem.examples
        return share * max(row.violation(weights), 0.0) - self.points[example].held(weights)

    def _move(self, example: int, row: Row) -> None:
        """Move a point towards a constraint, as far as raises the dual most."""
        share, point = self.settings.c / self.problem.examples, self.points[example]
        weights = self.weights
        gap = self._gap(example, row, weights)
        if gap <= 0:
            return
        if row.violation(weights) <= 0:
            row = Row(row.columns[:0], row.values[:0], 0.0)
        columns = np.union1d(point.columns, row.columns)
        here = np.searchsorted(columns, point.columns)
        change = np.zeros(len(columns))
        change[np.searchsorted(columns, row.columns)] = share * row.values
        change[here] -= point.values
        bend = squared_norm(change)
        step = 1.0 if bend == 0 else min(1.0, gap / bend)
        weights[columns] += step * change
        values = step * change
        values[here] += point.values
        kept = values != 0
        loss = point.loss + step * (share * row.loss - point.loss)
        self.points[example] = _Point(columns[kept], values[kept], loss)

    def _slacks(self) -> FloatArray:
        """The largest violation that the search or the point shows: a search may miss what it has
        found before, and a point is a mixture of that."""
        share = self.settings.c / self.problem.examples
        answers = self.problem.most_violated(self.weights, range(self.problem.examples))
        return np.array(
            [
                max(answer.row.violation(self.weights), point.held(self.weights) / share, 0.0)
                for answer, point in zip(answers, self.points, strict=True)
            ]
        )

    def _dual(self) -> float:
        return self.loss - 0.5 * squared_norm(self.weights)

    def _add_up(self) -> None:
        self.weights = np.zeros(self.problem.dimension)
        for point in self.points:
            self.weights[point.columns] += point.values
        self.loss = sum(point.loss for point in self.points)

    def state(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on later, as arrays."""
        return {
            "rounds": np.array([self.rounds]),
            "losses": np.array([point.loss for point in self.points]),
            "sizes": np.array([len(point.columns) for point in self.points]),
            "columns": np.concatenate([point.columns for point in self.points]),
            "values": np.concatenate([point.values for point in self.points]),
        }

    def restore(self, state: Arrays) -> None:
        """Go on from where `state` was taken."""
        _check_state(state, len(self.points), self.problem.dimension)
        self.rounds = int(state["rounds"][0])
        stops = np.cumsum(state["sizes"])[:-1]
        columns, values = np.split(state["columns"], stops), np.split(state["values"], stops)
        losses = state["losses"].tolist()
        self.points = [_Point(*point) for point in zip(columns, values, losses, strict=True)]
        self._add_up()


def _check_state(state: Arrays, points: int, dimension: int) -> None:
    """A ValueError for arrays that `state` would not give."""
    check_arrays(state, counts=("rounds", "sizes", "columns"), numbers=("losses", "values"))
    sizes, columns = state["sizes"], state["columns"]
    # Within a point columns go up; from the last of one to the first of the next they need not.
    ups = np.diff(columns) > 0
    firsts = np.cumsum(sizes)[:-1]
    ups[firsts[(firsts > 0) & (firsts < len(columns))] - 1] = True
    fits = (
        len(state["rounds"]) == 1
        and len(sizes) == len(state["losses"]) == points
        and len(columns) == len(state["values"]) == sizes.sum()
        and columns.max(initial=0) < max(dimension, 1)
        and bool(ups.all())
    )
    if not fits:
        raise ValueError(MISFIT)
