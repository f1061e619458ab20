"""Units of work: what is put together can be taken apart, and nothing is lost on the way."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.cli.compress_inputs import Form, count_lines, join_texts, read_cues, read_units
from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import read_line, read_text

LINES = st.lists(st.sampled_from(["Stay. Go!", " It rained.", "", " ", "\x00", "(S (VB Go))"]))


@given(st.lists(st.text() | st.sampled_from(["Stay. Go!", " It’s late.  "]), min_size=1))
def test_texts_put_together_say_the_same(texts: list[str]) -> None:
    for read in (read_text, read_line):
        whole = join_texts([read(text) for text in texts])
        assert whole.text == "\n".join(texts)
        assert whole.join(passage.source.text for passage in whole.passages) == whole.text


@given(LINES, st.sampled_from(["lines", "tokenized", "parsed"]), st.sampled_from(["\n", "\r\n"]))
def test_each_line_is_a_part_with_its_end(lines: list[str], form: Form, end: str) -> None:
    units = list(read_units([line + end for line in lines], form))
    assert [part.end for unit in units for part in unit.parts] == [end] * len(lines)
    together = list(read_units(lines, form, together=True))
    assert [len(unit.parts) for unit in together] == ([len(lines)] if lines else [])


def test_parts_get_their_own_sentences_back() -> None:
    class Silent:
        """A system that is not asked: all input is too long or empty."""

        system = signature = "silent"
        parser = None

    long = "x" * 10_000
    (unit,) = read_units(["", long, " ", f" {long} "], "lines", together=True)
    result = Compressor(Silent()).compress(unit.text)  # type: ignore[arg-type]
    apart = [
        part.text.join(sentence.text for sentence in sentences)
        for part, sentences in unit.apart(result)
    ]
    assert apart == ["", long, " ", f" {long} "]


def test_running_text_is_cut_at_empty_lines_and_trees() -> None:
    lines = ["\ufeffIt rained", "and rained. Then", "", "(S (VB Go))", "it stopped."]
    texts = [unit.text.text for unit in read_units(lines, "text")]
    assert texts == ["It rained\nand rained. Then", "Go", "it stopped."]


def test_lines_are_read_when_they_are_wanted() -> None:
    def endless() -> object:
        while True:
            yield "It rained.\n"

    for form in ("lines", "tokenized"):
        units = read_units(endless(), form)  # type: ignore[arg-type]
        assert next(units).text.text == "It rained."


def test_cues_and_what_stands_between_them() -> None:
    lines = ["WEBVTT\n", "\n", "0:01 --> 0:02\n", "- Stay.\n", "- Go!\n"]
    units = list(read_cues(lines, "vtt"))
    assert [unit.raw for unit in units] == ["WEBVTT\n", "\n", ""]
    assert [part.text.text for part in units[2].parts] == ["Stay.", "Go!"]
    assert units[0].text.passages == ()


@pytest.mark.parametrize(("raw", "count"), [(b"", None), (b"a\nb\n", 2), (b"a", None)])
def test_lines_of_a_file_are_counted(raw: bytes, count: int | None, tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(raw)
    assert count_lines(tmp_path / "text") == count
    (tmp_path / "text.gz").write_bytes(gzip.compress(raw))
    assert count_lines(tmp_path / "text.gz") is None
    assert count_lines(tmp_path / "none") is None
