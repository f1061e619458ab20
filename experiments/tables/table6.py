"""Table 6: the transducer beside McDonald's system and Clarke & Lapata's, on the test parts.

    python experiments/tables/table6.py ../shared/data [--part dev] [--on NAMES] [--without-tagger]

1. On pairs held out from training: weights that are not learned, and the kind of transducer that
   stands for all of them, are chosen before the test part is looked at.
2. All systems as they are trained; Transducer2 by the length penalty whose rate on the development
   part is nearest to McDonald's there.
3. Transducers at each rival's own rate: by the length penalty, by a limit for all sentences
   together, and by one for each sentence.
4. All of them at the same rates.

Writes table6.json, table6.md and a plot for each corpus.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from contest import FEW_TRIES, NAME, Contest
from contest_tables import (
    RIVALS,
    TABLE,
    beside_table,
    main_table,
    missing_table,
    plot_name,
    primary_table,
    rates_table,
    rivals_table,
)
from contestants import BOUNDS, FEW
from corpora import Corpus
from held_out import FOLDS
from kinds import KINDS, MANY, NEIGHBOURS, TAGGER, WEIGHTS, describe_kinds, parts_of
from options import Place, find_place, run_program, table_options
from output import Page, Table, numbers, write_output
from penalties import TRIES
from scores import plot_against_rate
from steps import EPSILON, ROUNDS, Record

from laconic.errors import LaconicError

RATES: Mapping[str, tuple[float, ...]] = {"google": (0.3, 0.4, 0.5)}
OTHER_RATES = (0.5, 0.6, 0.7, 0.8, 0.9)
SAID = (
    "Rate (the share of tokens kept), relations F1 and token F1 in percent, relations F1 with its"
    " 95 % interval by bootstrap; tree F1 is that of relations straight from the output tree. A"
    " difference is in points of relations F1, with its interval; higher / lower is the number of"
    " sentences in which the first of two systems has the higher or the lower F1; p is that of"
    " Wilcoxon's signed-rank test over these sentences. * marks the kind of transducer that was"
    " chosen on held-out pairs."
)


def contest_tables(contest: Contest) -> tuple[list[Table], Record, str]:
    """The tables of a corpus, all figures, and its plot."""
    beside = {rival: contest.beside(rival) for rival in RIVALS}
    rates = RATES.get(contest.corpus.name, OTHER_RATES)
    at_rates = {rate: contest.at_rate(rate) for rate in rates}
    title = contest.corpus.title
    tables = [
        contest.held_out.table(title),
        main_table(contest),
        rivals_table(contest),
        primary_table(contest, beside),
        beside_table(contest, beside),
        rates_table(contest, at_rates),
    ]
    record = {
        "corpus": contest.corpus.name,
        "part": contest.part,
        "articles": contest.articles,
        "chosen": contest.held_out.chosen,
        "held_out": contest.held_out.report,
        "main": without_sentences(contest.main),
        "beside": {rival: without_sentences(one) for rival, one in beside.items()},
        "rates": {f"{rate:g}": without_sentences(one) for rate, one in at_rates.items()},
    }
    shown = {system["name"]: plot_name(system["name"]) for system in contest.main["systems"]}
    shown.pop("reference")
    plot = plot_against_rate(contest.main, shown, title=f"{title}: relations F1 against rate")
    return tables, record, plot


def without_sentences(report: Record) -> Record:
    return {name: value for name, value in report.items() if name != "sentences"}


def notes(part: str, kinds: Sequence[str], articles: Mapping[str, int]) -> list[str]:
    """What is other than in the paper."""
    counts = ", ".join(f"{title} {count}" for title, count in articles.items())
    return [
        f"The {part} part of our split, first annotator in training and scoring; trees and"
        " relations are of the embedded parser and our scheme, where the paper has Bikel's and"
        " RASP's.",
        *describe_kinds(kinds),
        f"Held-out pairs: {FOLDS} folds of the training part, whole articles together; with more"
        f" than {MANY:,} training pairs, the development part. Weights of scores of neighbours are"
        f" of {numbers(WEIGHTS[NEIGHBOURS])}, those of the tagger of {numbers(WEIGHTS[TAGGER])};"
        " the best by relations F1 are taken, and so is the kind that is chosen, of those with"
        " features of places.",
        f"The paper's transducers have {ROUNDS} rounds at most for each C, and C is chosen anew for"
        f" each length penalty; epsilon is {EPSILON:g}; the feature scale is 1.",
        "McDonald's and Clarke & Lapata's systems are trained on the same pairs; bound on a change"
        f" ({numbers(BOUNDS)}) and number of passes are chosen on dev by words kept or dropped"
        f" wrongly (of more than {MANY:,} pairs: {numbers(FEW.c)}, and {FEW.passes} passes).",
        f"length penalty: of up to {TRIES} powers of two, by quarters of the exponent ({FEW_TRIES}"
        " with many pairs), the one whose rate on dev is nearest to the rival's there; on"
        f" {part} the rates may differ.",
        "limit for all: exactly as many tokens in all as the rival has, given to sentences so that"
        " the sum of scores is best; limit for each: in each sentence as many as the rival, or"
        " nearest to it.",
        "At the same rate, each system has that share of the tokens of all sentences, given to them"
        " as its own scores say, or as near as it can come (every compression that is asked for a"
        " length has a word in it); compressions of each length are exact for McDonald's system and"
        " Clarke & Lapata's (which is left out with many pairs: a programme for each length).",
        "p is of sentences' own F1 (1 where output and reference have no relations), F1 itself is"
        " of sums over all sentences: the two can point different ways. Each p is that of one test;"
        " p, Holm is adjusted for all tests of its table.",
        f"Sentences are drawn and ranked one by one, though the test parts are of few articles"
        f" ({counts}): intervals and p may be too narrow and too small.",
        "Plots: T1 and T2 are Transducer1 and Transducer2; g, n, t are guards, neighbours, tagger.",
        "annotator-2 and so on, where a corpus has them, are people, scored like systems against"
        " the first.",
    ]


def choose_corpora(place: Place, names: str | None) -> list[Corpus]:
    """The corpora of the table: those named, or the paper's and one's own."""
    if names is not None:
        return [place.corpus(name) for name in dict.fromkeys(names.split(","))]
    if not any(corpus.is_available for corpus in place.corpora):
        raise LaconicError(f"there is no corpus in {place.data}; expected one in compression/")
    return list(place.corpora)


def make(place: Place, corpora: Sequence[Corpus], part: str, kinds: Sequence[str]) -> str:
    """Train and score all systems and write the table; its Markdown."""
    tables, records, plots = [], [], {}
    articles: dict[str, int] = {}
    for corpus in corpora:
        if not corpus.is_available:
            tables.append(missing_table(corpus))
            continue
        found, record, plot = contest_tables(Contest(place, corpus, part, kinds))
        tables += found
        records.append(record)
        plots[corpus.name] = plot
        articles[corpus.title] = record["articles"]
    page = Page("Table 6: the transducer and others", SAID, tables, notes(part, kinds, articles))
    record = {"part": part, "corpora": records, "paper": TABLE}
    return write_output(place.output, name_of(NAME, part), page, record, plots=plots)


def name_of(table: str, part: str) -> str:
    """What the files of a table are called: those of another part than test say so.

    >>> name_of("table6", "test"), name_of("table7", "dev")
    ('table6', 'table7.dev')
    """
    return table if part == "test" else f"{table}.{part}"


def table6_options(description: str) -> argparse.ArgumentParser:
    """The options of what is made from these systems."""
    parser = table_options(description)
    parser.add_argument("--part", default="test", choices=["dev", "test"])
    parser.add_argument("--on", metavar="NAMES", help="some corpora, with commas between")
    parser.add_argument("--without-tagger", action="store_true", help="needs no torch")
    return parser


def kinds_of(options: argparse.Namespace) -> list[str]:
    """The transducers that are wanted."""
    return [kind for kind in KINDS if not (options.without_tagger and TAGGER in parts_of(kind)[1])]


def main(arguments: Sequence[str]) -> None:
    """Make the table and print it."""
    options = table6_options("The transducer beside other systems.").parse_args(arguments)
    place = find_place(options, options.on)
    print(make(place, choose_corpora(place, options.on), options.part, kinds_of(options)))


if __name__ == "__main__":
    run_program(main)
