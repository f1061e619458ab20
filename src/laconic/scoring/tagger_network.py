"""The tagger's network in numpy: a number for each token, from the rows of its inputs.

1. A token begins as the sum of the rows of its inputs; an input that is not known has none.
2. Every step adds to the states. A convolution reads, for each token, its own state, those of its
   neighbours at a distance, of its governor and of that one's governor, and the mean of those of
   its dependents. Attention reads the states of all tokens.
3. States are normalised before each step and at the end, where a sum of them is the answer.

Matrices are kept in 8 bits, with a scale for each column (for each row of the table of inputs),
and become floats when they are first needed. Products are made in parts, each so small that BLAS
does it in the thread that asks: its own threads would wait for each other where all cores are busy,
which takes many times as long as the product.
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
_SMALL = 2**18  # multiplications up to which OpenBLAS takes no other thread


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


@dataclass(frozen=True, eq=False)
class Layer:
    """Two maps, with something in between; `distance` is that of neighbours, or ATTENTION."""

    distance: int
    inner: Matrix = field(repr=False)
    inner_bias: Floats = field(repr=False)
    outer: Matrix = field(repr=False)
    outer_bias: Floats = field(repr=False)

    def run(self, states: Floats, links: Links) -> Floats:
        """What is added to the states."""
        normal = normalised(states)
        if self.distance == ATTENTION:
            found = _attend(_product(normal[None], self._parts) + self._part_biases)
        else:
            read = _product(links.read(normal, self.distance), self._parts)
            found = np.maximum(read.sum(axis=0) + self.inner_bias, 0.0)
        added: Floats = _product(found[None], self.outer.floats[None])[0] + self.outer_bias
        return added

    @cached_property
    def _parts(self) -> Floats:
        """The first map in squares: for each state that is read, or for query, key and value."""
        width = len(self.outer_bias)
        if self.distance != ATTENTION:
            return self.inner.floats.reshape(READ, width, -1)
        return np.ascontiguousarray(self.inner.floats.reshape(width, 3, width).transpose(1, 0, 2))

    @cached_property
    def _part_biases(self) -> Floats:
        return self.inner_bias.reshape(3, 1, -1)


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
            states = states + layer.run(states, links)
        answers: Floats = normalised(states) @ self.output + self.output_bias
        return answers


class Links:
    """Which tokens of a sentence are read together: by their distance, and by dependencies."""

    def __init__(self, governors: Sequence[int]) -> None:
        size = len(governors)
        # What is outside is the last row, which is 0.
        governed = np.array(governors)
        governed[governed < 0] = size
        self.linked = np.empty((READ - 1, size), dtype=np.int64)
        self.linked[0] = np.arange(size)
        self.linked[3] = governed
        self.linked[4] = np.append(governed, size)[governed]
        self.order = np.argsort(governed, kind="stable")
        ranked = governed[self.order]
        self.starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
        self.heads = ranked[self.starts]
        self.counts = np.diff(self.starts, append=size).astype(np.float32)[:, None]

    def read(self, states: Floats, distance: int) -> Floats:
        """The states that a convolution reads: the first of each token, the second, and so on."""
        size, width = states.shape
        places, linked = self.linked[0], self.linked
        linked[1] = np.where(places < distance, size, places - distance)
        linked[2] = np.minimum(places + distance, size)
        rows = np.zeros((size + 1, width), dtype=np.float32)
        rows[:size] = states
        read = np.zeros((READ, size + 1, width), dtype=np.float32)
        read[:-1, :size] = rows[linked]
        read[-1, self.heads] = np.add.reduceat(states[self.order], self.starts) / self.counts
        return read[:, :size]


def normalised(states: Floats) -> Floats:
    """Each state with mean 0 and variance 1."""
    centred = states - states.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / np.float32(states.shape[1])
    normal: Floats = centred / np.sqrt(variance + np.float32(EPSILON))[:, None]
    return normal


def _product(states: Floats, parts: Floats) -> Floats:
    """The product of each part with its states, or with those of all."""
    size, rows = states.shape[1], max(1, _SMALL // (parts.shape[1] * parts.shape[2]))
    if size <= rows:
        return states @ parts
    some = [states[:, start : start + rows] @ parts for start in range(0, size, rows)]
    return np.concatenate(some, axis=1)


def _attend(parts: Floats) -> Floats:
    """What each token finds in all of them, by query, key and value, with several heads."""
    _, size, width = parts.shape
    queries, keys, values = parts.reshape(3, size, HEADS, width // HEADS).transpose(0, 2, 1, 3)
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
