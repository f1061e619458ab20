"""Trains the embedded parser.

    python experiments/parser/train.py ../shared/data/trees --out checkpoints/parser [--resume]

Writes `last.pt` (all that is needed to go on) every few minutes and at the end, and `log.jsonl`.
The same seed, data and number of threads give the same weights, with or without a stop on the way.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch
from training import Settings, Training, installed_encoder

from laconic.files import replacing_path

STEPS_TOLD = 100  # how often the loss is written
DEVELOPMENT_TOLD = 300  # development sentences parsed at a checkpoint


class Log:
    """Tells how a run goes, to people and to a file."""

    def __init__(self, path: Path) -> None:
        self._stream = path.open("a", encoding="utf-8")

    def tell(self, words: int, **figures: float) -> None:
        shown = "  ".join(f"{name} {figure:.4f}" for name, figure in figures.items())
        print(f"{words:>9,} words  {shown}", flush=True)
        self._stream.write(json.dumps({"words": words, **figures}) + "\n")
        self._stream.flush()


def train(training: Training, last: Path, log: Log, checkpoint_seconds: float) -> None:
    """Run to the end, saving on the way."""
    begun = saved = time.monotonic()
    begun_words, steps, total, count = training.words, 0, 0.0, 0
    training.network.train()
    while training.words < training.settings.words:
        loss, words = training.step()
        steps, total, count = steps + 1, total + loss * words, count + words
        if not math.isfinite(loss):
            raise SystemExit(f"the loss is {loss} after {training.words:,} words")
        if steps % STEPS_TOLD == 0:
            speed = (training.words - begun_words) / (time.monotonic() - begun)
            log.tell(training.words, loss=total / count, words_per_second=speed)
            total, count = 0.0, 0
        if time.monotonic() - saved > checkpoint_seconds:
            save(training, last)
            scores = training.develop(DEVELOPMENT_TOLD)
            log.tell(training.words, f1=scores.f1, tags=scores.tag_accuracy)
            saved = time.monotonic()
    save(training, last)
    scores = training.develop()
    log.tell(training.words, f1=scores.f1, tags=scores.tag_accuracy)


def save(training: Training, path: Path) -> None:
    with replacing_path(path) as temporary:
        torch.save(training.state(), temporary)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("trees", type=Path, help="the folder of treebanks")
    options.add_argument("--out", type=Path, required=True, help="the folder of checkpoints")
    options.add_argument("--encoder", type=Path, help="its folder; default: the package's")
    options.add_argument("--words", type=int, default=Settings.words)
    options.add_argument("--seed", type=int, default=Settings.seed)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--checkpoint-minutes", type=float, default=8)
    options.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    encoder = given.encoder or installed_encoder()
    training = Training(given.trees, encoder, Settings(seed=given.seed, words=given.words))
    for name, sentences in training.sentences.items():
        words = sum(len(variants[0].tags) for variants in sentences)
        print(f"{name}: {len(sentences):,} sentences, {words:,} words")
    given.out.mkdir(parents=True, exist_ok=True)
    last = given.out / "last.pt"
    if given.resume and last.exists():
        training.restore(torch.load(last, weights_only=False))
        print(f"going on at {training.words:,} words")
    train(training, last, Log(given.out / "log.jsonl"), 60 * given.checkpoint_minutes)


if __name__ == "__main__":
    main()
