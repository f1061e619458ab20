"""`TrigramModel`: Clarke & Lapata's system without training pairs (2008).

A compression scores the log-probability of its words under a trigram model, plus λ times the
significance of each; constraints keep it grammatical, and one on length keeps it from shrinking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.constraints import find_constraints
from laconic.baselines.options import IlpOptions
from laconic.baselines.programme import NO_WORD, Flow, Solution, solve
from laconic.baselines.sentence import Compressed, Sentence, compress_to, read_sentence
from laconic.baselines.topics import TopicCounts, count_topics
from laconic.errors import LaconicError
from laconic.scoring.ngram import NgramModel
from laconic.settings import to_table
from laconic.signing import ModelFile
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import to_bytes

KIND, VERSION = "trigram", 1
SIGNED = ("kind", "version", "significance", "ilp", "parser")
LM = "lm"
LONGEST = 120  # words; there are some 280,000 triples of so many
TOO_LONG = "too long, copied"


@dataclass(frozen=True, eq=False)
class TrigramModel:
    """A language model, counts of nouns and verbs, and the weight of significance.

    `document` counts the nouns and verbs of the document that sentences are from; without it each
    sentence is one of its own.
    """

    lm: NgramModel = field(repr=False)
    topics: TopicCounts = field(repr=False)
    significance: float
    ilp: IlpOptions
    parser: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    document: Mapping[str, int] | None = field(default=None, repr=False)

    @property
    def system(self) -> str:
        """The name of the system."""
        return "clarke-lm"

    def for_document(self, trees: Iterable[Tree]) -> TrigramModel:
        """The model for the sentences of one document, whose nouns and verbs are counted."""
        return replace(self, document=count_topics(read_sentence(tree) for tree in trees))

    def rewrite(self, tree: Tree) -> Compressed:
        """The best compression of a tree."""
        sentence, word_scores = read_sentence(tree), self.word_scores(tree)
        if len(sentence) > LONGEST:
            return self._compressed(sentence, Solution(tuple(range(len(sentence))), (TOO_LONG,)))
        flow = trigram_flow(self.lm, sentence, word_scores)
        options = self.ilp
        constraints = find_constraints(sentence, options.constraints, min_rate=options.min_rate)
        solution = solve(flow, constraints, max_seconds=options.max_seconds)
        return self._compressed(sentence, solution)

    def _compressed(self, sentence: Sentence, solution: Solution) -> Compressed:
        kept = list(solution.kept)
        probability = sum(trigram_log10_probs(self.lm, [sentence.words[word] for word in kept]))
        significance = float(self.word_scores(sentence.tree)[kept].sum())
        return compress_to(sentence, kept, probability + significance, solution.marks)

    def word_scores(self, tree: Tree) -> NDArray[np.float64]:
        """What significance adds for each word that is kept."""
        sentence = read_sentence(tree)
        known = count_topics([sentence]) if self.document is None else self.document
        scores: NDArray[np.float64] = self.significance * self.topics.significance(sentence, known)
        return scores

    @cached_property
    def signature(self) -> str:
        """A name that changes whenever the model may compress a tree in another way."""
        return self._file.signature

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes."""
        self._file.write(path)

    @property
    def _file(self) -> ModelFile:
        entries = {
            "significance": self.significance,
            "ilp": to_table(self.ilp),
            "parser": self.parser,
            "facts": dict(self.facts),
        }
        return ModelFile(KIND, VERSION, entries, self._members, SIGNED)

    @property
    def _members(self) -> dict[str, NDArray[Any]]:
        starts, texts = to_bytes(self.topics.counts)
        counts = np.array(list(self.topics.counts.values()), dtype=np.int64)
        lm = np.frombuffer(self.lm.packed_bytes(), dtype=np.uint8)
        return {"topic_starts": starts, "topics": texts, "topic_counts": counts, LM: lm}


def trigram_flow(lm: NgramModel, sentence: Sentence, word_scores: NDArray[np.float64]) -> Flow:
    """Compressions as paths over pairs of neighbours, so that a step sees three words.

    State 0 is the start; then come the pairs (i, j) of places with i < j ≤ n, where i = 0 is the
    start of the sentence; the last state is the end.
    """
    size = len(sentence)
    first, second = np.triu_indices(size + 1, 1)
    number = np.zeros((size + 1, size + 1), dtype=np.int64)
    number[first, second] = np.arange(1, len(first) + 1)
    end = len(first) + 1
    # From (i, j) to (j, k): every triple of places, and then from every pair to the end.
    following = size - second
    one, two = np.repeat(first, following), np.repeat(second, following)
    three = np.concatenate([np.arange(place + 1, size + 1) for place in second.tolist()])
    openings = number[0, 1:]
    tails = np.concatenate([np.zeros(size, dtype=np.int64), number[one, two], np.arange(1, end)])
    heads = np.concatenate([openings, number[two, three], np.full(end - 1, end)])
    scores = _trigram_scores(lm, sentence, (one, two, three), (first, second))
    if not (np.isfinite(scores).all() and np.isfinite(word_scores).all()):
        raise LaconicError("a score is no number; is the language model damaged?")
    word_of = np.concatenate([[NO_WORD], second - 1, [NO_WORD]])
    return Flow(word_of, tails, heads, scores, word_scores)


def _trigram_scores(
    lm: NgramModel,
    sentence: Sentence,
    triples: tuple[NDArray[np.int64], ...],
    pairs: tuple[NDArray[np.int64], ...],
) -> NDArray[np.float64]:
    """The log-probability of each step: first words, triples, ends of the sentence."""
    ids = lm.word_ids(sentence.words)

    def of_places(places: tuple[int, ...], *, end: bool) -> float:
        begin = places[0] == 0
        return _last(lm, [ids[place - 1] for place in places[begin:]], begin=begin, end=end)

    opening = [_last(lm, [word], begin=True, end=False) for word in ids]
    inner = [of_places(t, end=False) for t in zip(*(p.tolist() for p in triples), strict=True)]
    closing = [of_places(p, end=True) for p in zip(*(p.tolist() for p in pairs), strict=True)]
    return np.array([*opening, *inner, *closing], dtype=np.float64)


def trigram_log10_probs(lm: NgramModel, words: Sequence[str]) -> list[float]:
    """The log-probability of each word, and of the end, if each sees the two before it, no more."""
    ids = lm.word_ids(words)
    windows = [(ids[max(0, place - 2) : place + 1], place < 2) for place in range(len(ids))]
    inner = [_last(lm, window, begin=begin, end=False) for window, begin in windows]
    return [*inner, _last(lm, ids[-2:], begin=len(ids) < 2, end=True)]


def _last(lm: NgramModel, words: Sequence[int], *, begin: bool, end: bool) -> float:
    """The log-probability of the last word, or of the end, after those before it."""
    return float(lm.native.score_sentence(words, begin, end)[-1].log10_prob)
