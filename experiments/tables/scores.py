"""Scores of systems on a part of a corpus, as a step, and what tables show of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corpora import Corpus
from options import Place
from output import Score
from steps import Record, tell

import laconic
from laconic.corpus import digest_pairs
from laconic.evaluation.plots import estimate, scatter
from laconic.systems import System

METRICS = ("rate", "token-f1", "relations-f1", "tree-relations-f1")
LOSSES = ("hamming-tokens", "hamming-ngrams", "hamming-productions", "edit-tokens", "f1-tokens")


def evaluate(
    place: Place, name: str, systems: Mapping[str, System], corpus: Corpus, *, part: str = "dev"
) -> Record:
    """The report of some systems beside copy and reference, by the first reference."""
    pairs = place.pairs(corpus, part)
    settings = {
        "systems": {key: system.signature for key, system in systems.items()},
        "pairs": digest_pairs(pairs),
        "parser": place.parser.signature,
        "references": "first",
    }

    def make() -> Any:
        tell(f"{name}: {len(systems)} systems on {len(pairs)} pairs of {corpus.title}")
        report = laconic.evaluate(
            systems, pairs, references="first", parser=place.parser, workers=place.workers
        )
        return report.as_record()

    found: Record = place.steps.run(f"{name}-scores-{corpus.name}-{part}", settings, make)["result"]
    return found


def scores_of(report: Record) -> dict[str, dict[str, Score | None]]:
    """For each system its scores by metric."""
    return {system["name"]: system["scores"] for system in report["systems"]}


def chance_of(report: Record, ours: str, theirs: str, metric: str = "relations-f1") -> float | None:
    """Wilcoxon's p for two systems; None for a system and itself."""
    for found in report["comparisons"]:
        if found["metric"] == metric and {found["ours"], found["theirs"]} == {ours, theirs}:
            p: float = found["wilcoxon_p"]
            return p
    return None


def plot_against_rate(
    report: Record, names: Mapping[str, str], *, title: str, metric: str = "relations-f1"
) -> str:
    """A metric in percent against the rate; `names` are those of systems, and as they are shown."""
    scores = scores_of(report)
    points = []
    for name, shown in names.items():
        x, y = (estimate(scores[name][which], "percent") for which in ("rate", metric))
        points.append((shown, (x, y) if x and y else None))
    return scatter(points, title=title, x_title="Compression rate, %", y_title=f"{metric}, %")
