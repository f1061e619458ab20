"""Parsers by name, as the command line and settings files write them."""

from __future__ import annotations

import re
from collections.abc import Callable

from laconic.errors import LaconicError
from laconic.parsing.adapters.benepar import BeneparParser
from laconic.parsing.adapters.bracketed import BracketedFile
from laconic.parsing.adapters.stanza import StanzaParser
from laconic.parsing.adapters.supar import SuparParser
from laconic.parsing.parser import Parser


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


def _foreign(make: Callable[..., Parser]) -> Callable[..., Parser]:
    """What has threads of its own, or none."""
    return lambda _, *parts: make(*parts)


# How a name is recognised, how it is written, and what makes the parser from its parts.
_PARSERS: tuple[tuple[str, str, Callable[..., Parser]], ...] = (
    (r"embedded", "embedded", _shipped),
    (r"benepar:(.+)", "benepar:MODEL", _foreign(BeneparParser)),
    (r"stanza:([^:]+)(?::([^:]+))?", "stanza:LANG[:PACKAGE]", _foreign(StanzaParser)),
    (r"supar:(.+)", "supar:FILE", _foreign(SuparParser)),
    (r"file:(.+)", "file:PATH", _foreign(BracketedFile)),
    (r"(.+\.parser)", "FILE.parser", _opened),
)
