"""`laconic inspect` of comparison systems: what weighs most, and how a score adds up."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import failure, laconic
from lms import build
from tiny_corpus import tiny_pairs

from laconic.baselines.options import (
    ClarkeIlpConfig,
    ClarkeLmConfig,
    McDonaldConfig,
    MiraOptions,
)
from laconic.systems import train

SENTENCE = "(TOP (S (NP (DT the) (JJ old) (NN dog)) (VP (VBD barked)) (. .)))"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inspect")
    mira = MiraOptions(passes=2)
    train(tiny_pairs(), config=McDonaldConfig(mira=mira)).save(folder / "mcdonald")
    train(tiny_pairs(), config=ClarkeIlpConfig(mira=mira)).save(folder / "ilp")
    sentences = [["the", "dog", "barked", "."], ["the", "old", "dog", "barked", "."]] * 3
    lm = build(sentences, folder / "five.lm", order=5)
    train(tiny_pairs(), config=ClarkeLmConfig(), lm=lm).save(folder / "unsupervised")
    return folder


def lines_of(*arguments: str | Path) -> list[list[str]]:
    done = laconic("inspect", *arguments)
    assert done.returncode == 0, done
    return [line.split("\t") for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("name", "system"), [("mcdonald", "mcdonald"), ("ilp", "clarke-ilp")])
def test_what_weighs_most(folder: Path, name: str, system: str) -> None:
    lines = lines_of(folder / name, "--limit", "5")
    facts = {line[0]: line[1] for line in lines if len(line) == 2}
    assert facts["system"] == system
    assert facts["examples"] == "5"
    assert ("constraints" in facts) == (name == "ilp")
    weights = [float(line[0]) for line in lines[-5:]]
    assert weights == sorted(weights, key=abs, reverse=True)
    assert lines[-6] == ["weight", "feature"]


def test_the_system_without_weights(folder: Path) -> None:
    lines = lines_of(folder / "unsupervised")
    facts = dict(line for line in lines if len(line) == 2)
    assert len(facts) == len(lines)  # each once
    assert facts["system"] == "clarke-lm"
    assert facts["significance"] == "1"
    assert facts["lm"].startswith("order 5, ")


def test_features_add_up_to_the_score(folder: Path) -> None:
    for limit in ("0", "3"):
        lines = lines_of(folder / "mcdonald", "--sentence", SENTENCE, "--limit", limit)
        assert lines[0] == ["source", "the old dog barked ."]
        assert lines[1][0] == "target"
        *added, score = (float(line[0]) for line in lines[4:])
        assert sum(added) == pytest.approx(score, abs=1e-4)


def test_words_add_up_to_the_score(folder: Path) -> None:
    lines = lines_of(folder / "unsupervised", "--sentence", SENTENCE)
    assert lines[3] == ["log10_prob", "significance", "word"]
    *words, score = lines[4:]
    assert score[1:] == ["", "in all"]
    assert words[-1][2] == "</s>"
    added = sum(float(probability) + float(extra) for probability, extra, _ in words)
    assert added == pytest.approx(float(score[0]), abs=1e-4)


def test_what_they_do_not_have(folder: Path, tmp_path: Path) -> None:
    for arguments in (["--export", tmp_path / "out"], ["--source", "S"], ["some text"]):
        said = failure("inspect", folder / "mcdonald", *arguments)
        assert said.endswith("mcdonald is of a comparison system: it has weights, but no rules")
