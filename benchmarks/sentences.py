"""How well text is split into sentences, beside pysbd, and how fast.

    pip install pysbd
    python benchmarks/sentences.py ../shared/data/trees/gum.dev.ptb [--marked] [--json]

The sentences of a treebank are written as text, ten in a row with spaces between them, and split
again. A boundary between two of the ten is found or not; others are wrong. `--marked` takes only
sentences that end in . ? or !, since no splitter finds the end of a heading.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

from report import table

from laconic.parsing.detokenise import detokenise
from laconic.parsing.sentences import split_sentences
from laconic.trees.brackets import read_trees

GROUP = 10
_ENDS = (".", "?", "!", '."', '?"', '!"', ".)", ".'")

Splitter = Callable[[str], list[tuple[int, int]]]


def texts(path: Path, *, marked: bool) -> list[list[str]]:
    trees = read_trees(path, drop_traces=True)
    sentences = [detokenise(tree.words()) for tree in trees]
    kept = [text for text in sentences if not marked or text.endswith(_ENDS)]
    return [kept[begin : begin + GROUP] for begin in range(0, len(kept), GROUP)]


def pysbd_splitter() -> Splitter:
    import pysbd

    splitter = pysbd.Segmenter(language="en", clean=False, char_span=True)
    return lambda text: [(span.start, span.end) for span in splitter.segment(text)]


def measure(name: str, split: Splitter, groups: list[list[str]]) -> dict[str, object]:
    right = found = there = size = 0
    begun = time.perf_counter()
    for sentences in groups:
        text = " ".join(sentences)
        ends = {len(text[:end].rstrip()) for _, end in split(text)} - {len(text)}
        lengths = accumulate(len(sentence) + 1 for sentence in sentences[:-1])
        gold = {end - 1 for end in lengths}
        right, found, there = right + len(ends & gold), found + len(ends), there + len(gold)
        size += len(text)
    seconds = time.perf_counter() - begun
    return {
        "splitter": name,
        "boundaries": there,
        "precision": round(right / found, 4),
        "recall": round(right / there, 4),
        "F1": round(2 * right / (found + there), 4),
        "MB/s": round(size / 1e6 / seconds, 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("trees", type=Path)
    options.add_argument("--marked", action="store_true")
    options.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = options.parse_args()
    groups = texts(given.trees, marked=given.marked)
    rows = [measure("laconic", split_sentences, groups)]
    try:
        rows.append(measure("pysbd", pysbd_splitter(), groups))
    except ModuleNotFoundError:
        print("pysbd is not installed; laconic alone")
    print(json.dumps(rows, indent=2) if given.json else table(rows))


if __name__ == "__main__":
    main()
