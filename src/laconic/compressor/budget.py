"""One limit for many sentences: which compression of each to take, found exactly.

1. Every sentence has options: what they count (tokens, words, characters) and their scores.
2. The table of the first k sentences says for every sum of counts the best sum of scores; that of
   k + 1 is the best over the options of one more sentence, each a shift of the table. What every
   choice has in common, the least counts of each sentence, is not tabulated.
3. The best sum within the limits is followed back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from laconic.errors import LaconicError

Counts = tuple[int, ...]
_LARGEST = 200_000_000  # entries of all tables of choices together


@dataclass(frozen=True, slots=True)
class Option:
    """One way to compress a sentence: its counts, and its score."""

    counts: Counts
    score: float


def spend(
    options: Sequence[Sequence[Option]],
    most: Sequence[int | None],
    least: Sequence[int] | None = None,
) -> list[int] | None:
    """The option of each sentence with the best sum of scores within the limits; None if none is.

    Limits are for sums: each count at most `most`, if there is a limit, and at least `least`.

    >>> short, long = Option((2,), -3.0), Option((5,), -1.0)
    >>> spend([[short, long], [short, Option((5,), -2.0)]], [7])
    [1, 0]
    """
    least = least or [0] * len(most)
    # A count without limits has no part in anything.
    limited = [axis for axis, limit in enumerate(most) if limit is not None or least[axis]]
    useful = [_useful(given, limited, prune=not any(least)) for given in options]
    if not limited:
        return [given[0].number for given in useful]
    low, high = (_sum_over(useful, extreme, len(limited)) for extreme in (min, max))
    ceilings = [high[n] if most[axis] is None else most[axis] for n, axis in enumerate(limited)]
    tops = [min(limit or 0, top) for limit, top in zip(ceilings, high, strict=True)]
    sizes = tuple(top - base + 1 for top, base in zip(tops, low, strict=True))
    if any(size < 1 for size in sizes):
        return None
    if prod(sizes) * len(useful) > _LARGEST:
        raise LaconicError(
            f"limits of a whole text of {len(useful)} sentences are too much to be met exactly;"
            " take a part of it at a time, or limits of each sentence"
        )
    table, choices = _tabulate(useful, sizes)
    skipped = [max(0, least[axis] - base) for axis, base in zip(limited, low, strict=True)]
    within = table[tuple(slice(skip, None) for skip in skipped)]
    if not within.size or within.max() == -np.inf:
        return None
    place = np.unravel_index(int(np.argmax(within)), within.shape)
    return _follow(
        useful, choices, [int(at) + skip for at, skip in zip(place, skipped, strict=True)]
    )


@dataclass(frozen=True, slots=True)
class _Useful:
    """An option with its number, counts of its own, and those above the least of its sentence."""

    number: int
    counts: Counts
    above: Counts
    score: float


def _useful(options: Sequence[Option], axes: Sequence[int], *, prune: bool) -> list[_Useful]:
    """The options, the best first; with `prune` without those that another one beats."""
    counts = [tuple(option.counts[axis] for axis in axes) for option in options]
    base = [min(column) for column in zip(*counts, strict=True)]
    ranked = sorted(
        (-option.score, own, number)
        for number, (option, own) in enumerate(zip(options, counts, strict=True))
    )
    useful: list[_Useful] = []
    for score, own, number in ranked:
        if prune and any(_is_within(other.counts, own) for other in useful):
            continue
        above = tuple(count - start for count, start in zip(own, base, strict=True))
        useful.append(_Useful(number, own, above, -score))
    return useful


def _is_within(counts: Counts, others: Counts) -> bool:
    return all(one <= two for one, two in zip(counts, others, strict=True))


def _sum_over(
    useful: Sequence[Sequence[_Useful]], extreme: Callable[[Iterable[int]], int], axes: int
) -> list[int]:
    """The sum over sentences of the least, or the greatest, of each count."""
    return [
        sum(extreme(option.counts[axis] for option in given) for given in useful)
        for axis in range(axes)
    ]


def _tabulate(
    useful: Sequence[Sequence[_Useful]], sizes: Counts
) -> tuple[NDArray[np.float64], list[NDArray[np.uint16]]]:
    table = np.full(sizes, -np.inf)
    table[(0,) * len(sizes)] = 0.0
    choices = []
    for given in useful:
        after = np.full(sizes, -np.inf)
        choice = np.zeros(sizes, dtype=np.uint16)
        for number, option in enumerate(given):
            if any(step >= size for step, size in zip(option.above, sizes, strict=True)):
                continue
            to = tuple(slice(step, None) for step in option.above)
            pairs = zip(option.above, sizes, strict=True)
            scores = table[tuple(slice(0, size - step) for step, size in pairs)] + option.score
            better = scores > after[to]
            after[to][better] = scores[better]
            choice[to][better] = number
        table = after
        choices.append(choice)
    return table, choices


def _follow(
    useful: Sequence[Sequence[_Useful]],
    choices: Sequence[NDArray[np.uint16]],
    place: Sequence[int],
) -> list[int]:
    taken = []
    for given, choice in zip(reversed(useful), reversed(choices), strict=True):
        option = given[int(choice[tuple(place)])]
        taken.append(option.number)
        place = [at - step for at, step in zip(place, option.above, strict=True)]
    return taken[::-1]
