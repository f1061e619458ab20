"""`Candidates`: all that a transducer can make of one sentence, searched as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import merge
from operator import itemgetter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from laconic.compressor.inputs import Passage
from laconic.compressor.marks import NOT_DROPPED, NOT_KEPT, make_mark
from laconic.compressor.parts import MakeStrata, Pair, Part, is_split, split_forest
from laconic.compressor.phrases import Wanted
from laconic.compressor.result import Sentence
from laconic.decoding.forest import Forest
from laconic.decoding.strata import Strata, bounds_of, length_strata
from laconic.errors import ForestError
from laconic.model import Model, Rewritten
from laconic.request import Guard
from laconic.trees.guards import find_bonds, find_pairs
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree
from laconic.trees.words import plain_word

Unit = Literal["tokens", "words", "chars"]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Candidates:
    """A sentence with its forest: the whole one, and the part that guards and phrases leave.

    `marks` say which phrases could not be kept or dropped, `is_kept` whether some were to be kept.
    """

    model: Model
    passage: Passage
    tree: Tree
    whole: Forest = field(repr=False)
    guarded: Forest = field(repr=False)
    forest: Forest = field(repr=False)
    pairs: tuple[Pair, ...] = ()
    marks: tuple[str, ...] = ()
    is_kept: bool = False

    @cached_property
    def best(self) -> Sentence:
        """The best of all."""
        best = self._all.best()
        if is_split(best.words, self.pairs):
            best = max((part.best() for part in self._parts), key=lambda made: made.score)
        return self._sentence(best)

    def ranked(self) -> Iterator[Sentence]:
        """Different strings, best first."""
        return self._ranked(lambda _: None)

    def by_length(self, unit: Unit, least: int = 0, most: int | None = None) -> list[Sentence]:
        """The best of each length, shortest first."""
        found = self._by_counts(self._strata(unit, least, most))
        return [self._sentence(found[counts]) for counts in sorted(found)]

    def by_score(self, unit: Unit, least: int, most: int | None) -> Iterator[Sentence]:
        """The best of each length, best first."""
        found = self._by_counts(self._strata(unit, least, most)).values()
        return map(self._sentence, sorted(found, key=lambda made: -made.score))

    def ranked_within(self, unit: Unit, least: int, most: int | None) -> Iterator[Sentence]:
        """Different strings of these lengths, best first."""
        return self._ranked(self._strata(unit, least, most))

    def within(self, most: dict[Unit, int]) -> list[Sentence]:
        """The best of each combination of lengths within several limits, as the beam finds them.

        Of the first unit no length is missed.
        """
        (first, limit), *others = most.items()

        def make_strata(forest: Forest) -> Strata:
            strata = self._strata(first, 0, limit)(forest)
            columns = [forest.sum_words(self._lengths(unit)) for unit in most]
            return replace(
                strata,
                increments=np.stack(columns, axis=1).astype(np.int32),
                # One above the limit stands for all that is too long.
                caps=(*strata.caps, *(limit + 1 for _, limit in others)),
            )

        return [
            self._sentence(made)
            for counts, made in sorted(self._by_counts(make_strata).items(), key=itemgetter(0))
            if all(count <= top for count, top in zip(counts, most.values(), strict=True))
        ]

    def with_words(self) -> list[Sentence]:
        """The best of each number of words that is not 0, fewest first."""
        found = self._by_counts(
            lambda forest: length_strata(forest, lengths=_count_worded(forest), least=1)
        )
        return [self._sentence(found[counts]) for counts in sorted(found)]

    def in_the_way(self, unit: Unit, most: int) -> str:
        """What keeps a length out of reach: the grammar, guards, or words to keep."""
        steps = {"guards": self.guarded} | ({"words to keep": self.forest} if self.is_kept else {})
        if self._shortest(unit, self.whole) <= most:
            for reason, forest in steps.items():
                if self._shortest(unit, forest) > most:
                    return reason
        return "the grammar"

    def _shortest(self, unit: Unit, forest: Forest) -> int:
        """The least length in a forest: exact for tokens, at least a bound for others."""
        return bounds_of(forest, forest.sum_words(self._lengths(unit)).astype(np.int32))[0]

    @cached_property
    def _all(self) -> Part:
        return Part(self.model, self.forest)

    @cached_property
    def _parts(self) -> list[Part]:
        if not self.pairs:
            return [self._all]
        return [Part(self.model, forest) for forest in split_forest(self.forest, self.pairs)]

    def _ranked(self, make_strata: MakeStrata) -> Iterator[Sentence]:
        ranked = (part.ranked(make_strata) for part in self._parts)
        return map(self._sentence, merge(*ranked, key=lambda made: -made.score))

    def _by_counts(self, make_strata: MakeStrata) -> dict[tuple[int, ...], Rewritten]:
        """The best of each final stratum in all parts, by its counts."""
        best: dict[tuple[int, ...], Rewritten] = {}
        for part in self._parts:
            for counts, made in part.by_counts(make_strata):
                if counts not in best or made.score > best[counts].score:
                    best[counts] = made
        return best

    def _sentence(self, made: Rewritten) -> Sentence:
        return Sentence(self.passage, self.tree, made, self.marks)

    def _strata(self, unit: Unit, least: int, most: int | None) -> Callable[[Forest], Strata]:
        lengths = self._lengths(unit)
        return lambda forest: length_strata(forest, lengths=lengths, least=least, greatest=most)

    def _lengths(self, unit: Unit) -> IntArray:
        """How much each of the forest's words adds, new ones too."""
        new = self.whole.words[len(self.passage) :]
        if unit == "tokens":
            lengths = [1] * len(self.whole.words)
        elif unit == "words":
            lengths = [*self.passage.word_lengths(), *(1 for _ in new)]
        else:
            # A space, and a first letter of which capitals may be two.
            lengths = [*self.passage.char_bounds(), *(len(word) + 2 for word in new)]
        return np.array(lengths, dtype=np.int64)


