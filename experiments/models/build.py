"""Builds the compression models that ship, from the data and nothing else.

    python experiments/models/build.py headline ../shared/data
    python experiments/models/build.py general ../shared/data

Trees, language models and checkpoints go to checkpoints/models, and are used again; what was
interrupted goes on. The same data give the same file, byte for byte. Settings are in NAME.toml.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lossy import keys_of, read_lossy
from trees import parsed, parsed_lossy

from laconic.config import read_config
from laconic.corpus import Pair
from laconic.model import Model
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.training.run import Outcome, Training
from laconic.training.trainer import Progress

HERE = Path(__file__).parent
SHIPPED = HERE.parent.parent / "src" / "laconic" / "models"
WORK = HERE.parent.parent / "checkpoints" / "models"
LOSSY_PAIRS = 100_000
PARTS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class Place:
    """Where things are: the data, and what is made on the way."""

    data: Path
    work: Path
    parser: Parser

    def pairs(self, corpus: str, part: str = "train") -> list[Pair]:
        texts = self.data / "compression" / f"{corpus}.{part}.jsonl"
        return parsed(texts, self.work / "trees", self.parser)

    def lossy(self, count: int) -> list[Pair]:
        folder = self.data / "compression"
        known = keys_of(folder / f"google.{part}.jsonl" for part in PARTS)
        reading = read_lossy(folder / "google-200k.lossy.train.tsv.gz", known)
        pairs = list(parsed_lossy(reading, count, self.work / "lossy", self.parser))
        tell("lossy pairs", used=len(pairs), left_out=reading.left_out)
        return pairs


def build_headline(place: Place) -> Outcome:
    """From the Google pairs: rules and weights from the cased ones, weights from the others too."""
    return train("headline", place, place.pairs("google"), extra=place.lossy(LOSSY_PAIRS))


def build_general(place: Place) -> Outcome:
    """From Clarke & Lapata's pairs, beginning with the weights of `headline`."""
    pairs = place.pairs("clspoken") + place.pairs("clwritten")
    return train("general", place, pairs)


MODELS = {"headline": build_headline, "general": build_general}


def train(name: str, place: Place, pairs: Sequence[Pair], **given: Any) -> Outcome:
    """A model with the settings of its name, going on from its checkpoint."""
    training = Training(pairs, config=read_config(HERE / f"{name}.toml"), **given)
    examples = training.examples
    tell(
        "ready",
        examples=len(examples),
        stand_ins=examples.stand_ins,
        left_out=len(training.left_out),
        rules=len(training.grammar.packed),
        features=training.space.width,
    )
    return training.run(checkpoint=place.work / f"{name}.checkpoint", resume=True, watch=watch)


def watch(progress: Progress) -> None:
    """Say how a round went."""
    found = progress.round
    tell("round", number=found.number, primal=found.primal, seconds=round(found.seconds, 1))


def tell(what: str, **figures: Any) -> None:
    print(time.strftime("%H:%M:%S"), what, json.dumps(figures), flush=True)


def main() -> None:
    """Build the model that is named."""
    parser = argparse.ArgumentParser(description="Build a compression model that ships.")
    parser.add_argument("name", choices=MODELS)
    parser.add_argument("data", type=Path, help="the folder with compression/ and text/")
    parser.add_argument("--work", type=Path, default=WORK, help="for trees and checkpoints")
    parser.add_argument("-o", "--output", type=Path, help="the model; where it ships from")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    place = Place(options.data, options.work, load_parser())
    model: Model = MODELS[options.name](place).model
    output = options.output or SHIPPED / f"{options.name}.laconic"
    model.save(output)
    tell("written", path=str(output), bytes=output.stat().st_size, signature=model.signature)


if __name__ == "__main__":
    main()
