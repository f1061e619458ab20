"""The models of a corpus: each trained once, set to its point on development pairs, and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from rewriting_corpora import Split, single_sentences
from rewriting_settings import REFERENCES, TRIED
from rewriting_training import LENGTH_STEPS, NEW_STEPS, choose_point, make_job
from steps import Record, Steps, Trained, hash_of_lm, train

from laconic.corpus import Pair, digest_pairs
from laconic.parsing.parser import Parser
from laconic.scoring.ngram import NgramModel

NAME = "rewriting"
DEV = 120  # development pairs that settings are compared on


@dataclass(frozen=True, eq=False, slots=True)
class Study:
    """Where trees and results of steps are kept, and what models are made with."""

    steps: Steps
    trees: Path
    parser: Parser
    lm: NgramModel | None
    workers: int = 1

    def step(self, name: str, settings: Any, work: Callable[[], Any]) -> Record:
        """The record of a step: as it was kept, or made now."""

        def make() -> Any:
            self.tell("begin", step=name)
            return work()

        return self.steps.run(plain(name), {"of": settings}, make)

    def has(self, name: str, settings: Any) -> bool:
        """Whether the result of a step is kept."""
        return self.steps.path(plain(name), {"of": settings}).exists()

    @property
    def lm_hash(self) -> str:
        """What tells the language model from others."""
        return "none" if self.lm is None else hash_of_lm(self.lm)

    def tell(self, what: str, **figures: Any) -> None:
        """A line of progress."""
        self.steps.tell(f"{NAME} {what} {json.dumps(figures)}")


def plain(name: str) -> str:
    """A name as part of a file's.

    >>> plain("onestop soft rules")
    'rewriting-onestop-soft-rules'
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", f"{NAME} {name}")


def some(pairs: Sequence[Pair], count: int) -> list[Pair]:
    """So many of the pairs, at even distances."""
    if count >= len(pairs):
        return list(pairs)
    return [pairs[number * len(pairs) // count] for number in range(count)]


def train_model(study: Study, corpus: str, split: Split, name: str, count: int) -> Trained:
    """The model of this name, trained with so many pairs; an interrupted training goes on."""
    pairs = [single_sentences(pair, REFERENCES) for pair in some(split.train, count)]
    job = make_job(pairs, TRIED[name][1], study.lm)
    label = f"{NAME} {corpus}: {name}, {count} pairs"
    return train(study.steps, plain(f"{corpus} {name}"), job, label=label, workers=study.workers)


def try_model(study: Study, corpus: str, split: Split, name: str, count: int) -> Mapping[str, Any]:
    """How a model does on development pairs, as it is and where it is best."""
    dev = some(split.dev, DEV)
    key = [digest_pairs(part) for part in (split.train, dev)]
    points = LENGTH_STEPS, NEW_STEPS
    step = f"{corpus} {name} point"
    settings = [key, TRIED[name][1], REFERENCES, count, points, study.lm_hash]
    load = cache(partial(train_model, study, corpus, split, name, count))
    if not study.has(step, settings):
        load()  # now, so that the seconds of this step are not also those of training

    def work() -> dict[str, Any]:
        trained = load()
        record = trained.record
        point = choose_point(trained.model, dev, study.tell)
        return {
            "name": name,
            "facts": {**trained.facts, "pairs": count, "rules": record["result"]["rules"]},
            "signature": trained.model.signature,
            "plain": point["tried"][0],
            "point": point,
            # Of training alone, by the clock.
            "seconds": round(record["seconds"]),
        }

    found: Mapping[str, Any] = study.step(step, settings, work)["result"]
    return found
