"""Where a fragment stands in a tree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from laconic.trees.spans import Spans
from laconic.trees.tree import Tree


class Match(NamedTuple):
    """A fragment found in a tree: the nodes its variables stand for, the places of its words."""

    variables: tuple[int, ...]
    words: tuple[int, ...]


def match(
    fragment: Tree, spans: Spans, node: int, words: Sequence[Collection[str]] | None = None
) -> Match | None:
    """The fragment at a node of a tree, or None if the tree looks different there.

    `words` are the ways to spell each word of the tree; without them any word fits.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.spans import index_spans
    >>> spans = index_spans(parse("(S (NP (NNS dogs)) (VP (VBP bark)))"))
    >>> match(Tree("S", [Tree("NP"), Tree("VP", [Tree("VBP", word="bark")])]), spans, 0, [["dogs"], ["bark"]])
    Match(variables=(1,), words=(1,))
    """  # noqa: E501
    # Both trees are walked in pre-order, in step: child counts agree wherever the walk goes on.
    variables, places, place = [], [], node
    for part in fragment.nodes():
        here = spans.nodes[place]
        if here.label != part.label:
            return None
        if part.children:
            if len(here.children) != len(part.children):
                return None
            place += 1
        elif part.word is None:
            variables.append(place)
            place = spans.ends[place]
        else:
            if here.word is None:
                return None
            if words is not None and part.word not in words[spans.starts[place]]:
                return None
            places.append(spans.starts[place])
            place += 1
    return Match(tuple(variables), tuple(places))
