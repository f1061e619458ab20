"""What `laconic extract` reports: what it read, left out and found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from laconic.grammar.coverage import Origin
from laconic.induction import Extraction, ExtractionOptions

_SHOWN = 10


def as_record(
    extraction: Extraction,
    options: ExtractionOptions,
    reading: Mapping[str, object],
    checked: Checked | None,
) -> dict[str, Any]:
    """The figures of an extraction, for `--json`; `reading` says how the pairs were read."""
    grammar = extraction.grammar
    record: dict[str, Any] = {
        "pairs": extraction.pairs,
        "left_out": list(extraction.left_out),
        "rules": len(grammar),
        "extracted": grammar.extracted,
        "over_limit": extraction.over_limit,
        "coverage": grammar.count(Origin.COPY | Origin.DELETE),
        "by_hand": grammar.count(Origin.HAND),
        "by_bound": [
            {
                "bound": bound,
                "rules": kinds.rules,
                "scfg": kinds.scfg,
                "deeper": kinds.deeper,
                "category": kinds.category,
            }
            for bound, kinds in enumerate(extraction.kinds)
        ],
    }
    read = " ".join(f"{name}={value}" for name, value in reading.items())
    record["settings"] = (
        f"laconic={metadata.version('laconic')} {options.describe()} {read}"
        f" parser={grammar.parser or 'unknown'}"
    )
    if checked is not None:
        record |= {"checked": checked.pairs, "not_derived": checked.not_derived}
    return record


@dataclass(slots=True)
class Checked:
    """How many pairs were derived again, and which could not be."""

    pairs: int = 0
    not_derived: list[str] = field(default_factory=list)


def render_summary(record: dict[str, Any], output: Path) -> Iterator[str]:
    """The same figures as lines for people."""
    yield f"pairs        {record['pairs']}"
    yield f"rules        {record['rules']}, written to {output} (one can be of several kinds)"
    yield f"  extracted  {record['extracted']}, after the limit left out {record['over_limit']}"
    yield f"  coverage   {record['coverage']}"
    yield f"  by hand    {record['by_hand']}"
    yield ""
    yield "extracted rules, without those of the virtual root, before the limit:"
    yield "bound     rules  an SCFG could hold  deeper  change of category"
    for row in record["by_bound"]:
        scfg, deeper, category = (
            f"{100 * row[kind] / max(row['rules'], 1):.1f} %"
            for kind in ("scfg", "deeper", "category")
        )
        yield f"{row['bound']:5}  {row['rules']:8}  {scfg:>18}  {deeper:>6}  {category:>18}"
    if "checked" in record:
        derived = record["checked"] - len(record["not_derived"])
        yield ""
        yield f"derived      {derived} of {record['checked']} pairs"
        yield from _some("no derivation", record["not_derived"])
    yield from _some("left out", record["left_out"])
    yield ""
    yield record["settings"]


def _some(name: str, items: list[str]) -> Iterator[str]:
    if items:
        yield f"{name}: {len(items)} pairs"
        yield from (f"  {item}" for item in items[:_SHOWN])
    if len(items) > _SHOWN:
        yield f"  and {len(items) - _SHOWN} more; --json lists all"
