"""How fast rules are extracted, for each bound and corpus size, and how much memory that takes.

    python benchmarks/extraction.py [PAIRS] [--pairs 1000] [--json]

PAIRS is a corpus with trees. Without it the benchmark uses OneStop's pairs with their silver trees
from ../shared/data (26 words a sentence, a third of the words changed), or, where these are not to
be had, pairs generated from the grammar of the sample corpus by Algorithm 1. Every run is a process
of its own, so that the peak memory is its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from pairs import SAMPLES, SHARED_DATA, onestop_pairs  # noqa: E402
from report import peak_mb, table  # noqa: E402

from laconic.corpus import Pair, read_pairs, write_pairs  # noqa: E402
from laconic.errors import DerivationError  # noqa: E402
from laconic.grammar.transduction import choose_randomly, generate  # noqa: E402
from laconic.induction import ExtractionOptions, extract_grammar, tree_pairs  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark grammar extraction.")
    parser.add_argument("pairs_file", nargs="?", type=Path, metavar="PAIRS")
    parser.add_argument("--pairs", type=int, default=1000, help="how many pairs, at the most")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--one", type=int, metavar="BOUND", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(json.dumps(measure(options.pairs_file, options.pairs, options.one)))
        return
    with TemporaryDirectory() as folder:
        corpus = options.pairs_file or make_corpus(Path(folder) / "pairs.jsonl", options.pairs)
        sizes = sorted({max(1, options.pairs // part) for part in (4, 2, 1)})
        rows = [run(corpus, size, bound) for bound in (0, 1, 2) for size in sizes]
    print(json.dumps(rows, indent=2) if options.json else table(rows))


def make_corpus(path: Path, count: int) -> Path:
    pairs = onestop_pairs() if SHARED_DATA.is_dir() else generated_pairs(count)
    # Spread over the whole corpus, not its first articles.
    write_pairs(pairs[:: max(1, len(pairs) // count)][:count], path)
    return path


def generated_pairs(count: int) -> list[Pair]:
    rules = extract_grammar(read_pairs(SAMPLES)).grammar.rules
    pairs: list[Pair] = []
    seed = 0
    while len(pairs) < count:
        seed += 1
        try:
            derivation = generate(rules, choose_randomly(seed), max_rules=150)
        except DerivationError:
            continue
        if len(derivation.source.words()) >= 10:
            pairs.append(Pair(str(seed), derivation.source, (derivation.target(),)))
    return pairs


def run(corpus: Path, size: int, bound: int) -> dict[str, float]:
    command = [sys.executable, __file__, str(corpus), "--pairs", str(size), "--one", str(bound)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    row: dict[str, float] = json.loads(done.stdout)
    return row


def measure(corpus: Path, size: int, bound: int) -> dict[str, float]:
    pairs = list(islice(read_pairs(corpus), size))
    words = [len(source.words()) for pair in pairs for source, _ in tree_pairs(pair)]
    start = time.perf_counter()
    extraction = extract_grammar(pairs, options=ExtractionOptions(bound=bound))
    seconds = time.perf_counter() - start
    return {
        "bound": bound,
        "pairs": len(pairs),
        "source_words": round(sum(words) / len(words), 1),
        "rules": extraction.kinds[-1].rules,
        "seconds": round(seconds, 2),
        "pairs_per_second": round(len(pairs) / seconds, 1),
        "peak_mb": peak_mb(),
    }


if __name__ == "__main__":
    main()
