"""AdaGrad against the general solver, against itself, and on a problem that can be separated."""

from __future__ import annotations

import numpy as np
import pytest
from learning_problems import ListedProblem, judge, random_problem

from laconic.learning.adagrad import AdaGrad, Settings
from laconic.learning.problem import FloatArray, objective


def learn(
    problem: ListedProblem, rounds: int, first: FloatArray | None = None, **more: float
) -> AdaGrad:
    settings = {"c": 1.0, **more}
    learner = AdaGrad(problem, Settings(**settings), first)  # type: ignore[arg-type]
    for _ in range(rounds):
        learner.round()
    return learner


def separable(examples: int = 40) -> ListedProblem:
    """Each example has a feature of its own, which means nothing, beside two that tell right from
    wrong."""
    rows, losses = [], []
    for number in range(examples):
        dense = np.zeros((3, examples + 2))
        dense[1:, number] = 1.0, -1.0
        dense[1, 0 + examples], dense[2, 1 + examples] = 1.0, -1.0
        rows.append(dense)
        losses.append(np.array([0.0, 1.0, 2.0]))
    return ListedProblem(rows, losses)


def test_what_can_be_separated_is() -> None:
    problem = separable()
    learner = learn(problem, 30, c=1000.0)
    assert problem.slacks(np.zeros(problem.dimension)).min() == 2.0
    assert problem.slacks(learner.measured).max() < 0.05
    right, wrong = learner.measured[-2:]
    assert right > 0.5
    assert wrong < -0.5
    assert learner.round().violated < problem.examples / 4


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("c", [0.1, 1.0, 10.0])
def test_many_rounds_come_near_the_optimum(seed: int, c: float) -> None:
    problem = random_problem(seed, 12, 6, 5)
    best, _ = judge(problem.rows, problem.losses, c)
    nothing = objective(np.zeros(6), problem.slacks(np.zeros(6)), c)
    learner = learn(problem, 400, c=c, batch=4)
    found = objective(learner.measured, problem.slacks(learner.measured), c)
    assert best <= found + 1e-9 <= best + 0.05 * (nothing - best) + 0.02 * best


def test_a_round_is_an_estimate_and_never_the_last_one() -> None:
    problem = random_problem(1, 10, 6, 5)
    learner = AdaGrad(problem, Settings(c=1.0, batch=3))
    for number in (1, 2, 3):
        found = learner.round()
        assert (found.number, found.estimated, found.converged) == (number, True, False)
        assert (found.dual, found.constraints) == (0.0, 10)
        assert found.primal >= 0.5 * float(learner.weights @ learner.weights)


def test_the_first_round_in_one_batch_is_that_of_no_weights() -> None:
    """All examples are searched without weights; each moves features by its row, whose squares
    add up, and then all shrink."""
    rows = [np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([[0.0, 0.0], [-1.0, 3.0]])]
    problem = ListedProblem(rows, [np.array([0.0, 1.0]), np.array([0.0, 5.0])])
    learner = AdaGrad(problem, Settings(c=4.0, rate=0.1, batch=2))
    found = learner.round()
    order = np.random.default_rng([0, 0]).permutation(2).tolist()
    one = (
        {0: 0.1 * 2 / 2, 1: -0.1 * 1 / 5**0.5}
        if order == [0, 1]
        else {1: -0.1, 0: 0.1 * 2 / 5**0.5}
    )
    share = 0.1 * 2 / 4.0
    expected = [sum(one.values()) / (1 + share / 5**0.5), 0.1 * 3 / 3 / (1 + share / 3)]
    assert learner.weights == pytest.approx(expected)
    assert learner.measured == pytest.approx(expected)
    assert found.violated == 2
    norm = 0.5 * sum(weight**2 for weight in expected)
    assert found.primal == pytest.approx(norm + 4.0 / 2 * 6.0)


def test_the_average_leaves_the_first_round_out() -> None:
    problem = random_problem(6, 9, 5, 4)
    learner = AdaGrad(problem, Settings(c=3.0, batch=3))
    learner.round()
    assert learner.averaged == 3
    weights = []
    second = AdaGrad(problem, Settings(c=3.0, batch=3))
    second.restore(learner.state())
    learner.round()
    assert learner.averaged == 3
    # The same round by hand, a batch at a time.
    order = np.random.default_rng([0, 1]).permutation(9)
    for place in (0, 3, 6):
        answers = list(problem.most_violated(second.weights, order[place : place + 3].tolist()))
        moved = [answer.row for answer in answers if answer.row.violation(second.weights) > 0]
        for row in moved:
            second._move(row.columns, row.values)
        if place == 6:  # weights shrink at the end of a round at the latest
            second._shrink(9)
        weights.append(second.weights.copy())
    assert learner.measured == pytest.approx(np.mean(weights, axis=0))


def test_weights_to_begin_with() -> None:
    problem = random_problem(3, 10, 6, 5)
    _, best = judge(problem.rows, problem.losses, 5.0)
    given = best.copy()
    learner = AdaGrad(problem, Settings(c=5.0), given)
    assert learner.measured.tolist() == best.tolist()
    near = learn(problem, 1, given, c=5.0)
    far = learn(problem, 1, c=5.0)
    distances = [float(np.linalg.norm(one.measured - best)) for one in (near, far)]
    assert distances[0] < distances[1] / 2
    assert given.tolist() == best.tolist()
    # What nothing moves stays as it was given.
    wide = ListedProblem([np.pad(rows, ((0, 0), (0, 1))) for rows in problem.rows], problem.losses)
    assert learn(wide, 3, np.append(np.zeros(6), 7.0)).measured[-1] == 7.0


def test_the_same_seed_gives_the_same_bits_and_another_does_not() -> None:
    problem = random_problem(7, 15, 8, 6)
    ends = [learn(problem, 3, seed=seed, batch=4).measured.tobytes() for seed in (0, 0, 1)]
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize("stop", [0, 1, 2, 4])
def test_going_on_later_is_the_same_run(stop: int) -> None:
    problem = random_problem(3, 12, 9, 8)
    whole, first, second = (
        learn(problem, 6, batch=3),
        learn(problem, stop, batch=3),
        learn(problem, 0, batch=3),
    )
    state = first.state()
    first.round()  # a state does not change any more
    second.restore(state)
    for _ in range(6 - stop):
        second.round()
    assert second.measured.tobytes() == whole.measured.tobytes()
    assert second.rounds == whole.rounds == 6


def test_weights_of_a_round_stay_as_they_are() -> None:
    problem = random_problem(4, 9, 7, 6)
    learner = learn(problem, 2)
    kept = learner.measured
    before = kept.tobytes()
    learner.round()
    assert kept.tobytes() == before
    assert learner.measured.tobytes() != before


def test_states_that_it_never_gives_are_refused() -> None:
    problem = random_problem(3, 6, 9, 8)
    learner = learn(problem, 3)
    state, before = learner.state(), learner.measured.tobytes()
    for name, array in state.items():
        wrongs = [array[:-1], array * 1j, array * np.nan, array.reshape(1, -1)]
        wrongs.append(np.append(array, array[:1]))
        if name != "weights" and name != "late":
            wrongs.append(array - 10**6)
        for wrong in wrongs:
            with pytest.raises(ValueError, match="do not fit together"):
                learner.restore({**state, name: wrong})
    with pytest.raises(ValueError, match="do not fit together"):
        learner.restore({**state, "averaged": np.array([0])})
    with pytest.raises(KeyError):
        learner.restore({name: array for name, array in state.items() if name != "squares"})
    assert learner.measured.tobytes() == before
    learner.restore(state)
    assert learner.measured.tobytes() == before
