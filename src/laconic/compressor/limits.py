"""Limits met by search: the best that is within them; the nearest, marked, if nothing is.

1. The best of all is taken if it is within the limits.
2. Else sentences are searched by length, once for each limit, and the best within all is taken.
3. Lengths of words and characters are bounds, and the best of a length may have a limit of another
   kind against it: what is left over is looked for among more of each length, then by all limits at
   once.
4. If nothing is within the limits, what exceeds them least comes back with a mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import ceil, floor

from laconic.compressor.candidates import Candidates, Unit
from laconic.compressor.marks import OVER, UNDER, make_mark
from laconic.compressor.result import Sentence
from laconic.errors import SearchError
from laconic.request import Request

_TRIES = 200  # how far down a list to look for something within the limits,
_MORE_TRIES = 10  # and how much further for each that is wanted
UNIT_OF: dict[str, Unit] = {"rate": "tokens", "max_words": "words", "max_chars": "chars"}


@dataclass(frozen=True, slots=True)
class Allowed:
    """How long a sentence, or a text, may become: at most by unit, and at least so many tokens."""

    most: dict[Unit, int]
    least_tokens: int = 0

    def __bool__(self) -> bool:
        return bool(self.most) or self.least_tokens > 0

    @property
    def units(self) -> list[Unit]:
        """The units that limits are in."""
        units = list(self.most)
        return [*units, "tokens"] if self.least_tokens and "tokens" not in units else units

    def excess(self, lengths: dict[Unit, int]) -> tuple[float, int]:
        """By how much limits are exceeded, and how many tokens there are too few."""
        over = sum(max(0, lengths[unit] - limit) / limit for unit, limit in self.most.items())
        return over, max(0, self.least_tokens - lengths["tokens"])


def allowed(request: Request, tokens: int) -> Allowed:
    """What a request allows where there are so many tokens.

    >>> allowed(Request(rate=0.29, min_rate=0.1), 100)
    Allowed(most={'tokens': 29}, least_tokens=10)
    """
    most: dict[Unit, int] = {}
    if request.rate is not None:
        most["tokens"] = max(1, floor(_exact(request.rate) * tokens))
    if request.max_words is not None:
        most["words"] = request.max_words
    if request.max_chars is not None:
        most["chars"] = request.max_chars
    least = 0 if request.min_rate is None else ceil(_exact(request.min_rate) * tokens)
    return Allowed(most, least)


def _exact(share: float) -> Fraction:
    """The number that was written: 0.29 of a hundred is 29, not a little less."""
    return Fraction(repr(share))


def lengths_of(sentence: Sentence) -> dict[Unit, int]:
    """How long a compression is."""
    return {
        "tokens": len(sentence.tokens),
        "words": sentence.words,
        "chars": len(sentence.text),
    }


def is_usable(sentence: Sentence) -> bool:
    """Whether there is a word in a compression, if its source has one: no lone full stop."""
    if _has_words(sentence.text):
        return True
    is_seen = bool(sentence.text.strip()) or not sentence.source.strip()
    return is_seen and not _has_words(sentence.source)


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def choose(candidates: Candidates, limits: Allowed, count: int) -> list[Sentence]:
    """The best different compressions within the limits, at most so many; one is always there."""
    if count == 1 and fits(candidates.best, limits):
        return [candidates.best]
    if limits:
        found = _merged(_within(candidates, limits, count), count)
    else:
        listed = islice(candidates.ranked(), _TRIES + _MORE_TRIES * count)
        found = _different((one for one in listed if fits(one, limits)), count)
    return found or [_nearest(candidates, limits)]


def fits(sentence: Sentence, limits: Allowed) -> bool:
    """Whether a compression is usable and within the limits."""
    if not is_usable(sentence):
        return False
    return not limits or not any(limits.excess(lengths_of(sentence)))


def _within(candidates: Candidates, limits: Allowed, count: int) -> list[Sentence]:
    """What is within all limits, from a search for each of them."""
    found: list[Sentence] = []
    searches = _searches(limits)
    if count == 1:
        for unit, least, most in searches:
            listed = candidates.by_score(unit, least, most)
            found += _different((one for one in listed if fits(one, limits)), 1)
    for unit, least, most in searches if not found else ():
        listed_on = islice(
            candidates.ranked_within(unit, least, most), _TRIES + _MORE_TRIES * count
        )
        found += _different((one for one in listed_on if fits(one, limits)), count)
    if not found and len(limits.most) > 1:
        together = candidates.within(limits.most)
        found += [one for one in together if fits(one, limits)]
    return found


def _searches(limits: Allowed) -> list[tuple[Unit, int, int | None]]:
    """What to search by: each unit with its range."""
    searches: list[tuple[Unit, int, int | None]] = [
        (unit, limits.least_tokens if unit == "tokens" else 0, most)
        for unit, most in limits.most.items()
    ]
    if limits.least_tokens and "tokens" not in limits.most:
        searches.append(("tokens", limits.least_tokens, None))
    return searches


def _different(sentences: Iterable[Sentence], count: int) -> list[Sentence]:
    """The first so many with different texts."""
    return list(islice(_distinct(sentences), count))


def _distinct(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    seen: set[str] = set()
    for sentence in sentences:
        if sentence.text not in seen:
            seen.add(sentence.text)
            yield sentence


def _merged(sentences: Iterable[Sentence], count: int) -> list[Sentence]:
    """The best so many with different texts."""
    return _different(sorted(sentences, key=lambda one: -one.score), count)


def _nearest(candidates: Candidates, limits: Allowed) -> Sentence:
    """What exceeds the limits least, marked."""
    listed = [one for unit in limits.units for one in candidates.by_length(unit)]
    usable = [one for one in listed if is_usable(one)]
    # The best of a length may be a lone mark where something else of that length is not.
    usable = usable or [one for one in candidates.with_words() if is_usable(one)]
    if not usable:
        raise SearchError("whatever the model makes of it has no words")
    nearest = min(usable, key=lambda one: (limits.excess(lengths_of(one)), -one.score))
    return replace(nearest, marks=(*nearest.marks, *_limit_marks(nearest, limits, candidates)))


def _limit_marks(sentence: Sentence, limits: Allowed, candidates: Candidates) -> Iterator[str]:
    lengths = lengths_of(sentence)
    for name, unit in UNIT_OF.items():
        most = limits.most.get(unit)
        if most is not None and lengths[unit] > most:
            reason = candidates.in_the_way(unit, most)
            yield over_mark(name, lengths[unit], most, f"held by {reason}")
    if lengths["tokens"] < limits.least_tokens:
        yield under_mark(lengths["tokens"], limits.least_tokens)


def over_mark(name: str, found: int, most: int, reason: str) -> str:
    """The mark for a limit that was exceeded.

    >>> over_mark("max_words", 7, 5, "held by the grammar")
    'over max_words: 7 words, at most 5; held by the grammar'
    """
    unit = UNIT_OF[name]
    return make_mark(OVER[name], f"{found} {unit}, at most {most}; {reason}")


def under_mark(found: int, least: int) -> str:
    """The mark for too few tokens.

    >>> under_mark(3, 5)
    'under min_rate: 3 tokens, at least 5'
    """
    return make_mark(UNDER, f"{found} tokens, at least {least}")
