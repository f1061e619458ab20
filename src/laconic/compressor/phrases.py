"""Words and phrases that a user names, as places of tokens: every occurrence, in any case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from laconic.compressor.marks import CLASH, NO_MATCH, make_mark
from laconic.errors import LaconicError
from laconic.parsing.tokens import tokenise
from laconic.request import Request
from laconic.trees.words import plain_word

Pattern = tuple[str, ...]
Occurrences = dict[str, list[range]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where the phrases to keep and to drop stand in a sentence: tokens of each occurrence."""

    keep: Occurrences
    drop: Occurrences

    @property
    def kept(self) -> frozenset[int]:
        """All tokens to keep."""
        return _union(self.keep.values())

    @property
    def dropped(self) -> frozenset[int]:
        """All tokens to drop."""
        return _union(self.drop.values())

    @property
    def clash(self) -> frozenset[int]:
        """Tokens both to keep and to drop."""
        return self.kept & self.dropped


NOTHING = Wanted({}, {})


class Phrases:
    """The phrases of a request, cut into tokens once."""

    def __init__(self, request: Request) -> None:
        self.keep = {phrase: patterns_of(phrase) for phrase in request.keep}
        self.drop = {phrase: patterns_of(phrase) for phrase in request.drop}

    def __bool__(self) -> bool:
        return bool(self.keep or self.drop)

    def find(self, words: Sequence[str]) -> Wanted:
        """Where the phrases stand in a sentence."""
        if not self:
            return NOTHING
        forms = [_form(word) for word in words]
        return Wanted(_found(self.keep, forms), _found(self.drop, forms))

    def missing(self, found: Iterable[Wanted]) -> list[str]:
        """What to say of phrases that stand in no sentence, those to keep first."""
        known = list(found)
        kept = {phrase for wanted in known for phrase in wanted.keep}
        dropped = {phrase for wanted in known for phrase in wanted.drop}
        return [f"keep {phrase!r}" for phrase in self.keep if phrase not in kept] + [
            f"drop {phrase!r}" for phrase in self.drop if phrase not in dropped
        ]


def patterns_of(phrase: str) -> list[Pattern]:
    """The tokens of a phrase as they are compared: cut as text is, or at white space alone.

    Sentences that come as tokens or trees may have cut their words in another way.

    >>> patterns_of("Don't go")
    [('do', "n't", 'go'), ("don't", 'go')]
    >>> patterns_of("the U.S.")
    [('the', 'u.s.')]
    """
    tokens = tokenise(phrase)
    # The end of a phrase is no end of a sentence: no full stop hides in its last abbreviation.
    if len(tokens) > 1 and tokens[-1].start < tokens[-2].end:
        tokens.pop()
    cut = [tuple(token.form for token in tokens), tuple(phrase.split())]
    return list(dict.fromkeys(tuple(map(_form, words)) for words in cut))


def find_pattern(pattern: Pattern, forms: Sequence[str]) -> list[range]:
    """The places of each occurrence.

    >>> find_pattern(("a", "b"), ["a", "a", "b", "c", "a", "b"])
    [range(1, 3), range(4, 6)]
    """
    size = len(pattern)
    return [
        range(place, place + size)
        for place in range(len(forms) - size + 1)
        if forms[place] == pattern[0] and tuple(forms[place : place + size]) == pattern
    ]


def check_phrases(
    phrases: Phrases, found: Sequence[Wanted], words: Sequence[Sequence[str]]
) -> None:
    """An error for phrases that stand nowhere, and for tokens both to keep and to drop."""
    for missing in phrases.missing(found):
        name, _, phrase = missing.partition(" ")
        raise LaconicError(f"{name}: {phrase} does not occur in the text")
    for wanted, forms in zip(found, words, strict=True):
        if wanted.clash:
            raise LaconicError(clash_of(wanted, forms))


def clash_of(wanted: Wanted, words: Sequence[str]) -> str:
    """What to say of tokens both to keep and to drop."""
    token = min(wanted.clash)
    keep = next(phrase for phrase, found in wanted.keep.items() if token in _union([found]))
    drop = next(phrase for phrase, found in wanted.drop.items() if token in _union([found]))
    return f"{words[token]!r} is in {keep!r}, to be kept, and in {drop!r}, to be dropped"


def phrase_marks(phrases: Phrases, found: Sequence[Wanted]) -> tuple[str, ...]:
    """The marks of a text for phrases that stand nowhere in it."""
    return tuple(make_mark(NO_MATCH, missing) for missing in phrases.missing(found))


def clash_mark(wanted: Wanted, words: Sequence[str]) -> str:
    """The mark of a sentence in which tokens are both to be kept and to be dropped."""
    return make_mark(CLASH, clash_of(wanted, words))


def _found(patterns: dict[str, list[Pattern]], forms: Sequence[str]) -> Occurrences:
    places = {
        phrase: [places for pattern in either for places in find_pattern(pattern, forms)]
        for phrase, either in patterns.items()
    }
    return {phrase: ranges for phrase, ranges in places.items() if ranges}


def _union(found: Iterable[list[range]]) -> frozenset[int]:
    return frozenset(place for ranges in found for places in ranges for place in places)


def _form(word: str) -> str:
    return plain_word(word).casefold()
