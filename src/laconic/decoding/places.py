"""Where a forest keeps and cuts words: the places whose features an edge has (scoring/context)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.forest import Forest
from laconic.scoring.context import Context
from laconic.scoring.feature_table import entries_of, sum_rows

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Places:
    """The places of a forest: its tokens, if kept, and then its spans, if cut.

    `of_deletions` says which place each of the forest's deletions is: `count`, which is none, for
    those that are no constituent.
    """

    count: int
    of_deletions: IntArray

    def sum_edges(self, forest: Forest, values: FloatArray) -> FloatArray:
        """For each edge the sum of a value of places over what it keeps and cuts itself."""
        tokens = forest.arrays.tokens
        of_words = np.zeros(len(forest.words))
        of_words[:tokens] = values[:tokens]
        of_cuts = np.append(values, 0.0)[self.of_deletions]
        of_edges = sum_rows(of_cuts, forest.arrays.deletion_starts)
        sums: FloatArray = forest.sum_words(of_words) + of_edges
        return sums

    def of_edges(self, forest: Forest, edges: Sequence[int]) -> IntArray:
        """The places that a derivation keeps and cuts, given by its edges."""
        chosen, arrays = np.asarray(edges, dtype=np.int64), forest.arrays
        yields = arrays.yields[entries_of(arrays.yield_starts.astype(np.int64), chosen)]
        kept = yields[(yields >= 0) & (yields < arrays.tokens)].astype(np.int64)
        cuts = self.of_deletions[entries_of(arrays.deletion_starts.astype(np.int64), chosen)]
        return np.concatenate([kept, cuts[cuts < self.count]])


def find_places(
    forest: Forest, context: Context, wanted: tuple[bool, bool]
) -> tuple[Places, list[list[str]]]:
    """The places of a forest, and the names of the features of each; `wanted` says whether kept
    tokens and cuts have any."""
    described = context.describe(forest.source)
    tokens, cuts = forest.arrays.tokens, described.spans
    names = described.tokens if wanted[0] else [[]] * tokens
    names = names + (list(cuts.values()) if wanted[1] else [[]] * len(cuts))
    numbers = {span: number for number, span in enumerate(cuts, start=tokens)}
    # Most deletions are of a few spans, which are looked up once.
    starts, stops = forest.arrays.deletions.astype(np.int64).T
    spans, which = np.unique(starts * (tokens + 1) + stops, return_inverse=True)
    found = [numbers.get(divmod(span, tokens + 1), len(names)) for span in spans.tolist()]
    return Places(len(names), np.array(found, dtype=np.int64)[which]), names
