"""`laconic lm convert`: a language model in another form."""

from __future__ import annotations

from typing import Annotated

import typer

from laconic.cli.lm_shared import (
    DEFAULT_MEMORY_MB,
    BackoffBits,
    MemoryMb,
    ModelArgument,
    OutputOption,
    ProbBits,
    Temporary,
)
from laconic.cli.outputs import is_stdout, refuse_overwriting
from laconic.cli.progress import watching
from laconic.files import check_writable
from laconic.scoring.lm_files import (
    Packing,
    arpa_blocks,
    check_name,
    read_lists,
    write_lists,
)
from laconic.scoring.work import Work
from laconic.trees.labels import Normalisation


def convert(
    lm: ModelArgument,
    output: OutputOption,
    prob_bits: ProbBits = 0,
    backoff_bits: BackoffBits = 0,
    normalisation: Annotated[
        Normalisation | None,
        typer.Option(help="How the model spells words, where its file does not say or is wrong."),
    ] = None,
    memory_mb: MemoryMb = DEFAULT_MEMORY_MB,
    temporary: Temporary = None,
) -> None:
    """Turn a model into ARPA text or into the packed form, with fewer bits if asked."""
    packing = Packing(prob_bits, backoff_bits)
    refuse_overwriting([lm], output)
    if not is_stdout(output):
        check_name(output)
        check_writable(output)
    with watching() as watch:
        work = Work(memory_mb=memory_mb, temporary=temporary, watch=watch)
        lists = read_lists(lm, work, normalisation=normalisation)
        if not is_stdout(output):
            write_lists(lists, output, packing, work)
            return
    for block in arpa_blocks(lists, work):
        typer.echo(block, nl=False)
