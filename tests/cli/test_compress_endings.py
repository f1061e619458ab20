"""How `laconic compress` ends: marks told, interrupts, broken pipes, input that never ends."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest
from here import run as run_here

pytestmark = pytest.mark.usefixtures("one_parser")

TREE = "(S (NP (DT The) (JJ old) (NN dog)) (VP (VBD barked)) (. .))"
COMPRESSED = b"The dog barked.\n"


@contextlib.contextmanager
def started(*arguments: str | Path) -> Iterator[Started]:
    process = subprocess.Popen(
        [sys.executable, "-m", "laconic", "compress", *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        yield Started(process, process.stdin, process.stdout, process.stderr)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                stream.close()


@dataclass(frozen=True)
class Started:
    """A command that runs, and its pipes."""

    process: subprocess.Popen[bytes]
    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def feed_without_end(self) -> threading.Thread:
        """Give it more input than it will ever read."""

        def feed() -> None:
            with contextlib.suppress(OSError, ValueError):
                while True:
                    self.stdin.write(f"{TREE}\n".encode())

        thread = threading.Thread(target=feed, daemon=True)
        thread.start()
        return thread


def test_strict_tells_of_marks_by_the_exit_code(models: Path, tmp_path: Path) -> None:
    (tmp_path / "trees").write_text(f"{TREE}\nno tree\n{TREE}\nno\n", encoding="utf-8")
    command = ("compress", "--model", models / "hand", "--parsed", "--file", tmp_path / "trees")
    loose, strict = run_here(*command), run_here(*command, "--strict")
    assert (loose.code, strict.code) == (0, 3)
    assert loose.written == strict.written
    assert loose.said == strict.said == "laconic: not parsed: 2 sentences\n"
    (tmp_path / "trees").write_text(f"{TREE}\n", encoding="utf-8")
    assert run_here(*command, "--strict").code == 0
    assert run_here("compress", "--strict", "--no-such-option").code == 2


def test_what_is_marked_is_written_with_strict_too(models: Path, tmp_path: Path) -> None:
    (tmp_path / "trees").write_text("no tree\n", encoding="utf-8")
    out = tmp_path / "out"
    command = ("compress", "--model", models / "hand", "--parsed", "--file", tmp_path / "trees")
    assert run_here(*command, "--strict", "-o", out).code == 3
    assert out.read_text(encoding="utf-8") == "no tree\n"


def test_input_is_read_as_it_is_wanted_and_an_interrupt_leaves_whole_lines(models: Path) -> None:
    with started("--model", models / "hand", "--parsed") as run:
        thread = run.feed_without_end()
        # Lines come while input still goes in.
        some = [run.stdout.readline() for _ in range(300)]
        assert set(some) == {COMPRESSED}
        run.process.send_signal(signal.SIGINT)
        rest, said = run.stdout.read(), run.stderr.read()
        assert (run.process.wait(timeout=60), said) == (130, b"")
        thread.join(timeout=60)
    assert rest.replace(COMPRESSED, b"") == b""


def something_new(folder: Path, old: Path) -> bool:
    """Whether another file has begun to fill."""
    with contextlib.suppress(FileNotFoundError):
        return any(path.stat().st_size for path in folder.iterdir() if path != old)
    return False


def test_an_interrupt_leaves_the_old_file(models: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("old\n", encoding="utf-8")
    with started("--model", models / "hand", "--parsed", "-o", out) as run:
        thread = run.feed_without_end()
        while not something_new(tmp_path, out):
            assert run.process.poll() is None
        run.process.send_signal(signal.SIGINT)
        assert run.process.wait(timeout=60) == 130
        thread.join(timeout=60)
    assert out.read_text(encoding="utf-8") == "old\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_reader_that_leaves_is_no_error_to_tell(models: Path) -> None:
    with started("--model", models / "hand", "--parsed") as run:
        thread = run.feed_without_end()
        assert run.stdout.readline() == COMPRESSED
        run.stdout.close()
        assert run.stderr.read() == b""
        run.process.wait(timeout=60)
        thread.join(timeout=60)


def test_what_is_there_comes_out_before_the_input_ends(models: Path) -> None:
    with started("--model", models / "hand", "--parsed") as run:
        run.stdin.write(f"{TREE}\n".encode() * 600)
        run.stdin.flush()
        # But for what waits for company.
        for _ in range(400):
            assert run.stdout.readline() == COMPRESSED
        run.stdin.close()
        assert run.stdout.read() == COMPRESSED * 200
        assert run.process.wait(timeout=60) == 0


def test_no_progress_bar_on_a_pipe(models: Path, tmp_path: Path) -> None:
    (tmp_path / "trees").write_text(f"{TREE}\n" * 50, encoding="utf-8")
    done = run_here(
        "compress", "--model", models / "hand", "--parsed", "--file", tmp_path / "trees"
    )
    assert (done.said, done.written) == ("", COMPRESSED * 50)


def read_all(terminal: int) -> str:
    """What was written to a terminal that nobody writes to any more; it comes in pieces."""
    pieces = []
    with contextlib.suppress(OSError):  # how a terminal ends
        while piece := os.read(terminal, 10_000):
            pieces.append(piece)
    os.close(terminal)
    return b"".join(pieces).decode()


def test_a_progress_bar_on_a_terminal_unless_it_shows_the_text(
    models: Path, tmp_path: Path
) -> None:
    (tmp_path / "trees").write_text(f"{TREE}\n" * 50, encoding="utf-8")
    command = [sys.executable, "-m", "laconic", "compress", "--model", str(models / "hand")]
    command += ["--parsed", "--file", str(tmp_path / "trees")]
    for to_terminal in (False, True):
        reader, writer = pty.openpty()
        stdout = writer if to_terminal else subprocess.PIPE
        process = subprocess.Popen(command, stdout=stdout, stderr=writer)
        os.close(writer)
        written, _ = process.communicate(timeout=60)
        shown = read_all(reader)
        assert ("Compressing" in shown) != to_terminal
        assert shown.count("The dog barked.") == 50 if to_terminal else written == COMPRESSED * 50
