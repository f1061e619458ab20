"""Table 3: the sizes of the corpora, beside the paper's.

    python experiments/tables/table3.py ../shared/data

Writes table3.json, table3.md and table3.svg. Articles are counted by the key "article" of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corpora import PARTS, Corpus
from options import Place, find_place, run_program, table_options
from output import NOT_AVAILABLE, Page, Table, count, write_output

from laconic.evaluation.page_style import MISSING
from laconic.evaluation.plots import histograms

NAME = "table3"
# Articles, sentences, and pairs of train, dev and test.
PAPER: dict[str, tuple[int | None, ...]] = {
    "clspoken": (50, 1370, 882, 78, 410),
    "clwritten": (82, 1433, 908, 63, 462),
    "ziff-davis": (None, 1084, 1020, 32, 32),
}
COLUMNS = ("articles", "sentences", *PARTS)
SAID = (
    "Pairs of a sentence and its compression by the first annotator: ours, and the paper's figures"
    " beside them."
)
SPLIT = (
    "The authors' own split of CLspoken and CLwritten is lost; ours keeps articles apart, and"
    " pairs that are in none of its parts are not counted."
)


def count_corpus(corpus: Corpus) -> dict[str, int | None]:
    """How many articles, sentences, and pairs of each part; no articles where pairs name none."""
    pairs = {part: corpus.texts(part) for part in PARTS}
    every = [pair for part in PARTS for pair in pairs[part]]
    articles = {pair.article for pair in every}
    return {
        "articles": None if None in articles else len(articles),
        "sentences": len(every),
        **{part: len(pairs[part]) for part in PARTS},
    }


def cells(record: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table: each figure, and the paper's."""
    found = []
    for column in COLUMNS:
        ours = NOT_AVAILABLE if record["sizes"] is None else count(record["sizes"][column])
        theirs = record["paper"] and record["paper"][column]
        found += [ours, count(theirs) if theirs is not None else MISSING]
    return (record["title"], *found)


def plot(records: Sequence[dict[str, Any]]) -> str:
    """Which share of each corpus its parts are."""
    rows = []
    for place, record in enumerate(records):
        if (sizes := record["sizes"]) is not None:
            shares = [sizes[part] / sizes["sentences"] for part in PARTS]
            rows.append((record["title"], place, shares, f"{count(sizes['sentences'])} pairs"))
    return histograms(rows, PARTS, title="Parts of the corpora", x_title="Part")


def describe(corpus: Corpus) -> dict[str, Any]:
    """What is known of a corpus, ours and the paper's."""
    known = PAPER.get(corpus.name)
    return {
        "corpus": corpus.name,
        "title": corpus.title,
        "note": corpus.note,
        "sizes": count_corpus(corpus) if corpus.is_available else None,
        "paper": dict(zip(COLUMNS, known, strict=True)) if known else None,
    }


def make(place: Place) -> str:
    """Count everything and write the table; its Markdown."""
    records = [describe(corpus) for corpus in place.corpora]
    head = ["corpus", *(name for column in COLUMNS for name in (column, "paper"))]
    table = Table(head, [cells(record) for record in records])
    notes = [
        f"{corpus.title} {corpus.note}."
        for corpus in place.corpora
        if corpus.note and corpus.is_available
    ]
    page = Page("Table 3: sizes of the corpora", SAID, [table], [SPLIT, *notes])
    return write_output(place.output, NAME, page, {"rows": records}, plots={"": plot(records)})


def main(arguments: Sequence[str]) -> None:
    """Make the table and print it."""
    options = table_options("Sizes of the corpora.").parse_args(arguments)
    print(make(find_place(options)))


if __name__ == "__main__":
    run_program(main)
