"""Parts of a forest in which pairs of words stay or go together.

A rule sees one node; that the rules of two nodes keep both words of a pair, or neither, is no
property of an edge. But a forest has a part that keeps both (or deletes both with one rule), and
one in which both are gone. What the two make is all that the pair allows, and is searched in both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.decoder import Chart, Limits
from laconic.decoding.forest import Forest
from laconic.decoding.strata import Strata
from laconic.errors import ForestError
from laconic.model import Model, Rewritten
from laconic.trees.guards import Bond

Pair = frozenset[int]
MakeStrata = Callable[[Forest], Strata | None]
_MOST = 2  # pairs that are tried both ways; others are one bond each, which forbids a little more
# A search by length over a very long sentence would take seconds and gigabytes; from here on each
# cell of the chart has one item. It is memory and not time, so that results are always the same.
_LIMITS = Limits(max_memory_mb=100)


@dataclass(frozen=True, eq=False)
class Part:
    """A forest and the scores of its edges, found once."""

    model: Model = field(repr=False)
    forest: Forest = field(repr=False)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """The score of each edge."""
        return self.model.score_edges(self.forest)

    def search(self, make_strata: MakeStrata, *, k_best: bool) -> Chart:
        """The chart of the forest."""
        return self.model.search(
            self.forest,
            scores=self.scores,
            strata=make_strata(self.forest),
            limits=_LIMITS,
            k_best=k_best,
        )

    def best(self) -> Rewritten:
        """The best of all."""
        found = self.search(lambda _: None, k_best=False).best
        return Rewritten(found.score, self.forest, found.edges)

    def ranked(self, make_strata: MakeStrata) -> Iterator[Rewritten]:
        """Different strings, best first."""
        for found in self.search(make_strata, k_best=True).derivations(distinct=True):
            yield Rewritten(found.score, self.forest, found.edges)

    def by_counts(self, make_strata: MakeStrata) -> Iterator[tuple[tuple[int, ...], Rewritten]]:
        """The best of each final stratum, with its counts."""
        chart = self.search(make_strata, k_best=False)
        for number in range(len(chart.finals)):
            found = chart.found(number)
            yield found.counts, Rewritten(found.score, self.forest, found.edges)


def is_split(words: Collection[int], pairs: Sequence[Pair]) -> bool:
    """Whether one word of a pair is among these, and the other is not.

    >>> is_split([0, 2], [frozenset({0, 1})]), is_split([2], [frozenset({0, 1})])
    (True, False)
    """
    return any(0 < len(pair.intersection(words)) < len(pair) for pair in pairs)


def split_forest(forest: Forest, pairs: Sequence[Pair]) -> list[Forest]:
    """Parts in which no pair is split, which are all of the forest in which none is."""
    parts = [forest]
    for number, pair in enumerate(pairs):
        halves = (_halves(part, pair, both=number < _MOST) for part in parts)
        parts = [half for found in halves for half in found]
    return parts


def _halves(forest: Forest, pair: Pair, *, both: bool) -> list[Forest]:
    found: list[Forest] = []
    with suppress(ForestError):
        found.append(forest.respecting([Bond(pair, pair, "grammar")]))
    if both or not found:
        with suppress(ForestError):
            found.append(forest.restrict(drop=pair))
    # Words that are to be kept or dropped may leave no choice but to split it.
    return found or [forest]
