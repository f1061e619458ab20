"""Trees as labelled spans and back: nodes over the same words are one label, `S|VP`.

A parser of spans gives each span one label, the empty one for spans that are no constituent; the
nodes of a chain, each the only child of the one above, therefore share one name.
"""

from __future__ import annotations

from collections.abc import Sequence

from laconic.trees.labels import ROOT_LABEL, with_root
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

EMPTY = ""
JOIN = "|"

Span = tuple[int, int, str]


def spans_of(tree: Tree) -> tuple[list[Span], list[str], list[str]]:
    """The labelled spans of a sentence's tree below TOP, its tags, and its words.

    >>> spans_of(Tree("TOP", [Tree("S", [Tree("VP", [Tree("VB", word="go")])])]))
    ([(0, 1, 'S|VP')], ['VB'], ['go'])
    """
    leaves = list(tree.leaves())
    flat = index_spans(with_root(tree))
    labels: dict[tuple[int, int], list[str]] = {}
    for node, start, stop in list(zip(flat.nodes, flat.starts, flat.stops, strict=True))[1:]:
        if not node.is_leaf:
            labels.setdefault((start, stop), []).append(node.label)
    spans = [(start, end, JOIN.join(chain)) for (start, end), chain in labels.items()]
    return spans, [leaf.label for leaf in leaves], [leaf.word or "" for leaf in leaves]


def tree_of(spans: Sequence[Span], tags: Sequence[str], words: Sequence[str]) -> Tree:
    """The tree of nested labelled spans, under TOP; the inverse of `spans_of`.

    >>> tree_of([(0, 1, 'S|VP')], ['VB'], ['go'])
    Tree('(TOP (S (VP (VB go))))')
    """
    # A span ends all that end before or with it and begin no earlier: by end, then innermost first.
    pending = sorted(spans, key=lambda span: (span[1], -span[0]))
    built: list[tuple[int, Tree]] = []
    done = 0
    for end in range(1, len(words) + 1):
        built.append((end - 1, Tree(tags[end - 1], word=words[end - 1])))
        while done < len(pending) and pending[done][1] == end:
            start, _, chain = pending[done]
            first = len(built)
            while first > 0 and built[first - 1][0] >= start:
                first -= 1
            children = [tree for _, tree in built[first:]]
            for label in reversed(chain.split(JOIN)):
                children = [Tree(label, children)]
            built[first:] = [(start, children[0])]
            done += 1
    return Tree(ROOT_LABEL, [tree for _, tree in built])
