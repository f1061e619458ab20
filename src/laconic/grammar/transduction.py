"""The two readings of a synchronous grammar, as the paper gives them: Algorithms 1 and 2."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from laconic.errors import DerivationError
from laconic.grammar.derivation import Derivation, Step, derive, locate, open_variables
from laconic.grammar.rule import DELETED, Rule, frontier
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree, replace_leaves

Choose = Callable[[Sequence[Rule]], Rule]


def transduce(
    source: Tree,
    rules_at: Callable[[int, str], Sequence[Rule]],
    choose: Choose,
    *,
    target_root: str = ROOT_LABEL,
) -> Derivation:
    """Algorithm 2: rewrite a source tree, choosing one of the rules that match at each node.

    `rules_at` gives the rules that match at a source node and make a given target label.
    """
    spans = index_spans(source)
    steps: list[Step] = []
    open_nodes = [(0, target_root)]
    while open_nodes:
        node, label = open_nodes.pop()
        rule = _choose(rules_at(node, label), choose, f"{spans.nodes[node].label}/{label}")
        step = Step(node, rule)
        steps.append(step)
        open_nodes.extend(reversed(open_variables(rule, locate(spans, step))))
    return Derivation(source, tuple(steps))


def generate(
    rules: Iterable[Rule],
    choose: Choose,
    *,
    source_root: str = ROOT_LABEL,
    target_root: str = ROOT_LABEL,
    max_rules: int = 10_000,
) -> Derivation:
    """Algorithm 1: make a pair of trees, choosing one of the rules for each pair of labels.

    A deleted source node has no partner to be rewritten with; it grows by the source sides alone.
    """
    by_roots: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    by_source: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        by_roots[rule.source.label, rule.target.label].append(rule)
        by_source[rule.source.label].append(rule)
    grown: list[tuple[Rule, list[bool]]] = []  # in pre-order along the source
    open_pairs: list[tuple[str, str | None]] = [(source_root, target_root)]
    while open_pairs:
        source_label, target_label = open_pairs.pop()
        if target_label is None:
            options = by_source[source_label]
        else:
            options = by_roots[source_label, target_label]
        rule = _choose(options, choose, f"{source_label}/{target_label or 'e'}")
        if len(grown) == max_rules:
            raise DerivationError(f"the pair of trees is not complete after {max_rules} rules")
        targets = frontier(rule.target)
        kept = [target_label is not None and link != DELETED for link in rule.links]
        grown.append((rule, kept))
        for variable, link, is_kept in reversed(
            list(zip(frontier(rule.source), rule.links, kept, strict=True))
        ):
            open_pairs.append((variable.label, targets[link].label if is_kept else None))
    return _assemble(grown)


def choose_randomly(seed: int) -> Choose:
    """A choice that is random, and the same for the same seed."""
    return random.Random(seed).choice


def _choose(options: Sequence[Rule], choose: Choose, pair: str) -> Rule:
    if not options:
        raise DerivationError(f"no rule rewrites {pair}")
    return choose(options)


def _assemble(grown: list[tuple[Rule, list[bool]]]) -> Derivation:
    """The source tree that was grown, and the rules that apply to it in target order."""
    built: list[tuple[Tree, list[Rule]]] = []
    for rule, kept in reversed(grown):
        parts = [built.pop() for _ in kept]
        trees = iter([tree for tree, _ in parts])
        leaves = [next(trees) if leaf.is_frontier else leaf for leaf in rule.source.leaves()]
        in_target = sorted((link, place) for place, link in enumerate(rule.links) if kept[place])
        rules = [rule]
        for _, place in in_target:
            rules += parts[place][1]
        built.append((replace_leaves(rule.source, leaves), rules))
    source, applied = built.pop()
    return derive(source, applied)
