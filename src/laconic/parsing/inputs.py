"""Input of any form as sentences to parse: text, lines, tokens, and trees that need no parser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
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


def read_items(lines: Iterable[str], form: InputForm) -> Iterator[Item]:
    """The sentences of some lines.

    text: Running text; sentences are found, blank lines end paragraphs.
    lines: One sentence on each line; an empty line is an item, so that lines can be counted.
    tokenized: As lines, with spaces between tokens.

    In each form a line that is a tree in brackets, whole and nothing else, is that tree.

    >>> list(read_items(["Stay here. Go!"], "text"))
    [['Stay', 'here', '.'], ['Go', '!']]
    >>> list(read_items(["Don't stay.", "", "(S (VB Go))"], "lines"))
    [['Do', "n't", 'stay', '.'], None, Tree('(TOP (S (VB Go)))')]
    """
    if form == "text":
        for paragraph in read_paragraphs(lines):
            if isinstance(paragraph, Tree):
                yield paragraph
            else:
                yield from (sentence.words for sentence in read_sentences(paragraph))
        return
    for line in map(line_or_tree, lines):
        if isinstance(line, Tree):
            yield line
        else:
            yield (split_tokens(line) if form == "tokenized" else words_of(line)) or None


def line_or_tree(line: str) -> str | Tree:
    """The tree that a line is, whole and nothing else; any other line as it is."""
    if not looks_like_tree(line):
        return line
    try:
        return with_root(parse(line))
    except FormatError:
        return line  # text may have brackets too


def words_of(text: str) -> list[str]:
    """The words of a text that is one sentence.

    >>> words_of("Don't go. Stay!")
    ['Do', "n't", 'go', '.', 'Stay', '!']
    """
    return [word for sentence in read_sentences(text, one=True) for word in sentence.words]


def split_tokens(line: str) -> list[str]:
    """The tokens of a tokenised line; names of brackets become brackets, as in trees.

    >>> split_tokens("Go -LRB- now -RRB- .")
    ['Go', '(', 'now', ')', '.']
    """
    tokens = _SPACES.split(line) if line.strip() else []
    return [plain_bracket(token) for token in tokens if token]


def read_paragraphs(lines: Iterable[str]) -> Iterator[str | Tree]:
    """Lines put together to paragraphs, which blank lines end; a tree is one by itself."""
    block: list[str] = []
    size = 0
    for line in map(line_or_tree, lines):
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
