"""SARI (Xu, Napoles, Pavlick, Chen & Callison-Burch 2016): n-grams added, kept and deleted.

An output is judged by what it did to the source, beside what references did. For n-grams of one to
four words, lower-cased:

- add: n-grams of the output that the source has not, against those of any reference that the source
  has not; each counts once. F1.
- keep: n-grams of the source that the output has too, against those that references have too. F1.
- delete: n-grams of the source that the output has not, against those that references have not.
  Precision only: to delete too little is seen in what is kept.

An n-gram that stands in the source twice, and in two of three references, is kept by 2/3: all
counts of source and output are multiplied by the number of references, whose counts are added up.

`sari` sums counts over sentences, n by n, then divides, as EASSE does with a whole corpus; where
there is nothing to divide by, 0. So a system that deletes once in a thousand sentences, rightly,
has all of the precision. `sari-mean` does not fall for that: it is the mean over sentences of what
the authors' own program (SARI.py) computes for one, in which each different n-gram weighs the same.
The published values of the paper's example (0.2683, 0.5889, 0.5071) are of that kind, and come out
with precision for deletion, not with F1.

The two differ in what is a rightly deleted n-gram, where it stands more than once in the source or
where only some references delete it. With s, c and r how often source, output and references have
it, `sari` counts the smaller of s - c and s - r, as EASSE does. The authors' program counts
(s - c) - r: as many as are gone without any reference having one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from laconic.evaluation.metrics import Family, FloatArray, Metric
from laconic.evaluation.sides import Side

ORDER = 4  # of the longest n-grams
_OPERATIONS = ("add", "keep", "delete")
_COUNTS = (ORDER, len(_OPERATIONS), 3)  # hits, predicted, wanted
_SIZE = ORDER * len(_OPERATIONS) * 3

Ngram = tuple[str, ...]
Bag = Counter[Ngram]


@dataclass(frozen=True, slots=True)
class Operation:
    """What was done with n-grams, and what references did; how often each.

    `right` is what was rightly done, as the authors' program counts it for one sentence.
    """

    done: Bag
    wanted: Bag
    right: Bag

    @property
    def hits(self) -> Bag:
        """What both did."""
        return self.done & self.wanted


def operations(source: Bag, output: Bag, references: Sequence[Bag]) -> tuple[Operation, ...]:
    """What output and references added to a source, kept of it and deleted from it."""
    together: Bag = sum(references, Bag())
    often, output_often = (_times(bag, len(references)) for bag in (source, output))
    new, wanted_new = (_once(set(bag) - set(source)) for bag in (output, together))
    kept, wanted_kept = often & output_often, often & together
    gone = often - output_often
    return (
        Operation(new, wanted_new, new & wanted_new),
        Operation(kept, wanted_kept, kept & wanted_kept),
        Operation(gone, often - together, gone - together),
    )


def sari_family() -> Family:
    """SARI over the whole corpus, its three parts, and the mean of sentences."""
    described = "n-grams that output and references {}, over all sentences together"
    parts = {"add": "add (F1)", "keep": "keep (F1)", "delete": "delete (precision)"}
    whole = Metric(
        "sari", "SARI", lambda counts: corpus_parts(counts).mean(axis=-1), "higher", "percent",
        "The mean of the three parts of SARI, over all sentences together.",
    )  # fmt: skip
    mean = Metric(
        "sari-mean", "SARI, mean", _mean, "higher", "percent",
        "The mean over sentences of SARI as its authors' program computes it for one.",
    )  # fmt: skip
    operations = (
        Metric(
            f"sari-{name}", f"SARI {name}", _part(place), "higher", "percent",
            f"SARI's {described.format(parts[name])}.",
        )
        for place, name in enumerate(_OPERATIONS)
    )  # fmt: skip
    return Family("sari", count_sari, (whole, *operations, mean))


def count_sari(source: Sequence[str], output: Side, references: Sequence[Side]) -> Sequence[float]:
    """Hits, predicted and wanted n-grams by length and operation; SARI of this sentence; 1."""
    sides = [reference.tokens for reference in references]
    by_length = list(_by_length(source, output.tokens, sides))
    counts = [
        float(bag.total())
        for done in by_length
        for one in done
        for bag in (one.hits, one.done, one.wanted)
    ]
    return *counts, sentence_sari(by_length), 1.0


def corpus_parts(counts: FloatArray) -> FloatArray:
    """Add, keep and delete from sums of counts; the last axis has the three."""
    table = counts[..., :_SIZE].reshape(*counts.shape[:-1], *_COUNTS)
    hits, done, wanted = table[..., 0], table[..., 1], table[..., 2]
    scores = _share(2 * hits, done + wanted)
    scores[..., 2] = _share(hits[..., 2], done[..., 2])
    means: FloatArray = scores.mean(axis=-2)
    return means


def sentence_sari(by_length: Sequence[tuple[Operation, ...]]) -> float:
    """SARI of one sentence, each different n-gram weighing the same."""
    scores = []
    for add, keep, delete in by_length:
        parts = _f1_of(add), _f1_of(keep), _mean_share(delete.right, delete.done)
        scores.append(sum(parts) / len(_OPERATIONS))
    return sum(scores) / len(scores)


def _f1_of(operation: Operation) -> float:
    right = operation.right
    return _f1(_mean_share(right, operation.done), _mean_share(right, operation.wanted))


def _by_length(
    source: Sequence[str], output: Sequence[str], references: Sequence[Sequence[str]]
) -> Iterator[tuple[Operation, ...]]:
    for length in range(1, ORDER + 1):
        bags = [_ngrams(reference, length) for reference in references]
        yield operations(_ngrams(source, length), _ngrams(output, length), bags)


def _ngrams(tokens: Sequence[str], length: int) -> Bag:
    words = [token.lower() for token in tokens]
    return Counter(tuple(words[i : i + length]) for i in range(len(words) - length + 1))


def _times(bag: Bag, factor: int) -> Bag:
    return Counter({ngram: count * factor for ngram, count in bag.items()})


def _once(ngrams: set[Ngram]) -> Bag:
    return Counter(dict.fromkeys(ngrams, 1))


def _mean_share(part: Bag, whole: Bag) -> float:
    """The mean, over the n-grams of the whole, of how much of each is in the part."""
    shares = sum(count / whole[ngram] for ngram, count in part.items())
    return shares / len(whole) if whole else 0.0


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    shares: FloatArray = np.where(whole > 0, part / np.where(whole > 0, whole, 1.0), 0.0)
    return shares


def _part(place: int) -> Callable[[FloatArray], FloatArray]:
    return lambda counts: corpus_parts(counts)[..., place]


def _mean(counts: FloatArray) -> FloatArray:
    means: FloatArray = _share(counts[..., _SIZE], counts[..., _SIZE + 1])
    return means
