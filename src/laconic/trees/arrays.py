"""Trees as arrays, the only form in which they cross into the native core, and back."""

from __future__ import annotations

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
    new: dict[str, int] = {}
    label_ids: list[int] = []
    word_ids: list[int] = []
    counts: list[int] = []
    for node in tree.nodes():
        label_id = labels.ids.get(node.label)
        if label_id is None:
            label_id = new.setdefault(node.label, len(labels) + len(new))
        label_ids.append(label_id)
        counts.append(len(node.children))
        if node.word is not None:
            word_ids.append(words.id_of(normalise_word(node.word, normalisation)))
        elif node.children:
            word_ids.append(UNKNOWN)
        else:
            raise TreeError(f"{node.label} has neither a word nor children; the tree is not whole")
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
