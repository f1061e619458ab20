"""Table 6: the transducer beside McDonald's system and Clarke & Lapata's, on the test parts.

    python experiments/tables/table6.py ../shared/data [--part dev] [--on NAMES] [--without-tagger]

1. All systems as they are trained, Transducer2 by the length penalty whose rate on the development
   part is nearest to McDonald's there; p is Wilcoxon's.
2. Transducers at each rival's own rate: by the length penalty, by a limit for all sentences
   together, and by one for each sentence.
3. All of them at the same rates.

Writes table6.json, table6.md and a plot for each corpus.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence

from contest import NAME, SECOND, Contest
from contestants import (
    FEW_PENALTIES,
    ILP,
    KINDS,
    MCDONALD,
    PAPER,
    PENALTIES,
    PLACES,
    TAGGED,
    describe_kinds,
)
from corpora import ZIFF_DAVIS, Corpus
from options import Place, find_place, run_program, table_options
from output import (
    NOT_AVAILABLE,
    Page,
    Table,
    numbers,
    p_value,
    paper,
    percent,
    percent_between,
    write_output,
)
from scores import chance_of, comparison_of, plot_against_rate, scores_of
from steps import Record

from laconic.errors import LaconicError
from laconic.evaluation.page_style import MISSING

RIVALS = {MCDONALD: "McDonald", ILP: "Clarke ILP"}
RATES: Mapping[str, tuple[float, ...]] = {"google": (0.3, 0.4, 0.5)}
OTHER_RATES = (0.5, 0.6, 0.7, 0.8, 0.9)
Figures = tuple[float, float | None]  # rate and relations F1
TABLE: Mapping[str, Mapping[str, Figures]] = {
    "clspoken": {
        PAPER: (82.30, 66.63),
        PAPER + SECOND: (69.89, 59.58),
        MCDONALD: (68.56, 47.48),
        ILP: (77.70, 54.12),
        "reference": (76.11, None),
    },
    "clwritten": {
        PAPER: (76.52, 58.02),
        PAPER + SECOND: (61.09, 49.48),
        MCDONALD: (60.12, 48.39),
        ILP: (71.99, 54.84),
        "reference": (70.24, None),
    },
    ZIFF_DAVIS: {
        PAPER: (67.45, 56.55),
        MCDONALD: (66.26, 54.12),
        ILP: (48.67, 46.77),
        "reference": (56.61, None),
    },
}
SAID = (
    "Rate, relations F1 and token F1 in percent, relations F1 with its 95 % interval by bootstrap;"
    " tree F1 is that of relations straight from the output tree. p is Wilcoxon's on relations F1"
    " against McDonald's system and against Clarke & Lapata's."
)


def title_of(name: str) -> str:
    """A system as the table calls it."""
    if name in RIVALS:
        return RIVALS[name]
    if name in ("copy", "reference"):
        return name
    kind, number = (name.removesuffix(SECOND), 2) if name.endswith(SECOND) else (name, 1)
    return f"Transducer{number}, {kind}"


def main_table(contest: Contest, report: Record) -> Table:
    """The table in the paper's form."""
    scores, theirs = scores_of(report), TABLE.get(contest.corpus.name, {})
    order = [*contest.firsts, *(kind + SECOND for kind in contest.matched), *RIVALS]
    rows = []
    for name in [*order, "reference", "copy"]:
        found, known = scores[name], theirs.get(name, (None, None))
        rows.append(
            [
                title_of(name),
                percent(found["rate"]),
                paper(known[0]),
                percent_between(found["relations-f1"]),
                paper(known[1]),
                percent(found["tree-relations-f1"]),
                percent(found["token-f1"]),
                *(p_value(chance_of(report, name, rival)) for rival in RIVALS),
            ]
        )
    head = ("model", "rate", "paper", "relations F1", "paper", "tree F1", "token F1")
    return Table((*head, "p, McDonald", "p, ILP"), rows, title=contest.corpus.title)


def beside_rows(contest: Contest, rival: str, report: Record) -> Iterator[list[str]]:
    """Rows of transducers at a rival's rate."""
    scores = scores_of(report)
    for kind in contest.matched:
        penalty = f"length penalty {contest.at_rate_of(kind, rival)[0]:g}"
        for ending, how in {
            "penalty": penalty,
            "total": "limit for all",
            "each": "limit for each",
        }.items():
            name = f"{kind}-{ending}"
            found = comparison_of(report, name, rival)
            yield [
                f"{RIVALS[rival]} ({percent(scores[rival]['rate'])})",
                kind,
                how,
                percent(scores[name]["rate"]),
                percent(scores[name]["relations-f1"]),
                percent(scores[rival]["relations-f1"]),
                difference(found),
                p_value(None if found is None else found["wilcoxon_p"]),
            ]


def rate_rows(contest: Contest, rate: float, report: Record) -> Iterator[list[str]]:
    """A row of each system at one rate, compared with McDonald's."""
    scores = scores_of(report)
    for name in [*contest.firsts, MCDONALD]:
        found = comparison_of(report, name, MCDONALD)
        yield [
            f"{100 * rate:g}",
            RIVALS.get(name, name),
            percent(scores[name]["rate"]),
            percent_between(scores[name]["relations-f1"]),
            percent(scores[name]["token-f1"]),
            difference(found),
            p_value(None if found is None else found["wilcoxon_p"]),
        ]


def difference(found: Record | None) -> str:
    """How much better ours is in points, with its interval."""
    if found is None:
        return MISSING
    # Rounded first, and 0 added: what is nothing has no sign.
    points = [round(100 * found[name], 2) + 0.0 for name in ("difference", "low", "high")]
    ends = [f"{point:+.2f}" for point in points]
    return f"{ends[0]} ({ends[1]} to {ends[2]})"


