"""Scores a parser on treebanks, as EVALB counts: precision, recall, F1, exact match, tags.

"tags" leaves punctuation out, as EVALB does; "all tags" does not.

python experiments/parser/evaluate.py ../shared/data/trees
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from laconic.evaluation.brackets import BracketScores, score_trees
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.trees.brackets import read_trees

FILES = (
    "gum.test.ptb",
    "wsj-sample.gold.noncommercial.ptb.gz",
    "mctb.dialogue.test.ptb",
    "mctb.forum.test.ptb",
    "mctb.literature.test.ptb",
)


def score_file(parser: Parser, path: Path) -> BracketScores:
    golds = list(read_trees(path, drop_traces=True, drop_function_tags=True))
    return score_trees(zip(golds, parser.parse([gold.words() for gold in golds]), strict=True))


def record(scores: BracketScores) -> dict[str, float]:
    return {
        "sentences": scores.sentences,
        "precision": round(100 * scores.precision, 2),
        "recall": round(100 * scores.recall, 2),
        "f1": round(100 * scores.f1, 2),
        "exact": round(100 * scores.exact_match, 2),
        "tags": round(100 * scores.tag_accuracy, 2),
        "all tags": round(100 * scores.all_tag_accuracy, 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("trees", type=Path, help="the folder of treebanks")
    options.add_argument("--parser", default="embedded", help="a name or file, as `laconic parse`")
    options.add_argument("--files", nargs="*", default=FILES)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    parser = load_parser(given.parser)
    found = {}
    for name in given.files:
        found[name] = record(score_file(parser, given.trees / name))
        row = "  ".join(f"{key} {value:7.2f}" for key, value in found[name].items())
        print(f"{name:40} {row}", file=sys.stderr if given.json else sys.stdout, flush=True)
    mctb = [scores["f1"] for name, scores in found.items() if name.startswith("mctb")]
    if mctb:
        print(
            f"mean F1 of MCTB: {sum(mctb) / len(mctb):.2f}",
            file=sys.stderr if given.json else sys.stdout,
        )
    if given.json:
        print(json.dumps({"parser": parser.signature, "scores": found}, indent=2))


if __name__ == "__main__":
    main()
