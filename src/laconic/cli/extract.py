"""`laconic extract`: a grammar from a corpus of parsed pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from laconic.cli.outputs import is_read_twice, is_stdout, refuse, refuse_overwriting
from laconic.cli.pair_options import Cleaning, DropFunctionTags, DropTraces, PairsArgument
from laconic.cli.progress import with_progress
from laconic.cli.summary import Checked, as_record, render_summary
from laconic.corpus import Pair, count_pairs, read_pairs
from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.files import check_writable
from laconic.grammar.coverage import Deletions
from laconic.grammar.grammar import TARGETS_PER_SOURCE
from laconic.grammar.table import read_rules, render_grammar, write_grammar
from laconic.induction import Alignment, ExtractionOptions, extract_grammar, tree_pairs
from laconic.trees.labels import Normalisation


def extract(
    pairs: PairsArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="GRAMMAR",
            help="The file to write: text, or packed if its name ends in .packed; "
            "- for standard output.",
        ),
    ],
    bound: Annotated[
        int,
        typer.Option(
            min=0, max=2, help="How many generalisations may be skipped in one rule: 0, 1 or 2."
        ),
    ] = 1,
    normalisation: Annotated[Normalisation, typer.Option(help="How rules spell words.")] = "none",
    alignment: Annotated[
        Alignment | None,
        typer.Option(
            help="How words are aligned: as deletions, or as edits where these do not do (auto); "
            "as deletions alone; as edits; by IBM model 1, learned from these pairs.",
            show_default="auto",
        ),
    ] = None,
    alignments: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Word alignments, a line of i-j links for each pair, in place of --alignment.",
        ),
    ] = None,
    all_choices: Annotated[
        bool, typer.Option("--all-choices", help="Where a node has several partners, take each.")
    ] = False,
    highest: Annotated[
        bool, typer.Option("--highest", help="Where a node has several partners, take the highest.")
    ] = False,
    all_references: Annotated[
        bool, typer.Option("--all-references", help="Use every reference, not only the first.")
    ] = False,
    targets_per_source: Annotated[
        int, typer.Option(min=0, help="Most rules kept for one source side; 0 keeps all.")
    ] = TARGETS_PER_SOURCE,
    min_count: Annotated[
        int, typer.Option(min=1, help="How often a rule must be extracted to be kept.")
    ] = 1,
    coverage: Annotated[
        bool, typer.Option(help="Add copy and deletion rules for the source trees.")
    ] = True,
    final_punctuation: Annotated[
        bool, typer.Option(help="Deletion rules that keep final punctuation.")
    ] = True,
    paired_punctuation: Annotated[
        bool, typer.Option(help="Paired punctuation is kept or deleted together.")
    ] = True,
    deletions: Annotated[
        Deletions,
        typer.Option(help="Which children deletion rules keep: the highest ranked, or any."),
    ] = "ranked",
    head_table: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="The head table for deletion rules.")
    ] = "collins",
    rules: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Rules written by hand, to be added.")
    ] = None,
    drop_traces: DropTraces = False,
    drop_function_tags: DropFunctionTags = False,
    check: Annotated[
        bool, typer.Option("--check", help="Then derive each pair again, and count failures.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Extract a synchronous grammar from pairs of trees."""
    refuse(all_choices and highest, "--all-choices and --highest exclude each other")
    refuse(all_references and alignments is not None, "--alignments are for first references only")
    refuse(
        alignment is not None and alignments is not None,
        "--alignment and --alignments exclude each other",
    )
    refuse(check and not is_read_twice(pairs), "--check reads the pairs again; give a file")
    refuse_overwriting((pairs, alignments, rules, Path(head_table)), output)
    to_stdout = is_stdout(output)
    if not to_stdout:
        check_writable(output)
    options = ExtractionOptions(
        bound=bound,
        choice="all" if all_choices else "highest" if highest else "own-label",
        alignment=alignment or "auto",
        normalisation=normalisation,
        all_references=all_references,
        targets_per_source=targets_per_source or None,
        min_count=min_count,
        coverage=coverage,
        head_table=head_table,
        final_punctuation=final_punctuation,
        paired_punctuation=paired_punctuation,
        deletions=deletions,
    )

    reading: _Reading = {
        "alignments": alignments,
        "drop_traces": drop_traces,
        "drop_function_tags": drop_function_tags,
    }

    def read(doing: str) -> Iterator[Pair]:
        found = read_pairs(pairs, **reading)
        return with_progress(found, count_pairs(pairs) if is_read_twice(pairs) else None, doing)

    by_hand = [] if rules is None else list(read_rules(rules))
    extraction = extract_grammar(read("Extracting"), options=options, rules=by_hand)
    if to_stdout:
        typer.echo("\n".join(render_grammar(extraction.grammar)))
    else:
        write_grammar(extraction.grammar, output)
    checked = None
    if check:
        matcher = Matcher(extraction.grammar, options.make_coverage())
        checked = _check(read("Deriving"), matcher, all_references=all_references)
    record = as_record(extraction, options, {**reading, "rules": rules}, checked)
    if as_json:
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2), err=to_stdout)
    else:
        typer.echo("\n".join(render_summary(record, output)), err=to_stdout)


class _Reading(Cleaning):
    """How pairs are read."""

    alignments: Path | None


def _check(pairs: Iterator[Pair], matcher: Matcher, *, all_references: bool) -> Checked:
    """Derive each pair again: Algorithm 5."""
    checked = Checked()
    for pair in pairs:
        for source, target in tree_pairs(pair, all_references=all_references):
            checked.pairs += 1
            if find_gold(matcher.match(source), target) is None:
                checked.not_derived.append(f"{pair.place}: pair {pair.id}")
    return checked
