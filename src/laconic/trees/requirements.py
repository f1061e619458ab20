"""Which words a phrase cannot do without, so that what is left of a sentence stays grammatical.

1. A preposition and its object go together, as do a conjunction or relative word and its clause;
   only "that" may go alone, from a clause with a subject.
2. An auxiliary and its verb, a form of "be" and its predicate, go together. A particle goes only
   with its verb, and so does an object, unless it says when or by how much.
3. The head of a phrase of a noun, an adjective or an adverb goes only with all of the phrase; where
   noun phrases are joined or stand side by side, each may go. How long or how far goes only with
   the adverb or adjective that it is said of, "two years ago"; so does what some nouns are nothing
   without, "one of them".
4. A verb goes only with all of its phrase, but for a clause that can stay alone (`clauses`). A
   clause right after the verb goes only with it: "I think he left".
5. What was put before a verb and its subject stays with them (`fronting`).
6. What is joined goes as `coordination` says; some words need their neighbours (`expressions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from laconic.trees.clauses import CLAUSES, find_clausal, has_complement, is_statement
from laconic.trees.coordination import (
    Required,
    find_coordination,
    heads,
    is_coordinated,
    together,
)
from laconic.trees.expressions import find_degrees, find_expressions
from laconic.trees.fronting import find_fronting
from laconic.trees.phrases import Phrases
from laconic.trees.relation_words import BE, STATES, VERB_TAGS, is_auxiliary, is_measure, is_time
from laconic.trees.words import word_set

_NOMINAL = frozenset({"NP", "NX", "QP"})
_PREPOSITIONS = frozenset({"IN", "TO"})
_PARTICIPLES = frozenset({"following", "including", "concerning", "regarding", "excluding"})
_RELATIVE = frozenset({"WHNP", "WHADVP", "WHPP", "WHADJP"})
_RELATIVE_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})  # parsers may say NP for WHNP
_PREDICATES = frozenset({"NP", "ADJP", "PP", "ADVP"})
_PARTICLES = frozenset({"PRT", "RP"})
_BETWEEN = frozenset({"RB", "ADVP", "PRT", "RP"})  # what may stand before an object
# What says little without the phrase after it: "the number of", "one of", "the need for".
_PARTITIVE = word_set(
    "all amount any both bunch couple each half handful kind lack lot lots majority many most need "
    "none number one pair part range rest series some sort type variety"
)
# Phrases in which a parser may leave a preposition and its object side by side.
_FLAT = frozenset({"NP", "VP", "ADJP", "ADVP", "S", "FRAG", "X"})


def find_requirements(phrases: Phrases) -> Iterator[Required]:
    """What goes only together, by the phrases of a sentence.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(VP (VB go) (PP (IN to) (NP (NN town))))")
    >>> list(find_requirements(lay_out(tree)))
    [((1,), (2,)), ((2,), (1,)), ((0,), (2, 1, 0))]
    """
    by_words = chain(find_expressions(phrases), find_degrees(phrases))
    for words, needed in chain(_by_phrases(phrases), by_words):
        if set(needed) - set(words):
            yield words, needed


def _by_phrases(phrases: Phrases) -> Iterator[Required]:
    for node, children in enumerate(phrases.children):
        if children:
            find = _FIND.get(phrases.labels[node])
            if find is not None:
                yield from find(phrases, node)
            if phrases.labels[node] in _FLAT:
                yield from _flat(phrases, node)
            yield from find_coordination(phrases, node)
            if phrases.labels[node] in CLAUSES:
                yield from find_fronting(phrases, node)


def _prepositional(phrases: Phrases, node: int) -> Iterator[Required]:
    children = phrases.children[node]
    first = next((child for child in children if _is_preposition(phrases, child)), None)
    if first is None:
        return
    for child in children[children.index(first) + 1 :]:
        if phrases.labels[child] in _NOMINAL or phrases.labels[child] in CLAUSES:
            yield from together(phrases, first, child)
    if phrases.word(first) == "between":
        joining = [place for place in phrases.words_of(node) if phrases.tags[place] == "CC"]
        yield from (((place,), heads(phrases, first)) for place in joining)


def _flat(phrases: Phrases, node: int) -> Iterator[Required]:
    """A preposition with its object right after it, without a phrase of their own."""
    for one, two in pairwise(phrases.children[node]):
        if _is_preposition(phrases, one) and phrases.labels[two] in _NOMINAL:
            yield from together(phrases, one, two)


def _is_preposition(phrases: Phrases, node: int) -> bool:
    label = phrases.labels[node]
    return label in _PREPOSITIONS or (label == "VBG" and phrases.word(node) in _PARTICIPLES)


def _subordinate(phrases: Phrases, node: int) -> Iterator[Required]:
    children, labels = phrases.children[node], phrases.child_labels(node)
    clauses = [place for place, label in enumerate(labels) if label in CLAUSES]
    if not clauses:
        # A parser may leave out the clause: "that can wait", all in one phrase.
        yield from find_clausal(phrases, node)
        return
    last = children[clauses[-1]]
    for child in children[: clauses[-1]]:
        label = phrases.labels[child]
        is_relative = label in _RELATIVE or phrases.tag(child) in _RELATIVE_TAGS
        is_free = phrases.word(child) == "that" and "NP" in phrases.child_labels(last)
        if is_relative or (label in _PREPOSITIONS and not is_free):
            yield from together(phrases, child, last)
        elif label in _PREPOSITIONS:
            yield heads(phrases, last), heads(phrases, child)


def _nominal(phrases: Phrases, node: int) -> Iterator[Required]:
    labels = phrases.child_labels(node)
    if is_coordinated(phrases, node) or labels.count("NP") > 1:
        return
    yield heads(phrases, node), tuple(phrases.words_of(node))
    for one, two in pairwise(phrases.children[node]):
        is_part = phrases.labels[two] == "PP" and phrases.word(one) in _PARTITIVE
        if is_part and phrases.words[phrases.starts[two]] in ("of", "for"):
            yield heads(phrases, two), heads(phrases, one)


def _modifying(phrases: Phrases, node: int) -> Iterator[Required]:
    if is_coordinated(phrases, node):
        return
    yield heads(phrases, node), tuple(phrases.words_of(node))
    head = phrases.head_words[node]
    for child in phrases.children[node]:
        is_before = phrases.labels[child] == "NP" and phrases.head_words[child] < head
        if is_before and _is_extent(phrases, child):
            yield heads(phrases, child), (head,)


def _verbal(phrases: Phrases, node: int) -> Iterator[Required]:
    children, labels = phrases.children[node], phrases.child_labels(node)
    first = children[0]
    if is_coordinated(phrases, node) or labels[0] not in VERB_TAGS:
        return
    inner = [child for child in children[1:] if phrases.labels[child] == "VP"]
    if inner and is_auxiliary(phrases, first, inner[0]):
        yield from together(phrases, first, inner[0])
        return
    main = [child for child in children[1:] if phrases.labels[child] in VERB_TAGS]
    if main and is_auxiliary(phrases, first, main[0]):
        yield from together(phrases, first, main[0])
    elif phrases.word(first) in BE:
        predicates = [child for child in children[1:] if phrases.labels[child] in _PREDICATES]
        # "also" is none in "he is also late", nor the time in "he is back in May".
        likely = [child for child in predicates if not _is_aside(phrases, child)]
        for child in (likely or predicates)[:1]:
            yield heads(phrases, child), heads(phrases, first)
    objects = tuple(_objects(phrases, node))
    for place in objects:
        yield (place,), heads(phrases, first)
    if len(children) > 1 and is_statement(phrases, children[1]):
        yield heads(phrases, children[1]), heads(phrases, first)
    is_whole = not has_complement(phrases, node)
    yield heads(phrases, first), tuple(phrases.words_of(node)) if is_whole else objects


def _objects(phrases: Phrases, node: int) -> Iterator[int]:
    """The head words of what a verb takes: particles and objects."""
    verb, *others = phrases.children[node]
    for child in others if phrases.word(verb) not in BE else ():
        label = phrases.labels[child]
        if label in _PARTICLES or (label == "NP" and not _is_extent(phrases, child)):
            yield phrases.head_words[child]
        elif label == "S" and "VP" not in phrases.child_labels(child):
            # "make it home": the parser takes what comes after the verb for a clause.
            parts = phrases.children[child]
            yield from (phrases.head_words[part] for part in parts if phrases.labels[part] == "NP")
        elif label not in _BETWEEN and label != "NP":
            return


def _is_extent(phrases: Phrases, node: int) -> bool:
    """Does a noun phrase say when, how long or by how much, or is it a result such as 2 - 1?"""
    return (
        phrases.tag(node) == "CD"
        or is_time(phrases, node, strictly=False)
        or is_measure(phrases, node)
    )


def _is_aside(phrases: Phrases, node: int) -> bool:
    return phrases.labels[node] == "ADVP" and phrases.word(node) not in STATES


_FIND = {
    "PP": _prepositional,
    "SBAR": _subordinate,
    "SBARQ": _subordinate,
    "NP": _nominal,
    "QP": _modifying,
    "ADJP": _modifying,
    "ADVP": _modifying,
    "VP": _verbal,
    "S": find_clausal,
    "SINV": find_clausal,
    "SQ": find_clausal,
}
