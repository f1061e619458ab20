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
from texts import open_sentences
from trees import parsed, parsed_lossy

from laconic.config import read_config
from laconic.corpus import Pair
from laconic.model import Model
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.scoring.estimation import EstimationOptions, build_lm_from_sentences
from laconic.scoring.lm_files import Packing, open_lm
from laconic.scoring.ngram import NgramModel
from laconic.training.run import Training
from laconic.training.trainer import Progress

HERE = Path(__file__).parent
SHIPPED = HERE.parent.parent / "src" / "laconic" / "models"
WORK = HERE.parent.parent / "checkpoints" / "models"
LOSSY_PAIRS = 100_000
PARTS = ("train", "dev", "test")
# Words seen once, and n-grams seen once or of little use, are left out: 10 MB.
LM = EstimationOptions(order=3, normalisation="lower-digits", cutoffs=(1, 1, 1), prune=1e-7)
LM_PACKING = Packing(prob_bits=8, backoff_bits=8)


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

    def lm(self) -> NgramModel:
        """The language model of the open text."""
        path = self.work / "open.lm"
        if not path.exists():
            sentences = open_sentences(self.data / "text")
            report = build_lm_from_sentences(sentences, path, options=LM, packing=LM_PACKING)
            tell("language model", sentences=report.sentences, words=report.words)
        return open_lm(path)


def build_headline(place: Place) -> Model:
    """From the Google pairs: rules and weights from the cased ones, weights from the others too,
    and a tagger from all."""
    # Only here: torch is needed for nothing else.
    from tagger import read_settings, train_tagger, with_tagger

    pairs, extra = place.pairs("google"), place.lossy(LOSSY_PAIRS)
    settings = read_settings(HERE / "tagger.toml")
    tagger = train_tagger([*pairs, *extra], settings, place.work / "tagger.checkpoint", tell)
    return with_tagger(train("headline", place, pairs, extra=extra), tagger, settings)


def build_general(place: Place) -> Model:
    """From Clarke & Lapata's pairs, all annotators', and a language model."""
    pairs = place.pairs("clspoken") + place.pairs("clwritten")
    return train("general", place, pairs, lm=place.lm())


MODELS = {"headline": build_headline, "general": build_general}


def train(name: str, place: Place, pairs: Sequence[Pair], **given: Any) -> Model:
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
    checkpoint = place.work / f"{name}.checkpoint"
    return training.run(checkpoint=checkpoint, resume=True, watch=watch).model


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
    model = MODELS[options.name](place)
    output = options.output or SHIPPED / f"{options.name}.laconic"
    model.save(output)
    tell("written", path=str(output), bytes=output.stat().st_size, signature=model.signature)


if __name__ == "__main__":
    main()
