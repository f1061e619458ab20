"""A grammar from a corpus: each pair is aligned, its rules extracted, and all of them counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from laconic.corpus import Pair, name_of, one_parser
from laconic.errors import AlignmentError, FormatError, LaconicError
from laconic.grammar.alignment import Links, align, align_deletions, align_edits, check_links
from laconic.grammar.coverage import Coverage, Deletions
from laconic.grammar.extraction import Choice, Extracted, extract
from laconic.grammar.grammar import TARGETS_PER_SOURCE, Grammar, GrammarBuilder
from laconic.grammar.rule import Rule
from laconic.grammar.spelling import normalise_pair
from laconic.grammar.statistics import RuleKinds, kinds_by_bound
from laconic.grammar.word_aligner import Aligner, learn_aligner
from laconic.settings import conform
from laconic.trees.brackets import parse
from laconic.trees.heads import HeadTable, load_head_table
from laconic.trees.labels import Normalisation
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

Alignment = Literal["auto", "deletions", "edits", "ibm1"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionOptions:
    """How rules are taken from pairs, which of them are kept, and which are added."""

    bound: int = 1
    choice: Choice = "own-label"
    alignment: Alignment = "auto"
    normalisation: Normalisation = "none"
    all_references: bool = False
    targets_per_source: int | None = TARGETS_PER_SOURCE
    min_count: int = 1
    coverage: bool = True
    head_table: str = "collins"
    final_punctuation: bool = True
    paired_punctuation: bool = True
    deletions: Deletions = "ranked"

    def __post_init__(self) -> None:
        conform(self)
        if self.bound < 0:
            raise LaconicError(f"the bound is {self.bound}; expected 0 or more")
        if self.targets_per_source is not None and self.targets_per_source < 1:
            raise LaconicError(
                f"targets_per_source is {self.targets_per_source}; expected 1 or more, or None"
            )
        if self.min_count < 1:
            raise LaconicError(f"min_count is {self.min_count}; expected 1 or more")

    def make_coverage(self, heads: HeadTable | None = None) -> Coverage | None:
        """Copy and deletion rules as these options want them, if at all; `heads` stands in for the
        table that they name."""
        if not self.coverage:
            return None
        table = heads or load_head_table(self.head_table)
        return Coverage(table, self.final_punctuation, self.paired_punctuation, self.deletions)

    def describe(self) -> str:
        """All settings on one line, to go with the figures they gave."""
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


@dataclass(frozen=True, slots=True)
class Extraction:
    """A grammar, and how it came about.

    `kinds` are those of the extracted rules for each bound, before any limit; `over_limit` is how
    many of them are left out: too rare, or too many for a source side; `left_out` says which pairs
    could not be used, and why; `aligner`, what aligned the words, if it was learned or given.
    """

    grammar: Grammar
    pairs: int
    kinds: tuple[RuleKinds, ...]
    over_limit: int
    left_out: tuple[str, ...]
    aligner: Aligner | None = None


def extract_grammar(
    pairs: Iterable[Pair],
    *,
    options: ExtractionOptions | None = None,
    rules: Iterable[Rule] = (),
    seen: Callable[[int, list[Extracted]], None] | None = None,
    aligner: Aligner | None = None,
) -> Extraction:
    """Extract the rules of all pairs; `rules` are added to them, as written by hand.

    `seen` is told of the rules of each pair, by the pair's number. An `aligner` stands in for the
    alignment that the options name; links that pairs come with go before both.
    """
    options = options or ExtractionOptions()
    if aligner is None and options.alignment == "ibm1":
        pairs = list(pairs)
        aligner = make_aligner(pairs, options)
    coverage = options.make_coverage()
    builder = GrammarBuilder(options.normalisation)
    used, left_out = 0, []
    parsers: set[str | None] = set()
    for number, pair in enumerate(pairs):
        parsers.add(pair.parser)
        for source, target in tree_pairs(pair, all_references=options.all_references):
            try:
                extracted = extract_pair(source, target, options, pair.links, aligner)
            except AlignmentError as error:
                if pair.links is not None:
                    raise AlignmentError(f"{name_of(pair)}: {error}") from None
                left_out.append(f"{name_of(pair)}: {error}")
                continue
            builder.add_extracted(extracted)
            if seen is not None:
                seen(number, extracted)
            if coverage is not None:
                builder.add_coverage(coverage, source)
            used += 1
    builder.add_by_hand(rules)
    builder.parser = one_parser(parsers)
    grammar = builder.build(
        targets_per_source=options.targets_per_source, min_count=options.min_count
    )
    return Extraction(
        grammar,
        used,
        tuple(kinds_by_bound(builder, options.bound)),
        len(builder.extracted) - grammar.extracted,
        tuple(left_out),
        aligner,
    )


def make_aligner(pairs: Iterable[Pair], options: ExtractionOptions) -> Aligner | None:
    """What these options want to be learned from pairs to align words; None if nothing.

    Pairs that come with links are learned from as well.
    """
    if options.alignment != "ibm1":
        return None
    words = [
        (source.words(), target.words())
        for pair in pairs
        for source, target in tree_pairs(pair, all_references=options.all_references)
    ]
    return learn_aligner(words) if words else None


def tree_pairs(pair: Pair, *, all_references: bool = False) -> Iterator[tuple[Tree, Tree]]:
    """A pair's source with its first reference, or with each; both must be trees."""
    for reference in pair.references if all_references else pair.references[:1]:
        yield _tree(pair.source, pair), _tree(reference, pair)


def extract_pair(
    source: Tree,
    target: Tree,
    options: ExtractionOptions,
    links: Links | None = None,
    aligner: Aligner | None = None,
) -> list[Extracted]:
    """The rules of one pair, aligned by these links or, without them, as configured."""
    links = link_pair(source, target, options, links, aligner)
    source, target = normalise_pair(source, target, links, options.normalisation)
    return extract(
        index_spans(source), index_spans(target), links, bound=options.bound, choice=options.choice
    )


def link_pair(
    source: Tree,
    target: Tree,
    options: ExtractionOptions,
    links: Links | None = None,
    aligner: Aligner | None = None,
) -> Links:
    """The links of a pair: those given, checked, or by the aligner, or else as configured."""
    if links is None and aligner is None:
        return _align(index_spans(source), index_spans(target), options.alignment)
    source_words, target_words = source.words(), target.words()
    if links is None and aligner is not None:
        links = aligner.align(source_words, target_words)
    return check_links(links or (), len(source_words), len(target_words))


def _align(source: Spans, target: Spans, alignment: Alignment) -> Links:
    if alignment == "auto":
        return align(source, target)
    if alignment == "edits":
        return align_edits(source, target)
    if alignment == "ibm1":
        raise LaconicError("the alignment ibm1 is learned from pairs; give link_pair an aligner")
    links = align_deletions(source, target)
    if links is None:
        raise AlignmentError("the target does more than delete words of the source")
    return links


def _tree(value: Tree | str, pair: Pair) -> Tree:
    if isinstance(value, str):
        if value.startswith("("):
            _refuse_brackets(value, pair)
        raise LaconicError(
            f"{name_of(pair)} holds the text {value[:40]!r}; expected a tree, such as "
            "(TOP (S ...)); laconic parse --pairs makes trees of text"
        )
    return value


def _refuse_brackets(text: str, pair: Pair) -> None:
    """Say what is wrong with a text that begins like a tree."""
    try:
        parse(text)
    except FormatError as error:
        raise LaconicError(f"{name_of(pair)} holds no tree: {error}") from None
