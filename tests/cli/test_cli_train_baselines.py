"""`laconic train` for the comparison systems, as a user meets it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import failure, laconic
from pairs import SAMPLES
from tiny_corpus import tiny_lm, tiny_pairs

from laconic.baselines.options import ClarkeIlpConfig, ClarkeLmConfig, McDonaldConfig
from laconic.corpus import write_pairs
from laconic.settings import render_settings
from laconic.systems import load


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    write_pairs(tiny_pairs(), tmp_path / "pairs.jsonl")
    return tmp_path / "pairs.jsonl"


@pytest.fixture
def lm(tmp_path: Path) -> Path:
    tiny_lm(tmp_path)
    return tmp_path / "tiny.lm"


BIGRAMS = """\
model        MODEL (bigram.1.SIGNATURE)
examples     5
features     N, N of them with a weight
passes       3, the best was N at c=0.01
development  N words wrong on 5 pairs
"""


@pytest.mark.parametrize("system", ["mcdonald", "clarke-ilp"])
def test_a_golden_run_of_systems_that_score_bigrams(
    system: str, pairs: Path, tmp_path: Path
) -> None:
    model, again = tmp_path / "m.laconic", tmp_path / "again.laconic"
    options = ["--system", system, str(pairs), "--dev", str(pairs), "--set", "mira.passes=3"]
    done = laconic("train", *options, "-o", model)
    assert done.returncode == 0, done
    shown = re.sub(r"1\.[0-9a-f]{16}", "1.SIGNATURE", done.stdout.replace(str(model), "MODEL"))
    shown = re.sub(r"(features +|, |was |development +)\d+", r"\1N", shown)
    assert shown == BIGRAMS
    lines = done.stderr.splitlines()
    assert lines[0] == "Reading features …"
    pattern = r"pass {}: \d+ words wrong, \d+\.\d s, \d+ wrong in development"
    assert all(re.fullmatch(pattern.format(n), lines[n]) for n in (1, 2, 3))
    assert laconic("train", *options, "-o", again).returncode == 0
    assert again.read_bytes() == model.read_bytes()
    assert not list(tmp_path.glob("*.checkpoint"))


def test_a_golden_run_of_the_system_without_training_pairs(
    pairs: Path, lm: Path, tmp_path: Path
) -> None:
    model = tmp_path / "m.laconic"
    options = ["--system", "clarke-lm", str(pairs), "--lm", str(lm)]
    done = laconic(
        "train", *options, "--dev", pairs, "--set", "significance=[0,2]", "-o", model, "--json"
    )
    assert done.returncode == 0, done
    record = json.loads(done.stdout)
    assert record["system"] == "clarke-lm"
    assert record["signature"].startswith("trigram.1.")
    assert [tried["significance"] for tried in record["tried"]] == [0, 2]
    losses = [tried["development_loss"] for tried in record["tried"]]
    assert record["development_loss"] == min(losses)
    assert record["significance"] == record["tried"][losses.index(min(losses))]["significance"]
    shown = laconic("train", *options, "-o", tmp_path / "other")
    assert [line.split()[0] for line in shown.stdout.splitlines()] == [
        "model", "topics", "tried", "chosen",
    ]  # fmt: skip


def test_settings_of_each_system() -> None:
    for system, config in (
        ("mcdonald", McDonaldConfig()),
        ("clarke-ilp", ClarkeIlpConfig()),
        ("clarke-lm", ClarkeLmConfig()),
    ):
        done = laconic("train", "--system", system, "--print-config")
        assert (done.returncode, done.stdout) == (0, render_settings(config))


def test_mistakes_with_comparison_systems(pairs: Path, lm: Path, tmp_path: Path) -> None:
    model, mine = tmp_path / "m", tmp_path / "f.py"
    mine.write_text("def f(rule):\n    return {}\n")

    def said(system: str, *options: str | Path) -> str:
        return failure("train", "--system", system, pairs, "-o", model, *options)

    assert "expected one of transducer, mcdonald, clarke-ilp, clarke-lm" in said("clarke")
    assert "use no language model" in said("mcdonald", "--lm", lm)
    assert "needs a language model: --lm FILE" in said("clarke-lm")
    assert "need development pairs" in said("clarke-lm", "--lm", lm, "--set", "significance=[1,2]")
    assert "takes neither features nor rules" in said("mcdonald", "--features", mine)
    assert "passes is 0; expected a number from 1 up" in said("mcdonald", "--set", "mira.passes=0")
    assert "unknown setting 'c'" in said("clarke-ilp", "--set", "c=1")
    assert not model.exists()


def test_an_interrupt_of_a_comparison_system_leaves_a_model_and_a_run_that_goes_on(
    tmp_path: Path,
) -> None:
    model, whole = tmp_path / "part.laconic", tmp_path / "whole.laconic"
    options = ["--system", "mcdonald", "--set", "mira.passes=15"]
    command = [sys.executable, "-m", "laconic", "train", str(SAMPLES), *options, "-o", str(model)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("pass 2:"):
                process.send_signal(signal.SIGINT)
                break
        rest = process.stderr.read()
    assert process.returncode == 130
    assert "is the best model so far, --resume goes on" in rest
    assert "Traceback" not in rest
    part = load(model)
    assert part.facts["interrupted"]
    assert 2 <= part.facts["passes"] < 15
    assert "--resume goes on with it" in failure("train", SAMPLES, *options, "-o", model)
    other = ["--system", "mcdonald", "--set", "mira.c=1"]
    assert "is of a run with another configuration" in failure(
        "train", SAMPLES, *other, "-o", model, "--resume"
    )
    resumed = laconic("train", SAMPLES, *options, "-o", model, "--resume")
    assert resumed.returncode == 0, resumed
    assert "pass 1:" not in resumed.stderr
    assert laconic("train", SAMPLES, *options, "-o", whole).returncode == 0
    assert model.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.checkpoint"))
