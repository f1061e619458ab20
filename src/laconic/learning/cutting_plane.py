"""Equation (10) by cutting planes, with a working set for each example (n-slack).

1. A round searches the most violated constraint of every example with the weights as they are. It
   joins the working set of its example if it is violated by more than ε beyond all that are there.
2. The quadratic programme over the working sets gives the next weights (learning/quadratic).
3. When no constraint joins, every slack is right up to ε, and learning is done.

While many constraints still join, the programme need not be solved to the last digit: its gap is
kept to a tenth of the gap of the round.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.learning.problem import (
    MISFIT,
    Arrays,
    FloatArray,
    Key,
    Problem,
    Round,
    check_arrays,
    objective,
)
from laconic.learning.quadratic import Block, dual_value, solve, weights_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`c` and `epsilon` are the paper's C and ε; `exactness` is the share of the last gap to which
    programmes are solved; constraints unused for `idle_rounds` are dropped."""

    c: float
    epsilon: float = 0.1
    exactness: float = 0.1
    most_sweeps: int = 200
    idle_rounds: int = 50


class CuttingPlane:
    """Learns from a problem, round by round; `measured` are the weights of the last one."""

    def __init__(self, problem: Problem, settings: Settings) -> None:
        self.problem, self.settings = problem, settings
        capacity = settings.c / max(problem.examples, 1)
        self.blocks = [Block(capacity) for _ in range(problem.examples)]
        self.measured: FloatArray = np.zeros(problem.dimension)
        self.rounds = 0

    def round(self) -> Round:
        """One search over all examples, and the next weights."""
        started = time.perf_counter()
        settings, blocks = self.settings, self.blocks
        weights = self.measured = weights_of(blocks, self.problem.dimension)
        dual = dual_value(blocks, weights)
        slacks, violated = np.zeros(len(blocks)), 0
        scratch = np.zeros(self.problem.dimension)
        answers = self.problem.most_violated(weights, range(len(blocks)))
        for number, (block, answer) in enumerate(zip(blocks, answers, strict=True)):
            slack = max(block.violations(weights))
            found = answer.row.violation(weights)
            if found > slack + settings.epsilon and answer.key not in block.keys:
                block.add(answer.key, answer.row, scratch)
                violated += 1
            slacks[number] = max(slack, found)
        searched = time.perf_counter()
        primal = objective(weights, slacks, settings.c)
        converged = not violated and primal - dual <= 1.1 * settings.epsilon * settings.c
        if not converged:
            # Without a new constraint, what is left of the gap is the programme's.
            self._solve(primal - dual if violated else 0.1 * (primal - dual))
        self.rounds += 1
        return Round(
            self.rounds,
            primal,
            dual,
            violated,
            sum(len(block) for block in blocks),
            time.perf_counter() - started,
            searched - started,
            converged=converged,
        )

    def _solve(self, gap: float) -> None:
        settings = self.settings
        least = 0.01 * settings.epsilon * settings.c
        weights = weights_of(self.blocks, self.problem.dimension)
        solve(
            self.blocks,
            weights,
            tolerance=max(least, settings.exactness * gap),
            most_sweeps=settings.most_sweeps,
            seed=self.rounds,
        )
        for block in self.blocks:
            block.forget_idle(settings.idle_rounds)

    def warm_start(self, other: CuttingPlane) -> None:
        """Begin with the working sets of another learner over the same examples.

        Its α are scaled to this C.
        """
        scale = self.settings.c / other.settings.c
        scratch = np.zeros(self.problem.dimension)
        for number, (block, old) in enumerate(zip(self.blocks, other.blocks, strict=True)):
            for key in old.keys:
                block.add(key, self.problem.row(number, key), scratch)
            block.alphas = [alpha * scale for alpha in old.alphas]
        # Searches come next, so that the last digits can wait.
        self._solve(5 * self.settings.epsilon * self.settings.c)

    def state(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on later, as arrays."""
        keys = [key for block in self.blocks for key in block.keys]
        return {
            "rounds": np.array([self.rounds]),
            "measured": self.measured,
            "counts": np.array([len(block) for block in self.blocks]),
            "alphas": np.concatenate([block.alphas for block in self.blocks]),
            "idle": np.array([idle for block in self.blocks for idle in block.idle], dtype=int),
            "key_sizes": np.array([len(key) for key in keys], dtype=int),
            "keys": np.array([number for key in keys for number in key], dtype=int),
        }

    def restore(self, state: Arrays) -> None:
        """Go on from where `state` was taken."""
        _check_state(state, self.blocks, self.problem.dimension)
        scratch = np.zeros(self.problem.dimension)
        self.rounds, self.measured = int(state["rounds"][0]), np.array(state["measured"])
        counts, alphas, idle = (state[name].tolist() for name in ("counts", "alphas", "idle"))
        keys = _split_keys(state["key_sizes"].tolist(), state["keys"].tolist())
        first = 0
        for number, (block, count) in enumerate(zip(self.blocks, counts, strict=True)):
            for key in keys[first : first + count]:
                block.add(key, self.problem.row(number, key), scratch)
            # Each block has one more, for the constraint of zeros.
            block.alphas = alphas[first + number : first + number + count + 1]
            block.idle = idle[first : first + count]
            first += count


def _check_state(state: Arrays, blocks: Sequence[Block], dimension: int) -> None:
    """A ValueError for arrays that `state` would not give."""
    check_arrays(
        state,
        counts=("rounds", "counts", "key_sizes", "keys", "idle"),
        numbers=("alphas", "measured"),
    )
    counts, sizes, alphas = state["counts"], state["key_sizes"], state["alphas"]
    constraints = int(counts.sum())
    fits = (
        len(state["rounds"]) == 1
        and len(counts) == len(blocks)
        and len(sizes) == len(state["idle"]) == constraints
        and len(state["keys"]) == sizes.sum()
        and len(alphas) == constraints + len(blocks)
        and len(state["measured"]) == dimension
        and bool(np.all((alphas >= 0) & (alphas <= 1.001 * blocks[0].capacity)))
    )
    if not fits:
        raise ValueError(MISFIT)


def _split_keys(sizes: list[int], numbers: list[int]) -> list[Key]:
    keys, first = [], 0
    for size in sizes:
        keys.append(tuple(numbers[first : first + size]))
        first += size
    return keys
