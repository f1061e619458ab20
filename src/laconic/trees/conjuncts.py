"""Which child of a phrase hangs on which: its head, and what coordination changes about that.

1. Conjunctions and commas cut the children into runs; the head table finds the head of each run.
2. The runs whose heads are of one kind with that of the last run are conjuncts. The first of
   them heads the phrase; later ones and the conjunctions hang on it. What stands before a later
   conjunct, in its run, belongs to that conjunct.
3. In front of a noun, `cotton and silk shirts`, modifiers are coordinated among themselves.
4. Without a conjunction, equal clauses or verb phrases next to each other are conjuncts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from laconic.trees.heads import HeadTable, load_head_table

CONJUNCTIONS = frozenset({"CC", "CONJP"})
_NOMINAL_PHRASES = frozenset({"NP", "NX", "NML", "NAC", "WHNP"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "NML", "NX"})
# Clauses and phrases that may be listed without a conjunction.
_LISTED = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR", "VP", "PP", "ADJP", "ADVP", "UCP"})
# Phrases in which conjuncts may differ in kind: `fun and easy`.
_MIXED = frozenset({"ADJP", "ADVP", "PP", "QP", "PRN", "FRAG", "INTJ", "X"})
_KINDS = {
    kind: label
    for label, kinds in {
        "noun": "NN NNS NNP NNPS NP NX NML NAC WHNP PRP EX WP FW GW ADD",
        "number": "CD QP $ #",
        "verb": "VB VBD VBG VBN VBP VBZ MD TO VP",
        "clause": "S SINV SQ SBARQ SBAR FRAG RRC",
        "adjective": "JJ JJR JJS ADJP WHADJP",
        "adverb": "RB RBR RBS ADVP WRB WHADVP RP",
        "preposition": "IN PP WHPP",
    }.items()
    for kind in kinds.split()
}


class Hold(NamedTuple):
    """What a child hangs on, a sister's place (−1 for the head), and COORD, CC or nothing."""

    on: int
    label: str


@cache
def dependency_table() -> HeadTable:
    """The head table for dependencies, read once."""
    return load_head_table("dependencies")


@lru_cache(maxsize=30_000)
def arrange(label: str, children: tuple[str, ...]) -> tuple[Hold, ...]:
    """What each child of a phrase hangs on, from labels alone.

    >>> [hold.on for hold in arrange("NP", ("DT", "NN"))]
    [1, -1]
    >>> [tuple(hold) for hold in arrange("NP", ("NP", "CC", "NP"))]
    [(-1, ''), (0, 'CC'), (0, 'COORD')]
    """
    runs = _runs(children)
    conjuncts = _conjuncts(label, children, runs)
    if conjuncts:
        return _coordinate(children, conjuncts, runs)
    head = _head_of(label, children, range(len(children)))
    holds = [_held(children, place, head) for place in range(len(children))]
    for number, run in enumerate(runs):
        if run.is_joined:
            _coordinate_neighbours(label, children, runs[: number + 1], holds)
    return tuple(holds)


@dataclass(frozen=True, slots=True)
class _Run:
    """Children between separators; whether a conjunction, not just a comma, comes before them."""

    places: tuple[int, ...]
    is_joined: bool


def _runs(children: tuple[str, ...]) -> list[_Run]:
    punctuation = dependency_table().punctuation
    runs: list[_Run] = []
    places: list[int] = []
    is_joined = False
    for place, child in enumerate((*children, ",")):
        if child not in CONJUNCTIONS and child not in punctuation:
            places.append(place)
            continue
        if places:
            runs.append(_Run(tuple(places), is_joined))
            places, is_joined = [], False
        is_joined |= child in CONJUNCTIONS and bool(runs)
    return runs


def _head_of(label: str, children: tuple[str, ...], places: Sequence[int]) -> int:
    return places[dependency_table().rank(label, [children[place] for place in places])[0]]


def _held(children: tuple[str, ...], place: int, head: int) -> Hold:
    if place == head:
        return Hold(-1, "")
    return Hold(head, "CC" if children[place] in CONJUNCTIONS else "")


def _conjuncts(label: str, children: tuple[str, ...], runs: list[_Run]) -> list[int]:
    """The heads of the conjuncts, first to last; none if the phrase does not consist of them."""
    joined = [number for number, run in enumerate(runs) if run.is_joined]
    if not joined:
        return _listed(label, children) if len(runs) > 1 else []
    last = joined[-1]
    if label in _NOMINAL_PHRASES and _ends_in_compound(children, runs[last - 1], runs[last]):
        return []
    heads = [_head_of(label, children, run.places) for run in runs[: last + 1]]
    kind = _kind(children[heads[-1]])
    before = [head for head in heads[:-1] if label == "UCP" or _kind(children[head]) == kind]
    if not before and label in _MIXED:
        before = [heads[-2]]
    return [*before, heads[-1]] if before else []


def _listed(label: str, children: tuple[str, ...]) -> list[int]:
    """Equal clauses or phrases with punctuation between them."""
    equal = [place for place, child in enumerate(children) if child == label]
    if label not in _LISTED or len(equal) < 2:
        return []
    if _head_of(label, children, range(len(children))) not in equal:
        return []
    apart = [two for one, two in pairwise(equal) if two > one + 1]
    return [equal[0], *apart] if apart else []


def _kind(label: str) -> str:
    return _KINDS.get(label, label)


def _ends_in_compound(children: tuple[str, ...], before: _Run, last: _Run) -> bool:
    """True for `cotton and silk shirts`, false for `workers and union leaders`, `men and dogs`."""
    names = [children[place] for place in last.places]
    if len(names) == 1 or names[1] not in _NOUNS:
        return False
    if names[0] == "NP":
        return True
    return names[0] in _NOUNS and children[before.places[-1]] not in ("NNS", "NNPS", "NP")


def _coordinate(
    children: tuple[str, ...], conjuncts: list[int], runs: list[_Run]
) -> tuple[Hold, ...]:
    first, *later = conjuncts
    holds = [_held(children, place, first) for place in range(len(children))]
    for conjunct in later:
        holds[conjunct] = Hold(first, "COORD")
        (run,) = [run for run in runs if conjunct in run.places]
        for place in run.places:
            if place < conjunct and place not in conjuncts:
                holds[place] = Hold(conjunct, "")
    return tuple(holds)


def _coordinate_neighbours(
    label: str, children: tuple[str, ...], runs: list[_Run], holds: list[Hold]
) -> None:
    """Coordinate what stands next to a conjunction, where the phrase as a whole is none."""
    *_, before, last = runs
    first = before.places[-1]
    is_nominal = label in _NOMINAL_PHRASES
    second = last.places[0] if is_nominal else _head_of(label, children, last.places)
    if any(holds[place].on < 0 for place in range(first + 1, second + 1)):
        return  # the head of the phrase stays its head, be it a conjunction
    # Further back, `red, white and blue flags`: one modifier between commas each.
    members = [first, second]
    for run in reversed(runs[:-2] if is_nominal and len(before.places) == 1 else []):
        if holds[members[0]].on < 0 or holds[run.places[-1]].on < 0:
            break
        members.insert(0, run.places[-1])
        if len(run.places) > 1:
            break
    for place in range(members[0] + 1, second + 1):
        if place in members:
            holds[place] = Hold(members[0], "COORD")
        elif children[place] in CONJUNCTIONS:
            holds[place] = Hold(members[0], "CC")
