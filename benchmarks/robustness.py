"""Whether limits are met and damage does no harm: every output is checked from outside.

    python benchmarks/robustness.py TEXT|TREES|PAIRS... [--model NAME|FILE] [--sentences 1000]
                                    [--damaged 10000] [--seed 1] [--workers 2] [--json]

    limits  each of the sentences under each of several requests: the limit is met, or the sentence
            is marked so; its tokens are some of the source's, in order; its text is not empty.
            "total" puts ten sentences under one limit.
    damage  lines with bytes turned, cut, doubled, moved, shuffled: nothing is raised, nothing
            non-empty comes back empty, tokens are some of the source's, in order

Ends with exit code 1 if anything is broken, and names the first sentences that are.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from math import ceil, floor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from compress_material import read_plain  # noqa: E402
from damage import mutate  # noqa: E402
from report import table  # noqa: E402

from laconic.compressor.compressor import Compressor  # noqa: E402
from laconic.compressor.inputs import read_line, read_text  # noqa: E402
from laconic.compressor.loading import load  # noqa: E402
from laconic.compressor.marks import name_of_mark  # noqa: E402
from laconic.compressor.result import Result, Sentence  # noqa: E402
from laconic.decoding.threads import usable_cores  # noqa: E402
from laconic.shipped import DEFAULT  # noqa: E402

Row = dict[str, object]
Check = Callable[[Sequence[Sentence], str], bool]  # of the sentences under a limit, and their text
_CLITIC = re.compile(r"(?i)['’](?:s|m|d|ll|re|ve)\b|\bn['’]t\b")
_SHOWN = 5
_TOGETHER = 10


@dataclass
class Tally:
    """What became of the sentences of one request."""

    met: int = 0
    marked: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def row(self, name: str, count: int, seconds: float) -> Row:
        marks = ", ".join(f"{name} {number}" for name, number in sorted(self.marked.items()))
        return {
            "request": name,
            "sentences": count,
            "met": self.met,
            "marked": sum(self.marked.values()),
            "broken": len(self.broken),
            "seconds": round(seconds, 1),
            "marks": marks or "–",
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="Check limits, and damaged input.")
    parser.add_argument("inputs", nargs="+", type=Path, metavar="TEXT|TREES|PAIRS")
    parser.add_argument("--model", default=DEFAULT, metavar="NAME|FILE")
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--damaged", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=usable_cores())
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args()
    plain = list(chain.from_iterable(map(read_plain, options.inputs)))
    chance = random.Random(options.seed)
    chosen = chance.sample(plain, min(options.sentences, len(plain)))
    compressor = load(options.model)
    figures = {"limits": list(check_limits(compressor, chosen, options.workers))}
    lines = list(damaged(plain, options.damaged, chance))
    figures["damage"] = list(check_damage(compressor, lines, options.workers))
    broken = [line for rows in figures.values() for row in rows for line in row.pop("first", [])]
    if options.json:
        print(json.dumps({"signature": compressor.signature, **figures}))
    else:
        for name, rows in figures.items():
            print(f"\n{name}\n{table(rows)}")
        print(f"\n{compressor.signature}")
    for line in broken:
        print(f"broken: {line!a}", file=sys.stderr)
    sys.exit(1 if broken else 0)


def check_limits(
    compressor: Compressor, sentences: Sequence[str], workers: int
) -> Iterator[dict[str, Any]]:
    """A row for each request; sentences are parsed once."""
    parsed = compressor.parser.parse([read_line(one).passages[0].words for one in sentences])
    requests: list[tuple[dict[str, Any], Check]] = [
        ({"rate": 0.7}, _rate(0.7)),
        ({"rate": 0.3}, _rate(0.3)),
        ({"rate": 0.8, "min_rate": 0.6}, _both_rates(0.6, 0.8)),
        ({"max_words": 12}, _words(12)),
        ({"max_words": 4}, _words(4)),
        ({"max_chars": 60}, _chars(60)),
        ({"max_chars": 25}, _chars(25)),
        ({"rate": 0.6, "max_words": 10, "max_chars": 50}, _all(_rate(0.6), _words(10), _chars(50))),
        ({"max_words": 8, "guards": ()}, _words(8)),
    ]
    for asked, check in requests:
        tally, started = Tally(), time.perf_counter()
        for result in compressor.compress_many(parsed, workers=workers, **asked):
            for sentence in result.sentences:
                _judge(tally, [sentence], sentence.text, sentence.marks, check)
        yield _row(tally, asked, len(parsed), started)
    totals: list[tuple[dict[str, Any], Check]] = [
        ({"rate": 0.5, "total": True}, _rate(0.5)),
        ({"max_words": 100, "total": True}, _words(100)),
        ({"max_chars": 600, "total": True}, _chars(600)),
    ]
    for asked, check in totals:
        tally, started = Tally(), time.perf_counter()
        groups = [
            " ".join(sentences[start : start + _TOGETHER])
            for start in range(0, len(sentences), _TOGETHER)
        ]
        texts = [read_text(group) for group in groups]
        for result in compressor.compress_many(texts, workers=workers, **asked):
            _judge(tally, result.sentences, result.text, result.marks, check)
        yield _row(tally, asked, len(texts), started)


def _row(tally: Tally, asked: dict[str, Any], count: int, started: float) -> dict[str, Any]:
    name = " ".join(f"{name}={value}" for name, value in asked.items())
    row = tally.row(name, count, time.perf_counter() - started)
    return {**row, "first": tally.broken[:_SHOWN]}


def _judge(
    tally: Tally, sentences: Sequence[Sentence], text: str, marks: Sequence[str], check: Check
) -> None:
    if not all(map(is_part_of_source, sentences)) or not all(one.text for one in sentences):
        tally.broken.append(text)
    elif check(sentences, text):
        tally.met += 1
    elif marks:
        tally.marked.update({name_of_mark(mark) for mark in marks[:1]})
    else:
        tally.broken.append(text)


def is_part_of_source(sentence: Sentence) -> bool:
    """Whether the tokens are some of the source's, in order."""
    places = [word.source for word in sentence.tokens]
    known = [place for place in places if place is not None]
    in_order = all(one < two for one, two in pairwise(known))
    forms = [sentence.source_tokens[place] for place in known]
    return len(known) == len(places) and in_order and forms == [w.text for w in sentence.tokens]


