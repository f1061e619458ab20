"""Parsers by name."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from laconic.errors import LaconicError
from laconic.parsing import registry
from laconic.parsing.adapters.bracketed import BracketedFile
from laconic.parsing.registry import load_parser

FORMS = "embedded, benepar:MODEL, stanza:LANG[:PACKAGE], supar:FILE, file:PATH, FILE.parser"


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the embedded parser: a tuple that says how it was asked for."""

    class EmbeddedParser(tuple[str, ...]):
        @classmethod
        def shipped(cls, *, threads: int | None = None) -> EmbeddedParser:
            assert threads is None
            return cls(["shipped"])

        @classmethod
        def open(cls, path: str | Path, *, threads: int | None = None) -> EmbeddedParser:
            assert threads is None
            return cls(["open", str(path)])

    module = ModuleType("laconic.parsing.embedded")
    module.__dict__["EmbeddedParser"] = EmbeddedParser
    monkeypatch.setitem(sys.modules, "laconic.parsing.embedded", module)


@pytest.mark.usefixtures("embedded")
def test_the_embedded_parser_is_the_one_by_default() -> None:
    assert load_parser() == load_parser("embedded") == ("shipped",)  # type: ignore[comparison-overlap]


@pytest.mark.usefixtures("embedded")
def test_a_parser_file_is_opened() -> None:
    path = "models/a:b/german.parser"
    assert load_parser(path) == ("open", path)  # type: ignore[comparison-overlap]


@pytest.mark.parametrize(
    ("name", "kind", "parts"),
    [
        ("benepar:benepar_en3", "benepar:MODEL", ("benepar_en3",)),
        ("stanza:en", "stanza:LANG[:PACKAGE]", ("en", None)),
        ("stanza:en:default_accurate", "stanza:LANG[:PACKAGE]", ("en", "default_accurate")),
        ("supar:C:\\models\\crf", "supar:FILE", ("C:\\models\\crf",)),
        ("supar:models/crf.parser", "supar:FILE", ("models/crf.parser",)),
    ],
)
def test_each_name_goes_to_its_adapter(
    name: str, kind: str, parts: tuple[str | None, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def recorder(form: str) -> object:
        return lambda *arguments: (form, arguments)

    table = [(pattern, form, recorder(form)) for pattern, form, _ in registry._PARSERS]
    monkeypatch.setattr(registry, "_PARSERS", tuple(table))
    assert load_parser(name, threads=3) == (kind, (3, *parts))  # type: ignore[comparison-overlap]


def test_a_file_of_trees_is_a_parser(tmp_path: Path) -> None:
    path = tmp_path / "trees.ptb"
    path.write_text("(S (UH Yes))", encoding="utf-8")
    parser = load_parser(f"file:{path}")
    assert isinstance(parser, BracketedFile)
    assert parser.parse([["Yes"]])[0].words() == ["Yes"]


@pytest.mark.parametrize("name", ["", "mine", "benepar", "benepar:", "stanza:en:a:b", "file:"])
def test_an_unknown_name_lists_what_can_be_given(name: str) -> None:
    with pytest.raises(LaconicError) as caught:
        load_parser(name)
    assert str(caught.value) == f"unknown parser {name!r}; expected one of {FORMS}"
