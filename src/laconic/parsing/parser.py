"""`Parser`, what every parser is to the rest of the package: tokens in, trees out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from laconic.errors import ParserError
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree


class Parser(Protocol):
    """Turns sentences, given as tokens, into trees.

    `parse` returns one tree for each sentence, in order, under the virtual root TOP, whose words
    are the tokens as they were given; a sentence has at least one token. `signature` has no white
    space and changes whenever the same tokens may get another tree: caches and grammars are kept
    under it.
    """

    @property
    def signature(self) -> str: ...

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]: ...


def as_signature(text: str) -> str:
    """A text that names a parser, without white space.

    >>> as_signature("file:my trees.ptb#12")
    'file:my_trees.ptb#12'
    """
    return "_".join(text.split())


def check_sentences(sentences: Sequence[Sequence[str]]) -> None:
    """An error for what is no list of sentences, each a list of at least one token.

    >>> check_sentences([["Go", "home"]])
    """
    if isinstance(sentences, str) or not isinstance(sentences, Sequence):
        raise ParserError(f"found {type(sentences).__name__}, expected a list of sentences")
    for words in sentences:
        if isinstance(words, str):
            raise ParserError(f"found the text {words[:40]!r}, expected a list of tokens")
        if not words:
            raise ParserError("a sentence without words has no tree")


def check_trees(name: str, sentences: Sequence[Sequence[str]], trees: Sequence[Tree]) -> list[Tree]:
    """The trees that a parser gave, under TOP, if each has the words of its sentence.

    >>> check_trees("mine", [["Go"]], [Tree("S", [Tree("VB", word="Go")])])
    [Tree('(TOP (S (VB Go)))')]
    """
    if len(trees) != len(sentences):
        raise ParserError(f"{name} gave {len(trees)} trees for {len(sentences)} sentences")
    for words, tree in zip(sentences, trees, strict=True):
        if list(words) != tree.words():
            raise ParserError(
                f"{name} gave a tree of other words: found {' '.join(tree.words())!r},"
                f" expected {' '.join(words)!r}"
            )
    return [with_root(tree) for tree in trees]
