"""Training as a problem for the learner: constraints are derivations, found by search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

from laconic.config import Rescaling
from laconic.decoding.decoder import Beam, Found, search
from laconic.decoding.threads import map_in_order
from laconic.errors import LaconicError
from laconic.learning.problem import Answer, FloatArray, Key, Row
from laconic.training.examples import Example, Examples
from laconic.training.space import FeatureSpace

_MOST_SEARCHES = 4  # for one constraint, with slack rescaling


class Transduction:
    """The examples of a corpus; derivations that are wrong are searched for with their loss.

    The key of a derivation are its edges. With slack rescaling, what is violated most is the
    maximum of Δ · (1 − w · δ): searches that weigh the loss anew, by the slope of this product at
    the best one found, come near it.
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
        found = self._search(example, scores, weights, 1.0)
        best = Answer(found.edges, self._row(example, found.edges))
        if self._rescaling == "margin":
            return best
        for _ in range(_MOST_SEARCHES - 1):
            loss, product = best.row.loss, best.row.violation(weights)
            if loss <= 0 or product <= 0:
                break
            found = self._search(example, scores, weights, product / loss**2)
            row = self._row(example, found.edges)
            if row.violation(weights) <= product:
                break
            best = Answer(found.edges, row)
        return best

    def _search(
        self, example: Example, scores: FloatArray, weights: FloatArray, factor: float
    ) -> Found:
        """The derivation with the highest sum of score and `factor` times loss."""
        augmentation = example.augmentation.scaled(factor)
        space = self._space
        chart = search(
            example.edges.forest,
            scores + augmentation.edge_values,
            lm=space.lm if space.lm_weight(weights) else None,
            lm_weight=space.lm_weight(weights),
            ngrams=augmentation.ngrams,
            strata=augmentation.strata,
            beam=self._beam,
            k_best=False,
        )
        return augmentation.best(chart)
