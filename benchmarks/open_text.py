"""The openly licensed text in ../shared/data/text: news, novels, speeches, and AMALGUM; and the
language models that benchmarks and experiments build from it, or from other text, the same way."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

from laconic.parsing.sentences import read_sentences
from laconic.scoring.estimation import EstimationOptions, build_lm_from_sentences

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


def build_open_lm(path: Path, *, order: int = 3, texts: Path = TEXTS) -> None:
    """Build a language model of all of it, lower-cased."""
    build_text_lm(open_sentences(texts), path, order=order)


def build_text_lm(sentences: Iterable[str], path: Path, *, order: int = 3) -> None:
    """Build a language model of sentences, tokens separated by spaces, lower-cased."""
    path.parent.mkdir(parents=True, exist_ok=True)
    options = EstimationOptions(order=order, normalisation="lower")
    build_lm_from_sentences(sentences, path, options=options)
