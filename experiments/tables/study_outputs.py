"""Sources and outputs as running text: what experiments/study takes, a line of JSON a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from corpora import Corpus
from steps import Record

from laconic.parsing.detokenise import detokenise


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


def as_lines(records: Iterator[dict[str, Any]]) -> str:
    """Records as lines of JSON."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