def find_candidates(
    model: Model, passage: Passage, tree: Tree, guards: Collection[Guard], wanted: Wanted
) -> Candidates:
    """What a sentence can become; an error says why it can become nothing."""
    tree = with_root(tree)
    whole = model.matcher.match(tree)
    guarded = whole.respecting(find_bonds(tree, guards))
    forest, marks = _restricted(guarded, wanted)
    pairs = tuple(find_pairs(tree, guards))
    is_kept = bool(wanted.keep)
    return Candidates(model, passage, tree, whole, guarded, forest, pairs, tuple(marks), is_kept)


def _restricted(forest: Forest, wanted: Wanted) -> tuple[Forest, list[str]]:
    """The part of a forest that does with phrases what is wanted, as far as it can be had."""
    if not wanted.keep and not wanted.drop:
        return forest, []
    try:
        return _restrict(forest, keep=wanted.kept, drop=wanted.dropped), []
    except ForestError:
        marks: list[str] = []
    # One occurrence after the other, those to keep first.
    for phrase, occurrences in wanted.keep.items():
        for places in occurrences:
            try:
                forest = forest.restrict(keep=places)
            except ForestError:
                marks.append(make_mark(NOT_KEPT, repr(phrase)))
    for phrase, occurrences in wanted.drop.items():
        for places in occurrences:
            try:
                forest = _restrict(forest, drop=places)
            except ForestError:
                marks.append(make_mark(NOT_DROPPED, repr(phrase)))
    return forest, list(dict.fromkeys(marks))


def _restrict(forest: Forest, *, keep: Iterable[int] = (), drop: Iterable[int]) -> Forest:
    """The part in which these tokens are kept and those are gone; an error if no word is left."""
    part = forest.restrict(keep=keep, drop=drop)
    worded = _count_worded(part)
    has_words = worded[: part.arrays.tokens].any()
    if has_words and not bounds_of(part, part.sum_words(worded).astype(np.int32))[1]:
        raise ForestError("no word would be left")
    return part


def _count_worded(forest: Forest) -> IntArray:
    """For each of the forest's words 1 if it is one, 0 if it is a mark."""
    is_worded = [any(map(str.isalnum, plain_word(word))) for word in forest.words]
    return np.array(is_worded, dtype=np.int64)
