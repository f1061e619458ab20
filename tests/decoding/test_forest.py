"""Forests: their derivations, what these do with each token, and the arrays behind them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matched_forests import COVERAGE, ROOT, count_derivations, derivations, forests
from pairs import sample_pairs
from reference.derivations import all_derivations, forest_derivations

from laconic import _core
from laconic.decoding.forest import Edge, Forest, Vertex
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import production_of
from laconic.grammar.grammar import Grammar
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.tree import Tree

FIFTY = settings(max_examples=50)


@given(forests())
@FIFTY
def test_the_derivations_are_those_of_the_rules(case: tuple[Forest, Grammar]) -> None:
    forest, grammar = case
    rules = set(grammar.rules)
    for node in forest.source.nodes:
        rules.update(COVERAGE.node_rules(*production_of(node), node.word))
    expected = list(all_derivations(forest.source.tree, rules, ROOT_LABEL))
    found = [forest.derivation(edges) for edges in derivations(forest)]
    assert len(found) == len(expected) == count_derivations(forest)
    assert set(found) == set(expected)


def check_tokens(edges: list[Edge], tokens: int) -> None:
    """Each token is either in one deleted span or copied once, and an edge accounts for it."""
    copied = [token for edge in edges for token in edge.word_sources if token >= 0]
    deleted = [token for edge in edges for span in edge.deletions for token in range(*span)]
    assert sorted(copied + deleted) == list(range(tokens))
    assert sum(edge.covered for edge in edges) == tokens


@given(forests(rules=0) | forests())
@FIFTY
def test_every_token_is_copied_or_deleted_once(case: tuple[Forest, Grammar]) -> None:
    forest, _ = case
    for found in derivations(forest):
        check_tokens([forest.edges[number] for number in found], forest.arrays.tokens)


def test_every_token_of_the_sample_corpus_is_accounted_for() -> None:
    matcher = Matcher(Grammar({}), COVERAGE)
    for pair in sample_pairs():
        assert isinstance(pair.source, Tree)
        forest = matcher.match(pair.source)
        by_head: dict[Vertex, list[Edge]] = {}
        for edge in forest.edges:
            by_head.setdefault(edge.head, []).append(edge)
        for choice in range(5):
            edges, pending = list[Edge](), [ROOT]
            while pending:
                options = by_head[pending.pop()]
                edges.append(options[(7 * choice + len(edges)) % len(options)])
                pending.extend(edges[-1].tails)
            check_tokens(edges, len(pair.source.words()))


@given(forests())
@FIFTY
def test_yields_spell_the_target(case: tuple[Forest, Grammar]) -> None:
    forest, _ = case
    arrays = forest.arrays
    for found in derivations(forest)[:50]:
        built: list[list[str]] = []
        for number in reversed(found):
            tails = [built.pop() for _ in forest.edges[number].tails]
            pieces = arrays.yields[arrays.yield_starts[number] : arrays.yield_starts[number + 1]]
            built.append(
                [
                    word
                    for piece in pieces.tolist()
                    for word in (tails[-1 - piece] if piece < 0 else [forest.words[piece]])
                ]
            )
        assert built == [forest.derivation(found).target().words()]


@given(forests())
@FIFTY
def test_the_arrays_are_in_order(case: tuple[Forest, Grammar]) -> None:
    forest, _ = case
    arrays = forest.arrays
    vertices = list(zip(arrays.vertex_nodes.tolist(), arrays.vertex_labels.tolist(), strict=True))
    assert len(set(vertices)) == len(vertices) == arrays.vertices
    assert arrays.root == arrays.heads[-1]
    assert set(arrays.heads.tolist()) == set(range(arrays.vertices))
    for number, edge in enumerate(forest.edges):
        tails = arrays.tails[arrays.tail_starts[number] : arrays.tail_starts[number + 1]].tolist()
        named = [vertices[vertex] for vertex in (arrays.heads[number], *tails)]
        assert [(node, forest.labels[label]) for node, label in named] == [edge.head, *edge.tails]
        assert all(tail < arrays.heads[number] for tail in tails)
        assert not set(tails) & set(arrays.heads[number:].tolist())
        assert edge.rule in forest.rules_at(*edge.head)


@given(forests(), st.data())
@FIFTY
def test_bounds_of_sums(case: tuple[Forest, Grammar], data: st.DataObject) -> None:
    forest, _ = case
    numbers = st.lists(st.integers(-9, 9), min_size=1)
    counts = np.resize(data.draw(numbers), len(forest)).astype(np.int32)
    least, greatest = forest.arrays.bound_counts(counts)
    labels = forest.labels
    for vertex in range(forest.arrays.vertices):
        node, label = forest.arrays.vertex_nodes[vertex], forest.arrays.vertex_labels[vertex]
        below = forest_derivations(forest.edges, (int(node), labels[label]))
        sums = [sum(int(counts[number]) for number in found) for found in below]
        assert (least[vertex], greatest[vertex]) == (min(sums), max(sums))


def test_bounds_need_a_number_for_each_edge() -> None:
    with pytest.raises(ValueError, match="one number for each edge"):
        by_hand().bound_counts(np.zeros(2, dtype=np.int32))


# Two ways to make vertex 0, one to make vertex 1 of it: "a x" and "b x".
BY_HAND: dict[str, Any] = {
    "words": 3,
    "root": 1,
    "vertex_nodes": [1, 0],
    "heads": [0, 0, 1],
    "tail_starts": [0, 0, 0, 1],
    "tails": [0],
    "yield_starts": [0, 1, 2, 4],
    "yields": [0, 1, -1, 2],
}


def by_hand(**changes: object) -> _core.Forest:
    parts: dict[str, Any] = {
        name: part
        if isinstance(part, int)
        else np.array(part, dtype=np.uint32 if name.endswith("_starts") else np.int32)
        for name, part in (BY_HAND | changes).items()
    }
    return _core.Forest.from_arrays(**parts)


def test_a_forest_by_hand() -> None:
    forest = by_hand()
    assert (forest.edges, forest.vertices, forest.tokens, forest.root) == (3, 2, 3, 1)
    least, greatest = forest.bound_counts(np.array([1, 5, 10], dtype=np.int32))
    assert (least.tolist(), greatest.tolist()) == ([1, 11], [5, 15])
    part, kept = forest.cut(np.array([0, 1, 1], dtype=np.uint8))
    assert kept.tolist() == [1, 2]
    assert part.yields.tolist() == [1, -1, 2]
    nothing, kept = forest.cut(np.array([1, 1, 0], dtype=np.uint8))
    assert (nothing.root, nothing.edges, kept.tolist()) == (-1, 0, [])


@pytest.mark.parametrize(
    "changes",
    [
        {"root": 2},
        {"root": -2},
        {"words": -1},
        {"words": 2},
        {"heads": [0, 0, 2]},
        {"heads": [0, 1, 0]},
        {"heads": [0, 0, -1]},
        {"heads": [0, 0]},
        {"heads": [0, 0, 0], "tails": [0]},
        {"tails": [1]},
        {"tails": [-1]},
        {"tails": []},
        {"tail_starts": [0, 0, 1]},
        {"tail_starts": [0, 1, 0, 1]},
        {"tail_starts": [1, 1, 1, 1]},
        {"tail_starts": []},
        {"yield_starts": [0, 1, 2, 5]},
        {"yield_starts": [0, 0, 2, 4]},
        {"yields": [0, 1, -2, 2]},
        {"yields": [0, 1, 2, 2]},
        {"yields": [0, 1, -1, -1]},
        {"yields": [0, 1, -1, 3]},
        {"vertex_nodes": [0]},
    ],
    ids=str,
)
def test_arrays_that_are_no_forest_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        by_hand(**changes)
