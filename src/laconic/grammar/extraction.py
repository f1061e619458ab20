"""Rules from an aligned pair of trees: Algorithm 3, and the specialised rules of section 3.2.

1. Extraction starts at the pair of roots and works through a list of *sites*, pairs (source node,
   target node). At a site the source is walked top-down. A node that is null-aligned may become a
   deleted variable, one that is aligned inside the site a variable; what lies below is then left
   out, and an aligned pair becomes a site of its own.
2. Matching at once wherever possible gives the minimal rule. Skipping up to `bound` matches in
   the whole rule, and walking on below them, gives the specialised ones. A preterminal whose match
   is skipped stays in the rule with its word.
3. An aligned node usually has one partner. In a unary chain it has several; `choice` says which:
   the one with its own label, else the highest ("own-label"); always the highest ("highest"); or
   each of them in turn ("all": the non-deterministic line 8, footnote 3).
4. The virtual root is a partner for the virtual root alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from laconic.grammar.alignment import ConstituentAlignment, align_constituents
from laconic.grammar.rule import DELETED, Rule
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.spans import Spans
from laconic.trees.tree import Tree

Choice = Literal["own-label", "highest", "all"]
Site = tuple[int, int]  # a source node and a target node
Cut = tuple[tuple[int, int], ...]  # a rule's variables: a source node and its partner or DELETED


class Extracted(NamedTuple):
    """A rule, and the smallest bound at which it is extracted from its pair (0 if minimal)."""

    rule: Rule
    bound: int


def extract(
    source: Spans,
    target: Spans,
    links: Sequence[tuple[int, int]],
    *,
    bound: int = 0,
    choice: Choice = "own-label",
) -> list[Extracted]:
    """The rules of a pair, one for each site and cut; a rule may occur at several sites.

    With the bound 0 these are the minimal rules, which together derive the target from the source.
    """
    extractor = _Extractor(source, target, align_constituents(source, target, links), choice)
    return list(extractor.run(bound))


@dataclass(slots=True)
class _Extractor:
    source: Spans
    target: Spans
    alignment: ConstituentAlignment
    choice: Choice
    chains: dict[tuple[int, str | None], list[int]] = field(default_factory=dict)

    def run(self, bound: int) -> Iterator[Extracted]:
        # Sites and cuts wait for the bound at which they are first possible, so that each rule
        # comes with the smallest bound that gives it.
        reached = {(0, 0)}
        cuts: list[list[tuple[Site, Cut]]] = [[] for _ in range(bound + 1)]
        sites = [(0, 0)]
        for level in range(bound + 1):
            while sites or cuts[level]:
                if sites:
                    site = sites.pop()
                    for skipped, cut in self._cuts(site, bound):
                        cuts[max(level, skipped)].append((site, cut))
                else:
                    site, cut = cuts[level].pop()
                    new = [pair for pair in cut if pair[1] != DELETED and pair not in reached]
                    reached.update(new)
                    sites += new
                    yield Extracted(self._rule(site, cut), level)

    def _cuts(self, site: Site, bound: int) -> Iterator[tuple[int, Cut]]:
        """Every choice of variables at a site, with the number of matches it skips."""
        root, target_root = site
        ends, end = self.source.ends, self.source.ends[root]
        partners_of: dict[int, list[int]] = {}
        states: list[tuple[int, int, Cut]] = [(root + 1, 0, ())]
        while states:
            place, skipped, cut = states.pop()
            while place < end:
                partners = partners_of.get(place)
                if partners is None:
                    partners = partners_of[place] = self._partners(place, target_root)
                if not partners:
                    place += 1
                    continue
                if skipped < bound:
                    states.append((place + 1, skipped + 1, cut))
                states += [(ends[place], skipped, (*cut, (place, p))) for p in partners[1:]]
                cut = (*cut, (place, partners[0]))
                place = ends[place]
            yield skipped, cut

    def _partners(self, node: int, target_root: int) -> list[int]:
        """What a source node may become: DELETED, or target nodes of the site; [] if nothing."""
        if self.alignment.deleted[node]:
            return [DELETED]
        label = self.source.nodes[node].label
        if self.choice == "own-label":
            own = self._inside(self._chain(node, label), target_root)
            if own:
                return own[:1]
        chain = self._chain(node, ROOT_LABEL if label == ROOT_LABEL else None)
        inside = self._inside(chain, target_root)
        return inside if self.choice == "all" else inside[:1]

    def _chain(self, node: int, label: str | None) -> list[int]:
        """A node's partners with this label, highest first; with None, all but virtual roots."""
        aligned = self.alignment.targets[node]
        key = (aligned[0] if aligned else DELETED), label
        if key not in self.chains:
            labels = [self.target.nodes[partner].label for partner in aligned]
            self.chains[key] = [
                partner
                for partner, found in zip(aligned, labels, strict=True)
                if (found != ROOT_LABEL if label is None else found == label)
            ]
        return self.chains[key]

    def _inside(self, chain: list[int], target_root: int) -> list[int]:
        """The partners that lie in the subtree of the site's target node.

        A chain runs down through the site, so only its first node inside is needed, or all of them.
        """
        first = bisect_left(chain, target_root)
        last = len(chain) if self.choice == "all" else first + 1
        end = self.target.ends[target_root]
        return [partner for partner in chain[first:last] if partner < end]

    def _rule(self, site: Site, cut: Cut) -> Rule:
        partners = sorted(partner for _, partner in cut if partner != DELETED)
        numbers = {partner: number for number, partner in enumerate(partners)}
        return Rule(
            _fragment(self.source, site[0], {node for node, _ in cut}),
            _fragment(self.target, site[1], numbers.keys()),
            tuple(numbers.get(partner, DELETED) for _, partner in cut),
        )


def _fragment(spans: Spans, root: int, variables: Container[int]) -> Tree:
    """The tree at a node, cut off below the variables."""
    inside, place = [], root
    while place < spans.ends[root]:
        inside.append(place)
        place = spans.ends[place] if place in variables else place + 1
    built: list[Tree] = []
    for number in reversed(inside):
        node = spans.nodes[number]
        if number in variables:
            built.append(_variable(node.label))
        elif node.is_leaf:
            built.append(node)
        else:
            built.append(Tree(node.label, [built.pop() for _ in node.children]))
    return built.pop()


@lru_cache(maxsize=4096)
def _variable(label: str) -> Tree:
    # Labels are few and variables many; shared ones compare at once.
    return Tree(label)
