"""Labels and words: the virtual root, function tags, traces, and the named word normalisations."""

from __future__ import annotations

import re
from typing import Literal, get_args

from laconic.errors import LaconicError
from laconic.trees.tree import Tree, fold, replace_leaves

ROOT_LABEL = "TOP"
TRACE_LABEL = "-NONE-"
# What treebanks and parsers call their own virtual root; all become ROOT_LABEL.
_ROOT_ALIASES = frozenset({"", ROOT_LABEL, "ROOT", "S1", "VROOT"})

Normalisation = Literal["none", "lower", "lower-digits"]
NORMALISATIONS: tuple[Normalisation, ...] = get_args(Normalisation)
_DIGIT = re.compile(r"\d")


def with_root(tree: Tree) -> Tree:
    """The tree under the virtual root TOP, whatever its treebank calls it, and only once.

    >>> with_root(Tree("ROOT", [Tree("UH", word="yes")]))
    Tree('(TOP (UH yes))')
    >>> with_root(Tree("UH", word="yes"))
    Tree('(TOP (UH yes))')
    """
    if tree.label not in _ROOT_ALIASES or tree.is_leaf:
        return Tree(ROOT_LABEL, [tree])
    return tree if tree.label == ROOT_LABEL else Tree(ROOT_LABEL, tree.children)


def strip_function_tags(label: str) -> str:
    """A label without its function tags and indices.

    >>> [strip_function_tags(label) for label in ("NP-SBJ-1", "NP=2", "PRP$", "-LRB-")]
    ['NP', 'NP', 'PRP$', '-LRB-']
    """
    if label.startswith("-"):
        return label
    return re.split("[-=]", label, maxsplit=1)[0] or label


def without_function_tags(tree: Tree) -> Tree:
    """The tree with every label stripped of function tags and indices."""

    def relabel(node: Tree, children: list[Tree]) -> Tree:
        return Tree(strip_function_tags(node.label), children, word=node.word)

    return fold(tree, relabel)


def without_traces(tree: Tree) -> Tree | None:
    """The tree without its traces and the nodes left empty by that; None if nothing stays."""

    def prune(node: Tree, children: list[Tree | None]) -> Tree | None:
        if node.label == TRACE_LABEL:
            return None
        if node.is_leaf:
            return node
        kept = [child for child in children if child is not None]
        return Tree(node.label, kept) if kept else None

    return fold(tree, prune)


def check_normalisation(name: str) -> Normalisation:
    """The name, if it names a normalisation; otherwise an error that lists them."""
    for known in NORMALISATIONS:
        if name == known:
            return known
    raise LaconicError(
        f"unknown word normalisation {name!r}; expected one of {', '.join(NORMALISATIONS)}"
    )


def normalise_word(word: str, normalisation: Normalisation) -> str:
    """A word as rules, features and the language model see it; output keeps its own spelling.

    >>> [normalise_word("Boeing-747", name) for name in NORMALISATIONS]
    ['Boeing-747', 'boeing-747', 'boeing-###']
    """
    if normalisation == "none":
        return word
    lowered = word.lower()
    return lowered if normalisation == "lower" else _DIGIT.sub("#", lowered)


def normalise_new_word(word: str, normalisation: Normalisation) -> str:
    """As `normalise_word` for a word that no source word can supply: its digits stay.

    >>> [normalise_new_word("Boeing-747", name) for name in NORMALISATIONS]
    ['Boeing-747', 'boeing-747', 'boeing-747']
    """
    return normalise_word(word, "none" if normalisation == "none" else "lower")


def normalise_tree(tree: Tree, normalisation: Normalisation) -> Tree:
    """The tree with each word normalised; the same object when nothing is to be done."""
    if normalisation == "none":
        return tree
    return replace_leaves(
        tree,
        [
            leaf
            if leaf.word is None
            else Tree(leaf.label, word=normalise_word(leaf.word, normalisation))
            for leaf in tree.leaves()
        ],
    )
