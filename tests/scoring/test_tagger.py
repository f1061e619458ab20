"""The tagger: what it reads, what its network computes, and files that hold no tagger."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray
from strategies import trees
from taggers import KNOWN, lay_out, random_tagger

from laconic.scoring.tagger import Tagger, tagger_from_arrays
from laconic.scoring.tagger_inputs import describe_tokens, governors
from laconic.scoring.tagger_network import ATTENTION, HEADS, Layer, quantise
from laconic.trees.brackets import parse, render
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree


def test_what_is_read_of_a_token() -> None:
    layout = lay_out(KNOWN)
    assert describe_tokens(layout)[5] == [
        "word dogs",
        "ending ogs",
        "tag NNS",
        "tag NNS NP",
        "head NP VP",
        "above VP S",
        "previous VBD",
        "following PP",
        "governor VBD before 1",
        "depth 2",
        "place 5",
        "left 4",
        "tenth 5",
        "size 6",
        "span 1 0",
    ]
    assert governors(layout) == [2, 2, 3, -1, 5, 3, 3, 6, 3]


@given(trees())
def test_case_is_not_read_and_all_tokens_are_described_alike(tree: Tree) -> None:
    rooted = with_root(tree)
    described = describe_tokens(lay_out(rooted))
    assert {len(named) for named in described} <= {15}
    assert all(-1 <= place < len(described) for place in governors(lay_out(rooted)))
    lower = render(KNOWN).replace("The", "the").replace("Rome", "rome").replace("12", "98")
    assert describe_tokens(lay_out(parse(lower))) == describe_tokens(lay_out(KNOWN))


def states_by_hand(tagger: Tagger, tree: Tree) -> list[float]:
    """The same network, written out token by token."""
    layout, network = lay_out(tree), tagger.network
    rows = {name: row for row, name in enumerate(tagger.names, start=1)}
    table = network.table.floats.astype(float)
    states = [sum(table[rows.get(name, 0)] for name in named) for named in describe_tokens(layout)]
    above = governors(layout)
    for layer in network.layers:
        normal = [normal_by_hand(state) for state in states]
        if layer.distance == ATTENTION:
            found = attention_by_hand(layer, normal)
        else:
            found = [convolution_by_hand(layer, normal, above, at) for at in range(len(normal))]
        outer = layer.outer.floats.astype(float)
        states = [
            state + one @ outer + layer.outer_bias for state, one in zip(states, found, strict=True)
        ]
    return [
        float(normal_by_hand(state) @ network.output + network.output_bias[0]) for state in states
    ]


def normal_by_hand(state: Any) -> NDArray[np.float64]:
    normal: NDArray[np.float64] = (state - state.mean()) / np.sqrt(state.var() + 1e-5)
    return normal


def convolution_by_hand(
    layer: Layer, normal: list[NDArray[np.float64]], above: list[int], at: int
) -> NDArray[np.float64]:
    nothing = np.zeros_like(normal[0])

    def state(place: int) -> NDArray[np.float64]:
        return normal[place] if 0 <= place < len(normal) else nothing

    governor = above[at]
    dependents = [normal[place] for place, one in enumerate(above) if one == at]
    read = [
        normal[at],
        state(at - layer.distance),
        state(at + layer.distance),
        state(governor),
        state(above[governor]) if governor >= 0 else nothing,
        np.mean(dependents, axis=0) if dependents else nothing,
    ]
    inner = np.concatenate(read) @ layer.inner.floats + layer.inner_bias
    found: NDArray[np.float64] = np.maximum(inner, 0.0).astype(np.float64)
    return found


def attention_by_hand(layer: Layer, normal: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    parts = [np.split(one @ layer.inner.floats + layer.inner_bias, 3) for one in normal]
    found = []
    for query, _, _ in parts:
        heads = []
        for head in np.split(np.arange(len(query)), HEADS):
            scores = [query[head] @ key[head] / np.sqrt(len(head)) for _, key, _ in parts]
            shares = np.exp(scores) / np.exp(scores).sum()
            values = [value[head] for _, _, value in parts]
            heads.append(sum(share * one for share, one in zip(shares, values, strict=True)))
        found.append(np.concatenate(heads))
    return found


@pytest.mark.parametrize("distances", [(), (1,), (0,), (1, 0, 2), (3, 9, 0, 0)])
def test_the_network_is_what_it_says(distances: tuple[int, ...]) -> None:
    tagger = random_tagger(distances=distances)
    for tree in (KNOWN, parse("(TOP (UH yes))"), parse("(TOP (S (NP (DT the) (JJ new)) (VB go)))")):
        expected = states_by_hand(tagger, tree)
        assert tagger.log_odds(lay_out(tree)).tolist() == pytest.approx(expected, abs=1e-3)


def test_no_tokens_need_no_answers() -> None:
    assert random_tagger().network.run(np.zeros((0, 15), dtype=np.int64), []).tolist() == []


def test_eight_bits_are_near_enough() -> None:
    numbers = np.random.default_rng(1).normal(size=(50, 20))
    for by_row in (False, True):
        scales = np.abs(numbers).max(axis=1 if by_row else 0, keepdims=True) / 127
        found = quantise(numbers, by_row=by_row).floats
        assert (np.abs(found - numbers) <= 0.51 * scales).all()
    assert quantise(np.zeros((2, 3))).floats.tolist() == [[0.0] * 3] * 2


def test_a_tagger_comes_back_from_its_arrays() -> None:
    tagger = random_tagger()
    arrays = tagger.to_arrays()
    again = tagger_from_arrays(arrays)
    assert again.names == tagger.names
    assert again.log_odds(lay_out(KNOWN)).tolist() == tagger.log_odds(lay_out(KNOWN)).tolist()
    for name, array in again.to_arrays().items():
        assert (array.dtype, array.tobytes()) == (arrays[name].dtype, arrays[name].tobytes())


def changed(name: str, array: NDArray[Any]) -> dict[str, NDArray[Any]]:
    arrays = random_tagger().to_arrays()
    return {**arrays, name: array}


@pytest.mark.parametrize(
    "arrays",
    [
        changed("table", np.zeros((3, 8), dtype=np.int8)),
        changed("table", np.zeros(8, dtype=np.int8)),
        changed("table", np.zeros((1, 0), dtype=np.int8)),
        changed("distances", np.array([1, 0], dtype=np.int32)),
        changed("distances", np.array([1, 0, 2, 3], dtype=np.int32)),
        changed("distances", np.array([0, 1, 2], dtype=np.int32)),
        changed("distances", np.array([1, 0, -2], dtype=np.int32)),
        changed("distances", np.array([1, 0, 2], dtype=np.int64)),
        changed("distances", np.zeros(1000, dtype=np.int32)),
        changed("0_inner", np.zeros((8, 8), dtype=np.int8)),
        changed("0_inner_bias", np.zeros(0, dtype=np.float32)),
        changed("1_outer_bias", np.zeros(8)),
        changed("1_outer_bias", np.full(8, np.nan, dtype=np.float32)),
        changed("2_outer_scales", np.full(8, 1e30, dtype=np.float32)),
        changed("output", np.full(8, np.inf, dtype=np.float32)),
        changed("output_bias", np.zeros(2, dtype=np.float32)),
        changed("more", np.zeros(2)),
        changed("name_starts", np.array([0, 10**9], dtype=np.uint64)),
        changed("names", np.full(7, 255, dtype=np.uint8)),
        {},
    ],
)
def test_arrays_that_are_no_tagger(arrays: dict[str, NDArray[Any]]) -> None:
    with pytest.raises((ValueError, LookupError)):
        tagger_from_arrays(arrays)


def test_the_largest_numbers_that_a_file_may_have_are_still_numbers() -> None:
    arrays = random_tagger(distances=(1, 0, 2, 0, 1)).to_arrays()
    for name, array in arrays.items():
        if array.dtype == np.float32:
            arrays[name] = np.full_like(array, 1.0 if name.endswith("_scales") else 1e3)
        elif array.dtype == np.int8:
            arrays[name] = np.where(array < 0, -128, 127).astype(np.int8)
    with np.errstate(all="raise", under="ignore"):
        assert np.isfinite(tagger_from_arrays(arrays).log_odds(lay_out(KNOWN))).all()
