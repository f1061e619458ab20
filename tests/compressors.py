"""A tiny compressor to test with, and sentences for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tiny_corpus import exact, tiny_lm, tiny_pairs

from laconic.compressor.compressor import Compressor
from laconic.model import Model
from laconic.parsing.parser import Parser
from laconic.training.run import train
from laconic.trees.tree import Tree

DOG = "(TOP (S (NP (DT the) (JJ old) (NN dog)) (VP (VBD barked) (ADVP (RB loudly))) (. .)))"


class SmallParser:
    """Every two words are a phrase, marks stand alone; what has the word "bad" is not parsed."""

    signature = "small"

    def __init__(self) -> None:
        self.batches: list[int] = []

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        self.batches.append(len(sentences))
        return [_tree(list(words)) for words in sentences]


def _tree(words: list[str]) -> Tree:
    if "bad" in words:
        raise RuntimeError("a bad word")
    parts: list[Tree] = []
    pair: list[Tree] = []
    for word in words:
        if any(map(str.isalnum, word)):
            pair.append(Tree("NN", word=word))
        if len(pair) == 2 or (pair and not any(map(str.isalnum, word))):
            parts.append(Tree("NP", pair))
            pair = []
        if not any(map(str.isalnum, word)):
            parts.append(Tree(".", word=word))
    if pair:
        parts.append(Tree("NP", pair))
    return Tree("TOP", [Tree("S", parts)])


def tiny_model(folder: Path) -> Model:
    return train(tiny_pairs(), config=exact(c=(10.0,)), lm=tiny_lm(folder))


def tiny_compressor(folder: Path, parser: Parser | None = None) -> Compressor:
    return Compressor(tiny_model(folder), parser=parser or SmallParser())
