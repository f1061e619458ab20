"""Turns a trained network into the file that ships.

    python experiments/parser/export.py checkpoints/parser/last.pt ../shared/data/trees \\
        --out src/laconic/models/english.parser

Matrices go into 8 bits, one scale for each column (each row of the table of pieces). The constant
added to the empty label is tuned on the development trees, with the weights as they ship.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from graphs import piece_graph, span_graph, word_graph
from numpy.typing import NDArray
from training import ANY_STYLE, installed_encoder
from treebanks import DEVELOPMENT, FOREIGN_LABELS, TREEBANKS, read_treebank

from laconic.archive import open_archive, write_archive
from laconic.evaluation.brackets import BracketScores, score_trees
from laconic.parsing.chains import JOIN, tree_of
from laconic.parsing.cky import best_spans
from laconic.parsing.network import KIND, PIECES, POSITIONS, SCALE, VERSION, VOCABULARY, Network
from laconic.trees.tree import Tree

Array = NDArray[Any]
OUT_OF_REACH = -1e4
BONUSES = tuple(round(0.1 * step, 1) for step in range(-10, 11))


def weights_of(state: dict[str, Any], style: int) -> dict[str, Array]:
    """The weights as the graphs take them: matrices by input and output, one style built in."""
    weights: dict[str, Array] = {}
    network = {name: tensor.float().numpy() for name, tensor in state["network"].items()}
    chosen = network.pop("style_embedding.weight")[style]
    for name, array in network.items():
        is_table = name.endswith("embedding.weight")
        weights[name] = array.T.copy() if array.ndim == 2 and not is_table else array
    # Every word gets the shape's vector, so the style's can be part of it.
    weights["shape_embedding.weight"] = weights["shape_embedding.weight"] + chosen
    return weights


def without_foreign_labels(weights: dict[str, Array], labels: list[str]) -> dict[str, Array]:
    """The weights with labels that only one treebank has put out of reach."""
    foreign = [
        number
        for number, chain in enumerate(labels)
        if FOREIGN_LABELS.intersection(chain.split(JOIN))
    ]
    bias = weights["span_label.bias"].copy()
    bias[foreign] = OUT_OF_REACH
    return {**weights, "span_label.bias": bias}


def quantise(array: Array, axis: int) -> tuple[Array, Array]:
    """Numbers of 8 bits and their scales, one for each place along the other axis."""
    scales = np.abs(array).max(axis=axis).astype(np.float32) / 127
    scales[scales == 0] = 1
    divided = array / np.expand_dims(scales, axis)
    return np.rint(divided).astype(np.int8), scales


def kept_in_8_bits(weights: dict[str, Array]) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    for name in sorted(weights):
        array = weights[name]
        if array.ndim == 2 and array.size > 10_000 and name != POSITIONS:
            # Rows of the table of pieces are read one by one, so each row has its scale.
            arrays[name], arrays[name + SCALE] = quantise(array, 1 if name == PIECES else 0)
        else:
            arrays[name] = array.astype(np.float32)
    return arrays


def graphs_of(weights: dict[str, Array], sizes: dict[str, int]) -> dict[str, bytes]:
    shapes = {name: array.shape for name, array in weights.items()}
    common = {"heads": sizes["heads"], "hidden": sizes["hidden"]}
    return {
        "pieces": piece_graph(shapes, layers=sizes["piece_layers"], **common),
        "words": word_graph(shapes, layers=sizes["word_layers"], **common),
        "spans": span_graph(shapes),
    }


def weights_in(graph: bytes) -> list[str]:
    import onnx

    tensors = onnx.ModelProto.FromString(graph).graph.initializer
    return [tensor.name for tensor in tensors if tensor.external_data]


def write_parser(
    path: Path, state: dict[str, Any], style: int, bonus: float, vocabulary: bytes
) -> None:
    weights = without_foreign_labels(weights_of(state, style), state["spans"])
    graphs = graphs_of(weights, state["sizes"])
    arrays = kept_in_8_bits(weights)
    arrays |= {f"graph.{name}": np.frombuffer(graph, np.uint8) for name, graph in graphs.items()}
    arrays[VOCABULARY] = np.frombuffer(vocabulary, np.uint8)
    manifest = {
        "kind": KIND,
        "version": VERSION,
        "labels": state["spans"],
        "tags": state["tags"],
        "empty_bonus": bonus,
        "weights": {name: weights_in(graph) for name, graph in graphs.items()},
        "trained_on": state["treebanks"],
        "settings": state["settings"],
        "digest": digest(arrays, state, bonus),
    }
    write_archive(path, manifest, arrays)


def digest(arrays: dict[str, Array], state: dict[str, Any], bonus: float) -> str:
    """Names everything that decides about trees."""
    summed = hashlib.sha256(repr((state["spans"], state["tags"], bonus)).encode())
    for name, array in arrays.items():
        summed.update(name.encode())
        summed.update(np.ascontiguousarray(array).tobytes())
    return summed.hexdigest()


def tune_bonus(path: Path, golds: list[Tree]) -> tuple[float, BracketScores]:
    """The constant for the empty label with the best F1 on the gold trees."""
    network = Network.open(path)
    sentences = [tree.words() for tree in golds]
    cut = [network.cutter.cut(words) for words in sentences]
    found = dict(network.score(cut, lambda number, scores: (number, scores)))

    def parsed(number: int, bonus: float) -> Tree:
        words, scores = sentences[number], found[number]
        spans = best_spans(scores.spans, len(words), bonus)
        named = [(start, end, network.labels[label]) for start, end, label in spans]
        return tree_of(named, [network.tags[tag] for tag in scores.tags.argmax(1)], words)

    results = {
        bonus: score_trees((gold, parsed(n, bonus)) for n, gold in enumerate(golds))
        for bonus in BONUSES
    }
    best = max(BONUSES, key=lambda bonus: (results[bonus].f1, -abs(bonus)))
    for bonus, scores in results.items():
        print(f"  bonus {bonus:+.1f}  F1 {100 * scores.f1:.2f}{'  *' if bonus == best else ''}")
    return best, results[best]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("trees", type=Path, help="the folder of treebanks")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--style", choices=("any", *(bank.name for bank in TREEBANKS)), default="gum"
    )
    given = parser.parse_args()
    state = torch.load(given.checkpoint, weights_only=False, map_location="cpu")
    style = ANY_STYLE if given.style == "any" else state["styles"][given.style]
    vocabulary = plain_vocabulary(installed_encoder() / "tokenizer.json")
    golds = read_treebank(given.trees, DEVELOPMENT)
    with TemporaryDirectory() as folder:
        untuned = Path(folder) / given.out.name
        write_parser(untuned, state, style, 0.0, vocabulary)
        bonus, scores = tune_bonus(untuned, golds)
    write_parser(given.out, state, style, bonus, vocabulary)
    size = given.out.stat().st_size / 1e6
    archive = open_archive(given.out, kind=KIND, version=VERSION)
    print(
        f"{given.out}: {size:.1f} MB, {archive.manifest['digest'][:16]}, development"
        f" F1 {100 * scores.f1:.2f}, tags {100 * scores.tag_accuracy:.2f}"
    )


def plain_vocabulary(path: Path) -> bytes:
    """The encoder's vocabulary, written compactly."""
    import json

    content = json.loads(path.read_text(encoding="utf-8"))
    content["padding"] = content["truncation"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    main()
