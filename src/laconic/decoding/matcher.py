"""Every rule that applies somewhere in a tree, as a forest of edges.

1. An edge is a rule at a source node; its head is (node, label of the target side), its tails are
   the same for the variables it keeps, in target order.
2. Rules come from the grammar and from coverage; a coverage rule that the grammar also holds is
   one edge with all its origins.
3. Edges that cannot be finished, or not be reached from (root, target root), are cut.
4. Edges are in canonical order: by node in post-order, then by the rule's text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from laconic.grammar.coverage import Coverage, Origin, production_of
from laconic.grammar.derivation import Derivation, Step, open_variables
from laconic.grammar.grammar import Grammar
from laconic.grammar.matching import match
from laconic.grammar.notation import render_rule
from laconic.grammar.rule import Rule
from laconic.trees.labels import ROOT_LABEL, Normalisation, normalise_word
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

Vertex = tuple[int, str]  # a source node and a target label


@dataclass(frozen=True, slots=True)
class Edge:
    """One rule applied at one place."""

    node: int
    rule: Rule
    origin: Origin
    tails: tuple[Vertex, ...]

    @property
    def head(self) -> Vertex:
        return self.node, self.rule.target.label


@dataclass(frozen=True, slots=True)
class Forest:
    """The edges of a source tree in canonical order; an edge's id is its place."""

    source: Spans
    edges: tuple[Edge, ...]
    normalisation: Normalisation

    def rules_at(self, node: int, label: str) -> list[Rule]:
        """The rules that rewrite a source node as a target label."""
        return [edge.rule for edge in self.edges if edge.head == (node, label)]

    def derivation(self, edge_ids: Sequence[int]) -> Derivation:
        """The derivation that applies these edges, given in the order of a derivation."""
        edges = [self.edges[number] for number in edge_ids]
        return Derivation(self.source.tree, tuple(Step(edge.node, edge.rule) for edge in edges))


class Matcher:
    """A grammar made ready to be matched against trees."""

    def __init__(self, grammar: Grammar, coverage: Coverage | None) -> None:
        self.grammar, self.coverage = grammar, coverage
        self._by_top: dict[object, list[Rule]] = defaultdict(list)
        for rule in grammar.rules:
            self._by_top[_top(rule.source)].append(rule)

    def match(self, tree: Tree, *, target_root: str = ROOT_LABEL) -> Forest:
        """All rules that apply in a tree, and lead from its root to a complete target."""
        spans = index_spans(tree)
        words = [[normalise_word(word, self.grammar.normalisation)] for word in tree.words()]
        finished: set[Vertex] = set()
        edges: list[Edge] = []
        for node in spans.postorder():
            here = [
                edge
                for edge in self._edges_at(spans, words, node)
                if all(tail in finished for tail in edge.tails)
            ]
            finished.update(edge.head for edge in here)
            edges += here
        reached: set[Vertex] = {(0, target_root)}
        for edge in reversed(edges):
            if edge.head in reached:
                reached.update(edge.tails)
        kept = tuple(edge for edge in edges if edge.head in reached)
        return Forest(spans, kept, self.grammar.normalisation)

    def _edges_at(self, spans: Spans, words: Sequence[list[str]], node: int) -> list[Edge]:
        origins: dict[Rule, Origin] = {}
        tree = spans.nodes[node]
        word = None if tree.word is None else words[spans.starts[node]][0]
        if self.coverage is not None:
            origins.update(self.coverage.node_rules(*production_of(tree), word))
        for rule in self._by_top.get(_top(tree, word), []):
            origin = self.grammar.entries[rule].origin
            origins[rule] = origins.get(rule, origin) | origin
        edges = []
        for rule in sorted(origins, key=render_rule):
            found = match(rule.source, spans, node, words)
            if found is not None:
                tails = tuple(open_variables(rule, found))
                edges.append(Edge(node, rule, origins[rule], tails))
        return edges


def _top(tree: Tree, word: str | None = None) -> object:
    """What a rule's source side must share with a node to match there at all."""
    return production_of(tree) if tree.children else (tree.label, word or tree.word)
