"""Features as numbers: a column for each name, and sparse rows of values."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence

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
        self._frozen = False
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
        self._frozen = True

    def add(self, features: Mapping[str, float]) -> int:
        """Add a row; its number."""
        for name, value in features.items():
            column = self.columns_of.get(name) if self._frozen else self.column(name)
            if column is not None:
                self._columns.append(column)
                self._values.append(value)
        self._starts.append(len(self._columns))
        return len(self) - 1

    def dot(self, weights: FloatArray) -> FloatArray:
        """The score of each row."""
        columns, values, starts = self._arrays()
        rows = np.repeat(np.arange(len(self)), np.diff(starts))
        # `bincount` adds in the order of the entries, always the same.
        return np.bincount(rows, weights[columns] * values, minlength=len(self)).astype(np.float64)

    def entries(self, rows: Sequence[int] | IntArray) -> tuple[IntArray, FloatArray]:
        """The columns and values of these rows, one row after the other."""
        columns, values, starts = self._arrays()
        wanted = np.asarray(rows, dtype=np.int64)
        first, sizes = starts[wanted], starts[wanted + 1] - starts[wanted]
        before = np.cumsum(sizes) - sizes
        places = np.repeat(first - before, sizes) + np.arange(int(sizes.sum()))
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


def add_up(columns: IntArray, values: FloatArray) -> tuple[IntArray, FloatArray]:
    """One entry for each column, in order, zeros left out.

    >>> add_up(np.array([4, 1, 4], dtype=np.int32), np.array([1.0, 2.0, -1.0]))
    (array([1], dtype=int32), array([2.]))
    """
    known, places = np.unique(columns, return_inverse=True)
    sums = np.bincount(places, values, minlength=len(known))
    kept = sums != 0
    return known[kept].astype(np.int32), sums[kept].astype(np.float64)
