"""Small taggers of random numbers."""

from __future__ import annotations

import numpy as np

from laconic.scoring.context import Context
from laconic.scoring.layout import Layout
from laconic.scoring.tagger import Tagger
from laconic.scoring.tagger_inputs import describe_tokens
from laconic.scoring.tagger_network import ATTENTION, READ, Floats, Layer, Matrix, Network, quantise
from laconic.trees.brackets import parse
from laconic.trees.heads import load_head_table
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

CONTEXT = Context(load_head_table("collins"))
KNOWN = parse(
    "(TOP (S (NP (DT The) (JJ old) (NN man)) (VP (VBD saw) (NP (CD 12) (NNS dogs))"
    " (PP (IN in) (NP (NNP Rome)))) (. .)))"
)


def lay_out(tree: Tree) -> Layout:
    return CONTEXT.lay_out(index_spans(tree))


def random_tagger(
    seed: int = 1, *, width: int = 8, distances: tuple[int, ...] = (1, 0, 2)
) -> Tagger:
    """A tagger whose inputs are those of one sentence."""
    chance = np.random.default_rng(seed)

    def matrix(*shape: int) -> Matrix:
        return quantise(chance.normal(size=shape))

    def numbers(size: int) -> Floats:
        return chance.normal(size=size).astype(np.float32)

    def layer(distance: int) -> Layer:
        read, inner = (width, 3 * width) if distance == ATTENTION else (READ * width, width)
        return Layer(
            distance, matrix(read, inner), numbers(inner), matrix(width, width), numbers(width)
        )

    described = describe_tokens(lay_out(KNOWN))
    names = tuple(sorted({name for named in described for name in named}))
    rows = chance.normal(size=(len(names) + 1, width))
    rows[0] = 0.0
    layers = tuple(layer(distance) for distance in distances)
    network = Network(quantise(rows, by_row=True), layers, numbers(width), numbers(1))
    return Tagger(names, network)
