"""Which words a phrase cannot do without, so that what is left of a sentence stays grammatical.

1. A preposition and its object go together, as do a conjunction or relative word and its clause;
   only "that" may go alone, from a clause with a subject.
2. An auxiliary and its verb, a form of "be" and its predicate, go together.
3. The head of a noun phrase goes only with all of the phrase; where noun phrases are joined or
   stand side by side, each may go.
4. A verb goes only with all of its phrase, and verb and subject go together. Where a clause is the
   verb's object, as in "the man said it rained", they are free, so that the clause can stay alone;
   not so with "be", nor with a subject such as "I" or "it".
5. A conjunction and the last conjunct go together, the first only with them; those between are
   free. A comma between conjuncts goes only with what follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from laconic.trees.phrases import PUNCTUATION, Phrases
from laconic.trees.relation_words import BE, FINITE_TAGS, STATES, VERB_TAGS, is_auxiliary

Required = tuple[tuple[int, ...], tuple[int, ...]]  # words, and what must go with them

_CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
_NOMINAL = frozenset({"NP", "NX", "QP"})
_PREPOSITIONS = frozenset({"IN", "TO"})
_RELATIVE = frozenset({"WHNP", "WHADVP", "WHPP", "WHADJP"})
_RELATIVE_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})  # parsers may say NP for WHNP
_PREDICATES = frozenset({"NP", "ADJP", "PP", "ADVP"})
_LIGHT = frozenset({"i", "you", "we", "it", "there"})
_JOINING = frozenset({"CC", "CONJP"})


def find_requirements(phrases: Phrases) -> Iterator[Required]:
    """What goes only together, by the phrases of a sentence.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(VP (VB go) (PP (IN to) (NP (NN town))))")
    >>> list(find_requirements(lay_out(tree)))
    [((1,), (2,)), ((2,), (1,)), ((0,), (2, 1, 0))]
    """
    for node, children in enumerate(phrases.children):
        find = _FIND.get(phrases.labels[node])
        if children and find is not None:
            for words, needed in chain(find(phrases, node), _joined(phrases, node)):
                if words != needed:
                    yield words, needed


def _prepositional(phrases: Phrases, node: int) -> Iterator[Required]:
    children = phrases.children[node]
    first = children[0]
    if phrases.labels[first] in _PREPOSITIONS:
        for child in children[1:]:
            if phrases.labels[child] in _NOMINAL or phrases.labels[child] in _CLAUSES:
                yield from _together(phrases, first, child)


def _subordinate(phrases: Phrases, node: int) -> Iterator[Required]:
    *before, last = phrases.children[node]
    if phrases.labels[last] not in _CLAUSES:
        return
    for child in before:
        label = phrases.labels[child]
        is_relative = label in _RELATIVE or phrases.tag(child) in _RELATIVE_TAGS
        is_free = phrases.word(child) == "that" and "NP" in phrases.child_labels(last)
        if is_relative or (label in _PREPOSITIONS and not is_free):
            yield from _together(phrases, child, last)
        elif label in _PREPOSITIONS:
            yield _heads(phrases, last), _heads(phrases, child)


def _nominal(phrases: Phrases, node: int) -> Iterator[Required]:
    labels = phrases.child_labels(node)
    if _JOINING.isdisjoint(labels) and labels.count("NP") < 2:
        yield _heads(phrases, node), tuple(phrases.words_of(node))


def _verbal(phrases: Phrases, node: int) -> Iterator[Required]:
    children, labels = phrases.children[node], phrases.child_labels(node)
    first = children[0]
    if not _JOINING.isdisjoint(labels) or labels[0] not in VERB_TAGS:
        return
    inner = [child for child in children[1:] if phrases.labels[child] == "VP"]
    if inner and is_auxiliary(phrases, first, inner[0]):
        yield from _together(phrases, first, inner[0])
        return
    main = [child for child in children[1:] if phrases.labels[child] in VERB_TAGS]
    if main and is_auxiliary(phrases, first, main[0]):
        yield from _together(phrases, first, main[0])
    elif phrases.word(first) in BE:
        predicates = [child for child in children[1:] if phrases.labels[child] in _PREDICATES]
        # "also" is none in "he is also late", nor the time in "he is back in May".
        likely = [child for child in predicates if not _is_aside(phrases, child)]
        for child in (likely or predicates)[:1]:
            yield _heads(phrases, child), _heads(phrases, first)
    if _CLAUSES.isdisjoint(labels):
        yield _heads(phrases, first), tuple(phrases.words_of(node))


def _clausal(phrases: Phrases, node: int) -> Iterator[Required]:
    children, labels = phrases.children[node], phrases.child_labels(node)
    if "VP" not in labels or not _JOINING.isdisjoint(labels):
        return
    place = labels.index("VP")
    verb = children[place]
    subjects = [child for child in children[:place] if phrases.labels[child] == "NP"]
    if phrases.tag(verb) not in FINITE_TAGS or not subjects:
        return
    subject = subjects[-1]
    if phrases.word(subject) in _LIGHT or not _has_clause(phrases, verb):
        yield from _together(phrases, subject, verb)


def _joined(phrases: Phrases, node: int) -> Iterator[Required]:
    """Conjuncts of one node, if there is one conjunction between them."""
    children, holds = phrases.children[node], phrases.holds[node]
    places = [place for place, label in enumerate(phrases.child_labels(node)) if label in _JOINING]
    later = [place for place, hold in enumerate(holds) if hold.label == "COORD"]
    if len(places) != 1 or not later or not holds[later[-1]].on < places[0] < later[-1]:
        return
    begin = holds[later[-1]].on
    first, joining, last = (children[place] for place in (begin, places[0], later[-1]))
    yield from _together(phrases, joining, last)
    yield _heads(phrases, first), _heads(phrases, joining)
    for comma, after in pairwise(children[begin : places[0] + 1]):
        if phrases.labels[comma] == PUNCTUATION:
            yield _heads(phrases, comma), _heads(phrases, after)


def _is_aside(phrases: Phrases, node: int) -> bool:
    return phrases.labels[node] == "ADVP" and phrases.word(node) not in STATES


def _has_clause(phrases: Phrases, node: int) -> bool:
    """Does a verb phrase, or the one of its main verb, have a clause for an object?"""
    while True:
        labels = phrases.child_labels(node)
        if not _CLAUSES.isdisjoint(labels):
            return phrases.word(phrases.children[node][0]) not in BE
        if "VP" not in labels:
            return False
        node = phrases.children[node][labels.index("VP")]


def _together(phrases: Phrases, one: int, other: int) -> Iterator[Required]:
    yield _heads(phrases, one), _heads(phrases, other)
    yield _heads(phrases, other), _heads(phrases, one)


def _heads(phrases: Phrases, node: int) -> tuple[int, ...]:
    return (phrases.head_words[node],)


_FIND = {
    "PP": _prepositional,
    "SBAR": _subordinate,
    "NP": _nominal,
    "VP": _verbal,
    "S": _clausal,
}
