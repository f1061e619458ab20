"""How fast language models are built and asked, and what each setting costs in size and perplexity.

    python benchmarks/language_model.py [TEXT...] [--held-out TEXT] [--only PARTS] [--json]

TEXT is tokenised text, a sentence or paragraph on each line. Without it the benchmark takes all the
open text in ../shared/data/text (news, novels, speeches, and AMALGUM but for its genre under
non-commercial terms), splits words from punctuation by a simple rule, and holds every fiftieth line
out. PARTS are some of build,query,sizes. Each build is a process of its own, so that peak memory is
its own.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from open_text import raw_lines, tokenised_sentences
from report import peak_mb, table

from laconic.scoring.estimation import Estimation, EstimationOptions
from laconic.scoring.lm_files import Packing, convert_lm, write_lists
from laconic.scoring.ngram import NgramModel
from laconic.scoring.text import read_text, split_words
from laconic.scoring.work import MEMORY_MB, Work

TOKEN = re.compile(r"\w+(?:[-.]\w+)*|'\w+|[^\w\s]")
HELD_OUT_EVERY = 50

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark the language model.")
    parser.add_argument("texts", nargs="*", type=Path, metavar="TEXT")
    parser.add_argument("--held-out", type=Path, metavar="TEXT", help="what to predict")
    parser.add_argument("--only", default="build,query,sizes", help="which parts to run")
    parser.add_argument("--repeats", type=int, default=15, help="how often queries are timed")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--one", metavar="JOB", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(json.dumps(build(**json.loads(options.one))))
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts, held_out = options.texts, options.held_out
        if not texts:
            texts, held_out = open_text(folder)
        results: dict[str, list[Row]] = {}
        parts = options.only.split(",")
        jobs = builds(texts, folder)
        results["build"] = [run(job) for job in (jobs if "build" in parts else jobs[:1])]
        if "build" in parts:
            same = {Path(job["output"]).read_bytes() for job in jobs[:2]}
            results["same_output"] = [{"under 300 MB as without limit": len(same) == 1}]
        exact = Path(jobs[0]["output"])
        eight = folder / "eight.lm"
        convert_lm(exact, eight, packing=Packing(8, 8))
        if "query" in parts:
            sample = held_out or texts[0]
            results["query"] = [query(lm, sample, options.repeats) for lm in (exact, eight)]
            results["open"] = [opening(lm) for lm in (exact, eight)]
        if "sizes" in parts and held_out is not None:
            results["sizes"] = sizes(texts, held_out, exact, folder)
    print(json.dumps(results, indent=2) if options.json else tables(results))


def open_text(folder: Path) -> tuple[list[Path], Path]:
    """All the open text, tokenised: what to build from, and what is held out."""
    train, held_out = folder / "train.txt", folder / "held-out.txt"
    with train.open("w") as kept, held_out.open("w") as out:
        for number, line in enumerate(open_lines()):
            (out if number % HELD_OUT_EVERY == 0 else kept).write(line + "\n")
    return [train], held_out


def open_lines() -> Iterator[str]:
    for line in raw_lines():
        if tokens := TOKEN.findall(line):
            yield " ".join(tokens)
    yield from tokenised_sentences()


def builds(texts: list[Path], folder: Path) -> list[Row]:
    names = [str(text) for text in texts]
    settings: list[Row] = [
        {"memory_mb": MEMORY_MB},
        {"memory_mb": 300},
        {"memory_mb": MEMORY_MB, "order": 5},
        {"memory_mb": MEMORY_MB, "normalisation": "lower-digits"},
        {"memory_mb": MEMORY_MB, "prune": 1e-8},
    ]
    return [
        {"texts": names, "output": str(folder / f"built{number}.lm"), **setting}
        for number, setting in enumerate(settings)
    ]


def run(job: Row) -> Row:
    command = [sys.executable, __file__, "--one", json.dumps(job)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    row: Row = json.loads(done.stdout)
    return row


def build(
    texts: list[str],
    output: str,
    memory_mb: int,
    order: int = 3,
    normalisation: Any = "none",
    prune: float = 0.0,
) -> Row:
    """Build a model; the seconds of its stages, and the words a second of each and of all."""
    steps: dict[str, float] = {}
    last = [time.perf_counter()]

    def watch(step: str, _done: int, _total: int) -> None:
        # Called ten times a second, so the stages are known to a tenth of one.
        now = time.perf_counter()
        name = "Reading" if step.startswith("Reading") else step
        steps[name] = steps.get(name, 0.0) + now - last[0]
        last[0] = now

    options = EstimationOptions(order=order, normalisation=normalisation, prune=prune)
    work = Work(memory_mb=memory_mb, watch=watch)
    start = time.perf_counter()
    estimation = Estimation(options, work)
    estimation.add_texts(texts)
    estimate = estimation.estimate()
    write_lists(estimate.lists, output, Packing(), work)
    seconds = time.perf_counter() - start
    report = estimation.report(estimate)
    counting = sum(steps.get(step, 0.0) for step in ("Reading", "Counting", "Sorting"))
    return {
        "memory_mb": memory_mb,
        "order": order,
        "normalisation": normalisation,
        "prune": prune,
        "words": report.words,
        "ngrams": sum(each.kept for each in report.orders),
        "seconds": round(seconds, 2),
        "words_per_second": round(report.words / seconds),
        "counting_seconds": round(counting, 2),
        "counted_words_per_second": round(report.words / counting),
        "peak_mb": peak_mb(),
    }


def query(path: Path, text: Path, repeats: int) -> Row:
    """Words scored a second, on one core: from ids, from text, one by one, and as a search asks."""
    lm = NgramModel(path)
    blocks = list(read_text(text))
    sentences = [split_words(line) for block in blocks for line in block.lines.decode().split("\n")]
    sentences = [sentence for sentence in sentences if sentence]
    ids = array(
        "I", [i for sentence in sentences for i in [*map(lm.word_id, sentence), 2]]
    ).tobytes()
    tokens = len(ids) // 4
    searched = compressions(lm, sentences[:200])
    rates: dict[str, list[float]] = {"ids": [], "text": [], "one_by_one": [], "search": []}
    for _ in range(repeats):
        for name, score, count in (
            ("ids", lambda: lm.native.score_ids(ids), tokens),
            ("text", lambda: [lm.native.score_text(block.lines) for block in blocks], tokens),
            ("one_by_one", lambda: lm.native.score_ids_singly(ids), tokens),
            ("search", lambda: lm.native.score_ids_singly(searched), len(searched) // 4),
        ):
            start = time.perf_counter()
            score()
            rates[name].append(count / (time.perf_counter() - start) / 1e6)
    return {
        "file_mb": round(lm.file_bytes / 1e6, 1),
        "prob_bits": lm.prob_bits,
        "queries": tokens,
        **{f"{name}_million_per_second": spread(found) for name, found in rates.items()},
    }


def spread(rates: list[float]) -> str:
    """The median of some rates, and the least and the most."""
    ordered = sorted(rates)
    return f"{ordered[len(ordered) // 2]:.2f} ({ordered[0]:.2f}-{ordered[-1]:.2f})"


def compressions(lm: NgramModel, sentences: list[list[str]]) -> bytes:
    """What a search over sentences asks: each of them many times, with other words left out."""
    chance = random.Random(1)
    ids = array("I")
    for sentence in sentences:
        words = [lm.word_id(word) for word in sentence]
        for _ in range(100):
            ids.extend([*(word for word in words if chance.random() < 0.7), 2])
    return ids.tobytes()


def opening(path: Path) -> Row:
    row: Row = {"file_mb": round(path.stat().st_size / 1e6, 1)}
    for verify in (True, False):
        times = []
        for _ in range(5):
            start = time.perf_counter()
            NgramModel(path, verify=verify)
            times.append(time.perf_counter() - start)
        name = "open_ms" if verify else "open_unverified_ms"
        row[name] = round(sorted(times)[2] * 1e3, 2)
    return row


def sizes(texts: list[Path], held_out: Path, exact: Path, folder: Path) -> list[Row]:
    """Size and perplexity for each setting."""
    rows = []
    packed = folder / "packed.lm"
    for bits in (0, 12, 10, 8, 6, 5, 4, 3, 2):
        convert_lm(exact, packed, packing=Packing(bits, bits))
        rows.append(size_row(packed, held_out, {"bits": bits}))
    for normalisation, cutoffs, prune in (
        ("none", (0, 0, 1), 0.0),
        ("none", (0, 1, 1), 0.0),
        ("none", (1, 0, 1), 0.0),
        ("none", (0,), 1e-8),
        ("none", (0,), 1e-7),
        ("none", (0,), 1e-6),
        ("lower", (0,), 1e-7),
        ("lower-digits", (1, 0, 0), 1e-8),
        ("lower-digits", (1, 0, 0), 3e-8),
        ("lower-digits", (1, 0, 0), 1e-7),
        ("lower-digits", (1, 0, 0), 1e-6),
    ):
        options = EstimationOptions(normalisation=normalisation, cutoffs=cutoffs, prune=prune)  # type: ignore[arg-type]
        work = Work()
        estimation = Estimation(options, work)
        estimation.add_texts(texts)
        write_lists(estimation.estimate().lists, packed, Packing(8, 8), work)
        setting = {"bits": 8, "normalisation": normalisation, "cutoffs": cutoffs, "prune": prune}
        rows.append(size_row(packed, held_out, setting))
    return rows


def size_row(path: Path, held_out: Path, setting: Row) -> Row:
    lm = NgramModel(path)
    found = lm.perplexity(read_text(held_out, normalisation=lm.normalisation))
    return {
        "bits": 0,
        "normalisation": "none",
        "cutoffs": (0,),
        "prune": 0.0,
        **setting,
        "ngrams": sum(lm.counts),
        "mb": round(lm.file_bytes / 1e6, 2),
        "bits_per_ngram": round(8 * lm.file_bytes / sum(lm.counts), 1),
        "perplexity": round(found.perplexity, 2),
        "known_perplexity": round(found.known_perplexity, 2),
        "unknown_words": found.unknown_words,
    }


def tables(results: dict[str, list[Row]]) -> str:
    return "\n\n".join(f"{name}\n{table(rows)}" for name, rows in results.items())


if __name__ == "__main__":
    main()
