"""What ships: every model has a card with the facts that `laconic models` tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from laconic.errors import FormatError, LaconicError
from laconic.shipped import FOLDER, Shipped, find_shipped, list_shipped, read_facts

CARD = """\
# small

A model that is small.

- For: text of
  all kinds: news, mail
- Terms: CC BY 4.0
- Rate: 70 %
-No fact: this

## How

- For: nothing
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("small", "headline", "other"):
        (tmp_path / f"{name}.laconic").write_bytes(b"12345")
        (tmp_path / f"{name}.md").write_text(CARD, encoding="utf-8")
    (tmp_path / "a.parser").touch()
    (tmp_path / "a.parser.md").write_text(CARD, encoding="utf-8")
    (tmp_path / "__init__.py").touch()
    return tmp_path


def test_facts_stand_before_the_first_section() -> None:
    assert read_facts(CARD) == {
        "For": "text of all kinds: news, mail",
        "Terms": "CC BY 4.0",
        "Rate": "70 %",
    }
    assert read_facts("") == {}


def test_the_default_comes_first_and_parsers_last(folder: Path) -> None:
    names = [model.name for model in list_shipped(folder)]
    assert names == ["headline", "other", "small", "a.parser"]
    assert [model.is_default for model in list_shipped(folder)] == [True, False, False, False]


def test_a_model_is_found_by_its_name(folder: Path) -> None:
    small = find_shipped("small", folder)
    assert (small.path, small.kind) == (folder / "small.laconic", "compression")
    assert small.card == CARD
    assert small.as_record() == {
        "name": "small",
        "kind": "compression",
        "default": False,
        "bytes": 5,
        "path": str(folder / "small.laconic"),
        "facts": read_facts(CARD),
    }
    assert find_shipped("a.parser", folder).kind == "parser"
    said = "no model called 'large' ships; expected one of headline, other, small, a.parser, or a"
    with pytest.raises(LaconicError, match=said):
        find_shipped("large", folder)


def test_a_card_that_lacks_its_facts_is_an_error(folder: Path) -> None:
    (folder / "small.md").write_text("# small\n\n- For: text\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"small\.md: found a card without it, expected a line -"):
        _ = find_shipped("small", folder).facts


def test_what_ships_has_names_and_cards() -> None:
    cards = {path.name for path in FOLDER.glob("*.md")}
    models = list_shipped()
    assert {f"{model.name}.md" for model in models} == cards
    assert "english.parser" in {model.name for model in models}


@pytest.mark.parametrize("model", list_shipped(), ids=lambda model: str(model.name))
def test_every_card_begins_with_its_name(model: Shipped) -> None:
    assert model.card.startswith(f"# {model.name}\n")
    assert model.facts["Terms"]
