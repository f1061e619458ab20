"""`laconic compress` with models of every system, as a user meets it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import failure, laconic
from tiny_corpus import tiny_pairs

from laconic.corpus import write_pairs
from laconic.parsing.detokenise import detokenise
from laconic.parsing.registry import load_parser
from laconic.systems import load

SYSTEMS = ("transducer", "mcdonald", "clarke-ilp", "clarke-lm")
TEXT = "The old dog barked loudly. A old cat slept.\n\nThen the man left.\n"
TREE = "(S (NP (DT the) (JJ old) (NN dog)) (VP (VBD barked) (ADVP (RB loudly))) (. .))"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model of each system, and a text."""
    path = tmp_path_factory.mktemp("compress")
    write_pairs(tiny_pairs(), path / "pairs.jsonl")
    (path / "text.txt").write_text(TEXT)
    (path / "lm.txt").write_text("the dog barked .\na cat slept .\nthe man left .\nit rained\n")
    assert laconic("lm", "build", path / "lm.txt", "-o", path / "lm").returncode == 0
    for name in SYSTEMS:
        lm = ["--lm", str(path / "lm")] if name == "clarke-lm" else []
        done = laconic("train", "--system", name, path / "pairs.jsonl", *lm, "-o", path / name)
        assert done.returncode == 0, done
    return path


def compressed(folder: Path, *options: str | Path, given: str | None = None) -> list[str]:
    """The lines that come out, with the line break of each and what follows the last."""
    command = [sys.executable, "-m", "laconic", "compress", *map(str, options)]
    if "--model" not in options:
        command += ["--model", str(folder / "mcdonald")]
    done = subprocess.run(
        command, input=(given or "").encode(), capture_output=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().split("\n")


def expected(model: Path, *sentences: str) -> list[str]:
    """What the model makes of tokens, one sentence at a time, by the library."""
    system = load(model)
    trees = load_parser().parse([sentence.split() for sentence in sentences])
    return [detokenise(system.rewrite(tree).tree.words()) for tree in trees]


@pytest.mark.parametrize("name", SYSTEMS)
def test_text_comes_out_shorter_sentence_by_sentence(name: str, folder: Path) -> None:
    lines = compressed(folder, "--model", folder / name, "--file", folder / "text.txt")
    tokens = ["The old dog barked loudly .", "A old cat slept .", "Then the man left ."]
    assert lines == [*expected(folder / name, *tokens), ""]
    if name != "clarke-lm":
        assert lines[1] == "A cat slept."  # as in training
    assert all(len(line) <= len(sentence) for line, sentence in zip(lines, tokens, strict=False))


def test_text_from_everywhere_is_the_same(folder: Path, tmp_path: Path) -> None:
    whole = compressed(folder, "--file", folder / "text.txt")
    assert len(whole) == 4
    assert compressed(folder, given=TEXT) == whole
    assert compressed(folder, "-", given=TEXT) == whole
    assert compressed(folder, *TEXT.split("\n")) == whole
    assert compressed(folder, "--workers", "1", given=TEXT) == whole
    out = tmp_path / "out.txt"
    assert compressed(folder, "-o", out, given=TEXT) == [""]
    assert out.read_text(encoding="utf-8").split("\n") == whole


def test_lines_stay_lines(folder: Path) -> None:
    given = f"A old cat slept. Go!\n\n \n{TREE}\nThen the man left."
    lines = compressed(folder, "--lines", given=given)
    assert len(lines) == 6
    assert lines[1:3] == ["", ""]
    assert lines[3] == "the dog barked."
    assert lines[4:] == [*expected(folder / "mcdonald", "Then the man left ."), ""]
    assert lines[0].endswith("!")


def test_tokens_stay_tokens(folder: Path) -> None:
    given = "A old cat slept .\n\nthe -LRB- man -RRB- left .\n"
    lines = compressed(folder, "--tokenized", given=given)
    assert len(lines) == 4
    assert lines[:2] == ["A cat slept .", ""]
    assert set(lines[2].split()) <= {"the", "(", "man", ")", "left", "."}


def test_nothing_in_nothing_out_and_words_of_all_kinds(folder: Path) -> None:
    assert compressed(folder) == [""]
    assert compressed(folder, "") == [""]
    odd = ["Yes", "日本語 Señor 👩‍👧 İstanbul .", "( ) [ ] { } ' \" `` ''", "\u00a0x \u2028 y"]
    lines = compressed(folder, "--tokenized", given="\n".join(odd))
    assert lines.pop() == ""
    assert lines[0] == "Yes"
    for line, text in zip(lines, odd, strict=True):
        assert line
        assert set(line.split(" ")) <= set(text.split(" "))


def test_mistakes(folder: Path, tmp_path: Path) -> None:
    model, text = folder / "mcdonald", folder / "text.txt"
    assert "--model FILE names one" in failure("compress", "x")
    assert "exclude each other" in failure(
        "compress", "x", "--model", model, "--lines", "--tokenized"
    )
    assert "exclude each other" in failure("compress", "x", "--model", model, "--file", text)
    none = tmp_path / "none"
    assert failure("compress", "x", "--model", none).startswith(f"laconic: cannot read {none}: ")
    assert "cannot read" in failure("compress", "--model", model, "--file", none)
    assert "expected an archive that laconic wrote" in failure("compress", "x", "--model", text)
    damaged = tmp_path / "damaged"
    damaged.write_bytes(model.read_bytes()[:-200])
    assert str(damaged) in failure("compress", "x", "--model", damaged)
    assert "unknown parser" in failure("compress", "x", "--model", model, "--parser", "y")
    assert "cannot write" in failure("compress", "x", "--model", model, "-o", none / "x")
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    assert "latin:1: found the byte 0xe9, expected UTF-8" in failure(
        "compress", "--model", model, "--file", tmp_path / "latin"
    )
    assert laconic("compress", "x", "--model", model, "--workers", "-1").returncode == 2


def test_neither_the_model_nor_the_text_is_overwritten(folder: Path, tmp_path: Path) -> None:
    model, text = tmp_path / "model", tmp_path / "text"
    model.write_bytes((folder / "mcdonald").read_bytes())
    text.write_text(TEXT)
    for output in (model, text):
        before = output.read_bytes()
        said = failure("compress", "--model", model, "--file", text, "-o", output)
        assert said == f"laconic: {output} would overwrite what is read from it"
        assert output.read_bytes() == before
