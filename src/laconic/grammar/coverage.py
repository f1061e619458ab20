"""Rules made for a source tree itself, so that any tree can be rewritten (section 3.2).

Copy rules reproduce a production; deletion rules keep its most important children only: head 1,
heads 1–2, and so on, ranked by a head table. Additions to the paper, all of which can be switched
off or on: a variant of each deletion rule that keeps the final punctuation; paired punctuation
(commas, brackets, quotes) that is kept or deleted together, as is a comma with what stood before
it; and, in place of the ranking, every choice of children.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto
from functools import partial
from itertools import combinations
from typing import Literal

from laconic.grammar.rule import DELETED, Rule
from laconic.trees.heads import HeadTable, load_head_table
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.tree import Tree

Production = tuple[str, tuple[str, ...]]  # a label and its children's labels

_MOST_PRODUCTIONS = 2_000  # kept at a time
_MOST_RULES = 200  # of a production that is kept
_FINAL = frozenset({".", ":"})
_CLOSING = {"-RRB-": "-LRB-", "-RSB-": "-LSB-", "-RCB-": "-LCB-", "''": "``"}
_COMMA = ","
_MOST_CHOSEN = 7  # children, pairs of punctuation counted once, of which every choice is made
_MOST_RUNS = 500  # of children side by side, about, unless there are more children than that

Deletions = Literal["ranked", "any"]


class Origin(Flag):
    """Where a rule comes from; a rule can have several origins."""

    TRAINING = auto()
    COPY = auto()
    DELETE = auto()
    HAND = auto()


Rules = dict[Rule, Origin]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How to cover a tree: the head table, and the additions to the paper.

    With `deletions` "any", every choice of children can be kept; of nodes with many, the ranked
    choices and those that keep, or delete, children side by side, the fewer of them the more there
    are in all.
    """

    heads: HeadTable = field(default_factory=partial(load_head_table, "collins"))
    final_punctuation: bool = True
    paired_punctuation: bool = True
    deletions: Deletions = "ranked"
    made: dict[Production, Rules] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def node_rules(self, label: str, children: tuple[str, ...], word: str | None) -> Rules:
        """The copy and deletion rules of a node: of its production, or of its word."""
        if word is not None:
            return {copy_word(label, word): Origin.COPY}
        return self.production_rules((label, children))

    def production_rules(self, production: Production) -> Rules:
        """The copy rule of a production, then its deletion rules, from the fewest children up.

        They are made once; productions repeat from sentence to sentence.
        """
        rules = self.made.get(production)
        if rules is None:
            rules = {copy_rule(production): Origin.COPY}
            for rule in self.deletion_rules(production):
                rules[rule] = rules.get(rule, Origin.DELETE) | Origin.DELETE
            if len(self.made) == _MOST_PRODUCTIONS:
                self.made.clear()
            if len(rules) <= _MOST_RULES:
                self.made[production] = rules
        return rules

    def deletion_rules(self, production: Production) -> list[Rule]:
        """Rules that keep head 1, heads 1–2, …, all; a lone child also without its parent."""
        label, children = production
        rules: list[Rule] = []
        for kept in self._kept_sets(label, children):
            rules.append(_keep(production, kept))
            if len(kept) == 1 and label != ROOT_LABEL:
                rules.append(_keep_alone(production, kept[0]))
        return rules

    def _kept_sets(self, label: str, children: Sequence[str]) -> list[list[int]]:
        ranking = self.heads.rank(label, children)
        partners = _partners(children) if self.paired_punctuation else {}
        final = _final(children) if self.final_punctuation else set()
        kept_sets: dict[tuple[int, ...], None] = {}
        choices = [set(ranking[:count]) for count in range(1, len(ranking) + 1)]
        if self.deletions == "any":
            choices = _all_choices(len(children), partners) or choices + _runs(len(children))
        for chosen in choices:
            kept = {place for place in chosen if partners.get(place, place) in chosen}
            if self.paired_punctuation:
                kept = _without_leading_comma(kept, children)
            if kept:
                kept_sets[tuple(sorted(kept))] = None
                kept_sets[tuple(sorted(kept | final))] = None
        return [list(kept) for kept in kept_sets]


def _all_choices(size: int, partners: Mapping[int, int]) -> list[set[int]]:
    """Every choice of children, partners together, the fewest first; none if there are too many."""
    units = [{place, partners.get(place, place)} for place in range(size)]
    units = [unit for place, unit in enumerate(units) if place == min(unit)]
    if len(units) > _MOST_CHOSEN:
        return []
    counts = range(1, len(units) + 1)
    chosen = (choice for count in counts for choice in combinations(units, count))
    return [set().union(*choice) for choice in chosen]


def _runs(size: int) -> list[set[int]]:
    """Children side by side, and all but these; of very many children, only short runs."""
    every, longest = set(range(size)), max(_MOST_RUNS // size, 1)
    starts = ((start, min(start + longest, size)) for start in range(size))
    runs = [set(range(start, stop + 1)) for start, last in starts for stop in range(start, last)]
    return runs + [every - run for run in runs if run != every]


def production_of(node: Tree) -> Production:
    return node.label, tuple([child.label for child in node.children])


def copy_rule(production: Production) -> Rule:
    """The rule that reproduces a production: `<NP,NP> -> <[NP DT_1 NN_2], [NP DT_1 NN_2]>`."""
    return _keep(production, range(len(production[1])))


def copy_word(label: str, word: str) -> Rule:
    """The rule that reproduces a word: `<NN,NN> -> <[NN dog], [NN dog]>`."""
    leaf = Tree(label, word=word)
    return Rule(leaf, leaf, ())


def _keep(production: Production, kept: Sequence[int]) -> Rule:
    label, children = production
    places = {place: number for number, place in enumerate(kept)}
    return Rule(
        Tree(label, [Tree(child) for child in children]),
        Tree(label, [Tree(children[place]) for place in kept]),
        tuple([places.get(place, DELETED) for place in range(len(children))]),
    )


def _keep_alone(production: Production, kept: int) -> Rule:
    label, children = production
    return Rule(
        Tree(label, [Tree(child) for child in children]),
        Tree(children[kept]),
        tuple([0 if place == kept else DELETED for place in range(len(children))]),
    )


def _without_leading_comma(kept: set[int], children: Sequence[str]) -> set[int]:
    """What is kept, less a comma at its start that was not at the start of all children."""
    first = min(kept, default=0)
    return kept - {first} if first > 0 and children[first] == _COMMA else kept


def _final(children: Sequence[str]) -> set[int]:
    """The place of the punctuation that ends a clause, before closing quotes and brackets."""
    last = len(children) - 1
    while last > 0 and children[last] in _CLOSING:
        last -= 1
    return {last} if last > 0 and children[last] in _FINAL else set()


def _partners(children: Sequence[str]) -> dict[int, int]:
    """Which punctuation marks belong together: nested brackets and quotes, commas two by two."""
    partners: dict[int, int] = {}
    open_marks: list[int] = []
    for place, label in enumerate(children):
        opening = label == _COMMA or label in _CLOSING.values()
        wanted = _COMMA if label == _COMMA else _CLOSING.get(label)
        match = next((mark for mark in reversed(open_marks) if children[mark] == wanted), None)
        if match is not None:
            partners[place], partners[match] = match, place
            # What was opened in between and not closed stays without a partner.
            del open_marks[open_marks.index(match) :]
        elif opening:
            open_marks.append(place)
    return partners
