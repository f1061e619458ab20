"""How much the tagger of a model is to weigh: figures on google.dev for some weights and offsets.

    python experiments/models/weigh.py MODEL ../shared/data --weights 0,2,4 --offsets 0,0.3

Token F1, relations F1 and rate of the model, without guards and with them (`weight`, `offset` and
both sets of figures in a row). A weight of 0 is the model without its tagger. Offsets come on top
of what is in the file; whoever has chosen sets both in tagger.toml and builds the model again,
which trains nothing anew.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
from trees import parsed

import laconic
from laconic.model import Model
from laconic.parsing.registry import load_parser
from laconic.scoring.tagger import TAGGER_FEATURE
from laconic.weights import make_weights

WORK = Path(__file__).parent.parent.parent / "checkpoints" / "models"
FIGURES = ("token-f1", "relations-f1", "rate")


def weighed(model: Model, weight: float, offset: float) -> Model:
    """The model with another weight for its tagger, and something added to all log-odds."""
    assert model.tagger is not None
    network = model.tagger.network
    network = replace(network, output_bias=network.output_bias + np.float32(offset))
    weights = make_weights({**model.weights.by_name, TAGGER_FEATURE: weight})
    return replace(model, weights=weights, tagger=replace(model.tagger, network=network))


def numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def main() -> None:
    """Print a row for each weight and offset."""
    parser = argparse.ArgumentParser(description="Weigh the tagger of a model on google.dev.")
    parser.add_argument("model", type=Path, help="a model with a tagger")
    parser.add_argument("data", type=Path, help="the folder with compression/")
    parser.add_argument("--work", type=Path, default=WORK, help="for trees")
    parser.add_argument("--weights", type=numbers, default=[0.0, 1.0, 2.0, 4.0])
    parser.add_argument("--offsets", type=numbers, default=[0.0, 0.3])
    options = parser.parse_args()
    pairs = parsed(
        options.data / "compression" / "google.dev.jsonl", options.work / "trees", load_parser()
    )
    model = laconic.load(options.model).model
    assert isinstance(model, Model)
    print("weight\toffset\t" + "\t".join([*FIGURES, *(f"guarded {name}" for name in FIGURES)]))
    for weight in options.weights:
        for offset in options.offsets if weight else [0.0]:
            made = weighed(model, weight, offset)
            systems = {"free": made, "guarded": laconic.Compressor(made)}
            report = laconic.evaluate(systems, pairs, references="first", standard=())
            scores = [report.score(name, figure) or 0.0 for name in systems for figure in FIGURES]
            print(
                f"{weight:g}\t{offset:g}\t" + "\t".join(f"{100 * one:.1f}" for one in scores),
                flush=True,
            )


if __name__ == "__main__":
    main()
