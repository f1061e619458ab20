"""`laconic compress` with models of every system, and text from everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from here import refused, run

from laconic.parsing.detokenise import detokenise
from laconic.parsing.registry import load_parser
from laconic.systems import SYSTEMS, load

pytestmark = pytest.mark.usefixtures("one_parser")

TEXT = "The old dog barked loudly. A old cat slept.\n\nThen the man left.\n"
TOKENS = ["The old dog barked loudly .", "A old cat slept .", "Then the man left ."]
TREE = "(S (NP (DT The) (JJ old) (NN dog)) (VP (VBD barked) (ADVP (RB loudly))) (. .))"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "text.txt"


def expected(model: Path, *sentences: str) -> list[str]:
    """What the model makes of tokens, one sentence at a time, by the library."""
    system = load(model)
    trees = load_parser().parse([sentence.split() for sentence in sentences])
    made = [detokenise(system.rewrite(tree).tree.words()) for tree in trees]
    return [line[:1].upper() + line[1:] for line in made]


@pytest.mark.parametrize("name", SYSTEMS)
def test_text_comes_out_shorter_sentence_by_sentence(name: str, models: Path, text: Path) -> None:
    done = run("compress", "--model", models / name, "--file", text)
    assert (done.code, done.said) == (0, "")
    assert done.lines == expected(models / name, *TOKENS)
    if name != "clarke-lm":
        assert done.lines[1] == "A cat slept."  # as in training
    assert sum(map(len, done.lines)) < len(TEXT)


def test_text_from_everywhere_is_the_same(models: Path, text: Path, tmp_path: Path) -> None:
    model = ("--model", models / "transducer")
    whole = run("compress", *model, "--file", text).written
    assert whole.count(b"\n") == 3
    assert run("compress", *model, *TEXT.split("\n")).written == whole
    assert run("compress", *model, TEXT).written == whole
    assert run("compress", *model, "--workers", "1", "--file", text).written == whole
    out = tmp_path / "out.txt"
    for option in ("-o", "--output"):
        assert run("compress", *model, "--file", text, option, out).written == b""
        assert out.read_bytes() == whole
        out.unlink()
    assert run("compress", *model, "--file", text, "-o", "-").written == whole
    for arguments in ([], ["-"]):
        command = [sys.executable, "-m", "laconic", "compress", *map(str, model), *arguments]
        done = subprocess.run(
            command, input=TEXT.encode(), capture_output=True, timeout=120, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, whole, b"")


def test_lines_stay_lines(models: Path, text: Path) -> None:
    text.write_text(f"A old cat slept. Go!\n\n \n{TREE}\n  Then the man left.", encoding="utf-8")
    done = run("compress", "--model", models / "transducer", "--lines", "--file", text)
    first, *others = done.lines
    assert first.endswith("!")
    last = "  " + expected(models / "transducer", "Then the man left .")[0]
    assert others == ["", " ", "The dog barked.", last]


def test_line_ends_stay_as_they_are(models: Path, text: Path) -> None:
    text.write_bytes(b"\xef\xbb\xbfA old cat slept.\r\n\r\nA old cat slept.\nThen the man left.")
    done = run("compress", "--model", models / "transducer", "--lines", "--file", text)
    last = expected(models / "transducer", "Then the man left .")[0]
    assert done.text == f"A cat slept.\r\n\r\nA cat slept.\n{last}\n"
    # A sentence of running text is always one line.
    text.write_bytes(b"A old cat\r\nslept. A old\n  cat slept.\r\n")
    done = run("compress", "--model", models / "transducer", "--file", text)
    assert done.text == "A cat slept.\nA cat slept.\n"


def test_tokens_stay_tokens(models: Path, text: Path) -> None:
    text.write_text("A old cat slept .\n\nthe -LRB- man -RRB- left .\n", encoding="utf-8")
    done = run("compress", "--model", models / "mcdonald", "--tokenized", "--file", text)
    assert len(done.lines) == 3
    assert done.lines[:2] == ["A cat slept .", ""]
    assert set(done.lines[2].split()) <= {"the", "(", "man", ")", "left", "."}


def test_trees_need_no_parser(models: Path, text: Path) -> None:
    text.write_text(f"{TREE}\n\n{TREE}\n", encoding="utf-8")
    command = ("compress", "--model", models / "transducer", "--parsed", "--file", text)
    assert run(*command).lines == ["The dog barked.", "", "The dog barked."]
    brackets = "(TOP (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))"
    assert run(*command, "--trees").lines == [brackets, "", brackets]


def test_trees_of_running_text(models: Path, text: Path) -> None:
    text.write_text("A old cat slept. A old cat slept.\n\n\x00\n\nA cat slept.\n", encoding="utf-8")
    done = run("compress", "--model", models / "transducer", "--trees", "--file", text)
    assert done.lines == ["(TOP (S (NP (DT A) (NN cat)) (VP (VBD slept)) (. .)))"] * 3


def test_what_is_no_tree_comes_back_marked(models: Path, text: Path) -> None:
    lines = [TREE, "(S (NP", "no tree", "(S (A b)) (S (A b))"]
    text.write_text("\n".join(lines), encoding="utf-8")
    done = run("compress", "--model", models / "transducer", "--parsed", "--file", text)
    assert done.lines == ["The dog barked.", *lines[1:]]
    assert (done.code, done.said) == (0, "laconic: not parsed: 3 sentences\n")


def test_mistakes(models: Path, text: Path, tmp_path: Path) -> None:
    model = ("--model", models / "mcdonald")
    for one, two in [("--lines", "--tokenized"), ("--lines", "--parsed")]:
        said = refused("compress", "x", *model, one, two)
        assert said == f"{one} and {two} exclude each other"
    assert refused("compress", "x", *model, "--file", text) == "TEXT and --file exclude each other"
    none = tmp_path / "none"
    assert refused("compress", "x", "--model", none).startswith(f"cannot read {none}: ")
    assert refused("compress", "x", "--model", "nameless").startswith(
        "there is no model 'nameless'"
    )
    assert "cannot read" in refused("compress", *model, "--file", none)
    assert "expected an archive that laconic wrote" in refused("compress", "x", "--model", text)
    damaged = tmp_path / "damaged"
    damaged.write_bytes((models / "mcdonald").read_bytes()[:-200])
    assert str(damaged) in refused("compress", "x", "--model", damaged)
    assert "cannot write" in refused("compress", "x", *model, "-o", none / "x")
    assert run("compress", "x", *model, "--workers", "-1").code == 2
    assert run("compress", "x", *model, "--subtitles", "sub").code == 2


def test_an_unknown_parser(models: Path) -> None:
    command = [sys.executable, "-m", "laconic", "compress", "x", "--parser", "y", "--model"]
    done = subprocess.run(
        [*command, str(models / "mcdonald")], capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert b"unknown parser" in done.stderr


def test_neither_the_model_nor_the_text_is_overwritten(
    models: Path, text: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    model.write_bytes((models / "mcdonald").read_bytes())
    for output in (model, text):
        before = output.read_bytes()
        said = refused("compress", "--model", model, "--file", text, "-o", output)
        assert said == f"{output} would overwrite what is read from it"
        assert output.read_bytes() == before
