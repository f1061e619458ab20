"""Losses: how far a target is from its reference, by the items that each of them holds (3.6).

1. Items are tokens, n-grams (n ≤ 3, with starts and an end), or productions of the tree. Places are
   tokens too, but those of a forest are hits only where the reference's own words stand in the
   source: no other "the" will do. That needs no counts of types, so that searching is faster.
2. All that a loss sees is three counts: items predicted, hits among them, items of the reference.
3. A loss is a part for each item and each hit, which can join the scores of a search, and a rest,
   for which a search must keep counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose, isfinite
from typing import Any, Literal, Protocol

import numpy as np

from laconic.errors import LaconicError, LossError
from laconic.trees.tree import Tree

Items = Literal["tokens", "places", "ngrams", "productions"]
Counts = Any  # a number, or an array of numbers
MAX_NGRAM = 3
SMALL = 12  # below this, counts are small enough to try all of them
START, END = None, True  # beside words, which are strings


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a loss is a function of; the paper's TP are the hits, FP the other predicted items."""

    predicted: Counts
    hits: Counts
    reference: int


class Loss(Protocol):
    """A loss: `per_predicted` · predicted + `per_hit` · hits + `rest`.

    A hit is a predicted item that the reference holds; `clipped`, at most as often as the reference
    does. `needs` says which counts the rest looks at. The rest takes numbers or arrays of numbers,
    for references of no items too, and does not change any more once `predicted` is at its cap, if
    it has one.
    """

    @property
    def name(self) -> str: ...
    @property
    def items(self) -> Items: ...
    @property
    def clipped(self) -> bool: ...
    @property
    def per_predicted(self) -> float: ...
    @property
    def per_hit(self) -> float: ...
    @property
    def needs(self) -> Sequence[Literal["predicted", "hits"]]: ...

    def predicted_cap(self, reference: int) -> int | None: ...
    def rest(self, arguments: Arguments) -> Counts: ...


def small_arguments() -> Iterator[Arguments]:
    """All counts of small targets and references."""
    for reference, predicted in product(range(1, SMALL), range(SMALL)):
        for hits in range(min(predicted, reference) + 1):
            yield Arguments(predicted, hits, reference)


def check_loss(loss: Loss) -> None:
    """An error for a loss whose rest is no number, or looks at counts that it does not need."""
    for arguments in small_arguments():
        cap = loss.predicted_cap(arguments.reference)
        predicted = arguments.predicted if cap is None else min(arguments.predicted, cap)
        needed = Arguments(
            predicted if "predicted" in loss.needs else 0,
            arguments.hits if "hits" in loss.needs else 0,
            arguments.reference,
        )
        whole, part = float(loss.rest(arguments)), float(loss.rest(needed))
        if not isfinite(whole):
            raise LossError(
                f"the rest of the loss {loss.name} is {whole} for {arguments}; expected a finite"
                " number"
            )
        if not isclose(whole, part, rel_tol=1e-9, abs_tol=1e-9):
            raise LossError(
                f"the rest of the loss {loss.name} is {whole} for {arguments}, but {part} by the"
                " counts that it says it needs; are `needs` and `predicted_cap` right?"
            )


@dataclass(frozen=True, slots=True)
class HammingLoss:
    """Equation (12): predicted items that the reference lacks, and a penalty for too few of them.

    `length_penalty` is a factor on the latter.
    """

    items: Items = "tokens"
    length_penalty: float = 1.0
    clipped: Literal[False] = False
    per_predicted: float = 1.0
    per_hit: float = -1.0
    needs: tuple[Literal["predicted"], ...] = ("predicted",)

    @property
    def name(self) -> str:
        return f"hamming-{self.items}"

    def predicted_cap(self, reference: int) -> int:
        return reference

    def rest(self, arguments: Arguments) -> Counts:
        return self.length_penalty * np.maximum(arguments.reference - arguments.predicted, 0)


@dataclass(frozen=True, slots=True)
class EditLoss:
    """Equation (13): insertions and deletions between two bags.

    `length_penalty` is a factor on what the reference has and the target lacks.
    """

    items: Items = "tokens"
    length_penalty: float = 1.0
    clipped: Literal[True] = True
    per_predicted: float = 1.0
    needs: tuple[Literal["predicted"], ...] = ()

    @property
    def name(self) -> str:
        return f"edit-{self.items}"

    @property
    def per_hit(self) -> float:
        return -1.0 - self.length_penalty

    def predicted_cap(self, _reference: int) -> None:
        return None

    def rest(self, arguments: Arguments) -> Counts:
        return self.length_penalty * arguments.reference + 0 * arguments.predicted


