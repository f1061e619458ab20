"""`Tagger`: a small network that says of each source token how likely it is kept.

Its answers are log-odds. The feature of an edge is their sum over the tokens that it brings into
the target, and has a weight as any other; words that rules bring in have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.scoring.layout import Layout
from laconic.scoring.tagger_inputs import describe_tokens, governors
from laconic.scoring.tagger_network import ATTENTION, HEADS, READ, Floats, Layer, Matrix, Network
from laconic.trees.vocabulary import from_bytes, to_bytes

TAGGER_FEATURE = "tagger keep"
_SCALES = "_scales"  # what the name of a matrix's scales ends in
_WIDEST, _DEEPEST = 1024, 64  # what a file may ask for
_LARGEST = 1e3  # of a number that is no weight in 8 bits: nothing overflows


@dataclass(frozen=True, eq=False)
class Tagger:
    """The names of inputs, each with a row of the network's table, and the network.

    Row 0 is of inputs that are not known; the first name has row 1.
    """

    names: tuple[str, ...] = field(repr=False)
    network: Network = field(repr=False)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.names, start=1)}

    def log_odds(self, layout: Layout) -> NDArray[np.float64]:
        """How likely each token of a tree is kept: above 0, more likely than not."""
        described = describe_tokens(layout)
        rows = list(map(self._rows.get, chain.from_iterable(described), repeat(0)))
        inputs = np.array(rows, dtype=np.int64).reshape(len(described), -1)
        return self.network.run(inputs, governors(layout)).astype(np.float64)

    @property
    def file_bytes(self) -> int:
        """How much room it takes in a file."""
        return sum(array.nbytes for array in self.to_arrays().values())

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The tagger as arrays, by name."""
        network = self.network
        starts, texts = to_bytes(self.names)
        arrays: dict[str, NDArray[Any]] = {"name_starts": starts, "names": texts}
        arrays |= _matrix_arrays("table", network.table)
        distances = [layer.distance for layer in network.layers]
        arrays["distances"] = np.array(distances, dtype=np.int32)
        for number, layer in enumerate(network.layers):
            arrays |= _matrix_arrays(f"{number}_inner", layer.inner)
            arrays |= _matrix_arrays(f"{number}_outer", layer.outer)
            arrays[f"{number}_inner_bias"] = layer.inner_bias
            arrays[f"{number}_outer_bias"] = layer.outer_bias
        return {**arrays, "output": network.output, "output_bias": network.output_bias}


def tagger_from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Tagger:
    """The tagger that `to_arrays` gave; a ValueError or LookupError for anything else."""
    names = tuple(from_bytes(arrays["name_starts"], arrays["names"]))
    if len(set(names)) < len(names):
        raise ValueError("an input of the tagger is there twice")
    table = arrays["table"]
    if table.ndim != 2 or not 0 < table.shape[1] <= _WIDEST or table.shape[1] % HEADS:
        raise ValueError("the tagger's table is of another form")
    width = table.shape[1]
    distances = arrays["distances"]
    if distances.dtype != np.int32 or distances.ndim != 1 or len(distances) > _DEEPEST:
        raise ValueError("the tagger's layers are of another form")
    layers = [_layer(arrays, number, one, width) for number, one in enumerate(distances.tolist())]
    network = Network(
        _matrix(arrays, "table", (len(names) + 1, width), by_row=True),
        tuple(layers),
        _numbers(arrays["output"], (width,)),
        _numbers(arrays["output_bias"], (1,)),
    )
    tagger = Tagger(names, network)
    if set(tagger.to_arrays()) != set(arrays):
        raise ValueError("the tagger has other arrays than its layers")
    return tagger


def _matrix_arrays(name: str, matrix: Matrix) -> dict[str, NDArray[Any]]:
    return {name: matrix.values, name + _SCALES: matrix.scales}


def _layer(arrays: Mapping[str, NDArray[Any]], number: int, distance: int, width: int) -> Layer:
    if distance < 0:
        raise ValueError("a distance of the tagger is below 0")
    is_attention = distance == ATTENTION
    inner = 3 * width if is_attention else len(arrays[f"{number}_inner_bias"])
    if not 0 < inner <= 4 * _WIDEST:
        raise ValueError("a layer of the tagger is of another form")
    read, made = (width, width) if is_attention else (READ * width, inner)
    return Layer(
        distance,
        _matrix(arrays, f"{number}_inner", (read, inner)),
        _numbers(arrays[f"{number}_inner_bias"], (inner,)),
        _matrix(arrays, f"{number}_outer", (made, width)),
        _numbers(arrays[f"{number}_outer_bias"], (width,)),
    )


def _matrix(
    arrays: Mapping[str, NDArray[Any]], name: str, shape: tuple[int, int], *, by_row: bool = False
) -> Matrix:
    values = arrays[name]
    if values.dtype != np.int8 or values.shape != shape:
        raise ValueError(f"the tagger's {name} is not {shape[0]} by {shape[1]} numbers of 8 bits")
    scales = arrays[name + _SCALES]
    return Matrix(values, _numbers(scales, (shape[0], 1) if by_row else shape[1:], 1.0))


def _numbers(array: NDArray[Any], shape: tuple[int, ...], largest: float = _LARGEST) -> Floats:
    if array.dtype != np.float32 or array.shape != shape:
        raise ValueError(f"an array of the tagger is not of the form {shape}")
    if not (np.abs(array) <= largest).all():
        raise ValueError("a number of the tagger is too large, or none")
    return array
