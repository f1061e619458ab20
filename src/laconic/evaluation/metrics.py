"""Metrics: counts of every sentence first, one function from their sums to a figure last.

A family counts a few things in each sentence, once; its metrics are functions of the sums of these
counts over any set of sentences. So intervals and tests need no second look at the sentences.
Words are compared lower-cased. Of several references a family takes the one that fits best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from laconic.evaluation.sides import Side
from laconic.evaluation.tree_distance import tree_distance
from laconic.scoring.losses import (
    EditLoss,
    F1Loss,
    HammingLoss,
    Loss,
    bag_of,
    compare,
    value_of,
)
from laconic.trees.tree import Tree

FloatArray = NDArray[np.float64]
Formula = Callable[[FloatArray], FloatArray]
Better = Literal["higher", "lower", "neither"]
Unit = Literal["percent", "number"]
# What a family counts of one sentence: (tokens of the source, output, references) → counts.
CountAll = Callable[[Sequence[str], Side, Sequence[Side]], Sequence[float]]
CountOne = Callable[[Side, Side], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure: its formula takes sums of counts (the last axis) and gives a number for each."""

    name: str
    title: str
    formula: Formula
    better: Better
    unit: Unit
    description: str

    def __call__(self, counts: FloatArray) -> FloatArray:
        return self.formula(counts)


@dataclass(frozen=True, slots=True)
class Family:
    """What is counted together, and the metrics that follow from it.

    `needs_tree` says that it looks at the tree a system made, which not all systems do;
    `needs_reference`, that it compares.
    """

    name: str
    count: CountAll
    metrics: tuple[Metric, ...]
    needs_tree: bool = False
    needs_reference: bool = True


def f1(counts: FloatArray) -> FloatArray:
    """The harmonic mean of precision and recall from hits, predicted and reference items.

    >>> f1(np.array([[2.0, 3.0, 4.0], [0.0, 0.0, 0.0]])).tolist()
    [0.5714285714285714, 1.0]
    """
    return _share(2 * counts[..., 0], counts[..., 1] + counts[..., 2])


def precision(counts: FloatArray) -> FloatArray:
    """The share of hits among predicted items; of none at all, all."""
    return _share(counts[..., 0], counts[..., 1])


def recall(counts: FloatArray) -> FloatArray:
    """The share of the reference's items that were hit."""
    return _share(counts[..., 0], counts[..., 2])


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    safe = np.where(whole > 0, whole, 1.0)
    shares: FloatArray = np.where(whole > 0, part / safe, 1.0)
    return shares


def _first_over_second(counts: FloatArray) -> FloatArray:
    return _share(counts[..., 0], counts[..., 1])


def _third_over_fourth(counts: FloatArray) -> FloatArray:
    return _share(counts[..., 2], counts[..., 3])


def _first(counts: FloatArray) -> FloatArray:
    first: FloatArray = counts[..., 0]
    return first


def best_of(count: CountOne, quality: Callable[[Sequence[float]], float]) -> CountAll:
    """The counts against that reference for which quality is highest; of equal ones the first."""

    def count_all(
        _source: Sequence[str], output: Side, references: Sequence[Side]
    ) -> Sequence[float]:
        return max((count(output, reference) for reference in references), key=quality)

    return count_all


def overlap(predicted: Counter[Any], reference: Counter[Any]) -> tuple[float, float, float]:
    """Hits, each at most as often as the reference has it; predicted items; reference items.

    >>> overlap(Counter("aab"), Counter("abc"))
    (2.0, 3.0, 3.0)
    """
    hits = (predicted & reference).total()
    return float(hits), float(predicted.total()), float(reference.total())


def _count_length(
    source: Sequence[str], output: Side, _references: Sequence[Side]
) -> Sequence[float]:
    length, words = len(output.tokens), len(source)
    return length, words, length / max(words, 1), 1.0


