"""docs/paper-map.md and docs/architecture.md name modules and tests that exist."""

from __future__ import annotations

import re

import pytest
from pairs import ROOT

from laconic.trees.brackets import parse

MAP = (ROOT / "docs" / "paper-map.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w/]+\.py)`", MAP))))
def test_the_paper_map_names_files_that_exist(path: str) -> None:
    places = [ROOT / "src" / "laconic" / path, ROOT / "tests" / path, ROOT / path]
    assert any(place.exists() for place in places)


def numbers_in(title: str) -> list[int]:
    """The numbers that the first column of a table names, ranges spelled out."""
    section = MAP.split(f"\n## {title}\n")[1].split("\n## ")[0]
    found: list[int] = []
    for row in re.findall(r"^\| (.*?) \|", section, flags=re.MULTILINE)[1:]:
        numbers = re.match(r"[\d ,()–]*", row)
        for part in re.findall(r"(\d+)\)?(?:–\(?(\d+))?", numbers[0] if numbers else ""):
            found += range(int(part[0]), int(part[1] or part[0]) + 1)
    return found


@pytest.mark.parametrize(
    ("title", "last"),
    [("Equations", 15), ("Algorithms", 5), ("Figures", 7), ("Tables", 8), ("Footnotes", 19)],
)
def test_the_paper_map_names_every_part_once(title: str, last: int) -> None:
    assert numbers_in(title) == list(range(1, last + 1))


def test_readings_deviations_and_errata_are_complete() -> None:
    rows = re.findall(r"^\| .*$", MAP.split("## Readings")[1], flags=re.MULTILINE)[1:]
    assert len(rows) > 30
    for row in rows:
        assert row.count(" | ") == 5, row
        assert row.split(" | ")[1] in ("reading", "deviation", "erratum"), row


def test_the_architecture_names_modules_that_exist() -> None:
    rows = re.findall(r"^\| (`.*?) \| ", ARCHITECTURE, flags=re.MULTILINE)
    assert rows
    for name in re.findall(r"`([^`]+)`", " ".join(rows)):
        places = [
            ROOT / "src" / "laconic" / f"{name}.py",
            ROOT / "src" / "laconic" / name,
            ROOT / name,
        ]
        assert any(place.exists() for place in places), name


def test_every_module_is_in_the_architecture() -> None:
    for path in sorted((ROOT / "src" / "laconic").rglob("*.py")):
        name = path.relative_to(ROOT / "src" / "laconic").with_suffix("").as_posix()
        if path.name.startswith("__") or name.startswith("cli/"):
            continue
        assert f"`{name}`" in ARCHITECTURE or f"`{path.stem}`" in ARCHITECTURE, name


def test_the_formats_document_escapes_as_the_code_does() -> None:
    assert parse(r"(X (A -LRB-) (B \-LRB-) (C 1\/2) (D \\))").words() == ["(", "-LRB-", "1/2", "\\"]
