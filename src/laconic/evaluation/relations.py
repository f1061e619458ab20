"""Relations between the words of a tree, as relations F1 counts them (section 5.3 of the paper).

A relation is a head, a label and a dependent, with words written small. The root is no relation
between two words, and punctuation takes no part.
"""

from __future__ import annotations

from collections import Counter

from laconic.trees.conjuncts import dependency_table
from laconic.trees.dependencies import find_dependencies
from laconic.trees.phrases import category, is_word
from laconic.trees.tree import Tree

Relation = tuple[str, str, str]


def relations_of(tree: Tree) -> Counter[Relation]:
    """How often each relation holds between words of a tree.

    >>> from laconic.trees.brackets import parse
    >>> tree = parse("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))")
    >>> sorted(relations_of(tree))
    [('barks', 'SBJ', 'dog'), ('dog', 'NMOD', 'the')]
    """
    punctuation = dependency_table().punctuation
    leaves = [leaf for leaf in tree.leaves() if is_word(leaf)]
    words = [(leaf.word or "").lower() for leaf in leaves]
    is_spoken = [category(leaf.label) not in punctuation for leaf in leaves]
    return Counter(
        (words[arc.head], arc.label, words[arc.dependent])
        for arc in find_dependencies(tree)
        if arc.head >= 0 and is_spoken[arc.head] and is_spoken[arc.dependent]
    )
