"""The edit distance of two trees, as footnote 15 suggests: how far output is from a reference.

The fewest insertions, deletions and relabellings of nodes, each of cost 1, that make one tree the
other; the order of children counts, and children of a deleted node take its place. A word is a
node of its own under its preterminal, so a wrong tag costs 1, a wrong word 1, and a word too many
2. A word and a label are never alike, however they are spelled. The yields may differ, which
scores of brackets do not allow.
"""

from __future__ import annotations

import numpy as np

from laconic import _core
from laconic.errors import TreeError
from laconic.trees.arrays import IntArray
from laconic.trees.tree import Tree

# Far more than sentences need (some 5 million for 180 words); at most a second and 800 MB.
MAX_STEPS = 10**8
_MOST = 2**64 - 1  # as many as the core can count

Name = tuple[str, bool]  # a text, and whether it is a word


def tree_distance(one: Tree, two: Tree, *, max_steps: int = MAX_STEPS) -> int:
    """How many nodes must be inserted, deleted or relabelled to make one tree the other.

    Steps are at least the product of the two numbers of nodes; trees that take more than
    `max_steps` are refused.

    >>> from laconic.trees.brackets import parse
    >>> reference = parse("(NP (DT the) (NN dog))")
    >>> tree_distance(parse("(NP (DT a) (NN dog))"), reference)
    1
    >>> tree_distance(parse("(NP (DT the) (ADJP (JJ old)) (NN dog))"), reference)
    3
    """
    numbers: dict[Name, int] = {}
    limit = max(0, min(max_steps, _MOST))
    try:
        return _core.tree_distance(*_lay_out(one, numbers), *_lay_out(two, numbers), limit)
    except ValueError as error:
        raise TreeError(str(error)) from error


def _lay_out(tree: Tree, numbers: dict[Name, int]) -> tuple[IntArray, IntArray]:
    """The number of each node's name, and how many children it has, in pre-order."""
    names: list[int] = []
    child_counts: list[int] = []
    for node in tree.nodes():
        names.append(numbers.setdefault((node.label, False), len(numbers)))
        if node.word is None:
            child_counts.append(len(node.children))
        else:
            names.append(numbers.setdefault((node.word, True), len(numbers)))
            child_counts += (1, 0)
    return np.array(names, dtype=np.int32), np.array(child_counts, dtype=np.int32)
