"""Pairs of text parsed into pairs of trees, marked with the signature of the parser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from laconic.corpus import Pair
from laconic.parsing.inputs import split_tokens
from laconic.parsing.parser import Parser
from laconic.trees.tree import Tree

_BATCH = 128


def parse_pairs(pairs: Iterable[Pair], parser: Parser) -> Iterator[Pair]:
    """The pairs with trees for the tokens of sources and references; trees stay as they are.

    A reference without words is left out, and with it a pair that has no other.
    """
    waiting = iter(pairs)
    while batch := list(islice(waiting, _BATCH)):
        texts = {side for pair in batch for side in (pair.source, *pair.references)}
        tokens = {text: split_tokens(text) for text in texts if isinstance(text, str)}
        wanted = [text for text in tokens if tokens[text]]
        wanted.sort()  # sets have no order, and the same input must be parsed the same way
        trees = dict(zip(wanted, parser.parse([tokens[text] for text in wanted]), strict=True))
        for pair in batch:
            source = _parsed(pair.source, trees)
            references = [_parsed(reference, trees) for reference in pair.references]
            kept = tuple(reference for reference in references if reference is not None)
            if source is not None and kept:
                yield replace(pair, source=source, references=kept, parser=parser.signature)


def _parsed(side: Tree | str, trees: dict[str, Tree]) -> Tree | None:
    return side if isinstance(side, Tree) else trees.get(side)
