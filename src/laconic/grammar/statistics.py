"""What kinds of rules a grammar holds: the figures of section 6.1."""

from __future__ import annotations

from collections import Counter
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

    scfg: int
    deeper: int
    category: int

    @property
    def rules(self) -> int:
        return self.scfg + self.deeper + self.category


def kinds_by_bound(builder: GrammarBuilder, bound: int) -> list[RuleKinds]:
    """The kinds of the extracted rules for each bound up to this one."""
    counts = Counter((_kind(rule), tally.bound) for rule, tally in builder.extracted.items())

    def up_to(limit: int, kind: str) -> int:
        return sum(counts[kind, smallest] for smallest in range(limit + 1))

    return [
        RuleKinds(*(up_to(limit, kind) for kind in ("scfg", "deeper", "category")))
        for limit in range(bound + 1)
    ]


def _kind(rule: Rule) -> str:
    if rule.source.label == ROOT_LABEL:
        return "root"
    if max(height(rule.source), height(rule.target)) > 1:
        return "deeper"
    return "scfg" if rule.source.label == rule.target.label else "category"
