"""Features as numbers: a column for each name, and sparse rows of values."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]


class FeatureTable:
    """Rows of features; names get columns as they come, until the table is frozen.

    >>> table = FeatureTable()
    >>> table.add({"rules": 1.0, "words": 2.0}), table.add({"words": 1.0})
    (0, 1)
    >>> table.freeze()
    >>> table.add({"words": 3.0, "never seen": 1.0})
    2
    >>> table.dot(np.array([10.0, 1.0])).tolist()
    [12.0, 1.0, 3.0]
    """

    def __init__(self) -> None:
        self.columns_of: dict[str, int] = {}
        self.frozen = False
        self._columns, self._values = array("i"), array("d")
        self._starts = array("q", [0])

    def __len__(self) -> int:
        return len(self._starts) - 1

    @property
    def width(self) -> int:
        """How many names there are."""
        return len(self.columns_of)

    def column(self, name: str) -> int:
        """The column of a name, which gets one now if it has none."""
        return self.columns_of.setdefault(name, len(self.columns_of))

    def freeze(self) -> None:
        """From now on, names that are not known yet are left out."""
        self.frozen = True

    def columns_for(self, names: Iterable[str]) -> list[int]:
        """The columns of names; those that are not known are left out of a frozen table."""
        if not self.frozen:
            return [self.column(name) for name in names]
        known = map(self.columns_of.get, names)
        return [column for column in known if column is not None]

    def add(self, features: Mapping[str, float]) -> int:
        """Add a row; its number."""
        for name, value in features.items():
            column = self.columns_of.get(name) if self.frozen else self.column(name)
            if column is not None:
                self._columns.append(column)
                self._values.append(value)
        self._starts.append(len(self._columns))
        return len(self) - 1

    def dot(self, weights: FloatArray, rows: IntArray | None = None) -> FloatArray:
        """The score of each row, or of each of these rows: the same number for the same row."""
        columns, values, starts = self._arrays()
        if rows is None:
            sizes = np.diff(starts)
        else:
            # Nothing here takes time in proportion to the whole table.
            wanted = rows.astype(np.int64)
            places, sizes = entries_of(starts, wanted), starts[wanted + 1] - starts[wanted]
            columns, values = columns[places], values[places]
        numbers = np.repeat(np.arange(len(sizes)), sizes)
        # `bincount` adds in the order of the entries, always the same.
        sums = np.bincount(numbers, weights[columns] * values, minlength=len(sizes))
        return sums.astype(np.float64)

    def entries(self, rows: Sequence[int] | IntArray) -> tuple[IntArray, FloatArray]:
        """The columns and values of these rows, one row after the other."""
        columns, values, starts = self._arrays()
        places = entries_of(starts, np.asarray(rows, dtype=np.int64))
        return columns[places], values[places]

    def digest(self) -> str:
        """A hash of all names and rows."""
        whole = hashlib.sha256("\n".join(self.columns_of).encode("utf-8", "surrogatepass"))
        for part in self._arrays():
            whole.update(part.tobytes())
        return whole.hexdigest()

    def _arrays(self) -> tuple[IntArray, FloatArray, NDArray[np.int64]]:
        return (
            np.frombuffer(self._columns, dtype=np.int32),
            np.frombuffer(self._values, dtype=np.float64),
            np.frombuffer(self._starts, dtype=np.int64),
        )


def entries_of(starts: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of all entries of these rows, one row after the other.

    >>> entries_of(np.array([0, 2, 2, 5]), np.array([2, 0]))
    array([2, 3, 4, 0, 1])
    """
    first, sizes = starts[rows], starts[rows + 1] - starts[rows]
    before = np.cumsum(sizes) - sizes
    places: NDArray[np.int64] = np.repeat(first - before, sizes) + np.arange(int(sizes.sum()))
    return places


def sum_rows(values: NDArray[Any], starts: NDArray[Any]) -> NDArray[Any]:
    """The sum of each row of the last axis, rows given by where they start; they may be empty.

    >>> sum_rows(np.array([1, 2, 4]), np.array([0, 2, 2, 3]))
    array([3, 0, 4])
    """
    none = np.zeros((*values.shape[:-1], 1), dtype=values.dtype)
    total = np.concatenate([none, np.cumsum(values, axis=-1)], axis=-1)
    sums: NDArray[Any] = total[..., starts[1:]] - total[..., starts[:-1]]
    return sums


def add_up(columns: IntArray, values: FloatArray) -> tuple[IntArray, FloatArray]:
    """One entry for each column, in order, zeros left out.

    >>> add_up(np.array([4, 1, 4], dtype=np.int32), np.array([1.0, 2.0, -1.0]))
    (array([1], dtype=int32), array([2.]))
    """
    known, places = np.unique(columns, return_inverse=True)
    sums = np.bincount(places, values, minlength=len(known))
    kept = sums != 0
    return known[kept].astype(np.int32), sums[kept].astype(np.float64)
