"""What commands refuse, and what they ask of files: standard input and output, no overwriting."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from laconic.errors import LaconicError

STDIN = Path("/dev/stdin")


def as_file(path: Path) -> Path:
    """The file to read for an argument; - is standard input."""
    return STDIN if str(path) == "-" else path


def is_read_twice(path: Path) -> bool:
    """Whether a file can be; False for a pipe, which gives what it has only once."""
    return path.is_file() or not path.exists()


def is_stdout(path: Path) -> bool:
    """Whether an output is standard output."""
    return str(path) in ("-", "/dev/stdout")


def refuse(wrong: bool, why: str) -> None:
    """An error for options or files that do not go together."""
    if wrong:
        raise LaconicError(why)


def refuse_overwriting(inputs: Iterable[Path | None], output: Path) -> None:
    """An error if the output is one of the inputs."""
    for path in inputs:
        if path is not None and path.is_file() and output.exists() and path.samefile(output):
            raise LaconicError(f"{output} would overwrite what is read from it")


def shown(line: str) -> str:
    """A line that may hold anything, as a terminal may show it; tabs stay."""
    return "\t".join(escaped(part) for part in line.split("\t"))


def escaped(text: str) -> str:
    r"""Text in which what a terminal might act on is written out.

    >>> print(escaped("\x1b[2J"))
    \x1b[2J
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
