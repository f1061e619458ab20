"""Limits of a whole text: the table finds what trying everything finds."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.compressor import budget
from laconic.compressor.budget import Option, spend
from laconic.errors import LaconicError


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[list[Option]], list[int | None], list[int]]:
    axes = draw(st.integers(1, 3))
    counts = st.tuples(*[st.integers(0, 6)] * axes)
    option = st.builds(Option, counts, st.integers(-5, 5).map(float))
    options = draw(st.lists(st.lists(option, min_size=1, max_size=4), max_size=4))
    most = draw(st.lists(st.none() | st.integers(-2, 18), min_size=axes, max_size=axes))
    least = draw(st.lists(st.sampled_from([0, 0, 3, 8]), min_size=axes, max_size=axes))
    return options, most, least


def sums(choice: tuple[Option, ...], axes: int) -> list[int]:
    return [sum(option.counts[axis] for option in choice) for axis in range(axes)]


def is_within(found: list[int], most: list[int | None], least: list[int]) -> bool:
    return all(
        low <= count and (limit is None or count <= limit)
        for count, limit, low in zip(found, most, least, strict=True)
    )


@given(problems())
@settings(max_examples=400)
def test_the_best_within_the_limits_is_found(
    problem: tuple[list[list[Option]], list[int | None], list[int]],
) -> None:
    options, most, least = problem
    scores = [
        sum(option.score for option in choice)
        for choice in product(*options)
        if is_within(sums(choice, len(most)), most, least)
    ]
    found = spend(options, most, least)
    if not scores:
        assert found is None
        return
    assert found is not None
    chosen = tuple(given[number] for given, number in zip(options, found, strict=True))
    assert is_within(sums(chosen, len(most)), most, least)
    assert sum(option.score for option in chosen) == max(scores)


def test_without_sentences_there_is_nothing_to_spend() -> None:
    assert spend([], [5]) == []
    assert spend([], [5], [1]) is None


def test_equal_choices_are_decided_always_alike() -> None:
    options = [[Option((2,), 1.0), Option((1,), 1.0)], [Option((1,), 1.0), Option((1,), 1.0)]]
    assert spend(options, [9]) == [1, 0]


def test_what_is_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_LARGEST", 10)
    options = [[Option((1,), 0.0), Option((20,), 5.0)]] * 3
    with pytest.raises(LaconicError, match="a whole text of 3 sentences are too much"):
        spend(options, [50])


def test_long_texts_are_no_matter() -> None:
    options = [[Option((n,), float(n)) for n in range(5, 20)] for _ in range(300)]
    found = spend(options, [3000])
    assert found is not None
    assert sum(options[at][number].counts[0] for at, number in enumerate(found)) == 3000
