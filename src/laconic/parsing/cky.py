"""The best tree over scored spans, exactly: CKY over all bracketings, vectorised over starts.

The network gives each span a score for each label and for being empty, no constituent. A tree says
of every span which it is, so its score is the sum over all spans; taken relative to all being
empty, that is the sum over its constituents of the label's score less the empty one. A node with
many children is any of its binary bracketings, whose inner spans are empty and add nothing.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_LONGEST_REMEMBERED = 100  # words


def span_order(words: int) -> tuple[Numbers, Numbers]:
    """The first and second gaps of all spans, in the order the network scores them."""
    return _remembered(words) if words <= _LONGEST_REMEMBERED else _span_order(words)


def _span_order(words: int) -> tuple[Numbers, Numbers]:
    starts, ends = np.triu_indices(words + 1, 1)
    return starts, ends


_remembered = lru_cache(maxsize=None)(_span_order)


def best_spans(scores: Floats, words: int, empty_bonus: float = 0.0) -> list[tuple[int, int, int]]:
    """The labelled spans of the best tree, as start, end and number of the label.

    Args:
        scores: One row for each span in `span_order`, one column for each label; 0 is empty.
        words: How many words the sentence has; at least one.
        empty_bonus: Added to the score of the empty label.

    The whole sentence always has a label. Of equal trees, the one with the earlier labels and the
    shorter left parts wins.
    """
    if words == 0:
        return []
    starts, ends = span_order(words)
    scores = scores.astype(np.float64)
    scores -= scores[:, :1] + empty_bonus
    scores[:, 0] = 0
    scores[words - 1, 0] = -np.inf  # the span from the first gap to the last
    labels = scores.argmax(axis=1)
    own = np.zeros((words, words + 1))
    own[starts, ends] = scores[np.arange(len(scores)), labels]
    # The best of the span that begins at `start` and of the one that ends at `end`, by width.
    by_start = np.zeros((words + 1, words + 1))
    by_end = np.zeros((words + 1, words + 1))
    splits = np.zeros((words, words + 1), dtype=np.int64)
    places = np.arange(words)
    by_start[places, 1] = by_end[places + 1, 1] = own[places, places + 1]
    for width in range(2, words + 1):
        first = np.arange(words - width + 1)
        parts = by_start[: len(first), 1:width] + by_end[width:, width - 1 : 0 : -1]
        left = parts.argmax(axis=1)
        best = parts[first, left] + own[first, first + width]
        splits[first, width] = left + 1
        by_start[first, width] = best
        by_end[first + width, width] = best
    label_of = np.zeros((words, words + 1), dtype=np.int64)
    label_of[starts, ends] = labels
    return _followed(splits.tolist(), label_of.tolist(), words)


def _followed(
    splits: list[list[int]], labels: list[list[int]], words: int
) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    pending = [(0, words)]
    while pending:
        start, end = pending.pop()
        if label := labels[start][end]:
            found.append((start, end, label))
        if end - start > 1:
            middle = start + splits[start][end - start]
            pending += [(middle, end), (start, middle)]
    return found
