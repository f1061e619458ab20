"""Parsers by name, as the command line and settings files write them."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from laconic.errors import LaconicError
from laconic.parsing.parser import Parser

_ADAPTERS = "laconic.parsing.adapters"


def load_parser(name: str = "embedded", *, threads: int | None = None) -> Parser:
    """The parser of this name; an unknown one is an error that lists what can be given.

    `threads` is for the embedded parser: the number of cores if not given.
    """
    for pattern, _, make in _PARSERS:
        if match := re.fullmatch(pattern, name):
            return make(threads, *match.groups())
    known = ", ".join(form for _, form, _ in _PARSERS)
    raise LaconicError(f"unknown parser {name!r}; expected one of {known}")


def _shipped(threads: int | None) -> Parser:
    from laconic.parsing.embedded import EmbeddedParser

    return EmbeddedParser.shipped(threads=threads)


def _opened(threads: int | None, path: str) -> Parser:
    from laconic.parsing.embedded import EmbeddedParser

    return EmbeddedParser.open(path, threads=threads)


def _foreign(module: str, name: str) -> Callable[..., Parser]:
    """What has threads of its own, or none; imported when it is wanted."""

    def make(_threads: int | None, *parts: str) -> Parser:
        parser: Parser = getattr(import_module(f"{_ADAPTERS}.{module}"), name)(*parts)
        return parser

    return make


# How a name is recognised, how it is written, and what makes the parser from its parts.
_PARSERS: tuple[tuple[str, str, Callable[..., Parser]], ...] = (
    (r"embedded", "embedded", _shipped),
    (r"benepar:(.+)", "benepar:MODEL", _foreign("benepar", "BeneparParser")),
    (r"stanza:([^:]+)(?::([^:]+))?", "stanza:LANG[:PACKAGE]", _foreign("stanza", "StanzaParser")),
    (r"supar:(.+)", "supar:FILE", _foreign("supar", "SuparParser")),
    (r"file:(.+)", "file:PATH", _foreign("bracketed", "BracketedFile")),
    (r"(.+\.parser)", "FILE.parser", _opened),
)
