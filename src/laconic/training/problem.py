"""Training as a problem for the learner: constraints are derivations, found by search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

import numpy as np

from laconic.config import Rescaling
from laconic.decoding.augmentation import Augmentation
from laconic.decoding.decoder import Beam, Chart, Found, search
from laconic.decoding.threads import map_in_order
from laconic.errors import LaconicError
from laconic.learning.problem import Answer, FloatArray, Key, Row
from laconic.training.examples import Example, Examples
from laconic.training.space import FeatureSpace

_MOST_SEARCHES = 4  # for one constraint, with slack rescaling


class Transduction:
    """The examples of a corpus; derivations that are wrong are searched for with their loss.

    The key of a derivation are its edges. With slack rescaling, what is violated most is the
    maximum of Δ · (1 − w · δ): the best of all final strata, in searches that weigh the loss anew,
    by the slope of this product at the best one found, comes near it.
    """

    def __init__(
        self,
        examples: Examples,
        space: FeatureSpace,
        *,
        rescaling: Rescaling = "margin",
        beam: Beam | None,
        workers: int = 1,
    ) -> None:
        self._examples, self._space = examples, space
        self._rescaling, self._beam, self._workers = rescaling, beam, workers

    @property
    def examples(self) -> int:
        return len(self._examples)

    @property
    def dimension(self) -> int:
        return self._space.width

    def most_violated(self, weights: FloatArray, examples: Sequence[int]) -> Iterator[Answer]:
        """The most violated constraint of each of these examples, in their order."""
        row_scores = self._space.row_scores(weights)

        def find(number: int) -> Answer:
            return self._find(number, weights, row_scores)

        return map_in_order(find, examples, workers=self._workers)

    def row(self, example: int, key: Key) -> Row:
        """The constraint of a derivation, given by its edges."""
        return self._row(self._examples[example], key)

    def _row(self, example: Example, key: Key) -> Row:
        columns, values = self._space.difference(example.edges, example.gold, key)
        loss = example.augmentation.loss_of(example.edges.forest, key)
        if not (isfinite(loss) and loss >= 0):
            name = example.augmentation.loss.name
            raise LaconicError(
                f"the loss {name} is {loss} for a derivation of {example.task.name}; expected a"
                " number from 0 up"
            )
        if self._rescaling == "slack":
            values = values * loss
        return Row(columns, values, loss)

    def _find(self, number: int, weights: FloatArray, row_scores: FloatArray) -> Answer:
        example = self._examples[number]
        scores = self._space.score_edges(example.edges, weights, row_scores)
        if self._rescaling == "slack":
            return self._find_by_product(example, scores, weights)
        chart = self._search(example, example.augmentation, scores, weights)
        edges = example.augmentation.best(chart).edges
        return Answer(edges, self._row(example, edges))

    def _find_by_product(self, example: Example, scores: FloatArray, weights: FloatArray) -> Answer:
        """The best product of loss and violation among the final strata of a few searches."""
        columns, values = self._space.vector(example.edges, example.gold)
        gold_score = float(np.sum(weights[columns] * values))
        best: tuple[float, float, Key] | None = None
        factor = 1.0
        for _ in range(_MOST_SEARCHES):
            augmentation = example.augmentation.scaled(factor)
            chart = self._search(example, augmentation, scores, weights)
            found = max(
                self._product(example, augmentation, chart.found(number), gold_score)
                for number in range(len(chart.finals))
            )
            if best is not None and found[0] <= best[0]:
                break
            best = found
            product, loss, _ = best
            if loss <= 0 or product <= 0:
                break
            factor = product / loss**2
        edges = example.gold if best is None else best[2]
        return Answer(edges, self._row(example, edges))

    def _product(
        self, example: Example, augmentation: Augmentation, found: Found, gold_score: float
    ) -> tuple[float, float, Key]:
        """Δ · (1 − w · δ) of a derivation, its loss, and its edges."""
        forest = example.edges.forest
        loss = example.augmentation.loss_of(forest, found.edges)
        in_score = augmentation.loss_of(forest, found.edges) - augmentation.value(found.counts)
        return loss * (1 - gold_score + found.score - in_score), loss, found.edges

    def _search(
        self, example: Example, augmentation: Augmentation, scores: FloatArray, weights: FloatArray
    ) -> Chart:
        """The chart of scores and loss together."""
        lm_weight = self._space.lm_weight(weights)
        return search(
            example.edges.forest,
            scores + augmentation.edge_values,
            lm=self._space.lm if lm_weight else None,
            lm_weight=lm_weight,
            ngrams=augmentation.ngrams,
            strata=augmentation.strata,
            beam=self._beam,
            k_best=False,
        )
