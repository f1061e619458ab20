"""`FeatureSpace`: derivations as vectors, Ψ of equation (6), and scores of edges for given weights.

1. Every edge has a row in a table of features; edges with the same rule and origins share one. A
   user's features of edges give rows of their own.
2. Three features are no part of rows: the source words that an edge covers, the language model's
   log-probability, and its unknown words. Features of places (scoring/context) are kept apart as
   well: there are as many rows of them as there are places in all trees.
3. The table takes new names while training forests come in, and is frozen after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.forest import Forest
from laconic.decoding.made import Key as MadeKey
from laconic.decoding.places import Places, find_places
from laconic.decoding.scores import edge_sides
from laconic.grammar.coverage import Origin
from laconic.scoring.context import Context
from laconic.scoring.feature_table import (
    FeatureTable,
    FloatArray,
    IntArray,
    add_up,
    entries_of,
    sum_rows,
)
from laconic.scoring.features import SOURCE_WORDS_FEATURE, FeatureSet
from laconic.scoring.ngram import LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE, NgramModel
from laconic.scoring.tagger import TAGGER_FEATURE
from laconic.trees.spans import Spans

_SLOTS = 1 << 25  # for counts of features; two that share one pass for more frequent
_RuleKey = tuple[int, int] | tuple[MadeKey, int, int]


@dataclass(frozen=True, eq=False, slots=True)
class Edges:
    """A forest with what its edges are worth: rows of the table, unknown words of each, and the
    features of its places."""

    forest: Forest
    rows: IntArray
    unknown: FloatArray | None
    places: PlaceRows | None = None


@dataclass(frozen=True, eq=False, slots=True)
class PlaceRows:
    """The columns of the features of each place of a forest, one place after the other."""

    places: Places
    columns: IntArray
    starts: NDArray[np.int64]

    def scores(self, forest: Forest, weights: FloatArray) -> FloatArray:
        """What the places of each edge add to its score."""
        return self.places.sum_edges(forest, sum_rows(weights[self.columns], self.starts))

    def columns_of(self, forest: Forest, derivation: Sequence[int]) -> IntArray:
        """The columns of all features of a derivation's places."""
        rows = self.places.of_edges(forest, derivation)
        return self.columns[entries_of(self.starts, rows)]


