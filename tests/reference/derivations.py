"""Every derivation of a tree, by plain recursion: the judge of the matcher and of Algorithm 5.

Those of a forest as well: the judge of what restricts it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from laconic.decoding.forest import Edge, Vertex
from laconic.grammar.derivation import Derivation, Step, open_variables
from laconic.grammar.matching import match
from laconic.grammar.rule import Rule
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree


def all_derivations(source: Tree, rules: Iterable[Rule], target_root: str) -> Iterator[Derivation]:
    """Each way to rewrite the source into a tree with this root."""
    spans, rules = index_spans(source), list(rules)
    words = [[word] for word in source.words()]

    def steps(node: int, label: str) -> Iterator[tuple[Step, ...]]:
        for rule in rules:
            found = match(rule.source, spans, node, words)
            if found is not None and rule.target.label == label:
                below = [list(steps(*variable)) for variable in open_variables(rule, found)]
                for choice in product(*below):
                    yield (Step(node, rule), *(step for part in choice for step in part))

    return (Derivation(source, found) for found in steps(0, target_root))


def forest_derivations(edges: Sequence[Edge], root: Vertex) -> list[tuple[int, ...]]:
    """The derivations that edges make, as places of edges in the order of a derivation."""
    by_head: dict[Vertex, list[int]] = defaultdict(list)
    for number, edge in enumerate(edges):
        by_head[edge.head].append(number)

    def below(vertex: Vertex) -> Iterator[tuple[int, ...]]:
        for number in by_head[vertex]:
            for choice in product(*[list(below(tail)) for tail in edges[number].tails]):
                yield (number, *(step for part in choice for step in part))

    return list(below(root))
