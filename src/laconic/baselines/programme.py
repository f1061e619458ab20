"""Integer programmes over the words of a sentence, solved by HiGHS.

A compression is a path from the start of the sentence to its end. A variable for each step of the
path makes it a flow, whose corners are paths: only the variables of words, which constraints tie to
each other, have to be asked to be whole. Steps are pairs of places, or, where three neighbours have
a score together, triples.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.constraints import Constraint

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
NO_WORD = -1
_TIME_IS_UP, _INFEASIBLE = 1, 2  # how scipy says it
_LEAST_SECONDS = 0.1
_SCALE = 1000.0
TIME_LIMIT = "time limit"  # what the solver had in hand then
COPIED = "time limit, copied"  # it had nothing in hand
UNSOLVED = "not solved, copied"  # it gave up
RELAXED = "brackets kept"  # they could not go without breaking something else


@dataclass(frozen=True, eq=False, slots=True)
class Flow:
    """Paths as a linear programme.

    Step s has the score `scores[s]`; it takes a unit from state `tails[s]` to state `heads[s]`. The
    first state is the start and the last one the end. `word_of` says which word a state stands on,
    and a word that is kept has a score of its own as well.
    """

    word_of: IntArray
    tails: IntArray
    heads: IntArray
    scores: FloatArray
    word_scores: FloatArray

    @property
    def words(self) -> int:
        """How many words the sentence has."""
        return len(self.word_scores)


@dataclass(frozen=True, slots=True)
class Solution:
    """The words to be kept, and marks that say what is not as it should be."""

    kept: tuple[int, ...]
    marks: tuple[str, ...] = ()


def bigram_flow(scores: FloatArray) -> Flow:
    """Equation (15): a state for each place, a step for each pair of places that has a score."""
    places = len(scores)
    tails, heads = np.triu_indices(places, 1)
    allowed = np.isfinite(scores[tails, heads])
    tails, heads = tails[allowed], heads[allowed]
    word_of = np.arange(places) - 1
    word_of[-1] = NO_WORD
    return Flow(word_of, tails, heads, scores[tails, heads], np.zeros(places - 2))


def solve(flow: Flow, constraints: Sequence[Constraint], *, max_seconds: float) -> Solution:
    """The best compression that meets all constraints, or the best known when time is up."""
    started = time.perf_counter()
    found, status = _solve(flow, constraints, max_seconds)
    marks: list[str] = []
    if status == _INFEASIBLE:
        marks.append(RELAXED)
        others = [constraint for constraint in constraints if constraint.kind != "brackets"]
        left = max(max_seconds - (time.perf_counter() - started), _LEAST_SECONDS)
        found, status = _solve(flow, others, min(left, max_seconds))
    if status == _TIME_IS_UP:
        marks.append(COPIED if found is None else TIME_LIMIT)
    elif found is None:
        marks = [UNSOLVED]
    kept = range(flow.words) if found is None else np.flatnonzero(found > 0.5).tolist()
    return Solution(tuple(kept), tuple(marks))


def _solve(
    flow: Flow, constraints: Sequence[Constraint], max_seconds: float
) -> tuple[FloatArray | None, int]:
    """The values of words, None if there are none; and how scipy says it ended."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    flows, words = _flow_matrix(flow), flow.words
    ties, low, high = _constraint_matrix(constraints, len(flow.tails), words)
    limits = [LinearConstraint(flows, *(_unit(flows.shape[0]),) * 2)]
    if constraints:
        limits.append(LinearConstraint(ties, low, high))
    result = milp(
        -_scaled(np.concatenate([flow.scores, flow.word_scores])),
        integrality=np.concatenate([np.zeros(len(flow.tails)), np.ones(words)]),
        bounds=Bounds(0, 1),
        constraints=limits,
        options={"time_limit": max_seconds, "mip_rel_gap": 0.0},
    )
    found = None if result.x is None else np.asarray(result.x[len(flow.tails) :])
    return found, int(result.status)


def _scaled(scores: FloatArray) -> FloatArray:
    """Scores of the same proportions that are large beside the solver's absolute tolerances.

    Beside one that is a thousand million times as large, others are lost in these all the same.
    """
    largest = np.abs(scores).max(initial=0.0)
    return scores / largest * _SCALE if largest else scores


def _unit(size: int) -> FloatArray:
    """One unit leaves the start; everything else is in balance."""
    balance = np.zeros(size)
    balance[0] = 1.0
    return balance


def _flow_matrix(flow: Flow) -> Any:
    """A row for the start, for each state between it and the end, and for each word."""
    from scipy.sparse import coo_array

    steps, last = np.arange(len(flow.tails)), len(flow.word_of) - 1
    leaves, ends = flow.tails > 0, flow.heads < last
    enters = flow.word_of[flow.heads] != NO_WORD
    words = np.arange(flow.words)
    entries = [
        (np.zeros(int((~leaves).sum())), steps[~leaves], 1.0),
        (flow.heads[ends], steps[ends], 1.0),
        (flow.tails[leaves], steps[leaves], -1.0),
        # A word is kept if one of its states is entered.
        (last + flow.word_of[flow.heads[enters]], steps[enters], 1.0),
        (last + words, len(steps) + words, -1.0),
    ]
    rows, columns = (np.concatenate([entry[side] for entry in entries]) for side in (0, 1))
    values = np.concatenate([np.full(len(entry[0]), entry[2]) for entry in entries])
    shape = (last + flow.words, len(steps) + flow.words)
    return coo_array((values, (rows.astype(np.int64), columns)), shape=shape).tocsr()


def _constraint_matrix(
    constraints: Sequence[Constraint], steps: int, words: int
) -> tuple[Any, FloatArray, FloatArray]:
    from scipy.sparse import coo_array

    entries = [
        (row, steps + word, value)
        for row, constraint in enumerate(constraints)
        for word, value in constraint.coefficients
    ]
    rows, columns, values = np.array(entries).T if entries else np.zeros((3, 0))
    places = rows.astype(np.int64), columns.astype(np.int64)
    matrix = coo_array((values, places), shape=(len(constraints), steps + words)).tocsr()
    low = np.array([constraint.low for constraint in constraints])
    high = np.array([constraint.high for constraint in constraints])
    return matrix, low, high
