"""Scores of systems on a part of a corpus, as a step, and what tables show of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpora import Corpus
from options import Place
from output import Score
from steps import Record, tell

import laconic
from laconic.corpus import digest_pairs
from laconic.evaluation.plots import estimate, scatter
from laconic.systems import System
from laconic.trees.tree import Tree

METRICS = ("rate", "token-f1", "relations-f1", "tree-relations-f1")
LOSSES = ("hamming-tokens", "hamming-ngrams", "hamming-productions", "edit-tokens", "f1-tokens")


@dataclass(frozen=True, eq=False, slots=True)
class Outputs:
    """A tree, or tokens with spaces between them, for each pair, made when they are asked for; the
    signature says all they depend on."""

    signature: str
    make: Callable[[], Sequence[Tree | str]]


def evaluate(
    place: Place,
    name: str,
    systems: Mapping[str, System],
    corpus: Corpus,
    *,
    part: str = "dev",
    outputs: Mapping[str, Outputs] | None = None,
) -> Record:
    """The report of some systems and outputs beside copy and reference, by the first reference."""
    pairs = place.pairs(corpus, part)
    given = outputs or {}
    settings = {
        "systems": _signatures(systems) | _signatures(given),
        "pairs": digest_pairs(pairs),
        "parser": place.parser.signature,
        "references": "first",
    }

    def make() -> Any:
        count = len(systems) + len(given)
        tell(f"{name}: {count} systems on {len(pairs)} pairs of {corpus.title}, {part}")
        report = laconic.evaluate(
            systems,
            pairs,
            outputs={key: one.make() for key, one in given.items()},
            references="first",
            parser=place.parser,
            workers=place.workers,
        )
        return report.as_record()

    found: Record = place.steps.run(f"{name}-scores-{corpus.name}-{part}", settings, make)["result"]
    return found


def _signatures(given: Mapping[str, System] | Mapping[str, Outputs]) -> dict[str, str]:
    return {name: one.signature for name, one in given.items()}


def scores_of(report: Record) -> dict[str, dict[str, Score | None]]:
    """For each system its scores by metric."""
    return {system["name"]: system["scores"] for system in report["systems"]}


def chance_of(report: Record, ours: str, theirs: str, metric: str = "relations-f1") -> float | None:
    """Wilcoxon's p for two systems; None for a system and itself."""
    found = comparison_of(report, ours, theirs, metric)
    return None if found is None else found["wilcoxon_p"]


def comparison_of(
    report: Record, ours: str, theirs: str, metric: str = "relations-f1"
) -> Record | None:
    """Our score minus theirs, with its interval and p; None for a system and itself."""
    for found in report["comparisons"]:
        if found["metric"] != metric or {found["ours"], found["theirs"]} != {ours, theirs}:
            continue
        if found["ours"] == ours:
            return dict(found)
        turned = {"difference": -found["difference"], "low": -found["high"], "high": -found["low"]}
        turned |= {"higher": found["lower"], "lower": found["higher"]}
        return {**found, **turned, "ours": ours, "theirs": theirs}
    return None


def plot_against_rate(report: Record, names: Mapping[str, str], *, title: str) -> str:
    """Relations F1 against the rate; `names` are those of systems, and as they are shown."""
    scores = scores_of(report)
    points = []
    for name, shown in names.items():
        x, y = (estimate(scores[name][which], "percent") for which in ("rate", "relations-f1"))
        points.append((shown, (x, y) if x and y else None))
    return scatter(points, title=title, x_title="Compression rate, %", y_title="Relations F1, %")
