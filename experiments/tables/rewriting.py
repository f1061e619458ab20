"""Rewriting beyond deletion: the same code on pairs that substitute and reorder (5.1, 8).

    python experiments/tables/rewriting.py ../shared/data [--on onestop,asset] [--work FOLDER]
        [--pairs NAME=FILE] [--in-runs NAME] [--alignments NAME=FILE]

For each corpus: its size and split, how many words are aligned, what extracted rules do, how many
references they reach, models tried on development pairs, and the best of them on held-out pairs
beside copying, the reference, `general`, which only deletes, and a control each, which has no
extracted rules. Writes rewriting.json, rewriting.md, rewriting.svg, and rewriting.outputs.md with
twenty outputs and the rules that changed them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from options import by_name, find_place, own_file, run_program, table_options
from output import write_output, write_text
from rewriting_corpora import Source, find_sources
from rewriting_grammar import OWN, describe_grammar
from rewriting_models import DEV, NAME, Study, some, try_model
from rewriting_outputs import COPY, describe_outputs, pointed, rewrite_all, show
from rewriting_page import make_page, plot, render_outputs
from rewriting_scores import score_lines
from rewriting_settings import BEST, EXTRACTION, REFERENCES, SHOWN, TRIED
from steps import Record

from laconic.corpus import digest_pairs, tree_of


def describe(source: Source, study: Study) -> Record:
    """All figures of one corpus."""
    pairs = source.read(study.trees, study.parser)
    split, corpus = source.split(pairs), source.name
    parts = {name: getattr(split, name) for name in ("train", "dev", "test")}
    key = [[digest_pairs(part) for part in parts.values()], EXTRACTION, REFERENCES, OWN]
    grammar = study.step(f"{corpus} grammar", key, partial(describe_grammar, split, study.tell))
    tried = [
        try_model(study, corpus, split, name, min(count, len(split.train)))
        for name, (count, _) in TRIED.items()
    ]
    chosen = [try_model(study, corpus, split, name, len(split.train)) for name in BEST]
    outputs = rewrite_all(study, corpus, split, chosen)
    dev = some(split.dev, DEV)
    return {
        "sizes": {
            "pairs": len(pairs),
            **{name: len(part) for name, part in parts.items()},
            "dropped": split.dropped,
            "references": max(len(pair.references) for pair in pairs),
        },
        "aligned_by": "a file" if source.alignments else "IBM model 1",
        "grammar": grammar["result"],
        "tried": tried,
        "chosen": chosen,
        "dev": {"pairs": len(dev), COPY: score_lines([_words(pair.source) for pair in dev], dev)},
        "test": describe_outputs(study, corpus, split.test, outputs),
        "examples": show(split.test, outputs[pointed(SHOWN)]),
    }


def _words(side: Any) -> list[str]:
    return tree_of(side).words()


def main(arguments: Sequence[str]) -> None:
    """Study the corpora that are named."""
    parser = table_options("Rewriting beyond deletion.")
    parser.add_argument("--on", metavar="NAMES", help="some corpora; all if not given")
    parser.add_argument(
        "--pairs",
        type=own_file,
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="pairs of your own, text or trees, besides onestop and asset",
    )
    parser.add_argument(
        "--in-runs",
        action="append",
        default=[],
        metavar="NAME",
        help="pairs of your own whose neighbours are held out together; else drawn one by one",
    )
    parser.add_argument(
        "--alignments",
        type=own_file,
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="links for a corpus, a line for each pair, in place of IBM model 1",
    )
    options = parser.parse_args(arguments)
    place = find_place(options, options.on)
    sources = find_sources(
        place.data,
        own=by_name("--pairs", options.pairs),
        alignments=by_name("--alignments", options.alignments),
        in_runs=options.in_runs,
        on=options.on,
    )
    study = Study(place.steps, place.work / "trees", place.parser, place.lm(), place.workers)
    record = {"corpora": {source.name: describe(source, study) for source in sources}}
    page = make_page(record["corpora"])
    print(write_output(place.output, NAME, page, record, plots={"": plot(record["corpora"])}))
    outputs = render_outputs(record["corpora"])
    write_text(place.output / f"{NAME}.outputs.md", outputs)
    print(outputs)


if __name__ == "__main__":
    run_program(main)