@dataclass(frozen=True, slots=True)
class F1Loss:
    """Equation (14): one minus the harmonic mean of precision and recall."""

    items: Items = "tokens"
    clipped: Literal[True] = True
    per_predicted: float = 0.0
    per_hit: float = 0.0
    needs: tuple[Literal["predicted", "hits"], ...] = ("predicted", "hits")

    @property
    def name(self) -> str:
        return f"f1-{self.items}"

    def predicted_cap(self, _reference: int) -> None:
        return None

    def rest(self, arguments: Arguments) -> Counts:
        # 2PR / (P + R), with hits / predicted and hits / reference, is 2 · hits over their sum.
        either = np.maximum(arguments.predicted + arguments.reference, 1)
        return 1 - 2 * np.asarray(arguments.hits) / either


@dataclass(frozen=True, slots=True)
class CountedLoss:
    """A loss with no part that joins scores, all of it a function of counts: the derivations of a
    final stratum then have one loss, as slack rescaling needs it."""

    whole: Loss
    per_predicted: float = 0.0
    per_hit: float = 0.0
    needs: tuple[Literal["predicted", "hits"], ...] = ("predicted", "hits")

    @property
    def name(self) -> str:
        return self.whole.name

    @property
    def items(self) -> Items:
        return self.whole.items

    @property
    def clipped(self) -> bool:
        return self.whole.clipped

    def predicted_cap(self, _reference: int) -> None:
        return None

    def rest(self, arguments: Arguments) -> Counts:
        return _total(self.whole, arguments)


def bag_of(tree: Tree, items: Items) -> Counter[Hashable]:
    """The items of a target.

    >>> from laconic.trees.brackets import parse
    >>> sorted(map(str, bag_of(parse("(S (NP (NN rain)) (VP (VBZ falls)))"), "productions")))
    ["('NN', 'rain')", "('NP', ('NN',))", "('S', ('NP', 'VP'))", "('VBZ', 'falls')", "('VP', ('VBZ',))"]
    """  # noqa: E501
    if items in ("tokens", "places"):
        return Counter(tree.words())
    if items == "ngrams":
        return Counter(ngrams_of(tree.words()))
    if items == "productions":
        return Counter(productions_of(tree))
    raise LaconicError(f"unknown items {items!r}; expected tokens, places, ngrams or productions")


def ngrams_of(words: Sequence[str]) -> list[tuple[str | bool | None, ...]]:
    """The n-grams of a string: words alone, and longer ones also across its start and end.

    >>> len(ngrams_of(["what", "records", "are", "involved"]))
    14
    """
    padded = [*([START] * (MAX_NGRAM - 1)), *words, END]
    ngrams: list[tuple[str | bool | None, ...]] = [(word,) for word in words]
    for length in range(2, MAX_NGRAM + 1):
        stops = range(MAX_NGRAM, len(padded) + 1)
        ngrams += [tuple(padded[stop - length : stop]) for stop in stops]
    return ngrams


def ngram_count(words: Counts) -> Counts:
    """How many n-grams a string of so many words has."""
    return words + (MAX_NGRAM - 1) * (words + 1)


def productions_of(tree: Tree) -> list[Hashable]:
    """The productions of a tree or fragment; variables have none."""
    return [
        (node.label, node.word or tuple([child.label for child in node.children]))
        for node in tree.nodes()
        if not node.is_frontier
    ]


def compare(loss: Loss, reference: Counter[Hashable], predicted: Counter[Hashable]) -> Arguments:
    """The arguments of a loss for two bags of items."""
    if loss.clipped:
        hits = (reference & predicted).total()
    else:
        hits = sum(count for item, count in predicted.items() if item in reference)
    return Arguments(predicted.total(), hits, reference.total())


def value_of(loss: Loss, arguments: Arguments) -> float:
    """The value of a loss."""
    return float(_total(loss, arguments))


def _total(loss: Loss, arguments: Arguments) -> Counts:
    additive = loss.per_predicted * arguments.predicted + loss.per_hit * arguments.hits
    return additive + loss.rest(arguments)


def measure(loss: Loss, reference: Tree, predicted: Tree) -> float:
    """The loss of a target against its reference."""
    bags = bag_of(reference, loss.items), bag_of(predicted, loss.items)
    return value_of(loss, compare(loss, *bags))


def type_counts(reference: Counter[Hashable], predicted: Counter[Hashable]) -> tuple[int, ...]:
    """How often each type of the reference was predicted, and last all others: Table 1's p."""
    known = [predicted[item] for item in reference]
    return (*known, predicted.total() - sum(known))
