"""The deletion rules of a production, as rules."""

from __future__ import annotations

from laconic.grammar.coverage import Coverage, Production, make_rule
from laconic.grammar.rule import Rule


def deletion_rules(coverage: Coverage, production: Production) -> list[Rule]:
    """In the order in which they are made."""
    return [make_rule(production, choice) for choice in coverage.deletion_choices(production)]
