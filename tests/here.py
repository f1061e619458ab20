"""The command line in this process: many runs in little time."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from laconic.cli.main import main


@dataclass(frozen=True)
class Run:
    """How a command ended, and what it wrote."""

    code: int
    written: bytes
    said: str

    @property
    def text(self) -> str:
        return self.written.decode("utf-8")

    @property
    def lines(self) -> list[str]:
        """The lines of its output, each of which was ended."""
        assert self.text == "" or self.text.endswith("\n")
        return self.text.split("\n")[:-1]


def run(*arguments: str | Path) -> Run:
    """Run `laconic` with these arguments; input comes from files, not from standard input."""
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    stderr = io.StringIO()
    code = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["laconic", *map(str, arguments)])
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stderr", stderr)
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
        stdout.flush()
    written = stdout.buffer
    assert isinstance(written, io.BytesIO)
    return Run(code, written.getvalue(), stderr.getvalue())


def refused(*arguments: str | Path) -> str:
    """What a command says that cannot work: one line, and nothing else."""
    done = run(*arguments)
    assert (done.code, done.written) == (1, b""), done
    assert done.said.startswith("laconic: ")
    assert done.said.count("\n") == 1
    return done.said.removeprefix("laconic: ").removesuffix("\n")
