"""What the commands for language models share: options, and the line that describes a model."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from laconic.scoring.ngram import MAX_QUANTISED_BITS, NgramModel
from laconic.scoring.work import MEMORY_MB

ModelArgument = Annotated[
    Path, typer.Argument(metavar="LM", help="A language model: packed, .arpa or .arpa.gz.")
]
OutputOption = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="LM",
        help="The file to write: ARPA text if it ends in .arpa or .arpa.gz, otherwise packed; "
        "- writes ARPA text to standard output.",
    ),
]
ProbBits = Annotated[
    int,
    typer.Option(
        min=0,
        max=MAX_QUANTISED_BITS,
        help="Bits for each probability in a packed file; 0 keeps them exact, 8 is good.",
    ),
]
BackoffBits = Annotated[
    int, typer.Option(min=0, max=MAX_QUANTISED_BITS, help="The same for each backoff.")
]
MemoryMb = Annotated[
    int,
    typer.Option(min=20, metavar="MB", help="How much memory to sort in; the rest goes to disk."),
]
Temporary = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Where to put what memory does not hold.")
]
DEFAULT_MEMORY_MB = MEMORY_MB


def describe_lm(lm: NgramModel) -> str:
    """One line with what a score depends on."""
    counts = "/".join(map(str, lm.counts))
    return (
        f"laconic={metadata.version('laconic')} lm={lm.path.name} order={lm.order} ngrams={counts} "
        f"normalisation={lm.normalisation} prob_bits={lm.prob_bits} backoff_bits={lm.backoff_bits}"
    )
