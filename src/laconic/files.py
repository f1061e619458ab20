"""Files: text in (UTF-8, plain or .gz), and output that appears whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import shutil
import stat
import tempfile
import zlib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from laconic.errors import FormatError, LaconicError


def read_lines(path: str | Path) -> Generator[str, None, None]:
    """The lines of a UTF-8 file, without their line ends; `.gz` is unpacked on the way.

    Close it (`contextlib.closing`) where reading may stop early.
    """
    path = Path(path)
    with contextlib.closing(_raw_lines(path)) as lines:
        for number, raw in enumerate(lines, 1):
            yield _decoded(raw, path, number)


def read_all_lines(path: str | Path) -> Generator[str, None, None]:
    """As `read_lines`, with nothing lost or refused: line ends and a byte order mark stay.

    Bytes that are no UTF-8 come as lone surrogates; `replacing(…, bad_bytes=True)` turns them back.
    """
    with contextlib.closing(_raw_lines(Path(path))) as lines:
        for raw in lines:
            yield raw.decode("utf-8", "surrogateescape")


def _raw_lines(path: Path) -> Generator[bytes, None, None]:
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            yield from stream
    except (OSError, EOFError, zlib.error) as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error


def check_writable(path: str | Path) -> None:
    """Raise an error now if a file could not be written later, after the work is done."""
    path = Path(path)
    if _is_special(path):
        # A pipe must not be opened twice: its reader would take the first end for the end.
        if path.is_dir() or not os.access(path, os.W_OK):
            raise LaconicError(f"cannot write {path}: it is a folder, or not writable")
        return
    with contextlib.suppress(_NeverMindError), replacing(path):
        raise _NeverMindError


@contextlib.contextmanager
def replacing(path: str | Path, *, bad_bytes: bool = False) -> Iterator[TextIO]:
    """A text file to write that takes its name only once it is complete.

    After an error or an interrupt the old file, if there was one, is as it was. A name in `.gz` is
    packed on the way. A link is written through; a pipe or device is written to as it is. With
    `bad_bytes`, what `read_all_lines` could not decode is written as it was.
    """
    path = Path(path)
    errors = "surrogateescape" if bad_bytes else "strict"
    try:
        if _is_special(path):
            with path.open("a", encoding="utf-8", errors=errors, newline="\n") as stream:
                yield stream
            return
        final = path.resolve()
        temporary = _temporary_beside(final)
        try:
            packed = final.suffix == ".gz"
            with temporary.open("wb") as raw, _text_writer(raw, packed, errors) as stream:
                yield stream
            temporary.replace(final)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise LaconicError(f"cannot write {path}: {reason_of(error)}") from error
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise LaconicError(f"cannot write {path}: {character!r} is no Unicode character") from error


@contextlib.contextmanager
def replacing_path(path: str | Path) -> Iterator[Path]:
    """As `replacing` for what is written by others: the name of an empty file to write to.

    What belongs into a pipe or device is written to a temporary file first and then copied.
    """
    path = Path(path)
    try:
        final = path.resolve()
        special = _is_special(path)
        beside = Path(tempfile.gettempdir()) / "output" if special else final
        temporary = _temporary_beside(beside)
        try:
            yield temporary
            if special:
                with temporary.open("rb") as written, path.open("ab") as stream:
                    shutil.copyfileobj(written, stream)
            else:
                temporary.replace(final)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise LaconicError(f"cannot write {path}: {reason_of(error)}") from error


class _NeverMindError(Exception):
    """Leaves `replacing` without writing anything."""


def _is_special(path: Path) -> bool:
    """True for what is there and is no regular file: a pipe, a device, a folder."""
    return path.exists() and not path.is_file()


@contextlib.contextmanager
def _text_writer(raw: BinaryIO, packed: bool, errors: str) -> Iterator[TextIO]:
    with contextlib.ExitStack() as stack:
        if packed:
            # Without name and time the same text gives the same bytes.
            zipped = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)
            raw = stack.enter_context(zipped)  # type: ignore[assignment]
        writer = io.TextIOWrapper(raw, encoding="utf-8", errors=errors, newline="\n")
        yield stack.enter_context(writer)


def _temporary_beside(path: Path) -> Path:
    """A new empty file in the folder of `path`, with the mode that `path` has or would get."""
    handle, name = tempfile.mkstemp(prefix=".laconic.", suffix=".part", dir=path.parent)
    os.close(handle)
    if path.exists():
        mode = stat.S_IMODE(path.stat().st_mode)
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    Path(name).chmod(mode)
    return Path(name)


def _decoded(raw: bytes, path: Path, number: int) -> str:
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"the byte 0x{raw[error.start]:02x}"
        raise FormatError(found, "UTF-8 text", path=path, line=number) from None
    if number == 1:
        line = line.removeprefix("\ufeff")
    return line.rstrip("\r\n")


def reason_of(error: Exception) -> str:
    """Why the system, or what unpacks a file, refused.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error)
