"""`laconic lm perplexity`: how well a language model predicts text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from laconic.cli.lm_shared import ModelArgument, describe_lm
from laconic.cli.outputs import as_file
from laconic.cli.progress import watching
from laconic.errors import LaconicError
from laconic.scoring.lm_files import open_lm
from laconic.scoring.ngram import Perplexity
from laconic.scoring.text import BadUtf8, TextBlock, read_text
from laconic.scoring.work import Watch, Work


def perplexity(
    lm: ModelArgument,
    texts: Annotated[
        list[Path],
        typer.Argument(metavar="TEXT", help="Text files as for `lm build`; - for standard input."),
    ],
    bad_utf8: Annotated[
        BadUtf8, typer.Option(help="What to do with bytes that are no UTF-8.")
    ] = "refuse",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print perplexity per word and end of sentence, with and without unknown words."""
    rows: list[tuple[str, Perplexity]] = []
    with watching() as watch:
        model = open_lm(lm, work=Work(watch=watch))
        for given in texts:
            path = as_file(given)
            read = read_text(path, normalisation=model.normalisation, bad_utf8=bad_utf8)
            with closing(read) as blocks:
                rows.append((str(given), model.perplexity(_watched(blocks, path, watch))))
    total = sum((found for _, found in rows), Perplexity())
    if total.words == 0:
        raise LaconicError("found no words, expected text to predict")
    if len(rows) > 1:
        rows.append(("all", total))
    records = [_as_record(name, found) for name, found in rows]
    if as_json:
        typer.echo(json.dumps({"texts": records, "settings": describe_lm(model)}, indent=2))
        return
    typer.echo("\t".join(records[0]))
    for record in records:
        typer.echo("\t".join(_shown(value) for value in record.values()))
    typer.echo(describe_lm(model))


def _watched(blocks: Iterator[TextBlock], path: Path, watch: Watch | None) -> Iterator[TextBlock]:
    for block in blocks:
        yield block
        if watch is not None:
            watch(f"Scoring {path.name}", block.bytes_read, path.stat().st_size)


def _as_record(name: str, found: Perplexity) -> dict[str, Any]:
    return {
        "text": name,
        "sentences": found.sentences,
        "words": found.words,
        "unknown_words": found.unknown_words,
        "log10_prob": round(found.log10_prob, 4),
        "perplexity": round(found.perplexity, 4),
        "known_perplexity": round(found.known_perplexity, 4),
    }


def _shown(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
