"""The matcher in plain Python: the judge of the native one.

1. An edge is a rule at a source node; its head is (node, label of the target side), its tails are
   the same for the variables it keeps, in target order.
2. Rules come from the grammar and from coverage; a coverage rule that the grammar also holds is
   one edge with all its origins.
3. Edges that cannot be finished, or not be reached from (root, target root), are cut.
4. Edges are in canonical order: by node in post-order, then by the rule's text.
"""

from __future__ import annotations

from collections.abc import Sequence

from laconic.decoding.forest import Edge, Vertex
from laconic.grammar.coverage import Coverage, Origin, production_of
from laconic.grammar.derivation import open_variables
from laconic.grammar.grammar import Grammar
from laconic.grammar.matching import Match, match
from laconic.grammar.notation import render_rule
from laconic.grammar.rule import DELETED, Rule, link_terminals
from laconic.trees.labels import ROOT_LABEL, normalise_word
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree


def match_all(
    grammar: Grammar, coverage: Coverage | None, tree: Tree, *, target_root: str = ROOT_LABEL
) -> list[Edge]:
    """All rules that apply in a tree, and lead from its root to a complete target."""
    spans = index_spans(tree)
    words = [[normalise_word(word, grammar.normalisation)] for word in tree.words()]
    finished: set[Vertex] = set()
    edges: list[Edge] = []
    for node in spans.postorder():
        here = [
            edge
            for edge in _edges_at(grammar, coverage, spans, words, node)
            if all(tail in finished for tail in edge.tails)
        ]
        finished.update(edge.head for edge in here)
        edges += here
    return cut(edges, (0, target_root))


def cut(edges: Sequence[Edge], root: Vertex) -> list[Edge]:
    """The edges that can be finished and reached from the root; those of tails come first."""
    finished: set[Vertex] = set()
    possible = []
    for edge in edges:
        if all(tail in finished for tail in edge.tails):
            finished.add(edge.head)
            possible.append(edge)
    reached = {root}
    for edge in reversed(possible):
        if edge.head in reached:
            reached.update(edge.tails)
    return [edge for edge in possible if edge.head in reached]


def _edges_at(
    grammar: Grammar,
    coverage: Coverage | None,
    spans: Spans,
    words: Sequence[list[str]],
    node: int,
) -> list[Edge]:
    origins: dict[Rule, Origin] = {}
    tree = spans.nodes[node]
    if coverage is not None:
        word = None if tree.word is None else words[spans.starts[node]][0]
        origins.update(coverage.node_rules(*production_of(tree), word))
    for rule in grammar.rules:
        origin = grammar.entries[rule].origin
        origins[rule] = origins.get(rule, origin) | origin
    edges = []
    for rule in sorted(origins, key=render_rule):
        found = match(rule.source, spans, node, words)
        if found is not None:
            edges.append(_edge(spans, node, rule, origins[rule], found))
    return edges


def _edge(spans: Spans, node: int, rule: Rule, origin: Origin, found: Match) -> Edge:
    links = link_terminals(rule)
    deletions = [
        (spans.starts[variable], spans.stops[variable])
        for variable, link in zip(found.variables, rule.links, strict=True)
        if link == DELETED
    ]
    deletions += [
        (token, token + 1) for place, token in enumerate(found.words) if place not in links
    ]
    kept = sum(
        spans.stops[variable] - spans.starts[variable]
        for variable, link in zip(found.variables, rule.links, strict=True)
        if link != DELETED
    )
    return Edge(
        node,
        rule,
        origin,
        tuple(open_variables(rule, found)),
        tuple(found.words[link] if link >= 0 else -1 for link in links),
        tuple(sorted(deletions)),
        spans.stops[node] - spans.starts[node] - kept,
    )
