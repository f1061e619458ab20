"""Small random forests, all of whose derivations can be listed."""

from __future__ import annotations

import math

from hypothesis import assume
from hypothesis import strategies as st
from reference.derivations import forest_derivations
from strategies import cut_rules, trees

from laconic.decoding.forest import Forest, Vertex
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.trees.labels import ROOT_LABEL, with_root

COVERAGE = Coverage()
ROOT: Vertex = (0, ROOT_LABEL)
_LABELS = st.sampled_from(["S", "NP", "NN", ","])
_WORDS = st.sampled_from(["a", "b", "c"])


def count_derivations(forest: Forest) -> int:
    """How many derivations a forest has."""
    counts: dict[Vertex, int] = {}
    for edge in forest.edges:
        ways = math.prod(counts[tail] for tail in edge.tails)
        counts[edge.head] = counts.get(edge.head, 0) + ways
    return counts.get(ROOT, 0)


@st.composite
def forests(draw: st.DrawFn, *, rules: int = 5) -> tuple[Forest, Grammar]:
    """Small forests over coverage and a few rules cut out of the tree, and those rules."""
    tree = with_root(draw(trees(labels=_LABELS, words=_WORDS, max_words=4)))
    cut = cut_rules(tree, labels=_LABELS, words=_WORDS)
    entries = draw(st.dictionaries(cut, st.just(Entry(1, Origin.HAND)), max_size=rules))
    forest = Matcher(Grammar(entries), COVERAGE).match(tree)
    assume(count_derivations(forest) <= 1000)
    return forest, Grammar(entries)


def derivations(forest: Forest) -> list[tuple[int, ...]]:
    """Each as places of edges in the order of a derivation."""
    return forest_derivations(forest.edges, ROOT)
