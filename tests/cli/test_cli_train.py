"""`laconic train`, and `laconic inspect` for models, as a user meets them."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from command import GOLDEN, failure, laconic
from pairs import SAMPLES
from tiny_corpus import tiny_pairs

from laconic.archive import open_archive, write_archive
from laconic.config import Config
from laconic.corpus import write_pairs
from laconic.model import KIND, SIGNED, VERSION
from laconic.settings import render_settings
from laconic.signing import sign


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    write_pairs(tiny_pairs(), tmp_path / "pairs.jsonl")
    return tmp_path / "pairs.jsonl"


@pytest.fixture
def lm(tmp_path: Path) -> Path:
    text = tmp_path / "text.txt"
    text.write_text("the dog barked .\na cat slept .\nthe man left .\nit rained\n")
    done = laconic("lm", "build", text, "-o", tmp_path / "tiny.lm")
    assert done.returncode == 0, done
    return tmp_path / "tiny.lm"


def without_figures(summary: str) -> str:
    """The summary without what may differ from one kind of processor to another."""
    summary = re.sub(r" +\d+ +\d+\.\d{4} +\d+\.\d{4} ", " ROUNDS PRIMAL DUAL ", summary)
    return re.sub(r", \d+ of them with a weight", ", N of them with a weight", summary)


def test_a_golden_run(pairs: Path, lm: Path, tmp_path: Path) -> None:
    model = tmp_path / "tiny.laconic"
    done = laconic("train", pairs, "--dev", pairs, "--lm", lm, "--set", "c=[1,10]", "-o", model)
    assert done.returncode == 0, done
    shown = done.stdout.replace(str(model), "tiny.laconic")
    signature = shown.split("(")[1].split(")")[0]
    assert signature.startswith("model.1.")
    golden = (GOLDEN / "tiny.training.txt").read_text(encoding="utf-8")
    assert without_figures(shown.replace(signature, "SIGNATURE")) == golden
    assert not model.with_name("tiny.laconic.checkpoint").exists()
    lines = done.stderr.splitlines()
    assert lines[2].startswith("5 examples, 1 with a stand-in for their reference, 0 left out;")
    assert lines[3].startswith("c=1 scale=1 round 1: primal ")
    again = tmp_path / "again.laconic"
    laconic("train", pairs, "--dev", pairs, "--lm", lm, "--set", "c=[1,10]", "-o", again)
    assert again.read_bytes() == model.read_bytes()


def test_settings_from_a_file_and_from_options(pairs: Path, tmp_path: Path) -> None:
    config, model = tmp_path / "config.toml", tmp_path / "m"
    config.write_text('grammar_from = "same"\nc = 5\n[extraction]\nbound = 0\n')
    done = laconic(
        "train", pairs, "-o", model, "--config", config, "--set", "c=2", "--set",
        "extraction.head_table=collins", "--set", "loss=edit-tokens", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done
    record = json.loads(done.stdout)
    assert record["c"] == 2
    assert record["loss"] == "edit-tokens"
    assert record["tried"][0]["converged"]
    assert record["model"] == str(model)
    shown = laconic("inspect", model, "--export", tmp_path / "export")
    assert shown.returncode == 0, shown
    text = (tmp_path / "export" / "config.toml").read_text(encoding="utf-8")
    assert 'loss = "edit-tokens"' in text
    assert "bound = 0" in text
    assert laconic("inspect", tmp_path / "export" / "grammar.txt").returncode == 0
    header, first = (tmp_path / "export" / "weights.tsv").read_text().splitlines()[:2]
    assert header == "weight\tfeature"
    assert abs(float(first.split("\t")[0])) > 0


def test_extra_pairs_and_a_model_to_start_from(pairs: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    some = tmp_path / "some.jsonl"
    write_pairs(tiny_pairs()[:3], some)
    large = ("--set", "learner=adagrad", "--set", "max_rounds=2", "--json")
    done = laconic("train", some, "--extra", pairs, "-o", first, *large)
    assert done.returncode == 0, done
    record = json.loads(done.stdout)
    assert (record["examples"], record["extra"]) == (8, 5)
    done = laconic("train", some, "--start", first, "-o", second, *large)
    assert done.returncode == 0, done
    assert len(json.loads(done.stdout)["start"]) == 64
    assert "set learner to adagrad" in failure("train", some, "--start", first, "-o", second)
    assert "would overwrite" in failure("train", some, "--start", first, "-o", first, *large)
    assert "would overwrite" in failure("train", some, "--extra", pairs, "-o", pairs, *large)
    assert "mcdonald takes neither extra pairs nor a model to start from" in failure(
        "train", some, "--system", "mcdonald", "--extra", pairs, "-o", second
    )


def test_the_defaults_can_be_printed() -> None:
    done = laconic("train", "--print-config")
    assert done.returncode == 0
    assert done.stdout == render_settings(Config())


def test_mistakes(pairs: Path, tmp_path: Path) -> None:
    model, config = tmp_path / "m", tmp_path / "c.toml"
    config.write_text("sped = 1")
    assert failure("train", pairs, "-o", model, "--set", "x=1").startswith(
        "laconic: unknown setting 'x'; expected one of extraction,"
    )
    assert failure("train", pairs, "-o", model, "--config", config).startswith(
        f"laconic: {config}: unknown setting 'sped'"
    )
    assert "has no value; expected NAME=VALUE" in failure("train", pairs, "-o", model, "--set", "c")
    assert "needs development pairs" in failure("train", pairs, "-o", model, "--set", "c=[1,2]")
    assert "would overwrite" in failure("train", pairs, "-o", pairs)
    mine = tmp_path / "mine.py"
    mine.write_text("def f(rule):\n    return {}\n")
    for named in (f"{mine}", f"{mine}:f"):
        assert "would overwrite" in failure("train", pairs, "--features", named, "-o", mine)
    assert "cannot read" in failure("train", tmp_path / "none.jsonl", "-o", model)
    (tmp_path / "empty.jsonl").write_text("")
    assert "there are no pairs to train on" in failure(
        "train", tmp_path / "empty.jsonl", "-o", model
    )
    assert "no pairs in the files given as --dev" in failure(
        "train", pairs, "-o", model, "--dev", tmp_path / "empty.jsonl"
    )
    (tmp_path / "m.checkpoint").write_text("")
    assert "--resume goes on with it, or delete it" in failure("train", pairs, "-o", model)
    assert "checkpoint" in failure("train", pairs, "-o", model, "--resume")


def test_an_interrupt_leaves_the_best_model_and_a_run_that_goes_on(tmp_path: Path) -> None:
    model, whole = tmp_path / "part.laconic", tmp_path / "whole.laconic"
    options = ["--set", "epsilon=0.05", "--set", "c=3"]
    command = [sys.executable, "-m", "laconic", "train", str(SAMPLES), *options]
    with subprocess.Popen(
        [*command, "-o", str(model)], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if " round 2:" in line:
                process.send_signal(signal.SIGINT)
                break
        rest = process.stderr.read()
    assert process.returncode == 130
    assert "is the best model so far, --resume goes on" in rest
    assert "Traceback" not in rest
    assert laconic("inspect", model, "--limit", "1").returncode == 0
    assert laconic("train", SAMPLES, *options, "-o", model, "--resume").returncode == 0
    assert laconic("train", SAMPLES, *options, "-o", whole, "--workers", "1").returncode == 0
    assert model.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.checkpoint"))


def test_an_interrupt_before_the_first_round_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "laconic", "train", str(SAMPLES), "-o", str(tmp_path / "m")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.readline()  # extracting
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait(60)
    assert process.returncode == 130
    assert not (tmp_path / "m").exists()


FEATURES = """
from helpers import nothing


