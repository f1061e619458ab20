"""`laconic align`: the words of pairs aligned, to be looked at, corrected and given back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from laconic.cli.outputs import escaped, is_stdout, refuse, refuse_overwriting
from laconic.cli.pair_options import Cleaning, DropFunctionTags, DropTraces, PairsArgument
from laconic.cli.progress import with_progress
from laconic.corpus import Pair, name_of, read_pairs
from laconic.errors import AlignmentError
from laconic.files import check_writable, replacing
from laconic.grammar.alignment import Links, render_links
from laconic.induction import Alignment, ExtractionOptions, link_pair, make_aligner, tree_pairs
from laconic.trees.tree import Tree


def align(
    pairs: PairsArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where the links go; - for standard output."
        ),
    ] = Path("-"),
    alignment: Annotated[
        Alignment,
        typer.Option(help="How words are aligned: by IBM model 1, or as extract aligns them."),
    ] = "ibm1",
    show: Annotated[
        bool, typer.Option("--show", help="For people: source, target, and words that change.")
    ] = False,
    drop_traces: DropTraces = False,
    drop_function_tags: DropFunctionTags = False,
) -> None:
    """Align the words of pairs with those of their first references.

    The file has a line of links for each pair, as extract and train take them (--alignments).
    Links count the words of the trees: what is to be extracted without traces is aligned without
    them.
    """
    refuse_overwriting((pairs,), output)
    if not is_stdout(output):
        check_writable(output)
    options = ExtractionOptions(alignment=alignment)
    cleaning: Cleaning = {"drop_traces": drop_traces, "drop_function_tags": drop_function_tags}
    found = list(read_pairs(pairs, **cleaning))
    refuse(not found, f"there are no pairs in {pairs}")
    aligner = make_aligner(found, options)

    def lines() -> Iterator[str]:
        for pair in with_progress(found, len(found), "Aligning"):
            source, target = next(tree_pairs(pair))
            try:
                links = link_pair(source, target, options, None, aligner)
            except AlignmentError as error:
                raise AlignmentError(f"{name_of(pair)}: {error}") from None
            yield from _shown(pair, source, target, links) if show else [render_links(links)]

    if is_stdout(output):
        for line in lines():
            typer.echo(line)
        return
    with replacing(output) as stream:
        stream.writelines(f"{line}\n" for line in lines())


def _shown(pair: Pair, source: Tree, target: Tree, links: Links) -> Iterator[str]:
    """Both sentences, and what became another word, what went and what is new."""
    one, two = source.words(), target.words()
    from_words, to_words = {s for s, _ in links}, {t for _, t in links}
    changes = [f"{one[s]} → {two[t]}" for s, t in links if one[s].lower() != two[t].lower()]
    gone = [word for place, word in enumerate(one) if place not in from_words]
    new = [word for place, word in enumerate(two) if place not in to_words]
    yield escaped(f"pair {pair.id}")
    rows = ("source", one), ("target", two), ("gone", gone), ("new", new)
    yield from (escaped(f"  {name:8}{' '.join(words)}").rstrip() for name, words in rows)
    yield escaped(f"  {'changed':8}{', '.join(changes)}").rstrip()
