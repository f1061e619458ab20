"""What ships in the package: models by name, each with its card.

A card is a Markdown file beside its model: a title, a paragraph that says what the model is, facts
as a list (`- Terms: …`, `- For: …`), then sections for people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from laconic.errors import FormatError, LaconicError
from laconic.files import read_lines

DEFAULT = "headline"
FOLDER = Path(__file__).parent / "models"
_KINDS = {".laconic": "compression", ".parser": "parser"}
_CARD = ".md"
_FACT = re.compile(r"- ([A-Z][\w ]*): (\S.*)")
_NEEDED = ("For", "Terms")


@dataclass(frozen=True)
class Shipped:
    """A model that ships: its name, its file, and what its card says."""

    name: str
    path: Path

    @property
    def kind(self) -> str:
        """What it is for: "compression" or "parser"."""
        return _KINDS[self.path.suffix]

    @property
    def is_default(self) -> bool:
        """Whether it is used where no model is named."""
        return self.name == DEFAULT

    @cached_property
    def card(self) -> str:
        """The card, all of it."""
        return "\n".join(read_lines(self._card_path)) + "\n"

    @cached_property
    def facts(self) -> dict[str, str]:
        """The facts at the top of the card, by name."""
        facts = read_facts(self.card)
        for name in _NEEDED:
            if name not in facts:
                raise FormatError("a card without it", f"a line - {name}: …", path=self._card_path)
        return facts

    @property
    def _card_path(self) -> Path:
        return self.path.with_name(self.name + _CARD)

    def as_record(self) -> dict[str, Any]:
        """What is known of the model as plain values, for JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.is_default,
            "bytes": self.path.stat().st_size,
            "path": str(self.path),
            "facts": self.facts,
        }


def read_facts(card: str) -> dict[str, str]:
    """The facts of a card: the items that come before its first section.

    A fact may go on in the next line, further in.

    >>> read_facts("# small\\n\\n- Terms: CC BY,\\n  as its text\\n\\n## How\\n\\n- A: b\\n")
    {'Terms': 'CC BY, as its text'}
    """
    top = re.split(r"^## ", card, maxsplit=1, flags=re.MULTILINE)[0]
    lines = re.sub(r"\n +(?=\S)", " ", top).split("\n")
    return {found[1]: found[2].strip() for line in lines if (found := _FACT.fullmatch(line))}


def list_shipped(folder: Path = FOLDER) -> list[Shipped]:
    """All models that ship: the default first, then by name; parsers last."""
    found = [
        Shipped(path.name if path.suffix == ".parser" else path.stem, path)
        for path in folder.iterdir()
        if path.suffix in _KINDS
    ]
    return sorted(found, key=lambda model: (model.kind, not model.is_default, model.name))


def find_shipped(name: str, folder: Path = FOLDER) -> Shipped:
    """The model of this name; another name is an error that lists those there are."""
    models = {model.name: model for model in list_shipped(folder)}
    if name not in models:
        known = ", ".join(models)
        raise LaconicError(f"no model called {name!r} ships; expected one of {known}, or a file")
    return models[name]
