"""`laconic extract`: a grammar from a corpus of parsed pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from laconic.cli.progress import with_progress
from laconic.corpus import Pair, TreeOptions, count_pairs, read_pairs
from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.errors import AlignmentError, LaconicError
from laconic.files import check_writable
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import Choice
from laconic.grammar.grammar import TARGETS_PER_SOURCE, Grammar
from laconic.grammar.induction import Alignment, ExtractionOptions, Induction
from laconic.grammar.statistics import RuleKinds, kinds_by_bound
from laconic.grammar.table import read_rules, write_grammar
from laconic.trees.heads import load_head_table
from laconic.trees.labels import Normalisation
from laconic.trees.tree import Tree


def extract(
    pairs: Annotated[
        Path,
        typer.Argument(
            metavar="PAIRS",
            help="JSON lines with trees, or alternating lines of source and target trees; "
            "plain or .gz.",
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="GRAMMAR", help="The file to write.")
    ],
    bound: Annotated[
        int,
        typer.Option(
            min=0, max=2, help="How many generalisations may be skipped in one rule: 0, 1 or 2."
        ),
    ] = 1,
    normalisation: Annotated[Normalisation, typer.Option(help="How rules spell words.")] = "none",
    alignment: Annotated[
        Alignment,
        typer.Option(
            help="How words are aligned: as deletions, as edits, or as edits only where needed."
        ),
    ] = "auto",
    alignments: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Word alignments, a line of i-j links for each pair."),
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
    coverage: Annotated[
        bool, typer.Option(help="Add copy and deletion rules for the source trees.")
    ] = True,
    final_punctuation: Annotated[
        bool, typer.Option(help="Deletion rules that keep final punctuation.")
    ] = True,
    paired_punctuation: Annotated[
        bool, typer.Option(help="Paired punctuation is kept or deleted together.")
    ] = True,
    head_table: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="The head table for deletion rules.")
    ] = "collins",
    rules: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Rules written by hand, to be added.")
    ] = None,
    drop_traces: Annotated[
        bool, typer.Option("--drop-traces", help="Leave traces (-NONE-) out of the trees.")
    ] = False,
    drop_function_tags: Annotated[
        bool, typer.Option("--drop-function-tags", help="NP-SBJ-1 becomes NP.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Then derive each pair again, and count failures.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Extract a synchronous grammar from pairs of trees."""
    _refuse(all_choices and highest, "--all-choices and --highest exclude each other")
    _refuse(all_references and alignments is not None, "--alignments are for first references only")
    _refuse(output.exists() and output.samefile(pairs), f"{output} would overwrite the pairs")
    check_writable(output)
    choice: Choice = "all" if all_choices else "highest" if highest else "own-label"
    corpus = _Corpus(
        pairs, alignments, TreeOptions(drop_traces, drop_function_tags), all_references
    )
    covering = Coverage(load_head_table(head_table), final_punctuation, paired_punctuation)
    induction = Induction(
        ExtractionOptions(bound, choice, alignment, normalisation), covering if coverage else None
    )
    by_hand = [] if rules is None else list(read_rules(rules))
    summary = _induce(corpus, induction)
    induction.builder.add_by_hand(by_hand)
    grammar = induction.builder.build(targets_per_source=targets_per_source or None)
    summary.describe(induction.builder.build(targets_per_source=None), grammar, bound)
    write_grammar(grammar, output)
    if check:
        _check(corpus, Matcher(grammar, covering if coverage else None), summary)
    if as_json:
        typer.echo(json.dumps(asdict(summary), ensure_ascii=False, indent=2))
    else:
        _print_summary(summary, output)


@dataclass(frozen=True, slots=True)
class _Corpus:
    path: Path
    alignments: Path | None
    options: TreeOptions
    all_references: bool

    def trees(self, doing: str) -> Iterator[tuple[Pair, Tree, Tree]]:
        """Each pair with its source and one reference as trees, while a bar shows progress."""
        pairs = read_pairs(self.path, alignments=self.alignments, options=self.options)
        for pair in with_progress(pairs, count_pairs(self.path), doing):
            for reference in pair.references if self.all_references else pair.references[:1]:
                yield pair, _tree(pair.source, pair), _tree(reference, pair)


