"""How good the models that ship are: on the test sets, beside other systems.

    python experiments/models/evaluate.py ../shared/data [--part test] [--corpora clspoken,...]
                                          [--without-others]

Prints a table for each corpus with intervals, how many proper nouns and negations of the sources
each system deleted, twenty outputs of each model drawn with a fixed seed, and all figures as JSON.
`general` and `headline` are used as they ship, guards and all, `unguarded` is the one of them that
is for the corpus without guards; `untrained` is `general` with
weights of 0; `mcdonald` and `clarke-ilp` are trained on the train part of the corpus, as in
docs/baselines.md, but with one bound and four passes where there are thousands of pairs, and are
kept in checkpoints/models; `--without-others` leaves these two out.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from trees import parsed

import laconic
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.options import IlpOptions, MiraOptions
from laconic.corpus import Pair
from laconic.model import Model
from laconic.parsing.registry import load_parser
from laconic.systems import System
from laconic.systems import load as load_system
from laconic.trees.negations import is_negation
from laconic.trees.tree import Tree
from laconic.weights import make_weights

HERE = Path(__file__).parent
WORK = HERE.parent.parent / "checkpoints" / "models"
CORPORA = "clspoken,clwritten,google"
BOUNDS = (0.001, 0.01, 0.1)  # on a change, tried by McDonald's system
MANY = 5000
SAMPLE, SEED = 20, 1
_NAMES = ("NNP", "NNPS")


def untrained(model: Model) -> Model:
    """The model with weights of 0."""
    nothing = np.zeros(len(model.grammar))
    return replace(model, weights=make_weights({}), rule_scores=nothing)


def baselines(pairs: list[Pair], dev: list[Pair], path: Path) -> dict[str, System]:
    """McDonald's system and the integer programme over its scores."""
    if not path.exists():
        mira = MiraOptions(c=BOUNDS) if len(pairs) < MANY else MiraOptions(c=(BOUNDS[1],), passes=4)
        laconic.train(pairs, dev=dev, config=laconic.McDonaldConfig(mira=mira)).save(path)
    bigrams = load_system(path)
    assert isinstance(bigrams, BigramModel)
    return {"mcdonald": bigrams, "clarke-ilp": replace(bigrams, ilp=IlpOptions())}


def count_deleted(system: System, sources: Iterable[Tree]) -> dict[str, str]:
    """Of proper nouns and of negations: how many went, of how many."""
    counts = {"proper nouns": [0, 0], "negations": [0, 0]}
    for tree in sources:
        kept = set(system.rewrite(tree).kept or ())
        for place, leaf in enumerate(tree.leaves()):
            kinds = {
                "proper nouns": leaf.label in _NAMES,
                "negations": is_negation((leaf.word or "").lower(), leaf.label),
            }
            for kind, is_one in kinds.items():
                counts[kind][0] += is_one and place not in kept
                counts[kind][1] += is_one
    return {
        kind: f"{gone} of {there} ({100 * gone / max(there, 1):.1f} %)"
        for kind, (gone, there) in counts.items()
    }


def show(name: str, compressor: laconic.Compressor, pairs: list[Pair]) -> None:
    """Some compressions, drawn with a fixed seed."""
    print(f"\n{name}: {SAMPLE} outputs")
    for pair in random.Random(SEED).sample(pairs, SAMPLE):
        assert isinstance(pair.source, Tree)
        result = compressor.compress(pair.source)
        print(f"- {' '.join(pair.source.words())}\n  → {result.text}")


def evaluate(corpus: str, part: str, data: Path, *, others: bool) -> dict[str, Any]:
    """The figures of one corpus."""
    parser = load_parser()

    def pairs(which: str) -> list[Pair]:
        texts = data / "compression" / f"{corpus}.{which}.jsonl"
        return parsed(texts, WORK / "trees", parser)

    test = pairs(part)
    models = {name: laconic.load(name) for name in ("general", "headline")}
    general = models["general"].model
    shipped = "headline" if corpus == "google" else "general"
    assert isinstance(general, Model)
    systems: Mapping[str, System] = {
        **models,
        "unguarded": models[shipped].model,
        "untrained": untrained(general),
    }
    if others:
        path = WORK / f"{corpus}.mcdonald.laconic"
        systems = {**systems, **baselines(pairs("train"), pairs("dev"), path)}
    report = laconic.evaluate(systems, test, references="first")
    print(f"\n{corpus}.{part}\n{report}\n\ndeleted")
    sources = [pair.source for pair in test if isinstance(pair.source, Tree)]
    deleted = {name: count_deleted(system, sources) for name, system in systems.items()}
    for name, counts in deleted.items():
        print(f"{name}\t" + "\t".join(f"{kind} {count}" for kind, count in counts.items()))
    show(shipped, models[shipped], test)
    record = report.as_record(sentences=False)
    return {"corpus": corpus, "part": part, "deleted": deleted, **record}


def main() -> None:
    """Evaluate on each corpus."""
    parser = argparse.ArgumentParser(description="Evaluate the models that ship.")
    parser.add_argument("data", type=Path, help="the folder with compression/")
    parser.add_argument("--part", default="test", choices=["dev", "test"])
    parser.add_argument("--corpora", default=CORPORA)
    parser.add_argument("--without-others", action="store_true", help="no comparison systems")
    options = parser.parse_args()
    figures = [
        evaluate(corpus, options.part, options.data, others=not options.without_others)
        for corpus in options.corpora.split(",")
    ]
    print(json.dumps(figures, ensure_ascii=False))


if __name__ == "__main__":
    main()