class FeatureSpace:
    """Features, their columns, and the language model.

    Values are multiplied by `scale`, those of the language model by `lm_scale`.
    """

    def __init__(
        self,
        features: FeatureSet,
        lm: NgramModel | None,
        *,
        scale: float = 1.0,
        lm_scale: float = 1.0,
        context: Context | None = None,
        rare: int = 0,
    ) -> None:
        self.features, self.lm, self.scale, self.lm_scale = features, lm, scale, lm_scale
        self.context = context if any(features.context) else None
        self._rare = rare
        self._seen = np.zeros(_SLOTS if rare > 1 else 0, dtype=np.uint32)
        self.table = FeatureTable()
        names = features.ngram_features if lm is not None else ()
        self._source_words = self._column(SOURCE_WORDS_FEATURE, features.counts_source_words)
        self._log10_prob = self._column(LOG10_PROB_FEATURE, LOG10_PROB_FEATURE in names)
        self._unknown = self._column(UNKNOWN_WORDS_FEATURE, UNKNOWN_WORDS_FEATURE in names)
        self._rows: dict[_RuleKey, int] = {}
        self._named: dict[_RuleKey, dict[str, float]] = {}  # only if edges have features too

    def scaled(self, scale: float) -> FeatureSpace:
        """The same space, with the same table, in another scale."""
        other = copy(self)
        other.scale = scale
        return other

    def row_scores(self, weights: FloatArray) -> FloatArray:
        """The score of each row of the table."""
        return self.scale * self.table.dot(weights)

    def named_weights(self, weights: FloatArray) -> dict[str, float]:
        """Weights by name, for features as they are, in no scale."""
        scales = np.full(self.width, self.scale)
        scales[[column for column in (self._log10_prob, self._unknown) if column is not None]] = (
            self.lm_scale
        )
        return dict(zip(self.table.columns_of, (weights * scales).tolist(), strict=True))

    def admit(self, names: Iterable[str]) -> None:
        """Columns for the features of another model, but for those that are no part of rows: a
        weight on these counts wherever there is one, so they are this space's own or none."""
        apart = {SOURCE_WORDS_FEATURE, LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE, TAGGER_FEATURE}
        for name in names:
            if name not in apart:
                self.table.column(name)

    def unnamed_weights(self, weights: Mapping[str, float]) -> FloatArray:
        """The opposite: named weights as they are here, in this scale."""
        ones = self.named_weights(np.ones(self.width))
        return np.array([weights.get(name, 0.0) / scale for name, scale in ones.items()])

    @property
    def width(self) -> int:
        """How many features there are."""
        return self.table.width

    def place(self, forest: Forest, origins: NDArray[np.uint8] | None = None) -> Edges:
        """A forest in this space; `origins` of its edges where they are not the forest's own."""
        found = forest.arrays.origins if origins is None else origins
        rows = [self._row(forest, edge, origin) for edge, origin in enumerate(found.tolist())]
        unknown = None
        if self._unknown is not None and self.lm is not None:
            ids = np.array(self.lm.word_ids(forest.words))
            unknown = forest.sum_words((ids == 0).astype(np.float64))
        return Edges(forest, np.array(rows, dtype=np.int32), unknown, self._place_rows(forest))

    def count_places(self, source: Spans) -> None:
        """Count the features of the places of a tree, so that rare ones can be left out."""
        if self.context is None or not len(self._seen):
            return
        described = self.context.describe(source)
        names = chain.from_iterable([*described.tokens, *described.spans.values()])
        slots = np.fromiter(map(_slot, names), dtype=np.int64)
        np.add.at(self._seen, slots, 1)

    def _is_wanted(self, name: str) -> bool:
        return name in self.table.columns_of or int(self._seen[_slot(name)]) >= self._rare

    def _place_rows(self, forest: Forest) -> PlaceRows | None:
        if self.context is None:
            return None
        places, names = find_places(forest, self.context, self.features.context)
        if len(self._seen) and not self.table.frozen:
            names = [list(filter(self._is_wanted, named)) for named in names]
        found = [self.table.columns_for(named) for named in names]
        starts = np.cumsum([0, *map(len, found)], dtype=np.int64)
        columns = np.fromiter(chain.from_iterable(found), dtype=np.int32, count=int(starts[-1]))
        return PlaceRows(places, columns, starts)

    def lm_weight(self, weights: FloatArray) -> float:
        """The weight of the log-probability."""
        column = self._log10_prob
        return 0.0 if column is None else float(weights[column]) * self.lm_scale

    def score_edges(
        self, edges: Edges, weights: FloatArray, row_scores: FloatArray | None = None
    ) -> FloatArray:
        """The score of each edge; `row_scores` are those of the whole table, for these weights, if
        that is worth while.

        All but the log-probability, which the search adds.
        """
        if row_scores is None:
            scores = self.scale * self.table.dot(weights, edges.rows)
        else:
            scores = row_scores[edges.rows]
        if self._source_words is not None:
            covered = edges.forest.arrays.covered.astype(np.float64)
            scores = scores + weights[self._source_words] * self.scale * covered
        if self._unknown is not None and edges.unknown is not None:
            scores = scores + weights[self._unknown] * self.lm_scale * edges.unknown
        if edges.places is not None:
            scores = scores + self.scale * edges.places.scores(edges.forest, weights)
        return scores

    def difference(
        self, edges: Edges, right: Sequence[int], wrong: Sequence[int]
    ) -> tuple[IntArray, FloatArray]:
        """Ψ(right) − Ψ(wrong) for two derivations of a forest, as columns and values."""
        parts = [self._entries(edges, right, 1.0), self._entries(edges, wrong, -1.0)]
        columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
        return add_up(columns, values)

    def vector(self, edges: Edges, derivation: Sequence[int]) -> tuple[IntArray, FloatArray]:
        """Ψ of a derivation, as columns and values."""
        return add_up(*self._entries(edges, derivation, 1.0))

    def _entries(
        self, edges: Edges, derivation: Sequence[int], sign: float
    ) -> tuple[IntArray, FloatArray]:
        chosen = np.array(derivation, dtype=np.int64)
        columns, values = self.table.entries(edges.rows[chosen])
        if edges.places is not None:
            at_places = edges.places.columns_of(edges.forest, derivation)
            columns = np.concatenate([columns, at_places])
            values = np.concatenate([values, np.ones(len(at_places))])
        values = self.scale * values
        more: dict[int, float] = {}
        if self._source_words is not None:
            covered = int(edges.forest.arrays.covered[chosen].sum())
            more[self._source_words] = self.scale * covered
        if self._log10_prob is not None and self.lm is not None:
            words = [edges.forest.words[word] for word in edges.forest.words_of(derivation)]
            more[self._log10_prob] = self.lm_scale * self.lm.score(words).log10_prob
        if self._unknown is not None and edges.unknown is not None:
            more[self._unknown] = self.lm_scale * float(edges.unknown[chosen].sum())
        return (
            np.concatenate([columns, np.array(list(more), dtype=np.int32)]),
            sign * np.concatenate([values, np.array(list(more.values()))]),
        )

    def _column(self, name: str, wanted: bool) -> int | None:
        return self.table.column(name) if wanted else None

    def _row(self, forest: Forest, edge: int, origin: int) -> int:
        key = forest.rule_key(edge)
        known: _RuleKey = (*key, origin)
        row = self._rows.get(known)
        if row is not None and not self.features.has_edge_functions:
            return row
        named = self._named.get(known)
        if named is None:
            named = self._of_rule(forest, edge, Origin(origin))
        if self.features.has_edge_functions:
            rule = forest.rule(edge)
            self._named[known] = named
            node = int(forest.arrays.vertex_nodes[forest.arrays.heads[edge]])
            at_edge = self.features.of_edge(rule, node, forest.source.tree)
            if at_edge:
                return self.table.add({**named, **at_edge})
            if row is not None:
                return row
        row = self._rows[known] = self.table.add(named)
        return row

    def _of_rule(self, forest: Forest, edge: int, origin: Origin) -> dict[str, float]:
        if self.features.has_rule_functions:
            return self.features.of_rule(forest.rule(edge), origin)
        return self.features.of_sides(edge_sides(forest, edge), origin)


def _slot(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass")) % _SLOTS
