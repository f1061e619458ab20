"""The command line as a user meets it: another process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def laconic(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "laconic", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)


def failure(*arguments: str | Path) -> str:
    """What a command that cannot work prints: one line for people, and nothing else."""
    done = laconic(*arguments)
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.removesuffix("\n")
