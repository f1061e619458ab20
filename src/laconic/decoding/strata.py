"""`Strata`: counts along a derivation by which a chart is divided, so that what depends on them can
be decided once whole derivations are known. A length limit is one instance, a loss another."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.forest import Forest

IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]

_MOST_VALUES = 10_000_000
_LONGEST = 1_000_000  # of the words of one edge


@dataclass(frozen=True, eq=False)
class Strata:
    """Each edge adds to each count; a count stops at its cap.

    `increments` has a row for each edge. `values` holds tables that say what an item with these
    counts is worth, axes in the order of the counts, and `tables` which of them holds at which
    vertex: they steer pruning and are no part of a score. With `split` the limits of the beam hold
    for each value of the first count, every total it can have is found, and derivations whose total
    is not between `least` and `greatest` are left out.
    """

    increments: IntArray
    caps: tuple[int, ...]
    values: FloatArray | None = None
    tables: IntArray | None = None
    split: bool = False
    least: int = 0
    greatest: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "least", index(self.least))
        if self.greatest is not None:
            object.__setattr__(self, "greatest", index(self.greatest))
        if self.increments.ndim != 2 or self.increments.shape[1] != len(self.caps):
            raise ValueError(f"{len(self.caps)} caps for increments {self.increments.shape}")
        if (self.values is None) != (self.tables is None):
            raise ValueError("values need tables, and tables values")
        if self.values is not None and self.values.shape[1:] != self.sizes:
            raise ValueError(f"values {self.values.shape[1:]} for counts {self.sizes}")

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each count can have."""
        return tuple(cap + 1 for cap in self.caps)

    def counts_of(self, stratum: int) -> tuple[int, ...]:
        """The counts of a stratum, given by its number."""
        counts = []
        for size in self.sizes:
            stratum, count = divmod(stratum, size)
            counts.append(count)
        return tuple(counts)

    def number_of(self, counts: tuple[int, ...]) -> int:
        """The number of the stratum with these counts."""
        if len(counts) != len(self.caps) or not all(
            0 <= count <= cap for count, cap in zip(counts, self.caps, strict=True)
        ):
            raise ValueError(f"there is no stratum {counts}; counts go up to {self.caps}")
        number, stride = 0, 1
        for count, size in zip(counts, self.sizes, strict=True):
            number += count * stride
            stride *= size
        return number

    def flat_values(self) -> FloatArray:
        """The tables one after the other, each with its first count running fastest."""
        if self.values is None:
            return np.zeros(0)
        tables = self.values.reshape(len(self.values), *self.sizes)
        return np.ascontiguousarray(np.concatenate([table.ravel(order="F") for table in tables]))


def has_room(tables: int, sizes: tuple[int, ...]) -> bool:
    """Whether values for so many strata can be tabulated at all."""
    return tables * prod(sizes) <= _MOST_VALUES


def length_strata(
    forest: Forest,
    *,
    lengths: NDArray[np.integer[Any]] | None = None,
    least: int = 0,
    greatest: int | None = None,
) -> Strata:
    """Strata by the length of the target, each with a beam of its own.

    `lengths` says how long each of the forest's words is: one, if it is not given.
    """
    if lengths is None:
        lengths = np.ones(len(forest.words), dtype=np.int32)
    lengths = np.asarray(lengths)
    if not np.issubdtype(lengths.dtype, np.integer) or np.any(lengths < 0):
        raise ValueError("the lengths of words must be whole numbers, 0 or more")
    own = forest.sum_words(lengths.astype(np.int64))
    if own.max(initial=0) > _LONGEST:
        raise ValueError(f"a rule's words are {own.max()} long; expected at most {_LONGEST}")
    own = own.astype(np.int32)
    longest = bounds_of(forest, own)[1]
    return Strata(own[:, np.newaxis], (longest,), split=True, least=least, greatest=greatest)


def bounds_of(forest: Forest, counts: NDArray[np.int32]) -> tuple[int, int]:
    """The least and the greatest sum of a number per edge over a whole derivation: exact."""
    forest.check_not_empty()
    least, greatest = forest.arrays.bound_counts(np.ascontiguousarray(counts, dtype=np.int32))
    return int(least[forest.arrays.root]), int(greatest[forest.arrays.root])
