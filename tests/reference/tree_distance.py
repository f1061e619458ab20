"""The tree edit distance in plain Python, as defined over forests: the judge of the native one.

Of two forests, look at the last root of each. Either the one is deleted, and its children take its
place; or the other is inserted; or the two are paired, then what is under them and what is left of
them are compared apart. The distance is the least that any of the three costs.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from laconic.trees.tree import Tree


class Node(NamedTuple):
    """A node as it is compared; a word is one, too, and its name is unlike any label."""

    name: tuple[str, str]
    children: tuple[Node, ...]


def distance(one: Tree, two: Tree) -> int:
    """The distance of two small trees."""
    return _forest_distance((_node_of(one),), (_node_of(two),))


@cache
def _forest_distance(one: tuple[Node, ...], two: tuple[Node, ...]) -> int:
    if not one and not two:
        return 0
    costs = []
    if one:
        costs.append(1 + _forest_distance(one[:-1] + one[-1].children, two))
    if two:
        costs.append(1 + _forest_distance(one, two[:-1] + two[-1].children))
    if one and two:
        under = _forest_distance(one[-1].children, two[-1].children)
        left = _forest_distance(one[:-1], two[:-1])
        costs.append(under + left + (one[-1].name != two[-1].name))
    return min(costs)


def _node_of(tree: Tree) -> Node:
    words = () if tree.word is None else (Node(("word", tree.word), ()),)
    return Node(("label", tree.label), words + tuple(_node_of(child) for child in tree.children))
