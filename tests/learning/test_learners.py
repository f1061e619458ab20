"""Both learners against a general solver over all constraints, and against themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learning_problems import PROBLEMS, ListedProblem, judge, random_problem

from laconic.learning import cutting_plane, frank_wolfe
from laconic.learning.cutting_plane import CuttingPlane
from laconic.learning.frank_wolfe import FrankWolfe
from laconic.learning.problem import Answer, FloatArray, Round, objective
from laconic.learning.quadratic import Block, dual_value, solve, weights_of

COSTS = st.sampled_from([0.01, 1.0, 50.0])


def cut(problem: ListedProblem, c: float, epsilon: float = 1e-9) -> CuttingPlane:
    exact = cutting_plane.Settings(c=c, epsilon=epsilon, most_sweeps=20_000)
    return CuttingPlane(problem, exact)


def learn(learner: CuttingPlane | FrankWolfe, most: int = 500) -> list[Round]:
    rounds: list[Round] = []
    while len(rounds) < most and not (rounds and rounds[-1].converged):
        rounds.append(learner.round())
    return rounds


@settings(max_examples=60)
@given(PROBLEMS, COSTS)
def test_cutting_planes_reach_the_optimum(problem: ListedProblem, c: float) -> None:
    learner = cut(problem, c)
    rounds = learn(learner)
    best, _ = judge(problem.rows, problem.losses, c)
    assert rounds[-1].converged
    assert rounds[-1].primal == pytest.approx(best, rel=1e-6, abs=1e-7)
    assert rounds[-1].dual == pytest.approx(best, rel=1e-6, abs=1e-7)
    slacks = problem.slacks(learner.measured)
    assert objective(learner.measured, slacks, c) == pytest.approx(best, rel=1e-6, abs=1e-7)


@settings(max_examples=60)
@given(PROBLEMS, COSTS)
def test_the_dual_never_exceeds_the_primal(problem: ListedProblem, c: float) -> None:
    for found in learn(cut(problem, c, epsilon=0.01)):
        assert found.dual <= found.primal + 1e-9 * (1 + found.primal)
    for found in learn(FrankWolfe(problem, frank_wolfe.Settings(c=c, epsilon=0.05, batch=2)), 30):
        assert found.dual <= found.primal + 1e-9 * (1 + found.primal)


class Forgetful(ListedProblem):
    """A search that prunes: each time it sees only some of an example's constraints."""

    searches = 0

    def most_violated(self, weights: FloatArray, examples: Sequence[int]) -> Iterator[Answer]:
        for number in examples:
            self.searches += 1
            violations = self.losses[number] - self.rows[number] @ weights
            seen = np.random.default_rng(self.searches).random(len(violations)) < 0.4
            place = int(np.argmax(np.where(seen, violations, -np.inf)))
            yield Answer((place,), self.row(number, (place,)))


@settings(max_examples=60)
@given(PROBLEMS, st.sampled_from([0.01, 1.0]))
def test_the_dual_stays_below_the_primal_where_a_search_misses(
    listed: ListedProblem, c: float
) -> None:
    problem = Forgetful(listed.rows, listed.losses)
    learners: list[CuttingPlane | FrankWolfe] = [
        cut(problem, c, epsilon=0.01),
        FrankWolfe(problem, frank_wolfe.Settings(c=c, epsilon=0.3, batch=2)),
    ]
    for learner in learners:
        for found in learn(learner, 40):
            assert found.dual <= found.primal + 1e-9 * (1 + found.primal)


@settings(max_examples=60)
@given(PROBLEMS, COSTS, st.sampled_from([0.5, 0.01]))
def test_nothing_is_violated_by_more_than_epsilon(
    problem: ListedProblem, c: float, epsilon: float
) -> None:
    learner = cut(problem, c, epsilon)
    last = learn(learner)[-1]
    assert last.converged
    assert last.gap <= 1.1 * c * epsilon + 1e-12
    for number, block in enumerate(learner.blocks):
        known = max(block.violations(learner.measured))
        assert problem.slacks(learner.measured)[number] <= known + epsilon + 1e-9


@settings(max_examples=30)
@given(PROBLEMS, st.sampled_from([0.01, 0.1, 1.0]))
def test_frank_wolfe_comes_within_its_gap(problem: ListedProblem, c: float) -> None:
    """Its gap falls with C · R² / t, so that large C would take long here."""
    learner = FrankWolfe(problem, frank_wolfe.Settings(c=c, epsilon=0.2, batch=2))
    rounds = learn(learner, 3000)
    best, _ = judge(problem.rows, problem.losses, c)
    duals = [found.dual for found in rounds]
    assert all(late >= early - 1e-9 * (1 + best) for early, late in pairwise(duals))
    assert rounds[-1].converged
    assert not rounds[-1].estimated
    assert best - 1e-6 * (1 + best) <= rounds[-1].primal <= best + 0.2 * c + 1e-6 * (1 + best)