def negation(rule):
    return {"not": float("not" in rule.source.words())}


def place(rule, node, tree):
    return {"early": float(node < len(tree.words()))}


def _private(rule):
    return {}
"""


def test_functions_from_a_file(pairs: Path, tmp_path: Path) -> None:
    mine, model = tmp_path / "mine.py", tmp_path / "m.laconic"
    mine.write_text(FEATURES.replace("from helpers import nothing\n", ""))
    done = laconic("train", pairs, "-o", model, "--features", mine)
    assert done.returncode == 0, done
    assert "was trained with the feature negation" in failure("inspect", model)
    shown = laconic("inspect", model, "--features", f"{mine}:negation,place", "--limit", "0")
    assert shown.returncode == 0
    assert "functions\tnegation place" in shown.stdout
    assert "\tplace: early" in shown.stdout
    assert "was trained with the feature place" in failure(
        "inspect", model, "--features", f"{mine}:negation"
    )
    assert "defines no function other; it has negation, place, _private" in failure(
        "inspect", model, "--features", f"{mine}:other"
    )
    mine.write_text(FEATURES)
    assert "cannot be run: ModuleNotFoundError" in failure("inspect", model, "--features", mine)
    mine.write_text("import sys\nsys.exit(3)\n")
    assert "cannot be run: SystemExit: 3" in failure("inspect", model, "--features", mine)
    mine.write_text("x = 1\n")
    assert "defines no function" in failure("inspect", model, "--features", mine)
    assert "--features takes FILE.py" in failure("inspect", model, "--features", tmp_path / "no.py")


def test_a_sentence_explained(pairs: Path, lm: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.laconic"
    assert laconic("train", pairs, "--lm", lm, "-o", model, "--set", "c=30").returncode == 0
    tree = "(S (NP (DT the) (JJ old) (NN man)) (VP (VBD barked)) (. .))"
    done = laconic("inspect", model, "--sentence", tree, "--limit", "3")
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "source\tthe old man barked .",
        "target\tthe man barked .",
        "",
        "added\tvalue\tweight\tfeature",
    ]
    rows = [line.split("\t") for line in lines[4:]]
    assert [row[-1] for row in rows[-2:]] == ["in all", "score of the search"]
    assert float(rows[-1][0]) == pytest.approx(float(rows[-2][0]), abs=2e-6)
    assert sum(float(row[0]) for row in rows[:-2]) == pytest.approx(float(rows[-1][0]), abs=1e-5)
    for row in rows[:3]:
        assert float(row[0]) == pytest.approx(float(row[1]) * float(row[2]), abs=1e-4)
    text = laconic("inspect", model, "--sentence", "The old man barked.")
    assert "The man barked ." in text.stdout
    assert "exclude each other" in failure(
        "inspect", model, "--sentence", "x", "--export", tmp_path
    )
    assert "is a file; expected a folder" in failure("inspect", model, "--export", pairs)
    assert "found 2 sentences" in failure("inspect", model, "--sentence", "He left. She stayed.")


def test_rules_of_a_model_and_what_is_for_models_only(pairs: Path, tmp_path: Path) -> None:
    model, grammar = tmp_path / "m.laconic", tmp_path / "g.txt"
    assert laconic("train", pairs, "-o", model).returncode == 0
    assert laconic("extract", pairs, "-o", grammar).returncode == 0
    done = laconic("inspect", model, "--source", "SBAR")
    assert done.stdout.startswith("id\tcount\tbound\torigin\trule\n")
    assert "<SBAR," in done.stdout
    assert "are for models" in failure("inspect", grammar, "--sentence", "x")
    assert "are for models" in failure("inspect", grammar, "--export", tmp_path / "x")


def test_what_a_file_of_somebody_else_says_is_not_acted_on(pairs: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.laconic"
    assert laconic("train", pairs, "-o", model).returncode == 0
    archive = open_archive(model, kind=KIND, version=VERSION)
    arrays = {name: np.array(array) for name, array in archive.arrays.items()}
    for name, value in (
        ("functions", ["a\x1b[2Jb"]),
        ("config", {"a\x1b[2Jb": 1}),
        ("parser", "a\x1b[2Jb"),
        ("facts", {"a\x1b[2Jb": "a\x1b[2Jb"}),
    ):
        manifest = {**archive.manifest, name: value}
        manifest["signature"] = sign(manifest, manifest["hashes"], SIGNED)
        write_archive(model, manifest, arrays)
        said = laconic("inspect", model)
        assert said.returncode == (1 if name in ("functions", "config") else 0)
        assert "a\\x1b[2Jb" in said.stdout + said.stderr
        assert "\x1b" not in said.stdout + said.stderr


def test_words_that_a_terminal_would_act_on_are_written_out(tmp_path: Path) -> None:
    """On a terminal: elsewhere most of what terminals act on is left out anyway."""
    word, written = "do\x1bcg", "do\\x1bcg"
    source = f"(TOP (S (NP (DT the) (JJ old) (NN {word})) (VP (VBD barked))))"
    target = f"(TOP (S (NP (DT the) (NN {word})) (VP (VBD barked))))"
    record = {"id": "1", "source": source, "references": [target]}
    (tmp_path / "p.jsonl").write_text(json.dumps(record) + "\n")
    model, grammar = tmp_path / "m.laconic", tmp_path / "g.txt"
    assert laconic("train", tmp_path / "p.jsonl", "-o", model).returncode == 0
    assert laconic("extract", tmp_path / "p.jsonl", "-o", grammar).returncode == 0
    for arguments in (
        [model],
        [model, "--sentence", source],
        [model, "--source", "NN", "--draw"],
        [grammar, "--source", "NN"],
    ):
        main, other = pty.openpty()
        command = [sys.executable, "-m", "laconic", "inspect", *map(str, arguments)]
        with subprocess.Popen(command, stdout=other, stderr=other) as process:
            os.close(other)
            said = b""
            with contextlib.suppress(OSError):  # how a terminal that nobody writes to ends
                while part := os.read(main, 65536):
                    said += part
        os.close(main)
        assert process.returncode == 0, said
        assert written.encode() in said, arguments
        assert b"\x1b" not in said, arguments


def test_plain_text_is_parsed(tmp_path: Path) -> None:
    pairs = tmp_path / "text.jsonl"
    records = [
        {"id": "1", "source": "The old dog barked loudly .", "references": ["The dog barked ."]},
        {"id": "2", "source": "The old cat slept here .", "references": ["The cat slept ."]},
    ]
    pairs.write_text("".join(json.dumps(record) + "\n" for record in records))
    done = laconic("train", pairs, "-o", tmp_path / "m", "--json")
    assert done.returncode == 0, done
    assert json.loads(done.stdout)["examples"] == 2
