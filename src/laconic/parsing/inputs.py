"""Input of any form as sentences to parse: text, lines, tokens, and trees that need no parser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal, get_args

from laconic.errors import FormatError
from laconic.parsing.parser import Parser
from laconic.parsing.sentences import read_sentences
from laconic.trees.brackets import looks_like_tree, parse
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree
from laconic.trees.words import plain_bracket

InputForm = Literal["text", "lines", "tokenized"]
INPUT_FORMS: tuple[InputForm, ...] = get_args(InputForm)

# A sentence to parse, a tree that was given, or nothing: an empty line where lines count.
Item = Sequence[str] | Tree | None

BATCH = 256  # sentences parsed at once: enough of each length, and little memory
_LONGEST_PARAGRAPH = 100_000  # characters; what is longer is cut at a line break
_SPACES = re.compile(r"[ \t\v\f\r\n]+")


def read_items(
    lines: Iterable[str], form: InputForm, *, path: str | Path | None = None
) -> Iterator[Item]:
    """The sentences of some lines; `path` is named in errors.

    text: Running text; sentences are found, blank lines end paragraphs.
    lines: One sentence on each line; an empty line is an item, so that lines can be counted.
    tokenized: As lines, with spaces between tokens.

    In each form a line that holds a tree in brackets is that tree.

    >>> list(read_items(["Stay here. Go!"], "text"))
    [['Stay', 'here', '.'], ['Go', '!']]
    >>> list(read_items(["Don't stay.", "", "(S (VB Go))"], "lines"))
    [['Do', "n't", 'stay', '.'], None, Tree('(TOP (S (VB Go)))')]
    """
    found = _lines_or_trees(lines, path)
    if form == "text":
        for paragraph in _paragraphs(found):
            if isinstance(paragraph, Tree):
                yield paragraph
            else:
                yield from (sentence.words for sentence in read_sentences(paragraph))
        return
    for line in found:
        if isinstance(line, Tree):
            yield line
        elif form == "tokenized":
            yield split_tokens(line) or None
        else:
            sentences = read_sentences(line, one=True)
            yield sentences[0].words if sentences else None


def _lines_or_trees(lines: Iterable[str], path: str | Path | None) -> Iterator[str | Tree]:
    for number, line in enumerate(lines, 1):
        if not looks_like_tree(line):
            yield line
            continue
        try:
            yield with_root(parse(line))
        except FormatError as error:
            raise error.at(path, number) from None


def split_tokens(line: str) -> list[str]:
    """The tokens of a tokenised line; names of brackets become brackets, as in trees.

    >>> split_tokens("Go -LRB- now -RRB- .")
    ['Go', '(', 'now', ')', '.']
    """
    return [plain_bracket(token) for token in _SPACES.split(line) if token]


def _paragraphs(lines: Iterable[str | Tree]) -> Iterator[str | Tree]:
    block: list[str] = []
    size = 0
    for line in lines:
        if block and (isinstance(line, Tree) or not line.strip() or size > _LONGEST_PARAGRAPH):
            yield "\n".join(block)
            block, size = [], 0
        if isinstance(line, Tree):
            yield line
        elif line.strip():
            block.append(line)
            size += len(line)
    if block:
        yield "\n".join(block)


def parse_items(parser: Parser, items: Iterable[Item]) -> Iterator[Tree | None]:
    """The tree of each item in order, parsed in batches; None stays None, a tree stays as it is."""
    waiting = iter(items)
    while batch := list(islice(waiting, BATCH)):
        sentences = [item for item in batch if item is not None and not isinstance(item, Tree)]
        trees = iter(parser.parse(sentences) if sentences else [])
        for item in batch:
            yield item if item is None or isinstance(item, Tree) else next(trees)


def parse_text(text: str, parser: Parser) -> list[Tree]:
    """The trees of all sentences of a text."""
    trees = parse_items(parser, read_items(text.split("\n"), "text"))
    return [tree for tree in trees if tree is not None]
