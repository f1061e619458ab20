"""Trees as arrays, the only form in which they cross into the native core, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.errors import TreeError
from laconic.trees.labels import Normalisation, normalise_word
from laconic.trees.tree import Tree, from_preorder
from laconic.trees.vocabulary import UNKNOWN, Vocabulary

IntArray = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class FlatTree:
    """The nodes of a tree, each before its children.

    Words have ids at preterminals, UNKNOWN at all other nodes and where the vocabulary does not
    hold them. Labels that it lacks are numbered after its own: they are `new_labels`.
    """

    labels: IntArray
    child_counts: IntArray
    words: IntArray
    new_labels: tuple[str, ...]


def flatten(
    tree: Tree, labels: Vocabulary, words: Vocabulary, normalisation: Normalisation = "none"
) -> FlatTree:
    """A complete tree as arrays; words are looked up as the normalisation spells them.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.vocabulary import make_vocabulary
    >>> flat = flatten(parse("(S (NP we) (X go))"), make_vocabulary("S"), make_vocabulary(["go"]))
    >>> flat.labels.tolist(), flat.child_counts.tolist(), flat.words.tolist(), flat.new_labels
    ([0, 1, 2], [2, 0, 0], [-1, -1, 0], ('NP', 'X'))
    """
    return flatten_nodes(list(tree.nodes()), labels, words, normalisation)


def flatten_nodes(
    nodes: Sequence[Tree], labels: Vocabulary, words: Vocabulary, normalisation: Normalisation
) -> FlatTree:
    """As `flatten` for a tree whose nodes are known, each before its children."""
    label_ids = [labels.ids.get(node.label, UNKNOWN) for node in nodes]
    new: dict[str, int] = {}
    if UNKNOWN in label_ids:
        for place, node in enumerate(nodes):
            if label_ids[place] == UNKNOWN:
                label_ids[place] = new.setdefault(node.label, len(labels) + len(new))
    counts = [len(node.children) for node in nodes]
    spelled = [
        word if word is None or normalisation == "none" else normalise_word(word, normalisation)
        for word in [node.word for node in nodes]
    ]
    word_ids = [UNKNOWN if word is None else words.ids.get(word, UNKNOWN) for word in spelled]
    if spelled.count(None) + counts.count(0) != len(nodes):
        bare = next(node for node in nodes if node.is_frontier)
        raise TreeError(f"{bare.label} has neither a word nor children; the tree is not whole")
    return FlatTree(_numbers(label_ids), _numbers(counts), _numbers(word_ids), tuple(new))


def unflatten(flat: FlatTree, labels: Vocabulary, tokens: list[str]) -> Tree:
    """The tree that was made flat, given its words."""
    names = (*labels.strings, *flat.new_labels)
    remaining = iter(tokens)
    counts = flat.child_counts.tolist()
    return from_preorder(
        [names[label] for label in flat.labels.tolist()],
        counts,
        [None if count else next(remaining) for count in counts],
    )


def _numbers(values: list[int]) -> IntArray:
    return np.array(values, dtype=np.int32)
