"""The comparison systems on Clarke & Lapata's corpora: trained, scored beside copy and reference.

    python benchmarks/comparison.py [--corpora clspoken,clwritten] [--parts dev,test]

McDonald's system is trained on the train part, the best of ten passes and three bounds on a change
chosen on dev; Clarke & Lapata's first system puts constraints on the same weights; their second
chooses the weight of significance on dev. Prints a table for each corpus and part, with times, and
all figures as JSON; pages go to checkpoints/comparison.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from report import peak_mb, table
from training_material import parsed, trigrams

import laconic
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.options import IlpOptions, MiraOptions
from laconic.baselines.run import BaselineModel
from laconic.evaluation.page import render_page
from laconic.files import replacing
from laconic.systems import System

FOLDER = Path(__file__).parent.parent / "checkpoints"
SIGNIFICANCE = (0.1, 0.3, 1.0, 3.0)
BOUNDS = (0.001, 0.01, 0.1)


def train_all(corpus: str) -> tuple[dict[str, System], list[dict[str, Any]]]:
    """The systems of a corpus by name, and what training took."""
    pairs, dev = (parsed(FOLDER, corpus, part) for part in ("train", "dev"))
    rows: list[dict[str, Any]] = []

    def timed(name: str, **options: Any) -> BaselineModel:
        started = time.perf_counter()
        model = laconic.train(pairs, dev=dev, **options)
        assert not isinstance(model, laconic.Model)
        seconds = round(time.perf_counter() - started, 1)
        rows.append(
            {
                "system": name,
                "pairs": len(pairs),
                "seconds": seconds,
                "development loss": model.facts.get("development_loss"),
                "chosen": model.facts.get("c", model.facts.get("significance")),
                "peak MB so far": peak_mb(),
            }
        )
        return model

    mira = MiraOptions(c=BOUNDS)
    bigrams = timed("mcdonald", config=laconic.McDonaldConfig(mira=mira))
    assert isinstance(bigrams, BigramModel)
    lm = laconic.open_lm(trigrams(FOLDER))
    trigram = timed("clarke-lm", config=laconic.ClarkeLmConfig(significance=SIGNIFICANCE), lm=lm)
    # Its weights are McDonald's: training it alone gives the same ones.
    ilp = replace(bigrams, ilp=IlpOptions())
    return {"mcdonald": bigrams, "clarke-ilp": ilp, "clarke-lm": trigram}, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", default="clspoken,clwritten")
    parser.add_argument("--parts", default="dev,test")
    parser.add_argument("--references", default="first", choices=["first", "best"])
    options = parser.parse_args()
    figures: list[dict[str, Any]] = []
    for corpus in options.corpora.split(","):
        systems, rows = train_all(corpus)
        print(f"\n{corpus}, training\n{table(rows)}")
        for part in options.parts.split(","):
            report = laconic.evaluate(
                systems, parsed(FOLDER, corpus, part), references=options.references, extra=True
            )
            record = report.as_record()
            page = FOLDER / "comparison" / f"{corpus}.{part}.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            with replacing(page) as stream:
                stream.write(render_page(record))
            print(f"\n{corpus}.{part} ({page})\n{report}")
            figures.append({"corpus": corpus, "part": part, "training": rows})
            figures[-1] |= {name: record[name] for name in ("systems", "comparisons", "signature")}
    print(json.dumps(figures, ensure_ascii=False))


if __name__ == "__main__":
    main()
