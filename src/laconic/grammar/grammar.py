"""`Grammar`: rules with their counts and origins, under ids that do not depend on arrival."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from laconic.grammar.coverage import Coverage, Origin, production_of
from laconic.grammar.extraction import Extracted
from laconic.grammar.notation import render_rule
from laconic.grammar.rule import Rule
from laconic.grammar.spelling import normalise_rule
from laconic.trees.labels import Normalisation, normalise_tree
from laconic.trees.tree import Tree

TARGETS_PER_SOURCE = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """What a grammar knows of a rule besides the rule itself.

    `count` is how often extraction gave it, `bound` the smallest bound that did (0: minimal).
    """

    count: int
    origin: Origin
    bound: int = 0


@dataclass(frozen=True, slots=True)
class Grammar:
    """A set of rules; a rule's id is its place when rules are sorted by their text.

    `parser` is the signature of the parser whose trees the rules are of, if known: trees of another
    parser may need other rules.
    """

    entries: Mapping[Rule, Entry]
    normalisation: Normalisation = "none"
    parser: str | None = None
    rules: tuple[Rule, ...] = field(init=False)
    ids: Mapping[Rule, int] = field(init=False)

    def __post_init__(self) -> None:
        rules = tuple(sorted(self.entries, key=render_rule))
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "ids", {rule: number for number, rule in enumerate(rules)})

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def extracted(self) -> int:
        """How many of the rules were extracted from pairs."""
        return self.count(Origin.TRAINING)

    def count(self, origin: Origin) -> int:
        """How many of the rules have one of these origins."""
        return sum(bool(entry.origin & origin) for entry in self.entries.values())


@dataclass(slots=True)
class Tally:
    """How often a rule was extracted, and the smallest bound that gave it."""

    count: int
    bound: int


@dataclass(slots=True)
class GrammarBuilder:
    """Collects rules; the order in which they come does not matter."""

    normalisation: Normalisation = "none"
    parser: str | None = None
    extracted: dict[Rule, Tally] = field(default_factory=dict)
    other: dict[Rule, Origin] = field(default_factory=dict)
    covered: set[tuple[str, tuple[str, ...], str | None]] = field(default_factory=set)

    def add_extracted(self, extracted: Iterable[Extracted]) -> None:
        """Count the rules of one pair."""
        for rule, bound in extracted:
            tally = self.extracted.get(rule)
            if tally is None:
                self.extracted[rule] = Tally(1, bound)
            else:
                tally.count += 1
                tally.bound = min(bound, tally.bound)

    def add_coverage(self, coverage: Coverage, source: Tree) -> None:
        """Add the copy and deletion rules of one source tree."""
        for node in normalise_tree(source, self.normalisation).nodes():
            key = (*production_of(node), node.word)
            if key not in self.covered:
                self.covered.add(key)
                for rule, origin in coverage.node_rules(*key).items():
                    self.other[rule] = self.other.get(rule, origin) | origin

    def add_by_hand(self, rules: Iterable[Rule]) -> None:
        """Add rules that somebody wrote, with the grammar's spelling of their words."""
        for written in rules:
            rule = normalise_rule(written, self.normalisation)
            self.other[rule] = self.other.get(rule, Origin.HAND) | Origin.HAND

    def build(
        self, *, targets_per_source: int | None = TARGETS_PER_SOURCE, min_count: int = 1
    ) -> Grammar:
        """The grammar, with at most so many extracted rules for one source side, of those that were
        extracted at least `min_count` times.

        Source sides are compared without their deletion marks. The most frequent rules stay;
        among equals minimal ones before specialised ones, then in the order of their text.
        Coverage rules and rules by hand are outside the limit.
        """
        entries = {rule: Entry(0, origin) for rule, origin in self.other.items()}
        for rule in self._within(targets_per_source, min_count):
            origin = Origin.TRAINING | self.other.get(rule, Origin.TRAINING)
            tally = self.extracted[rule]
            entries[rule] = Entry(tally.count, origin, tally.bound)
        return Grammar(entries, self.normalisation, self.parser)

    def _within(self, targets_per_source: int | None, min_count: int) -> Iterable[Rule]:
        extracted = [rule for rule, tally in self.extracted.items() if tally.count >= min_count]
        if targets_per_source is None:
            yield from extracted
            return
        by_source: dict[Tree, list[Rule]] = defaultdict(list)
        for rule in extracted:
            by_source[rule.source].append(rule)
        for rules in by_source.values():
            if len(rules) > targets_per_source:
                rules.sort(key=self._priority)
            yield from rules[:targets_per_source]

    def _priority(self, rule: Rule) -> tuple[int, bool, str]:
        tally = self.extracted[rule]
        return -tally.count, tally.bound > 0, render_rule(rule)
