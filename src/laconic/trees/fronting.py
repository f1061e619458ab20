"""What stands before an auxiliary and its subject: it turned them round, and stays while they do.

"Never before has she won", "under no circumstances should you go", "not only did he lose": without
what was put first these are questions, or say the opposite.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.trees.coordination import Required, heads
from laconic.trees.phrases import PUNCTUATION, Phrases
from laconic.trees.relation_words import VERB_TAGS


def find_fronting(phrases: Phrases, node: int) -> Iterator[Required]:
    """What was put before an inverted verb, and the verb that it goes with.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> clause = "(S (ADVP (RB never)) (VBZ has) (NP (PRP she)) (VP (VBN won)))"
    >>> list(find_fronting(lay_out(parse(clause)), -1))
    [((0,), (1,))]
    """
    children = phrases.children[node]
    for place in range(1, len(children)):
        fronted = children[place - 1]
        is_phrase = phrases.labels[fronted] not in ("NP", "CC", PUNCTUATION)
        if is_phrase and _is_inverted(phrases, children[place:]):
            yield heads(phrases, fronted), heads(phrases, children[place])


def _is_inverted(phrases: Phrases, rest: list[int]) -> bool:
    """Does this begin with a verb and its subject, or with a clause or phrase that does?"""
    if phrases.labels[rest[0]] in ("SINV", "VP") and phrases.children[rest[0]]:
        rest = phrases.children[rest[0]]
    labels = [phrases.labels[child] for child in rest[:3]]
    return len(labels) == 3 and labels[0] in VERB_TAGS and labels[1:] == ["NP", "VP"]
