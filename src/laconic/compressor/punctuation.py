"""Which marks of a sentence are written when some of its words are gone.

1. Of two brackets or quotes that belong together both are written or neither; neither if nothing
   is left between them.
2. A pause goes with what it parts, and a possessive with what it hangs on, if a tree tells.
3. The mark that ends the sentence is written whether it was kept or not.
4. From left to right, a mark that stands where it stood is left alone. Any other goes if it has
   nothing to part: at the start, after an opening bracket, beside a mark that says more.
5. At the end, nothing stands before the last mark but what closes a bracket or a quotation.

Words always stay; what is no word and no mark, as an emoji or a sign, is taken for a word. What
hangs on the word before it ('s) goes if only a mark is there to hang on.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import accumulate, pairwise

from laconic.trees.enclosures import (
    CLOSED_BY,
    CLOSING_BRACKETS,
    CLOSING_QUOTES,
    directed_marks,
    find_enclosures,
)
from laconic.trees.separators import Separator


class Kind(Enum):
    """What a token is to punctuation; what is UNSEEN has no visible character."""

    WORD = auto()
    UNSEEN = auto()
    HANGING = auto()
    PAUSE = auto()
    STOP = auto()
    OPENING = auto()
    CLOSING = auto()


_HANGING = frozenset({"'s", "'S", "'"})
_PAUSE = re.compile(r"[,;:،؛、，；：]+|-+|[‒–—―]+|/")
_STOP = re.compile(r"[.!?…‽؟।。！？｡]+")
_STRONG = re.compile(r"[;:؛；：]+")
_CONJUNCTIONS = frozenset({"and", "or", "but", "nor"})
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
_NOTHING = -1


@dataclass(frozen=True, slots=True)
class Punctuation:
    """The marks of a sentence: of what kind each token is, which belong together, which ends it."""

    forms: tuple[str, ...]
    kinds: tuple[Kind, ...]
    pairs: tuple[tuple[int, int], ...]
    parted: tuple[tuple[int, int], ...]  # a quotation ends, words follow, and another begins
    unclosed: frozenset[int]
    final: int  # −1 if there is none
    separators: tuple[Separator, ...]

    def clean(self, kept: Sequence[int]) -> list[int]:
        """The places of the tokens to be written, in order, if these are kept.

        Without any word, marks are written as they are. Where a quotation comes to end the
        sentence, the final mark takes the place of the comma within.

        >>> marks = find_punctuation(["He", ",", "my", "boss", ",", "left", "(", "early", ")", "."])
        >>> marks.clean([0, 1, 4, 5, 6])
        [0, 1, 5, 9]
        """
        if not any(self.kinds[place] is Kind.WORD for place in kept):
            return list(kept)
        places = self._with_partners(kept)
        if self.final >= 0 and self.final not in places and not self._is_stopped(places):
            insort(places, self.final)
        return self._ended(self._without_strays(places))

    def _is_stopped(self, places: Sequence[int]) -> bool:
        """Does a mark right before the final one do in its place?"""
        return self.kinds[self.final - 1] is Kind.STOP and self.final - 1 in places

    def _with_partners(self, kept: Sequence[int]) -> list[int]:
        """What is kept, without marks that lack what they belong to.

        One half of a pair, a pair around nothing, two quotes that part a quotation no more, and
        separators of nothing.
        """
        if not self.pairs and not self.separators:
            return list(kept)
        remaining = set(kept)
        tokens = _running_sum(place in remaining for place in range(len(self.kinds)))
        words = _running_sum(
            place in remaining and kind is Kind.WORD for place, kind in enumerate(self.kinds)
        )
        for first, last in self.pairs:
            is_whole = tokens[last + 1] - tokens[first] == last + 1 - first
            is_empty = words[last] == words[first] and not is_whole
            if is_empty or not (first in remaining and last in remaining):
                remaining -= {first, last}
        for last, first in self.parted:
            if words[first] == words[last] and {last, first} <= remaining:
                remaining -= {last, first}
        for separator in self.separators:
            if any(words[start] == words[stop] for start, stop in separator.sides):
                remaining.discard(separator.place)
        return [place for place in kept if place in remaining]

    def _without_strays(self, places: Sequence[int]) -> list[int]:
        written: list[int] = []
        for place, following in pairwise([*places, _NOTHING]):
            kind = self.kinds[place]
            before = written[-1] if written else _NOTHING
            stands_so = before == place - 1 and following == place + 1
            if kind is Kind.PAUSE and self._is_conjunction(before) and not stands_so:
                continue
            # Nothing before the first token is as the source has it, too.
            if kind in _UNTOUCHED or before == place - 1 or self._fits(place, written):
                written.append(place)
        return written

    def _fits(self, place: int, written: list[int]) -> bool:
        """Does a mark have its place after what was written? What gives way to it is taken back."""
        kind = self.kinds[place]
        ends_all = kind is Kind.STOP or self.forms[place] in CLOSING_BRACKETS
        while ends_all and written and self._gives_way(written[-1]):
            written.pop()
        if not written:
            return False
        if kind is Kind.CLOSING:
            return True
        if kind is Kind.PAUSE:
            while len(written) > 1 and self._is_weaker(written[-1], place):
                written.pop()
        if kind is Kind.STOP:
            return self._before_quotes(written) not in (Kind.OPENING, Kind.STOP)
        return self.kinds[written[-1]] not in (Kind.OPENING, Kind.PAUSE, Kind.STOP)

    def _is_weaker(self, pause: int, place: int) -> bool:
        is_pause = self.kinds[pause] is Kind.PAUSE
        return is_pause and _strength(self.forms[pause]) < _strength(self.forms[place])

    def _gives_way(self, place: int) -> bool:
        """Is it nothing where a sentence ends: a pause, or opening what is not closed?"""
        return self.kinds[place] is Kind.PAUSE or place in self.unclosed

    def _before_quotes(self, written: Sequence[int]) -> Kind:
        """The kind of what stands before the quotes that close at the end."""
        outside = [place for place in written if self.forms[place] not in CLOSING_QUOTES]
        return self.kinds[outside[-1]] if outside else Kind.OPENING

    def _is_conjunction(self, place: int) -> bool:
        return place >= 0 and self.forms[place].lower() in _CONJUNCTIONS

    def _ended(self, places: list[int]) -> list[int]:
        """What is written, with the marks after the last word put in order."""
        size = next(n for n, place in enumerate(reversed(places)) if self.kinds[place] in _WORDS)
        words, tail = places[: len(places) - size], places[len(places) - size :]
        last = len(self.forms) - 1
        if tail == list(range(words[-1] + 1, last + 1)):
            return places
        ends = [place for place in tail if place == last or not self._gives_way(place)]
        if len(ends) < len(tail):
            ends = self._without_strays(words + ends)[len(words) :]
        is_quoted = (
            len(ends) == 2 and self.forms[ends[0]] in CLOSING_QUOTES and ends[1] == self.final
        )
        if is_quoted and self.forms[tail[0]] == ",":
            ends.reverse()
        return words + ends


_WORDS = frozenset({Kind.WORD, Kind.UNSEEN, Kind.HANGING})
_UNTOUCHED = frozenset({Kind.WORD, Kind.UNSEEN, Kind.OPENING})


def find_punctuation(words: Sequence[str], separators: Iterable[Separator] = ()) -> Punctuation:
    """The marks of a sentence, from its tokens and what its tree says of some of them.

    >>> find_punctuation(["``", "No", "!", "''"]).pairs, find_punctuation(["No", "!"]).final
    (((0, 3),), 1)
    """
    forms = directed_marks(words)
    kinds = [_kind(form) for form in forms]
    pairs = find_enclosures(forms)
    for _, last in pairs:
        kinds[last] = Kind.CLOSING
    unclosed = {place for place, kind in enumerate(kinds) if kind is Kind.OPENING}
    return Punctuation(
        tuple(forms),
        tuple(kinds),
        tuple(pairs),
        tuple(_find_parted(forms, kinds, pairs)),
        frozenset(unclosed.difference(first for first, _ in pairs)),
        _find_final(kinds),
        tuple(_usable(separators, kinds)),
    )


def _find_parted(
    forms: Sequence[str], kinds: Sequence[Kind], pairs: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Where a quotation is interrupted: `"Go," he said, "now."`"""
    quotations = sorted(pair for pair in pairs if forms[pair[1]] in CLOSING_QUOTES)
    for (_, last), (first, end) in pairwise(quotations):
        if forms[last] == forms[end] and Kind.WORD in kinds[last:first]:
            yield last, first