@dataclass(slots=True)
class Summary:
    """What extraction read, left out and found."""

    pairs: int = 0
    left_out: list[str] = field(default_factory=list)
    by_bound: list[dict[str, int]] = field(default_factory=list)
    rules: int = 0
    extracted: int = 0
    over_limit: int = 0
    coverage: int = 0
    by_hand: int = 0
    checked: int = 0
    not_derived: list[str] = field(default_factory=list)

    def describe(self, whole: Grammar, kept: Grammar, bound: int) -> None:
        self.by_bound = [
            {
                "bound": limit,
                "rules": kinds.rules,
                "scfg": kinds.scfg,
                "deeper": kinds.deeper,
                "category": kinds.category,
            }
            for limit, kinds in enumerate(kinds_by_bound(whole, bound))
        ]
        origins = [entry.origin for entry in kept.entries.values()]
        self.rules = len(kept)
        self.extracted = sum(Origin.TRAINING in origin for origin in origins)
        before = sum(Origin.TRAINING in entry.origin for entry in whole.entries.values())
        self.over_limit = before - self.extracted
        self.coverage = sum(bool(origin & (Origin.COPY | Origin.DELETE)) for origin in origins)
        self.by_hand = sum(Origin.HAND in origin for origin in origins)


def _refuse(wrong: bool, why: str) -> None:
    if wrong:
        raise LaconicError(why)


def _tree(value: Tree | str, pair: Pair) -> Tree:
    if isinstance(value, str):
        raise LaconicError(
            f"{pair.place}: pair {pair.id} holds the text {value[:40]!r}; extraction needs trees, "
            "such as (TOP (S ...))"
        )
    return value


def _induce(corpus: _Corpus, induction: Induction) -> Summary:
    summary = Summary()
    for pair, source, target in corpus.trees("Extracting"):
        try:
            induction.add(source, target, pair.links)
        except AlignmentError as error:
            if corpus.alignments is not None:
                raise AlignmentError(f"{corpus.alignments}: pair {pair.id}: {error}") from None
            summary.left_out.append(f"{pair.place}: pair {pair.id}: {error}")
        else:
            summary.pairs += 1
    return summary


def _check(corpus: _Corpus, matcher: Matcher, summary: Summary) -> None:
    for pair, source, target in corpus.trees("Deriving"):
        summary.checked += 1
        if find_gold(matcher.match(source), target) is None:
            summary.not_derived.append(f"{pair.place}: pair {pair.id}")


def _print_summary(summary: Summary, output: Path) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{summary.pairs} pairs, {summary.rules} rules written to {output}", markup=False)
    console.print(
        f"  {summary.extracted} extracted ({summary.over_limit} more left out by the limit), "
        f"{summary.coverage} coverage, {summary.by_hand} by hand; a rule can be of several kinds"
    )
    table = Table("bound", "rules", "SCFG", "deeper", "change of category", box=None)
    for row in summary.by_bound:
        kinds = RuleKinds(row["rules"], row["deeper"], row["category"])
        shares = (kinds.scfg, kinds.deeper, kinds.category)
        table.add_row(
            str(row["bound"]),
            str(kinds.rules),
            *(f"{100 * share / max(kinds.rules, 1):.1f} %" for share in shares),
        )
    console.print(table)
    _print_list(console, "pairs left out", summary.left_out)
    if summary.checked:
        derived = summary.checked - len(summary.not_derived)
        console.print(f"{derived} of {summary.checked} pairs can be derived with this grammar")
        _print_list(console, "pairs without a derivation", summary.not_derived)


def _print_list(console: Console, name: str, items: list[str], shown: int = 10) -> None:
    if items:
        console.print(f"{len(items)} {name}:")
        for item in items[:shown]:
            console.print(f"  {item}", markup=False)
        if len(items) > shown:
            console.print(f"  and {len(items) - shown} more; --json lists all")
