"""What a table's program writes: NAME.json, NAME.md and plots, in one folder.

The Markdown has tables with the paper's figures beside ours; the JSON has everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steps import write_record

from laconic.evaluation.page_style import MISSING, chance, figure
from laconic.files import replacing

NOT_AVAILABLE = "not available"
Score = Mapping[str, Any]  # value, low and high, as reports have them


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a head; `numbers` are how many columns at the right hold numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: int | None = None
    title: str = ""

    def markdown(self) -> str:
        """The table as Markdown.

        >>> print(Table(("model", "F1"), [("a|b", "0.5")]).markdown())
        | model | F1 |
        |---|---:|
        | a\\|b | 0.5 |
        """
        width = len(self.head)
        numbers = width - 1 if self.numbers is None else self.numbers
        rule = "|" + "---|" * (width - numbers) + "---:|" * numbers
        lines = [_line(self.head), rule, *(_line(row) for row in self.rows)]
        return "\n".join([*([f"**{self.title}**", ""] if self.title else []), *lines])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


@dataclass(frozen=True, slots=True)
class Page:
    """A Markdown page: a title, what there is to say first, tables, and notes."""

    title: str
    said: str
    tables: Sequence[Table]
    notes: Sequence[str] = ()

    def markdown(self, plots: Sequence[str] = ()) -> str:
        """The page, with links to plots in the same folder."""
        parts = [f"# {self.title}", self.said, *(table.markdown() for table in self.tables)]
        parts += [f"![{name}]({name})" for name in plots]
        parts += ["\n".join(f"- {note}" for note in self.notes)] if self.notes else []
        return "\n\n".join(part for part in parts if part) + "\n"


def write_output(
    folder: Path,
    name: str,
    page: Page,
    record: Mapping[str, Any],
    *,
    plots: Mapping[str, str] | None = None,
) -> str:
    """Write a table's files and give back its Markdown; `plots` are SVG by ending of their name:
    "" goes to NAME.svg, "rate" to NAME.rate.svg."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {_plot_name(name, ending): svg for ending, svg in (plots or {}).items()}
    for plot, svg in names.items():
        write_text(folder / plot, svg + "\n")
    markdown = page.markdown(list(names))
    write_text(folder / f"{name}.md", markdown)
    write_record(folder / f"{name}.json", record)
    return markdown


def write_text(path: Path, text: str) -> None:
    """Write a file that is there whole or not at all."""
    with replacing(path) as stream:
        stream.write(text)


def _plot_name(name: str, ending: str) -> str:
    return f"{name}.{ending}.svg" if ending else f"{name}.svg"


def percent(score: Score | float | None) -> str:
    """A share in percent, with two decimals.

    >>> percent(0.7972), percent({"value": 0.5, "low": 0.4, "high": 0.6}), percent(None)
    ('79.72', '50.00', '–')
    """
    return figure(score["value"] if isinstance(score, Mapping) else score, "percent")


def percent_between(score: Score | None) -> str:
    """A share in percent with its interval.

    >>> percent_between({"value": 0.5, "low": 0.4, "high": 0.6})
    '50.00 (40.00 to 60.00)'
    """
    if score is None:
        return MISSING
    return f"{percent(score)} ({percent(score['low'])} to {percent(score['high'])})"


def count(number: float | None) -> str:
    """A count, thousands apart.

    >>> count(20764), count(315.0), count(12.25), count(None)
    ('20,764', '315', '12.25', '–')
    """
    if number is None:
        return MISSING
    return f"{number:,.0f}" if number == int(number) else f"{number:,.2f}"


def numbers(given: Sequence[float]) -> str:
    """Some numbers, with commas between.

    >>> numbers((0.25, 1.0, 30.0))
    '0.25, 1, 30'
    """
    return ", ".join(f"{number:g}" for number in given)


def p_value(p: float | None) -> str:
    """A probability with four decimals."""
    return chance(p)


def paper(number: float | None, *, decimals: int = 2) -> str:
    """A figure of the paper as it stands there.

    >>> paper(65.04), paper(None), paper(341, decimals=0)
    ('65.04', '–', '341')
    """
    return MISSING if number is None else f"{number:,.{decimals}f}"
