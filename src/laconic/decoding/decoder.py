"""The best derivations of a forest: Algorithm 4, by the native cube-pruned search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import ceil, inf
from operator import index
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.decoding.forest import Forest
from laconic.decoding.ngram_values import Boundary, NeighbourValues, NgramValues
from laconic.decoding.strata import Strata
from laconic.errors import SearchError
from laconic.scoring.ngram import NgramModel
from laconic.trees.labels import normalise_word

FloatArray = NDArray[np.float64]
Statistics = _core.SearchStatistics
_MOST = 2**32 - 1  # as many as the core can count


@dataclass(frozen=True, slots=True)
class Beam:
    """When a cell of the chart is full: so many different items, or so many visited in all."""

    unique: int
    total: int

    def __post_init__(self) -> None:
        if index(self.unique) < 1 or index(self.total) < 1:
            raise ValueError(f"a beam of {self.unique} and {self.total} items; expected at least 1")


DECODING = Beam(100, 200)
TRAINING = Beam(200, 500)
EXACT = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may take, and how much memory its chart; None is no limit.

    At a limit, what is left is done with one item a cell and the chart is marked ("best"), or an
    error is raised ("error").
    """

    max_seconds: float | None = None
    max_memory_mb: float | None = None
    on_limit: Literal["best", "error"] = "best"

    def __post_init__(self) -> None:
        for name in ("max_seconds", "max_memory_mb"):
            limit = getattr(self, name)
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} is {limit}; expected a number above 0, or None")
        if self.on_limit not in ("best", "error"):
            raise ValueError(f"on_limit is {self.on_limit!r}; expected 'best' or 'error'")


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Found:
    """A derivation: its score, its counts in the strata, and its edges in order."""

    score: float
    counts: tuple[int, ...]
    edges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Final:
    """A final stratum and the score of its best derivation."""

    counts: tuple[int, ...]
    score: float


_NO_STRATA = Strata(np.zeros((0, 0), dtype=np.int32), ())


@dataclass(frozen=True, eq=False)
class Chart:
    """What a search found."""

    forest: Forest
    strata: Strata | None
    native: _core.Chart = field(repr=False)
    has_lists: bool = True

    @property
    def limited(self) -> str | None:
        """Which limit was reached, "time" or "memory"; None if none was."""
        return self.native.limited or None

    @property
    def statistics(self) -> Statistics:
        """Items, candidates visited (`pops`), queries to the model, bytes, seconds."""
        return self.native.statistics

    @cached_property
    def finals(self) -> tuple[Final, ...]:
        """Each final stratum, by number, with the score of its best derivation."""
        strata, scores = self.native.final_strata().tolist(), self.native.final_scores().tolist()
        return tuple(
            Final(self._counts(stratum), score)
            for stratum, score in zip(strata, scores, strict=True)
        )

    def found(self, number: int) -> Found:
        """The best derivation of the final stratum at this place in `finals`."""
        if not 0 <= number < len(self.finals):
            raise IndexError(f"there is no final stratum {number} of {len(self.finals)}")
        final = self.finals[number]
        return Found(final.score, final.counts, tuple(self.native.final_edges(number).tolist()))

    @cached_property
    def best(self) -> Found:
        """The best derivation of all, what strata are worth left aside; the first of equals."""
        if not self.finals:
            raise SearchError("no derivation is within the limits that were set")
        return self.found(int(np.argmax(self.native.final_scores())))

    def derivations(
        self, *, distinct: bool = False, counts: tuple[int, ...] | None = None
    ) -> Iterator[Found]:
        """Derivations in the chart, best first, as far as they are asked for.

        `distinct` passes over those whose target string has come before. `counts` asks for those
        of one final stratum only.
        """
        if not self.has_lists:
            raise SearchError("this chart keeps only the best; search with k_best=True for more")
        stratum = None if counts is None else (self.strata or _NO_STRATA).number_of(counts)
        words = self.forest.words
        numbers = {word: number for number, word in enumerate(words)}
        types = [numbers[word] for word in words] if distinct else []
        lister = self.native.derivations(stratum, np.array(types, dtype=np.int32))
        while (answer := lister.next()) is not None:
            score, number, edges = answer
            yield Found(score, self._counts(number), tuple(edges.tolist()))

    def k_best(
        self, k: int, *, distinct: bool = False, counts: tuple[int, ...] | None = None
    ) -> list[Found]:
        """The first so many of `derivations`."""
        return list(islice(self.derivations(distinct=distinct, counts=counts), k))

    def _counts(self, stratum: int) -> tuple[int, ...]:
        return (self.strata or _NO_STRATA).counts_of(stratum)


