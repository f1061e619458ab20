"""A transducer with scores of neighbours: what McDonald's system says of two words side by side.

Section 8 of the paper asks for "ngram features besides the language model". Here the score of each
two source tokens that become neighbours, equation (15) with weights learned on the same pairs, is
one more feature of the search, which keeps the ends of every partial target anyway. Its weight is
set, not learned.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np

from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.sentence import read_sentence
from laconic.decoding.forest import Forest
from laconic.decoding.ngram_values import NeighbourValues
from laconic.errors import LaconicError
from laconic.model import Model


@dataclass(frozen=True, eq=False)
class NeighbourModel(Model):
    """A transducer and a bigram model; compresses, but is no file of its own."""

    bigrams: BigramModel | None = field(default=None, repr=False)
    weight: float = 1.0

    def score_neighbours(self, forest: Forest) -> NeighbourValues | None:
        """The bigram model's scores, times the weight."""
        if self.bigrams is None:
            return None
        scores = self.bigrams.score(read_sentence(forest.source.tree))
        # A compression without words is none of the bigram model's, nor of the forest's.
        return NeighbourValues(self.weight * np.where(np.isfinite(scores), scores, 0.0))

    @property
    def signature(self) -> str:  # type: ignore[override]
        """Both models', and the weight."""
        bigrams = "" if self.bigrams is None else self.bigrams.signature
        return f"{super().signature}+{self.weight:g}·{bigrams}"

    def save(self, _path: object) -> None:
        """There is no file for both."""
        raise LaconicError("a transducer with scores of neighbours is saved in its two parts")


def with_neighbours(model: Model, bigrams: BigramModel, weight: float) -> NeighbourModel:
    """The transducer with one more feature."""
    own = {one.name: getattr(model, one.name) for one in fields(Model)}
    return NeighbourModel(**own, bigrams=bigrams, weight=weight)
