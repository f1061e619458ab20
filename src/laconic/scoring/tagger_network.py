"""The tagger's network in numpy: a number for each token, from the rows of its inputs.

1. A token begins as the sum of the rows of its inputs; an input that is not known has none.
2. Every step adds to the states. A convolution reads, for each token, its own state, those of its
   neighbours at a distance, of its governor and of that one's governor, and the mean of those of
   its dependents. Attention reads the states of all tokens.
3. States are normalised before each step and at the end, where a sum of them is the answer.

Matrices are kept in 8 bits, with a scale for each column (for each row of the table of inputs),
and become floats when they are first needed. There is one matrix product and little more for each
layer, so that threads hardly wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ATTENTION = 0  # in place of the distance of a step's neighbours
READ = 6  # states that a convolution reads for each token
HEADS = 4
EPSILON = 1e-5
_QUERIES_AT_ONCE = 512  # so that memory is in proportion to the length of a sentence


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
    inner: Matrix
    inner_bias: Floats
    outer: Matrix
    outer_bias: Floats


@dataclass(frozen=True, eq=False, slots=True)
class Network:
    """All numbers of the tagger; the first row of the table is of no input, and 0."""

    table: Matrix
    layers: tuple[Layer, ...]
    output: Floats
    output_bias: Floats

    def run(self, inputs: Ints, governors: Sequence[int]) -> Floats:
        """A number for each token; `inputs` are rows of the table, as many for each token."""
        if not len(inputs):
            return np.zeros(0, dtype=np.float32)
        states: Floats = self.table.floats[inputs].sum(axis=1)
        links = Links(governors)
        for layer in self.layers:
            read = links.read(normalised(states), layer.distance)
            inner = read @ layer.inner.floats + layer.inner_bias
            found = _attend(inner) if layer.distance == ATTENTION else np.maximum(inner, 0.0)
            states = states + found @ layer.outer.floats + layer.outer_bias
        answers: Floats = normalised(states) @ self.output + self.output_bias
        return answers


class Links:
    """Which tokens of a sentence are read together: by their distance, and by dependencies."""

    def __init__(self, governors: Sequence[int]) -> None:
        size = len(governors)
        # What is outside is the last row, which is 0.
        governed = np.array(governors)
        governed[governed < 0] = size
        self.linked = np.empty((size, READ - 1), dtype=np.int64)
        self.linked[:, 0] = np.arange(size)
        self.linked[:, 3] = governed
        self.linked[:, 4] = np.append(governed, size)[governed]
        self.order = np.argsort(governed, kind="stable")
        ranked = governed[self.order]
        self.starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
        self.heads = ranked[self.starts]
        self.counts = np.diff(self.starts, append=size).astype(np.float32)[:, None]

    def read(self, states: Floats, distance: int) -> Floats:
        """The states that a step reads for each token, side by side."""
        if distance == ATTENTION:
            return states
        size, width = states.shape
        places, linked = self.linked[:, 0], self.linked
        linked[:, 1] = np.where(places < distance, size, places - distance)
        linked[:, 2] = np.minimum(places + distance, size)
        rows = np.zeros((size + 1, width), dtype=np.float32)
        rows[:size] = states
        read = np.zeros((size + 1, READ, width), dtype=np.float32)
        read[:size, :-1] = rows[linked]
        read[self.heads, -1] = np.add.reduceat(states[self.order], self.starts) / self.counts
        return read[:size].reshape(size, READ * width)


def normalised(states: Floats) -> Floats:
    """Each state with mean 0 and variance 1."""
    centred = states - states.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / np.float32(states.shape[1])
    normal: Floats = centred / np.sqrt(variance + np.float32(EPSILON))[:, None]
    return normal


def _attend(inner: Floats) -> Floats:
    """What each token finds in all of them, by query, key and value, with several heads."""
    size, width = len(inner), inner.shape[1] // 3
    queries, keys, values = inner.reshape(size, 3, HEADS, width // HEADS).transpose(1, 2, 0, 3)
    queries = queries * np.float32((width // HEADS) ** -0.5)
    found = np.empty((size, HEADS, width // HEADS), dtype=np.float32)
    for start in range(0, size, _QUERIES_AT_ONCE):
        part = slice(start, start + _QUERIES_AT_ONCE)
        shares = queries[:, part] @ keys.transpose(0, 2, 1)
        shares -= shares.max(axis=2, keepdims=True)
        np.exp(shares, out=shares)
        shares /= shares.sum(axis=2, keepdims=True)
        found[part] = (shares @ values).transpose(1, 0, 2)
    return found.reshape(size, width)
