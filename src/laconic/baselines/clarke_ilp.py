"""Clarke & Lapata's first system (2008): McDonald's scores under constraints, as an integer
programme."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.constraints import find_constraints
from laconic.baselines.options import IlpOptions
from laconic.baselines.programme import Solution, bigram_flow, solve
from laconic.baselines.sentence import Sentence
from laconic.baselines.viterbi import best_path


def solve_bigrams(scores: NDArray[np.float64], sentence: Sentence, options: IlpOptions) -> Solution:
    """The best compression that meets the constraints.

    Where the best compression of all meets them, it is the answer, and no programme is needed.
    """
    constraints = find_constraints(sentence, options.constraints, min_rate=options.min_rate)
    best = best_path(scores)
    kept = set(best.kept)
    if all(constraint.is_met(kept) for constraint in constraints):
        return Solution(best.kept)
    return solve(bigram_flow(scores), constraints, max_seconds=options.max_seconds)
