"""The tagger's network for training, as `core/scoring/tagger.h` says what it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from tagger_examples import Batch
from torch import Tensor, nn
from torch.nn import functional

from laconic.scoring.tagger import Tagger
from laconic.scoring.tagger_network import (
    ATTENTION,
    EPSILON,
    HEADS,
    READ,
    Floats,
    Layer,
    Matrix,
    Network,
    quantise,
)

INPUT_DROPOUT = 0.02  # of any input; words are hidden more often


class Step(nn.Module):
    """Two maps around what is read: a convolution, or attention."""

    def __init__(self, width: int, distance: int) -> None:
        super().__init__()
        self.distance = distance
        is_attention = distance == ATTENTION
        self.inner = nn.Linear(*((width, 3 * width) if is_attention else (READ * width, width)))
        self.outer = nn.Linear(width, width)
        nn.init.normal_(self.outer.weight, std=0.02)

    def forward(self, states: Tensor, batch: Batch, dropout: float) -> Tensor:
        normal = normalised(states)
        if self.distance == ATTENTION:
            return self.outer(dropped(self._attended(self.inner(normal), batch), dropout, self))
        inner = functional.relu(self.inner(self._read(normal, batch)))
        return self.outer(dropped(inner, dropout, self))

    def _read(self, normal: Tensor, batch: Batch) -> Tensor:
        own = functional.pad(normal, (0, 0, 0, 1))
        sums = torch.zeros_like(own).index_add(0, batch.governors, normal)
        before, after = (batch.neighbours(sign * self.distance) for sign in (-1, 1))
        linked = (before, after, batch.governors, batch.above)
        parts = [normal, *(own.index_select(0, places) for places in linked)]
        return torch.cat([*parts, (sums / batch.dependents[:, None])[:-1]], dim=1)

    def _attended(self, inner: Tensor, batch: Batch) -> Tensor:
        (count, longest), width = batch.seen.shape, inner.shape[1]
        room = torch.zeros(count * longest, width).index_copy(0, batch.padded, inner)
        parts = room.view(count, longest, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        found = functional.scaled_dot_product_attention(
            *parts, attn_mask=batch.seen[:, None, None, :]
        )
        return found.transpose(1, 2).reshape(count * longest, -1).index_select(0, batch.padded)


class TaggerNetwork(nn.Module):
    """Log-odds for each token of a batch."""

    def __init__(self, inputs: int, width: int, distances: Sequence[int]) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(inputs + 1, width, mode="sum", padding_idx=0)
        self.steps = nn.ModuleList(Step(width, distance) for distance in distances)
        self.output = nn.Linear(width, 1)
        nn.init.normal_(self.table.weight, std=0.1)
        with torch.no_grad():
            self.table.weight[0] = 0.0

    def forward(self, batch: Batch, *, dropout: float = 0.0, hidden_words: float = 0.0) -> Tensor:
        inputs = batch.inputs
        if self.training:
            hidden = torch.rand(inputs.shape) < INPUT_DROPOUT
            hidden[:, 0] |= torch.rand(len(inputs)) < hidden_words
            inputs = inputs.masked_fill(hidden, 0)
        states = dropped(self.table(inputs), dropout, self)
        for step in self.steps:
            states = states + step(states, batch, dropout)
        return self.output(dropped(normalised(states), dropout, self))[:, 0]

    def export(self, names: Sequence[str], offset: float) -> Tagger:
        """The tagger in numpy, in 8 bits; the offset is added to all its answers."""
        layers = tuple(
            Layer(
                step.distance,
                matrix_of(step.inner),
                floats_of(step.inner.bias),
                matrix_of(step.outer),
                floats_of(step.outer.bias),
            )
            for step in self.steps
        )
        table = quantise(floats_of(self.table.weight), by_row=True)
        bias = floats_of(self.output.bias) + np.float32(offset)
        return Tagger(tuple(names), Network(table, layers, floats_of(self.output.weight[0]), bias))


def normalised(states: Tensor) -> Tensor:
    return functional.layer_norm(states, states.shape[1:], eps=EPSILON)


def dropped(states: Tensor, share: float, module: nn.Module) -> Tensor:
    return functional.dropout(states, share, module.training)


def matrix_of(linear: nn.Module) -> Matrix:
    weight = linear.weight
    assert isinstance(weight, Tensor)
    return quantise(floats_of(weight).T)


def floats_of(tensor: Tensor) -> Floats:
    numbers: NDArray[np.float32] = np.ascontiguousarray(tensor.detach().numpy(), dtype=np.float32)
    return numbers