def _usable(separators: Iterable[Separator], kinds: Sequence[Kind]) -> Iterator[Separator]:
    """Those that are marks, with the sides that have words."""
    for separator in separators:
        place, sides = separator.place, separator.sides
        if kinds[place] in (Kind.PAUSE, Kind.HANGING):
            yield Separator(place, tuple([s for s in sides if Kind.WORD in kinds[s[0] : s[1]]]))


def _running_sum(flags: Iterable[bool]) -> list[int]:
    return list(accumulate(flags, initial=0))


def _find_final(kinds: Sequence[Kind]) -> int:
    """The place of the last mark, before what closes after it; −1 if it is none that ends."""
    place = len(kinds) - 1
    while place > 0 and kinds[place] is Kind.CLOSING:
        place -= 1
    return place if place > 0 and kinds[place] is Kind.STOP else _NOTHING


@lru_cache(maxsize=1 << 14)
def _kind(form: str) -> Kind:
    """What a token is, from its form alone; a closing single quote hangs like an apostrophe.

    >>> [_kind(form).name for form in ("dog", "'s", "--", "...", "``", "''", "%")]
    ['WORD', 'HANGING', 'PAUSE', 'STOP', 'OPENING', 'CLOSING', 'WORD']
    """
    if form in _HANGING:
        return Kind.HANGING
    if form in CLOSED_BY:
        return Kind.OPENING
    if form in CLOSING_QUOTES or form in CLOSING_BRACKETS:
        return Kind.CLOSING
    if _PAUSE.fullmatch(form):
        return Kind.PAUSE
    if _STOP.fullmatch(form):
        return Kind.STOP
    is_seen = any(unicodedata.category(character) not in _INVISIBLE for character in form)
    return Kind.WORD if is_seen else Kind.UNSEEN


def _strength(pause: str) -> int:
    """How much a mark parts: a comma least, a colon or semicolon most.

    >>> [_strength(pause) for pause in (",", "--", ";")]
    [0, 1, 2]
    """
    return 2 if _STRONG.fullmatch(pause) else int(pause not in (",", "،", "、", "，"))
