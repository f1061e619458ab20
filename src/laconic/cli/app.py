"""The commands of `laconic`, each in a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from laconic.cli.version import describe_version

# Where each command is; only the one that is called is imported, so that it starts at once.
COMMANDS = {
    "align": "align:align",
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
    """The program with the command that is called; with all of them if that is none of these."""
    app = typer.Typer(
        help="Rewrite sentences as trees: shorter, and still grammatical.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(options)
    for name in [called] if called in COMMANDS else COMMANDS:
        module, _, function = COMMANDS[name].partition(":")
        found = getattr(import_module(f"laconic.cli.{module}"), function)
        if isinstance(found, typer.Typer):
            app.add_typer(found)
        else:
            app.command(name)(found)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
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
