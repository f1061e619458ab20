"""Integer programmes: against the search without constraints, and against all compressions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.optimize
from bigram_scores import SEEDS, FloatArray, Kept, every_kept, random_scores, score_by_hand
from hypothesis import given, settings
from hypothesis import strategies as st
from lms import build
from pairs import sample_pairs

from laconic.baselines.clarke_ilp import solve_bigrams
from laconic.baselines.clarke_lm import trigram_flow
from laconic.baselines.constraints import KINDS, Constraint, find_constraints, needs, together
from laconic.baselines.options import IlpOptions
from laconic.baselines.programme import (
    COPIED,
    RELAXED,
    TIME_LIMIT,
    UNSOLVED,
    Flow,
    Solution,
    bigram_flow,
    solve,
)
from laconic.baselines.sentence import Sentence, read_sentence
from laconic.baselines.viterbi import best_path, path_score
from laconic.corpus import tree_of
from laconic.scoring.ngram import NgramModel
from laconic.trees.brackets import parse


@settings(max_examples=150)
@given(SEEDS, st.integers(1, 15), st.booleans())
def test_without_constraints_programme_and_search_find_the_same_optimum(
    seed: int, size: int, whole: bool
) -> None:
    scores = random_scores(seed, size, whole=whole)
    solution = solve(bigram_flow(scores), [], max_seconds=60)
    assert solution.marks == ()
    assert path_score(scores, solution.kept) == pytest.approx(best_path(scores).score, abs=1e-6)


@settings(max_examples=30)
@given(SEEDS, st.integers(2, 8))
def test_steps_that_cannot_be_are_not_taken(seed: int, size: int) -> None:
    scores = random_scores(seed, size, gone=0.3)
    scores[0, 1] = scores[1, -1] = 0.0  # so that there is a path
    solution = solve(bigram_flow(scores), [], max_seconds=60)
    assert path_score(scores, solution.kept) == pytest.approx(best_path(scores).score, abs=1e-6)


def random_constraints(seed: int, size: int) -> list[Constraint]:
    """Some of each form that constraints have; keeping all words meets all but brackets."""
    chance = random.Random(seed)

    def some(count: int) -> list[int]:
        return chance.sample(range(size), min(count, size))

    found: list[Constraint] = []
    for _ in range(chance.randrange(6)):
        one, two, *others = [*some(4), 0, 0, 0][:5]
        alternatives = [
            needs("modifiers", one, two),
            together("arguments", one, two),
            Constraint("verbs", tuple((word, 1.0) for word in some(3)), low=1.0),
            Constraint("pronouns", ((one, 1.0),), low=1.0),
            Constraint("brackets", ((one, 1.0),), high=0.0),
            Constraint("length", tuple((word, 1.0) for word in range(size)), low=float(size // 2)),
        ]
        if one != two and two not in others and one not in others:
            every = tuple((word, 1.0) for word in set(others))
            alternatives.append(Constraint("prepositions", (*every, (one, -1.0)), low=0.0))
            joined = ((one, 1.0), (two, -1.0), (others[0], -1.0))
            alternatives.append(Constraint("coordination", joined, low=-1.0))
        if one != two:
            found.append(chance.choice(alternatives))
    return found


def best_by_hand(scores: FloatArray, constraints: Sequence[Constraint]) -> float | None:
    """The best score of all compressions that meet the constraints; None if there is none."""
    found = [
        score_by_hand(scores, kept)
        for kept in every_kept(len(scores) - 2)
        if all(constraint.is_met(kept) for constraint in constraints)
    ]
    return max(found, default=None)


@settings(max_examples=150)
@given(SEEDS, st.integers(1, 7))
def test_with_constraints_it_finds_the_best_of_all_compressions_that_meet_them(
    seed: int, size: int
) -> None:
    scores, constraints = random_scores(seed, size), random_constraints(seed, size)
    solution = solve(bigram_flow(scores), constraints, max_seconds=60)
    expected = best_by_hand(scores, constraints)
    assert solution.marks == (() if expected is not None else (RELAXED,))
    if expected is None:
        constraints = [one for one in constraints if one.kind != "brackets"]
        expected = best_by_hand(scores, constraints)
    assert all(constraint.is_met(solution.kept) for constraint in constraints)
    assert path_score(scores, solution.kept) == pytest.approx(expected, abs=1e-6)


SHORT = [
    sentence for pair in sample_pairs() if len(sentence := read_sentence(tree_of(pair.source))) <= 9
]


@settings(max_examples=60)
@given(st.sampled_from(SHORT), SEEDS, st.sampled_from([0.0, 0.5]))
def test_parsed_sentences_get_the_best_that_meets_their_constraints(
    sentence: Sentence, seed: int, min_rate: float
) -> None:
    """The short cut for a best path that meets them as well."""
    scores = random_scores(seed, len(sentence))
    options = IlpOptions(min_rate=min_rate, max_seconds=60)
    constraints = find_constraints(sentence, KINDS, min_rate=min_rate)
    quick = solve_bigrams(scores, sentence, options)
    always = solve(bigram_flow(scores), constraints, max_seconds=60)
    expected = best_by_hand(scores, constraints)
    assert quick.marks == always.marks == ()
    assert path_score(scores, quick.kept) == pytest.approx(expected, abs=1e-6)
    assert path_score(scores, always.kept) == pytest.approx(expected, abs=1e-6)


def test_no_programme_is_solved_where_the_best_path_meets_the_constraints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sentence = read_sentence(parse("(S (NP (NNP Ann)) (VP (VBD left)) (. .))"))
    scores = random_scores(0, 3)
    scores[[0, 1, 2, 3], [1, 2, 3, 4]] = 50.0  # all words
    monkeypatch.delattr(scipy.optimize, "milp")
    assert solve_bigrams(scores, sentence, IlpOptions()) == Solution((0, 1, 2))


# Language models, and paths over pairs of words.


@pytest.fixture(scope="module", params=[1, 2, 3])
def lm(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    sentences = ["a b c", "a c b", "b b a", "c a b c", "a", "b a c a"]
    folder = tmp_path_factory.mktemp("lm")
    return build([one.split() for one in sentences], folder / "abc.lm", order=request.param)


def test_steps_of_three_words_score_what_the_language_model_does(lm: NgramModel) -> None:
    """Words that it does not know among them, and scores of words on top."""
    chance = random.Random(7)
    for number in range(25):
        words = chance.choices(["a", "b", "c", "zebra"], k=chance.randint(1, 6))
        sentence = read_sentence(parse(f"(S {' '.join(f'(X {word})' for word in words)})"))
        extra = np.random.default_rng(number).normal(0.7, 1.0, len(words))

        def score(kept: Kept, sentence: Sentence = sentence, extra: FloatArray = extra) -> float:
            log10_prob = lm.score([sentence.words[word] for word in kept]).log10_prob
            return log10_prob + float(extra[list(kept)].sum())

        constraints = random_constraints(number, len(words)) if number % 2 else []
        constraints = [one for one in constraints if one.kind != "brackets"]
        solution = solve(trigram_flow(lm, sentence, extra), constraints, max_seconds=60)
        every = [
            score(kept)
            for kept in every_kept(len(words))
            if all(constraint.is_met(kept) for constraint in constraints)
        ]
        assert solution.marks == ()
        assert score(solution.kept) == pytest.approx(max(every), abs=1e-6)


# Time, and constraints that cannot be met.


def large_flow() -> tuple[Flow, list[Constraint]]:
    """A programme of 60 words, tied to each other."""
    flow = bigram_flow(random_scores(1, 60))
    chance = random.Random(1)
    both = [chance.sample(range(60), 2) for _ in range(80)]
    return flow, [needs("modifiers", one, two) for one, two in both]


def test_when_time_is_up_at_once_the_answer_is_marked_and_still_an_answer() -> None:
    flow, constraints = large_flow()
    solution = solve(flow, constraints, max_seconds=1e-9)
    assert solution.marks in ((TIME_LIMIT,), (COPIED,))
    assert solution.kept
    assert all(constraint.is_met(solution.kept) for constraint in constraints)


def milp_out_of_time(*, has_answer: bool) -> Any:
    """HiGHS as if its time had run out, with an answer in hand or without."""
    whole = scipy.optimize.milp

    def milp(*arguments: Any, **options: Any) -> Any:
        result = whole(*arguments, **options)
        result.status = 1
        if not has_answer:
            result.x = None
        return result

    return milp


def test_what_the_solver_has_in_hand_when_time_is_up_is_taken_and_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores = random_scores(2, 6)
    monkeypatch.setattr(scipy.optimize, "milp", milp_out_of_time(has_answer=True))
    solution = solve(bigram_flow(scores), [], max_seconds=60)
    assert solution == Solution(best_path(scores).kept, (TIME_LIMIT,))


def test_a_solver_with_nothing_in_hand_copies_the_sentence_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scipy.optimize, "milp", milp_out_of_time(has_answer=False))
    solution = solve(bigram_flow(random_scores(2, 6)), [], max_seconds=60)
    assert solution == Solution((0, 1, 2, 3, 4, 5), (COPIED,))


def test_a_solver_that_gives_up_copies_the_sentence_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = scipy.optimize.milp

    def milp(*arguments: Any, **options: Any) -> Any:
        result = whole(*arguments, **options)
        result.status, result.x = 4, None
        return result

    monkeypatch.setattr(scipy.optimize, "milp", milp)
    solution = solve(bigram_flow(random_scores(2, 3)), [], max_seconds=60)
    assert solution == Solution((0, 1, 2), (UNSOLVED,))


@pytest.mark.parametrize("scale", [1e-306, 1e-12, 1e-6, 1e6, 1e20])
def test_the_size_of_scores_does_not_matter(scale: float) -> None:
    for seed in range(10):
        scores, constraints = random_scores(seed, 7), random_constraints(seed, 7)
        one, two = (
            solve(bigram_flow(each), constraints, max_seconds=60)
            for each in (scores, scale * scores)
        )
        assert (one.kept, one.marks) == (two.kept, two.marks)


def test_brackets_stay_where_the_only_verb_is_in_them() -> None:
    tree = "(S (NP (NNP Ann)) (PRN (-LRB- -LRB-) (S (VP (VBD slept))) (-RRB- -RRB-)) (. .))"
    sentence = read_sentence(parse(tree))
    for seed in range(20):
        scores = random_scores(seed, len(sentence))
        solution = solve_bigrams(scores, sentence, IlpOptions())
        others = find_constraints(sentence, tuple(kind for kind in KINDS if kind != "brackets"))
        met = [one.is_met(solution.kept) for one in find_constraints(sentence)]
        assert solution.marks == (RELAXED,)
        assert all(constraint.is_met(solution.kept) for constraint in others)
        assert not all(met)


def test_the_language_model_of_a_programme_is_asked_for_its_own_words(tmp_path: Path) -> None:
    """By hand: a model that knows one word only gives that word back."""
    lm = build([["left"]] * 5, tmp_path / "one.lm", order=3)
    sentence = read_sentence(parse("(S (NP (NNP Ann)) (VP (VBD left)))"))
    solution = solve(trigram_flow(lm, sentence, np.zeros(2)), [], max_seconds=60)
    assert solution == Solution((1,))
