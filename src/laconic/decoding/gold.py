"""The derivation that links a source tree to a given target: Algorithm 5.

1. Bottom-up over the source, each edge is laid against each target node that its target side
   matches; this gives every way to align a source node with a target node.
2. A dynamic program picks one way for each pair, by one of the choices of footnote 10.
3. For a fixed target the n-gram term is constant, so a derivation's score is its edges' sum.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from laconic.decoding.forest import Forest
from laconic.grammar.coverage import production_of
from laconic.grammar.matching import match
from laconic.trees.labels import normalise_new_word, normalise_word
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

Selection = Literal["most-rules", "highest-score", "lowest-score", "random"]
SELECTIONS: tuple[Selection, ...] = get_args(Selection)
Pair = tuple[int, int]  # a source node and a target node


class Way(NamedTuple):
    """One way to align a pair of nodes: an edge, and the pairs that its variables leave."""

    edge: int
    pairs: tuple[Pair, ...]


def find_gold(
    forest: Forest,
    target: Tree,
    *,
    selection: Selection = "most-rules",
    scores: Sequence[float] | None = None,
    seed: int = 0,
) -> list[int] | None:
    """The edges of a derivation of the target, in its order; None if there is no derivation.

    Scores are one per edge. Among equals the edge that comes first in the forest wins; "random"
    gives every derivation the same chance, and the same one for the same seed.
    """
    values = _values(forest, selection, scores)
    ways = _all_ways(forest, target)
    if (0, 0) not in ways:
        return None
    if selection == "random":
        return _follow(_sample(ways, random.Random(seed)))
    return _follow(_maximise(ways, values))


def count_derivations(forest: Forest, target: Tree) -> int:
    """How many derivations lead to the target."""
    return _counts(_all_ways(forest, target)).get((0, 0), 0)


def _values(
    forest: Forest, selection: Selection, scores: Sequence[float] | None
) -> Sequence[float]:
    """What each edge adds to a derivation's worth."""
    if selection not in SELECTIONS:
        raise ValueError(f"unknown selection {selection!r}; expected {', '.join(SELECTIONS)}")
    if selection in ("most-rules", "random"):
        return [1] * len(forest.edges)
    if scores is None or len(scores) != len(forest.edges):
        found = "none" if scores is None else str(len(scores))
        raise ValueError(f"{selection} needs {len(forest.edges)} scores, one per edge; got {found}")
    return [score if selection == "highest-score" else -score for score in scores]


def _all_ways(forest: Forest, target: Tree) -> dict[Pair, list[Way]]:
    """Every way to align a source node with a target node, pairs in bottom-up order."""
    spans = index_spans(target)
    spellings = (normalise_word, normalise_new_word)
    words = [[spell(word, forest.normalisation) for spell in spellings] for word in target.words()]
    by_top: dict[object, list[int]] = defaultdict(list)
    for number, tree in enumerate(spans.nodes):
        by_top[tree.label].append(number)
        by_top[_top(tree)].append(number)
    ways: dict[Pair, list[Way]] = {}
    for number, edge in enumerate(forest.edges):
        for node in by_top.get(_top(edge.rule.target), []):
            found = match(edge.rule.target, spans, node, words)
            if found is None:
                continue
            tails = [source for source, _ in edge.tails]
            pairs = tuple(zip(tails, found.variables, strict=True))
            if all(pair in ways for pair in pairs):
                ways.setdefault((edge.node, node), []).append(Way(number, pairs))
    return ways


def _top(tree: Tree) -> object:
    """What a target side must share with a node to match there; for a variable its label."""
    if tree.children:
        return production_of(tree)
    return tree.label if tree.word is None else (tree.label, True)


def _maximise(ways: dict[Pair, list[Way]], scores: Sequence[float]) -> dict[Pair, Way]:
    best: dict[Pair, float] = {}
    chosen: dict[Pair, Way] = {}
    for pair, options in ways.items():
        values = [scores[way.edge] + sum(best[below] for below in way.pairs) for way in options]
        best[pair] = max(values)
        chosen[pair] = options[values.index(best[pair])]
    return chosen


def _counts(ways: dict[Pair, list[Way]]) -> dict[Pair, int]:
    counts: dict[Pair, int] = {}
    for pair, options in ways.items():
        counts[pair] = sum(math.prod(counts[below] for below in way.pairs) for way in options)
    return counts


def _sample(ways: dict[Pair, list[Way]], generator: random.Random) -> dict[Pair, Way]:
    """One derivation, each as likely as any other: a way is taken as often as it has completions.

    Pairs cannot repeat within a derivation, so a way can be drawn for every pair beforehand.
    """
    counts = _counts(ways)
    chosen: dict[Pair, Way] = {}
    for pair, options in ways.items():
        ticket = generator.randrange(counts[pair])
        for way in options:
            ticket -= math.prod(counts[below] for below in way.pairs)
            if ticket < 0:
                chosen[pair] = way
                break
    return chosen


def _follow(chosen: dict[Pair, Way]) -> list[int]:
    edges, pending = [], [(0, 0)]
    while pending:
        way = chosen[pending.pop()]
        edges.append(way.edge)
        pending.extend(reversed(way.pairs))
    return edges
