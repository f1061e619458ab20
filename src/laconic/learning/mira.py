"""MIRA: after each example, the least change of the weights that puts its answer ahead of rivals.

1. A rival asks for a margin: w · d ≥ loss, d being the vector of the answer less the rival's.
2. The least change that grants all of them is Σ α_i d_i, α from a small quadratic programme,
   solved in its dual by going through the α in turn (Hildreth's method). `c` bounds each α, so
   that no single example changes too much.
3. The weights to use are the average over all steps.

Crammer & Singer (2003); with the k best answers as rivals, McDonald (2006).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
_SWEEPS = 1000
_TOLERANCE = 1e-9


def solve_margins(differences: FloatArray, margins: FloatArray, *, c: float = np.inf) -> FloatArray:
    """The α of the least change Σ α_i d_i with d_j · Σ α_i d_i ≥ margin_j for all j.

    >>> solve_margins(np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([1.0, -1.0])).tolist()
    [0.25, 0.0]
    """
    # Without BLAS, so that the same data give the same weights on every machine.
    products = np.einsum("ik,jk->ij", differences, differences).tolist()
    wanted = margins.tolist()
    alphas = [0.0] * len(wanted)
    for _ in range(_SWEEPS):
        moved = 0.0
        for place, row in enumerate(products):
            size = row[place]
            if size <= 0:
                continue
            lacking = wanted[place] - sum(a * p for a, p in zip(alphas, row, strict=True))
            new = min(max(alphas[place] + lacking / size, 0.0), c)
            moved = max(moved, abs(new - alphas[place]) * size)
            alphas[place] = new
        if moved < _TOLERANCE:
            break
    return np.array(alphas, dtype=np.float64)


@dataclass(eq=False, slots=True)
class AveragedWeights:
    """Weights, and what is needed for their average over all steps.

    A change at step t counts from then on: the average is w − Σ t · change / steps.

    >>> weights = AveragedWeights.zeros(1)
    >>> for change in (0.0, 1.0, 0.0, 0.0):
    ...     weights.step(np.array([0]), np.array([change]))
    >>> weights.current.tolist(), weights.average().tolist()
    ([1.0], [0.75])
    """

    current: FloatArray
    weighted: FloatArray  # Σ t · change
    steps: int = field(default=0)

    @classmethod
    def zeros(cls, width: int) -> AveragedWeights:
        """Weights of nothing yet."""
        return cls(np.zeros(width), np.zeros(width))

    def copy(self) -> AveragedWeights:
        """The same weights, to be changed on their own."""
        return AveragedWeights(self.current.copy(), self.weighted.copy(), self.steps)

    def step(self, columns: NDArray[Any], change: FloatArray) -> None:
        """One example is done; `columns`, each once, change by this."""
        self.current[columns] += change
        self.weighted[columns] += self.steps * change
        self.steps += 1

    def average(self) -> FloatArray:
        """The mean of the weights after each step."""
        return self.current - self.weighted / max(self.steps, 1)
