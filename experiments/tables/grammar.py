"""The grammar statistics of section 6.1: rules for each bound, and what an SCFG could hold of them.

    python experiments/tables/grammar.py ../shared/data

Writes grammar.json, grammar.md and grammar.svg, for the train part of every corpus there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corpora import Corpus
from options import Place, find_place, run_program, table_options
from output import NOT_AVAILABLE, Page, Table, count, paper, percent, write_output
from steps import Record, tell

from laconic.config import Config
from laconic.corpus import digest_pairs
from laconic.evaluation.page_style import MISSING
from laconic.evaluation.plots import histograms
from laconic.induction import extract_grammar
from laconic.settings import from_table, to_table

NAME = "grammar"
BOUND = 2
KINDS = ("scfg", "deeper", "category")
LABELS = ("SCFG could hold it", "deeper", "changes category")
# Of CLspoken: rules for each bound, and the kinds of the maximally general ones in percent.
PAPER_CORPUS = "clspoken"
PAPER_RULES = (20764, 33430, 62116)
PAPER_KINDS = {"scfg": 76.0, "deeper": 12.0, "category": 13.0}
SAID = (
    "Different rules extracted from the train part of each corpus, before any limit, without copy"
    " and deletion rules and without those of the virtual root. Bound 0 has the maximally general"
    " rules alone. A rule is of one kind: deeper if a side has more than one level; else it"
    " changes the category; else an SCFG could hold it. Shares are in percent."
)
NOTES = (
    "Trees are of the embedded parser, the paper's of Bikel's; words are lower-cased, and which"
    " pairs are in train is not the authors' split.",
    "The paper gives kinds for the maximally general rules only, and says that the share of SCFG"
    " rules falls substantially as the bound grows; its shares add up to 101.",
)


def extract(place: Place, corpus: Corpus) -> Record:
    """The step that counts the rules of a corpus for each bound."""
    pairs = place.pairs(corpus, "train")
    table = to_table(Config())["extraction"] | {"bound": BOUND, "targets_per_source": "none"}
    settings = {"extraction": table, "pairs": digest_pairs(pairs)}

    def count_rules() -> Any:
        tell(f"{NAME}: {corpus.title}, {len(pairs)} pairs")
        options = from_table(type(Config().extraction), table)
        found = extract_grammar(pairs, options=options)
        kinds = [{kind: getattr(one, kind) for kind in KINDS} for one in found.kinds]
        return {
            "pairs": found.pairs,
            "left_out": list(found.left_out),
            "kinds": kinds,
            "coverage": len(found.grammar) - found.grammar.extracted,
        }

    return place.steps.run(f"{NAME}-{corpus.name}", settings, count_rules)


def rows(corpus: Corpus, record: Record | None) -> list[tuple[str, ...]]:
    """The rows of a corpus, one for each bound."""
    if record is None:
        return [(corpus.title, NOT_AVAILABLE, *[MISSING] * 8)]
    return [row(corpus, bound, kinds) for bound, kinds in enumerate(record["result"]["kinds"])]


def row(corpus: Corpus, bound: int, kinds: dict[str, int]) -> tuple[str, ...]:
    """One row: rules and the share of each kind, each with the paper's figure."""
    is_paper = corpus.name == PAPER_CORPUS
    total = sum(kinds.values())
    found = [count(total), count(PAPER_RULES[bound]) if is_paper else MISSING]
    for kind in KINDS:
        theirs = PAPER_KINDS[kind] if is_paper and bound == 0 else None
        found += [percent(kinds[kind] / max(total, 1)), paper(theirs, decimals=0)]
    return (corpus.title, str(bound), *found)


def coverage(records: Sequence[tuple[Corpus, Record | None]]) -> str:
    """A note of how many rules there are besides."""
    counts = [
        f"{corpus.title} {count(record['result']['coverage'])}"
        for corpus, record in records
        if record
    ]
    return (
        "Copy and deletion rules of the same trees that are not among those extracted:"
        f" {', '.join(counts)}. Whether the paper's figures hold such rules it does not say."
    )


def plot(records: Sequence[tuple[Corpus, Record | None]]) -> str:
    """The kinds of rules at each bound of each corpus."""
    shown = []
    for place, (corpus, record) in enumerate(records):
        for bound, kinds in enumerate(record["result"]["kinds"] if record else []):
            total = sum(kinds.values())
            shares = [kinds[kind] / max(total, 1) for kind in KINDS]
            shown.append((f"{corpus.title}, bound {bound}", place, shares, f"{total:,} rules"))
    return histograms(shown, LABELS, title="Kinds of rules by bound", x_title="Kind of rule")


def make(place: Place) -> str:
    """Count the rules of all corpora and write the table; its Markdown."""
    records = [
        (corpus, extract(place, corpus) if corpus.is_available else None)
        for corpus in place.corpora
    ]
    head = ["corpus", "bound", "rules", "paper"]
    head += [name for label in ("SCFG", "deeper", "category") for name in (label, "paper")]
    table = Table(head, [found for corpus, record in records for found in rows(corpus, record)])
    page = Page("Section 6.1: rules of the grammars", SAID, [table], [*NOTES, coverage(records)])
    data = {
        "corpora": [{"corpus": corpus.name, "record": record} for corpus, record in records],
        "paper": {"corpus": PAPER_CORPUS, "rules": PAPER_RULES, "kinds": PAPER_KINDS},
    }
    return write_output(place.output, NAME, page, data, plots={"": plot(records)})


def main(arguments: Sequence[str]) -> None:
    """Make the table and print it."""
    options = table_options("Statistics of the grammars.").parse_args(arguments)
    print(make(find_place(options)))


if __name__ == "__main__":
    run_program(main)
