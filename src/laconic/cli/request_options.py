"""The fields of `Request` as options of a command: same names, same defaults, declared once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from laconic.errors import LaconicError
from laconic.request import GUARDS, Request

ALL, NONE = "all", "none"
# What each field means: the value as help shows it, and a line of help.
_HELP: dict[str, tuple[str, str]] = {
    "rate": ("SHARE", "Keep at most this share of the tokens (0.5 for half)."),
    "min_rate": ("SHARE", "Keep at least this share of the tokens."),
    "max_words": ("N", "At most so many words, as they are written."),
    "max_chars": ("N", "At most so many characters."),
    "total": ("", "Limits are for the whole text, not for each sentence."),
    "keep": ("PHRASE", "Words that must stay, wherever they occur; may be repeated."),
    "drop": ("PHRASE", "Words that must go, wherever they occur; may be repeated."),
    "nbest": ("N", "The best N compressions of each sentence."),
    "guards": (
        f"{ALL}|{NONE}|NAME,...",
        f"What must not be cut in half, or from what it negates: {', '.join(GUARDS)}.",
    ),
}


def takes_request(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each field of `Request` in place of its `request`."""

    @functools.wraps(command)
    def with_options(**options: Any) -> None:
        given = {name: _read(name, options.pop(name)) for name in _HELP}
        command(request=Request(**given), **options)

    parameters = list(inspect.signature(command, eval_str=True).parameters.values())
    place = next(at for at, one in enumerate(parameters) if one.name == "request")
    parameters[place : place + 1] = _parameters()
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options


def _parameters() -> list[inspect.Parameter]:
    hints = get_type_hints(Request)
    plain = Request()
    parameters = []
    for field in fields(Request):
        metavar, text = _HELP[field.name]
        kind, default = hints[field.name], getattr(plain, field.name)
        flag = "--" + field.name.replace("_", "-")
        option = typer.Option(flag, help=text, metavar=metavar or None)
        if field.name == "guards":
            kind, default = str, ALL
        elif get_origin(kind) is tuple:
            kind, default = list[get_args(kind)[0]] | None, None  # type: ignore[misc]
        parameters.append(
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default,
                annotation=Annotated[kind, option],
            )
        )
    return parameters


def _read(name: str, value: Any) -> Any:
    """The value of a field from that of its option."""
    if name == "guards":
        return read_guards(value)
    return value or () if name in ("keep", "drop") else value


def read_guards(value: str) -> tuple[str, ...]:
    """The guards that a list names.

    >>> read_guards("numbers, names")
    ('numbers', 'names')
    >>> read_guards("none"), read_guards("all") == GUARDS
    ((), True)
    """
    if value in (ALL, NONE):
        return GUARDS if value == ALL else ()
    names = tuple(name.strip() for name in value.split(","))
    for name in names:
        if name not in GUARDS:
            known = ", ".join((ALL, NONE, *GUARDS))
            raise LaconicError(f"--guards has {name!r}; expected some of {known}")
    return names
