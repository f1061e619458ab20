"""Training as a problem for the learner: constraints are derivations, found by search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

import numpy as np

from laconic.config import Rescaling
from laconic.decoding.augmentation import Augmentation
from laconic.decoding.decoder import Beam, Chart, Found, search
from laconic.decoding.threads import map_in_order
from laconic.errors import LossError
from laconic.learning.problem import Answer, FloatArray, Key, Row
from laconic.scoring.losses import CountedLoss, Loss
from laconic.training.examples import Example, Examples
from laconic.training.space import FeatureSpace

# With slack rescaling: how the loss is weighed at first, and how often it may be weighed anew.
_FACTORS = (1 / 16, 1.0, 16.0)
_MOST_SEARCHES = 3
_ROUNDING = 1e-9  # of a loss
_ROWS = 200  # of the table, that an example uses about


def search_form(loss: Loss, rescaling: Rescaling) -> Loss:
    """A loss in the form in which to search with it; hits of n-grams cannot be counted."""
    return CountedLoss(loss) if rescaling == "slack" and loss.items != "ngrams" else loss


class Transduction:
    """The examples of a corpus; derivations that are wrong are searched for with their loss.

    The key of a derivation are its edges. With slack rescaling, what is violated most is the
    maximum of Δ · (1 − w · δ). If all of the loss is a function of counts (`CountedLoss`), the best
    of each final stratum has the best product of all with its loss, and the best of these is the
    maximum, as far as the beam sees. Otherwise it only comes near: a part of the loss is in the
    scores, and hides derivations from one another.
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
        # For a batch of a large corpus, most rows of the table are of no use.
        is_batch = len(examples) * _ROWS < len(self._space.table)
        row_scores = None if is_batch else self._space.row_scores(weights)

        def find(number: int) -> Answer:
            return self._find(number, weights, row_scores)

        return map_in_order(find, examples, workers=self._workers)

    def row(self, example: int, key: Key) -> Row:
        """The constraint of a derivation, given by its edges."""
        return self._row(self._examples[example], key)

    def _row(self, example: Example, key: Key) -> Row:
        columns, values = self._space.difference(example.edges, example.gold, key)
        loss = example.augmentation.loss_of(example.edges.forest, key)
        if -_ROUNDING < loss < 0:
            loss = 0.0
        if not (isfinite(loss) and loss >= 0):
            name = example.augmentation.loss.name
            raise LossError(
                f"the loss {name} is {loss} for a derivation of {example.task.name}; expected a"
                " number from 0 up"
            )
        if self._rescaling == "slack":
            values = values * loss
        return Row(columns, values, loss)

    def _find(self, number: int, weights: FloatArray, row_scores: FloatArray | None) -> Answer:
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

        def search_with(factor: float) -> tuple[float, float, Key]:
            augmentation = example.augmentation.scaled(factor)
            chart = self._search(example, augmentation, scores, weights)
            return max(
                self._product(example, augmentation, chart.found(number), gold_score)
                for number in range(len(chart.finals))
            )

        whole = example.augmentation.loss
        is_counted = not (whole.per_predicted or whole.per_hit)
        best = max(map(search_with, (1.0,) if is_counted else _FACTORS))
        for _ in range(0 if is_counted and self._beam is None else _MOST_SEARCHES):
            product, loss, _ = best
            if loss <= 0 or product <= 0:
                break
            # The slope of the product at the best one so far.
            found = search_with(product / loss**2)
            if found[0] <= product:
                break
            best = found
        return Answer(best[2], self._row(example, best[2]))

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
