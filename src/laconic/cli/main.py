"""`laconic`: the commands, and how the program ends.

Exit codes: 0 for success, 1 for input that cannot be used (one line on standard error says why),
2 for a wrong option, 130 for an interrupt.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from laconic.cli.compress import compress
from laconic.cli.evaluate import evaluate_systems
from laconic.cli.extract import extract
from laconic.cli.inspect import inspect
from laconic.cli.lm import lm_app
from laconic.cli.models import models
from laconic.cli.outputs import shown
from laconic.cli.parse import parse
from laconic.cli.train import train
from laconic.cli.version import describe_version
from laconic.errors import LaconicError

app = typer.Typer(
    help="Rewrite sentences as trees: shorter, and still grammatical.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(compress)
app.command("evaluate")(evaluate_systems)
app.command()(extract)
app.command()(inspect)
app.command()(models)
app.command()(parse)
app.command()(train)
app.add_typer(lm_app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(describe_version())
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Rewrite sentences as trees: shorter, and still grammatical."""
    # Typer shows this text and calls `_print_version`; there is nothing else to do.
    del version


def main() -> None:
    """Run the command line; a user's mistake ends in one line on standard error."""
    try:
        app()
    except (LaconicError, OSError) as error:
        # An OSError is what the library did not foresee: standard output on a full disk, say.
        # What it quotes may come from a file of somebody else.
        typer.echo(f"laconic: {shown(str(error))}", err=True)
        sys.exit(1)
    except UnicodeEncodeError as error:
        typer.echo(
            f"laconic: {error.object[error.start]!a} cannot be written in {error.encoding}; "
            "PYTHONIOENCODING=utf-8 helps, or -o FILE",
            err=True,
        )
        sys.exit(1)
    except MemoryError:
        typer.echo("laconic: there is not enough memory for this", err=True)
        sys.exit(1)
