"""Interpolated modified Kneser-Ney smoothing from the formulas, with dictionaries.

Judges the native estimation. N-grams are tuples of words in the order of the text.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

Ngram = tuple[str, ...]
START, END, UNKNOWN = "<s>", "</s>", "<unk>"


@dataclass
class Model:
    """Probabilities of n-grams and backoffs of contexts, not logarithms."""

    order: int
    probs: dict[Ngram, float]
    backoffs: dict[Ngram, float]
    discounts: list[list[float]]

    def prob(self, context: Ngram, word: str) -> float:
        """p(word | context) by backing off; the context may be longer than the model uses."""
        context = context[-(self.order - 1) :] if self.order > 1 else ()
        if (ngram := (*context, word)) in self.probs:
            return self.probs[ngram]
        return self.backoffs.get(context, 1.0) * self.prob(context[1:], word)


def estimate(
    sentences: Sequence[Sequence[str]], order: int, cutoffs: Sequence[int] | None = None
) -> Model:
    """The model of some sentences."""
    cutoffs = cutoffs or [0] * order
    seen_words = Counter(word for sentence in sentences for word in sentence)
    known = {word for word, count in seen_words.items() if count > cutoffs[0]} - {UNKNOWN}
    texts = [[word if word in known else UNKNOWN for word in sentence] for sentence in sentences]
    seen = count_seen(texts, order)
    adjusted = [adjust(seen, n, order) for n in range(1, order + 1)]
    discounts = [estimate_discounts(counts) for counts in adjusted]

    vocabulary = known | {UNKNOWN, END}
    probs, backoffs = smooth_words(adjusted[0], discounts[0], vocabulary), dict[Ngram, float]()
    for n in range(2, order + 1):
        smooth(adjusted[n - 1], seen, discounts[n - 1], cutoffs[n - 1], probs, backoffs)
    return Model(order, probs, backoffs, discounts)


def count_seen(texts: list[list[str]], order: int) -> Counter[Ngram]:
    """How often each n-gram was seen; none ends in the start."""
    seen: Counter[Ngram] = Counter()
    for text in texts:
        padded = [START, *text, END]
        for end in range(1, len(padded)):
            for n in range(1, min(order, end + 1) + 1):
                seen[tuple(padded[end + 1 - n : end + 1])] += 1
    return seen


def adjust(seen: Counter[Ngram], n: int, order: int) -> dict[Ngram, int]:
    """The counts that are smoothed: below the highest order, of different words before."""
    if n == order:
        return {ngram: count for ngram, count in seen.items() if len(ngram) == n}
    before: Counter[Ngram] = Counter(ngram[1:] for ngram in seen if len(ngram) == n + 1)
    from_start = {
        ngram: count for ngram, count in seen.items() if len(ngram) == n and ngram[0] == START
    }
    return {**before, **from_start}


def estimate_discounts(counts: dict[Ngram, int]) -> list[float]:
    """For counts of 1, 2, and 3 or more."""
    n = [sum(count == k for count in counts.values()) for k in (1, 2, 3, 4)]
    if 0 in n:
        return [0.5, 1.0, 1.5]
    y = n[0] / (n[0] + 2 * n[1])
    found = [k - (k + 1) * y * n[k] / n[k - 1] for k in (1, 2, 3)]
    return found if all(0 < d <= k for k, d in enumerate(found, 1)) else [0.5, 1.0, 1.5]


def smooth_words(
    counts: dict[Ngram, int], discounts: list[float], vocabulary: set[str]
) -> dict[Ngram, float]:
    total = sum(counts.values())
    freed = sum(discounts[min(count, 3) - 1] for count in counts.values())
    probs: dict[Ngram, float] = {(word,): freed / total / len(vocabulary) for word in vocabulary}
    for word, count in counts.items():
        probs[word] += (count - discounts[min(count, 3) - 1]) / total
    return probs


def smooth(
    counts: dict[Ngram, int],
    seen: Counter[Ngram],
    discounts: list[float],
    cutoff: int,
    probs: dict[Ngram, float],
    backoffs: dict[Ngram, float],
) -> None:
    contexts: dict[Ngram, list[Ngram]] = defaultdict(list)
    for ngram in counts:
        contexts[ngram[:-1]].append(ngram)
    for context, ngrams in contexts.items():
        kept = [ngram for ngram in ngrams if seen[ngram] > cutoff]
        total = sum(counts[ngram] for ngram in ngrams)
        discount = {ngram: discounts[min(counts[ngram], 3) - 1] for ngram in kept}
        if not kept:
            continue
        gamma = 1 - sum(counts[ngram] - discount[ngram] for ngram in kept) / total
        backoffs[context] = gamma
        for ngram in kept:
            own = (counts[ngram] - discount[ngram]) / total
            probs[ngram] = own + gamma * probs[ngram[1:]]


def log10_prob(model: Model, sentence: Sequence[str]) -> float:
    """The log-probability of a sentence, its end included."""
    words = [word if (word,) in model.probs else UNKNOWN for word in sentence]
    history: Ngram = (START,)
    total = 0.0
    for word in [*words, END]:
        total += math.log10(model.prob(history, word))
        history = (*history, word)
    return total
