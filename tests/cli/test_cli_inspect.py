"""`laconic inspect`, `--version` and help from the outside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import GOLDEN, failure, laconic
from pairs import SAMPLES

GRAMMAR = GOLDEN / "figure1.grammar.txt"


def rules_shown(*options: str) -> list[list[str]]:
    done = laconic("inspect", GRAMMAR, *options)
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert rows[0] == ["id", "count", "bound", "origin", "rule"]
    return rows[1:]


def test_lookups() -> None:
    everything = rules_shown("--limit", "0")
    assert [int(row[1]) for row in everything] == sorted(
        (int(row[1]) for row in everything), reverse=True
    )
    assert len(rules_shown()) == 20
    assert {row[4][:8] for row in rules_shown("--source", "SBAR", "--target", "VP")} == {"<SBAR,VP"}
    assert all(" records]" in row[4] for row in rules_shown("--word", "records"))
    assert all("copy" in row[3] for row in rules_shown("--origin", "copy", "--limit", "0"))
    assert all("[CC and]" in row[4] for row in rules_shown("[CC and]"))
    (row,) = rules_shown("--id", "3")
    assert row[0] == "3"


def test_drawing() -> None:
    done = laconic("inspect", GRAMMAR, "<S,VP> -> <[S NP_e VP_1], VP_1>", "--draw")
    assert done.stdout.splitlines()[2:] == ["    S", "    ├─ NP", "    └─ VP", "    ⇒", "    VP"]
    assert done.stderr.startswith("1 of 1 rules shown, of ")


def test_mistakes(tmp_path: Path) -> None:
    assert failure("inspect", GRAMMAR, "--id", "99999").startswith(
        "laconic: no rule 99999: the ids"
    )
    assert failure("inspect", GRAMMAR, "--origin", "mars") == (
        "laconic: unknown origin 'mars'; expected one of training, copy, delete, hand"
    )
    other = tmp_path / "other"
    other.write_text("something else\n")
    assert failure("inspect", other) == (
        f"laconic: {other}:1: found 'something else', "
        "expected '# laconic grammar 1', a grammar file"
    )


def test_a_reader_that_leaves_is_no_traceback() -> None:
    shell = f"{sys.executable} -m laconic inspect {GRAMMAR} --limit 0 | head -n 1"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["extract", "--help"], ["inspect", "--help"]])
def test_help(arguments: list[str]) -> None:
    done = laconic(*arguments)
    assert done.returncode == 0
    assert "Usage: " in done.stdout


def test_version_names_the_native_core() -> None:
    done = laconic("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("laconic 0.1.0 (core 0.1.0, ")


def test_packed_grammars_look_the_same(tmp_path: Path) -> None:
    packed, text = tmp_path / "g.packed", tmp_path / "g.txt"
    for path in (packed, text):
        assert laconic("extract", SAMPLES, "-o", path).returncode == 0
    shown = [laconic("inspect", path, "--limit", "0").stdout for path in (packed, text)]
    assert shown[0] == shown[1]
    assert len(shown[0].splitlines()) > 3_000
    packed.write_bytes(packed.read_bytes()[:5_000])
    assert "found a damaged file" in failure("inspect", packed)
    message = failure("extract", SAMPLES, "-o", tmp_path / "g.packed.gz")
    assert "a packed grammar is mapped as it is; without .gz" in message
