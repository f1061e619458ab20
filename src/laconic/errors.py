"""The errors laconic raises for a user's mistake; each carries its data and reads as a sentence."""

from __future__ import annotations

from functools import partial
from pathlib import Path


class LaconicError(Exception):
    """The root of the family: catching it catches every error meant for people."""


class FormatError(LaconicError):
    """Input that cannot be read: what was found, what was expected, and where.

    >>> str(FormatError("')'", "a label", path="a.ptb", line=3, column=7))
    "a.ptb:3:7: found ')', expected a label"
    """

    def __init__(
        self,
        found: str,
        expected: str,
        *,
        path: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.found, self.expected = found, expected
        self.path, self.line, self.column = path, line, column
        if path is None:
            named = {"line": line, "column": column}
            places = [f"{name} {number}" for name, number in named.items() if number is not None]
            place = ", ".join(places)
        else:
            place = ":".join(str(part) for part in (path, line, column) if part is not None)
        super().__init__((f"{place}: " if place else "") + f"found {found}, expected {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        rebuild = partial(FormatError, path=self.path, line=self.line, column=self.column)
        return rebuild, (self.found, self.expected)

    def at(self, path: str | Path | None, line: int | None, offset: int = 0) -> FormatError:
        """The same error for a text that stands in a line of a file, after `offset` characters."""
        column = None if self.column is None else self.column + offset
        return FormatError(self.found, self.expected, path=path, line=line, column=column)


class TreeError(LaconicError):
    """A tree that cannot be what was asked of it: written as brackets, drawn, converted."""


class RuleError(LaconicError):
    """A rule that is not one: its two sides and their alignment do not fit together."""


class FeatureError(LaconicError):
    """A feature that a user wrote and that cannot be used."""


class LossError(LaconicError):
    """A loss that a user wrote and whose values cannot be used."""


class AlignmentError(LaconicError):
    """A word alignment that does not fit the two sentences it is given for."""


class DerivationError(LaconicError):
    """A derivation that cannot be made or does not fit its tree."""


class ForestError(LaconicError):
    """A forest in which what was asked for has no derivation."""


class SearchError(LaconicError):
    """A search that had to stop at a limit, or found nothing within one."""


class ParserError(LaconicError):
    """A parser that cannot be had, or that gave something else than a tree of the sentence."""


class MissingPackageError(LaconicError):
    """An optional package that is not installed; the message says how to install it."""
