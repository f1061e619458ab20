"""Weights by name: what the core finds is what a dictionary holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.trees.vocabulary import to_bytes
from laconic.weights import Weights, make_weights

NAMES = st.text(st.characters(codec=None), max_size=20)
NUMBERS = st.floats(-1e6, 1e6).filter(bool)
KNOWN = st.dictionaries(NAMES, NUMBERS, max_size=30)


@given(KNOWN, st.lists(st.lists(NAMES, max_size=6), max_size=6))
def test_lists_are_summed_in_order(known: dict[str, float], lists: list[list[str]]) -> None:
    weights = make_weights(known)
    lists = [*lists, list(known), list(known)[::-1], []]
    expected = []
    for names in lists:
        total = 0.0
        for name in names:
            total += known.get(name, 0.0)
        expected.append(total)
    assert weights.sum_lists(lists).tolist() == expected
    assert weights.by_name == known


@given(KNOWN, NAMES)
def test_single_names(known: dict[str, float], name: str) -> None:
    weights = make_weights(known)
    assert weights[name] == known.get(name, 0.0)
    assert weights.score({name: 2.0}) == 2.0 * known.get(name, 0.0)


def test_many_names_that_look_alike_are_told_apart() -> None:
    known = {f"keep tag NN between {a} {b} {c}": float(a + b + c + 1)
             for a in range(40) for b in range(40) for c in range(40)}  # fmt: skip
    weights = make_weights(known)
    assert weights.sum_lists([[name] for name in known]).tolist() == list(known.values())
    assert not weights.sum_lists([[name + "x"] for name in known]).any()


def test_a_name_that_is_there_twice_is_an_error() -> None:
    weights = Weights(*to_bytes(["a", "b", "a"]), np.ones(3))
    with pytest.raises(ValueError, match="there twice"):
        weights.check()


@pytest.mark.parametrize("starts", [[0, 1], [0, 2, 1, 3], [1, 2, 3, 3], [0, 9, 9, 3]])
def test_starts_that_do_not_fit(starts: list[int]) -> None:
    weights = Weights(
        np.array(starts, dtype=np.uint64), np.frombuffer(b"abc", dtype=np.uint8), np.ones(3)
    )
    with pytest.raises(ValueError, match=r"fit each other|in order"):
        weights.check()
