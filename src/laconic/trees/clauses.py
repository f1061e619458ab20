"""What clauses hold together: subjects, auxiliaries and verbs, also where they are inverted.

1. Verb and subject go together: "he left", "said John", "did he leave". So do an auxiliary and its
   verb with the subject between them.
2. Where a clause is the verb's object, as in "the man said prices rose", it can stay alone; not so
   with "be", nor with a subject such as "I" or "it", nor if it speaks of somebody as "he". Subject
   and verb then stand in different phrases of which something is left, so no one rule deletes
   both: they are a pair of which both stay or both go, in whatever way.
   What is said goes only with who says it, where it comes first: "prices rose, said the man".
3. The subject of an infinitive goes only with it: "he wants them to leave".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from laconic.trees.coordination import Required, heads, is_coordinated, together
from laconic.trees.phrases import Phrases
from laconic.trees.relation_words import BE, COMPLEMENTIZERS, FINITE_TAGS, VERB_TAGS, is_auxiliary

CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
_INVERTED = frozenset({"SINV", "SQ"})
_LIGHT = frozenset({"i", "you", "we", "it", "there"})
_PRONOUNS = frozenset({"he", "she", "it", "they"})
_ADVERBIAL = frozenset({"WHADVP", "WRB"})


def find_clausal(phrases: Phrases, node: int) -> Iterator[Required]:
    """What the subject and the verbs of a clause need.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> phrases = lay_out(parse("(SINV (VP (VBD said)) (NP (NNP Jo)))"))
    >>> list(find_clausal(phrases, len(phrases.labels) - 1))
    [((1,), (0,)), ((0,), (1,))]
    """
    children = phrases.children[node]
    verbs = [place for place, child in enumerate(children) if _is_verb(phrases, child)]
    if not verbs or is_coordinated(phrases, node):
        return
    for one, two in pairwise(children[place] for place in verbs):
        if not phrases.children[one] and is_auxiliary(phrases, one, two):
            yield from together(phrases, one, two)
    subject, verb = _subject(phrases, node, verbs[0]), children[verbs[0]]
    if subject is None:
        return
    if phrases.tag(verb) == "TO":
        yield heads(phrases, subject), heads(phrases, verb)
    elif phrases.tag(verb) in FINITE_TAGS and not _is_frame(phrases, subject, children[verbs[0] :]):
        yield from together(phrases, subject, verb)
    said = [] if has_complement(phrases, verb) else children[: verbs[0]]
    for child in said:
        if phrases.labels[child] != "SBAR" and _is_complement(phrases, child):
            yield heads(phrases, child), heads(phrases, verb)


def find_frames(phrases: Phrases) -> Iterator[tuple[int, int]]:
    """Subject and verb of each clause that frames another, "the man said"; the outermost first.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> prices_rose = "(S (NP (NNS prices)) (VP (VBD rose)))"
    >>> list(find_frames(lay_out(parse(f"(S (NP (NNP Jo)) (VP (VBD said) {prices_rose}))"))))
    [(0, 1)]
    """
    for node in reversed(range(len(phrases.labels))):
        if phrases.labels[node] not in CLAUSES or is_coordinated(phrases, node):
            continue
        children = phrases.children[node]
        verb = next((place for place, one in enumerate(children) if _is_verb(phrases, one)), None)
        subject = None if verb is None else _subject(phrases, node, verb)
        if verb is None or subject is None or phrases.tag(children[verb]) not in FINITE_TAGS:
            continue
        if _is_frame(phrases, subject, children[verb:]):
            yield phrases.head_words[subject], phrases.head_words[children[verb]]


def _is_frame(phrases: Phrases, subject: int, rest: list[int]) -> bool:
    """Can subject and verb go from a clause, so that another stays alone?"""
    groups = [child for child in rest if phrases.labels[child] == "VP"]
    if phrases.word(subject) in _LIGHT:
        return False
    if groups:
        clause = _complement(phrases, groups[0])
    else:
        clause = next((child for child in rest if _is_complement(phrases, child)), None)
    return clause is not None and not _refers_back(phrases, clause)


def _refers_back(phrases: Phrases, clause: int) -> bool:
    """Is a pronoun the subject of a clause?"""
    children = phrases.children[clause]
    if phrases.labels[clause] == "SBAR":
        clause = next((child for child in children if phrases.labels[child] == "S"), clause)
    subjects = [child for child in phrases.children[clause] if phrases.labels[child] == "NP"]
    return bool(subjects) and phrases.word(subjects[0]) in _PRONOUNS


def _is_verb(phrases: Phrases, node: int) -> bool:
    return phrases.labels[node] == "VP" or phrases.labels[node] in VERB_TAGS


def _subject(phrases: Phrases, node: int, verb: int) -> int | None:
    """The last noun phrase before the verb; in an inverted clause rather the first after it. If
    there is none, the clause right before the verb: "what he said was"."""
    children = phrases.children[node]
    after = children[verb + 1 :] if phrases.labels[node] in _INVERTED else []
    found = [
        child for child in (*after, *reversed(children[:verb])) if phrases.labels[child] == "NP"
    ]
    if not found and verb and phrases.labels[children[verb]] == "VP":
        found = [child for child in children[verb - 1 : verb] if phrases.labels[child] == "SBAR"]
    return found[0] if found else None


def has_complement(phrases: Phrases, node: int) -> bool:
    """Does a verb phrase, or the one of its main verb, have a clause for an object?

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> said = "(VP (VBD said) (SBAR (IN {}) (S (NP (PRP he)) (VP (VBD left)))))"
    >>> phrases = [lay_out(parse(said.format(word))) for word in ("that", "after")]
    >>> [has_complement(each, len(each.labels) - 1) for each in phrases]
    [True, False]
    """
    return _complement(phrases, node) is not None


def _complement(phrases: Phrases, node: int) -> int | None:
    while True:
        children, labels = phrases.children[node], phrases.child_labels(node)
        found = next((child for child in children if _is_complement(phrases, child)), None)
        if found is not None:
            return None if phrases.word(children[0]) in BE else found
        if "VP" not in labels:
            return None
        node = children[labels.index("VP")]


def _is_complement(phrases: Phrases, node: int) -> bool:
    """Is it a clause that could be a sentence: no adverbial one, no infinitive, no participle?"""
    label = phrases.labels[node]
    if label == "SBAR":
        return is_statement(phrases, node)
    return label in CLAUSES and (label != "S" or _is_finite(phrases, node))


def is_statement(phrases: Phrases, node: int) -> bool:
    """Is it a clause with "that" or nothing before it: no adverbial one?"""
    if phrases.labels[node] != "SBAR":
        return False
    first = phrases.children[node][0]
    is_free = phrases.labels[first] not in ("IN", "RB") or phrases.word(first) in COMPLEMENTIZERS
    return is_free and phrases.labels[first] not in _ADVERBIAL


def _is_finite(phrases: Phrases, node: int) -> bool:
    return phrases.tag(node) in FINITE_TAGS
