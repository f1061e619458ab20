"""`laconic`: the commands, and how the program ends.

Exit codes: 0 for success, 1 for input that cannot be used (one line on standard error says why),
2 for a wrong option, 3 for marks where `compress --strict` looks for them, 130 for an interrupt.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated

import typer

from laconic.cli.outputs import shown
from laconic.errors import LaconicError

# Where each command is; only the one that is called is imported, so that it starts at once.
COMMANDS = {
    "compress": "compress:compress",
    "evaluate": "evaluate:evaluate_systems",
    "extract": "extract:extract",
    "inspect": "inspect:inspect",
    "models": "models:models",
    "parse": "parse:parse",
    "train": "train:train",
    "lm": "lm:lm_app",
}


def make_app(called: str | None = None) -> typer.Typer:
    """The program with the command that is called; with all if that is none, and no `--version`."""
    app = typer.Typer(
        help="Rewrite sentences as trees: shorter, and still grammatical.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(options)
    for name in _needed(called):
        module, _, function = COMMANDS[name].partition(":")
        found = getattr(import_module(f"laconic.cli.{module}"), function)
        if isinstance(found, typer.Typer):
            app.add_typer(found)
        else:
            app.command(name)(found)
    return app


def _needed(called: str | None) -> list[str]:
    """The commands that have to be known for a call."""
    if called == "--version":
        return []
    return [called] if called is not None and called in COMMANDS else list(COMMANDS)


def _print_version(wanted: bool) -> None:
    if wanted:
        from laconic.cli.version import describe_version

        typer.echo(describe_version())
        raise typer.Exit


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
        make_app(sys.argv[1] if len(sys.argv) > 1 else None)()
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
