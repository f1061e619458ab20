"""Frozen dataclasses from TOML, and back; what does not fit is an error that names it."""

from __future__ import annotations

import dataclasses
import json
import tomllib
import types
import typing
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from numbers import Integral, Real
from pathlib import Path, PurePath
from typing import Any, Literal, TypeVar

from laconic.errors import FormatError, LaconicError
from laconic.files import reason_of

Options = TypeVar("Options")
_NONE = "none"  # TOML has no word for it
_LARGEST_INTEGER = 2**53  # what a float still holds exactly


def read_table(path: str | Path) -> dict[str, Any]:
    """What a TOML file holds."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"no TOML ({error})", "settings such as c = 0.1", path=path) from None


def from_table(
    kind: type[Options],
    table: Mapping[str, Any],
    *,
    within: str = "",
    base: Options | None = None,
) -> Options:
    """The settings that a table of plain values stands for; `base` has those it does not name.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Oven:
    ...     degrees: float = 180.0
    >>> from_table(Oven, {"degrees": 200})
    Oven(degrees=200.0)
    >>> from_table(Oven, {"degres": 200})
    Traceback (most recent call last):
        ...
    laconic.errors.LaconicError: unknown setting 'degres'; expected one of degrees
    """
    if not isinstance(table, Mapping):
        raise LaconicError(f"settings are a {type(table).__name__}; expected a table")
    hints = _hints(typing.cast(Hashable, kind))
    names = [field.name for field in dataclasses.fields(typing.cast(Any, kind)) if field.init]
    for name in table:
        if name not in names:
            known = ", ".join(names)
            raise LaconicError(f"unknown setting {within + name!r}; expected one of {known}")
    bases = {field.name: _default(field) for field in dataclasses.fields(typing.cast(Any, kind))}
    given = {
        name: _read(hints[name], value, within + name, bases[name]) for name, value in table.items()
    }
    return kind(**given) if base is None else dataclasses.replace(typing.cast(Any, base), **given)


def conform(settings: Any) -> None:
    """Check the values that a dataclass was made with, and give each the type of its field.

    So that what Python gives is checked as what a file says: 5 and 5.0 are one number, any
    sequence will do for a list, and what does not fit is an error that names it.
    """
    hints = _hints(typing.cast(Hashable, type(settings)))
    for field in dataclasses.fields(settings):
        if field.init:
            value = getattr(settings, field.name)
            if isinstance(value, Sequence) and not isinstance(value, str | bytes):
                value = list(value)
            read = _read(hints[field.name], value, field.name, _default(field))
            object.__setattr__(settings, field.name, read)


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def to_table(settings: Any) -> dict[str, Any]:
    """The settings as plain values, which `from_table` takes back."""
    table: dict[str, Any] = {}
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        if dataclasses.is_dataclass(value):
            table[field.name] = to_table(value)
        elif field.init:
            table[field.name] = _plain(value)
    return table


def render_settings(settings: Any) -> str:
    """The settings as TOML, every one of them."""
    table = to_table(settings)
    plain = {name: value for name, value in table.items() if not isinstance(value, dict)}
    lines = [_line(*item) for item in plain.items()]
    for name, value in table.items():
        if isinstance(value, dict):
            lines += ["", f"[{name}]", *(_line(*item) for item in value.items())]
    return "\n".join(lines) + "\n"


def _line(name: str, value: Any) -> str:
    # JSON's numbers, lists and strings are TOML's as well.
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return _NONE if value is None else value


def _default(field: dataclasses.Field[Any]) -> Any:
    """The default of a field; None if it has none."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return None if field.default is dataclasses.MISSING else field.default


def _read(hint: Any, value: Any, name: str, default: Any = None) -> Any:
    """The value as its type wants it; a table names what differs from the default."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        if isinstance(value, typing.cast(type, hint)):
            return value
        if not isinstance(value, Mapping):
            raise _wrong(name, value, "a table")
        return from_table(typing.cast(Any, hint), value, within=f"{name}.", base=default)
    if origin is tuple:
        # One value may stand for a list of one.
        items = value if isinstance(value, list) else [value]
        return tuple(_read(arguments[0], item, name) for item in items)
    if origin is Literal:
        if value not in arguments or not isinstance(value, str):
            raise _wrong(name, value, f"one of {', '.join(map(str, arguments))}")
        return value
    if origin in (types.UnionType, typing.Union):
        if value is None or value == _NONE:
            return None
        kinds = [kind for kind in arguments if kind is not type(None)]
        return _read(kinds[0], value, name)
    if hint in (int, float) and isinstance(value, Real) and not isinstance(value, bool):
        return _read_number(hint, value, name)
    if hint is str and isinstance(value, str | PurePath):
        return str(value)
    if type(value) is not hint:
        raise _wrong(name, value, _KINDS[hint])
    return value


def _read_number(hint: type, value: Real, name: str) -> int | float:
    if hint is int:
        if not isinstance(value, Integral):
            raise _wrong(name, value, _KINDS[int])
        if abs(int(value)) > _LARGEST_INTEGER:
            raise _wrong(name, "too large", _KINDS[int])
        return int(value)
    try:
        return float(value)
    except OverflowError:
        raise _wrong(name, "too large", _KINDS[float]) from None


_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text in quotes"}


def _wrong(name: str, value: Any, expected: str) -> LaconicError:
    shown = str(value).lower() if isinstance(value, bool) else f"{value!r:.60}"
    return LaconicError(f"{name} is {shown}; expected {expected}")
