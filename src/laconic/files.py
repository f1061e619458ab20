"""Files: text in (UTF-8, plain or .gz), and output that appears whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
import tempfile
import zlib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TextIO

from laconic.errors import FormatError, LaconicError


def read_lines(path: str | Path) -> Generator[str, None, None]:
    """The lines of a UTF-8 file, without their line ends; `.gz` is unpacked on the way.

    Close it (`contextlib.closing`) where reading may stop early.
    """
    path = Path(path)
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            for number, raw in enumerate(stream, 1):
                yield _decoded(raw, path, number)
    except (OSError, EOFError, zlib.error) as error:
        raise LaconicError(f"cannot read {path}: {_reason(error)}") from error


def check_writable(path: str | Path) -> None:
    """Raise an error now if a file could not be written later, after the work is done."""
    with contextlib.suppress(_NeverMindError), replacing(path):
        raise _NeverMindError


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """A text file to write that takes its name only once it is complete.

    After an error or an interrupt the old file, if there was one, is as it was.
    """
    path = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise LaconicError(f"cannot write {path}: {_reason(error)}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        _publish(Path(name), path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class _NeverMindError(Exception):
    """Leaves `replacing` without writing anything."""


def _publish(temporary: Path, path: Path) -> None:
    try:
        # mkstemp makes files only their owner can read; give the mode open() would have given.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:
        raise LaconicError(f"cannot write {path}: {_reason(error)}") from error


def _decoded(raw: bytes, path: Path, number: int) -> str:
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"the byte 0x{raw[error.start]:02x}"
        raise FormatError(found, "UTF-8 text", path=path, line=number) from None
    if number == 1:
        line = line.removeprefix("\ufeff")
    return line.rstrip("\r\n")


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
