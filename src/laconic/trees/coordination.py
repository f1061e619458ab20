"""What coordination holds together.

1. A conjunction and the conjunct after it go together, the first conjunct only with them; those
   between commas are free. A comma between conjuncts goes only with what follows it. Where no
   conjuncts can be made out, a conjunction goes with what follows it.
2. Two nouns joined in front of a third may be two people: "a tourist and war veteran". There the
   first goes with the conjunction, the second only with both.
3. A conjunction goes only with the word that announces it: "both … and", "either … or".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from laconic.trees.conjuncts import CONJUNCTIONS
from laconic.trees.phrases import PUNCTUATION, Phrases

Required = tuple[tuple[int, ...], tuple[int, ...]]  # words, and what must go with them

_ANNOUNCING = {"and": "both", "or": "either", "nor": "neither"}
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})


def is_coordinated(phrases: Phrases, node: int) -> bool:
    """Does a phrase consist of conjuncts: is its head one?"""
    holds = phrases.holds[node]
    return any(hold.label == "COORD" and holds[hold.on].on < 0 for hold in holds)


def find_coordination(phrases: Phrases, node: int) -> Iterator[Required]:
    """What the conjuncts of one node need.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> phrases = lay_out(parse("(NP (NN tea) (CC or) (NN rum))"))
    >>> list(find_coordination(phrases, len(phrases.labels) - 1))
    [((1,), (2,)), ((2,), (1,)), ((0,), (1,))]
    """
    children, holds = phrases.children[node], phrases.holds[node]
    later = [place for place, hold in enumerate(holds) if hold.label == "COORD"]
    if not later:
        yield from _with_next(phrases, node)
        return
    begin = holds[later[-1]].on
    joining = [
        place
        for place in range(begin + 1, later[-1])
        if phrases.labels[children[place]] in CONJUNCTIONS
    ]
    if not joining:
        return
    first, conjunction, last = (children[place] for place in (begin, joining[0], later[-1]))
    if _may_be_two(phrases, node, first, last):
        yield from together(phrases, first, conjunction)
        yield heads(phrases, last), heads(phrases, conjunction)
        return
    for place in joining:
        after = min(other for other in later if other > place)
        yield from together(phrases, children[place], children[after])
    yield heads(phrases, first), heads(phrases, conjunction)
    yield from _announced(phrases, first, conjunction)
    for comma, after in pairwise(children[begin : joining[0] + 1]):
        if phrases.labels[comma] == PUNCTUATION:
            yield heads(phrases, comma), heads(phrases, after)


def _with_next(phrases: Phrases, node: int) -> Iterator[Required]:
    """A conjunction and what follows it, where conjuncts are of no one kind."""
    words = [child for child in phrases.children[node] if phrases.labels[child] != PUNCTUATION]
    for one, two in pairwise(words):
        if phrases.labels[one] in CONJUNCTIONS and one != words[0]:
            yield from together(phrases, one, two)


def _may_be_two(phrases: Phrases, node: int, first: int, last: int) -> bool:
    """Are these two nouns in front of a third, which may be the second of two conjuncts?"""
    head = phrases.head_child(node)
    is_before = head not in (first, last) and phrases.head_words[last] < phrases.head_words[head]
    return is_before and {phrases.labels[first], phrases.labels[last]} <= _NOUNS


def _announced(phrases: Phrases, first: int, conjunction: int) -> Iterator[Required]:
    word = _ANNOUNCING.get(phrases.word(conjunction))
    start = phrases.starts[first]
    for place in (start, start - 1):
        if place >= 0 and phrases.words[place] == word:
            yield heads(phrases, conjunction), (place,)


def together(phrases: Phrases, one: int, other: int) -> Iterator[Required]:
    """Two phrases of which neither goes without the other."""
    yield heads(phrases, one), heads(phrases, other)
    yield heads(phrases, other), heads(phrases, one)


def heads(phrases: Phrases, node: int) -> tuple[int, ...]:
    """The head word of a phrase, as a side of a requirement."""
    return (phrases.head_words[node],)
