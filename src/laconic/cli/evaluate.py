"""`laconic evaluate`: models and other systems on the same pairs, as a table, a page or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from laconic.archive import is_archive
from laconic.cli.functions import HELP, METAVAR, read_functions
from laconic.cli.outputs import refuse, refuse_overwriting, shown
from laconic.cli.progress import watching
from laconic.comparison import STANDARD, Output, evaluate
from laconic.corpus import read_pairs
from laconic.errors import FormatError, LaconicError
from laconic.evaluation.answers import References
from laconic.evaluation.page import render_page
from laconic.evaluation.report import Report
from laconic.evaluation.table import render_table
from laconic.files import check_writable, read_lines, replacing
from laconic.parsing.registry import load_parser
from laconic.systems import System, load
from laconic.trees.brackets import looks_like_tree, parse

_FORMS = (".html", ".json")


def evaluate_systems(
    arguments: Annotated[
        list[Path],
        typer.Argument(metavar="[MODEL...] PAIRS", help="Models, and last the pairs."),
    ],
    system: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE|copy|reference",
            help="What another system made, a line of tokens or a tree for each pair; or which of"
            " copy and reference to show, if not both.",
        ),
    ] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option("--out", "-o", metavar="FILE", help="A page (.html), or all figures (.json)."),
    ] = None,
    references: Annotated[
        References, typer.Option(help="Compare with the reference that fits best, or the first.")
    ] = "best",
    extra: Annotated[
        bool,
        typer.Option("--extra", help="Also BLEU, SARI and ROUGE; they need the extra `metrics`."),
    ] = False,
    features: Annotated[list[str] | None, typer.Option(metavar=METAVAR, help=HELP)] = None,
    parser: Annotated[
        str, typer.Option(metavar="NAME", help="What parses pairs of text, and all output.")
    ] = "embedded",
    workers: Annotated[
        int, typer.Option(min=0, help="Threads; 0 for all cores. The figures are the same.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Score models on pairs, beside copying the source and beside the reference."""
    *models, pairs = arguments
    refuse(is_archive(pairs), f"{pairs} is a model; the file of pairs comes last, after all models")
    for path in models:
        wrong = path.is_file() and not is_archive(path)
        refuse(wrong, f"{path} is no model; models come first, and last the file of pairs")
    standard, files = read_systems(system or [])
    for path in out or []:
        refuse(path.suffix not in _FORMS, f"--out {path}: expected a name in .html or .json")
        refuse_overwriting([*arguments, *files.values()], path)
        check_writable(path)
    with watching() as watch:
        report = evaluate(
            _load(models, features or []),
            read_pairs(pairs),
            outputs={name: read_outputs(path) for name, path in files.items()},
            standard=standard,
            references=references,
            extra=extra,
            parser=load_parser(parser),
            workers=workers or None,
            watch=watch,
        )
    _write(report, out or [])
    record = report.as_record(sentences=False)
    if as_json:
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(shown(line) for line in render_table(record)))


def read_systems(arguments: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Path]]:
    """Which of the standard systems are asked for, and files of others by name."""
    named, files = [], dict[str, Path]()
    for argument in arguments:
        name, equals, path = argument.partition("=")
        if not equals:
            refuse(name not in STANDARD, f"--system {argument}: expected NAME=FILE, or one of"
                   f" {', '.join(STANDARD)}")  # fmt: skip
            named.append(name)
            continue
        refuse(name in files or name in STANDARD, f"--system {argument}: {name} is there already")
        refuse(not name or not path, f"--system {argument}: expected NAME=FILE")
        files[name] = Path(path)
    return tuple(name for name in STANDARD if name in named or not named), files


def read_outputs(path: Path) -> list[Output]:
    """What a system made: tokens or a tree on each line; an empty line is no words at all."""
    outputs: list[Output] = []
    for number, line in enumerate(read_lines(path), 1):
        if not looks_like_tree(line):
            outputs.append(line)
            continue
        try:
            outputs.append(parse(line))
        except FormatError as error:
            raise error.at(path, number) from None
    return outputs


def _load(paths: Sequence[Path], features: Sequence[str]) -> dict[str, System]:
    """Models by the names of their files."""
    functions = read_functions(features)
    models: dict[str, System] = {}
    for path in paths:
        if path.stem in models:
            raise LaconicError(f"two models are called {path.stem}; give one file another name")
        models[path.stem] = load(path, features=functions)
    return models


def _write(report: Report, paths: Sequence[Path]) -> None:
    record: dict[str, Any] = report.as_record() if paths else {}
    for path in paths:
        with replacing(path) as stream:
            if path.suffix == ".html":
                stream.write(render_page(record))
            else:
                json.dump(record, stream, ensure_ascii=False, indent=1)
                stream.write("\n")
