"""The parser that ships: every span and tag scored by a network, the best tree found exactly."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np

from laconic.errors import ParserError
from laconic.parsing.chains import tree_of
from laconic.parsing.cky import best_spans
from laconic.parsing.long_sentences import join_parts, split_long
from laconic.parsing.network import Network, Scores
from laconic.parsing.pieces import PieceCutter
from laconic.trees.tree import Tree

SHIPPED = "english.parser"
# Both quotes are one to the encoder; which it is, the token says.
_SURE_TAGS = {"``": "``", "''": "''"}
# To be raised whenever the code gives other trees with the same weights.
_METHOD = 1


class EmbeddedParser:
    """Parses tokens with a network that came in a file; see `Parser`.

    The same sentence gets the same tree alone, in any batch, and with any number of threads.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self.cutter = PieceCutter(network.vocabulary)
        self._labels: list[str] = network.manifest["labels"]
        self._tags: list[str] = network.manifest["tags"]
        self._empty_bonus: float = network.manifest["empty_bonus"]

    @classmethod
    def open(cls, path: str | Path, *, threads: int | None = None) -> EmbeddedParser:
        """A parser from its file; `threads` is the number of cores if not given."""
        return cls(Network.open(path, threads=threads))

    @classmethod
    def shipped(cls, *, threads: int | None = None) -> EmbeddedParser:
        """The parser of English that comes with the package."""
        with resources.as_file(resources.files("laconic.models") / SHIPPED) as path:
            if not path.exists():
                raise ParserError(f"this installation has no {SHIPPED}; install laconic again")
            return cls.open(path, threads=threads)

    @property
    def signature(self) -> str:
        return f"embedded.{_METHOD}:{self._network.manifest['digest'][:16]}"

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The tree of each sentence."""
        if not all(sentences):
            raise ParserError("a sentence without words has no tree")
        split = [split_long(words, self.cutter, self._network.most_pieces) for words in sentences]
        parts = [part for found in split for part in found]
        trees = iter(self._parse_short(parts))
        return [join_parts([next(trees) for _ in found]) for found in split]

    def _parse_short(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        trees: list[Tree | None] = [None] * len(sentences)
        cut = [self.cutter.cut(words) for words in sentences]
        for number, scores in self._network.score(cut):
            trees[number] = self._tree(scores, sentences[number])
        return [tree for tree in trees if tree is not None]

    def _tree(self, scores: Scores, words: Sequence[str]) -> Tree:
        spans = best_spans(scores.spans, len(words), self._empty_bonus)
        best = np.argmax(scores.tags, axis=1)
        tags = [
            _SURE_TAGS.get(word, self._tags[number])
            for word, number in zip(words, best, strict=True)
        ]
        named = [(start, end, self._labels[label]) for start, end, label in spans]
        return tree_of(named, tags, words)
