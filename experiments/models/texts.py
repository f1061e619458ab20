"""Sentences for language models: the openly licensed text, and the sources of the Google pairs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from laconic.parsing.sentences import read_sentences

RAW = ("wikinews.txt.gz", "eltec-novels.txt.gz", "state_union.txt.gz", "inaugural.txt.gz")
TOKENISED = "amalgum.tagged.tsv.gz"
NOT_OPEN = "whow"  # the genre of AMALGUM under non-commercial terms


def open_sentences(texts: Path) -> Iterator[str]:
    """The sentences of the open text, tokens separated by spaces."""
    for name in RAW:
        with gzip.open(texts / name, "rt", encoding="utf-8") as stream:
            for line in stream:
                for sentence in read_sentences(line):
                    yield " ".join(sentence.words)
    with gzip.open(texts / TOKENISED, "rt", encoding="utf-8") as stream:
        for line in stream:
            genre, words, _ = line.split("\t")
            if genre != NOT_OPEN:
                yield words


def sources_of(pairs: Path) -> Iterator[str]:
    """The sources of a file of pairs, which are tokens separated by spaces."""
    with pairs.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)["source"]
