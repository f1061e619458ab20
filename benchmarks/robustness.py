"""Whether limits are met and damage does no harm: every output is checked from outside.

    python benchmarks/robustness.py TEXT|TREES|PAIRS... [--model NAME|FILE] [--sentences 1000]
                                    [--damaged 10000] [--seed 1] [--workers 2] [--json]

    limits  each of the sentences under each of several requests: each limit is met, or a mark names
            it, or says why the sentence came back as it was; its tokens are some of the source's,
            in order; its text is not empty. "total" puts ten sentences under one limit.
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
from laconic.compressor.marks import (  # noqa: E402
    FAILED,
    NO_DERIVATION,
    NOT_PARSED,
    OVER,
    TOO_LONG,
    UNDER,
    name_of_mark,
)
from laconic.compressor.result import Result, Sentence  # noqa: E402
from laconic.decoding.threads import usable_cores  # noqa: E402
from laconic.shipped import DEFAULT  # noqa: E402

Row = dict[str, object]
Check = Callable[[Sequence[Sentence], str, Any], bool]  # sentences, their text, and the limit
_CLITIC = re.compile(r"(?i)['’](?:s|m|d|ll|re|ve)\b|\bn['’]t\b")
_SHOWN = 5
_TOGETHER = 10


@dataclass
class Tally:
    """What became of the sentences of one request."""

    met: int = 0
    missed: int = 0
    needless: int = 0
    marked: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def row(self, name: str, count: int, seconds: float) -> Row:
        marks = ", ".join(f"{name} {number}" for name, number in sorted(self.marked.items()))
        return {
            "request": name,
            "sentences": count,
            "met": self.met,
            "marked": self.missed,
            "broken": len(self.broken),
            "marked but met": self.needless,
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
    requests: list[dict[str, Any]] = [
        {"rate": 0.7},
        {"rate": 0.3},
        {"rate": 0.8, "min_rate": 0.6},
        {"max_words": 12},
        {"max_words": 4},
        {"max_chars": 60},
        {"max_chars": 25},
        {"rate": 0.6, "max_words": 10, "max_chars": 50},
        {"max_words": 8, "guards": ()},
    ]
    for asked in requests:
        tally, started = Tally(), time.perf_counter()
        for result in compressor.compress_many(parsed, workers=workers, **asked):
            for sentence in result.sentences:
                _judge(tally, [sentence], sentence.text, sentence.marks, asked)
        yield _row(tally, asked, len(parsed), started)
    groups = [
        " ".join(sentences[start : start + _TOGETHER])
        for start in range(0, len(sentences), _TOGETHER)
    ]
    for limit in ({"rate": 0.5}, {"max_words": 100}, {"max_chars": 600}):
        asked = {**limit, "total": True}
        tally, started = Tally(), time.perf_counter()
        texts = [read_text(group) for group in groups]
        for result in compressor.compress_many(texts, workers=workers, **asked):
            _judge(tally, result.sentences, result.text, result.marks, asked)
        yield _row(tally, asked, len(texts), started)


def _row(tally: Tally, asked: dict[str, Any], count: int, started: float) -> dict[str, Any]:
    name = " ".join(f"{name}={value}" for name, value in asked.items())
    row = tally.row(name, count, time.perf_counter() - started)
    return {**row, "first": tally.broken[:_SHOWN]}


def _judge(
    tally: Tally,
    sentences: Sequence[Sentence],
    text: str,
    marks: Sequence[str],
    asked: dict[str, Any],
) -> None:
    """Each limit that was missed must be named by a mark of its own, or nothing could be done."""
    names = set(map(name_of_mark, marks))
    missed = {name for name, check in CHECKS.items() if name in asked
              and not check(sentences, text, asked[name])}  # fmt: skip
    unsaid = {name for name in missed if MARK_OF[name] not in names and not names & AS_IT_WAS}
    if unsaid or not all(map(is_part_of_source, sentences)) or not all(s.text for s in sentences):
        tally.broken.append(text)
    elif missed:
        tally.marked.update({MARK_OF[name] for name in missed} & names or names & AS_IT_WAS)
        tally.missed += 1
    else:
        tally.met += 1
        tally.needless += bool(names & set(MARK_OF.values()))


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


def _is_within_rate(sentences: Sequence[Sentence], _text: str, rate: float) -> bool:
    kept, total = _kept_and_all(sentences)
    return kept <= max(1, floor(rate * total + 1e-9))


def _is_above_rate(sentences: Sequence[Sentence], _text: str, rate: float) -> bool:
    kept, total = _kept_and_all(sentences)
    return kept >= ceil(rate * total - 1e-9)


def _is_within_words(_sentences: Sequence[Sentence], text: str, most: int) -> bool:
    # Independent of the library: what stands between spaces and has a letter or digit.
    chunks = _CLITIC.sub("", text).split()
    return sum(any(map(str.isalnum, chunk)) for chunk in chunks) <= most


def _is_within_chars(_sentences: Sequence[Sentence], text: str, most: int) -> bool:
    return len(text) <= most


CHECKS: dict[str, Check] = {
    "rate": _is_within_rate,
    "min_rate": _is_above_rate,
    "max_words": _is_within_words,
    "max_chars": _is_within_chars,
}
MARK_OF = {**OVER, "min_rate": UNDER}
AS_IT_WAS = {NOT_PARSED, TOO_LONG, NO_DERIVATION, FAILED}


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
        for line, result in zip(lines, results, strict=True):
            _judge_line(tally, line, result, asked)
        yield _row(tally, asked or {"no limit": True}, len(lines), started)


def _judge_line(tally: Tally, line: str, result: Result, asked: dict[str, Any]) -> None:
    if line.strip() and not result.text.strip():
        tally.broken.append(line)
    else:
        text = "".join(sentence.text for sentence in result.sentences)
        _judge(tally, result.sentences, text, result.marks, asked)


if __name__ == "__main__":
    main()