def search(
    forest: Forest,
    edge_scores: FloatArray,
    *,
    lm: NgramModel | None = None,
    lm_weight: float = 1.0,
    ngrams: NgramValues | NeighbourValues | None = None,
    strata: Strata | None = None,
    beam: Beam | None = DECODING,
    limits: Limits = NO_LIMITS,
    k_best: bool = True,
) -> Chart:
    """Search a forest; without a beam the search is exact, and may take very long.

    A derivation's score is that of its edges, `lm_weight` times the log10 probability of its
    target, and what `ngrams` says of its n-grams. Without `k_best` only the best derivation of
    each final stratum can be asked for.
    """
    forest.check_not_empty()
    scores = np.ascontiguousarray(edge_scores, dtype=np.float64)
    if scores.shape != (len(forest),):
        raise ValueError(f"{len(forest)} edges need one score each; got {scores.shape}")
    shape = strata or _NO_STRATA
    increments = shape.increments if strata else np.zeros((len(forest), 0), dtype=np.int32)
    tables = np.zeros(0, dtype=np.int32) if shape.tables is None else shape.tables
    types, reference = _reference(forest, ngrams)
    native = _core.search(
        forest.arrays,
        scores,
        None if lm is None else lm.native,
        float(lm_weight) if lm is not None else 0.0,
        lm_words(forest, lm),
        reference,
        types,
        np.array(shape.caps, dtype=np.uint32),
        np.ascontiguousarray(increments, dtype=np.int32).ravel(),
        shape.flat_values(),
        np.ascontiguousarray(tables, dtype=np.int32),
        shape.split,
        shape.least,
        _MOST if shape.greatest is None else shape.greatest,
        0 if beam is None else min(beam.unique, _MOST),
        0 if beam is None else min(beam.total, _MOST),
        limits.max_seconds or 0.0,
        0 if limits.max_memory_mb in (None, inf) else ceil(limits.max_memory_mb * 2**20),
        k_best,
    )
    if native.limited and limits.on_limit == "error":
        raise SearchError(f"the search reached its limit of {native.limited}")
    return Chart(forest, strata, native, k_best)


def lm_words(forest: Forest, lm: NgramModel | None) -> NDArray[np.uint32]:
    """The model's number for each of the forest's words, 0 for those it does not know."""
    return np.array([] if lm is None else lm.word_ids(forest.words), dtype=np.uint32)


def _reference(
    forest: Forest, ngrams: NgramValues | NeighbourValues | None
) -> tuple[NDArray[np.int32], _core.ReferenceNgrams | None]:
    """The types of the forest's words, and the values of n-grams of types."""
    if ngrams is None:
        return np.zeros(0, dtype=np.int32), None
    if isinstance(ngrams, NeighbourValues):
        return _neighbours(forest, ngrams)
    order = len(ngrams.others)
    types: dict[str | Boundary, int] = {Boundary.START: 1, Boundary.END: 2}
    rows = []
    for ngram in ngrams.values:
        row = [types.setdefault(word, len(types) + 1) for word in ngram]
        rows += row + [-1] * (order - len(row))
    spelled = [normalise_word(word, ngrams.normalisation) for word in forest.words]
    return np.array([types.get(word, 0) for word in spelled], dtype=np.int32), (
        _core.ReferenceNgrams(
            order,
            np.array(rows, dtype=np.int32),
            np.array(list(ngrams.values.values()), dtype=np.float64),
            np.array(ngrams.others, dtype=np.float64),
            types[Boundary.START],
            types[Boundary.END],
        )
    )


def _neighbours(
    forest: Forest, neighbours: NeighbourValues
) -> tuple[NDArray[np.int32], _core.ReferenceNgrams]:
    """Each source token is a type of its own, by its place; 0 is that of all other words."""
    tokens = forest.arrays.tokens
    if len(neighbours.values) != tokens + 2:
        raise ValueError(
            f"values of {len(neighbours.values)} places; {tokens} tokens, start and end have"
            f" {tokens + 2}"
        )
    types = np.zeros(len(forest.words), dtype=np.int32)
    types[:tokens] = np.arange(1, tokens + 1)
    start, end = tokens + 2, tokens + 1
    places = np.array([start, *range(1, tokens + 1), end], dtype=np.int32)
    first, second = np.triu_indices(tokens + 2, 1)
    rows = np.stack([places[first], places[second]], axis=1)
    values = neighbours.values[first, second].astype(np.float64)
    none = np.zeros(2)
    return types, _core.ReferenceNgrams(2, rows.ravel(), values, none, start, end)
