"""`laconic lm`: the commands for language models."""

from __future__ import annotations

import typer

from laconic.cli.lm_build import build
from laconic.cli.lm_convert import convert
from laconic.cli.lm_perplexity import perplexity
from laconic.cli.lm_query import query

lm_app = typer.Typer(
    name="lm",
    help="Build, convert and ask n-gram language models.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
lm_app.command()(build)
lm_app.command()(query)
lm_app.command()(perplexity)
lm_app.command()(convert)
