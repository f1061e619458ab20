"""`laconic compress`: text in, shorter text out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from laconic.cli.compress_inputs import Given, choose_form
from laconic.cli.compress_outputs import Wanted, open_output
from laconic.cli.compress_work import compress_all, compress_each, list_frontiers, write_all
from laconic.cli.functions import HELP, METAVAR, files_of, read_functions
from laconic.cli.outputs import is_stdout, refuse_overwriting
from laconic.cli.painting import Painter
from laconic.cli.request_options import takes_request
from laconic.compressor.loading import load
from laconic.files import check_writable
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.request import Request
from laconic.shipped import DEFAULT
from laconic.subtitles import SubtitleForm

MARKED = 3  # the exit code of --strict
_EMBEDDED = "embedded"


@takes_request
def compress(
    text: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT...|-]", help="What to compress; - reads standard input."),
    ] = None,
    *,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Read this file in place of TEXT.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the output goes.")
    ] = None,
    model: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="A model that ships, or one of your own.")
    ] = DEFAULT,
    lines: Annotated[
        bool, typer.Option("--lines", help="Each line is one sentence; one line out for each.")
    ] = False,
    tokenized: Annotated[
        bool, typer.Option("--tokenized", help="As --lines, tokens with spaces in and out.")
    ] = False,
    parsed: Annotated[
        bool, typer.Option("--parsed", help="As --lines, a tree in brackets on each line.")
    ] = False,
    subtitles: Annotated[
        SubtitleForm | None,
        typer.Option(help="Subtitles in and out; files in .srt and .vtt need not be told."),
    ] = None,
    request: Request,
    as_json: Annotated[
        bool, typer.Option("--json", help="A JSON record on a line for each text.")
    ] = False,
    trees: Annotated[
        bool, typer.Option("--trees", help="Trees in place of text; with --json, beside it.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="The derivation, each cut, and what decided.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Each sentence with what is gone and what is new.")
    ] = False,
    frontier: Annotated[
        bool, typer.Option("--frontier", help="The best compression of every length.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help=f"Exit code {MARKED} if anything is marked.")
    ] = False,
    features: Annotated[list[str] | None, typer.Option(metavar=METAVAR, help=HELP)] = None,
    parser: Annotated[str, typer.Option(metavar="NAME", help="What parses text.")] = _EMBEDDED,
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 for all cores.")] = 0,
) -> None:
    """Compress text, sentence by sentence."""
    form = choose_form(lines=lines, tokenized=tokenized, parsed=parsed)
    given = Given(text or ["-"], file, form, subtitles)
    given.check()
    wanted = Wanted(request, as_json, trees, explain, diff, frontier)
    if output is not None and not is_stdout(output):
        refuse_overwriting([file, Path(model), *files_of(features or [])], output)
        check_writable(output)
    with open_output(output) as stream:
        painter = Painter(stream)
        found, units = given.units(together=request.total, watched=not painter.is_terminal)
        wanted.check(found)
        compressor = load(
            model, parser=_parser(parser, workers), features=read_functions(features or [])
        )
        if frontier:
            done = list_frontiers(compressor, units, request, is_direct=given.is_direct)
        elif given.is_direct:
            done = compress_each(compressor, units, request)
        else:
            done = compress_all(compressor, units, request, workers or None)
        marks = write_all(done, wanted.view(form, found, painter, compressor.model), stream)
    for name, count in sorted(marks.items()):
        typer.echo(f"laconic: {name}: {count} sentence{'' if count == 1 else 's'}", err=True)
    if strict and marks:
        sys.exit(MARKED)


def _parser(name: str, workers: int) -> Parser | None:
    """The parser to use; None for the embedded one, which is loaded only where it is needed."""
    if name == _EMBEDDED and not workers:
        return None
    return load_parser(name, threads=workers or None)
