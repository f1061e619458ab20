"""Algorithm 4 in plain Python, exact: the judge of the native search.

1. An item is what a vertex can yield, as far as anything outside can see it: its string with the
   inside cut out (a GAP), and its counts. Of all ways to an item the best is kept.
2. A window is an n-gram of a string. It is scored where it first lies in one string: when the
   pieces that an edge puts together each hold only a part of it.
3. At the root, starts stand before the string and an end behind it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from laconic.decoding.forest import Forest
from laconic.decoding.ngram_values import Boundary, Ngram, NgramValues
from laconic.decoding.strata import Strata
from laconic.scoring.ngram import NgramModel
from laconic.trees.labels import normalise_word

GAP = None
String = tuple[str | Boundary | None, ...]
Item = tuple[String, tuple[int, ...]]  # a string and its counts


@dataclass(frozen=True)
class Best:
    """The best way found to an item: its score, and the edges in the order of a derivation."""

    score: float
    edges: tuple[int, ...]


@dataclass(frozen=True)
class Windows:
    """What n-grams are worth, by their length."""

    score: Mapping[int, Callable[[Ngram], float]]

    @property
    def room(self) -> int:
        """How many words at each end of a string can still become part of a window."""
        return max(self.score, default=1) - 1

    def join(self, pieces: Sequence[tuple[String, bool]]) -> tuple[String, float]:
        """The string of some pieces, and what its new windows are worth.

        A piece is a string that was scored before, or (True) a word that was not. A window is new
        if it lies in no one piece, or is such a word.
        """
        string = [word for piece, _ in pieces for word in piece]
        origins = [number for number, (piece, _) in enumerate(pieces) for _ in piece]
        total = 0.0
        for length, score in self.score.items():
            for start in range(len(string) - length + 1):
                window, inside = string[start : start + length], origins[start : start + length]
                is_new = inside[0] != inside[-1] or pieces[inside[0]][1]
                if is_new and GAP not in window and window[-1] is not Boundary.START:
                    total += score(tuple(word for word in window if word is not GAP))
        return self._seen_from_outside(tuple(string)), total

    def _seen_from_outside(self, string: String) -> String:
        first, last = string[: self.room], string[len(string) - self.room :]
        return string if len(string) <= 2 * self.room else (*first, GAP, *last)


def make_windows(lm: NgramModel | None, lm_weight: float, ngrams: NgramValues | None) -> Windows:
    """The windows of a language model and of n-gram values, taken together."""
    scores: dict[int, list[Callable[[Ngram], float]]] = {}
    if lm is not None:
        scores.setdefault(lm.order, []).append(lambda words: lm_weight * _log10_prob(lm, words))
    if ngrams is not None:
        for length in range(1, len(ngrams.others) + 1):
            scores.setdefault(length, []).append(lambda words: _ngram_value(ngrams, words))
    return Windows(
        {
            length: lambda words, parts=parts: sum(part(words) for part in parts)  # type: ignore[misc]
            for length, parts in scores.items()
        }
    )


def _log10_prob(lm: NgramModel, words: Ngram) -> float:
    shown = [word for word in words if isinstance(word, str)]
    end = words[-1] is Boundary.END
    return lm.score(shown, begin=Boundary.START in words, end=end).words[-1].log10_prob


def _ngram_value(ngrams: NgramValues, words: Ngram) -> float:
    if words == (Boundary.END,):
        return 0.0
    spelled = tuple(
        normalise_word(word, ngrams.normalisation) if isinstance(word, str) else word
        for word in words
    )
    return ngrams.values.get(spelled, ngrams.others[len(words) - 1])


def decode(
    forest: Forest, edge_scores: Sequence[float], windows: Windows, strata: Strata | None = None
) -> dict[tuple[int, ...], Best]:
    """The best derivation of each final stratum."""
    arrays = forest.arrays
    chart: list[dict[Item, Best]] = [{} for _ in range(arrays.vertices)]
    for edge, head in enumerate(arrays.heads.tolist()):
        tails = arrays.tails[arrays.tail_starts[edge] : arrays.tail_starts[edge + 1]].tolist()
        for choice in product(*(chart[tail].items() for tail in tails)):
            item, score = _apply(forest, edge, [item for item, _ in choice], windows, strata)
            score += edge_scores[edge] + sum(best.score for _, best in choice)
            if score > chart[head].get(item, Best(-math.inf, ())).score:
                below = [number for _, best in choice for number in best.edges]
                chart[head][item] = Best(score, (edge, *below))
    finals: dict[tuple[int, ...], Best] = {}
    starts: list[tuple[String, bool]] = [((Boundary.START,), True)] * windows.room
    for (string, counts), best in chart[arrays.root].items():
        score = best.score + windows.join([*starts, (string, False), ((Boundary.END,), True)])[1]
        if score > finals.get(counts, Best(-math.inf, ())).score:
            finals[counts] = Best(score, best.edges)
    return finals


def _apply(
    forest: Forest, edge: int, tails: Sequence[Item], windows: Windows, strata: Strata | None
) -> tuple[Item, float]:
    first, last = forest.arrays.yield_starts[edge : edge + 2]
    remaining = iter(tails)
    pieces: list[tuple[String, bool]] = [
        (next(remaining)[0], False) if word < 0 else ((forest.words[word],), True)
        for word in forest.arrays.yields[first:last].tolist()
    ]
    joined, score = windows.join(pieces)
    counts: tuple[int, ...] = ()
    if strata is not None:
        rows = [strata.increments[edge].tolist(), *(counts for _, counts in tails)]
        counts = tuple(
            min(sum(column), cap)
            for column, cap in zip(zip(*rows, strict=True), strata.caps, strict=True)
        )
    return (joined, counts), score


def all_derivations(forest: Forest) -> Iterator[tuple[int, ...]]:
    """Every derivation, as the edges of it in order, by plain recursion."""
    arrays = forest.arrays

    def under(vertex: int) -> Iterator[tuple[int, ...]]:
        for edge, head in enumerate(arrays.heads.tolist()):
            if head == vertex:
                tails = arrays.tails[arrays.tail_starts[edge] : arrays.tail_starts[edge + 1]]
                for parts in product(*(list(under(tail)) for tail in tails.tolist())):
                    yield (edge, *(number for part in parts for number in part))

    return under(arrays.root)
