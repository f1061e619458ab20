"""A tree laid out flat: its nodes in pre-order, where each subtree ends, and its span of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from laconic.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Spans:
    """The nodes of a tree, numbered in pre-order, with what lies under each.

    Node i spans the nodes i … ends[i]−1 and the words starts[i] … stops[i]−1.

    >>> from laconic.trees.brackets import parse
    >>> spans = index_spans(parse("(NP (NP (DT the) (NN roof)) (POS 's))"))
    >>> spans.ends[1], spans.starts[4], spans.stops[1]
    (4, 2, 2)
    """

    nodes: list[Tree]
    ends: list[int]
    starts: list[int]
    stops: list[int]

    @property
    def tree(self) -> Tree:
        return self.nodes[0]

    def children(self, node: int) -> list[int]:
        """The numbers of a node's children, left to right."""
        numbers, child = [], node + 1
        while child < self.ends[node]:
            numbers.append(child)
            child = self.ends[child]
        return numbers

    def postorder(self) -> Iterator[int]:
        """Every node after its children, left to right."""
        pending: list[int] = []
        for node in range(len(self.nodes)):
            while pending and self.ends[pending[-1]] <= node:
                yield pending.pop()
            pending.append(node)
        yield from reversed(pending)


def index_spans(tree: Tree) -> Spans:
    """Lay a tree out flat."""
    nodes = list(tree.nodes())
    starts, words = [], 0
    for node in nodes:
        starts.append(words)
        words += node.word is not None
    sizes = [1] * len(nodes)
    pending: list[int] = []
    for number in range(len(nodes) - 1, -1, -1):
        for _ in nodes[number].children:
            sizes[number] += sizes[pending.pop()]
        pending.append(number)
    ends = [number + size for number, size in enumerate(sizes)]
    boundaries = [*starts, words]
    return Spans(nodes, ends, starts, [boundaries[end] for end in ends])
