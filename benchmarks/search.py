"""How fast trees are matched and forests searched, and how good a beam is.

    python benchmarks/search.py [--sentences 300] [--parts speed,...] [--folder DIR] [--json]

Grammar and forests: with ../shared/data, a bound-1 grammar of seven eighths of OneStop's pairs over
their silver trees, and trees of 10 to 32 words of the rest; a trigram model of all open text.
Otherwise the sample corpus. "Real" forests are those of grammar and coverage, "thin" ones of
coverage alone. The score of an edge is log10 (count + 0.3) - 2, and 1.6 for each word; no weights
are trained yet. What was built is kept in DIR, if one is given. Each row of the speed part is a
process of its own, so that its peak memory is its own.

    speed     limits 100, 200, 500, 1000 (and twice as many in all), one thread and all cores
    exact     exact search against the one in plain Python, on the same small forests
    scaling   time against length, 10 to 200 words
    frontier  the best compression of every length of sentences of 20 words
    errors    what a beam loses, in decoding and with losses added
    million   opening and matching a grammar of a million rules: the same, and copies of its rules
              with other words, as those of a larger corpus would be, which these sentences lack
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from reference.decoder import decode, make_windows  # noqa: E402
from report import peak_mb, table  # noqa: E402
from search_material import (  # noqa: E402
    Material,
    enlarged,
    long_tree,
    prepare,
    spread,
)

from laconic.decoding.augmentation import augment  # noqa: E402
from laconic.decoding.decoder import EXACT, Beam, Limits, search  # noqa: E402
from laconic.decoding.forest import Forest  # noqa: E402
from laconic.decoding.frontier import find_frontier  # noqa: E402
from laconic.decoding.matcher import Matcher  # noqa: E402
from laconic.decoding.threads import map_in_order  # noqa: E402
from laconic.grammar.coverage import Coverage  # noqa: E402
from laconic.grammar.packed import open_packed, write_packed  # noqa: E402
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss  # noqa: E402
from laconic.trees.tree import Tree  # noqa: E402

Row = dict[str, object]
FloatArray = NDArray[np.float64]
LIMITS = (100, 200, 500, 1000)
MILLION = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark matching and search.")
    parser.add_argument("--sentences", type=int, default=300)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--folder", type=Path, help="keep what was built here, and use it again")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(json.dumps(speed_row(prepare(options.folder), options.sentences, options.one)))
        return
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(exist_ok=True)
        material = prepare(folder)
        results = {
            part: PARTS[part](material, folder, options.sentences)
            for part in options.parts.split(",")
        }
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        print("\n\n".join(f"{part}\n{table(rows)}" for part, rows in results.items()))


def speed(_material: Material, folder: Path, sentences: int) -> list[Row]:
    rows: list[Row] = []
    for forests in ("thin", "real"):
        for limit in LIMITS:
            for workers in sorted({1, os.cpu_count() or 1}):
                command = [sys.executable, __file__, "--folder", str(folder), "--sentences"]
                command += [str(sentences), "--one", f"{forests},{limit},{workers}"]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                rows.append(json.loads(done.stdout))
    return rows


def speed_row(material: Material, sentences: int, job: str) -> Row:
    name, limit, workers = job.split(",")
    trees = [source for source, _ in spread(material.pairs, sentences)]
    beam = Beam(int(limit), 2 * int(limit))

    def find(made: tuple[Forest, FloatArray]) -> object:
        return search(made[0], made[1], lm=material.lm, beam=beam, k_best=False)

    def run(function: Callable[[object], object], items: Sequence[object]) -> float:
        start = time.perf_counter()
        for _ in map_in_order(function, items, workers=int(workers)):
            pass
        return time.perf_counter() - start

    made = [material.match(name, tree) for tree in trees]  # and fills the caches
    matching = run(lambda tree: material.match(name, tree), trees)  # type: ignore[arg-type]
    searching = run(find, made)  # type: ignore[arg-type]
    both = run(lambda tree: find(material.match(name, tree)), trees)  # type: ignore[arg-type]
    charts = [search(*one, lm=material.lm, beam=beam) for one in made]
    total = {
        key: sum(getattr(chart.statistics, key) for chart in charts)
        for key in ("pops", "lm_queries")
    }
    return {
        "forests": name,
        "limit": int(limit),
        "threads": int(workers),
        "words": round(float(np.mean([forest.arrays.tokens for forest, _ in made])), 1),
        "vertices": round(float(np.mean([forest.arrays.vertices for forest, _ in made])), 1),
        "edges": round(float(np.mean([len(forest) for forest, _ in made])), 1),
        "match/s": round(len(trees) / matching),
        "search/s": round(len(trees) / searching),
        "both/s": round(len(trees) / both),
        "kvertices/s": round(sum(forest.arrays.vertices for forest, _ in made) / searching / 1e3),
        "kedges/s": round(sum(len(forest) for forest, _ in made) / searching / 1e3),
        "pops/sentence": round(total["pops"] / len(trees)),
        "Mpops/s": round(total["pops"] / searching / 1e6, 2),
        "Mqueries/s": round(total["lm_queries"] / searching / 1e6, 2),
        "mean_score": round(float(np.mean([chart.best.score for chart in charts])), 4),
        "peak_mb": peak_mb(),
    }


def exact(material: Material, _folder: Path, _sentences: int) -> list[Row]:
    """On constituents for which plain Python takes seconds: 5,000 to 60,000 candidates."""
    rows: list[Row] = []
    for name, shortest, longest in (("thin", 20, 60), ("real", 4, 9)):
        ratios, native, plain, pops = [], [], [], []
        for part in constituents(material, shortest, longest):
            forest, scores = material.match(name, Tree("TOP", [part]))
            start = time.perf_counter()
            limits = Limits(max_seconds=1)
            chart = search(forest, scores, lm=material.lm, beam=EXACT, limits=limits)
            took = time.perf_counter() - start
            if not 5_000 <= chart.statistics.pops <= 60_000:
                continue
            start = time.perf_counter()
            best = decode(forest, scores.tolist(), make_windows(material.lm, 1.0, None))
            plain.append(time.perf_counter() - start)
            assert abs(best[()].score - chart.best.score) < 1e-6
            native.append(took)
            ratios.append(plain[-1] / took)
            pops.append(chart.statistics.pops)
            if len(pops) == 12:
                break
        rows.append(
            {
                "forests": name,
                "count": len(pops),
                "candidates": round(float(np.mean(pops))),
                "native_ms": round(1000 * float(np.mean(native)), 2),
                "plain_python_ms": round(1000 * float(np.mean(plain))),
                "ratio": round(sum(plain) / sum(native)),
                "least_ratio": round(min(ratios)),
            }
        )
    return rows


def constituents(material: Material, shortest: int, longest: int) -> Iterator[Tree]:
    for source, _ in material.pairs:
        for part in source.nodes():
            if shortest <= len(part.words()) <= longest:
                yield part


def scaling(material: Material, _folder: Path, _sentences: int) -> list[Row]:
    clauses = [source.children[0] for source, _ in material.pairs]
    rows: list[Row] = []
    for name in ("thin", "real"):
        points = []
        for words in (10, 20, 40, 80, 120, 160, 200):
            trees = [long_tree(clauses, words, start) for start in range(40)]
            made = [material.match(name, tree) for tree in trees]
            start = time.perf_counter()
            for forest, scores in made:
                search(forest, scores, lm=material.lm, k_best=False)
            seconds = (time.perf_counter() - start) / len(made)
            length = float(np.mean([forest.arrays.tokens for forest, _ in made]))
            points.append((length, seconds))
            rows.append(
                {
                    "forests": name,
                    "words": round(length, 1),
                    "edges": round(float(np.mean([len(forest) for forest, _ in made])), 1),
                    "ms": round(1000 * seconds, 3),
                    "exponent": "",
                }
            )
        logs = np.log(np.array(points))
        rows[-1]["exponent"] = round(float(np.polyfit(logs[:, 0], logs[:, 1], 1)[0]), 2)
    return rows


def frontier(material: Material, _folder: Path, _sentences: int) -> list[Row]:
    rows: list[Row] = []
    for name in ("thin", "real"):
        made = [material.match(name, s) for s, _ in material.pairs if len(s.words()) == 20][:40]
        times, lengths = [], []
        for forest, scores in made:
            start = time.perf_counter()
            found = find_frontier(forest, scores, lm=material.lm)
            times.append(1000 * (time.perf_counter() - start))
            lengths.append(len(found.best))
        rows.append(
            {
                "forests": name,
                "sentences": len(made),
                "lengths": round(float(np.mean(lengths)), 1),
                "mean_ms": round(float(np.mean(times)), 2),
                "median_ms": round(float(np.median(times)), 2),
                "most_ms": round(max(times), 2),
            }
        )
    return rows


def errors(material: Material, _folder: Path, sentences: int) -> list[Row]:
    """Against exact search where it ends within its limits, else against the best of all beams."""
    beams = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    losses: list[Loss | None] = [
        None, HammingLoss(), HammingLoss("ngrams"), EditLoss(), F1Loss(),
    ]  # fmt: skip
    rows: list[Row] = []
    for name in ("thin", "real"):
        pairs = spread(material.pairs, sentences if name == "thin" else max(1, sentences // 5))
        for loss in losses:
            row: Row = {"forests": name, "loss": loss.name if loss else "none", "exact": 0}
            best, found = [], {beam: [] for beam in beams}  # type: ignore[var-annotated]
            for source, reference in pairs:
                value = searcher(material, name, source, reference, loss)
                for beam in beams:
                    found[beam].append(value(Beam(beam, 2 * beam)))
                bound = value(EXACT) if name == "thin" else None
                row["exact"] = int(str(row["exact"])) + (bound is not None)
                known = [found[beam][-1] for beam in beams] + [bound]
                best.append(max(one for one in known if one is not None))
            for beam in beams:
                lost = [
                    top - one for top, one in zip(best, found[beam], strict=True) if one is not None
                ]
                row[str(beam)] = round(float(np.mean(lost)), 4)
            rows.append(row)
    return rows


def searcher(
    material: Material, name: str, source: Tree, reference: Tree, loss: Loss | None
) -> Callable[[Beam | None], float | None]:
    """The best total that a beam finds for a sentence; None if a limit was reached."""
    forest, scores = material.match(name, source)
    limits = Limits(max_seconds=0.5, max_memory_mb=1000)
    if loss is None:

        def find(beam: Beam | None) -> float | None:
            chart = search(forest, scores, lm=material.lm, beam=beam, limits=limits, k_best=False)
            return None if chart.limited else chart.best.score

        return find
    added = augment(forest, loss, reference)

    def find_with_loss(beam: Beam | None) -> float | None:
        chart = search(
            forest, scores + added.edge_values, lm=material.lm, ngrams=added.ngrams,
            strata=added.strata, beam=beam, limits=limits, k_best=False,
        )  # fmt: skip
        return None if chart.limited else added.best(chart).score

    return find_with_loss


def million(material: Material, folder: Path, sentences: int) -> list[Row]:
    """The grammar itself, and together with copies of its rules whose words are spelled anew."""
    path = folder / "million.packed"
    if not path.exists():
        write_packed(enlarged(open_packed(material.grammar_file), MILLION), path)
    trees = [source for source, _ in spread(material.pairs, sentences)]
    rows: list[Row] = []
    for grammar_file in (material.grammar_file, path):
        start = time.perf_counter()
        grammar = open_packed(grammar_file)
        opened = time.perf_counter() - start
        matcher = Matcher(grammar, Coverage())
        ready = time.perf_counter() - start
        edges = [len(matcher.match(tree)) for tree in trees]
        start = time.perf_counter()
        for tree in trees:
            matcher.match(tree)
        rows.append(
            {
                "rules": len(grammar),
                "file_mb": round(grammar_file.stat().st_size / 2**20, 1),
                "open_s": round(opened, 3),
                "ready_s": round(ready, 3),
                "edges": round(float(np.mean(edges)), 1),
                "match/s": round(len(trees) / (time.perf_counter() - start)),
                "peak_mb": peak_mb(),
            }
        )
    return rows


PARTS: dict[str, Callable[[Material, Path, int], list[Row]]] = {
    "speed": speed,
    "exact": exact,
    "scaling": scaling,
    "frontier": frontier,
    "errors": errors,
    "million": million,
}


if __name__ == "__main__":
    main()
