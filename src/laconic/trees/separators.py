"""What the commas and other pauses of a sentence part, and what a possessive hangs on.

A pause stands among sisters; the pauses cut these into runs.

1. In coordination it goes with the run before it, and with the last of those after it.
2. Before the subject and the verb it goes with the run before it: "In May, he left".
3. Anywhere else it parts what stands on its two sides, and goes with either: "John, my boss, left".
   A conjunction alone is no side: "And, in May, he left".
4. Between adjectives, the two next to it are its sides. A possessive goes with its phrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.trees.conjuncts import CONJUNCTIONS, arrange, dependency_table
from laconic.trees.phrases import category
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

Range = tuple[int, int]

_PAUSES = frozenset({",", ":"})
_SUBJECTS = frozenset({"NP", "PRP", "EX", "WHNP"})
_CLAUSES = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR", "FRAG"})
_ADJECTIVES = frozenset({"JJ", "JJR", "JJS", "ADJP", "VBN", "VBG"})
_POSSESSIVE = "POS"
# Words that open a phrase, and have nothing parted from them.
_OPENERS = CONJUNCTIONS | {"IN", "WRB", "UH"}


@dataclass(frozen=True, slots=True)
class Separator:
    """A token that is stray as soon as all the tokens of one of its sides are gone."""

    place: int
    sides: tuple[Range, ...]


def find_separators(tree: Tree) -> tuple[Separator, ...]:
    """The pauses and possessives of a tree, in order.

    >>> from laconic.trees.brackets import parse
    >>> tree = parse("(S (NP (NP (NNP Jo)) (, ,) (NP (NN boss)) (, ,)) (VP (VBD left)))")
    >>> for separator in find_separators(tree):
    ...     print(separator.place, separator.sides)
    1 ((0, 1), (2, 3))
    3 ((0, 1), (2, 3))
    """
    spans = index_spans(tree)
    found = [
        separator
        for node, inner in enumerate(spans.nodes)
        if any(child.label in _PAUSES or child.label == _POSSESSIVE for child in inner.children)
        for separator in _separators_of(spans, node)
    ]
    return tuple(sorted(found, key=lambda separator: separator.place))


def _separators_of(spans: Spans, node: int) -> Iterator[Separator]:
    sisters = spans.children(node)
    names = tuple([category(spans.nodes[sister].label) for sister in sisters])
    phrase = _Phrase(category(spans.nodes[node].label), names)
    for place, name in enumerate(names):
        if name in _PAUSES:
            sides = phrase.sides(place)
        elif name == _POSSESSIVE:
            sides = [range(place)]
        else:
            continue
        ranges = [
            (spans.starts[sisters[side[0]]], spans.stops[sisters[side[-1]]])
            for side in sides
            if phrase.has_words(side)
        ]
        yield Separator(spans.starts[sisters[place]], tuple(ranges))


class _Phrase:
    """A phrase as the labels of its children."""

    def __init__(self, label: str, names: tuple[str, ...]) -> None:
        self._label, self._names = label, names
        holds = arrange(label, names)
        self._is_list = any(hold.label == "COORD" for hold in holds)
        self._core = self._find_core([hold.on for hold in holds].index(-1))

    def _find_core(self, head: int) -> int:
        """Where the subject stands, or the head of what has none."""
        if self._label not in _CLAUSES:
            return head
        subjects = [n for n, name in enumerate(self._names[:head]) if name in _SUBJECTS]
        # What stands between commas there is an apposition: "John, my boss, left".
        apposed = [n for n in subjects[1:] if self._names[n + 1] in _PAUSES]
        subjects = [n for n in subjects if n not in apposed]
        return subjects[-1] if subjects else head

    def sides(self, place: int) -> list[range]:
        """What the pause at a place parts."""
        before, after = self._run_before(place), self._run_after(place)
        if self._is_between_adjectives(place):
            return [range(place - 1, place), range(place + 1, place + 2)]
        if self._is_list:
            return [before, range(place + 1, len(self._names))]
        if place < self._core and self._has_phrase(before):
            return [before]
        if not self.has_words(after):
            # It closes what the pause before it opened, beside what comes before that.
            return [range(max(before.start - 1, 0)), before]
        return [before, after]

    def has_words(self, side: Sequence[int]) -> bool:
        """Is there more than marks?"""
        return any(self._names[n] not in dependency_table().punctuation for n in side)

    def _has_phrase(self, side: Sequence[int]) -> bool:
        openers = dependency_table().punctuation | _OPENERS
        return any(self._names[n] not in openers for n in side)

    def _is_between_adjectives(self, place: int) -> bool:
        around = self._names[place - 1 : place + 2 : 2] if place else ()
        return self._label not in _CLAUSES and len(around) == 2 and _ADJECTIVES.issuperset(around)

    def _run_before(self, place: int) -> range:
        pauses = [n for n in range(place) if self._names[n] in _PAUSES]
        return range(pauses[-1] + 1 if pauses else 0, place)

    def _run_after(self, place: int) -> range:
        pauses = [n for n in range(place + 1, len(self._names)) if self._names[n] in _PAUSES]
        return range(place + 1, pauses[0] if pauses else len(self._names))
