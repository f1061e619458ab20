"""`laconic train`: pairs in, a model out."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from laconic.cli.functions import HELP, METAVAR, files_of, read_functions
from laconic.cli.outputs import refuse, refuse_overwriting
from laconic.config import Config
from laconic.corpus import Pair, read_pairs
from laconic.errors import LaconicError
from laconic.files import check_writable
from laconic.grammar.table import read_rules
from laconic.parsing.registry import load_parser
from laconic.scoring.lm_files import open_lm
from laconic.settings import from_table, read_table, render_settings
from laconic.training.run import Outcome, Training
from laconic.training.trainer import Progress

_SHOWN = 10
CHECKPOINT = ".checkpoint"


def _print_config(wanted: bool) -> None:
    if wanted:
        typer.echo(render_settings(Config()), nl=False)
        raise typer.Exit


def train(
    pairs: Annotated[
        list[Path],
        typer.Argument(metavar="PAIRS...", help="Pairs of trees, or of tokens to be parsed."),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="MODEL", help="Where the model goes.")
    ],
    dev: Annotated[
        list[Path] | None,
        typer.Option(metavar="PAIRS", help="Development pairs, for a grid or early stopping."),
    ] = None,
    lm: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A language model; it goes into the model.")
    ] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="Settings (TOML).")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="One setting: c=[0.1,1], loss=f1-tokens.",
        ),
    ] = None,
    features: Annotated[list[str] | None, typer.Option(metavar=METAVAR, help=HELP)] = None,
    rules: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Rules written by hand, to be added.")
    ] = None,
    parser: Annotated[
        str, typer.Option(metavar="NAME", help="What parses pairs of text.")
    ] = "embedded",
    workers: Annotated[
        int, typer.Option(min=0, help="Threads; 0 for all cores. The model is the same.")
    ] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from MODEL.checkpoint, if it is there.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    _print: Annotated[
        bool,
        typer.Option(
            "--print-config",
            callback=_print_config,
            is_eager=True,
            help="Print all settings with their defaults, and leave.",
        ),
    ] = False,
) -> None:
    """Train a model on pairs; Ctrl-C ends training with the best model so far."""
    chosen = read_config_options(config, settings or [])
    inputs = [*pairs, *(dev or []), lm, config, rules, *files_of(features or [])]
    refuse_overwriting([*inputs, Path(chosen.extraction.head_table)], output)
    check_writable(output)
    checkpoint = output.with_name(output.name + CHECKPOINT)
    refuse(
        checkpoint.exists() and not resume,
        f"{checkpoint} is there, from a run that did not end; --resume goes on with it,"
        " or delete it",
    )
    development = _read(dev or [])
    refuse(bool(dev) and not development, "there are no pairs in the files given as --dev")
    training = Training(
        _read(pairs),
        config=chosen,
        dev=development,
        lm=None if lm is None else open_lm(lm),
        features=read_functions(features or []),
        rules=[] if rules is None else read_rules(rules),
        parser=load_parser(parser),
        workers=workers or None,
        tell=_tell,
    )
    _tell_of(training)
    outcome = training.run(checkpoint=checkpoint, resume=resume, watch=_show)
    outcome.model.save(output)
    record = as_record(outcome, output)
    if as_json:
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(render_outcome(record)))
    if outcome.interrupted:
        typer.echo(
            f"laconic: interrupted; {output} is the best model so far, --resume goes on", err=True
        )
        sys.exit(130)
    checkpoint.unlink(missing_ok=True)


def read_config_options(config: Path | None, settings: Iterable[str]) -> Config:
    """The configuration of a file, with single settings over it."""
    table = {} if config is None else read_table(config)
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise LaconicError(f"--set {setting} has no value; expected NAME=VALUE")
        *folders, last = name.strip().split(".")
        place = table
        for folder in folders:
            place = place.setdefault(folder, {})
            refuse(not isinstance(place, dict), f"--set {setting}: {folder} is no table")
        place[last] = _value(text)
    try:
        return from_table(Config, table)
    except LaconicError as error:
        raise LaconicError(f"{config}: {error}" if config else str(error)) from None


def _value(text: str) -> Any:
    """A value as in TOML; what is none is a text without its quotes."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _read(paths: Iterable[Path]) -> list[Pair]:
    return list(chain.from_iterable(read_pairs(path) for path in paths))


def _tell(message: str) -> None:
    typer.echo(f"{message} …", err=True)


def _tell_of(training: Training) -> None:
    examples = training.examples
    typer.echo(
        f"{len(examples)} examples, {examples.stand_ins} with a stand-in for their reference,"
        f" {len(training.left_out)} left out; {len(training.grammar.packed)} rules,"
        f" {training.space.width} features",
        err=True,
    )


def _show(progress: Progress) -> None:
    found = progress.round
    loss = progress.development_loss
    typer.echo(
        f"c={progress.c:g} scale={progress.feature_scale:g} round {found.number}:"
        f" primal {found.primal:.6g}{'~' if found.estimated else ''} dual {found.dual:.6g}"
        f" gap {found.gap:.3g} (as far as the beam sees), {found.violated} violated,"
        f" {found.constraints} constraints, {found.seconds:.1f} s"
        + ("" if loss is None else f", development loss {loss:g}"),
        err=True,
    )


def as_record(outcome: Outcome, output: Path) -> dict[str, Any]:
    """The figures of a training run, for `--json`."""
    model = outcome.model
    return {
        "model": str(output),
        "signature": model.signature,
        "rules": len(model.grammar),
        "weights": len(model.weights),
        **model.facts,
        "interrupted": outcome.interrupted,
        "tried": list(outcome.tried),
        "left_out": list(outcome.left_out),
    }


def render_outcome(record: dict[str, Any]) -> Iterator[str]:
    """The same figures as lines for people."""
    yield f"model        {record['model']} ({record['signature']})"
    yield f"examples     {record['examples']}, {record['stand_ins']} with a stand-in"
    yield f"features     {record['features']}, {record['weights']} of them with a weight"
    yield f"rules        {record['rules']}"
    yield f"loss         {record['loss']}"
    yield ""
    yield "       c   scale  rounds      primal        dual  converged  development loss"
    for tried in record["tried"]:
        loss = tried["development_loss"]
        yield (
            f"{tried['c']:8g}  {tried['feature_scale']:6g}  {tried['rounds']:6}"
            f"  {tried['primal']:10.4f}  {tried['dual']:10.4f}"
            f"  {'yes' if tried['converged'] else 'no':>9}"
            f"  {'–' if loss is None else format(loss, 'g'):>16}"
        )
    yield f"chosen       c={record['c']:g} feature_scale={record['feature_scale']:g}"
    if "development_copy_loss" in record:
        yield (
            f"development  {record['development_loss']:g} on {record['development_pairs']} pairs;"
            f" copying them {record['development_copy_loss']:g}"
        )
    left_out = record["left_out"]
    if left_out:
        yield f"left out: {len(left_out)} {'pair' if len(left_out) == 1 else 'pairs'}"
        yield from (f"  {reason}" for reason in left_out[:_SHOWN])
    if len(left_out) > _SHOWN:
        yield f"  and {len(left_out) - _SHOWN} more; --json lists all"
