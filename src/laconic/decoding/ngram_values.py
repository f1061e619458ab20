"""Values for n-grams of the target, beside the language model's.

So a loss over n-grams enters, and so do scores of neighbours: source tokens side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from laconic.trees.labels import Normalisation

MOST_WORDS = 3


class Boundary(Enum):
    """What stands before and after every target."""

    START = "start"
    END = "end"


Ngram = tuple[str | Boundary, ...]


@dataclass(frozen=True)
class NgramValues:
    """A value for each n-gram of one to three words, and for those that are not listed.

    `others` holds the latter by length and says how long n-grams are at the most. Two starts stand
    before the target and one end after it; a unigram is always a word. Words are compared as
    `normalisation` spells them.
    """

    values: Mapping[Ngram, float]
    others: tuple[float, ...]
    normalisation: Normalisation = "none"

    def __post_init__(self) -> None:
        if not 1 <= len(self.others) <= MOST_WORDS:
            raise ValueError(f"n-grams of up to {len(self.others)} words; expected 1 to 3")
        too_long = [ngram for ngram in self.values if not 1 <= len(ngram) <= len(self.others)]
        if too_long:
            raise ValueError(f"the n-gram {too_long[0]} has not 1 to {len(self.others)} words")

    def value_of(self, ngram: Ngram) -> float:
        """The value of an n-gram whose words are spelled as they are compared."""
        return self.values.get(ngram, self.others[len(ngram) - 1])

    def scaled(self, factor: float) -> NgramValues:
        """The same with every value multiplied by a number."""
        values = {ngram: factor * value for ngram, value in self.values.items()}
        others = tuple(factor * value for value in self.others)
        return NgramValues(values, others, self.normalisation)


@dataclass(frozen=True, eq=False)
class NeighbourValues:
    """A value for each two source tokens that are neighbours in the target.

    `values[i, j]` is that of places i and j, of which 0 is the start of the target, 1 the first
    source token, and the last one the end of the target. A word that a rule brings in has none, nor
    has a token beside one that stands before it in the source.
    """

    values: NDArray[np.float64]

    def __post_init__(self) -> None:
        rows, *columns = self.values.shape
        if columns != [rows] or rows < 2:
            raise ValueError(
                f"values of the shape {self.values.shape}; expected a square from 2 up"
            )
