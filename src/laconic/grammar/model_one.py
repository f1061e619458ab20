"""IBM model 1: what words become what others, learned from pairs of sentences by EM.

1. Every target word is made by one source word or by none, the null word. The null word has the
   probability `null_share` of doing so, all source words of the pair have the same.
2. Expectation: each target word is shared out between the words that may have made it, by
   t(target | source). Maximisation: shares are summed for each pair of words, a prior mass is added
   for words that are alike, and the sums of each source word are divided by their total.
3. So what rises with each round is the likelihood of the targets times a Dirichlet prior, in which
   a word becomes itself, or another form of itself. Rare words need that: nothing else ties a word
   seen once to one word of the other sentence rather than to another.

All pairs of words that stand in one pair of sentences are *cells*; a round is a few sums over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.errors import LaconicError
from laconic.grammar.edits import STEM, share_stem

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
WordPair = tuple[Sequence[str], Sequence[str]]
Watch = Callable[[int, float], None]  # the number of a round, and the objective before it

_NULL = 0  # the null word among source words
_CELLS_AT_ONCE = 2**21


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOneOptions:
    """How a table is learned: rounds of EM, and what is known beforehand."""

    rounds: int = 5
    null_share: float = 0.1
    same_mass: float = 4.0  # added to the count of a word becoming itself
    stem_mass: float = 1.0  # and to that of another form of it

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise LaconicError(f"rounds is {self.rounds}; expected 1 or more")
        if not 0 <= self.null_share < 1:
            raise LaconicError(f"null_share is {self.null_share}; expected a number from 0 up to 1")
        if min(self.same_mass, self.stem_mass) < 0:
            raise LaconicError("the mass of a prior is below 0; expected 0 or more")


@dataclass(frozen=True, eq=False, slots=True)
class TranslationTable:
    """t(target | source): `probs` of the pairs of words with these `keys`, which are sorted."""

    source_ids: Mapping[str, int]
    target_ids: Mapping[str, int]
    keys: IntArray
    probs: FloatArray
    null_share: float

    def prob(self, source: str | None, target: str) -> float:
        """t(target | source); None is the null word."""
        place = _NULL if source is None else self.source_ids.get(source, -1)
        return float(self._look_up(np.array([place]), [target])[0, 0])

    def posteriors(self, source_words: Sequence[str], target_words: Sequence[str]) -> FloatArray:
        """Who made each target word: a row for the null word and each source word, a column for
        each target word. A column is all 0 where none of them ever made it."""
        places = [_NULL, *(self.source_ids.get(word, -1) for word in source_words)]
        found = self._look_up(np.array(places), target_words)
        found *= _shares(len(source_words), self.null_share)[:, None]
        sums = found.sum(axis=0)
        shared: FloatArray = found / np.where(sums > 0, sums, 1.0)
        return shared

    def _look_up(self, sources: IntArray, target_words: Sequence[str]) -> FloatArray:
        targets = np.array([self.target_ids.get(word, -1) for word in target_words], dtype=np.int64)
        wanted = sources[:, None] * len(self.target_ids) + targets
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = (self.keys[places] == wanted) & (sources[:, None] >= 0) & (targets >= 0)
        return np.where(known, self.probs[places], 0.0)


def learn_table(
    pairs: Iterable[WordPair],
    options: ModelOneOptions | None = None,
    *,
    watch: Watch | None = None,
) -> TranslationTable:
    """The table of a corpus; words are taken as they are given.

    >>> table = learn_table([(["a", "dog"], ["a", "hound"]), (["a", "cat"], ["a", "cat"])])
    >>> table.prob("dog", "hound") > table.prob("dog", "a")
    True
    """
    options = options or ModelOneOptions()
    cells = _Cells(pairs, options)
    probs = cells.first_probs()
    for number in range(options.rounds):
        probs, objective = cells.improve(probs)
        if watch is not None:
            watch(number, objective)
    return TranslationTable(
        cells.source_ids, cells.target_ids, cells.keys, probs, options.null_share
    )


class _Cells:
    """The cells of a corpus: of each, which pair of words it is, and of which target word."""

    def __init__(self, pairs: Iterable[WordPair], options: ModelOneOptions) -> None:
        known = [(source, target) for source, target in pairs if source and target]
        if not known:
            raise LaconicError("there are no pairs with words to learn an alignment from")
        self.source_ids = _number((source for source, _ in known), first=_NULL + 1)
        self.target_ids = _number((target for _, target in known), first=0)
        self.words = sum(len(target) for _, target in known)  # of all targets
        cells = [self._of_pair(source, target) for source, target in known]
        self.keys, places = np.unique(np.concatenate(cells), return_inverse=True)
        self.chunks = list(_chunks(known, places.reshape(-1), options.null_share))
        self.sources = self.keys // len(self.target_ids)
        self.prior = self._prior(options)

    def _of_pair(self, source: Sequence[str], target: Sequence[str]) -> IntArray:
        """Keys of the cells of a pair, those of one target word together."""
        makers = np.array([_NULL, *(self.source_ids[word] for word in source)], dtype=np.int64)
        made = np.array([self.target_ids[word] for word in target], dtype=np.int64)
        keys: IntArray = (makers[None, :] * len(self.target_ids) + made[:, None]).reshape(-1)
        return keys

    def _prior(self, options: ModelOneOptions) -> FloatArray:
        """What is added to the count of each pair of words."""
        sources = ["", *self.source_ids]
        targets = list(self.target_ids)
        stems: dict[str, int] = {}
        stem_of_source, stem_of_target = (
            np.array([stems.setdefault(word[:STEM], len(stems)) for word in words])
            for words in (sources, targets)
        )
        prior = np.zeros(len(self.keys))
        # Few pairs of words begin alike; only those are looked at one by one.
        target_of = self.keys % len(targets)
        alike = np.flatnonzero(stem_of_source[self.sources] == stem_of_target[target_of])
        for place in alike.tolist():
            one, two = sources[self.sources[place]], targets[target_of[place]]
            if one == two:
                prior[place] = options.same_mass
            elif share_stem(one, two):
                prior[place] = options.stem_mass
        return prior

    def first_probs(self) -> FloatArray:
        """What EM starts from: every word that was ever beside a source word, and the prior."""
        return self._normalised(1.0 + self.prior)

    def improve(self, probs: FloatArray) -> tuple[FloatArray, float]:
        """One round of EM: the next table, and the objective of the one before."""
        counts = self.prior.copy()
        objective = float(self.prior @ np.log(np.where(self.prior > 0, probs, 1.0)))
        for chunk in self.chunks:
            weights = probs[chunk.keys] * chunk.shares
            totals = np.bincount(chunk.words, weights)
            counts += np.bincount(
                chunk.keys, weights / totals[chunk.words], minlength=len(self.keys)
            )
            objective += float(np.log(totals).sum())
        return self._normalised(counts), objective

    def _normalised(self, counts: FloatArray) -> FloatArray:
        totals = np.bincount(self.sources, counts)
        probs: FloatArray = counts / np.where(totals > 0, totals, 1.0)[self.sources]
        return probs


@dataclass(frozen=True, eq=False, slots=True)
class _Chunk:
    """Some pairs' cells: places of keys, numbers of target words, and shares of makers."""

    keys: NDArray[np.int32]
    words: NDArray[np.int32]
    shares: NDArray[np.float32]


