"""`laconic models`: what ships with the package, under which terms; the card of one model."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from laconic.shipped import Shipped, find_shipped, list_shipped


def models(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The model whose card to print.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print names, sizes and facts as JSON.")
    ] = False,
) -> None:
    """List the models that ship, or print the card of one."""
    found = list_shipped() if name is None else [find_shipped(name)]
    if as_json:
        records = [model.as_record() for model in found]
        typer.echo(json.dumps(records if name is None else records[0], indent=2))
    elif name is None:
        typer.echo("name\tsize\tfor\tterms")
        for model in found:
            typer.echo(_line(model))
    else:
        typer.echo(found[0].card, nl=False)


def _line(model: Shipped) -> str:
    default = " (default)" if model.is_default else ""
    megabytes = f"{model.path.stat().st_size / 1e6:.1f} MB"
    facts = model.facts
    return f"{model.name}{default}\t{megabytes}\t{facts['For']}\t{facts['Terms']}"
