"""The same sentences parsed in different company: every tree should be the same."""

from __future__ import annotations

import random

from laconic.parsing.parser import Parser
from laconic.trees.tree import Tree


def batchings(parser: Parser, sentences: list[list[str]]) -> dict[str, list[Tree]]:
    """The trees of the sentences in their order, parsed in five kinds of company."""
    chance = random.Random(1)
    shuffled = list(range(len(sentences)))
    chance.shuffle(shuffled)

    def in_batches(order: list[int], size: int) -> list[Tree]:
        trees: dict[int, Tree] = {}
        for begin in range(0, len(order), size):
            numbers = order[begin : begin + size]
            parsed = parser.parse([sentences[number] for number in numbers])
            trees.update(zip(numbers, parsed, strict=True))
        return [trees[number] for number in range(len(sentences))]

    order = list(range(len(sentences)))
    return {
        "alone": in_batches(order, 1),
        "by 32": in_batches(order, 32),
        "backwards by 100": in_batches(order[::-1], 100),
        "shuffled by 256": in_batches(shuffled, 256),
        "all at once": in_batches(shuffled, len(order)),
    }
