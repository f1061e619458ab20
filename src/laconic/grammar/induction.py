"""A grammar from pairs of trees: each is aligned, its rules extracted, and all of them counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from laconic.errors import AlignmentError
from laconic.grammar.alignment import Links, align, align_deletions, align_edits, check_links
from laconic.grammar.coverage import Coverage
from laconic.grammar.extraction import Choice, extract
from laconic.grammar.grammar import GrammarBuilder
from laconic.trees.labels import Normalisation, normalise_tree
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

Alignment = Literal["auto", "deletions", "edits"]
ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How rules are taken from pairs."""

    bound: int = 1
    choice: Choice = "own-label"
    alignment: Alignment = "auto"
    normalisation: Normalisation = "none"


@dataclass(slots=True)
class Induction:
    """Takes pairs one by one; `builder` holds what they gave."""

    options: ExtractionOptions
    coverage: Coverage | None
    builder: GrammarBuilder = field(init=False)

    def __post_init__(self) -> None:
        self.builder = GrammarBuilder(self.options.normalisation)

    def add(self, source: Tree, target: Tree, links: Links | None = None) -> None:
        """Count the rules of a pair, aligned by these links or, without them, as configured."""
        source_spans = index_spans(normalise_tree(source, self.options.normalisation))
        target_spans = index_spans(normalise_tree(target, self.options.normalisation))
        links = self._links(source_spans, target_spans, links)
        self.builder.add_extracted(
            extract(
                source_spans,
                target_spans,
                links,
                bound=self.options.bound,
                choice=self.options.choice,
            )
        )
        if self.coverage is not None:
            self.builder.add_coverage(self.coverage, source)

    def _links(
        self, source: Spans, target: Spans, given: Sequence[tuple[int, int]] | None
    ) -> Links:
        if given is not None:
            return check_links(given, source.stops[0], target.stops[0])
        if self.options.alignment == "edits":
            return align_edits(source, target)
        if self.options.alignment == "auto":
            return align(source, target)
        links = align_deletions(source, target)
        if links is None:
            raise AlignmentError("the target does more than delete words of the source")
        return links
