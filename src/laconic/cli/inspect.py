"""`laconic inspect`: look rules up in a grammar, or into a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from laconic.archive import kind_of
from laconic.cli.functions import HELP, METAVAR, read_functions
from laconic.cli.inspect_baseline import show_baseline
from laconic.cli.inspect_model import describe_model, explain_sentence, export_model
from laconic.cli.outputs import refuse, shown
from laconic.errors import LaconicError
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import render_rule
from laconic.grammar.packed import unpack
from laconic.grammar.rule import Rule
from laconic.grammar.table import parse_origin, read_grammar, render_origin
from laconic.model import KIND
from laconic.model_file import load_model
from laconic.systems import baseline_loader
from laconic.trees.draw import draw_text


def inspect(
    grammar: Annotated[Path, typer.Argument(metavar="FILE", help="A grammar or a model.")],
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="Only rules that contain this text.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--id", min=0, help="Only the rule with this id.")
    ] = None,
    source: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Only rules that rewrite this label.")
    ] = None,
    target: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Only rules that make this label.")
    ] = None,
    word: Annotated[
        str | None, typer.Option(metavar="WORD", help="Only rules that hold this word.")
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option(metavar="ORIGIN", help="training, copy, delete, hand; joined by + for all."),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="How many to show; 0 shows all.")] = 20,
    draw: Annotated[bool, typer.Option("--draw", help="Draw both sides of each rule.")] = False,
    sentence: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT|TREE", help="How a model rewrites this: its score, feature by feature."
        ),
    ] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a model as text files.")
    ] = None,
    features: Annotated[list[str] | None, typer.Option(metavar=METAVAR, help=HELP)] = None,
) -> None:
    """Show the rules of a grammar, the most frequent first; of a model, what weighs most."""
    refuse(
        sentence is not None and export is not None, "--sentence and --export exclude each other"
    )
    filtered = (number, source, target, word, origin, text) != (None,) * 6
    kind = kind_of(grammar)
    load_baseline = None if kind == KIND else baseline_loader(kind)
    if load_baseline is not None:
        wrong = export is not None or bool(features) or filtered
        refuse(wrong, f"{grammar} is of a comparison system: it has weights, but no rules")
        typer.echo("\n".join(show_baseline(load_baseline(grammar), sentence, limit)))
        return
    if kind == KIND:
        model = load_model(grammar, features=read_functions(features or []))
        if sentence is not None:
            typer.echo("\n".join(explain_sentence(model, sentence, limit)))
        elif export is not None:
            for path in export_model(model, export):
                typer.echo(path)
        elif not filtered:
            typer.echo("\n".join(describe_model(model, limit)))
        if sentence is not None or export is not None or not filtered:
            return
        found = unpack(model.grammar)
    else:
        wrong = sentence is not None or export is not None or bool(features)
        refuse(wrong, f"--sentence, --export and --features are for models; {grammar} is none")
        found = read_grammar(grammar)
    wanted = None if origin is None else parse_origin(origin)
    if number is not None and not len(found):
        raise LaconicError(f"no rule {number}: {grammar} holds no rules")
    if number is not None and number >= len(found):
        raise LaconicError(f"no rule {number}: the ids of {grammar} run from 0 to {len(found) - 1}")
    rules = [
        rule
        for rule in (found.rules if number is None else [found.rules[number]])
        if (source is None or rule.source.label == source)
        and (target is None or rule.target.label == target)
        and (word is None or word in rule.source.words() or word in rule.target.words())
        and (wanted is None or wanted in found.entries[rule].origin)
        and (text is None or text in render_rule(rule))
    ]
    rules.sort(key=lambda rule: (-found.entries[rule].count, found.ids[rule]))
    listed = rules if limit == 0 else rules[:limit]
    for line in _lines(found, listed, draw=draw):
        typer.echo(shown(line))
    typer.echo(
        f"{len(listed)} of {len(rules)} rules shown, of {len(found)} in {grammar} "
        f"(words: {found.normalisation})",
        err=True,
    )


def _lines(grammar: Grammar, rules: list[Rule], *, draw: bool) -> Iterator[str]:
    yield "id\tcount\tbound\torigin\trule"
    for rule in rules:
        entry: Entry = grammar.entries[rule]
        number, name = grammar.ids[rule], render_origin(entry.origin)
        yield f"{number}\t{entry.count}\t{entry.bound}\t{name}\t{render_rule(rule)}"
        if draw:
            yield from (f"    {line}" for line in draw_text(rule.source).split("\n"))
            yield "    ⇒"
            yield from (f"    {line}" for line in draw_text(rule.target).split("\n"))
