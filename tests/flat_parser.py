"""A parser that needs no model: every sentence is one flat S of nouns. It counts what it parsed."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.trees.tree import Tree


class FlatParser:
    def __init__(self, signature: str = "flat") -> None:
        self.signature = signature
        self.batches: list[int] = []
        self.sentences: list[list[str]] = []

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        self.batches.append(len(sentences))
        self.sentences.extend(list(words) for words in sentences)
        return [
            Tree("TOP", [Tree("S", [Tree("NN", word=word) for word in words])])
            for words in sentences
        ]
