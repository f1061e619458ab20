"""Sources and outputs as running text: what experiments/study takes, a line of JSON a sentence, and
some of them side by side."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corpora import Corpus
from output import Table
from steps import Record

from laconic.parsing.detokenise import detokenise

SEED = 1


def study_records(
    corpus: Corpus, report: Record, shown: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Every sentence of a report with some of its systems, by the name that each is shown with."""
    numbers = {system["name"]: number for number, system in enumerate(report["systems"])}
    for sentence in report["sentences"]:
        texts = {
            title: detokenise(sentence["outputs"][numbers[name]]["tokens"])
            for name, title in shown.items()
        }
        source = detokenise(sentence["source"])
        yield {"corpus": corpus.title, "id": sentence["id"], "source": source, "outputs": texts}


def draw(
    records: Sequence[dict[str, Any]], cut_by: Sequence[str], count: int, *, seed: int = SEED
) -> list[dict[str, Any]]:
    """Some of the sentences that all of these systems cut, always the same ones."""
    cut = [
        record
        for record in records
        if all(record["outputs"][name] != record["source"] for name in cut_by)
    ]
    return random.Random(seed).sample(cut, min(count, len(cut)))


def example_table(
    title: str, records: Sequence[dict[str, Any]], letters: Mapping[str, str]
) -> Table:
    """Examples under each other, a letter before each line."""
    rows = []
    for record in records:
        rows.append(["S", record["source"]])
        rows += [[letters[name], text] for name, text in record["outputs"].items()]
    return Table(("", title), rows, numbers=0)


def as_lines(records: Iterator[dict[str, Any]]) -> str:
    """Records as lines of JSON."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
