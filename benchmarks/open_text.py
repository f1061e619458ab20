"""The openly licensed text in ../shared/data/text: news, novels, speeches, and AMALGUM."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from laconic.parsing.sentences import read_sentences

TEXTS = Path(__file__).parent.parent.parent / "shared" / "data" / "text"
_RAW = ("wikinews.txt.gz", "eltec-novels.txt.gz", "state_union.txt.gz", "inaugural.txt.gz")
_TOKENISED = "amalgum.tagged.tsv.gz"
_NOT_OPEN = "whow"  # the genre of AMALGUM under non-commercial terms


def raw_lines(texts: Path = TEXTS) -> Iterator[str]:
    """The lines of what is not cut into tokens."""
    for name in _RAW:
        with gzip.open(texts / name, "rt", encoding="utf-8") as stream:
            yield from stream


def tokenised_sentences(texts: Path = TEXTS) -> Iterator[str]:
    """The sentences of what is, tokens separated by spaces."""
    with gzip.open(texts / _TOKENISED, "rt", encoding="utf-8") as stream:
        for line in stream:
            genre, words, _ = line.split("\t")
            if genre != _NOT_OPEN:
                yield words


def open_sentences(texts: Path = TEXTS) -> Iterator[str]:
    """The sentences of all of it, tokens separated by spaces."""
    for line in raw_lines(texts):
        for sentence in read_sentences(line):
            yield " ".join(sentence.words)
    yield from tokenised_sentences(texts)
