"""How long training takes, how much memory, how that grows, and what it gains on development sets.

    python benchmarks/training.py [--folder FOLDER] [--only PARTS] [--corpora NAMES] [--json]

PARTS are some of one,grid,growth,grammar,learners. Pairs come from ../shared/data/compression,
parsed, and the trigram model from the open text beside it; both are made in FOLDER (checkpoints)
the first time. Every run is a process of its own, so that peak memory is its own. Losses are sums
over a development set; intervals are of the relative reduction, by a paired bootstrap over
sentences.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from report import peak_mb, table
from training_material import parsed, trigrams

from laconic.config import Config
from laconic.corpus import Pair
from laconic.evaluation.significance import paired_bootstrap
from laconic.induction import tree_pairs
from laconic.model import Model
from laconic.scoring.losses import measure
from laconic.scoring.ngram import NgramModel
from laconic.settings import from_table
from laconic.training.run import Training
from laconic.training.trainer import Progress
from laconic.weights import make_weights

ROOT = Path(__file__).parent.parent
PARTS = ("one", "grid", "growth", "grammar", "learners")
GRID_C, GRID_SCALE = [3.0, 10.0, 30.0, 100.0], [0.5, 1.0, 2.0]
SIZES = (100, 200, 400, 800)
Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark training.")
    parser.add_argument("--folder", type=Path, default=ROOT / "checkpoints")
    parser.add_argument("--only", default=",".join(PARTS), help="which parts to run")
    parser.add_argument("--corpora", default="clspoken,clwritten")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--one", metavar="JOB", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(json.dumps(run(options.folder, **json.loads(options.one))))
        return
    results = {}
    for part in options.only.split(","):
        rows = []
        for job in jobs(part, options.corpora.split(",")):
            rows.append(start(options.folder, job))
            print(f"{part}: {json.dumps(rows[-1])}", file=sys.stderr, flush=True)
        results[part] = rows
    print(json.dumps(results, indent=2) if options.json else tables(results))


def jobs(part: str, corpora: list[str]) -> list[Row]:
    """What to train for a part of the benchmark."""
    best: Row = {"c": [30.0]}
    if part == "one":
        return [{"corpus": corpora[0], "settings": best}]
    if part == "grid":
        grid = {"c": GRID_C, "feature_scale": GRID_SCALE}
        return [{"corpus": corpora[0], "settings": grid}]
    if part == "growth":
        return [{"corpus": corpora[0], "settings": best, "pairs": size} for size in SIZES]
    if part == "grammar":
        return [
            {
                "corpus": corpus,
                "settings": {"c": [0.3, 1.0, *GRID_C, 300.0], "grammar_from": origin},
            }
            for corpus in corpora
            for origin in ("same", "folds", "leave-one-out")
        ]
    if part == "learners":
        return [
            {"corpus": "google", "settings": {"c": [30.0], "learner": learner, "max_rounds": 15}}
            for learner in ("cutting-plane", "frank-wolfe")
        ]
    raise SystemExit(f"unknown part {part!r}; expected some of {', '.join(PARTS)}")


def start(folder: Path, job: Row) -> Row:
    command = [sys.executable, __file__, "--folder", str(folder), "--one", json.dumps(job)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: Row = json.loads(done.stdout)
    return found


def run(folder: Path, corpus: str, settings: Row, pairs: int | None = None) -> Row:
    """Train once, in this process."""
    lm = NgramModel(trigrams(folder))
    train, dev = parsed(folder, corpus, "train")[:pairs], parsed(folder, corpus, "dev")
    rounds: list[Progress] = []
    started = time.perf_counter()
    training = Training(train, config=from_table(Config, settings), dev=dev, lm=lm)
    prepared = time.perf_counter()
    outcome = training.run(watch=rounds.append)
    seconds = time.perf_counter() - started
    facts, examples = outcome.model.facts, len(training.examples)
    return {
        "corpus": corpus,
        "settings": settings,
        "pairs": examples,
        "stand_ins": facts["stand_ins"],
        "seconds": round(seconds, 1),
        "preparation_seconds": round(prepared - started, 1),
        "rounds": len(rounds),
        "seconds_per_round": round(float(np.mean([one.round.seconds for one in rounds])), 3),
        "decodes_per_second": round(
            examples * len(rounds) / sum(one.round.search_seconds for one in rounds), 1
        ),
        "peak_mb": peak_mb(),
        "c": facts["c"],
        "feature_scale": facts["feature_scale"],
        "primal": facts["primal"],
        "dual": facts["dual"],
        "converged": facts["converged"],
        "tried": {
            f"{one['c']:g}/{one['feature_scale']:g}": one["development_loss"]
            for one in outcome.tried
        },
        **gains(outcome.model, dev),
    }


def gains(model: Model, dev: list[Pair]) -> Row:
    """Losses on the development set beside copying and beside a model whose weights are all 0."""
    loss = model.config.make_loss()
    trees = [next(tree_pairs(pair)) for pair in dev]
    nothing = replace(model, weights=make_weights({}), rule_scores=np.zeros(len(model.grammar)))
    outputs = {
        "trained": [model.rewrite(source).tree for source, _ in trees],
        "untrained": [nothing.rewrite(source).tree for source, _ in trees],
        "copy": [source for source, _ in trees],
    }
    losses = {
        name: np.array(
            [measure(loss, target, found) for found, (_, target) in zip(trees_, trees, strict=True)]
        )
        for name, trees_ in outputs.items()
    }
    rate = np.mean(
        [
            len(found.words()) / len(source.words())
            for found, (source, _) in zip(outputs["trained"], trees, strict=True)
        ]
    )
    row: Row = {f"loss_{name}": float(values.sum()) for name, values in losses.items()}
    row["rate"] = round(float(rate), 4)
    for other in ("copy", "untrained"):
        found = paired_bootstrap(losses["trained"], losses[other])
        row[f"below_{other}"] = [round(x, 4) for x in (found.value, found.low, found.high)]
    return row


def tables(results: dict[str, list[Row]]) -> str:
    speed = ("seconds", "rounds", "seconds_per_round", "decodes_per_second", "peak_mb")
    shown = {
        "one": speed,
        "grid": ("seconds", "rounds", "peak_mb", "c", "feature_scale"),
        "growth": ("pairs", *speed),
        "grammar": ("corpus", "settings", "stand_ins", "c", "tried", "rate"),
        "learners": ("settings", "seconds", "rounds", "primal", "dual", "converged", "peak_mb"),
    }
    losses = ("loss_trained", "loss_untrained", "loss_copy", "below_copy", "below_untrained")
    parts = []
    for part, rows in results.items():
        columns = (*shown[part], *losses)
        parts.append(f"{part}\n{table([{name: row[name] for name in columns} for row in rows])}")
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
