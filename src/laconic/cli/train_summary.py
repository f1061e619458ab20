"""What `laconic train` tells: of examples, of each round or pass, and of the model at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from laconic.baselines.clarke_lm import TrigramModel
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.mcdonald_training import Pass
from laconic.baselines.run import BaselineOutcome
from laconic.model import Model
from laconic.training.run import Outcome, Training
from laconic.training.trainer import Progress

_SHOWN = 10


def tell_of(training: Training) -> None:
    examples = training.examples
    typer.echo(
        f"{len(examples)} examples, {examples.stand_ins} with a stand-in for their reference,"
        f" {len(training.left_out)} left out; {len(training.grammar.packed)} rules,"
        f" {training.space.width} features",
        err=True,
    )


def show_round(progress: Progress) -> None:
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


def show_pass(done: Pass) -> None:
    """A pass over the pairs of a comparison system."""
    loss = done.development_loss
    typer.echo(
        ("" if done.c is None else f"c={done.c:g} ")
        + f"pass {done.number}: {_words(done.loss)} wrong, {done.seconds:.1f} s"
        + ("" if loss is None else f", {loss} wrong in development"),
        err=True,
    )


def _words(count: int) -> str:
    return f"{count} word{'' if count == 1 else 's'}"


def as_record(outcome: Outcome | BaselineOutcome, output: Path) -> dict[str, Any]:
    """The figures of a training run, for `--json`."""
    model = outcome.model
    return {
        "model": str(output),
        "system": model.system,
        "signature": model.signature,
        **_sizes(model),
        **model.facts,
        "interrupted": outcome.interrupted,
        "tried": list(outcome.tried),
        "left_out": list(outcome.left_out),
    }


def _sizes(model: Model | BigramModel | TrigramModel) -> dict[str, int]:
    if isinstance(model, TrigramModel):
        return {"topics": len(model.topics.counts)}
    rules = {"rules": len(model.grammar)} if isinstance(model, Model) else {}
    return rules | {"weights": len(model.weights)}


def render_outcome(record: dict[str, Any]) -> Iterator[str]:
    """The same figures as lines for people."""
    yield f"model        {record['model']} ({record['signature']})"
    yield from _LINES[record["system"]](record)
    left_out = record["left_out"]
    if left_out:
        yield f"left out: {len(left_out)} {'pair' if len(left_out) == 1 else 'pairs'}"
        yield from (f"  {reason}" for reason in left_out[:_SHOWN])
    if len(left_out) > _SHOWN:
        yield f"  and {len(left_out) - _SHOWN} more; --json lists all"


def _transducer_lines(record: dict[str, Any]) -> Iterator[str]:
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


def _bigram_lines(record: dict[str, Any]) -> Iterator[str]:
    yield f"examples     {record['examples']}"
    yield f"features     {record['features']}, {record['weights']} of them with a weight"
    best = f"the best was {record['best_pass']} at c={record['c']:g}"
    yield f"passes       {record['passes']}, {best}"
    if record["development_loss"] is not None:
        yield (
            f"development  {_words(record['development_loss'])} wrong"
            f" on {record['development_pairs']} pairs"
        )


def _trigram_lines(record: dict[str, Any]) -> Iterator[str]:
    yield f"topics       {record['topics']} nouns and verbs, from {record['examples']} sources"
    for tried in record["tried"]:
        loss = tried["development_loss"]
        shown = "" if loss is None else f": {_words(loss)} wrong in development"
        yield f"tried        significance={tried['significance']:g}{shown}"
    yield f"chosen       significance={record['significance']:g}"


_LINES = {
    "transducer": _transducer_lines,
    "mcdonald": _bigram_lines,
    "clarke-ilp": _bigram_lines,
    "clarke-lm": _trigram_lines,
}
