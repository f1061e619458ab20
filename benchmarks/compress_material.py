"""Sentences for the benchmarks of compression: from text, lines of trees, or pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from laconic.corpus import read_pairs
from laconic.files import read_lines
from laconic.parsing.detokenise import detokenise
from laconic.parsing.inputs import read_paragraphs
from laconic.parsing.sentences import read_sentences
from laconic.parsing.tokens import tokenise
from laconic.trees.tree import Tree


def read_plain(path: Path) -> Iterator[str]:
    """The sentences of a file as plain text: of running text, of trees, or the sources of pairs."""
    if ".jsonl" in path.suffixes:
        for pair in read_pairs(path):
            source = pair.source
            yield detokenise(source.words() if isinstance(source, Tree) else source.split())
        return
    for paragraph in read_paragraphs(read_lines(path)):
        if isinstance(paragraph, Tree):
            yield detokenise(paragraph.words())
        else:
            for sentence in read_sentences(paragraph):
                yield " ".join(sentence.text[sentence.start : sentence.end].split())


def of_length(sentences: Sequence[str], words: int, count: int) -> list[str]:
    """So many sentences whose length is nearest to so many words, in the order of the file."""
    sizes = {
        place: sum(any(map(str.isalnum, token.form)) for token in tokenise(sentence))
        for place, sentence in enumerate(sentences)
    }
    nearest = sorted(sizes, key=lambda place: (abs(sizes[place] - words), place))[:count]
    return [sentences[place] for place in sorted(nearest)]
