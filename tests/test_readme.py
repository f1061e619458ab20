"""The README is run: every code block, in order, in a folder that holds the samples.

The commands start with `pip install`; that part is what .ci/run does, and is left out here.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from pairs import ROOT, SAMPLES

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
INSTALL = "pip install . && "
TEST = "pip install '.[test]' && pytest"


def run(command: str, folder: Path) -> str:
    scripts = sysconfig.get_path("scripts")
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_console(block: str, folder: Path) -> None:
    """Commands after `$ `, each followed by what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        assert run(command, folder) == expected


def run_python(block: str, names: dict[str, object]) -> None:
    """A block goes on where the one before it ended."""
    test = doctest.DocTestParser().get_doctest(block, names, "README", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    names.update(test.globs)


def run_block(language: str, block: str, folder: Path, names: dict[str, object]) -> None:
    if language == "sh":
        if block.strip() != TEST:  # which is running right now
            run(block.strip().removeprefix(INSTALL), folder)
    elif language == "console":
        run_console(block, folder)
    elif language == "python":
        run_python(block, names)
    elif language == "json":
        (folder / "mine.jsonl").write_text(block, encoding="utf-8")
        run("laconic extract mine.jsonl -o mine.txt --check", folder)
    else:
        pytest.fail(f"a block that nothing runs: ```{language}\n{block}")


def test_every_block_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SAMPLES.parent, tmp_path / "samples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for language, block in BLOCKS:
        run_block(language, block, tmp_path, names)


def test_the_readme_opens_with_a_sentence_and_two_commands() -> None:
    opening = README.split("\n## ")[0]
    commands = [block.strip() for language, block in BLOCKS if language == "sh"]
    assert [opening.count(f"\n{command}\n") for command in commands] == [1, 1]
    assert commands[0].startswith(INSTALL + "laconic ")
    assert commands[1] == TEST
    sentence = opening.split("\n")[2]
    assert sentence.startswith("laconic ")
    assert sentence.count(".") == 1
    assert sentence.endswith(".")


def test_links_lead_somewhere() -> None:
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
