"""What each edge of a forest deletes, for many sets of tokens at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.scoring.feature_table import sum_rows
from laconic.trees.guards import Bond


@dataclass(frozen=True, eq=False, slots=True)
class Deletions:
    """The spans of tokens that edges delete, and where the spans of each edge start."""

    tokens: int
    spans: NDArray[np.int32]
    starts: NDArray[np.uint32]

    def count(self, token_sets: Sequence[Collection[int]]) -> NDArray[np.int64]:
        """For each set and each edge, how many tokens of the set the edge itself deletes."""
        is_in = np.zeros((len(token_sets), self.tokens + 1), dtype=np.int64)
        for row, tokens in zip(is_in, token_sets, strict=True):
            row[[token + 1 for token in tokens]] = 1
        before = np.cumsum(is_in, axis=1)
        hits = before[:, self.spans[:, 1]] - before[:, self.spans[:, 0]]
        counts: NDArray[np.int64] = sum_rows(hits, self.starts)
        return counts

    def avoid(self, tokens: Collection[int]) -> NDArray[np.bool_]:
        """Which edges delete none of these tokens."""
        is_without: NDArray[np.bool_] = self.count([tokens])[0] == 0
        return is_without

    def cut(self, bonds: Sequence[Bond]) -> NDArray[np.bool_]:
        """For each bond and each edge: does the edge delete a token of it, not what it needs?"""
        touched = self.count([bond.tokens for bond in bonds])
        covered = self.count([bond.needed for bond in bonds])
        sizes = np.array([1 if bond.any_of else len(bond.needed) for bond in bonds], dtype=np.int64)
        is_cut: NDArray[np.bool_] = (touched > 0) & (covered < sizes[:, None])
        return is_cut
