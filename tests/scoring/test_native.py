"""The native module refuses what its callers must not ask, instead of ending the process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lms import build_arpa

from laconic import _core


@pytest.fixture
def corpus(tmp_path: Path) -> _core.Corpus:
    workspace = _core.Workspace(os.fsencode(tmp_path), 10**8, _core.Progress())
    made = _core.Corpus(workspace)
    made.add(b"a b a b c d\nc a a b\n", 1)
    return made


@pytest.mark.parametrize(
    ("order", "cutoffs"), [(0, []), (-1, [0]), (11, [0] * 11), (3, [0]), (3, [0, 3, 0]), (1, [])]
)
def test_estimates_that_cannot_be(corpus: _core.Corpus, order: int, cutoffs: list[int]) -> None:
    with pytest.raises(ValueError):
        _core.estimate(corpus, order, cutoffs, 0.0, "")


def test_a_corpus_gives_one_model(corpus: _core.Corpus) -> None:
    lists = _core.estimate(corpus, 2, [0, 0], 0.0, "").lists
    with pytest.raises(RuntimeError, match="one model"):
        _core.estimate(corpus, 2, [0, 0], 0.0, "")
    with pytest.raises(RuntimeError, match="before the model"):
        corpus.add(b"more\n", 3)
    for order in (0, 3):
        with pytest.raises(ValueError, match="no such order"):
            lists.count(order)


def test_bits_that_cannot_be(corpus: _core.Corpus, tmp_path: Path) -> None:
    workspace = _core.Workspace(os.fsencode(tmp_path), 10**8, _core.Progress())
    lists = _core.estimate(corpus, 2, [0, 0], 0.0, "").lists
    for bits in (1, 13, 64):
        with pytest.raises(ValueError, match="bits are 0 or 2 to 12"):
            _core.write_packed(lists, os.fsencode(tmp_path / "m.lm"), workspace, bits, 0)


def test_a_file_is_read_once(tmp_path: Path) -> None:
    text = build_arpa([["a"]], tmp_path / "m.arpa").read_bytes()
    reader = _core.ArpaReader(_core.Workspace(os.fsencode(tmp_path), 10**8, _core.Progress()))
    reader.add(text, 1)
    reader.finish()
    with pytest.raises(RuntimeError, match="finished twice"):
        reader.finish()
