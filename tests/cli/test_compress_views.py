"""What `laconic compress` shows: golden runs of a model whose weights were set by hand."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import GOLDEN
from hand_model import hand_model
from here import refused, run

from laconic.compressor.compressor import Compressor
from laconic.compressor.explanation import explain
from laconic.model import Rewritten
from laconic.trees.brackets import parse

TREES = [
    "(S (NP (DT The) (JJ old) (NN dog)) (VP (VBD barked) (ADVP (RB loudly))) (. .))",
    "(S (NP (DT A) (NN cat)) (VP (VBD slept)) (. .))",
]


@pytest.fixture
def command(models: Path, tmp_path: Path) -> list[str | Path]:
    (tmp_path / "trees").write_text("\n".join(TREES) + "\n", encoding="utf-8")
    return ["compress", "--model", models / "hand", "--parsed", "--file", tmp_path / "trees"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("lines", []),
        ("diff", ["--diff"]),
        ("explain", ["--explain"]),
        ("trees", ["--trees"]),
        ("nbest", ["--nbest", "3"]),
        ("frontier", ["--frontier"]),
        ("json", ["--json"]),
        ("json-trees", ["--json", "--trees"]),
    ],
)
def test_golden_runs(name: str, options: list[str], command: list[str | Path]) -> None:
    done = run(*command, *options)
    assert (done.code, done.said) == (0, "")
    assert done.text == (GOLDEN / f"compress.{name}.txt").read_text(encoding="utf-8")


def records(command: list[str | Path], *options: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*command, *options).lines]


def test_a_record_for_each_line(command: list[str | Path]) -> None:
    first, second = records(command, "--json")
    assert first["version"] == second["version"] == 1
    assert first["text"] == "The dog barked."
    assert first["source"] == "The old dog barked loudly."
    assert first["sentences"][0]["tokens"] == [["The", 0], ["dog", 2], ["barked", 3], [".", 5]]
    assert "tree" not in first["sentences"][0]
    assert second["text"] == second["source"]
    assert second["rate"] == 1.0


def test_explanations_in_records(command: list[str | Path]) -> None:
    first, second = records(command, "--json", "--explain")
    sentence = Compressor(hand_model()).compress(parse(TREES[0])).sentences[0]
    assert isinstance(sentence.made, Rewritten)
    expected = explain(hand_model(), sentence.made).as_record()
    assert first["sentences"][0]["explanation"] == json.loads(json.dumps(expected))
    assert second["sentences"][0]["explanation"]["cuts"] == []


def test_alternatives_and_frontiers_in_records(command: list[str | Path]) -> None:
    first, _ = records(command, "--json", "--nbest", "3")
    scores = [one["score"] for one in first["sentences"][0]["alternatives"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 2
    shortest, _ = records(command, "--json", "--frontier")
    (sentence,) = shortest["sentences"]
    lengths = [len(one["tokens"]) for one in (sentence, *sentence["alternatives"])]
    assert lengths == sorted(set(lengths))
    assert lengths[-1] == 6


def test_the_frontier_of_text(models: Path, tmp_path: Path) -> None:
    """Each sentence is numbered, whatever line it stands in."""
    (tmp_path / "tokens").write_text("A cat slept .\n\nA cat slept .\n", encoding="utf-8")
    done = run(
        "compress", "--model", models / "hand", "--frontier", "--tokenized", "--file",
        tmp_path / "tokens",
    )  # fmt: skip
    numbers = [line.split("\t")[0] for line in done.lines]
    assert sorted(set(numbers)) == ["1", "2"]
    assert numbers.count("1") == numbers.count("2")
    assert done.lines[-1].endswith("\tA cat slept .")


def test_the_frontier_with_words_to_keep(models: Path, command: list[str | Path]) -> None:
    done = run(*command, "--frontier", "--keep", "dog", "--drop", "old")
    assert (done.code, done.said) == (0, "laconic: no match: 1 sentence\n")
    texts = [line.split("\t")[-1].casefold() for line in done.lines]
    assert all("dog" in text or "slept" in text for text in texts)
    assert not any("old" in text for text in texts)
    both = run(*command, "--frontier", "--keep", "old dog", "--drop", "dog")
    assert both.said == "laconic: kept and dropped: 1 sentence\nlaconic: no match: 1 sentence\n"
    assert both.lines[0] == "1\t6\t1.0000\t0.000000\tThe old dog barked loudly."
    direct: list[str | Path] = ["compress", *TREES, "--model", models / "hand", "--parsed"]
    direct += ["--frontier", "--keep"]
    assert run(*direct, "dog").lines == run(*command, "--frontier", "--keep", "dog").lines
    assert refused(*direct, "zebra") == "keep: 'zebra' does not occur in the text"


def test_other_systems_are_explained_as_far_as_possible(
    models: Path, command: list[str | Path]
) -> None:
    command[2] = models / "mcdonald"
    done = run(*command, "--explain")
    assert done.code == 0
    assert done.lines[0] == "The [-old-] dog barked [-loudly-]."
    assert done.lines[1] == "The dog barked."
    assert re.fullmatch(r"rate 0\.67, score -?\d+\.\d{6}", done.lines[2])
    assert done.lines[3] == "no derivation: by mcdonald"
    assert records(command, "--json", "--explain")[0]["sentences"][0]["explanation"] is None


def test_what_came_back_as_it_was_is_explained_by_its_mark(models: Path, tmp_path: Path) -> None:
    (tmp_path / "trees").write_text("no tree\n", encoding="utf-8")
    command = ("compress", "--model", models / "hand", "--parsed", "--file", tmp_path / "trees")
    done = run(*command, "--explain")
    assert done.lines[0] == "no tree"
    assert done.lines[2].startswith("not parsed: ")
    assert done.lines[3] == "no derivation: it came back as it was"


def on_a_terminal(*arguments: str | Path, **environment: str) -> str:
    """What a command shows on a terminal."""
    reader, writer = pty.openpty()
    variables = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    variables = {name: value for name, value in variables.items() if value}
    process = subprocess.Popen(
        [sys.executable, "-m", "laconic", *map(str, arguments)],
        stdout=writer, stderr=writer, stdin=subprocess.DEVNULL, env=variables,
    )  # fmt: skip
    os.close(writer)
    shown = b""
    while True:
        try:
            block = os.read(reader, 4096)
        except OSError:
            break
        if not block:
            break
        shown += block
    os.close(reader)
    assert process.wait(timeout=120) == 0
    return shown.decode().replace("\r\n", "\n")


def test_what_is_gone_is_struck_through_on_a_terminal(command: list[str | Path]) -> None:
    shown = on_a_terminal(*command, "--diff", NO_COLOR="")
    assert shown.startswith("The \x1b[9;31mold\x1b[0m dog barked")
    assert "[-" not in shown


def test_without_colour_signs_are_used_on_a_terminal_too(command: list[str | Path]) -> None:
    assert on_a_terminal(*command, "--diff", NO_COLOR="1").startswith("The [-old-] dog barked")


def test_a_terminal_shows_paragraphs_and_no_control_characters(
    models: Path, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text(
        "A cat slept. A cat slept.\n\nA cat\x1b[2J slept.\n", encoding="utf-8"
    )
    shown = on_a_terminal("compress", "--model", models / "hand", "--file", tmp_path / "text")
    first, empty, last = shown.rstrip("\n").split("\n")
    assert first == "A cat slept. A cat slept."
    assert empty == ""
    assert "\x1b" not in last
