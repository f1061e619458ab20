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
from typing import Literal, NamedTuple

from laconic.grammar.rule import DELETED, Rule
from laconic.trees.heads import HeadTable, load_head_table
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.tree import Tree

Production = tuple[str, tuple[str, ...]]  # a label and its children's labels

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


class Choice(NamedTuple):
    """What a rule makes of a production: the places of the children that it keeps, in order, under
    their parent, or one of them alone in its place."""

    kept: tuple[int, ...]
    alone: bool = False


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

    def node_rules(self, label: str, children: tuple[str, ...], word: str | None) -> Rules:
        """The copy and deletion rules of a node: of its production, or of its word."""
        if word is not None:
            return {copy_word(label, word): Origin.COPY}
        return self.production_rules((label, children))

    def production_rules(self, production: Production) -> Rules:
        """The copy rule of a production, then its deletion rules, from the fewest children up."""
        choices = self.choices(production)
        return {make_rule(production, choice): origin for choice, origin in choices.items()}

    def choices(self, production: Production) -> dict[Choice, Origin]:
        """What the rules of a production do, each once, in their order."""
        choices = {Choice(tuple(range(len(production[1])))): Origin.COPY}
        for choice in self.deletion_choices(production):
            choices[choice] = choices.get(choice, Origin.DELETE) | Origin.DELETE
        return choices

    def deletion_choices(self, production: Production) -> list[Choice]:
        """Keep head 1, heads 1–2, …, all; a lone child also without its parent."""
        label, children = production
        choices: list[Choice] = []
        for kept in self._kept_sets(label, children):
            choices.append(Choice(kept))
            if len(kept) == 1 and label != ROOT_LABEL:
                choices.append(Choice(kept, alone=True))
        return choices

    def _kept_sets(self, label: str, children: Sequence[str]) -> list[tuple[int, ...]]:
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
        return list(kept_sets)


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
    return make_rule(production, Choice(tuple(range(len(production[1])))))


def copy_word(label: str, word: str) -> Rule:
    """The rule that reproduces a word: `<NN,NN> -> <[NN dog], [NN dog]>`."""
    leaf = Tree(label, word=word)
    return Rule(leaf, leaf, ())


def make_rule(production: Production, choice: Choice) -> Rule:
    """The rule that keeps these children: `<NP,NN> -> <[NP DT_e NN_1], NN_1>`."""
    label, children = production
    links = {place: number for number, place in enumerate(choice.kept)}
    kept = [Tree(children[place]) for place in choice.kept]
    return Rule(
        Tree(label, [Tree(child) for child in children]),
        kept[0] if choice.alone else Tree(label, kept),
        tuple([links.get(place, DELETED) for place in range(len(children))]),
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