@settings(max_examples=40)
@given(PROBLEMS, COSTS)
def test_the_programme_alone_is_solved(problem: ListedProblem, c: float) -> None:
    blocks = [Block(c / problem.examples) for _ in range(problem.examples)]
    scratch = np.zeros(problem.dimension)
    for number, block in enumerate(blocks):
        for place in range(len(problem.losses[number])):
            block.add((place,), problem.row(number, (place,)), scratch)
    assert not scratch.any()
    weights = weights_of(blocks, problem.dimension)
    best, _ = judge(problem.rows, problem.losses, c)
    solve(blocks, weights, tolerance=1e-8 * (1 + best), most_sweeps=50_000)
    assert dual_value(blocks, weights) == pytest.approx(best, rel=1e-6, abs=1e-7)
    for block in blocks:
        assert min(block.alphas) >= 0
        assert sum(block.alphas) == pytest.approx(c / problem.examples)
    assert weights == pytest.approx(weights_of(blocks, problem.dimension), abs=1e-6)


@pytest.mark.parametrize("stop", [1, 2, 4])
def test_going_on_later_gives_the_same_bits(stop: int) -> None:
    problem = random_problem(3, 12, 9, 8)

    def make(kind: str) -> CuttingPlane | FrankWolfe:
        if kind == "cutting planes":
            chosen = cutting_plane.Settings(c=5.0, epsilon=0.01, idle_rounds=2)
            return CuttingPlane(problem, chosen)
        return FrankWolfe(problem, frank_wolfe.Settings(c=5.0, epsilon=0.01, batch=3))

    for kind in ("cutting planes", "Frank-Wolfe"):
        whole, first, second = make(kind), make(kind), make(kind)
        learn(whole, 8)
        learn(first, stop)
        second.restore(first.state())
        learn(second, 8 - stop)
        assert second.measured.tobytes() == whole.measured.tobytes()
        assert second.rounds == whole.rounds


def test_states_that_no_learner_gives_are_refused() -> None:
    problem = random_problem(3, 6, 9, 8)
    learners: list[CuttingPlane | FrankWolfe] = [
        CuttingPlane(problem, cutting_plane.Settings(c=5.0)),
        FrankWolfe(problem, frank_wolfe.Settings(c=5.0)),
    ]
    for learner in learners:
        learn(learner, 3)
        state = learner.state()
        for name, array in state.items():
            wrongs = [array[:-1], array * 1j, array * np.nan, array.reshape(1, -1)]
            if array.dtype.kind == "i":
                wrongs.append(array - 10**6)
            for wrong in wrongs:
                with pytest.raises(ValueError, match="do not fit together"):
                    learner.restore({**state, name: wrong})
        learner.restore(state)


def test_constraints_that_are_not_used_are_dropped_and_found_again() -> None:
    problem = random_problem(5, 10, 6, 10)
    forgetful = CuttingPlane(
        problem, cutting_plane.Settings(c=3.0, epsilon=1e-6, idle_rounds=1, most_sweeps=5000)
    )
    rounds = learn(forgetful)
    best, _ = judge(problem.rows, problem.losses, 3.0)
    assert rounds[-1].primal == pytest.approx(best, rel=1e-4)
    found = sum(entry.violated for entry in rounds)
    assert rounds[-1].constraints < found


def test_a_warm_start_needs_fewer_rounds_and_ends_at_the_same_place() -> None:
    problem = random_problem(11, 20, 10, 12)
    before = cut(problem, 2.0)
    learn(before)
    cold, warm = cut(problem, 4.0), cut(problem, 4.0)
    warm.warm_start(before)
    cold_rounds, warm_rounds = learn(cold), learn(warm)
    assert len(warm_rounds) < len(cold_rounds)
    assert warm_rounds[-1].primal == pytest.approx(cold_rounds[-1].primal, rel=1e-6)
    again = FrankWolfe(problem, frank_wolfe.Settings(c=4.0, epsilon=0.01))
    start = FrankWolfe(problem, frank_wolfe.Settings(c=2.0, epsilon=0.01))
    learn(start)
    again.warm_start(start)
    assert again.round().dual > 0.9 * cold_rounds[-1].dual


def test_the_gap_of_frank_wolfe_is_that_of_the_weights_it_searched_with() -> None:
    """With all examples in one batch, the gap of the first round is that of no weights at all."""
    problem = random_problem(2, 9, 7, 6)
    learner = FrankWolfe(problem, frank_wolfe.Settings(c=5.0, epsilon=1e-6, batch=9))
    found = learner.round()
    nothing = objective(np.zeros(7), problem.slacks(np.zeros(7)), 5.0)
    assert found.estimated
    assert found.gap == pytest.approx(nothing)


def test_weights_of_a_round_stay_as_they_are() -> None:
    problem = random_problem(4, 9, 7, 6)
    learners: list[CuttingPlane | FrankWolfe] = [
        cut(problem, 5.0),
        FrankWolfe(problem, frank_wolfe.Settings(c=5.0, epsilon=1e-6)),
    ]
    for learner in learners:
        learner.round()
        learner.round()
        kept = learner.measured
        before = kept.tobytes()
        learner.round()
        assert kept.tobytes() == before
        assert learner.measured.tobytes() != before


def test_the_order_of_visits_depends_on_the_seed_alone() -> None:
    problem = random_problem(7, 15, 8, 6)
    ends = []
    for seed in (0, 0, 1):
        learner = FrankWolfe(problem, frank_wolfe.Settings(c=1.0, seed=seed, batch=4))
        learn(learner, 3)
        ends.append(learner.measured.tobytes())
    assert ends[0] == ends[1] != ends[2]
