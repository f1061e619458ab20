"""The best compressions under scores of neighbours: equation (15) with start and end, exactly.

`scores[i, j]` is that of places i and j as neighbours; 0 is the start, the last place the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


class Path(NamedTuple):
    """The words that a compression keeps, counted from 0, and its score."""

    kept: tuple[int, ...]
    score: float


def best_path(scores: FloatArray) -> Path:
    """The best compression, in time quadratic in the number of words.

    >>> scores = np.array([[0, 2.0, 0, -np.inf], [0, 0, -1, 3], [0, 0, 0, 4], [0, 0, 0, 0]])
    >>> best_path(scores)
    Path(kept=(0,), score=5.0)
    """
    places = len(scores)
    best, back = np.full(places, -np.inf), np.zeros(places, dtype=np.int64)
    best[0] = 0.0
    for place in range(1, places):
        candidates = best[:place] + scores[:place, place]
        back[place] = int(np.argmax(candidates))
        best[place] = candidates[back[place]]
    kept, place = [], int(back[-1])
    while place > 0:
        kept.append(place - 1)
        place = int(back[place])
    return Path(tuple(reversed(kept)), float(best[-1]))


def best_paths(scores: FloatArray, count: int) -> list[Path]:
    """The best compressions, the very best first; fewer if there are no more."""
    places = len(scores)
    best = np.full((places, count), -np.inf)
    back = np.zeros((places, count), dtype=np.int64)  # place · count + rank
    best[0, 0] = 0.0
    for place in range(1, places):
        candidates = (best[:place] + scores[:place, place, None]).ravel()
        ranked = np.argsort(-candidates, kind="stable")[:count]
        best[place, : len(ranked)] = candidates[ranked]
        back[place, : len(ranked)] = ranked
    found = []
    for rank in range(count):
        if best[-1, rank] == -np.inf:
            break
        found.append(Path(_trace(back, count, rank), float(best[-1, rank])))
    return found


def best_by_length(scores: FloatArray) -> list[Path]:
    """The best compression of each number of words, from 1 up; those that are possible.

    >>> scores = np.array([[0, 2.0, 0, -np.inf], [0, 0, -1, 3], [0, 0, 0, 4], [0, 0, 0, 0]])
    >>> best_by_length(scores)
    [Path(kept=(0,), score=5.0), Path(kept=(0, 1), score=5.0)]
    """
    places = len(scores)
    # A step leads to a later place only, whatever the scores of others say.
    steps = np.where(np.triu(np.ones((places, places), dtype=bool), 1), scores, -np.inf)
    best = np.where(np.arange(places) == 0, 0.0, -np.inf)
    backs: list[NDArray[np.int64]] = []
    found = []
    for _ in range(places - 1):
        candidates = best[:, None] + steps
        backs.append(np.argmax(candidates, axis=0))
        best = candidates.max(axis=0)
        if len(backs) > 1 and best[-1] > -np.inf:
            found.append(Path(_trace_steps(backs), float(best[-1])))
        best[-1] = -np.inf
    return found


def _trace_steps(backs: Sequence[NDArray[np.int64]]) -> tuple[int, ...]:
    """The words on the way to the end in as many steps, followed back."""
    kept, place = [], -1
    for back in reversed(backs[1:]):
        place = int(back[place])
        kept.append(place - 1)
    return tuple(reversed(kept))


def _trace(back: NDArray[np.int64], count: int, rank: int) -> tuple[int, ...]:
    kept, state = [], int(back[-1, rank])
    while state >= count:
        kept.append(state // count - 1)
        state = int(back[state // count, state % count])
    return tuple(reversed(kept))


def path_score(scores: FloatArray, kept: Sequence[int]) -> float:
    """The score of the compression that keeps these words."""
    places = [0, *(word + 1 for word in kept), len(scores) - 1]
    return float(scores[places[:-1], places[1:]].sum())