BESIDE = ("rival (rate)", "transducer", "by", "rate", "relations F1", "rival's", "difference", "p")
AT_RATES = ("asked for", "system", "rate", "relations F1", "token F1", "against McDonald", "p")


def contest_tables(contest: Contest) -> tuple[list[Table], Record, str]:
    """The tables of a corpus, all figures, and its plot."""
    main = contest.main()
    beside = {rival: contest.beside(rival) for rival in RIVALS}
    rates = RATES.get(contest.corpus.name, OTHER_RATES)
    at_rates = {f"{rate:g}": contest.at_rate(rate) for rate in rates}
    rows = [row for rival in RIVALS for row in beside_rows(contest, rival, beside[rival])]
    levels = [row for rate in rates for row in rate_rows(contest, rate, at_rates[f"{rate:g}"])]
    title = contest.corpus.title
    tables = [
        main_table(contest, main),
        Table(BESIDE, rows, numbers=5, title=f"{title}: at the rival's own rate"),
        Table(AT_RATES, levels, numbers=5, title=f"{title}: all at the same rate"),
    ]
    record = {
        "corpus": contest.corpus.name,
        "part": contest.part,
        "main": without_sentences(main),
        "beside": {rival: without_sentences(one) for rival, one in beside.items()},
        "rates": {rate: without_sentences(one) for rate, one in at_rates.items()},
    }
    shown = {system["name"]: title_of(system["name"]) for system in main["systems"]}
    shown.pop("reference")
    plot = plot_against_rate(main, shown, title=f"{title}: relations F1 against rate")
    return tables, record, plot


def without_sentences(report: Record) -> Record:
    return {name: value for name, value in report.items() if name != "sentences"}


def missing_table(corpus: Corpus) -> Table:
    """A corpus that is not there, with the paper's figures."""
    known = TABLE.get(corpus.name, {})
    rows = [
        [title_of(name), NOT_AVAILABLE, paper(rate), NOT_AVAILABLE, paper(f1)]
        for name, (rate, f1) in known.items()
    ]
    return Table(("model", "rate", "paper", "relations F1", "paper"), rows, title=corpus.title)


def notes(part: str, kinds: Sequence[str]) -> list[str]:
    """What is other than in the paper."""
    return [
        f"The {part} part of our split, first annotator in training and scoring; trees and"
        " relations are of the embedded parser and our scheme, where the paper has Bikel's and"
        " RASP's.",
        *describe_kinds(kinds),
        "McDonald's and Clarke & Lapata's systems are trained on the same pairs; bound on a change"
        " and number of passes are chosen on dev (of more than 5,000 pairs: four passes).",
        "length penalty: of a few, the one whose rate on dev is nearest to the rival's there; on"
        f" {part} the rates may differ. They are {numbers(PENALTIES[PAPER])} for paper,"
        f" {numbers(PENALTIES[PLACES])} for the others; of more than 5,000 training pairs"
        f" {numbers(FEW_PENALTIES[PAPER])}, and {numbers(FEW_PENALTIES[PLACES])}.",
        "limit for all: exactly as many tokens in all as the rival has, given to sentences so that"
        " the sum of scores is best; limit for each: in each sentence as many as the rival, or"
        " nearest to it.",
        "At the same rate, each system has that share of the tokens of all sentences, given to them"
        " as its own scores say; McDonald's compression of each length is exact.",
        "p is of sentences' own F1 (1 where output and reference have no relations), F1 itself is"
        " of sums over all sentences. Each p is that of one test: of dozens, some are small by"
        " chance.",
        "Guards are the transducer's; Clarke & Lapata's system has constraints of its own,"
        " McDonald's has neither.",
    ]


def choose_corpora(place: Place, names: str | None) -> list[Corpus]:
    """The corpora of the table: those named, or the paper's and one's own."""
    if names is not None:
        return [place.corpus(name) for name in names.split(",")]
    if not any(corpus.is_available for corpus in place.corpora):
        raise LaconicError(f"there is no corpus in {place.data}; expected one in compression/")
    return list(place.corpora)


def make(place: Place, corpora: Sequence[Corpus], part: str, kinds: Sequence[str]) -> str:
    """Train and score all systems and write the table; its Markdown."""
    tables, records, plots = [], [], {}
    for corpus in corpora:
        if not corpus.is_available:
            tables.append(missing_table(corpus))
            continue
        found, record, plot = contest_tables(Contest(place, corpus, part, kinds))
        tables += found
        records.append(record)
        plots[corpus.name] = plot
    page = Page("Table 6: the transducer and others", SAID, tables, notes(part, kinds))
    record = {"part": part, "corpora": records, "paper": TABLE}
    return write_output(place.output, name_of(part), page, record, plots=plots)


def name_of(part: str) -> str:
    """What the files are called: those of another part than test say so."""
    return NAME if part == "test" else f"{NAME}.{part}"


def table6_options(description: str) -> argparse.ArgumentParser:
    """The options of what is made from these systems."""
    parser = table_options(description)
    parser.add_argument("--part", default="test", choices=["dev", "test"])
    parser.add_argument("--on", metavar="NAMES", help="some corpora, with commas between")
    parser.add_argument("--without-tagger", action="store_true", help="needs no torch")
    return parser


def kinds_of(options: argparse.Namespace) -> list[str]:
    """The transducers that are wanted."""
    return [kind for kind in KINDS if kind != TAGGED or not options.without_tagger]


def main(arguments: Sequence[str]) -> None:
    """Make the table and print it."""
    options = table6_options("The transducer beside other systems.").parse_args(arguments)
    place = find_place(options)
    print(make(place, choose_corpora(place, options.on), options.part, kinds_of(options)))


if __name__ == "__main__":
    run_program(main)
