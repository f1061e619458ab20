"""Significance scores: how much a noun or verb matters in its document (Clarke & Lapata, 2008).

I(w) = (l / N) · f · log(F_a / F): `f` is how often the word stands in its document, `F` how often
in a corpus, `F_a` how often all such words do; `l` counts the clauses around the word, `N` the
clauses around the most deeply embedded one. So rare words that come back, and words of embedded
clauses, weigh more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.sentence import Sentence

CLAUSES = frozenset({"S", "SINV", "SQ", "SBARQ"})


@dataclass(frozen=True, slots=True)
class TopicCounts:
    """How often nouns and verbs stand in a corpus."""

    counts: Mapping[str, int] = field(repr=False)
    total: int

    def significance(self, sentence: Sentence, document: Mapping[str, int]) -> NDArray[np.float64]:
        """The score of each word; 0 for words that are neither noun nor verb."""
        scores = np.zeros(len(sentence))
        clauses = _clauses(sentence)
        deepest = max(1, *clauses)
        for word in topics(sentence):
            text = sentence.words[word].lower()
            # A word that the corpus lacks is as rare as one that stands there once.
            rarity = log(max(self.total, 1) / max(self.counts.get(text, 0), 1))
            scores[word] = clauses[word] / deepest * max(document.get(text, 0), 1) * rarity
        return scores


def topics(sentence: Sentence) -> list[int]:
    """The nouns and verbs of a sentence, by place."""
    return [w for w, tag in enumerate(sentence.tags) if tag.startswith(("NN", "VB"))]


def count_topics(sentences: Iterable[Sentence]) -> Counter[str]:
    """How often each noun or verb stands in some sentences."""
    return Counter(
        sentence.words[word].lower() for sentence in sentences for word in topics(sentence)
    )


def make_topic_counts(sentences: Iterable[Sentence]) -> TopicCounts:
    """The counts of a corpus."""
    counts = count_topics(sentences)
    return TopicCounts(dict(sorted(counts.items())), counts.total())


def _clauses(sentence: Sentence) -> list[int]:
    """How many clauses hold each word; at least one."""
    around = np.zeros(len(sentence), dtype=np.int64)
    spans = sentence.spans
    for node, label in enumerate(sentence.labels):
        if label in CLAUSES:
            around[spans.starts[node] : spans.stops[node]] += 1
    return [max(int(count), 1) for count in around]
