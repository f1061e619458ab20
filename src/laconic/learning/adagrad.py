"""Equation (10) by stochastic subgradients, for corpora of any size: approximate, and fast.

1. A round visits the examples in an order drawn anew, a batch at a time. Each violated constraint
   moves the weights along it; a feature that has moved often moves less and less (AdaGrad).
2. Weights shrink towards zero as equation (10) has it, by C, every so many batches.
3. The answer is the average of the weights after all batches of the rounds from the second on: it
   changes little from round to round where the weights themselves still do.
4. Nothing says how far the optimum is, so a run never converges: rounds are counted.
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
    Problem,
    Round,
    check_arrays,
    squared_norm,
)

_FIRST_AVERAGED = 1  # rounds before it are left out of the average
_SHRINK_EVERY = 100  # batches: it takes time in proportion to all features


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`c` is the paper's C, `rate` how far the first step of a feature goes."""

    c: float
    rate: float = 0.1
    batch: int = 32
    seed: int = 0


class AdaGrad:
    """Learns from a problem, round by round; `measured` is the average so far.

    It begins with the weights `first`, or with none. Of these, a weight that nothing moves stays.
    """

    def __init__(
        self, problem: Problem, settings: Settings, first: FloatArray | None = None
    ) -> None:
        self.problem, self.settings = problem, settings
        size = problem.dimension
        self.weights: FloatArray = np.zeros(size) if first is None else first.copy()
        self.squares: FloatArray = np.zeros(size)
        # What the weights lack of having been all along what they are: moves, times the batches
        # before them. Less a part of it, the weights are their average.
        self.late: FloatArray = np.zeros(size)
        self.averaged = 0
        self.rounds = 0

    def round(self) -> Round:
        """A visit to every example."""
        started = time.perf_counter()
        settings, size = self.settings, self.problem.examples
        order = np.random.default_rng([settings.seed, self.rounds]).permutation(size)
        if self.rounds == _FIRST_AVERAGED:
            self.late, self.averaged = np.zeros(len(self.late)), 0
        violated, slack, searching = 0, 0.0, 0.0
        waiting = 0
        for number, first in enumerate(range(0, size, settings.batch), start=1):
            batch = order[first : first + settings.batch].tolist()
            began = time.perf_counter()
            answers = list(self.problem.most_violated(self.weights, batch))
            searching += time.perf_counter() - began
            slacks = [answer.row.violation(self.weights) for answer in answers]
            for answer, amount in zip(answers, slacks, strict=True):
                if amount > 0:
                    self._move(answer.row.columns, answer.row.values)
                    violated += 1
                    slack += amount
            waiting += len(batch)
            if number % _SHRINK_EVERY == 0 or first + settings.batch >= size:
                self._shrink(waiting)
                waiting = 0
            self.averaged += 1
        self.rounds += 1
        primal = 0.5 * squared_norm(self.weights) + settings.c / size * slack
        return Round(
            self.rounds,
            primal,
            0.0,
            violated,
            size,
            time.perf_counter() - started,
            searching,
            estimated=True,
            converged=False,
        )

    def _move(self, columns: NDArray[np.int32], values: FloatArray) -> None:
        self.squares[columns] += values**2
        step = self.settings.rate * values / np.sqrt(self.squares[columns])
        self.weights[columns] += step
        self.late[columns] += self.averaged * step

    def _shrink(self, examples: int) -> None:
        # Beside C/n times the slack of each example, half the squared norm is spread over all.
        known = self.squares > 0
        share = self.settings.rate * examples / self.settings.c
        smaller = self.weights[known] / (1.0 + share / np.sqrt(self.squares[known]))
        self.late[known] += self.averaged * (smaller - self.weights[known])
        self.weights[known] = smaller

    @property
    def measured(self) -> FloatArray:
        return self.weights - self.late / max(self.averaged, 1)

    def state(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on later, as arrays."""
        return {
            "rounds": np.array([self.rounds]),
            "averaged": np.array([self.averaged]),
            "weights": self.weights.copy(),
            "squares": self.squares.copy(),
            "late": self.late.copy(),
        }

    def restore(self, state: Arrays) -> None:
        """Go on from where `state` was taken."""
        _check_state(state, self.problem.dimension)
        self.rounds, self.averaged = int(state["rounds"][0]), int(state["averaged"][0])
        self.weights, self.squares = state["weights"].copy(), state["squares"].copy()
        self.late = state["late"].copy()


def _check_state(state: Arrays, dimension: int) -> None:
    """A ValueError for arrays that `state` would not give."""
    counts, numbers = ("rounds", "averaged"), ("weights", "squares", "late")
    check_arrays(state, counts=counts, numbers=numbers)
    fits = (
        all(len(state[name]) == 1 for name in counts)
        and all(len(state[name]) == dimension for name in numbers)
        and bool((state["squares"] >= 0).all())
        and (state["averaged"][0] > 0) == (state["rounds"][0] > 0)
    )
    if not fits:
        raise ValueError(MISFIT)
