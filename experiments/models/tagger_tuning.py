"""A tagger that goes on learning from other pairs than those it was trained on.

It keeps its names: inputs that it does not know stay unknown. What it begins with are the numbers
in 8 bits that a model's file has. The same tagger, pairs and settings give the same tagger on the
same machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from tagger import LARGEST_GRADIENT, THREADS, TaggerSettings, optimizer_of
from tagger_examples import Example, Examples, batches, describe
from tagger_network import TaggerNetwork
from torch import nn
from torch.nn import functional

from laconic.corpus import Pair
from laconic.scoring.tagger import Tagger

WARM_UP = 0.05  # of all tokens


@dataclass(frozen=True, kw_only=True)
class TuningSettings:
    """How a tagger goes on learning."""

    epochs: int = 5
    batch_tokens: int = 600
    rate: float = 5e-4
    dropout: float = 0.3
    hidden_words: float = 0.15
    seed: int = 1


def tune_tagger(tagger: Tagger, pairs: Iterable[Pair], settings: TuningSettings) -> Tagger:
    """The tagger after it has seen these pairs a few times."""
    torch.set_num_threads(THREADS)
    torch.manual_seed(settings.seed)
    network = network_of(tagger)
    examples = described(pairs, tagger.names)
    optimizer = optimizer_of(network, TaggerSettings(rate=settings.rate))
    seen, in_all = 0, examples.tokens * settings.epochs
    network.train()
    for epoch in range(settings.epochs):
        for batch in batches(examples, settings.batch_tokens, [settings.seed, epoch]):
            done = seen / in_all
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * min(1.0, 0.01 + done / WARM_UP) * (1.0 - done)
            found = network(batch, dropout=settings.dropout, hidden_words=settings.hidden_words)
            loss = functional.binary_cross_entropy_with_logits(found, batch.kept)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), LARGEST_GRADIENT)
            optimizer.step()
            seen += batch.size
    return network.export(tagger.names, 0.0)


def network_of(tagger: Tagger) -> TaggerNetwork:
    """The network in torch, with the tagger's numbers."""
    given = tagger.network
    distances = [layer.distance for layer in given.layers]
    network = TaggerNetwork(len(tagger.names), len(given.output), distances)
    with torch.no_grad():
        network.table.weight.copy_(tensor(given.table.floats))
        for step, layer in zip(network.steps, given.layers, strict=True):
            for linear, matrix, bias in (
                (step.inner, layer.inner, layer.inner_bias),
                (step.outer, layer.outer, layer.outer_bias),
            ):
                linear.weight.copy_(tensor(matrix.floats.T))
                linear.bias.copy_(tensor(bias))
        network.output.weight.copy_(tensor(given.output[None, :]))
        network.output.bias.copy_(tensor(given.output_bias))
    return network


def described(pairs: Iterable[Pair], names: Sequence[str]) -> Examples:
    """Pairs as rows of known names; 0 is for all others."""
    numbers = {name: number for number, name in enumerate(names, start=1)}
    found = describe(pairs, rare=1)
    rows = np.array([0, *(numbers.get(name, 0) for name in found.names)], dtype=np.int32)
    sentences = [Example(rows[one.inputs], one.governors, one.kept) for one in found.sentences]
    return Examples(tuple(names), sentences)


def tensor(numbers: NDArray[np.float32]) -> torch.Tensor:
    # A copy: what is mapped from a file cannot be written to.
    return torch.from_numpy(np.array(numbers, dtype=np.float32))
