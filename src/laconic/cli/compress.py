"""`laconic compress`: text in, shorter text out, by a model of any system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from laconic.cli.functions import HELP, METAVAR, read_functions
from laconic.cli.outputs import as_file, refuse, refuse_overwriting
from laconic.decoding.threads import map_in_order, usable_cores
from laconic.files import read_lines, replacing
from laconic.parsing.detokenise import detokenise
from laconic.parsing.inputs import InputForm, parse_items, read_items
from laconic.parsing.registry import load_parser
from laconic.systems import Compression, System, load
from laconic.trees.tree import Tree


def compress(
    text: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT...|-]", help="What to compress; - reads standard input."),
    ] = None,
    model: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The model, of any system.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Read this file in place of TEXT.")
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Each line is one sentence; one line out for each.")
    ] = False,
    tokenized: Annotated[
        bool, typer.Option("--tokenized", help="As --lines, tokens with spaces in and out.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the output goes.")
    ] = None,
    features: Annotated[list[str] | None, typer.Option(metavar=METAVAR, help=HELP)] = None,
    parser: Annotated[str, typer.Option(metavar="NAME", help="What parses text.")] = "embedded",
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 for all cores.")] = 0,
) -> None:
    """Compress text, sentence by sentence, with a model that was trained."""
    refuse(model is None, "no model ships with the package yet; --model FILE names one")
    refuse(lines and tokenized, "--lines and --tokenized exclude each other")
    refuse(bool(text) and file is not None, "TEXT and --file exclude each other")
    if output is not None:
        refuse_overwriting([model, file], output)
    form: InputForm = "tokenized" if tokenized else "lines" if lines else "text"
    system = load(model or "", features=read_functions(features or []))
    items = read_items(_input(text or ["-"], file), form)
    trees = parse_items(load_parser(parser), items)
    marks: Counter[str] = Counter()
    shorter = _compressed(system, trees, workers or usable_cores(), marks, tokenized=tokenized)
    if output is None:
        for line in shorter:
            typer.echo(line)
    else:
        with replacing(output) as stream:
            stream.writelines(f"{line}\n" for line in shorter)
    for mark, count in sorted(marks.items()):
        typer.echo(f"laconic: {mark}: {count} sentence{'' if count == 1 else 's'}", err=True)


def _input(text: list[str], file: Path | None) -> Iterable[str]:
    if file is not None:
        return read_lines(file)
    return read_lines(as_file(Path("-"))) if text == ["-"] else text


def _compressed(
    system: System,
    trees: Iterable[Tree | None],
    workers: int,
    marks: Counter[str],
    *,
    tokenized: bool,
) -> Iterator[str]:
    """A line for each tree; `marks` counts what was not as it should be."""

    def rewrite(tree: Tree | None) -> Compression | None:
        return None if tree is None else system.rewrite(tree)

    for made in map_in_order(rewrite, trees, workers=workers):
        if made is None:
            yield ""
            continue
        marks.update(made.marks)
        words = made.tree.words()
        yield " ".join(words) if tokenized else detokenise(words)
