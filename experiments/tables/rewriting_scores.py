"""Outputs scored, and two systems compared by a paired bootstrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from laconic.corpus import Pair, tree_of
from laconic.evaluation.extra_metrics import extra_families
from laconic.evaluation.metrics import LENGTH, FloatArray, Metric
from laconic.evaluation.sides import Side
from laconic.evaluation.significance import Interval, draw_sums, interval_of, paired_bootstrap

METRICS = ("rate", "bleu", "sari", "sari-add", "sari-keep", "sari-delete", "sari-mean")
CHOSEN_BY = "sari-mean"
COMPARED = ("sari-mean", "bleu")
SAMPLES, CONFIDENCE = 2_000, 0.95  # of the bootstrap

Words = Sequence[str]
# For each metric: its counts, a row for each sentence.
Counts = Mapping[str, tuple[Metric, FloatArray]]


def count_lines(
    lines: Sequence[Words],
    pairs: Sequence[Pair],
    references: Sequence[Sequence[Words]] | None = None,
) -> Counts:
    """What the metrics count in outputs, against the pairs' references if not others."""
    against = references or [[tree_of(side).words() for side in pair.references] for pair in pairs]
    found: dict[str, tuple[Metric, FloatArray]] = {}
    for family in (LENGTH, *extra_families()):
        wanted = [metric for metric in family.metrics if metric.name in METRICS]
        if not wanted:
            continue
        rows = [
            family.count(tree_of(pair.source).words(), _side(line), [_side(one) for one in others])
            for pair, line, others in zip(pairs, lines, against, strict=True)
        ]
        counts = np.array(rows, dtype=np.float64)
        found |= {metric.name: (metric, counts) for metric in wanted}
    return found


def score_counts(counts: Counts) -> dict[str, float]:
    """All metrics, in percent."""
    return {
        name: round(100 * float(counts[name][0](counts[name][1].sum(axis=0))), 2)
        for name in METRICS
    }


def score_lines(lines: Sequence[Words], pairs: Sequence[Pair]) -> dict[str, float]:
    """All metrics of some outputs, in percent, against the pairs' references."""
    return score_counts(count_lines(lines, pairs))


def between(counts: Counts) -> dict[str, list[float]]:
    """Some metrics with the ends of their intervals: sentences drawn anew."""
    found = {}
    for name in COMPARED:
        metric, rows = counts[name]
        value = float(metric(rows.sum(axis=0)))
        found[name] = _percent(
            interval_of(value, metric(draw_sums(rows, samples=SAMPLES)), CONFIDENCE)
        )
    return found


def compare(ours: Counts, theirs: Counts) -> dict[str, list[float]]:
    """By how much ours are better, with the ends of an interval: a paired bootstrap."""
    return {name: _difference(ours[name], theirs[name]) for name in COMPARED}


def _difference(ours: tuple[Metric, FloatArray], theirs: tuple[Metric, FloatArray]) -> list[float]:
    metric = ours[0]

    def difference(one: FloatArray, two: FloatArray) -> FloatArray:
        return metric(one) - metric(two)

    found = paired_bootstrap(
        ours[1], theirs[1], statistic=difference, samples=SAMPLES, confidence=CONFIDENCE
    )
    return _percent(found)


def _percent(interval: Interval) -> list[float]:
    return [round(100 * float(end), 2) for end in (interval.value, interval.low, interval.high)]


def _side(words: Words) -> Side:
    return Side(tuple(words), None, None)
