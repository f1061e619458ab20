"""A report as lines of text: a table of systems and metrics, comparisons, the signature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from laconic.evaluation.page_style import chance

# Metrics that have a column in the terminal; the page and the JSON file have all.
SHOWN = (
    "rate", "token-f1", "relations-f1", "tree-relations-f1", "tree-distance", "hamming-tokens",
    "bleu", "rouge-l",
)  # fmt: skip


def render_table(record: Mapping[str, Any]) -> Iterator[str]:
    """A report as lines; values in percent where they are shares, intervals under them."""
    metrics = [metric for metric in record["metrics"] if metric["name"] in SHOWN]
    count = record["count"]
    yield f"{count} sentence{'' if count == 1 else 's'}, {_REFERENCES[record['references']]}"
    yield ""
    header = ["system", *(metric["name"] for metric in metrics), "seconds"]
    rows: list[Sequence[str]] = [header]
    for system in record["systems"]:
        rows += _rows(system, metrics)
    yield from _columns(rows)
    for system in record["systems"]:
        if system["marks"]:
            marks = ", ".join(f"{mark} ({count})" for mark, count in system["marks"].items())
            yield f"{system['name']}: {marks}"
    yield from record["notes"]
    if record["comparisons"]:
        yield ""
        yield from _columns(_comparisons(record))
    yield ""
    yield record["signature"]


_REFERENCES = {
    "best": "each against the reference that fits best",
    "first": "each against the first reference",
}


def _rows(system: Mapping[str, Any], metrics: Sequence[Mapping[str, str]]) -> list[list[str]]:
    """A system's figures, and its intervals in a line of their own."""
    scores = [system["scores"][metric["name"]] for metric in metrics]
    seconds = "–" if system["seconds"] is None else f"{system['seconds']:.1f}"
    both = list(zip(scores, metrics, strict=True))
    values = [_number(score["value"], m) if score else "–" for score, m in both]
    ranges = [
        f"{_number(score['low'], m)}–{_number(score['high'], m)}" if score else ""
        for score, m in both
    ]
    return [[system["name"], *values, seconds], ["", *ranges, ""]]


def _comparisons(record: Mapping[str, Any]) -> list[list[str]]:
    units = {metric["name"]: metric for metric in record["metrics"]}
    rows = [["metric", "system", "less", "difference", "interval", "Wilcoxon p"]]
    for found in record["comparisons"]:
        metric = units[found["metric"]]
        low, high = (_number(found[end], metric) for end in ("low", "high"))
        value = _number(found["difference"], metric)
        p = chance(found["wilcoxon_p"])
        rows.append([found["metric"], found["ours"], found["theirs"], value, f"{low} to {high}", p])
    return rows


def _number(value: float, metric: Mapping[str, str]) -> str:
    shown = f"{100 * value:.2f}" if metric["unit"] == "percent" else f"{value:.1f}"
    return shown.lstrip("-") if not shown.strip("-0.") else shown


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        first, *rest = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]
        yield "  ".join(cells).rstrip()
