"""The best compression of every length, from one search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.decoding.decoder import DECODING, NO_LIMITS, Beam, Found, Limits, search
from laconic.decoding.forest import Forest
from laconic.decoding.strata import bounds_of, length_strata
from laconic.scoring.ngram import NgramModel


@dataclass(frozen=True)
class Frontier:
    """For each length that targets can have, within the bounds asked for, the best of that length.

    `least` and `greatest` are what the forest allows at all: exact, whatever the beam.
    """

    best: dict[int, Found]
    least: int
    greatest: int
    limited: str | None = None


def find_frontier(
    forest: Forest,
    edge_scores: NDArray[np.float64],
    *,
    lm: NgramModel | None = None,
    lm_weight: float = 1.0,
    lengths: NDArray[np.integer[Any]] | None = None,
    min_length: int = 0,
    max_length: int | None = None,
    beam: Beam | None = DECODING,
    limits: Limits = NO_LIMITS,
) -> Frontier:
    """Search by length, in words or in what `lengths` says of each of the forest's words.

    A length that the forest can give, and that is within the bounds, is always found; an empty
    answer means that there is none. Without `lengths` the bound is the source's own length, if no
    other is given: what is longer is no compression.
    """
    if max_length is None and lengths is None:
        max_length = forest.arrays.tokens
    strata = length_strata(forest, lengths=lengths, least=min_length, greatest=max_length)
    least, greatest = bounds_of(forest, np.ascontiguousarray(strata.increments[:, 0]))
    chart = search(
        forest,
        edge_scores,
        lm=lm,
        lm_weight=lm_weight,
        strata=strata,
        beam=beam,
        limits=limits,
        k_best=False,
    )
    best = {final.counts[0]: chart.found(number) for number, final in enumerate(chart.finals)}
    return Frontier(best, least, greatest, chart.limited)
