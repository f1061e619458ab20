"""What the commands that read pairs of trees share: their options, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypedDict

import typer

PairsArgument = Annotated[
    Path,
    typer.Argument(
        metavar="PAIRS",
        help="JSON lines with trees, or alternating lines of source and target trees; "
        "plain or .gz.",
    ),
]
DropTraces = Annotated[
    bool, typer.Option("--drop-traces", help="Leave traces (-NONE-) out of the trees.")
]
DropFunctionTags = Annotated[
    bool, typer.Option("--drop-function-tags", help="NP-SBJ-1 becomes NP.")
]


class Cleaning(TypedDict):
    """What is left out of trees as they are read; without traces, words have other numbers."""

    drop_traces: bool
    drop_function_tags: bool
