"""Head tables: which children of a constituent matter most, in order.

A table is data, a TOML file (docs/formats.md); the one that ships is Collins' (thesis, 1999,
Appendix A). Each label has steps; a step looks for one set of labels from one side. Collins stops
at the first match, the head. Here a table is run to the end, so that every child has a rank.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from laconic.errors import FormatError, LaconicError
from laconic.trees.labels import strip_function_tags

_SIDES = {True: "left", False: "right"}
_LONGEST = 100_000  # characters of a table


@dataclass(frozen=True, slots=True)
class Step:
    """One look at the children: for any of these labels, from the left or from the right."""

    labels: frozenset[str]
    from_left: bool


@dataclass(frozen=True, slots=True)
class Heads:
    """What a table says of one label."""

    steps: tuple[Step, ...]
    from_left: bool  # where to start when no step finds anything
    after_head: frozenset[str] = frozenset()

    def as_data(self) -> dict[str, Any]:
        """What a table says of a label, as plain values."""
        steps = [
            {"any": " ".join(sorted(step.labels)), "from": _SIDES[step.from_left]}
            for step in self.steps
        ]
        after_head = " ".join(sorted(self.after_head))
        return {"from": _SIDES[self.from_left], "steps": steps, "after_head": after_head}


@dataclass(frozen=True, slots=True)
class HeadTable:
    """A named head table.

    >>> load_head_table("collins").rank("NP", ["DT", "JJ", "NN"])
    [2, 0, 1]
    """

    name: str
    heads: Mapping[str, Heads]
    default: Heads
    punctuation: frozenset[str]
    coordination: frozenset[str] = frozenset()

    def as_data(self) -> dict[str, Any]:
        """The table as plain values, from which `head_table_from` makes it again."""
        return {
            "name": self.name,
            "punctuation": " ".join(sorted(self.punctuation)),
            "coordination": " ".join(sorted(self.coordination)),
            "default": self.default.as_data(),
            "heads": {label: self.heads[label].as_data() for label in sorted(self.heads)},
        }

    def rank(self, label: str, children: Sequence[str]) -> list[int]:
        """The places of the children, the most important first.

        First the children that the table lists, in the order in which its steps find them; right
        after the step that finds the head, the labels named `after_head`. Then the rest, nearest
        the head first. A table that finds nothing takes the first child that is no punctuation.
        A head right after a conjunction gives way to the conjunct before it.
        """
        heads = self.heads.get(strip_function_tags(label), self.default)
        names = [strip_function_tags(child) for child in children]
        found = _run(heads, names)
        if not found:
            order = range(len(names)) if heads.from_left else range(len(names) - 1, -1, -1)
            words = [place for place in order if names[place] not in self.punctuation]
            found = (words or list(order))[:1]
        found = self._first_conjunct_first(found, names)
        rest = [place for place in range(len(names)) if place not in found]
        return found + sorted(rest, key=lambda place: (abs(place - found[0]), place))

    def _first_conjunct_first(self, found: list[int], names: Sequence[str]) -> list[int]:
        before = found[0] - 1 if found else 0
        if before < 1 or names[before] not in self.coordination:
            return found
        conjuncts = [p for p in range(before - 1, -1, -1) if names[p] not in self.punctuation]
        first = conjuncts[:1]
        return first + [place for place in found if place not in first]


def load_head_table(name_or_path: str | Path) -> HeadTable:
    """The table that ships under this name, or the one in this file."""
    folder = resources.files("laconic.trees") / "head_tables"
    shipped = {Path(file.name).stem: file for file in folder.iterdir()}
    try:
        text = shipped.get(str(name_or_path), Path(name_or_path)).read_text("utf-8")
        if len(text) > _LONGEST:
            found = f"{len(text)} characters"
            raise FormatError(found, f"a head table of at most {_LONGEST}", path=name_or_path)
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        names = ", ".join(sorted(shipped))
        raise LaconicError(
            f"no head table {str(name_or_path)!r}: neither one that ships ({names}) nor a file"
        ) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FormatError(str(error), "a head table in TOML", path=name_or_path) from error
    return head_table_from(data, path=name_or_path)


def _run(heads: Heads, names: Sequence[str]) -> list[int]:
    found: list[int] = []
    for step in heads.steps:
        places = [place for place, name in enumerate(names) if name in step.labels]
        ordered = places if step.from_left else places[::-1]
        is_first = not found
        found += [place for place in ordered if place not in found]
        if is_first and found:
            found += [
                place
                for place in range(len(names) - 1, -1, -1)
                if names[place] in heads.after_head and place not in found
            ]
    return found


def head_table_from(data: Any, *, path: str | Path) -> HeadTable:
    """The table that these plain values stand for; errors name the path they are from."""
    try:
        _check_keys(data, "name punctuation coordination default heads same")
        heads = {label: _heads(entry) for label, entry in data["heads"].items()}
        for alias, label in data.get("same", {}).items():
            heads[alias] = heads[label]
        punctuation = frozenset(data["punctuation"].split())
        coordination = frozenset(data.get("coordination", "").split())
        default = _heads(data["default"])
        return HeadTable(str(data["name"]), heads, default, punctuation, coordination)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"{type(error).__name__} {error}",
            "a head table: name, punctuation, default and heads (see docs/formats.md)",
            path=path,
        ) from error


def _check_keys(entry: dict[str, Any], known: str) -> None:
    if not isinstance(entry, dict):
        raise TypeError(f"{entry!r} is no table")
    unknown = sorted(set(entry) - set(known.split()))
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r}")


def _heads(entry: dict[str, Any]) -> Heads:
    _check_keys(entry, "from order steps after_head")
    from_left = _from_left(entry["from"])
    steps = [Step(frozenset({label}), from_left) for label in entry.get("order", "").split()]
    steps += [
        Step(frozenset(step["any"].split()), _from_left(step["from"]))
        for step in entry.get("steps", [])
    ]
    return Heads(tuple(steps), from_left, frozenset(entry.get("after_head", "").split()))


def _from_left(side: str) -> bool:
    if side not in _SIDES.values():
        raise ValueError(f"from = {side!r}, which is neither 'left' nor 'right'")
    return side == _SIDES[True]
