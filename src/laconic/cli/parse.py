"""`laconic parse`: trees of text, of lines, of tokens, and of the pairs of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from laconic.cli.outputs import as_file, is_read_twice, is_stdout, refuse, refuse_overwriting
from laconic.cli.progress import with_progress
from laconic.corpus import count_pairs, read_pairs, write_pairs
from laconic.files import check_writable, read_lines, replacing
from laconic.parsing.cache import CachedParser, file_name
from laconic.parsing.inputs import InputForm, parse_items, read_items
from laconic.parsing.pairs import parse_pairs
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.trees.brackets import render
from laconic.trees.draw import draw_text
from laconic.trees.tree import Tree

_SHOWN = 10  # ids of pairs left out


def parse(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE|-", help="Text, plain or .gz; - or nothing for standard input."
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write, - for standard output; with --pairs, a folder.",
        ),
    ] = Path("-"),
    lines: Annotated[
        bool,
        typer.Option(
            "--lines", help="Each line (with --pairs: each side) is one sentence of plain text."
        ),
    ] = False,
    tokenized: Annotated[
        bool,
        typer.Option(
            "--tokenized", help="As --lines, with spaces between tokens; the rule with --pairs."
        ),
    ] = False,
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs",
            help="The files are pairs (JSON lines); sources and references are parsed into files "
            "of the same names, in a folder named after the parser.",
        ),
    ] = False,
    draw: Annotated[bool, typer.Option("--draw", help="Draw trees instead of brackets.")] = False,
    parser: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="embedded, FILE.parser, benepar:MODEL, stanza:LANG[:PACKAGE], supar:FILE, "
            "file:TREES.",
        ),
    ] = "embedded",
    threads: Annotated[
        int, typer.Option(min=0, help="Threads of the embedded parser; 0 for all cores.")
    ] = 0,
    cache: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep trees here and parse no sentence twice; --pairs keeps them in its output.",
        ),
    ] = None,
) -> None:
    """Parse sentences into trees, one on each line; trees in the input stay as they are."""
    refuse(lines and tokenized, "--lines and --tokenized exclude each other")
    refuse(pairs and draw, "--pairs goes without --draw")
    if pairs:
        folder = _folder_of_pairs(files, output)
        chosen = load_parser(parser, threads=threads or None)
        _parse_pairs(files or [], folder, chosen, cache or folder, tokenized=not lines)
        return
    form: InputForm = "tokenized" if tokenized else "lines" if lines else "text"
    inputs = [as_file(path) for path in files or [Path("-")]]
    refuse_overwriting(inputs, output)
    if not is_stdout(output):
        check_writable(output)
    chosen = load_parser(parser, threads=threads or None)
    chosen = CachedParser(chosen, cache) if cache else chosen
    _write(_rendered(_trees(inputs, form, chosen), draw=draw), output)


def _trees(inputs: list[Path], form: InputForm, parser: Parser) -> Iterator[Tree | None]:
    items = chain.from_iterable(read_items(read_lines(path), form) for path in inputs)
    return parse_items(parser, with_progress(items, None, "Parsing"))


def _rendered(trees: Iterable[Tree | None], *, draw: bool) -> Iterator[str]:
    for tree in trees:
        if tree is None:
            yield ""
        else:
            yield draw_text(tree) + "\n" if draw else render(tree)


def _write(texts: Iterable[str], output: Path) -> None:
    if is_stdout(output):
        for text in texts:
            typer.echo(text)
        return
    with replacing(output) as stream:
        for text in texts:
            stream.write(f"{text}\n")


def _folder_of_pairs(files: list[Path] | None, output: Path) -> Path:
    """The folder for parsed pairs, once it is clear that all files can be read and written."""
    refuse(is_stdout(output), "--pairs needs a folder to write to: -o FOLDER")
    refuse(not files or Path("-") in files, "--pairs needs files, not standard input")
    refuse(output.exists() and not output.is_dir(), f"{output} is a file; expected a folder")
    names = [_name_of_pairs(path) for path in files or []]
    refuse(len(set(names)) < len(names), "two of the files have the same name")
    for path in files or []:
        refuse(not path.exists(), f"cannot read {path}: No such file or directory")
        refuse(output.resolve() in path.resolve().parents, f"{path} lies in the output, {output}")
    return output


def _name_of_pairs(path: Path) -> str:
    return path.name.removesuffix(".gz")


def _parse_pairs(
    files: list[Path], output: Path, parser: Parser, cache: Path, *, tokenized: bool
) -> None:
    folder = output / file_name(parser.signature)
    cached = CachedParser(parser, cache)
    folder.mkdir(parents=True, exist_ok=True)
    for path in files:
        total = count_pairs(path) if is_read_twice(path) else None
        found = with_progress(read_pairs(path), total, f"Parsing {path.name}")
        left_out: list[str] = []
        written = folder / _name_of_pairs(path)
        parsed = parse_pairs(found, cached, tokenized=tokenized, left_out=left_out)
        typer.echo(f"{write_pairs(parsed, written)} pairs\t{written}")
        if left_out:
            names = ", ".join(left_out[:_SHOWN]) + (" …" if len(left_out) > _SHOWN else "")
            typer.echo(
                f"{len(left_out)} pairs of {path} left out, without words: {names}", err=True
            )