LENGTH = Family(
    "length",
    _count_length,
    (
        Metric(
            "rate", "Rate", _first_over_second, "neither", "percent",
            "The share of source tokens that are kept, over all sentences together (micro).",
        ),
        Metric(
            "rate-macro", "Rate, macro", _third_over_fourth, "neither", "percent",
            "The mean over sentences of the share of source tokens that are kept.",
        ),
    ),
    needs_reference=False,
)  # fmt: skip


def _overlap_metrics(name: str, title: str, of: str) -> tuple[Metric, ...]:
    return (
        Metric(
            f"{name}-f1", f"{title} F1", f1, "higher", "percent",
            f"The harmonic mean of precision and recall of {of}.",
        ),
        Metric(
            f"{name}-precision", f"{title} P", precision, "higher", "percent",
            f"The share of the output's {of} that the reference has.",
        ),
        Metric(
            f"{name}-recall", f"{title} R", recall, "higher", "percent",
            f"The share of the reference's {of} that the output has.",
        ),
    )  # fmt: skip


def _fit(counts: Sequence[float]) -> float:
    return float(f1(np.asarray(counts, dtype=np.float64)))


TOKENS = Family(
    "tokens",
    best_of(lambda output, reference: overlap(output.bag, reference.bag), _fit),
    _overlap_metrics("token", "Token", "tokens"),
)
RELATIONS = Family(
    "relations",
    best_of(lambda output, reference: overlap(output.relations, reference.relations), _fit),
    _overlap_metrics(
        "relations", "Relations", "relations, of trees parsed again from the output's tokens"
    ),
)
TREE_RELATIONS = Family(
    "tree-relations",
    best_of(
        lambda output, reference: overlap(output.tree_relations, reference.tree_relations), _fit
    ),
    _overlap_metrics(
        "tree-relations", "Tree relations", "relations, straight from the output tree"
    ),
    needs_tree=True,
)


def _count_distance(output: Side, reference: Side) -> Sequence[float]:
    one, two = output.lowered, reference.lowered
    size = float(_size(one) + _size(two))
    if one is None or two is None:
        return size, size, 1.0
    return float(tree_distance(one, two)), size, 1.0


def _size(tree: Tree | None) -> int:
    """Nodes and words."""
    return 0 if tree is None else sum(1 + (node.word is not None) for node in tree.nodes())


TREE_DISTANCE = Family(
    "tree-distance",
    best_of(_count_distance, lambda counts: -counts[0]),
    (
        Metric(
            "tree-distance", "Tree distance",
            lambda counts: _share(counts[..., 0], counts[..., 2]), "lower", "number",
            "The mean edit distance of the output tree from the reference tree, in nodes.",
        ),
    ),
    needs_tree=True,
)  # fmt: skip


def loss_family(loss: Loss) -> Family:
    """A loss of section 3.6, summed over sentences as in Table 5."""

    def count(output: Side, reference: Side) -> Sequence[float]:
        bags = (_items(side.lowered, loss) for side in (reference, output))
        return (value_of(loss, compare(loss, *bags)),)

    described = f"The loss {loss.name} of section 3.6, summed over sentences."
    metric = Metric(loss.name, f"Loss {loss.name}", _first, "lower", "number", described)
    return Family(
        f"loss {loss.name}",
        best_of(count, lambda counts: -counts[0]),
        (metric,),
        needs_tree=loss.items == "productions",
    )


def _items(tree: Tree | None, loss: Loss) -> Counter[Hashable]:
    return Counter() if tree is None else bag_of(tree, loss.items)


LOSSES: tuple[Loss, ...] = (
    HammingLoss("tokens"),
    HammingLoss("ngrams"),
    HammingLoss("productions"),
    EditLoss(),
    F1Loss(),
)
FAMILIES: tuple[Family, ...] = (
    LENGTH,
    TOKENS,
    RELATIONS,
    TREE_RELATIONS,
    TREE_DISTANCE,
    *(loss_family(loss) for loss in LOSSES),
)
