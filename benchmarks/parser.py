"""How fast the embedded parser is, what it needs, and whether company changes a tree.

    python benchmarks/parser.py [--parts speed memory batches] [--sentences 2000] [--json]

speed: seconds to load, sentences a second in batches and one by one, most memory, for one thread
and for all cores, each in a process of its own. memory: the most for odd mixes of lengths. batches:
how many of the sentences get another tree in one of five batchings (alone, by 32, backwards by 100,
shuffled by 256, all at once), on two threads, or on one. The sentences are those of the Wikinews
articles in ../shared/data, or, where these are not to be had, of the samples, again and again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from report import peak_mb, table  # noqa: E402

from laconic.decoding.threads import usable_cores  # noqa: E402

TEXT = ROOT.parent / "shared" / "data" / "text" / "wikinews.txt.gz"
BATCH = 256


def read(count: int) -> list[list[str]]:
    """Sentences of running text, spread over it."""
    from laconic.files import read_lines
    from laconic.parsing.sentences import read_sentences

    if not TEXT.exists():
        lines = read_lines(ROOT / "samples" / "sentences.txt")
        return list(islice(cycle([line.split() for line in lines]), count))
    found: list[list[str]] = []
    for number, line in enumerate(read_lines(TEXT)):
        if number % 7 == 0:
            found += [list(sentence.words) for sentence in read_sentences(line)]
        if len(found) >= count:
            break
    return found[:count]


def measure_speed(count: int, threads: int) -> dict[str, object]:
    sentences = read(count)
    begun = time.perf_counter()
    from laconic.parsing.registry import load_parser

    parser = load_parser(threads=threads)
    parser.parse([["Ready", "."]])
    loaded = time.perf_counter() - begun
    begun = time.perf_counter()
    for begin in range(0, count, BATCH):
        parser.parse(sentences[begin : begin + BATCH])
    in_batches = count / (time.perf_counter() - begun)
    few = sentences[: max(1, count // 4)]
    begun = time.perf_counter()
    for words in few:
        parser.parse([words])
    one_by_one = len(few) / (time.perf_counter() - begun)
    return {
        "threads": threads,
        "words a sentence": round(sum(map(len, sentences)) / count, 1),
        "seconds to load": round(loaded, 2),
        "in batches/s": round(in_batches, 1),
        "one by one/s": round(one_by_one, 1),
        "peak MB": peak_mb(),
    }


# What is parsed at once: how many sentences, of how many words.
MIXES = {"short": (2000, 7), "one length": (256, 20), "long": (64, 200), "longest": (4, 500)}


def measure_memory(mix: str) -> dict[str, object]:
    from laconic.parsing.registry import load_parser

    count, size = MIXES[mix]
    parser = load_parser()
    begun = time.perf_counter()
    words = [word for sentence in read(2000) for word in sentence]
    sentences = [words[n * size % 20_000 :][:size] for n in range(count)]
    for begin in range(0, count, BATCH):
        parser.parse(sentences[begin : begin + BATCH])
    return {
        "mix": mix,
        "sentences": count,
        "words a sentence": size,
        "seconds": round(time.perf_counter() - begun, 1),
        "peak MB": peak_mb(),
    }


def measure_batches(count: int) -> dict[str, object]:
    from batchings import batchings

    from laconic.parsing.embedded import EmbeddedParser

    sentences = read(count)
    found = batchings(EmbeddedParser.shipped(threads=2), sentences)
    found["one thread"] = EmbeddedParser.shipped(threads=1).parse(sentences)
    trees = zip(*found.values(), strict=True)
    return {"sentences": count, "differing": sum(len(set(row)) > 1 for row in trees)}


def run(part: str, count: int, how: object = "") -> dict[str, object]:
    command = [sys.executable, __file__, "--one", part, str(how), "--sentences", str(count)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--parts", nargs="*", default=["speed", "memory", "batches"])
    options.add_argument("--sentences", type=int, default=2000)
    options.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options.add_argument("--one", nargs=2, metavar=("PART", "HOW"), help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.one:
        part, how = given.one
        if part == "speed":
            one = measure_speed(given.sentences, int(how))
        else:
            one = measure_memory(how) if part == "memory" else measure_batches(given.sentences)
        print(json.dumps(one))
        return
    hows: dict[str, list[object]] = {
        "speed": [*sorted({1, usable_cores()})],
        "memory": [*MIXES],
        "batches": [""],
    }
    rows = {part: [run(part, given.sentences, how) for how in hows[part]] for part in given.parts}
    if given.json:
        print(json.dumps(rows, indent=2))
    else:
        print("\n\n".join(table(part) for part in rows.values()))


if __name__ == "__main__":
    main()
