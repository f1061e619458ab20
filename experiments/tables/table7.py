"""Table 7: compressions side by side, and what a study with people (Table 8) is made from.

    python experiments/tables/table7.py ../shared/data [options of table6]

From the systems of Table 6: McDonald's, the transducer of the kind that was chosen there
(Transducer2 where it was brought to McDonald's rate, as in the paper; else Transducer1), and the
reference. Examples are drawn with a fixed seed from the sentences that both systems cut. Writes
table7.json, table7.md, and table7.outputs.jsonl: all sentences as running text, for
experiments/study.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from contest import SECOND, Contest
from corpora import Corpus
from kinds import MCDONALD, PAPER
from options import Place, find_place, run_program
from output import Page, write_output, write_text
from study_outputs import as_lines, draw, example_table, study_records
from table6 import choose_corpora, kinds_of, name_of, table6_options

NAME = "table7"
EXAMPLES, CUT_BY = 6, ("mcdonald", "transducer")
THIRD = ("google", "ziff-davis")  # where the paper compares Transducer1
LETTERS = {"mcdonald": "M", "paper": "P", "transducer": "T", "reference": "R"}
SAID = (
    "S: source, M: McDonald's system, P: the transducer with the paper's settings, T: the one that"
    " Table 6 chose on held-out pairs, R: reference. Drawn with a fixed seed from the sentences"
    " that both M and T cut."
)


def shown_systems(contest: Contest) -> dict[str, str]:
    """The systems to be shown, by name in the report of Table 6."""
    names = {PAPER: "paper", contest.held_out.chosen: "transducer"}
    second = contest.corpus.name not in THIRD
    transducers = {
        kind + SECOND if second and kind in contest.matched else kind: title
        for kind, title in names.items()
    }
    return {MCDONALD: "mcdonald", **transducers, "reference": "reference"}


def records_of(contest: Contest) -> list[dict[str, Any]]:
    """All sentences of a corpus with their compressions."""
    return list(study_records(contest.corpus, contest.main, shown_systems(contest)))


def make(place: Place, corpora: Sequence[Corpus], part: str, kinds: Sequence[str]) -> str:
    """Draw the examples and write everything; the Markdown."""
    tables, records, drawn = [], [], {}
    for corpus in corpora:
        if corpus.is_available:
            found = records_of(Contest(place, corpus, part, kinds))
            records += found
            drawn[corpus.name] = draw(found, CUT_BY, EXAMPLES)
            tables.append(example_table(corpus.title, drawn[corpus.name], LETTERS))
    said, name = f"{SAID} The {part} part.", name_of(NAME, part)
    page = Page("Table 7: compressions side by side", said, tables)
    markdown = write_output(place.output, name, page, {"part": part, "examples": drawn})
    write_text(place.output / f"{name}.outputs.jsonl", as_lines(iter(records)))
    return markdown


def main(arguments: Sequence[str]) -> None:
    """Make the table and print it."""
    options = table6_options("Compressions side by side.").parse_args(arguments)
    place = find_place(options, options.on)
    print(make(place, choose_corpora(place, options.on), options.part, kinds_of(options)))


if __name__ == "__main__":
    run_program(main)
