"""`laconic compress` on subtitles: what is said gets shorter, all else stays byte for byte."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from here import refused, run

pytestmark = pytest.mark.usefixtures("one_parser")

SRT = (
    "\ufeff1\r\n00:00:01,000 --> 00:00:02,500 X1:10\r\n<i>The old dog\r\nbarked loudly.</i>\r\n\r\n"
    "2\r\n00:00:03,000 --> 00:00:04,000\r\n\r\n"
    "3\r\n00:00:05,000 --> 00:00:06,000\r\n- A old cat slept.\r\n- It rained. A old cat slept.\r\n"
)
SHORTER = (
    SRT.replace("The old dog\r\nbarked loudly.", "The dog\r\nbarked.")
    .replace("- A old cat", "- A cat")
    .replace("rained. A old", "rained. A")
)
VTT = (
    "WEBVTT - film\n\nNOTE The old dog barked loudly.\n\nSTYLE\n::cue { color: red }\n\n"
    "first\n00:01.000 --> 00:02.000 align:start\n<v Ann>The old dog barked loudly.</v>\n\n\n"
    "00:03.000 --> 00:04.000\nA cat &amp; a dog slept."
)


def compressed(models: Path, path: Path, *options: str) -> str:
    done = run("compress", "--model", models / "hand", "--file", path, *options)
    assert (done.code, done.said) == (0, "")
    return done.text


def test_srt_in_srt_out(models: Path, tmp_path: Path) -> None:
    path, other = tmp_path / "film.srt", tmp_path / "film.txt"
    for file in (path, other):
        file.write_bytes(SRT.encode())
    shorter = compressed(models, path)
    assert shorter == SHORTER
    assert compressed(models, other, "--subtitles", "srt") == shorter
    (tmp_path / "film.srt.gz").write_bytes(gzip.compress(SRT.encode()))
    assert compressed(models, tmp_path / "film.srt.gz") == shorter
    run("compress", "--model", models / "hand", "--file", path, "-o", tmp_path / "out.srt")
    assert (tmp_path / "out.srt").read_bytes() == shorter.encode()


def test_webvtt_in_webvtt_out(models: Path, tmp_path: Path) -> None:
    (tmp_path / "film.vtt").write_text(VTT, encoding="utf-8")
    (tmp_path / "film").write_text(VTT, encoding="utf-8")
    shorter = compressed(models, tmp_path / "film.vtt")
    assert shorter == VTT.replace(">The old dog barked loudly.", ">The dog barked.")
    # Its first line says what it is.
    assert compressed(models, tmp_path / "film") == shorter
    command = [sys.executable, "-m", "laconic", "compress", "--model", str(models / "hand")]
    done = subprocess.run(
        command, input=VTT.encode(), capture_output=True, timeout=120, check=False
    )
    assert (done.stdout, done.stderr) == (shorter.encode(), b"")


def test_lines_are_lines_whatever_they_look_like(models: Path, tmp_path: Path) -> None:
    (tmp_path / "film.srt").write_bytes(SRT.encode())
    text = compressed(models, tmp_path / "film.srt", "--lines")
    assert text.count("\n") == SRT.count("\n")
    assert text != SHORTER


def test_limits_hold_for_each_sentence_or_with_total_for_each_cue(
    models: Path, tmp_path: Path
) -> None:
    (tmp_path / "film.srt").write_bytes(SRT.encode())
    each = compressed(models, tmp_path / "film.srt", "--max-words", "2")
    assert "<i>Dog barked.</i>" in each
    assert "- Cat slept.\r\n- It rained. Cat slept.\r\n" in each
    total = compressed(models, tmp_path / "film.srt", "--max-words", "7", "--total")
    assert "<i>The dog\r\nbarked.</i>" in total
    said = total.partition("00:00:06,000\r\n")[2].replace("- ", "").split()
    assert len(said) == 7


def test_records_of_cues(models: Path, tmp_path: Path) -> None:
    (tmp_path / "film.srt").write_bytes(SRT.encode())
    done = run("compress", "--model", models / "hand", "--file", tmp_path / "film.srt", "--json")
    records = [json.loads(line) for line in done.lines]
    assert [record["cue"]["name"] for record in records] == ["1", "2", "3"]
    assert records[0]["cue"]["times"] == "00:00:01,000 --> 00:00:02,500 X1:10"
    assert records[0]["text"] == "The dog barked."
    assert [len(record["sentences"]) for record in records] == [1, 0, 3]


def test_bad_bytes_stay(models: Path, tmp_path: Path) -> None:
    raw = SRT.encode().replace(b"It rained", b"Caf\xe9 \xff")
    (tmp_path / "film.srt").write_bytes(raw)
    done = run("compress", "--model", models / "hand", "--file", tmp_path / "film.srt")
    assert b"- Caf\xe9" in done.written
    assert done.said == "laconic: not UTF-8: 1 sentence\n"


def test_a_mistake_is_found_before_anything_is_written(models: Path, tmp_path: Path) -> None:
    path = tmp_path / "film.srt"
    path.write_text(SRT.replace("00:00:05,000 -->", "00:00:05,000 ->"), encoding="utf-8")
    said = refused("compress", "--model", models / "hand", "--file", path)
    assert said.startswith(f"{path}:9: found '3', expected a cue: ")
    out = tmp_path / "out.srt"
    refused("compress", "--model", models / "hand", "--file", path, "-o", out)
    assert not out.exists()


@pytest.mark.parametrize("option", ["--trees", "--explain", "--diff", "--frontier"])
def test_subtitles_come_out_as_subtitles(option: str, models: Path, tmp_path: Path) -> None:
    (tmp_path / "film.srt").write_bytes(SRT.encode())
    said = refused("compress", "--model", models / "hand", "--file", tmp_path / "film.srt", option)
    assert said == f"subtitles come out as subtitles; {option} is for other input"


@pytest.mark.parametrize("form", ["--lines", "--tokenized", "--parsed"])
def test_subtitles_are_of_one_form(form: str, models: Path, tmp_path: Path) -> None:
    (tmp_path / "film.srt").write_bytes(SRT.encode())
    file = ("--file", tmp_path / "film.srt", "--subtitles", "srt")
    said = refused("compress", "--model", models / "hand", *file, form)
    assert said.startswith("--subtitles are read from a file or standard input")
