"""The search for the best compressions of neighbouring words, against all there are."""

from __future__ import annotations

import numpy as np
import pytest
from bigram_scores import SCORES, FloatArray, every_kept, random_scores, score_by_hand
from hypothesis import given
from hypothesis import strategies as st

from laconic.baselines.viterbi import Path, best_by_length, best_path, best_paths, path_score


def every_score(scores: FloatArray) -> list[float]:
    """Those of all compressions that are possible, the best first."""
    found = [score_by_hand(scores, kept) for kept in every_kept(len(scores) - 2)]
    return sorted((score for score in found if score > -np.inf), reverse=True)


@given(SCORES)
def test_the_best_path_is_the_best_of_all(scores: FloatArray) -> None:
    found, every = best_path(scores), every_score(scores)
    assert found.score == pytest.approx(every[0] if every else -np.inf)
    if every:
        assert score_by_hand(scores, found.kept) == pytest.approx(found.score)


@given(SCORES, st.integers(1, 200))
def test_the_best_paths_are_the_best_of_all_each_once(scores: FloatArray, count: int) -> None:
    """More than there are, too: seven words have 127 compressions."""
    found, every = best_paths(scores, count), every_score(scores)
    assert len(found) == min(count, len(every))
    assert [path.score for path in found] == pytest.approx(every[: len(found)])
    assert len({path.kept for path in found}) == len(found)
    for path in found:
        assert score_by_hand(scores, path.kept) == pytest.approx(path.score)


@given(SCORES, st.integers(1, 5))
def test_the_first_of_the_best_is_the_best_whatever_the_ties(
    scores: FloatArray, count: int
) -> None:
    found = best_paths(scores, count)
    if found:
        assert found[0] == best_path(scores)


@given(SCORES)
def test_the_score_of_a_path_is_the_sum_over_neighbours(scores: FloatArray) -> None:
    for kept in every_kept(len(scores) - 2):
        assert path_score(scores, kept) == pytest.approx(score_by_hand(scores, kept))


def test_a_sentence_of_one_word_has_one_compression() -> None:
    scores = random_scores(0, 1) - 100
    only = Path((0,), float(scores[0, 1] + scores[1, 2]))
    assert best_path(scores) == only
    assert best_paths(scores, 10) == [only]


def test_nothing_is_no_compression_even_where_all_scores_are_bad() -> None:
    scores = random_scores(0, 6) - 1000
    assert len(best_path(scores).kept) == 1


def test_what_cannot_be_reached_has_no_path() -> None:
    scores = np.full((4, 4), -np.inf)
    assert best_paths(scores, 3) == []
    assert best_path(scores).score == -np.inf


def test_a_long_sentence_by_another_way_to_compute_it() -> None:
    """From the end to the start, over 80 words."""
    scores = random_scores(3, 80)
    best = np.full(len(scores), -np.inf)
    best[-1] = 0.0
    for place in range(len(scores) - 2, -1, -1):
        best[place] = (scores[place, place + 1 :] + best[place + 1 :]).max()
    found = best_path(scores)
    assert found.score == pytest.approx(best[0])
    assert path_score(scores, found.kept) == pytest.approx(best[0])


@given(SCORES)
def test_the_best_of_each_length_is_the_best_of_all_of_that_length(scores: FloatArray) -> None:
    best: dict[int, float] = {}
    for kept in every_kept(len(scores) - 2):
        score = score_by_hand(scores, kept)
        if kept and score > -np.inf:
            best[len(kept)] = max(score, best.get(len(kept), -np.inf))
    found = best_by_length(scores)
    assert [len(path.kept) for path in found] == sorted(best)
    assert [path.score for path in found] == pytest.approx([best[n] for n in sorted(best)])
    for path in found:
        assert score_by_hand(scores, path.kept) == pytest.approx(path.score)
