"""How fast text is compressed, where the time goes, and how soon the first word comes.

python benchmarks/compress.py TEXT|PAIRS... [--model NAME|FILE] [--sentences 500] [--words 20]
                              [--workers 2] [--json]

speed   compress_many on text (parsed on the way), on trees, and on text and trees with
        max_words at half of --words; best of three
stages  the same sentences one by one on one thread, stage by stage
cold    `import laconic` and one `laconic compress`, each in a process of its own: the least and
        the median of five, beside Python that does nothing
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

from compress_material import of_length, read_plain
from report import peak_mb, table

from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import Given, read_line
from laconic.compressor.loading import load
from laconic.compressor.result import Sentence
from laconic.compressor.texts import parse_texts
from laconic.decoding.threads import usable_cores
from laconic.model import Model, Rewritten
from laconic.request import GUARDS
from laconic.shipped import DEFAULT
from laconic.trees.guards import find_bonds
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

Row = dict[str, object]
Item = TypeVar("Item")
Result = TypeVar("Result")
_BATCH = 128


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark compression.")
    parser.add_argument("inputs", nargs="+", type=Path, metavar="TEXT|PAIRS")
    parser.add_argument("--model", default=DEFAULT, metavar="NAME|FILE")
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--words", type=int, default=20)
    parser.add_argument("--workers", type=int, default=usable_cores())
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args()
    plain = list(chain.from_iterable(map(read_plain, options.inputs)))
    sentences = of_length(plain, options.words, options.sentences)
    compressor = load(options.model)
    figures = {
        "speed": measure_speed(compressor, sentences, options.words // 2, options.workers),
        "stages": measure_stages(compressor, sentences),
        "cold": measure_cold(options.model, sentences[0]),
    }
    if options.json:
        print(json.dumps(figures))
        return
    for name, rows in figures.items():
        print(f"\n{name}\n{table(rows)}")


def measure_speed(
    compressor: Compressor, sentences: Sequence[str], max_words: int, workers: int
) -> list[Row]:
    """Sentences a second, of text and of trees, without and with a limit."""
    texts: list[Given] = [read_line(sentence) for sentence in sentences]
    trees: list[Given] = list(compressor.parser.parse(_words(sentences)))
    rows: list[Row] = []
    for name, given in (("text", texts), ("trees", trees)):
        for limit in (None, max_words):
            # What is made once (scores of rules, say) is made before.
            list(compressor.compress_many(given[:50], max_words=limit, workers=workers))
            seconds = min(_timed_run(compressor, given, limit, workers) for _ in range(3))
            row: Row = {"input": name, "max_words": limit or "–", "workers": workers}
            row |= {"sentences": len(given), "seconds": round(seconds, 2)}
            rows.append(row | {"per second": round(len(given) / seconds, 1), "peak MB": peak_mb()})
    return rows


def _words(sentences: Sequence[str]) -> list[tuple[str, ...]]:
    return [read_line(sentence).passages[0].words for sentence in sentences]


def _timed_run(
    compressor: Compressor, given: Sequence[Given], limit: int | None, workers: int
) -> float:
    started = time.perf_counter()
    for result in compressor.compress_many(given, max_words=limit, workers=workers):
        assert result.text
    return time.perf_counter() - started


def measure_stages(compressor: Compressor, sentences: Sequence[str]) -> list[Row]:
    """The time of each stage for all sentences, one after the other."""
    model = compressor.model
    if not isinstance(model, Model):
        return [{"stage": "none", "why": f"{model.system} has no forests"}]
    spent: dict[str, float] = {}

    def timed(
        stage: str, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> list[Result]:
        started = time.perf_counter()
        made = [function(item) for item in items]
        spent[stage] = time.perf_counter() - started
        return made

    texts = timed("tokens", read_line, sentences)
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    parsed = timed("parsing", lambda batch: parse_texts(lambda: compressor.parser, batch), batches)
    found = [sentence for batch in parsed for text in batch for sentence in text.sentences]
    trees: list[Tree] = [with_root(one.tree) for one in found if one.tree is not None]
    wholes = timed("match", model.matcher.match, trees)
    bonds = timed("guards", lambda tree: find_bonds(tree, GUARDS), trees)
    forests = timed(
        "restrict", lambda pair: pair[0].respecting(pair[1]), list(zip(wholes, bonds, strict=True))
    )
    scores = timed("scoring", model.score_edges, forests)
    charts = timed(
        "search",
        lambda pair: model.search(pair[0], scores=pair[1], k_best=False).best,
        list(zip(forests, scores, strict=True)),
    )
    made = [
        Sentence(one.passage, one.tree, Rewritten(best.score, forest, best.edges))
        for one, forest, best in zip(found, forests, charts, strict=True)
    ]
    timed("rendering", lambda sentence: sentence.text, made)
    total = sum(spent.values())
    return [
        {
            "stage": stage,
            "ms a sentence": round(1000 * seconds / len(sentences), 3),
            "share": f"{100 * seconds / total:.1f} %",
        }
        for stage, seconds in spent.items()
    ]


def measure_cold(model: str, sentence: str) -> list[Row]:
    """How long whole processes take."""
    commands = {
        "python": ["-c", "pass"],
        "import laconic": ["-c", "import laconic"],
        "laconic --version": ["-m", "laconic", "--version"],
        "laconic compress": ["-m", "laconic", "compress", "--model", model, sentence],
    }
    rows: list[Row] = []
    for name, arguments in commands.items():
        seconds = [_timed_process([sys.executable, *arguments]) for _ in range(5)]
        row: Row = {"command": name, "least s": round(min(seconds), 3)}
        rows.append(row | {"median s": round(statistics.median(seconds), 3)})
    return rows


def _timed_process(command: Sequence[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
