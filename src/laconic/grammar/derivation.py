"""`Derivation`: which rule rewrote which node, from which both trees can be recovered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from laconic.errors import DerivationError
from laconic.grammar.matching import Match, match
from laconic.grammar.rule import DELETED, Rule, frontier, link_terminals
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree, replace_leaves


class Step(NamedTuple):
    """A rule applied at a node of the source (numbered in pre-order)."""

    node: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Derivation:
    """A source tree and the rules that rewrite it, each before those that fill its variables.

    Variables are filled from left to right in the target. Words that a rule keeps come out spelled
    as in the source, whatever the grammar's normalisation.
    """

    source: Tree
    steps: tuple[Step, ...]

    def target(self) -> Tree:
        """The target tree, by substitution."""
        spans, tokens = index_spans(self.source), self.source.words()
        built: list[Tree] = []
        for step in reversed(self.steps):
            surface = _surface(step.rule, locate(spans, step), tokens)
            parts = [built.pop() for _ in frontier(step.rule.target)]
            built.append(_substitute(step.rule.target, parts, surface))
        return _only(built)

    def rebuild_source(self) -> Tree:
        """The source tree put together from the rules; only deleted subtrees are looked up."""
        spans = index_spans(self.source)
        built: list[Tree] = []
        for step in reversed(self.steps):
            found = locate(spans, step)
            kept = [built.pop() for _ in frontier(step.rule.target)]
            parts = [
                spans.nodes[node] if link == DELETED else kept[link]
                for node, link in zip(found.variables, step.rule.links, strict=True)
            ]
            built.append(_substitute(step.rule.source, parts, step.rule.source.words()))
        return _only(built)

    def __str__(self) -> str:
        spans = index_spans(self.source)
        lines = []
        for step in self.steps:
            words = " ".join(spans.nodes[step.node].words())
            lines.append(f"{step.rule}    {words}")
        return "\n".join(lines)


def derive(source: Tree, rules: Iterable[Rule]) -> Derivation:
    """The derivation that applies these rules in order, always at the leftmost open node."""
    spans = index_spans(source)
    open_nodes, steps = [(0, "")], []
    for rule in rules:
        if not open_nodes:
            raise DerivationError(f"nothing is left to rewrite by {rule}")
        node, wanted = open_nodes.pop()
        if wanted and rule.target.label != wanted:
            raise DerivationError(f"{rule} gives {rule.target.label} where {wanted} is needed")
        step = Step(node, rule)
        found = locate(spans, step)
        steps.append(step)
        open_nodes.extend(reversed(open_variables(rule, found)))
    if open_nodes:
        node, wanted = open_nodes[-1]
        raise DerivationError(f"no rule is left for {spans.nodes[node].label}/{wanted}")
    return Derivation(source, tuple(steps))


def open_variables(rule: Rule, found: Match) -> list[tuple[int, str]]:
    """The nodes that a rule leaves to be rewritten, in target order, each with its new label."""
    targets = frontier(rule.target)
    nodes = [0] * len(targets)
    for node, link in zip(found.variables, rule.links, strict=True):
        if link != DELETED:
            nodes[link] = node
    return [(node, target.label) for node, target in zip(nodes, targets, strict=True)]


def locate(spans: Spans, step: Step) -> Match:
    """Where a step's rule stands in the source; an error if it does not."""
    found = match(step.rule.source, spans, step.node)
    if found is None:
        raise DerivationError(f"{step.rule} does not match {spans.nodes[step.node]!r}")
    return found


def surface_target(rule: Rule, found: Match, tokens: list[str]) -> Tree:
    """A rule's target side, the words it keeps spelled as the source spells them."""
    return _substitute(rule.target, frontier(rule.target), _surface(rule, found, tokens))


def _surface(rule: Rule, found: Match, tokens: list[str]) -> list[str]:
    words = rule.target.words()
    for place, link in enumerate(link_terminals(rule)):
        if link >= 0:
            words[place] = tokens[found.words[link]]
    return words


def _substitute(fragment: Tree, parts: Iterable[Tree], words: Iterable[str]) -> Tree:
    """The fragment with its variables filled and its words spelled in this way."""
    parts, words = iter(parts), iter(words)
    leaves = [
        next(parts) if leaf.word is None else Tree(leaf.label, word=next(words))
        for leaf in fragment.leaves()
    ]
    return replace_leaves(fragment, leaves)


def _only(built: list[Tree]) -> Tree:
    if len(built) != 1:
        raise DerivationError(f"the steps leave {len(built)} trees where there should be one")
    return built[0]
