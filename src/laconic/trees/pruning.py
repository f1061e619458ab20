"""A tree without some of its words: what deletion alone makes of it."""

from __future__ import annotations

from collections.abc import Collection

from laconic.trees.tree import Tree, fold


def keep_words(tree: Tree, places: Collection[int]) -> Tree:
    """The tree with only the words at these places, without the nodes that lose all of theirs.

    >>> from laconic.trees.brackets import parse
    >>> keep_words(parse("(S (NP (DT the) (NN dog)) (ADVP (RB now)) (VP (VBZ barks)))"), {1, 3})
    Tree('(S (NP (NN dog)) (VP (VBZ barks)))')
    """
    place = sum(1 for _ in tree.leaves())

    def prune(node: Tree, children: list[Tree | None]) -> Tree | None:
        nonlocal place
        if node.is_leaf:
            place -= 1  # values are made from the right
            return node if place in places else None
        kept = [child for child in children if child is not None]
        return Tree(node.label, kept) if kept else None

    pruned = fold(tree, prune)
    if pruned is None:
        raise ValueError("no word is to be kept")
    return pruned
