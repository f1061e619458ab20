"""Text in blocks: whole lines, the same words as one by one."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import FormatError, LaconicError
from laconic.scoring import text as text_module
from laconic.scoring.text import blocks_of, normalise_text, read_text, split_words
from laconic.trees.labels import NORMALISATIONS, Normalisation, normalise_word

LINES = st.text(alphabet=st.characters(codec="utf-8"))


@given(LINES, st.sampled_from(NORMALISATIONS))
def test_a_text_is_normalised_like_its_words(text: str, normalisation: Normalisation) -> None:
    expected = [normalise_word(word, normalisation) for word in split_words(text)]
    assert split_words(normalise_text(text, normalisation)) == expected


def test_final_sigma_does_not_look_beyond_its_word() -> None:
    for text in ("ΟΔΟΣ ΟΔΟΣ", "ΟΔΟΣ\u200b ΑΣ", "ΑΣ\u00a0Β ΑΣ'"):
        expected = [normalise_word(word, "lower") for word in split_words(text)]
        assert split_words(normalise_text(text, "lower")) == expected


@pytest.mark.parametrize("packed", [False, True])
def test_blocks_are_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.setattr(text_module, "_BLOCK_BYTES", 7)
    content = b"one\ntwo and a half\n\nthree \xc3\xa9\n" + b"\xc3\xa9" * 5 + b"\nlast"
    path = tmp_path / ("text.txt.gz" if packed else "text.txt")
    path.write_bytes(gzip.compress(content) if packed else content)
    blocks = list(read_text(path))
    assert b"".join(block.lines for block in blocks) == content
    assert all(block.lines.endswith(b"\n") for block in blocks[:-1])
    for block in blocks:
        before = b"".join(other.lines for other in blocks if other.first_line < block.first_line)
        assert block.first_line == before.count(b"\n") + 1
    assert blocks[-1].bytes_read == path.stat().st_size


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(b"text\n" * 1000)[:-20])
    for path in (cut, tmp_path / "missing.txt", tmp_path):
        with pytest.raises(LaconicError, match=f"cannot read {path}: "):
            list(read_text(path))


def test_sentences_from_memory() -> None:
    blocks = list(blocks_of(["A b", "", "c\nd"], normalisation="lower"))
    assert [block.lines for block in blocks] == [b"a b\n\nc d\n"]
    with pytest.raises(FormatError, match=r"line 2: found '\\ud800', expected Unicode"):
        list(blocks_of(["good", "\ud800"]))
