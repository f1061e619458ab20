"""A grammar in a file: as text, one rule a line, or packed; and the file of rules by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from laconic.archive import is_archive
from laconic.errors import FormatError, LaconicError, RuleError
from laconic.files import read_lines, replacing
from laconic.grammar.coverage import Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule, render_rule
from laconic.grammar.packed import open_packed, pack, unpack, write_packed
from laconic.grammar.rule import Rule
from laconic.trees.labels import check_normalisation

PACKED_SUFFIX = ".packed"
_HEADING = "# laconic grammar 1"
_SETTINGS = frozenset({"normalisation", "parser"})
_MOST_DIGITS = 19
_COLUMNS = "count\tbound\torigin\trule"


def write_grammar(grammar: Grammar, path: str | Path) -> None:
    """Write a grammar, packed if the name ends in .packed, else as text.

    The same grammar always gives the same bytes.
    """
    name = Path(path).name.lower()
    if name.endswith(PACKED_SUFFIX + ".gz"):
        raise LaconicError(f"cannot write {path}: a packed grammar is mapped as it is; without .gz")
    if name.endswith(PACKED_SUFFIX):
        write_packed(pack(grammar), path)
        return
    with replacing(path) as stream:
        stream.writelines(f"{line}\n" for line in render_grammar(grammar))


def render_grammar(grammar: Grammar) -> Iterator[str]:
    """The lines of a grammar file."""
    parser = "" if grammar.parser is None else f"\tparser={grammar.parser}"
    yield f"{_HEADING}\tnormalisation={grammar.normalisation}{parser}"
    yield _COLUMNS
    for rule in grammar.rules:
        entry = grammar.entries[rule]
        origin = render_origin(entry.origin)
        yield f"{entry.count}\t{entry.bound}\t{origin}\t{render_rule(rule)}"


def read_grammar(path: str | Path) -> Grammar:
    """Read a grammar that `write_grammar` or a person wrote; errors name the line."""
    if is_archive(path):
        return unpack(open_packed(path))
    with closing(read_lines(path)) as lines:
        return _parse_grammar(enumerate(lines, 1), path)


def _parse_grammar(lines: Iterator[tuple[int, str]], path: str | Path) -> Grammar:
    heading = next(lines, (1, ""))[1]
    name, *given = heading.split("\t")
    settings = dict(setting.partition("=")[::2] for setting in given)
    if name != _HEADING or "normalisation" not in settings or settings.keys() - _SETTINGS:
        raise FormatError(repr(heading[:60]), f"{_HEADING!r}, a grammar file", path=path, line=1)
    try:
        normalisation = check_normalisation(settings["normalisation"])
    except LaconicError as error:
        raise LaconicError(f"{path}:1: {error}") from None
    columns = next(lines, (2, ""))[1]
    if columns != _COLUMNS:
        raise FormatError(repr(columns[:60]), f"the columns {_COLUMNS!r}", path=path, line=2)
    entries: dict[Rule, Entry] = {}
    for number, line in lines:
        rule, entry = _parse_entry(line, path, number)
        if rule in entries:
            raise FormatError(f"{rule} again", "each rule once", path=path, line=number)
        entries[rule] = entry
    return Grammar(entries, normalisation, settings.get("parser"))


def read_rules(path: str | Path) -> Iterator[Rule]:
    """The rules of a file written by hand: one a line; empty lines and `#` lines are skipped."""
    with closing(read_lines(path)) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                yield _parse_rule(line, path, number)


def render_origin(origin: Origin) -> str:
    """The origins of a rule as one word: `training+copy`."""
    return "+".join(str(part.name).lower() for part in Origin if part in origin)


def parse_origin(text: str) -> Origin:
    """The origins that a word such as `training+copy` stands for."""
    origin = Origin(0)
    for name in text.split("+"):
        try:
            origin |= Origin[name.upper()]
        except KeyError:
            known = ", ".join(str(part.name).lower() for part in Origin)
            raise LaconicError(f"unknown origin {name!r}; expected one of {known}") from None
    return origin


def _parse_entry(line: str, path: str | Path, number: int) -> tuple[Rule, Entry]:
    fields = line.split("\t")
    if len(fields) != 4:
        found = f"{len(fields)} columns"
        raise FormatError(found, "4 columns: " + _COLUMNS, path=path, line=number)
    count, bound, origin, text = fields
    for name, value in (("count", count), ("bound", bound)):
        if not (value.isascii() and value.isdigit() and len(value) < _MOST_DIGITS):
            found = f"{name} {value[:40]!r}"
            raise FormatError(found, "a whole number", path=path, line=number)
    try:
        entry = Entry(int(count), parse_origin(origin), int(bound))
    except LaconicError as error:
        raise LaconicError(f"{path}:{number}: {error}") from None
    return _parse_rule(text, path, number, len(line) - len(text)), entry


def _parse_rule(text: str, path: str | Path, number: int, offset: int = 0) -> Rule:
    try:
        return parse_rule(text)
    except FormatError as error:
        raise error.at(path, number, offset) from None
    except RuleError as error:
        raise RuleError(f"{path}:{number}: {error}") from None
