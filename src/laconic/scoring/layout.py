"""A tree laid out with its heads: what depends on what, for all that describes places of a tree."""

from __future__ import annotations

from collections.abc import Callable

from laconic.trees.labels import normalise_word
from laconic.trees.spans import Spans

EDGE = "|"  # before the first word, after the last, and above the root

HeadChild = Callable[[str, tuple[str, ...]], int]  # which child of a production is the head


class Layout:
    """Words and tags of a tree, and for each node its parent, children, depth and head token.

    `largest` is the largest constituent that each token heads: the first of them in pre-order.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.spans import index_spans
    >>> tree = parse("(S (NP (DT The) (NN dog)) (VP (VBD sat)))")
    >>> layout = Layout(index_spans(tree), lambda label, children: len(children) - 1)
    >>> layout.words, [layout.labels(node)[0] for node in layout.largest]
    (['the', 'dog', 'sat'], ['DT', 'NP', 'S'])
    >>> [layout.governor(place) for place in range(3)]
    [1, 2, -1]
    """

    def __init__(self, source: Spans, head_child: HeadChild) -> None:
        self.source = source
        nodes = source.nodes
        leaves = [node for node in nodes if node.word is not None]
        self.words = [normalise_word(leaf.word or "", "lower-digits") for leaf in leaves]
        self.tags = [leaf.label for leaf in leaves]
        self.first_places: dict[str, int] = {}
        for place, word in enumerate(self.words):
            self.first_places.setdefault(word, place)
        size = len(nodes)
        self.parents, self.head_tokens, self.depths = [-1] * size, [0] * size, [0] * size
        self.children = [tuple(source.children(node)) for node in range(size)]
        for node in range(size):
            for child in self.children[node]:
                self.parents[child] = node
                self.depths[child] = self.depths[node] + (len(self.children[node]) > 1)
        for node in range(size - 1, -1, -1):
            children = self.children[node]
            if not children:
                self.head_tokens[node] = source.starts[node]
                continue
            labels = tuple([nodes[child].label for child in children])
            head = children[head_child(nodes[node].label, labels)]
            self.head_tokens[node] = self.head_tokens[head]
        self.largest = [0] * len(leaves)
        for node in range(size - 1, -1, -1):
            self.largest[self.head_tokens[node]] = node

    def word(self, place: int) -> str:
        """The word at a place, or the edge."""
        return self.words[place] if 0 <= place < len(self.words) else EDGE

    def tag(self, place: int) -> str:
        """The tag at a place, or the edge."""
        return self.tags[place] if 0 <= place < len(self.tags) else EDGE

    def labels(self, node: int) -> tuple[str, str, str]:
        """The labels of a node, its parent, and the parent of that."""
        nodes, parents = self.source.nodes, self.parents
        parent = parents[node]
        above = parents[parent] if parent >= 0 else -1
        return (
            nodes[node].label,
            nodes[parent].label if parent >= 0 else EDGE,
            nodes[above].label if above >= 0 else EDGE,
        )

    def siblings(self, node: int) -> tuple[str, str]:
        """The labels of a node's neighbours under its parent, or the edge; of no root."""
        siblings = self.children[self.parents[node]]
        at, nodes = siblings.index(node), self.source.nodes
        return (
            nodes[siblings[at - 1]].label if at else EDGE,
            nodes[siblings[at + 1]].label if at + 1 < len(siblings) else EDGE,
        )

    def governor(self, place: int) -> int:
        """The token that a token depends on; -1 for the head of all."""
        top = self.parents[self.largest[place]]
        return self.head_tokens[top] if top >= 0 else -1
