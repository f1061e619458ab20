"""Pairs as trees of the embedded parser, made once and kept in a folder."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lossy import Reading

from laconic.corpus import Pair, read_pairs, write_pairs
from laconic.files import replacing
from laconic.parsing.pairs import parse_pairs
from laconic.parsing.parser import Parser
from laconic.trees.brackets import parse, render
from laconic.trees.pruning import keep_words

CHUNK = 4000  # pairs in a file
SEED = 1  # of the order of lossy pairs, which come sorted by length


def parsed(
    texts: Path,
    folder: Path,
    parser: Parser,
    *,
    choose: Callable[[Iterable[Pair]], Iterable[Pair]] = list,
) -> list[Pair]:
    """The pairs of a file, or what is chosen of them; sources and references are both parsed."""
    trees = folder / parser.signature / texts.name
    if not trees.exists():
        trees.parent.mkdir(parents=True, exist_ok=True)
        write_pairs(parse_pairs(choose(read_pairs(texts)), parser), trees)
    return list(read_pairs(trees))


def parsed_lossy(reading: Reading, count: int, folder: Path, parser: Parser) -> Iterator[Pair]:
    """The first so many pairs in an order drawn once; references are what is left of the trees."""
    found = list(reading.pairs())
    random.Random(SEED).shuffle(found)
    folder.mkdir(parents=True, exist_ok=True)
    for number, first in enumerate(range(0, count, CHUNK)):
        path = folder / f"{number:03}.tsv"
        if not path.exists():
            chunk = found[first : first + CHUNK]
            trees = parser.parse([words for words, _ in chunk])
            with replacing(path) as stream:
                for (_, mask), tree in zip(chunk, trees, strict=True):
                    stream.write(f"{mask}\t{render(tree)}\n")
        for at, line in enumerate(path.read_text("utf-8").splitlines(), start=first):
            if at == count:
                return
            mask, text = line.split("\t")
            source = parse(text)
            kept = [place for place, digit in enumerate(mask) if digit == "1"]
            reference = keep_words(source, kept)
            yield Pair(f"lossy.{at}", source, (reference,), parser=parser.signature)
