"""Lines with parts that stand out: in colour on a terminal, by signs elsewhere.

What is gone is struck through, or [-in brackets-]; what is new is green, or {+in braces+}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TextIO

Look = Literal["plain", "gone", "new", "heading", "faint"]
_STYLES: dict[Look, str] = {
    "plain": "",
    "gone": "strike red",
    "new": "green",
    "heading": "bold",
    "faint": "dim",
}
# What a terminal might act on; line breaks and tabs aside.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SIGNS: dict[Look, tuple[str, str]] = {"gone": ("[-", "-]"), "new": ("{+", "+}")}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line, and how it looks."""

    text: str
    look: Look = "plain"


class Painter:
    """Turns pieces into the text that a stream is to show."""

    def __init__(self, stream: TextIO) -> None:
        self.is_terminal = stream.isatty()
        self._console = None
        if self.is_terminal:
            from rich.console import Console

            console = Console(file=stream)
            in_colour = console.color_system is not None and not console.no_color
            self._console = console if in_colour else None

    def paint(self, pieces: Iterable[Piece]) -> str:
        """One line, without its line break; control characters are written out on a terminal."""
        if self.is_terminal:
            pieces = [Piece(_visible(piece.text), piece.look) for piece in pieces]
        if self._console is None:
            return "".join(map(_with_signs, pieces))
        from rich.text import Text

        line = Text.assemble(*((piece.text, _STYLES[piece.look]) for piece in pieces))
        with self._console.capture() as captured:
            self._console.print(line, end="", soft_wrap=True)
        return captured.get()


def _visible(text: str) -> str:
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text.replace("\r\n", "\n"))


def _with_signs(piece: Piece) -> str:
    before, after = _SIGNS.get(piece.look, ("", ""))
    return f"{before}{piece.text}{after}"
