"""To and from `nltk.Tree`; NLTK is imported only when a tree is converted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from laconic.errors import MissingPackageError, TreeError
from laconic.trees.tree import Tree, fold

if TYPE_CHECKING:
    import nltk


def to_nltk(tree: Tree) -> nltk.Tree:
    """The tree as an `nltk.Tree`; a frontier node becomes a node without children."""
    nltk_tree = _nltk_tree()

    def convert(node: Tree, children: list[nltk.Tree]) -> nltk.Tree:
        return nltk_tree(node.label, children if node.word is None else [node.word])

    return fold(tree, convert)


def from_nltk(tree: nltk.Tree) -> Tree:
    """An `nltk.Tree` as a tree: each word must be alone under its label."""
    nltk_tree = _nltk_tree()
    built: list[Tree] = []
    pending: list[tuple[nltk.Tree, bool]] = [(tree, False)]
    while pending:
        node, children_are_built = pending.pop()
        if not isinstance(node, nltk_tree):
            raise TreeError(f"found {node!r} beside other children; a word must stand alone")
        if len(node) == 1 and isinstance(node[0], str):
            built.append(Tree(str(node.label()), word=node[0]))
        elif children_are_built:
            children = built[len(built) - len(node) :]
            del built[len(built) - len(node) :]
            built.append(Tree(str(node.label()), children))
        else:
            pending.append((node, True))
            pending.extend((child, False) for child in reversed(node))
    return built.pop()


def _nltk_tree() -> type[nltk.Tree]:
    try:
        from nltk.tree import Tree as NltkTree
    except ImportError:
        raise MissingPackageError(
            "converting to or from nltk.Tree needs the package nltk: pip install 'laconic[nltk]'"
        ) from None
    found: type[nltk.Tree] = NltkTree
    return found
