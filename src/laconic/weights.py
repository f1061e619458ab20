"""`Weights`: what features weigh, by name; a feature that is not there weighs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.trees.vocabulary import from_bytes, to_bytes

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Weights:
    """Names in the order of their text, as bytes, and a number for each.

    >>> weights = make_weights({"words": 2.0, "rules": -1.0, "never": 0.0})
    >>> weights.names, weights["words"], weights["never"]
    (['rules', 'words'], 2.0, 0.0)
    >>> weights.score({"words": 3.0, "rules": 1.0})
    5.0
    """

    starts: NDArray[np.uint64]
    texts: NDArray[np.uint8]
    values: FloatArray

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, name: str) -> float:
        return self.table.weight(name)

    def sum_lists(self, lists: list[list[str]]) -> FloatArray:
        """For each list of features what they weigh together."""
        return self.table.sums(lists)

    def check(self) -> None:
        """An error if a name is there twice."""
        _ = self.table

    @cached_property
    def table(self) -> _core.WeightTable:
        """The weights as they are looked up."""
        return _core.WeightTable(self.starts, self.texts, self.values)

    @cached_property
    def names(self) -> list[str]:
        """The names, sorted."""
        return from_bytes(self.starts, self.texts)

    @cached_property
    def by_name(self) -> dict[str, float]:
        """All weights, by name."""
        return dict(zip(self.names, self.values.tolist(), strict=True))

    def score(self, features: Mapping[str, float]) -> float:
        """The sum of values times weights."""
        weigh = self.table.weight
        return sum([weigh(name) * value for name, value in features.items()])

    def strongest(self, count: int | None = None) -> list[tuple[str, float]]:
        """Names and weights, those farthest from 0 first, equal ones by name."""
        ranked = np.argsort(-np.abs(self.values), kind="stable")[:count]
        return [(self.names[place], float(self.values[place])) for place in ranked.tolist()]


def make_weights(weights: Mapping[str, float] | Iterable[tuple[str, float]]) -> Weights:
    """Weights by name; those that are 0 are left out."""
    known = {name: value for name, value in dict(weights).items() if value}
    names = sorted(known)
    values = np.array([known[name] for name in names], dtype=np.float64)
    return Weights(*to_bytes(names), values)
