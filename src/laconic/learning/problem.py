"""`Problem`: what is learned from, as far as a learner sees it.

Equation (10) has a constraint for each example and each wrong answer. Written as a row r with a
loss L, a constraint asks for w · r ≥ L − ξ, where ξ is the example's slack. With margin rescaling r
is Ψ(right) − Ψ(wrong); with slack rescaling it is the same times L.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
Key = tuple[int, ...]  # what tells the wrong answers of one example apart
Arrays = Mapping[str, NDArray[Any]]  # the state of a learner
MISFIT = "the arrays of the learner do not fit together"
_LARGEST = 1e15  # of a number in the state of a learner


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """A sparse row and its loss; columns are in order, each once."""

    columns: IntArray
    values: FloatArray
    loss: float

    def violation(self, weights: FloatArray) -> float:
        """How large the slack must be at the least, with these weights."""
        return self.loss - float(np.sum(weights[self.columns] * self.values))


@dataclass(frozen=True, eq=False, slots=True)
class Answer:
    """A wrong answer, by its key, and the constraint it gives."""

    key: Key
    row: Row


class Problem(Protocol):
    """Examples with many wrong answers each, of which the most violated can be searched for.

    The same weights must give the same answers, in whatever company an example is asked for.
    """

    @property
    def examples(self) -> int: ...
    @property
    def dimension(self) -> int: ...

    def most_violated(self, weights: FloatArray, examples: Sequence[int]) -> Iterator[Answer]:
        """The most violated constraint of each of these examples, in their order."""
        ...

    def row(self, example: int, key: Key) -> Row:
        """The constraint of an answer that was found before."""
        ...


@dataclass(frozen=True, slots=True)
class Round:
    """How far learning has come.

    `primal` is the objective of equation (10) with the weights of this round, each slack the
    largest that the search or the working set shows: a search that prunes may miss a larger one, so
    that the gap is relative to it. An `estimated` primal is of weights that changed on the way.
    """

    number: int
    primal: float
    dual: float
    violated: int
    constraints: int
    seconds: float
    search_seconds: float
    estimated: bool = False
    converged: bool = False

    @property
    def gap(self) -> float:
        return self.primal - self.dual


def check_arrays(state: Arrays, *, counts: Sequence[str], numbers: Sequence[str]) -> None:
    """A ValueError unless these are lists of whole numbers from 0 up, and of usual numbers."""
    for name in counts:
        if state[name].ndim != 1 or state[name].dtype.kind != "i" or (state[name] < 0).any():
            raise ValueError(MISFIT)
    for name in numbers:
        array = state[name]
        if array.ndim != 1 or array.dtype != np.float64 or not (abs(array) <= _LARGEST).all():
            raise ValueError(MISFIT)


def objective(weights: FloatArray, slacks: FloatArray, c: float) -> float:
    """Equation (10): ½‖w‖² + C/n · Σ ξ."""
    return 0.5 * squared_norm(weights) + c / max(len(slacks), 1) * float(np.sum(slacks))


def squared_norm(weights: FloatArray) -> float:
    """‖w‖², summed in one order whatever library numpy was built with."""
    return float(np.sum(weights * weights))
