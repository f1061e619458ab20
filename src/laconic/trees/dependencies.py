"""Labelled dependencies between the words of a tree, by head rules (docs/relations.md).

1. The tree is laid out without function tags and traces, so these never matter.
2. In each phrase, children hang on the head or, in coordination, on a conjunct (conjuncts.py).
3. Labels follow from the phrase, its children and a few lists of words (relation_labels.py).
4. What is fronted (a wh-word, a quotation) hangs on the verb that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass

from laconic.trees.phrases import lay_out
from laconic.trees.relation_labels import label_relations
from laconic.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Dependency:
    """A word that hangs on another; places are counted from 0, and the root's head is −1."""

    head: int
    dependent: int
    label: str


def find_dependencies(tree: Tree) -> tuple[Dependency, ...]:
    """The dependencies of a tree, one for each word, in the order of words.

    >>> from laconic.trees.brackets import parse
    >>> tree = parse("(S (NP (PRP She)) (VP (VBZ likes) (NP (DT the) (NN sea))))")
    >>> [(arc.head, arc.label) for arc in find_dependencies(tree)]
    [(1, 'SBJ'), (-1, 'ROOT'), (3, 'NMOD'), (1, 'OBJ')]
    """
    phrases = lay_out(tree)
    heads = [-1] * len(phrases.words)
    labels = ["ROOT"] * len(phrases.words)
    for head, dependent, label in label_relations(phrases):
        heads[dependent] = head
        labels[dependent] = label
    return tuple([Dependency(*arc) for arc in zip(heads, range(len(heads)), labels, strict=True)])
