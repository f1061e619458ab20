"""`Report`: systems scored over the same sentences, with intervals, comparisons and a signature.

`as_record` has all of it as plain values, each sentence too; the table in the terminal, the page
and the JSON file are made from that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from laconic.errors import LaconicError
from laconic.evaluation.answers import (
    REFERENCE,
    Answers,
    References,
    Scored,
    Sentence,
    score_answers,
)
from laconic.evaluation.metrics import FAMILIES, Family, FloatArray, Metric
from laconic.evaluation.significance import (
    CONFIDENCE,
    draw_sums,
    higher_and_lower,
    interval_of,
    wilcoxon_p,
)
from laconic.evaluation.table import render_table
from laconic.trees.brackets import render

FORMAT, VERSION = "laconic-report", 1
# Metrics by which systems are compared with each other.
COMPARED = ("relations-f1", "tree-relations-f1", "token-f1", "hamming-tokens")


@dataclass(frozen=True, eq=False)
class Report:
    """All figures of some systems on some sentences; `notes` say what was left out, and why."""

    sentences: Sequence[Sentence] = field(repr=False)
    scored: Sequence[Scored] = field(repr=False)
    families: Sequence[Family] = field(repr=False)
    references: References
    settings: Mapping[str, str]
    pairs: Sequence[str] = ()
    notes: Sequence[str] = ()

    @property
    def metrics(self) -> list[tuple[Family, Metric]]:
        return [(family, metric) for family in self.families for metric in family.metrics]

    def __str__(self) -> str:
        return "\n".join(render_table(self.as_record(sentences=False)))

    @property
    def signature(self) -> str:
        """The settings that the figures depend on, on one line."""
        return " ".join(f"{name}={value}" for name, value in self.settings.items())

    def score(self, system: str, metric: str) -> float | None:
        """One figure; None if it does not apply."""
        systems = {one.system.name: one for one in self.scored}
        metrics = {known.name: (family, known) for family, known in self.metrics}
        for name, there in ((system, systems), (metric, metrics)):
            if name not in there:
                raise LaconicError(f"no {name!r} in the report; it has {', '.join(there)}")
        family, formula = metrics[metric]
        counts = systems[system].counts.get(family.name)
        return None if counts is None else _figure(formula, counts)

    def as_record(self, *, sentences: bool = True) -> dict[str, Any]:
        """The report as plain values; without `sentences` only what is over all of them."""
        record: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "pairs": list(self.pairs),
            "count": len(self.sentences),
            "references": self.references,
            "confidence": CONFIDENCE,
            "metrics": [_described(metric) for _, metric in self.metrics],
            "systems": [self._system(number) for number in range(len(self.scored))],
            "comparisons": list(self._comparisons()),
            "notes": list(self.notes),
        }
        if sentences:
            values = [self._sentence_values(scored) for scored in self.scored]
            record["sentences"] = [
                self._sentence(number, values) for number in range(len(self.sentences))
            ]
        return record | {"signature": self.signature}

    def _system(self, number: int) -> dict[str, Any]:
        scored = self.scored[number]
        system = scored.system
        marks = Counter(mark for answer in system.answers for mark in answer.marks)
        scores: dict[str, Any] = {}
        for family, metric in self.metrics:
            counts = scored.counts.get(family.name)
            if counts is None:
                scores[metric.name] = None
                continue
            figures = metric(self._drawn[number, family.name])
            found = interval_of(_figure(metric, counts), figures, CONFIDENCE)
            scores[metric.name] = {"value": found.value, "low": found.low, "high": found.high}
        return {
            "name": system.name,
            "signature": system.signature,
            "scores": scores,
            "seconds": system.seconds,
            "marks": dict(sorted(marks.items())),
        }

    def _comparisons(self) -> Iterable[dict[str, Any]]:
        chosen = [(family, metric) for family, metric in self.metrics if metric.name in COMPARED]
        systems = [number for number in range(len(self.scored)) if not self._is_reference(number)]
        for family, metric in chosen:
            for theirs, ours in combinations(systems, 2):
                if all(family.name in self.scored[number].counts for number in (ours, theirs)):
                    yield self._compare(family, metric, ours, theirs)

    def _is_reference(self, number: int) -> bool:
        return self.scored[number].system.name == REFERENCE

    def _compare(self, family: Family, metric: Metric, ours: int, theirs: int) -> dict[str, Any]:
        """The difference of two systems, by their numbers."""
        counts = [self.scored[number].counts[family.name] for number in (ours, theirs)]
        drawn = [metric(self._drawn[number, family.name]) for number in (ours, theirs)]
        values = [_figure(metric, one) for one in counts]
        found = interval_of(values[0] - values[1], drawn[0] - drawn[1], CONFIDENCE)
        each = metric(counts[0]), metric(counts[1])
        higher, lower = higher_and_lower(*each)
        return {
            "metric": metric.name,
            "ours": self.scored[ours].system.name,
            "theirs": self.scored[theirs].system.name,
            "difference": found.value,
            "low": found.low,
            "high": found.high,
            "higher": higher,
            "lower": lower,
            "wilcoxon_p": wilcoxon_p(*each),
        }

    @cached_property
    def _drawn(self) -> dict[tuple[int, str], FloatArray]:
        """Sums of the same sentences, drawn again and again, for each system and family."""
        every = {
            (number, name): counts
            for number, scored in enumerate(self.scored)
            for name, counts in scored.counts.items()
        }
        widths = np.cumsum([counts.shape[1] for counts in every.values()])[:-1]
        sums = draw_sums(np.hstack(list(every.values()))) if every else np.zeros((0, 0))
        return dict(zip(every, np.split(sums, widths, axis=1), strict=True)) if every else {}

    def _sentence_values(self, scored: Scored) -> dict[str, list[float]]:
        return {
            metric.name: metric(scored.counts[family.name]).tolist()
            for family, metric in self.metrics
            if family.name in scored.counts
        }

    def _sentence(self, number: int, values: Sequence[Mapping[str, list[float]]]) -> dict[str, Any]:
        sentence = self.sentences[number]
        outputs = []
        for scored, named in zip(self.scored, values, strict=True):
            answer = scored.system.answers[number]
            tree = answer.side.tree
            outputs.append(
                {
                    "tokens": list(answer.side.tokens),
                    "kept": _places(answer.kept),
                    "marks": list(answer.marks),
                    "tree": None if tree is None else render(tree),
                    "scores": {
                        metric.name: named[metric.name][number] if metric.name in named else None
                        for _, metric in self.metrics
                    },
                }
            )
        return {
            "id": sentence.id,
            "source": list(sentence.source),
            "references": [list(reference.side.tokens) for reference in sentence.references],
            "references_kept": [_places(reference.kept) for reference in sentence.references],
            "outputs": outputs,
        }


def make_report(
    sentences: Sequence[Sentence],
    systems: Iterable[Answers],
    *,
    families: Sequence[Family] = FAMILIES,
    references: References = "best",
    settings: Mapping[str, str] | None = None,
    pairs: Sequence[str] = (),
    notes: Iterable[str] = (),
) -> Report:
    """Score systems on sentences.

    `references`: compare with the reference that fits best, by each family, or with the first. The
    system named "reference" is compared with the others, if there are any. `notes` say what was
    left out.
    """
    said = list(notes)
    scored = [score_answers(system, sentences, families, references, said) for system in systems]
    return Report(sentences, scored, families, references, settings or {}, pairs, said)


def _places(kept: Sequence[int] | None) -> list[int] | None:
    return None if kept is None else list(kept)


def _described(metric: Metric) -> dict[str, str]:
    return {
        "name": metric.name,
        "title": metric.title,
        "better": metric.better,
        "unit": metric.unit,
        "description": metric.description,
    }


def _figure(metric: Metric, counts: FloatArray) -> float:
    return float(metric(counts.sum(axis=0, keepdims=True))[0])
