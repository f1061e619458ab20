"""What kinds of rules a grammar holds: the figures of section 6.1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from laconic.grammar.grammar import GrammarBuilder
from laconic.grammar.rule import Rule, height
from laconic.trees.labels import ROOT_LABEL


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
    total = deeper = category = 0
    for rule in rules:
        if rule.source.label == ROOT_LABEL:
            continue
        total += 1
        if max(height(rule.source), height(rule.target)) > 1:
            deeper += 1
        elif rule.source.label != rule.target.label:
            category += 1
    return RuleKinds(total, deeper, category)


def kinds_by_bound(builder: GrammarBuilder, bound: int) -> list[RuleKinds]:
    """The kinds of the extracted rules for each bound up to this one."""
    return [
        count_kinds(rule for rule, tally in builder.extracted.items() if tally.bound <= limit)
        for limit in range(bound + 1)
    ]
