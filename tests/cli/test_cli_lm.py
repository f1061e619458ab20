"""`laconic lm` from the outside."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import GOLDEN, failure, laconic
from lms import random_text, read_arpa
from pairs import ROOT, sample_pairs

SENTENCES = ROOT / "samples" / "sentences.txt"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "samples.lm"
    done = laconic("lm", "build", SENTENCES, "-o", path, "--normalisation", "lower")
    assert done.returncode == 0, done.stderr
    return path


def run(*arguments: str | Path) -> str:
    done = laconic("lm", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def piped(text: bytes, *arguments: str | Path) -> str:
    command = [sys.executable, "-m", "laconic", "lm", *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, timeout=60).stdout.decode()


def test_the_sample_text_is_that_of_the_sample_pairs() -> None:
    trees = [tree for pair in sample_pairs() for tree in (pair.source, *pair.references)]
    lines = [" ".join(tree if isinstance(tree, str) else tree.words()) for tree in trees]
    assert SENTENCES.read_text(encoding="utf-8").splitlines() == lines


def test_golden_run(tmp_path: Path) -> None:
    path = tmp_path / "samples.lm"
    summary = run("build", SENTENCES, "-o", path, "--normalisation", "lower", "--cutoffs", "0,0,1")
    summary = re.sub(r"in [\d.]+ s\n", "in TIME\n", summary).replace(str(path), "samples.lm")
    query = piped(b"The city council approved the zebra .\n", "query", path)
    perplexity = run("perplexity", path, SENTENCES).replace(str(SENTENCES), "sentences.txt")
    shown = f"{summary}\n{query}\n{perplexity}"
    assert shown == (GOLDEN / "sentences.lm.txt").read_text(encoding="utf-8")


def test_arpa_out_and_in(tmp_path: Path, model: Path) -> None:
    arpa = tmp_path / "samples.arpa.gz"
    assert run("convert", model, "-o", arpa) == ""
    built = tmp_path / "built.arpa"
    run("build", SENTENCES, "-o", built, "--normalisation", "lower")
    assert gzip.decompress(arpa.read_bytes()) == built.read_bytes()
    assert run("convert", model, "-o", "-").encode() == built.read_bytes()
    to_stdout = laconic("lm", "build", SENTENCES, "-o", "-", "--normalisation", "lower")
    assert to_stdout.stdout.encode() == built.read_bytes()
    assert "words in 171 sentences" in to_stdout.stderr
    assert run("query", arpa, SENTENCES) == run("query", model, SENTENCES)
    again = tmp_path / "again.lm"
    run("convert", arpa, "-o", again)
    assert again.read_bytes() == model.read_bytes()


def test_texts_from_several_files_and_standard_input(tmp_path: Path, model: Path) -> None:
    lines = SENTENCES.read_bytes().splitlines(keepends=True)
    (tmp_path / "one.txt").write_bytes(b"".join(lines[:50]))
    (tmp_path / "two.txt.gz").write_bytes(gzip.compress(b"".join(lines[50:100])))
    out = tmp_path / "out.lm"
    parts: list[str | Path] = [tmp_path / "one.txt", tmp_path / "two.txt.gz", "-"]
    options: list[str | Path] = ["-o", out, "--normalisation", "lower", "--json"]
    record = json.loads(piped(b"".join(lines[100:]), "build", *parts, *options))
    assert record["sentences"] == 171
    assert out.read_bytes() == model.read_bytes()


def test_queries(model: Path) -> None:
    text = b"The CITY council\n\nzebra\xc2\xa0crossing\n"
    rows = [line.split("\t") for line in piped(text, "query", model).splitlines()]
    assert rows[0] == ["sentence", "word", "log10_prob", "ngram_length", "unknown"]
    assert [row[:2] for row in rows[1:5]] == [
        ["1", "The"],
        ["1", "CITY"],
        ["1", "council"],
        ["1", "</s>"],
    ]
    assert [row[1::3] for row in rows[5:]] == [["zebra\xa0crossing", "1"], ["</s>", "0"]]
    (_, *sentences) = piped(text, "query", model, "--sentences").splitlines()
    total = sum(float(row[2]) for row in rows[1:5])
    assert float(sentences[0].split("\t")[0]) == pytest.approx(total, abs=1e-5)
    assert sentences[1].split("\t")[1:] == ["1", "1", "zebra\xa0crossing"]
    assert piped(b"", "query", model).splitlines() == ["\t".join(rows[0])]
    without = piped(text, "query", model, "--no-boundaries").splitlines()
    assert len(without) == 1 + 3 + 1


def test_perplexity_as_json(model: Path, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("zebra crossing .\n")
    record = json.loads(run("perplexity", model, SENTENCES, tmp_path / "other.txt", "--json"))
    assert [row["text"] for row in record["texts"]][-1] == "all"
    one, two, both = record["texts"]
    assert both["words"] == one["words"] + two["words"]
    assert two["unknown_words"] == 2
    assert one["perplexity"] < 20
    assert record["settings"].startswith("laconic=")


def test_smaller_models(tmp_path: Path, model: Path) -> None:
    run("convert", model, "-o", tmp_path / "small.lm", "--prob-bits", "4", "--backoff-bits", "4")
    small = run("perplexity", tmp_path / "small.lm", SENTENCES)
    assert "prob_bits=4 backoff_bits=4" in small
    run("build", SENTENCES, "-o", tmp_path / "pruned.arpa", "--prune", "1e-4", "--order", "4")
    run("build", SENTENCES, "-o", tmp_path / "whole.arpa", "--order", "4")
    assert len(read_arpa(tmp_path / "pruned.arpa")) < len(read_arpa(tmp_path / "whole.arpa"))


def test_bad_bytes_are_counted(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"caf\xe9 noir\n")
    out = tmp_path / "bad.lm"
    assert failure("lm", "build", tmp_path / "bad.txt", "-o", out) == (
        f"laconic: {tmp_path}/bad.txt:1: found the byte 0xe9, expected UTF-8 text, "
        "or bad-utf8 set to replace"
    )
    summary = run("build", tmp_path / "bad.txt", "-o", out, "--bad-utf8", "replace")
    assert "1 sequences of bytes were no UTF-8 and are replaced" in summary


def test_mistakes(tmp_path: Path, model: Path) -> None:
    out = tmp_path / "out.lm"
    assert failure("lm", "build", tmp_path / "no.txt", "-o", out).endswith(
        "no.txt: No such file or directory"
    )
    assert "expected numbers such as 0,0,1" in failure(
        "lm", "build", SENTENCES, "-o", out, "--cutoffs", "one"
    )
    assert "order is 12; expected 1 to 10" in failure(
        "lm", "build", SENTENCES, "-o", out, "--order", "12"
    )
    assert "prob_bits is 1; expected 0 for exact values, or 2 to 12" in failure(
        "lm", "convert", model, "-o", out, "--prob-bits", "1"
    )
    assert "would overwrite" in failure("lm", "convert", model, "-o", model)
    assert "would overwrite" in failure("lm", "build", SENTENCES, "-o", SENTENCES)
    assert "found a file that begins with" in failure("lm", "query", SENTENCES, SENTENCES)
    assert "no.txt: No such file" in failure("lm", "query", model, tmp_path / "no.txt")
    empty = tmp_path / "empty.txt"
    empty.write_text("\n")
    assert failure("lm", "build", empty, "-o", out).startswith("laconic: found no words")
    assert failure("lm", "perplexity", model, empty).startswith("laconic: found no words")
    assert "from 0 to 1000000000000000" in failure(
        "lm", "build", SENTENCES, "-o", out, "--cutoffs", "9" * 30
    )
    assert "only ARPA text is gzipped" in failure("lm", "convert", model, "-o", f"{out}.gz")
    assert not out.exists()
    assert laconic("lm", "build", SENTENCES).returncode == 2
    assert laconic("lm").returncode == 2


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "out.lm"
    options = ["-o", str(out), "--memory-mb", "20", "--temporary", str(tmp_path)]
    command = [sys.executable, "-m", "laconic", "lm", "build", "-", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        # More than a pipe holds: once it is written, most of it has been read.
        process.stdin.write("\n".join(map(" ".join, random_text(60_000))).encode())
        process.stdin.flush()
        os.kill(process.pid, signal.SIGINT)
        error = process.stderr.read()
    assert process.returncode == 130, error
    assert b"Traceback" not in error
    assert list(tmp_path.iterdir()) == []


def test_a_second_interrupt_is_no_crash(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("\n".join(map(" ".join, random_text(100_000))) * 4)
    command = [sys.executable, "-m", "laconic", "lm", "build", str(text), "--order", "6"]
    options = ["-o", str(tmp_path / "out.lm")]
    with subprocess.Popen([*command, *options], stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        time.sleep(2.5)
        for _ in range(3):
            os.kill(process.pid, signal.SIGINT)
            time.sleep(0.03)
        error = process.stderr.read()
    # The last one may meet an interpreter that is already leaving, and ends it at once.
    assert process.returncode in (130, 0, -signal.SIGINT), error
    assert b"Traceback" not in error
    assert b"terminate" not in error