def _chunks(pairs: Sequence[WordPair], places: IntArray, null_share: float) -> Iterator[_Chunk]:
    start = first = 0
    sizes = [(len(source) + 1) * len(target) for source, target in pairs]
    total = 0
    for number, size in enumerate(sizes, 1):
        total += size
        if total >= _CELLS_AT_ONCE or number == len(pairs):
            keys = places[start : start + total].astype(np.int32)
            yield _Chunk(keys, *_words_and_shares(pairs[first:number], null_share))
            start, first, total = start + total, number, 0


def _words_and_shares(
    pairs: Sequence[WordPair], null_share: float
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    makers = np.repeat([len(source) + 1 for source, _ in pairs], [len(t) for _, t in pairs])
    words = np.repeat(np.arange(len(makers), dtype=np.int32), makers)
    shares = [np.tile(_shares(len(source), null_share), len(target)) for source, target in pairs]
    return words, np.concatenate(shares).astype(np.float32)


def _shares(source_words: int, null_share: float) -> FloatArray:
    """How likely the null word and each source word are to make a target word."""
    shares = np.full(source_words + 1, (1 - null_share) / max(source_words, 1))
    shares[_NULL] = null_share
    return shares


def _number(sentences: Iterable[Sequence[str]], *, first: int) -> dict[str, int]:
    """Words under numbers, in order of appearance."""
    numbers: dict[str, int] = {}
    for sentence in sentences:
        for word in sentence:
            numbers.setdefault(word, first + len(numbers))
    return numbers
