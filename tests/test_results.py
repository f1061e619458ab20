"""The pages on results have no figure that no command printed: docs/results holds what they did.

A row of a table must be found in one row that was printed, figures in the same order. That a figure
of the text stands behind the right words only a reader can see; that it was printed, a test can.
"""

from __future__ import annotations

import re

import pytest
from pairs import ROOT

TEXT = "\n".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("results.md", "rewriting.md")
)
ROWS = [line for line in TEXT.splitlines() if line.startswith("|")]
PRINTED = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs" / "results").glob("*.md"))
}
# Numbers with a decimal point or a comma between thousands: those of sections are of one digit.
FIGURE = re.compile(r"(?<![\w.,])[+−-]?(\d+\.\d{2,}|\d{1,3}(?:,\d{3})+|\d{2,}\.\d)(?!\w|\.\d|,\d)")


def figures(text: str) -> set[str]:
    return set(in_order(text))


def in_order(text: str) -> list[str]:
    return [found[1] for found in FIGURE.finditer(text)]


def stands_in(row: list[str], printed: list[str]) -> bool:
    """Whether all figures of a row come up in another, in this order."""
    rest = iter(printed)
    return all(figure in rest for figure in row)


def test_what_counts_as_a_figure() -> None:
    assert figures("73.17, 69.98 at 1,104 (+0.62), section 6.1, p = 0.0042.") == {
        "73.17",
        "69.98",
        "1,104",
        "0.62",
        "0.0042",
    }


@pytest.mark.parametrize("figure", sorted(figures(TEXT)))
def test_every_figure_was_printed(figure: str) -> None:
    assert any(figure in figures(printed) for printed in PRINTED.values()), figure


PRINTED_ROWS = [
    in_order(line)
    for printed in PRINTED.values()
    for line in printed.splitlines()
    if line.startswith("|")
]


def test_what_stands_in_a_row() -> None:
    assert stands_in(["1.25", "3.75"], ["1.25", "2.50", "3.75"])
    assert not stands_in(["3.75", "1.25"], ["1.25", "2.50", "3.75"])


@pytest.mark.parametrize("row", [row for row in ROWS if in_order(row)])
def test_every_row_was_printed(row: str) -> None:
    assert any(stands_in(in_order(row), printed) for printed in PRINTED_ROWS), row


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)#]+)\)", TEXT))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
