"""What `laconic extract` reports: what it read, left out and found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from laconic.grammar.coverage import Origin
from laconic.grammar.grammar import Grammar
from laconic.grammar.statistics import kinds_by_bound

_SHOWN = 10


@dataclass(slots=True)
class Summary:
    """The figures of an extraction; `rules` and what follows are of the grammar as written."""

    pairs: int = 0
    left_out: list[str] = field(default_factory=list)
    by_bound: list[dict[str, int]] = field(default_factory=list)
    rules: int = 0
    extracted: int = 0
    over_limit: int = 0
    coverage: int = 0
    by_hand: int = 0
    checked: int = 0
    not_derived: list[str] = field(default_factory=list)


def summarise(summary: Summary, whole: Grammar, kept: Grammar, bound: int) -> None:
    """Fill in the figures of a grammar, before and after the limit on target sides."""
    summary.by_bound = [
        {
            "bound": limit,
            "rules": kinds.rules,
            "scfg": kinds.scfg,
            "deeper": kinds.deeper,
            "category": kinds.category,
        }
        for limit, kinds in enumerate(kinds_by_bound(whole, bound))
    ]
    summary.rules = len(kept)
    summary.extracted = _count(kept, Origin.TRAINING)
    summary.over_limit = _count(whole, Origin.TRAINING) - summary.extracted
    summary.coverage = _count(kept, Origin.COPY | Origin.DELETE)
    summary.by_hand = _count(kept, Origin.HAND)


def render_summary(summary: Summary, output: Path) -> Iterator[str]:
    """The summary as lines for people."""
    yield f"pairs        {summary.pairs}"
    yield f"rules        {summary.rules}, written to {output} (one can be of several kinds)"
    yield f"  extracted  {summary.extracted}, and {summary.over_limit} over the limit"
    yield f"  coverage   {summary.coverage}"
    yield f"  by hand    {summary.by_hand}"
    yield ""
    yield "extracted rules, without those of the virtual root, before the limit:"
    yield "bound     rules  an SCFG could hold  deeper  change of category"
    for row in summary.by_bound:
        scfg, deeper, category = (
            f"{100 * row[kind] / max(row['rules'], 1):.1f} %"
            for kind in ("scfg", "deeper", "category")
        )
        yield f"{row['bound']:5}  {row['rules']:8}  {scfg:>18}  {deeper:>6}  {category:>18}"
    if summary.checked:
        derived = summary.checked - len(summary.not_derived)
        yield ""
        yield f"derived      {derived} of {summary.checked} pairs"
        yield from _some("no derivation", summary.not_derived)
    yield from _some("left out", summary.left_out)


def _count(grammar: Grammar, origin: Origin) -> int:
    return sum(bool(entry.origin & origin) for entry in grammar.entries.values())


def _some(name: str, items: list[str]) -> Iterator[str]:
    if items:
        yield f"{name}: {len(items)} pairs"
        yield from (f"  {item}" for item in items[:_SHOWN])
    if len(items) > _SHOWN:
        yield f"  and {len(items) - _SHOWN} more; --json lists all"
