"""`laconic parse` from the outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command import failure, laconic

from laconic.trees.brackets import parse, read_trees

TEXT = "The dog barks. She gave him a book.\n\nDon't stop!\n"
TREES = [
    "(TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))",
    "(TOP (S (NP (PRP She)) (VP (VBD gave) (NP (PRP him)) (NP (DT a) (NN book))) (. .)))",
    "(TOP (S (VP (VB Do) (RB n't) (VP (VB stop))) (. !)))",
]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    return path


def from_stdin(content: str | bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "laconic", "parse", *options]
    given = content.encode() if isinstance(content, str) else content
    return subprocess.run(command, input=given, capture_output=True, timeout=120)


def test_text_gives_a_tree_on_each_line(text: Path) -> None:
    done = laconic("parse", text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == TREES


def test_standard_input_and_several_files(text: Path, tmp_path: Path) -> None:
    assert from_stdin(TEXT).stdout.decode().splitlines() == TREES
    assert from_stdin(TEXT, "-").stdout.decode().splitlines() == TREES
    assert laconic("parse", text, text).stdout.splitlines() == TREES * 2
    out = tmp_path / "trees.ptb.gz"
    assert laconic("parse", text, "-o", out).stdout == ""
    assert list(read_trees(out)) == [parse(tree) for tree in TREES]


def test_lines_keep_their_number() -> None:
    done = from_stdin("The dog barks. Go!\n\n(NP (NN dog))\n \nDon't stop!", "--lines")
    lines = done.stdout.decode().split("\n")
    assert len(lines) == 6
    assert lines[1:4] == ["", "(TOP (NP (NN dog)))", ""]
    assert parse(lines[0]).words() == ["The", "dog", "barks", ".", "Go", "!"]
    assert lines[4:] == [TREES[2], ""]


def test_tokens_keep_their_number() -> None:
    done = from_stdin("The dog barks .\n\nDo n't stop !\na.b -LRB- c\n", "--tokenized")
    lines = done.stdout.decode().split("\n")
    assert len(lines) == 5
    assert (lines[0], lines[1], lines[2]) == (TREES[0], "", TREES[2])
    assert parse(lines[3]).words() == ["a.b", "(", "c"]
    assert "-LRB-" in lines[3]


def test_drawing(text: Path) -> None:
    lines = laconic("parse", text, "--draw").stdout.splitlines()
    assert lines[:4] == ["TOP", "└─ S", "   ├─ NP", "   │  ├─ DT The"]
    assert "" in lines


def test_nothing_in_nothing_out() -> None:
    done = from_stdin("")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_other_parsers(text: Path, tmp_path: Path) -> None:
    trees = tmp_path / "mine.ptb"
    trees.write_text("(NP (DT The) (NN dog))\n")
    done = from_stdin("The dog\n", "--tokenized", "--parser", f"file:{trees}")
    assert done.stdout.decode() == "(TOP (NP (DT The) (NN dog)))\n"
    assert "expected one of embedded" in failure("parse", text, "--parser", "bikel")


def test_pairs_are_parsed_under_the_signature_of_the_parser(tmp_path: Path) -> None:
    source = tmp_path / "small.jsonl"
    records = [
        {"id": "a", "source": "The old dog barks .", "references": ["The dog barks ."]},
        {"id": "b", "source": "Do n't stop !", "references": ["stop !", "Do n't !"]},
    ]
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    out = tmp_path / "trees"
    done = laconic("parse", "--pairs", source, "-o", out)
    assert done.returncode == 0, done.stderr
    (folder,) = (path for path in out.iterdir() if path.is_dir())
    assert folder.name.startswith("embedded.1.")
    assert done.stdout == f"2 pairs\t{folder / 'small.jsonl'}\n"
    parsed = [json.loads(line) for line in (folder / "small.jsonl").read_text().splitlines()]
    assert [record["id"] for record in parsed] == ["a", "b"]
    assert parsed[0]["references"] == [TREES[0]]
    assert {record["parser"] for record in parsed} == {folder.name}
    # The second time all trees come out of the cache, and the file is the same.
    before = (folder / "small.jsonl").read_bytes()
    assert laconic("parse", "--pairs", source, "-o", out).returncode == 0
    assert (folder / "small.jsonl").read_bytes() == before
    grammar = tmp_path / "grammar.txt"
    extracted = laconic("extract", folder / "small.jsonl", "-o", grammar)
    assert extracted.returncode == 0, extracted.stderr
    assert f"parser={parsed[0]['parser']}" in extracted.stdout
    assert f"parser={parsed[0]['parser']}" in grammar.read_text().splitlines()[0]


def test_pairs_of_plain_text_and_from_a_pipe(tmp_path: Path) -> None:
    record = {"id": "a", "source": "Don't stop!", "references": ["Stop!", ""]}
    empty = {"id": "b", "source": "Go!", "references": [""]}
    pipe = tmp_path / "pairs.jsonl"
    os.mkfifo(pipe)
    content = "".join(json.dumps(item) + "\n" for item in (record, empty))
    writer = threading.Thread(target=lambda: pipe.write_text(content))
    writer.start()
    done = laconic(
        "parse", "--pairs", pipe, "--lines", "-o", tmp_path / "new" / "out",
        "--cache", tmp_path / "cache",
    )  # fmt: skip
    writer.join()
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 pairs\t")
    assert done.stderr == f"1 pairs of {pipe} left out, without words: b\n"
    parsed = json.loads(Path(done.stdout.strip().split("\t")[1]).read_text())
    assert parsed["source"] == TREES[2]
    assert len(parsed["references"]) == 1


def test_an_output_that_cannot_hold_a_drawing(text: Path) -> None:
    command = [sys.executable, "-m", "laconic", "parse", str(text), "--draw"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=120)
    assert done.returncode == 1
    assert b"cannot be written in latin-1; PYTHONIOENCODING=utf-8 helps" in done.stderr
    assert b"Traceback" not in done.stderr


def test_text_in_brackets_does_not_stop_a_run() -> None:
    lines = ["((JS)) On the test, I scored (Surprised me too.)", "(NYSE (GE))", "(TOP (NP"]
    done = from_stdin("\n".join(lines) + "\n", "--lines")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.decode().splitlines()) == 3


def test_a_cache(text: Path, tmp_path: Path) -> None:
    for _ in range(2):
        done = laconic("parse", text, "--cache", tmp_path / "cache")
        assert done.stdout.splitlines() == TREES
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_mistakes(text: Path, tmp_path: Path) -> None:
    assert "exclude each other" in failure("parse", text, "--lines", "--tokenized")
    assert "needs a folder" in failure("parse", text, "--pairs")
    assert "needs files" in failure("parse", "--pairs", "-o", tmp_path / "out")
    assert "goes without" in failure("parse", text, "--pairs", "--draw", "-o", tmp_path / "out")
    assert "is a file" in failure("parse", text, "--pairs", "-o", text)
    assert "lies in the output" in failure("parse", text, "--pairs", "-o", tmp_path)
    missing = failure("parse", "--pairs", text, tmp_path / "missing", "-o", tmp_path / "out")
    assert "cannot read" in missing
    assert not (tmp_path / "out").exists()
    assert "would overwrite" in failure("parse", text, "-o", text)
    assert "cannot read" in failure("parse", tmp_path / "missing.txt")
    assert "cannot write" in failure("parse", text, "-o", tmp_path / "no" / "folder.ptb")
    text.write_bytes(b"caf\xe9\n")
    assert "UTF-8" in failure("parse", text)
