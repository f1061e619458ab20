"""`laconic train`: pairs in, a model out."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from laconic.baselines.options import BaselineConfig
from laconic.baselines.run import BaselineOutcome, make_training
from laconic.cli.functions import HELP, METAVAR, files_of, read_functions
from laconic.cli.outputs import refuse, refuse_overwriting
from laconic.cli.train_summary import (
    as_record,
    render_outcome,
    show_pass,
    show_round,
    tell_of,
)
from laconic.config import Config
from laconic.corpus import Pair, read_pairs
from laconic.errors import LaconicError
from laconic.files import check_writable
from laconic.grammar.rule import Rule
from laconic.grammar.table import read_rules
from laconic.model_file import load_model
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.scoring.features import Function
from laconic.scoring.lm_files import open_lm
from laconic.scoring.ngram import NgramModel
from laconic.settings import from_table, read_table, render_settings
from laconic.systems import SYSTEMS, TRANSDUCER, config_type
from laconic.training.run import Outcome, Training
from laconic.weights import Weights

Options = TypeVar("Options")
CHECKPOINT = ".checkpoint"


def train(
    pairs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PAIRS...", help="Pairs of trees, or of tokens to be parsed."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="MODEL", help="Where the model goes. [required]"),
    ] = None,
    system: Annotated[
        str, typer.Option(metavar="NAME", help=f"What to train: {', '.join(SYSTEMS)}.")
    ] = TRANSDUCER,
    alignments: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Word alignments, one file for each of PAIRS, in their order."
        ),
    ] = None,
    dev: Annotated[
        list[Path] | None,
        typer.Option(metavar="PAIRS", help="Development pairs, for a grid or early stopping."),
    ] = None,
    extra: Annotated[
        list[Path] | None,
        typer.Option(metavar="PAIRS", help="Pairs that give no rules, only weights."),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(metavar="MODEL", help="A model whose weights to begin with (adagrad)."),
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
    print_config: Annotated[
        bool,
        typer.Option(
            "--print-config", help="Print all settings of the system with defaults, and leave."
        ),
    ] = False,
) -> None:
    """Train a model on pairs; Ctrl-C ends training with the best model so far."""
    kind = config_type(system)
    if print_config:
        typer.echo(render_settings(kind()), nl=False)
        return
    if not pairs:
        raise typer.BadParameter("the pairs to train on are missing", param_hint="PAIRS...")
    if output is None:
        raise typer.BadParameter("where the model goes is missing", param_hint="--output")
    chosen = read_config_options(kind, config, settings or [])
    refuse(
        not isinstance(chosen, Config) and (bool(features) or rules is not None),
        f"{system} takes neither features nor rules",
    )
    refuse(
        not isinstance(chosen, Config) and (bool(extra) or start is not None),
        f"{system} takes neither extra pairs nor a model to start from",
    )
    _check_alignments(chosen, pairs, alignments or [])
    inputs = [
        *pairs,
        *(alignments or []),
        *(dev or []),
        *(extra or []),
        start,
        lm,
        config,
        rules,
        *files_of(features or []),
    ]
    if isinstance(chosen, Config):
        inputs.append(Path(chosen.extraction.head_table))
    refuse_overwriting(inputs, output)
    check_writable(output)
    checkpoint = output.with_name(output.name + CHECKPOINT)
    refuse(
        checkpoint.exists() and not resume,
        f"{checkpoint} is there, from a run that did not end; --resume goes on with it,"
        " or delete it",
    )
    development = _read(dev or [])
    refuse(bool(dev) and not development, "there are no pairs in the files given as --dev")
    given = _Given(
        _read(pairs, alignments or []),
        development,
        None if lm is None else open_lm(lm),
        load_parser(parser),
    )
    run = _Run(checkpoint, resume)
    outcome: Outcome | BaselineOutcome
    if isinstance(chosen, Config):
        functions = read_functions(features or [])
        special = _ForTransducer(
            functions,
            [] if rules is None else read_rules(rules),
            _read(extra or []),
            None if start is None else load_model(start, features=functions).weights,
        )
        outcome = _train_transducer(given, chosen, special, workers or None, run)
    else:
        outcome = _train_baseline(given, chosen, run)
    outcome.model.save(output)
    record = as_record(outcome, output)
    if as_json:
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(render_outcome(record)))
    if outcome.interrupted:
        more = ", --resume goes on" if checkpoint.exists() else ""
        typer.echo(f"laconic: interrupted; {output} is the best model so far{more}", err=True)
        sys.exit(130)
    checkpoint.unlink(missing_ok=True)


@dataclass(frozen=True, eq=False, slots=True)
class _Given:
    """What every system is trained from."""

    pairs: list[Pair]
    dev: list[Pair]
    lm: NgramModel | None
    parser: Parser


@dataclass(frozen=True, eq=False, slots=True)
class _ForTransducer:
    """What only a transducer takes: features and rules of the user, pairs for weights alone, and
    weights to begin with."""

    features: list[Function]
    rules: Iterable[Rule]
    extra: list[Pair]
    start: Weights | None


@dataclass(frozen=True, slots=True)
class _Run:
    """Where a run is written to after each round, and whether it goes on from there."""

    checkpoint: Path
    resume: bool


def _train_transducer(
    given: _Given,
    config: Config,
    more: _ForTransducer,
    workers: int | None,
    run: _Run,
) -> Outcome:
    training = Training(
        given.pairs,
        config=config,
        dev=given.dev,
        lm=given.lm,
        features=more.features,
        rules=more.rules,
        parser=given.parser,
        workers=workers,
        extra=more.extra,
        start=more.start,
        tell=_tell,
    )
    tell_of(training)
    return training.run(checkpoint=run.checkpoint, resume=run.resume, watch=show_round)


def _train_baseline(given: _Given, config: BaselineConfig, run: _Run) -> BaselineOutcome:
    training = make_training(
        given.pairs, config, dev=given.dev, lm=given.lm, parser=given.parser, tell=_tell
    )
    return training.run(checkpoint=run.checkpoint, resume=run.resume, watch=show_pass)


def read_config_options(
    kind: type[Options], config: Path | None, settings: Iterable[str]
) -> Options:
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
        return from_table(kind, table)
    except LaconicError as error:
        raise LaconicError(f"{config}: {error}" if config else str(error)) from None


def _value(text: str) -> Any:
    """A value as in TOML; what is none is a text without its quotes."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _read(paths: Iterable[Path], alignments: Iterable[Path] = ()) -> list[Pair]:
    both = zip_longest(paths, alignments)
    return list(chain.from_iterable(read_pairs(path, alignments=links) for path, links in both))


def _check_alignments(chosen: object, pairs: Sequence[Path], alignments: Sequence[Path]) -> None:
    if not alignments:
        return
    refuse(not isinstance(chosen, Config), "--alignments are for the transducer only")
    refuse(
        len(alignments) != len(pairs),
        f"{len(alignments)} files given as --alignments for {len(pairs)} of pairs; expected one"
        " each",
    )
    refuse(
        isinstance(chosen, Config) and chosen.extraction.all_references,
        "--alignments are for first references only; leave out extraction.all_references",
    )


def _tell(message: str) -> None:
    typer.echo(f"{message} …", err=True)
