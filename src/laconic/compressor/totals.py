"""Limits of a whole text: which compression of each sentence to take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.compressor.budget import Option, spend
from laconic.compressor.candidates import Unit
from laconic.compressor.limits import UNIT_OF, Allowed, lengths_of, over_mark, under_mark
from laconic.compressor.result import Sentence

_UNITS: tuple[Unit, ...] = ("tokens", "words", "chars")


@dataclass(frozen=True, slots=True)
class Shared:
    """The compressions taken, and the marks of the text."""

    sentences: tuple[Sentence, ...]
    marks: tuple[str, ...] = ()


def share(options: Sequence[Sequence[Sentence]], limits: Allowed, between: int) -> Shared:
    """The options with the best sum of scores within the limits; the nearest, marked, if none is.

    `between` is how many characters stand between the sentences, which count too.
    """
    best = list(map(best_of, options))
    if not any(limits.excess(_sum_lengths(best, between))):
        return Shared(tuple(best))
    most = [limits.most.get(unit) for unit in _UNITS]
    if most[-1] is not None:
        most[-1] -= between
    least = [limits.least_tokens, 0, 0]
    counts = [[tuple(lengths_of(one).values()) for one in given] for given in options]
    scores = [[one.score for one in given] for given in options]
    # Else as many tokens as there may be; else as few of everything as there can be.
    chosen = spend(_options(counts, scores), most, least)
    if chosen is None:
        tokens = [[float(count[0]) for count in given] for given in counts]
        chosen = spend(_options(counts, tokens), most)
    if chosen is None:
        chosen = [_shortest(given, limits) for given in options]
    taken = tuple(given[number] for given, number in zip(options, chosen, strict=True))
    return Shared(taken, tuple(_marks(_sum_lengths(taken, between), limits)))


def best_of(given: Sequence[Sentence]) -> Sentence:
    """The option with the best score."""
    return max(given, key=lambda one: one.score)


def _options(
    counts: Sequence[Sequence[tuple[int, ...]]], scores: Sequence[Sequence[float]]
) -> list[list[Option]]:
    return [
        [Option(*each) for each in zip(of_counts, of_scores, strict=True)]
        for of_counts, of_scores in zip(counts, scores, strict=True)
    ]


def _sum_lengths(sentences: Sequence[Sentence], between: int) -> dict[Unit, int]:
    lengths = [lengths_of(sentence) for sentence in sentences]
    sums = {unit: sum(one[unit] for one in lengths) for unit in _UNITS}
    return sums | {"chars": sums["chars"] + between}


def _shortest(given: Sequence[Sentence], limits: Allowed) -> int:
    """The option that takes the least part of the limits; of equals the best."""

    def part(number: int) -> tuple[float, float]:
        lengths = lengths_of(given[number])
        share = sum(lengths[unit] / most for unit, most in limits.most.items())
        return share, -given[number].score

    return min(range(len(given)), key=part)


def _marks(lengths: dict[Unit, int], limits: Allowed) -> Iterator[str]:
    for name, unit in UNIT_OF.items():
        most = limits.most.get(unit)
        if most is not None and lengths[unit] > most:
            yield over_mark(name, lengths[unit], most, "no sentence can be shorter")
    if lengths["tokens"] < limits.least_tokens:
        yield under_mark(lengths["tokens"], limits.least_tokens)
