"""Text as language models take it: blocks of whole lines, normalised, with bad bytes dealt with."""

from __future__ import annotations

import contextlib
import gzip
import re
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from laconic.errors import FormatError, LaconicError
from laconic.files import reason_of
from laconic.trees.labels import Normalisation

BadUtf8 = Literal["refuse", "replace"]
BAD_UTF8: tuple[BadUtf8, ...] = get_args(BadUtf8)
_EXPECTED = "UTF-8 text, or bad-utf8 set to replace"
_BLOCK_BYTES = 1 << 20
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^ \t-\r\0]+")
_REPLACEMENT = "\ufffd"


@dataclass(frozen=True)
class TextBlock:
    """Whole lines of UTF-8, the number of the first, and how far the file is read."""

    lines: bytes
    first_line: int
    replaced: int = 0
    bytes_read: int = 0


def read_text(
    path: str | Path,
    *,
    normalisation: Normalisation = "none",
    bad_utf8: BadUtf8 = "refuse",
    expected: str = _EXPECTED,
) -> Generator[TextBlock, None, None]:
    """The text of a file, plain or `.gz`, in blocks; what is no UTF-8 is refused or replaced.

    Close it (`contextlib.closing`) where reading may stop early.
    """
    path = Path(path)
    first_line = 1
    try:
        with contextlib.ExitStack() as stack:
            raw = stack.enter_context(path.open("rb"))
            position: Callable[[], int] = raw.tell if raw.seekable() else lambda: 0
            packed = path.suffix == ".gz"
            read = stack.enter_context(gzip.open(raw)).read1 if packed else raw.read1
            for lines in _whole_lines(read):
                block = _decoded(
                    lines, path, first_line, None if bad_utf8 == "replace" else expected
                )
                text = normalise_text(block.text, normalisation)
                yield TextBlock(text.encode(), first_line, block.replaced, position())
                first_line += lines.count(b"\n")
    except (OSError, EOFError, zlib.error) as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error


def blocks_of(
    sentences: Iterable[str], *, normalisation: Normalisation = "none"
) -> Iterator[TextBlock]:
    """Sentences from memory in blocks; white space separates words, a line end is white space.

    >>> [block.lines for block in blocks_of(["He left .", "She\\nstayed ."], normalisation="lower")]
    [b'he left .\\nshe stayed .\\n']
    """
    first_line, lines, size = 1, list[str](), 0
    for sentence in sentences:
        line = " ".join(sentence.split("\n")) + "\n"
        lines.append(line)
        size += len(line)
        if size >= _BLOCK_BYTES:
            yield _block_of(lines, first_line, normalisation)
            first_line, lines, size = first_line + len(lines), [], 0
    if lines:
        yield _block_of(lines, first_line, normalisation)


def split_words(line: str) -> list[str]:
    """The words of a line: what stands between ASCII white space (and zero bytes).

    >>> split_words("  100\\u00a0km away ")
    ['100\\xa0km', 'away']
    """
    return _WORD.findall(line)


def normalise_text(text: str, normalisation: Normalisation) -> str:
    """As `normalise_word` for each word of a text, but fast.

    >>> normalise_text("Boeing 747s\\nFly", "lower-digits")
    'boeing ###s\\nfly'
    """
    if normalisation == "none":
        return text
    # What a letter becomes depends at most on the letters around it in the same word.
    lowered = text.lower()
    return lowered if normalisation == "lower" else _DIGIT.sub("#", lowered)


@dataclass(frozen=True)
class _Decoded:
    text: str
    replaced: int


def _block_of(lines: list[str], first_line: int, normalisation: Normalisation) -> TextBlock:
    text = normalise_text("".join(lines), normalisation)
    try:
        return TextBlock(text.encode(), first_line)
    except UnicodeEncodeError as error:
        line = first_line + text.count("\n", 0, error.start)
        found = f"{error.object[error.start]!r}"
        raise FormatError(found, "Unicode characters", line=line) from None


def _whole_lines(read: Callable[[int], bytes]) -> Iterator[bytes]:
    # Reading what is there, not all that was asked for, lets a person type at a terminal.
    rest = [b""]
    while data := read(_BLOCK_BYTES):
        head, newline, tail = data.rpartition(b"\n")
        if newline:
            yield b"".join([*rest, head, newline])
            rest = [tail]
        else:
            rest.append(tail)
    if last := b"".join(rest):
        yield last


def _decoded(lines: bytes, path: Path, first_line: int, expected: str | None) -> _Decoded:
    replaced = 0
    try:
        text = lines.decode("utf-8")
    except UnicodeDecodeError as error:
        if expected is not None:
            line = first_line + lines.count(b"\n", 0, error.start)
            found = f"the byte 0x{lines[error.start]:02x}"
            raise FormatError(found, expected, path=path, line=line) from None
        text = lines.decode("utf-8", errors="replace")
        replaced = text.count(_REPLACEMENT) - lines.count(_REPLACEMENT.encode())
    if first_line == 1:
        text = text.removeprefix("\ufeff")
    return _Decoded(text, replaced)
