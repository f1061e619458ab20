"""`laconic lm build`: a language model from text."""

from __future__ import annotations

import json
import time
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer

from laconic.cli.lm_shared import (
    DEFAULT_MEMORY_MB,
    BackoffBits,
    MemoryMb,
    OutputOption,
    ProbBits,
    Temporary,
)
from laconic.cli.outputs import as_file, is_stdout, refuse_overwriting
from laconic.cli.progress import watching
from laconic.errors import LaconicError
from laconic.files import check_writable
from laconic.scoring.estimation import (
    ORDER,
    Estimation,
    EstimationOptions,
    EstimationReport,
)
from laconic.scoring.lm_files import Packing, arpa_blocks, check_name, write_lists
from laconic.scoring.text import BadUtf8
from laconic.scoring.work import Work
from laconic.trees.labels import Normalisation


def build(
    texts: Annotated[
        list[Path],
        typer.Argument(
            metavar="TEXT",
            help="Text files, plain or .gz: a sentence on each line, words between spaces; "
            "- for standard input.",
        ),
    ],
    output: OutputOption,
    order: Annotated[int, typer.Option(help="The length of the longest n-grams.")] = ORDER,
    normalisation: Annotated[
        Normalisation, typer.Option(help="How the model spells words.")
    ] = "none",
    cutoffs: Annotated[
        str,
        typer.Option(
            metavar="N,N,...",
            help="By order: n-grams seen so often or less are left out; words become unknown.",
        ),
    ] = "0",
    prune: Annotated[
        float,
        typer.Option(
            metavar="PART",
            help="Leave out n-grams that each raise perplexity by less than this part of it.",
        ),
    ] = 0.0,
    prob_bits: ProbBits = 0,
    backoff_bits: BackoffBits = 0,
    bad_utf8: Annotated[
        BadUtf8, typer.Option(help="What to do with bytes that are no UTF-8.")
    ] = "refuse",
    memory_mb: MemoryMb = DEFAULT_MEMORY_MB,
    temporary: Temporary = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Estimate a model from text: interpolated modified Kneser-Ney smoothing."""
    options = EstimationOptions(
        order=order, normalisation=normalisation, cutoffs=_parse_cutoffs(cutoffs), prune=prune
    )
    packing = Packing(prob_bits, backoff_bits)
    refuse_overwriting(texts, output)
    if not is_stdout(output):
        check_name(output)
        check_writable(output)
    start = time.perf_counter()
    with watching() as watch:
        work = Work(memory_mb=memory_mb, temporary=temporary, watch=watch)
        estimation = Estimation(options, work)
        estimation.add_texts([as_file(path) for path in texts], bad_utf8=bad_utf8)
        estimate = estimation.estimate()
        if not is_stdout(output):
            write_lists(estimate.lists, output, packing, work)
    if is_stdout(output):
        for block in arpa_blocks(estimate.lists, work):
            typer.echo(block, nl=False)
    report = estimation.report(estimate)
    record = _as_record(report, options, packing, bad_utf8, time.perf_counter() - start)
    lines = json.dumps(record, indent=2) if as_json else _render(record, output)
    typer.echo(lines, err=is_stdout(output))


def _parse_cutoffs(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise LaconicError(f"cutoffs are {text!r}; expected numbers such as 0,0,1") from None


def _as_record(
    report: EstimationReport,
    options: EstimationOptions,
    packing: Packing,
    bad_utf8: BadUtf8,
    seconds: float,
) -> dict[str, Any]:
    cutoffs = ",".join(map(str, options.all_cutoffs))
    return {
        "sentences": report.sentences,
        "words": report.words,
        "replaced_utf8": report.replaced_utf8,
        "orders": [order._asdict() for order in report.orders],
        "seconds": round(seconds, 2),
        "settings": f"laconic={metadata.version('laconic')} smoothing=modified-kneser-ney "
        f"order={options.order} normalisation={options.normalisation} cutoffs={cutoffs} "
        f"prune={options.prune:g} prob_bits={packing.prob_bits} "
        f"backoff_bits={packing.backoff_bits} bad_utf8={bad_utf8}",
    }


def _render(record: dict[str, Any], output: Path) -> str:
    lines = [f"{record['words']} words in {record['sentences']} sentences"]
    if record["replaced_utf8"]:
        lines.append(f"{record['replaced_utf8']} sequences of bytes were no UTF-8 and are replaced")
    # What is kept of order 1 holds the start and the unknown word, which are not seen.
    lines.append("order\tseen\tkept\tdiscounts of 1, 2 and more")
    for order in record["orders"]:
        shown = " ".join(f"{discount:.4f}" for discount in order["discounts"])
        note = "" if order["discounts_estimated"] else " (fixed: too little text to estimate them)"
        lines.append(f"{order['order']}\t{order['seen']}\t{order['kept']}\t{shown}{note}")
    if not is_stdout(output) and output.is_file():
        lines.append(f"wrote {output}: {output.stat().st_size} bytes in {record['seconds']} s")
    lines.append(record["settings"])
    return "\n".join(lines)
