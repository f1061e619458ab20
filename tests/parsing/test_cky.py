"""Exact decoding, against every tree there is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.parsing.cky import Floats, best_spans, span_order

Spans = frozenset[tuple[int, int]]


def bracketings(start: int, end: int) -> Iterator[Spans]:
    """All sets of nested spans that the binary trees over these gaps are made of."""
    own = frozenset({(start, end)})
    if end - start == 1:
        yield own
        return
    for middle in range(start + 1, end):
        for left in bracketings(start, middle):
            for right in bracketings(middle, end):
                yield own | left | right


def best_by_enumeration(scores: Floats, words: int, bonus: float) -> float:
    """The best score of a tree: each span of a binary tree takes its best label, or none."""
    row = {span: number for number, span in enumerate(zip(*span_order(words), strict=True))}

    def value(span: tuple[int, int]) -> float:
        labelled = float(scores[row[span], 1:].max() - scores[row[span], 0]) - bonus
        return labelled if span == (0, words) else max(0.0, labelled)

    return max(sum(value(span) for span in tree) for tree in bracketings(0, words))


def score(found: list[tuple[int, int, int]], scores: Floats, words: int, bonus: float) -> float:
    row = {span: number for number, span in enumerate(zip(*span_order(words), strict=True))}
    return sum(
        float(scores[row[start, end], label] - scores[row[start, end], 0]) - bonus
        for start, end, label in found
    )


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 6), st.integers(0, 2**32 - 1), st.sampled_from([-1.0, 0.0, 0.5]), st.booleans()
)
def test_the_best_of_all_trees(words: int, seed: int, bonus: float, coarse: bool) -> None:
    random = np.random.default_rng(seed)
    scores = random.normal(size=(words * (words + 1) // 2, 4)).astype(np.float32)
    if coarse:  # many equal scores
        scores = np.rint(scores)
    given_scores = scores.copy()
    found = best_spans(scores, words, bonus)
    assert np.array_equal(scores, given_scores)
    assert score(found, scores, words, bonus) == pytest.approx(
        best_by_enumeration(scores, words, bonus), abs=1e-4
    )
    assert (0, words) in {(start, end) for start, end, _ in found}
    assert all(label > 0 for _, _, label in found)
    assert nested(found)


def nested(found: list[tuple[int, int, int]]) -> bool:
    spans = [(start, end) for start, end, _ in found]
    return len(set(spans)) == len(spans) and not any(
        one[0] < two[0] < one[1] < two[1] for one in spans for two in spans
    )


def test_the_sentence_always_has_a_label() -> None:
    scores = np.array([[9, 1, 2]], dtype=np.float32)
    assert best_spans(scores, 1) == [(0, 1, 2)]


def test_a_bonus_for_no_label_removes_constituents() -> None:
    random = np.random.default_rng(0)
    scores = random.normal(size=(55, 5)).astype(np.float32)
    sizes = [len(best_spans(scores, 10, bonus)) for bonus in (-2, 0, 1, 9)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 19
    assert sizes[-1] == 1


def test_no_words() -> None:
    assert best_spans(np.zeros((0, 3), np.float32), 0) == []
