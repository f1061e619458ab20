"""The parser that ships: every span and tag scored by a network, the best tree found exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

import numpy as np

from laconic.errors import ParserError
from laconic.parsing.chains import tree_of
from laconic.parsing.cky import best_spans
from laconic.parsing.long_sentences import join_parts, split_long
from laconic.parsing.network import Network, Scores
from laconic.parsing.parser import check_sentences
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
        return f"embedded.{_METHOD}.{self._network.digest[:16]}"

    @property
    def cutter(self) -> PieceCutter:
        """What cuts words into the pieces of this parser."""
        return self._network.cutter

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The tree of each sentence."""
        check_sentences(sentences)
        split = [split_long(words, self.cutter, self._network.most_pieces) for words in sentences]
        parts = [part for found in split for part in found]
        trees = self._parse_short(parts)
        return [join_parts([next(trees) for _ in found]) for found in split]

    def _parse_short(self, sentences: Sequence[Sequence[str]]) -> Iterator[Tree]:
        def parsed(number: int, scores: Scores) -> tuple[int, Tree]:
            return number, self._tree(scores, sentences[number])

        cut = [self.cutter.cut(words) for words in sentences]
        trees = dict(self._network.score(cut, parsed))
        return (trees[number] for number in range(len(sentences)))

    def _tree(self, scores: Scores, words: Sequence[str]) -> Tree:
        labels, tags = self._network.labels, self._network.tags
        spans = best_spans(scores.spans, len(words), self._network.empty_bonus)
        best = np.argmax(scores.tags, axis=1)
        return tree_of(
            [(start, end, labels[label]) for start, end, label in spans],
            [_SURE_TAGS.get(word, tags[tag]) for word, tag in zip(words, best, strict=True)],
            words,
        )
