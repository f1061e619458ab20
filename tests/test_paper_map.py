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
    places = [ROOT / "src" / "laconic" / path, ROOT / "tests" / path]
    assert any(place.exists() for place in places)


def test_the_paper_map_names_every_part() -> None:
    for number in range(1, 20):
        assert re.search(rf"^\|[^|]*\b{number}\b|^\| 14–18 ", MAP, flags=re.MULTILINE)
    for row in re.findall(r"^\| .*$", MAP.split("## Readings")[1], flags=re.MULTILINE)[2:]:
        assert row.count("|") == 7, row


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