def _kept_and_all(sentences: Sequence[Sentence]) -> tuple[int, int]:
    kept = sum(len(sentence.tokens) for sentence in sentences)
    return kept, sum(len(sentence.source_tokens) for sentence in sentences)


def _rate(rate: float) -> Check:
    def check(sentences: Sequence[Sentence], _text: str) -> bool:
        kept, total = _kept_and_all(sentences)
        return kept <= max(1, floor(rate * total + 1e-9))

    return check


def _both_rates(least: float, most: float) -> Check:
    def check(sentences: Sequence[Sentence], text: str) -> bool:
        kept, total = _kept_and_all(sentences)
        return _rate(most)(sentences, text) and kept >= ceil(least * total - 1e-9)

    return check


def _words(most: int) -> Check:
    def check(_sentences: Sequence[Sentence], text: str) -> bool:
        # Independent of the library: what stands between spaces and has a letter or digit.
        chunks = _CLITIC.sub("", text).split()
        return sum(any(map(str.isalnum, chunk)) for chunk in chunks) <= most

    return check


def _chars(most: int) -> Check:
    return lambda _sentences, text: len(text) <= most


def _all(*checks: Check) -> Check:
    return lambda sentences, text: all(check(sentences, text) for check in checks)


def damaged(sentences: Sequence[str], count: int, chance: random.Random) -> Iterator[str]:
    """So many lines, each a sentence that something was done to."""
    for _ in range(count):
        line = mutate(chance.choice(sentences).encode(), chance)
        if chance.random() < 0.2:
            pieces = list(line)
            chance.shuffle(pieces)
            line = bytes(pieces)
        if chance.random() < 0.2:
            line = line.replace(b" ", chance.choice([b"", b"  ", b"\t", b"\0", b"\xe2\x80\x8b"]))
        if chance.random() < 0.05:
            line *= chance.choice([2, 10, 100])
        text = line.decode("utf-8", "surrogateescape")
        yield text.replace("\n", "").replace("\r", "")


def check_damage(
    compressor: Compressor, lines: Sequence[str], workers: int
) -> Iterator[dict[str, Any]]:
    """A row for damaged lines as they are, and one for them under limits."""
    requests: list[dict[str, Any]] = [{}, {"max_words": 8, "max_chars": 60}]
    for asked in requests:
        tally, started = Tally(), time.perf_counter()
        texts = map(read_line, lines)
        results = compressor.compress_many(texts, workers=workers, **asked)
        check = _all(_words(8), _chars(60)) if asked else _always
        for line, result in zip(lines, results, strict=True):
            _judge_line(tally, line, result, check)
        yield _row(tally, asked or {"no limit": True}, len(lines), started)


def _always(_sentences: Sequence[Sentence], _text: str) -> bool:
    return True


def _judge_line(tally: Tally, line: str, result: Result, check: Check) -> None:
    if line.strip() and not result.text.strip():
        tally.broken.append(line)
    else:
        text = "".join(sentence.text for sentence in result.sentences)
        _judge(tally, result.sentences, text, result.marks, check)


if __name__ == "__main__":
    main()
