"""The outputs of systems, as files hold them: what is to be rated, and what stands around it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from laconic.errors import FormatError, LaconicError
from laconic.files import read_lines


@dataclass(frozen=True, slots=True)
class Item:
    """A source sentence, and what each system made of it."""

    corpus: str
    id: str
    source: str
    outputs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Extra:
    """A sentence that is shown to everybody and never counted: for practice, or as a filler."""

    id: str
    source: str
    text: str


def read_items(path: Path, systems: Sequence[str] = ()) -> tuple[list[Item], tuple[str, ...]]:
    """The items of a file and the systems to compare, by default all that the first item has.

    Every item needs an output of each of these systems; others that it has are left out.
    """
    items: list[Item] = []
    seen: dict[tuple[str, str], int] = {}
    for line, record in _records(path):
        outputs = record.get("outputs")
        if not isinstance(outputs, dict) or not outputs:
            raise FormatError(_shown(outputs), "outputs by system", path=path, line=line)
        systems = systems or tuple(outputs)
        texts = {name: _text(outputs, name, path, line) for name in systems}
        corpus, name, source = (
            _text(record, key, path, line) for key in ("corpus", "id", "source")
        )
        if (corpus, name) in seen:
            first = f"after that in line {seen[corpus, name]}"
            raise FormatError(f"{corpus} {name} again", f"new ids {first}", path=path, line=line)
        seen[corpus, name] = line
        items.append(Item(corpus, name, source, texts))
    if not items:
        raise LaconicError(f"{path} has no items; each line is one, as README.md shows")
    if len(set(systems)) < max(2, len(systems)):
        raise LaconicError(
            f"found the systems {', '.join(systems)}, expected two or more, each once"
        )
    return items, tuple(systems)


def of_corpora(items: Sequence[Item], corpora: Sequence[str]) -> list[Item]:
    """The items of these corpora, in this order of corpora."""
    there = {item.corpus for item in items}
    for corpus in corpora:
        if corpus not in there:
            raise LaconicError(f"no items of {corpus!r}, expected of {', '.join(sorted(there))}")
    return [item for corpus in dict.fromkeys(corpora) for item in items if item.corpus == corpus]


def read_extras(path: Path) -> list[Extra]:
    """Practice sentences or fillers: id, source and text in each line."""
    extras = [
        Extra(*(_text(record, key, path, line) for key in ("id", "source", "text")))
        for line, record in _records(path)
    ]
    if len({extra.id for extra in extras}) < len(extras):
        raise LaconicError(f"{path}: two lines have the same id")
    return extras


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with contextlib.closing(read_lines(path)) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except ValueError as error:
                raise FormatError(str(error), "JSON", path=path, line=number) from None
            if not isinstance(record, dict):
                raise FormatError(_shown(record), "a JSON object", path=path, line=number)
            yield number, record


def _text(record: Mapping[str, Any], key: str, path: Path, line: int) -> str:
    if key not in record:
        raise FormatError(f"only {', '.join(record)}", f"{key!r} too", path=path, line=line)
    if not isinstance(record[key], str):
        raise FormatError(f"{key} = {_shown(record[key])}", "text", path=path, line=line)
    return str(record[key])


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]
