"""Dependencies as tables that can be read: the head, the label and the word, a line for each."""

from __future__ import annotations

from laconic.trees.dependencies import find_dependencies
from laconic.trees.tree import Tree


def table(tree: Tree) -> list[str]:
    """The lines of a tree without traces; the head of the root is a dash."""
    words = tree.words()
    return [
        f"{words[arc.head] if arc.head >= 0 else '-'} {arc.label} {words[arc.dependent]}"
        for arc in find_dependencies(tree)
    ]
