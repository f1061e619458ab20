"""Clarke & Lapata's constraints (2008): which words of a sentence need which others.

A constraint is a linear inequality over the words, each 1 if it is kept and 0 if not. They are read
off the tree and its dependencies; `docs/baselines.md` has a sentence for each on which it binds.
Keeping all words meets every constraint but that on brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import ceil, inf
from typing import Literal, get_args

from laconic.baselines.sentence import VERB_GROUP, Sentence

Kind = Literal[
    "modifiers",
    "negation",
    "possessives",
    "arguments",
    "verbs",
    "prepositions",
    "subordination",
    "coordination",
    "pronouns",
    "brackets",
    "length",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
MODIFIERS = frozenset({"NMOD", "AMOD", "ADV", "VMOD", "APPO", "PRT", "LGS"})
ARGUMENTS = frozenset({"SBJ", "OBJ", "IOBJ"})
NEGATIONS = frozenset({"not", "n't", "n’t", "nt", "never", "no"})
_OPENING, _CLOSING = frozenset({"(", "[", "{"}), frozenset({")", "]", "}"})


@dataclass(frozen=True, slots=True)
class Constraint:
    """`low` ≤ the sum of coefficients of the words that are kept ≤ `high`."""

    kind: Kind
    coefficients: tuple[tuple[int, float], ...]
    low: float = -inf
    high: float = inf

    def is_met(self, kept: Collection[int]) -> bool:
        """Whether keeping just these words meets it.

        >>> needs("modifiers", 0, 1).is_met({0}), needs("modifiers", 0, 1).is_met({0, 1})
        (False, True)
        """
        total = sum(value for word, value in self.coefficients if word in kept)
        return self.low <= total <= self.high


def needs(kind: Kind, word: int, other: int) -> Constraint:
    """A word is kept only with another."""
    return Constraint(kind, ((word, -1.0), (other, 1.0)), low=0.0)


def together(kind: Kind, one: int, two: int) -> Constraint:
    """Both of two words are kept, or neither."""
    return Constraint(kind, ((one, 1.0), (two, -1.0)), low=0.0, high=0.0)


def find_constraints(
    sentence: Sentence, kinds: Collection[Kind] = KINDS, *, min_rate: float = 0.0
) -> list[Constraint]:
    """The constraints of these kinds on a sentence; `min_rate` is the share of words to be kept."""
    found = [constraint for kind in KINDS if kind in kinds for constraint in _FIND[kind](sentence)]
    allowed = len(sentence) - (len(_removed(sentence)) if "brackets" in kinds else 0)
    least = min(ceil(min_rate * len(sentence) - 1e-9), allowed)
    if "length" in kinds and least > 0:
        every = tuple((word, 1.0) for word in range(len(sentence)))
        found.append(Constraint("length", every, low=float(least)))
    return found


def _modifiers(sentence: Sentence) -> Iterator[Constraint]:
    """A modifier that is no clause needs what it modifies, an auxiliary its verb."""
    for word, (head, relation) in _arcs(sentence):
        if relation in MODIFIERS and not _is_clause(sentence, word):
            yield needs("modifiers", word, head)
        elif relation == VERB_GROUP:
            yield needs("modifiers", head, word)


def _negation(sentence: Sentence) -> Iterator[Constraint]:
    """A negation goes with what it negates; in a group of verbs, with all that carries it."""
    for word, (head, _) in _arcs(sentence):
        if _is_negation(sentence, word):
            yield together("negation", head, word)
            main = sentence.main_verb(head)
            if main != head:
                yield together("negation", main, word)


def _possessives(sentence: Sentence) -> Iterator[Constraint]:
    """A possessor goes with what it possesses, and its mark with it."""
    for word, (head, relation) in _arcs(sentence):
        tag = sentence.tags[word]
        marks = [w for w in sentence.dependents[word] if sentence.tags[w] == "POS"]
        if tag in ("PRP$", "WP$") or (relation == "NMOD" and marks):
            yield together("possessives", head, word)
        if tag == "POS":
            yield together("possessives", head, word)


def _arguments(sentence: Sentence) -> Iterator[Constraint]:
    """A verb goes with its subject and objects; one that shares the subject of another needs it."""
    for word, (head, relation) in _arcs(sentence):
        if relation in ARGUMENTS and _is_verb(sentence, head) and not _is_clause(sentence, word):
            yield together("arguments", sentence.main_verb(head), word)
            if relation == "SBJ":
                yield from (needs("arguments", verb, word) for verb in _sharing(sentence, head))


def _sharing(sentence: Sentence, verb: int) -> Iterator[int]:
    """The verbs coordinated with another, or below it in its group, that have no own subject."""
    group = verb
    while True:
        for other in sentence.dependents[group]:
            below = {sentence.relations[word] for word in sentence.dependents[other]}
            is_joined = sentence.relations[other] == "COORD" and _is_verb(sentence, other)
            if is_joined and "SBJ" not in below:
                yield sentence.main_verb(other)
        following = [w for w in sentence.dependents[group] if sentence.relations[w] == VERB_GROUP]
        if not following:
            return
        group = following[0]


def _verbs(sentence: Sentence) -> Iterator[Constraint]:
    """A sentence with verbs keeps one."""
    verbs = [word for word in range(len(sentence)) if _is_verb(sentence, word)]
    if verbs:
        yield Constraint("verbs", tuple((verb, 1.0) for verb in verbs), low=1.0)


def _prepositions(sentence: Sentence) -> Iterator[Constraint]:
    """A preposition and what it introduces need each other."""
    yield from _introduced(sentence, "prepositions", ("PP", "WHPP"), ("IN", "TO"))


def _subordination(sentence: Sentence) -> Iterator[Constraint]:
    """A subordinate clause and the word that introduces it need each other."""
    tags = ("IN", "WDT", "WP", "WP$", "WRB", "DT")
    yield from _introduced(sentence, "subordination", ("SBAR",), tags)


def _introduced(
    sentence: Sentence, kind: Kind, labels: Collection[str], tags: Collection[str]
) -> Iterator[Constraint]:
    spans = sentence.spans
    for node, label in enumerate(sentence.labels):
        start, stop = spans.starts[node], spans.stops[node]
        if label not in labels or stop - start < 2 or sentence.tags[start] not in tags:
            continue
        # A clause without such a word, or several phrases in coordination, begin with another.
        first = spans.children(node)[0]
        if not (spans.nodes[first].is_leaf or sentence.labels[first].startswith("WH")):
            continue
        rest = [word for word in range(start + 1, stop) if _is_word(sentence, word)]
        yield from (needs(kind, word, start) for word in rest)
        if rest:
            every = tuple((word, 1.0) for word in rest)
            yield Constraint(kind, (*every, (start, -1.0)), low=0.0)


def _coordination(sentence: Sentence) -> Iterator[Constraint]:
    """A conjunction stands exactly where what follows it stands, and some of what it joins that
    to."""
    for word, (head, relation) in _arcs(sentence):
        if relation != "CC" or head > word:
            continue
        joined = [w for w in sentence.dependents[head] if sentence.relations[w] == "COORD"]
        before, after = [head, *(w for w in joined if w < word)], [w for w in joined if w > word]
        if after:
            yield needs("coordination", word, after[0])
            some = tuple((other, 1.0) for other in before)
            yield Constraint("coordination", ((word, -1.0), *some), low=0.0)
            for other in before:
                all_three = ((word, 1.0), (other, -1.0), (after[0], -1.0))
                yield Constraint("coordination", all_three, low=-1.0)


def _pronouns(sentence: Sentence) -> Iterator[Constraint]:
    """Personal pronouns stay, but for those in brackets."""
    removed = _removed(sentence)
    for word, tag in enumerate(sentence.tags):
        if tag == "PRP" and word not in removed:
            yield Constraint("pronouns", ((word, 1.0),), low=1.0)


def _brackets(sentence: Sentence) -> Iterator[Constraint]:
    """What stands in brackets goes, unless that is the whole sentence."""
    yield from (Constraint("brackets", ((w, 1.0),), high=0.0) for w in sorted(_removed(sentence)))


def _removed(sentence: Sentence) -> set[int]:
    """The words in brackets, if there are others."""
    bracketed = _bracketed(sentence)
    others = (w for w in range(len(sentence)) if w not in bracketed)
    return bracketed if any(_is_word(sentence, w) for w in others) else set()


def _arcs(sentence: Sentence) -> Iterator[tuple[int, tuple[int, str]]]:
    both = zip(sentence.heads, sentence.relations, strict=True)
    return ((word, arc) for word, arc in enumerate(both) if arc[0] >= 0)


def _is_verb(sentence: Sentence, word: int) -> bool:
    return sentence.tags[word].startswith(("VB", "MD"))


def _is_clause(sentence: Sentence, word: int) -> bool:
    """Whether a word stands for a clause: a verb, or "to" before one."""
    return _is_verb(sentence, word) or sentence.main_verb(word) != word


def _is_word(sentence: Sentence, word: int) -> bool:
    """Whether it is no punctuation."""
    return sentence.relations[word] != "P"


def _is_negation(sentence: Sentence, word: int) -> bool:
    is_adverb = sentence.tags[word] in ("RB", "RBR", "RBS", "DT")
    return is_adverb and sentence.words[word].lower() in NEGATIONS


def _bracketed(sentence: Sentence) -> set[int]:
    """The words between brackets that match, and these."""
    opened: list[int] = []
    found: set[int] = set()
    for word, text in enumerate(sentence.words):
        if text in _OPENING:
            opened.append(word)
        elif text in _CLOSING and opened:
            found.update(range(opened.pop(), word + 1))
    return found


_FIND: dict[Kind, Callable[[Sentence], Iterator[Constraint]]] = {
    "modifiers": _modifiers,
    "negation": _negation,
    "possessives": _possessives,
    "arguments": _arguments,
    "verbs": _verbs,
    "prepositions": _prepositions,
    "subordination": _subordination,
    "coordination": _coordination,
    "pronouns": _pronouns,
    "brackets": _brackets,
    "length": lambda _: iter(()),
}
