"""What kinds of rules a grammar holds: the figures of section 6.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from laconic.grammar.grammar import GrammarBuilder
from laconic.grammar.rule import Rule, height
from laconic.trees.labels import ROOT_LABEL

_COUNTED = ("deeper", "category", "scfg")


@dataclass(frozen=True, slots=True)
class RuleKinds:
    """How many rules there are, and of which kind; each rule is of one kind.

    `deeper` rules have a side of more than one level; of the others, `category` rules change the
    root's label; the rest an SCFG could hold. Rules of the virtual root are not counted.
    """

    rules: int
    deeper: int
    category: int

    @property
    def scfg(self) -> int:
        return self.rules - self.deeper - self.category


def count_kinds(rules: Iterable[Rule]) -> RuleKinds:
    """The kinds of these rules."""
    counts = Counter(map(_kind, rules))
    return RuleKinds(sum(counts.values()) - counts["root"], counts["deeper"], counts["category"])


def kinds_by_bound(builder: GrammarBuilder, bound: int) -> list[RuleKinds]:
    """The kinds of the extracted rules for each bound up to this one."""
    counts = Counter((_kind(rule), tally.bound) for rule, tally in builder.extracted.items())
    return [
        RuleKinds(*(_up_to(counts, kinds, limit) for kinds in (_COUNTED, ["deeper"], ["category"])))
        for limit in range(bound + 1)
    ]


def _kind(rule: Rule) -> str:
    if rule.source.label == ROOT_LABEL:
        return "root"
    if max(height(rule.source), height(rule.target)) > 1:
        return "deeper"
    return "scfg" if rule.source.label == rule.target.label else "category"


def _up_to(counts: Counter[tuple[str, int]], kinds: Sequence[str], limit: int) -> int:
    return sum(counts[kind, bound] for kind in kinds for bound in range(limit + 1))
