"""What benchmarks share: rows of figures as a table, and the memory a process has had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path


def table(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows with the same keys, under each other."""
    names = list(rows[0])
    widths = [max(len(name), *(len(str(row[name])) for row in rows)) for name in names]
    lines = ["  ".join(name.rjust(width) for name, width in zip(names, widths, strict=True))]
    for row in rows:
        cells = zip(row.values(), widths, strict=True)
        lines.append("  ".join(str(value).rjust(width) for value, width in cells))
    return "\n".join(lines)


def peak_mb() -> float:
    """The most memory this process has had; unlike ru_maxrss not inherited from its parent."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return round(int(status.split("VmHWM:")[1].split()[0]) / 1024, 1)
