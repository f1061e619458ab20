"""The tagger's network: its numbers, and a native run of it (core/scoring/tagger.h says how).

Matrices are kept in 8 bits, with a scale for each column (for each row of the table of inputs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic import _core

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ATTENTION = 0  # in place of the distance of a step's neighbours
READ = 6  # states that a convolution reads for each token
HEADS = 4
EPSILON = 1e-5


@dataclass(frozen=True, eq=False)
class Matrix:
    """Whole numbers of 8 bits, with a scale for each column, or for each row."""

    values: NDArray[np.int8] = field(repr=False)
    scales: Floats = field(repr=False)

    @cached_property
    def floats(self) -> Floats:
        """The numbers that are meant."""
        return self.values.astype(np.float32) * self.scales


def quantise(numbers: NDArray[Any], *, by_row: bool = False) -> Matrix:
    """Numbers in 8 bits.

    >>> matrix = quantise(np.array([[1.0, 0.5], [-0.5, 0.5]]))
    >>> matrix.values.tolist()
    [[127, 127], [-64, 127]]
    """
    largest = np.abs(numbers).max(axis=1 if by_row else 0, keepdims=by_row)
    scales = (np.where(largest > 0, largest, 127.0) / 127.0).astype(np.float32)
    return Matrix(np.rint(numbers / scales).astype(np.int8), scales)


@dataclass(frozen=True, eq=False, slots=True)
class Layer:
    """Two maps, with something in between; `distance` is that of neighbours, or ATTENTION."""

    distance: int
    inner: Matrix = field(repr=False)
    inner_bias: Floats = field(repr=False)
    outer: Matrix = field(repr=False)
    outer_bias: Floats = field(repr=False)


@dataclass(frozen=True, eq=False)
class Network:
    """All numbers of the tagger; the first row of the table is of no input, and 0."""

    table: Matrix
    layers: tuple[Layer, ...]
    output: Floats
    output_bias: Floats

    def run(self, inputs: Ints, governors: Sequence[int]) -> Floats:
        """A number for each token; `inputs` are rows of the table, as many for each token."""
        return self._native.run(inputs.ravel(), np.array(governors, dtype=np.int64))

    @cached_property
    def _native(self) -> _core.Tagger:
        layers = [
            (
                layer.distance,
                layer.inner.floats.ravel(),
                layer.inner_bias,
                layer.outer.floats.ravel(),
                layer.outer_bias,
            )
            for layer in self.layers
        ]
        table, scales = self.table.values.ravel(), self.table.scales.ravel()
        return _core.Tagger(table, scales, layers, self.output, float(self.output_bias[0]))
