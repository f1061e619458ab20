"""A loss as a search takes it: values that join the scores, and strata for what does not (3.5).

1. What a loss says of each predicted item and each hit joins the scores of edges, or of n-grams.
2. The rest needs counts: of items, of hits, and, where hits are clipped, of each type that the
   forest can give more often than the reference holds it. Only these stratify the chart.
3. While the chart is built, the rest is judged as if the reference were what is aligned with the
   words under a node. Where there are too many strata to tabulate this, nothing steers.
4. Of whole derivations the best by score and loss is chosen from the final strata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.decoder import Chart, Found
from laconic.decoding.forest import Forest
from laconic.decoding.ngram_values import Boundary, Ngram, NgramValues
from laconic.decoding.strata import Strata, bounds_of, has_room
from laconic.errors import LossError, SearchError
from laconic.grammar.alignment import align, check_links
from laconic.grammar.derivation import Step, locate, surface_target
from laconic.scoring.losses import (
    END,
    MAX_NGRAM,
    START,
    Arguments,
    Counts,
    Loss,
    bag_of,
    ngram_count,
    ngrams_of,
    productions_of,
)
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
Links = Sequence[tuple[int, int]]

_MOST_STRATA = 2**62  # as many as the core can number
_PREDICTED, _HITS, _TYPE = "predicted", "hits", "type "  # names of counts


@dataclass(frozen=True, eq=False)
class Augmentation:
    """What to add to a search so that it looks for high scores and high losses.

    The loss of a derivation is the sum of `edge_values` over its edges, of `ngrams` over its
    target, and the `value` of its final counts.
    """

    edge_values: FloatArray
    ngrams: NgramValues | None
    strata: Strata
    loss: Loss
    count_names: tuple[str, ...]
    reference_items: int
    scale: float

    def value(self, counts: tuple[int, ...]) -> float:
        """The part of the loss that depends on the counts of a whole derivation."""
        named = dict(zip(self.count_names, counts, strict=True))
        return float(self.scale * _rest(self.loss, named, self.reference_items))

    def loss_of(self, forest: Forest, edges: Sequence[int]) -> float:
        """The loss of a derivation, given by its edges in order; it is scaled like all else."""
        chosen = list(edges)
        sums = self.strata.increments[chosen].sum(axis=0).tolist()
        counts = tuple(min(*both) for both in zip(sums, self.strata.caps, strict=True))
        ngrams = 0.0
        if self.ngrams is not None:
            words = [forest.words[word] for word in forest.words_of(edges)]
            ngrams = sum(self.ngrams.value_of(_bounded(ngram)) for ngram in ngrams_of(words))
        return float(np.sum(self.edge_values[chosen])) + ngrams + self.value(counts)

    def scaled(self, factor: float) -> Augmentation:
        """The same with the loss multiplied by a number."""
        if factor == 1:
            return self
        values = None if self.strata.values is None else factor * self.strata.values
        return replace(
            self,
            edge_values=factor * self.edge_values,
            ngrams=None if self.ngrams is None else self.ngrams.scaled(factor),
            strata=replace(self.strata, values=values),
            scale=factor * self.scale,
        )

    def best(self, chart: Chart) -> Found:
        """The derivation with the highest sum of score and loss in a chart that was searched with
        this; the score includes the loss."""
        totals = [final.score + self.value(final.counts) for final in chart.finals]
        number = int(np.argmax(totals))
        found = chart.found(number)
        return Found(totals[number], found.counts, found.edges)


@dataclass(frozen=True)
class _Count:
    """One count of the strata: what each edge adds, and up to where."""

    increments: IntArray
    cap: int


def augment(
    forest: Forest, loss: Loss, reference: Tree, *, links: Links | None = None, scale: float = 1.0
) -> Augmentation:
    """The loss of a forest's derivations against a reference.

    `links` align source and reference; without them they are found as in extraction. `scale`
    multiplies the loss.
    """
    forest.check_not_empty()
    bag = bag_of(reference, loss.items)
    if loss.items == "ngrams" and (loss.clipped or "hits" in loss.needs):
        raise SearchError(f"{loss.name}: hits of n-grams cannot be clipped or counted")
    if links is None:
        links = align(forest.source, index_spans(reference))
    links = check_links(links, forest.arrays.tokens, len(reference.words()))
    held = _count_items(forest, loss, reference, bag, links)
    clippable = _clippable(forest, held.of_type, bag) if loss.clipped else []
    free_hits = held.hits - sum((held.of_type[item] for item in clippable), start=0 * held.hits)
    edge_values, ngrams = held.predicted * 0.0, None
    if loss.items == "ngrams":
        ngrams = _ngram_values(bag, loss, scale)
    else:
        edge_values = scale * (loss.per_predicted * held.predicted + loss.per_hit * free_hits)
    counts = {}
    if "predicted" in loss.needs:
        counts[_PREDICTED] = _predicted(forest, held.predicted, loss, reference, bag)
    if "hits" in loss.needs:
        counts[_HITS] = _Count(free_hits, bounds_of(forest, free_hits)[1])
    for number, item in enumerate(clippable):
        counts[f"{_TYPE}{number}"] = _Count(held.of_type[item], bag[item])
    sizes = [count.cap + 1 for count in counts.values()]
    if prod(sizes) > _MOST_STRATA:
        raise SearchError(f"{loss.name} would need {prod(sizes)} strata for this sentence")
    increments = [count.increments for count in counts.values()]
    values, tables = _steering(forest, loss, counts, bag.total(), reference, links)
    if values is not None and not np.isfinite(values).all():
        raise LossError(
            f"the loss {loss.name} is no finite number for some counts; they begin at 0, for those"
            " of a reference too"
        )
    strata = Strata(
        np.array(increments, dtype=np.int32).reshape(len(counts), len(forest)).T,
        tuple(count.cap for count in counts.values()),
        None if values is None else scale * values,
        tables,
    )
    return Augmentation(
        edge_values.astype(np.float64), ngrams, strata, loss, tuple(counts), bag.total(), scale
    )


def _steering(
    forest: Forest,
    loss: Loss,
    counts: dict[str, _Count],
    reference_items: int,
    reference: Tree,
    links: Links,
) -> tuple[FloatArray | None, IntArray | None]:
    """The rest of a loss for all values of the counts, by how much of the reference is aligned with
    what is under a vertex, and which of these tables holds for each vertex."""
    tables, shares = _shares(forest, reference, links)
    sizes = tuple(count.cap + 1 for count in counts.values())
    if not has_room(len(shares), sizes):
        return None, None
    named = dict(zip(counts, np.indices(sizes) if sizes else (), strict=True))
    inside = [_rest(loss, named, round(reference_items * share)) for share in shares]
    return np.stack([np.broadcast_to(values, sizes) for values in inside]), tables


@dataclass(frozen=True)
class _Held:
    """How many items each edge predicts, how many of them the reference holds, and of each type."""

    predicted: IntArray
    hits: IntArray
    of_type: dict[Hashable, IntArray]


def _count_items(
    forest: Forest, loss: Loss, reference: Tree, bag: Counter[Hashable], links: Links
) -> _Held:
    if loss.items == "productions":
        bags = [_edge_productions(forest, edge) for edge in range(len(forest))]
        of_type = {item: np.array([held[item] for held in bags], dtype=np.int32) for item in bag}
        predicted = np.array([held.total() for held in bags], dtype=np.int32)
    elif loss.items == "places":
        in_reference = np.zeros(len(forest.words), dtype=np.int32)
        in_reference[_own_places(forest, reference, links)] = 1
        predicted = forest.sum_words(np.ones_like(in_reference)).astype(np.int32)
        return _Held(predicted, forest.sum_words(in_reference).astype(np.int32), {})
    else:
        words = np.array(forest.words, dtype=object)
        of_type = {
            item: forest.sum_words((words == item).astype(np.int32)).astype(np.int32)
            for item in bag
            if isinstance(item, str)
        }
        predicted = forest.sum_words(np.ones(len(words), dtype=np.int32)).astype(np.int32)
    hits = sum(of_type.values(), start=np.zeros(len(forest), dtype=np.int32))
    return _Held(predicted, hits, of_type)


def _own_places(forest: Forest, reference: Tree, links: Links) -> list[int]:
    """Where the words of the reference stand in the source: for each at most one token, the same
    word, so that there are no more hits than words."""
    words = reference.words()
    same = {target: source for source, target in links if forest.words[source] == words[target]}
    return list(same.values())


def _edge_productions(forest: Forest, edge: int) -> Counter[Hashable]:
    rule = forest.rule(edge)
    node = int(forest.arrays.vertex_nodes[forest.arrays.heads[edge]])
    tokens = list(forest.words[: forest.arrays.tokens])
    found = locate(forest.source, Step(node, rule))
    return Counter(productions_of(surface_target(rule, found, tokens)))


def _clippable(
    forest: Forest, of_type: dict[Hashable, IntArray], bag: Counter[Hashable]
) -> list[Hashable]:
    """The types that a derivation can hold more often than the reference."""
    return [item for item, counts in of_type.items() if bounds_of(forest, counts)[1] > bag[item]]


def _predicted(
    forest: Forest, predicted: IntArray, loss: Loss, reference: Tree, bag: Counter[Hashable]
) -> _Count:
    """How many items there are; of n-grams there are as many as the length of the string says."""
    cap = loss.predicted_cap(bag.total())
    if cap is None:
        cap = bounds_of(forest, predicted)[1]
    elif loss.items == "ngrams":
        cap = len(reference.words())
    return _Count(predicted, cap)


def _rest(loss: Loss, counts: Mapping[str, Counts], reference: int) -> FloatArray:
    """The rest of a loss, and what clipped hits add, for counts or arrays of counts."""
    clipped = sum(count for name, count in counts.items() if name.startswith(_TYPE))
    predicted = counts.get(_PREDICTED, 0)
    if loss.items == "ngrams":
        predicted = ngram_count(predicted)
    arguments = Arguments(predicted, counts.get(_HITS, 0) + clipped, reference)
    return np.asarray(loss.per_hit * clipped + loss.rest(arguments), dtype=np.float64)


def _ngram_values(bag: Counter[Hashable], loss: Loss, scale: float) -> NgramValues:
    values: dict[Ngram, float] = {
        _bounded(ngram): scale * (loss.per_predicted + loss.per_hit)
        for ngram in bag
        if isinstance(ngram, tuple)
    }
    return NgramValues(values, (scale * loss.per_predicted,) * MAX_NGRAM)


def _bounded(ngram: Sequence[str | bool | None]) -> Ngram:
    """An n-gram of a loss as the search takes it."""
    boundaries = {START: Boundary.START, END: Boundary.END}
    return tuple(word if isinstance(word, str) else boundaries[word] for word in ngram)


def _shares(forest: Forest, reference: Tree, links: Links) -> tuple[IntArray, list[float]]:
    """For each vertex a number, and for each number which share of the reference's words is aligned
    with words under it."""
    aligned = np.zeros(forest.arrays.tokens + 1, dtype=np.int64)
    for source_word in {t: s for s, t in links}.values():
        aligned[source_word + 1] += 1
    before = np.cumsum(aligned)
    nodes = forest.arrays.vertex_nodes
    starts, stops = np.array(forest.source.starts), np.array(forest.source.stops)
    inside = before[stops[nodes]] - before[starts[nodes]]
    lengths, tables = np.unique(inside, return_inverse=True)
    total = max(len(reference.words()), 1)
    return tables.astype(np.int32), [int(length) / total for length in lengths]
