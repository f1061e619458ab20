"""Words aligned by what a whole corpus tells: identity first, then IBM model 1 in both directions.

Words are compared without regard to case. Links are found in four steps:

1. Words that stay themselves: a longest common subsequence, then runs of words that moved, as in
   `grammar.edits`; but what may anchor a run is told by the corpus: any word that is not frequent.
2. Words in the same place: the only one in the source and the only one in the target between two
   neighbours that stay themselves. Words of these two steps have no further links.
3. Of the other words, those that choose each other: the target word thinks the source word most
   likely to have made it (source to target), and the other way round. A word may also choose one of
   the steps before, or the null word; then it has no link.
4. Links that only one direction wants, but is sure of, are added while they touch a link that is
   there, at a side or a corner, and their target word is still free (grow-diag, halved). So one
   word may become several; but that several became one is not said: source words may just go.

The aligner is learned from pairs, and two of them learned from the same pairs are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from laconic.grammar.edits import common_subsequence, fold_case, gaps, moved_runs
from laconic.grammar.model_one import (
    FloatArray,
    ModelOneOptions,
    TranslationTable,
    WordPair,
    learn_table,
)

Links = tuple[tuple[int, int], ...]

_FREQUENT_SHARE, _FREQUENT_LEAST = 0.05, 10  # of sentences, for a word that is frequent
_SURE = 0.5  # a direction is sure of a link that is more likely than this
_TIE = 1e-9  # how much nearness to the diagonal weighs, beside probabilities


class Aligner(Protocol):
    """What finds the links of a pair of sentences."""

    def align(self, source_words: Sequence[str], target_words: Sequence[str]) -> Links:
        """Pairs of word numbers, counted from 0, in order."""
        ...


@dataclass(frozen=True, eq=False, slots=True)
class WordAligner:
    """IBM model 1 in both directions: `forward` makes target words, `backward` source words."""

    forward: TranslationTable
    backward: TranslationTable
    frequent: frozenset[str]

    def align(self, source_words: Sequence[str], target_words: Sequence[str]) -> Links:
        """The links of a pair, in order."""
        source, target = fold_case(source_words), fold_case(target_words)
        links = set(self._fixed(source, target))
        fixed_source, fixed_target = {s for s, _ in links}, {t for _, t in links}

        def is_free(link: tuple[int, int]) -> bool:
            return link[0] not in fixed_source and link[1] not in fixed_target

        one = {(s, t): sure for s, t, sure in _best(self.forward.posteriors(source, target))}
        other = {(s, t): sure for t, s, sure in _best(self.backward.posteriors(target, source))}
        links |= set(filter(is_free, one.keys() & other.keys()))
        wanted = [link for found in (one, other) for link, sure in found.items() if sure]
        return tuple(sorted(grow(links, filter(is_free, wanted))))

    def _fixed(self, source: Sequence[str], target: Sequence[str]) -> list[tuple[int, int]]:
        """The links that need no table: of words that stay themselves, or are alone in a gap."""
        kept = common_subsequence(source, target)
        moved = moved_runs(source, target, kept, lambda place: source[place] not in self.frequent)
        between = gaps(kept, moved, len(source), len(target))
        alone = [(s[0], t[0]) for s, t in between if len(s) == len(t) == 1]
        return kept + moved + alone


def learn_aligner(pairs: Iterable[WordPair], options: ModelOneOptions | None = None) -> WordAligner:
    """An aligner from a corpus of source and target words.

    >>> aligner = learn_aligner([("He quit .".split(), "He left .".split()),
    ...                          ("They quit today .".split(), "They left .".split())])
    >>> aligner.align("Today she quit .".split(), "She left today .".split())
    ((0, 2), (1, 0), (2, 1), (3, 3))
    """
    folded = [(fold_case(source), fold_case(target)) for source, target in pairs]
    forward = learn_table(folded, options)
    backward = learn_table(((target, source) for source, target in folded), options)
    return WordAligner(forward, backward, _frequent(folded))


def grow(
    links: Iterable[tuple[int, int]], wanted: Iterable[tuple[int, int]]
) -> set[tuple[int, int]]:
    """The links with those wanted that touch one and have a target word without links, until there
    are no more.

    >>> sorted(grow([(1, 1)], [(0, 1), (1, 2), (2, 3), (3, 3), (3, 5)]))
    [(1, 1), (1, 2), (2, 3)]
    """
    found, waiting = set(links), sorted(wanted)
    targets = {t for _, t in found}
    grown = True
    while grown:
        grown = False
        for s, t in waiting:
            touches = any((s + i, t + j) in found for i in (-1, 0, 1) for j in (-1, 0, 1))
            if t not in targets and touches:
                found.add((s, t))
                targets.add(t)
                grown = True
    return found


def _best(posteriors: FloatArray) -> list[tuple[int, int, bool]]:
    """Each made word with its maker before it, and whether that is more likely than all others
    together; without words that the null word makes, or nothing at all.

    Of equals the one nearest to the same place in its sentence.
    """
    makers, made = posteriors.shape[0] - 1, posteriors.shape[1]
    if not makers or not made:
        return []
    places = (np.arange(makers) + 0.5) / makers
    distance = np.abs(places[:, None] - (np.arange(made) + 0.5) / made)
    best = (posteriors[1:] * (1 - _TIE * distance)).argmax(axis=0)
    chances = posteriors[1 + best, np.arange(made)]
    return [
        (int(maker), place, bool(chance > _SURE))
        for place, (maker, chance) in enumerate(zip(best, chances, strict=True))
        if chance > posteriors[0, place]
    ]


def _frequent(pairs: Sequence[WordPair]) -> frozenset[str]:
    """Words of more than one in twenty source sentences: function words and punctuation, mostly."""
    counts = Counter(word for source, _ in pairs for word in set(source))
    least = max(_FREQUENT_LEAST, _FREQUENT_SHARE * len(pairs))
    return frozenset(word for word, count in counts.items() if count > least)
