"""Values for n-grams of the target, beside the language model's: how a loss over n-grams enters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

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
