"""`laconic evaluate`, and the comparison systems it needs, as a user meets them."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command import failure, laconic
from pairs import SAMPLES, sample_pairs

from laconic.corpus import write_pairs
from laconic.trees.tree import Tree

PAIRS = sample_pairs()[:5]
SOURCES = [" ".join(pair.source.words()) for pair in PAIRS if isinstance(pair.source, Tree)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Models of comparison systems, some pairs, and what others made of these."""
    path = tmp_path_factory.mktemp("evaluate")
    write_pairs(PAIRS, path / "pairs.jsonl")
    for name in ("mcdonald", "clarke-ilp"):
        done = laconic(
            "train", "--system", name, path / "pairs.jsonl", "-o", path / f"{name}.laconic"
        )
        assert done.returncode == 0, done
    # Half the words as tokens; the source as a tree; nothing; a word that is not there; all.
    half = SOURCES[0].split()[: len(SOURCES[0].split()) // 2]
    lines = [" ".join(half), SAMPLES_TREE, "", "nothing", SOURCES[4].upper()]
    (path / "other.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


SAMPLES_TREE = json.loads(SAMPLES.read_text(encoding="utf-8").splitlines()[1])["source"]


def record_of(*arguments: str | Path) -> dict[str, Any]:
    done = laconic("evaluate", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    record: dict[str, Any] = json.loads(done.stdout)
    return record


def test_a_golden_run(folder: Path, tmp_path: Path) -> None:
    page, data = tmp_path / "r.html", tmp_path / "r.json"
    done = laconic(
        "evaluate", folder / "mcdonald.laconic", folder / "clarke-ilp.laconic",
        folder / "pairs.jsonl", "--system", f"other={folder / 'other.txt'}", "--out", page,
        "--out", data, "--references", "first", "--extra",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(data.read_text(encoding="utf-8"))
    lines = done.stdout.splitlines()
    assert lines[:2] == ["5 sentences, each against the first reference", ""]
    assert lines[2].split() == [
        "system", "rate", "token-f1", "relations-f1", "tree-relations-f1", "tree-distance",
        "hamming-tokens", "bleu", "rouge-l", "seconds",
    ]  # fmt: skip
    systems = ["copy", "reference", "other", "mcdonald", "clarke-ilp"]
    assert [system["name"] for system in record["systems"]] == systems
    assert [line.split()[0] for line in lines[3:13:2]] == systems
    assert lines[3].split()[1] == "100.00"
    other = lines[7].split()
    tokens = [len(one["outputs"][2]["tokens"]) for one in record["sentences"]]
    words = [len(one["source"]) for one in record["sentences"]]
    assert tokens == [words[0] // 2, words[1], 0, 1, words[4]]
    assert other[1] == f"{100 * sum(tokens) / sum(words):.2f}"
    assert other[4:6] == ["–", "–"]  # not all of its outputs are trees
    assert lines[-1] == record["signature"]
    assert record["signature"].startswith("laconic=")
    assert "references=first parser=embedded." in record["signature"]
    assert record["signature"].endswith("stem:no")
    for name in ("mcdonald", "clarke-ilp"):
        model = next(system for system in record["systems"] if system["name"] == name)
        assert f"{name}={model['signature']}" in record["signature"]
        # Trained on these very pairs, they do better than copying.
        copy = record["systems"][0]["scores"]["token-f1"]["value"]
        assert model["scores"]["token-f1"]["value"] > copy
    assert record["pairs"] == ["pairs.jsonl"]
    shown = page.read_text(encoding="utf-8")
    assert shown.startswith("<!doctype html>")
    assert all(name in shown for name in systems)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.html", "r.json"]


def test_the_figures_as_json_are_the_same_with_any_number_of_threads(folder: Path) -> None:
    arguments = [folder / "clarke-ilp.laconic", folder / "pairs.jsonl"]
    one, two = (record_of(*arguments, "--workers", str(workers)) for workers in (1, 2))
    for record in (one, two):
        assert record["systems"][-1].pop("seconds") >= 0
    assert one == two
    assert "sentences" not in one
    assert one["references"] == "best"


def test_pairs_alone_show_what_there_is_to_gain(folder: Path) -> None:
    record = record_of(folder / "pairs.jsonl")
    assert [system["name"] for system in record["systems"]] == ["copy", "reference"]
    record = record_of(folder / "pairs.jsonl", "--system", "reference")
    assert [system["name"] for system in record["systems"]] == ["reference"]


def test_outputs_in_packed_and_windows_files(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "other.txt").read_text(encoding="utf-8").splitlines()
    windows = "\r\n".join([*lines, ""]).encode()
    (tmp_path / "windows.txt.gz").write_bytes(gzip.compress(windows))
    records = [
        record_of(folder / "pairs.jsonl", "--system", f"x={path}", "--system", "copy")
        for path in (folder / "other.txt", tmp_path / "windows.txt.gz")
    ]
    assert records[0] == records[1]


def test_mistakes_with_models_and_pairs(folder: Path, tmp_path: Path) -> None:
    model, pairs = folder / "mcdonald.laconic", folder / "pairs.jsonl"
    none = tmp_path / "none"
    assert (
        failure("evaluate", model, none)
        == f"laconic: cannot read {none}: No such file or directory"
    )
    assert "cannot read" in failure("evaluate", none, pairs)
    broken = tmp_path / "broken.laconic"
    broken.write_bytes(b"PK\x03\x04 and no more")
    assert "expected an archive that laconic wrote" in failure("evaluate", broken, pairs)
    assert failure("evaluate", pairs, model) == (
        f"laconic: {model} is a model; the file of pairs comes last, after all models"
    )
    assert ":1" in failure("evaluate", model, folder / "other.txt")
    (tmp_path / "empty.jsonl").write_text("")
    assert "no pairs to evaluate on" in failure("evaluate", model, tmp_path / "empty.jsonl")
    shutil.copy(model, tmp_path)
    assert failure("evaluate", model, tmp_path / model.name, pairs) == (
        "laconic: two models are called mcdonald; give one file another name"
    )
    shutil.copy(model, tmp_path / "my model.laconic")
    assert "'my model'; expected a name without" in failure(
        "evaluate", tmp_path / "my model.laconic", pairs
    )
    (tmp_path / "f.py").write_text("def f(rule):\n    return {}\n")
    assert "they are for the transducer" in failure(
        "evaluate", model, pairs, "--features", tmp_path / "f.py"
    )
    assert "unknown parser 'x'" in failure("evaluate", model, pairs, "--parser", "x")


def test_mistakes_with_files_to_be_written(folder: Path, tmp_path: Path) -> None:
    pairs, other = tmp_path / "pairs.json", tmp_path / "other.json"
    shutil.copy(folder / "pairs.jsonl", pairs)
    shutil.copy(folder / "other.txt", other)
    before = pairs.read_bytes(), other.read_bytes()
    assert "r.txt: expected a name in .html or .json" in failure(
        "evaluate", pairs, "--out", "r.txt"
    )
    assert "cannot write" in failure("evaluate", pairs, "--out", tmp_path / "no" / "r.html")
    assert "would overwrite" in failure("evaluate", pairs, "--out", pairs)
    assert "would overwrite" in failure("evaluate", pairs, "--system", f"x={other}", "--out", other)
    assert (pairs.read_bytes(), other.read_bytes()) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.json", "pairs.json"]


def test_mistakes_with_outputs_of_others(folder: Path, tmp_path: Path) -> None:
    pairs, other = folder / "pairs.jsonl", tmp_path / "other.txt"

    def said(*systems: str) -> str:
        options = [part for system in systems for part in ("--system", system)]
        return failure("evaluate", pairs, *options)

    other.write_text("a\nb\n")
    assert said(f"x={other}") == "laconic: x has 2 outputs for 5 pairs; expected one each"
    other.write_text("a\n(TOP (NN b)\nc\nd\ne\n")
    assert said(f"x={other}").startswith(f"laconic: {other}:2:1: found the end of the text")
    assert "cannot read" in said(f"x={tmp_path / 'none'}")
    assert "expected NAME=FILE, or one of copy, reference" in said("gold")
    assert "expected NAME=FILE" in said(f"={other}")
    assert "expected NAME=FILE" in said("x=")
    assert "x is there already" in said(f"x={other}", f"x={other}")
    assert "reference is there already" in said(f"reference={other}")


@pytest.mark.parametrize("option", [["--references", "all"], ["--workers", "-1"]])
def test_wrong_options_end_with_2(folder: Path, option: list[str]) -> None:
    done = laconic("evaluate", folder / "pairs.jsonl", *option)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert laconic("evaluate").returncode == 2


def test_what_a_terminal_would_act_on_is_written_out(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("a\x1b[2Jb\n" * 5)
    done = laconic(
        "evaluate", folder / "pairs.jsonl", "--system", f"x\x1b[2Jy={tmp_path / 'other.txt'}",
        "--out", tmp_path / "r.html", "--out", tmp_path / "r.json",
    )  # fmt: skip
    assert done.returncode == 0, done
    assert "x\\x1b[2Jy" in done.stdout
    for text in (done.stdout, (tmp_path / "r.html").read_text(), (tmp_path / "r.json").read_text()):
        assert "\x1b" not in text
    said = failure("evaluate", folder / "pairs.jsonl", "--system", "\x1b[2J")
    assert "\\x1b[2J" in said
    assert "\x1b" not in said


def test_models_come_first_and_the_pairs_last(folder: Path) -> None:
    pairs = folder / "pairs.jsonl"
    (model, *_) = sorted(folder.glob("*.laconic"))
    assert failure("evaluate", model) == (
        f"laconic: {model} is a model; the file of pairs comes last, after all models"
    )
    assert failure("evaluate", pairs, pairs) == (
        f"laconic: {pairs} is no model; models come first, and last the file of pairs"
    )
