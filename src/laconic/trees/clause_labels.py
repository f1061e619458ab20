"""Labels of what hangs on the head of a clause: its subject, markers, wh-words and quotations."""

from __future__ import annotations

from laconic.trees.phrases import Phrases
from laconic.trees.relation_words import (
    BE,
    CLAUSES,
    FINITE_TAGS,
    LINKING,
    LOOSE,
    NOMINAL,
    VERB_TAGS,
    WH_NOMINAL,
    WH_OTHER,
    is_auxiliary,
    is_time,
)
from laconic.trees.verb_labels import find_predicate, label_verb_phrase

_WITH_SUBJECT = frozenset({"S", "SINV", "SQ"})
_INVERTED = frozenset({"SINV", "SQ"})
_SUBJECTS = NOMINAL - WH_NOMINAL
_QUOTED = frozenset({"S", "SINV", "SQ", "SBARQ", "FRAG"})
_PLAIN = {
    "IN": "VMOD",
    "TO": "VMOD",
    "NN": "VMOD",
    "PRT": "PRT",
    "RP": "PRT",
    "PRN": "PRN",
    **dict.fromkeys(LOOSE, "DEP"),
    **dict.fromkeys(VERB_TAGS - {"TO"}, "DEP"),
}


def label_clause(phrases: Phrases, node: int) -> list[str]:
    """A label for each child of a clause; most that is no subject is adverbial."""
    labels = [_PLAIN.get(name, "ADV") for name in phrases.child_labels(node)]
    head_label = phrases.labels[phrases.head_child(node)]
    is_verbal = head_label == "VP" or head_label in VERB_TAGS
    has_place = is_verbal or phrases.labels[node] in _WITH_SUBJECT
    subject = _find_subject(phrases, node) if has_place else -1
    if subject >= 0:
        labels[subject] = "SBJ"
        phrases.with_subject.add(node)
    if phrases.labels[node] in _INVERTED:
        _label_inverted(phrases, node, labels, subject)
    elif head_label in VERB_TAGS:
        # A verb phrase that lacks its own node.
        after = phrases.heads[node] + 1
        labels[after:] = label_verb_phrase(phrases, node)[after:]
        if subject >= 0:
            labels[subject] = "SBJ"
    if is_verbal and subject >= 0:
        _label_quotations(phrases, node, labels)
    for place, child in enumerate(phrases.children[node]):
        if place < phrases.heads[node] and is_wh_nominal(phrases, child):
            labels[place] = _label_wh(phrases, node)
        elif phrases.labels[child] in ("WHADJP", "WHADVP", "WRB"):
            labels[place] = _label_wh_adverb(phrases, node, child)
        elif _is_call(phrases, node, place) and phrases.labels[child] in NOMINAL:
            labels[place] = "DEP"
    return labels


def _find_subject(phrases: Phrases, node: int) -> int:
    """The place of the subject, −1 for none."""
    names = phrases.child_labels(node)
    head = phrases.heads[node]
    nouns = [place for place, name in enumerate(names) if name in _SUBJECTS]
    after = [place for place in nouns if place > head]
    before = [place for place in nouns if place < head]
    # "Does she know" is at times labelled as if it were in plain order.
    is_question = names[head] in VERB_TAGS and "VP" in names[head:] and not before
    if after and (is_question or phrases.labels[node] in _INVERTED):
        return after[0]
    if before and _is_call(phrases, node, before[-1]):
        before.pop()
    children = phrases.children[node]
    likely = [place for place in before if not is_time(phrases, children[place], strictly=True)]
    if not likely and _is_relative(phrases, node):
        return -1
    phrasal = [place for place in likely if names[place] != "DT"]
    chosen = phrasal or likely or before
    return chosen[-1] if chosen else _find_clausal_subject(phrases, node)


def _is_relative(phrases: Phrases, node: int) -> bool:
    """Whether a wh-word stands right before a clause."""
    parent = phrases.parents[node]
    return parent >= 0 and is_wh_nominal(phrases, phrases.children[parent][0])


def _is_call(phrases: Phrases, node: int, place: int) -> bool:
    """Whether a noun phrase calls someone: "Anna, come here"."""
    names = phrases.child_labels(node)
    return place + 1 < len(names) and names[place + 1] == "," and phrases.tag(node) == "VB"


def _find_clausal_subject(phrases: Phrases, node: int) -> int:
    names = phrases.child_labels(node)
    place = phrases.heads[node] - 1
    while place > 0 and names[place] in ("ADVP", "RB"):
        place -= 1
    is_clause = place >= 0 and names[place] in ("S", "SBAR", "SBARQ")
    return place if is_clause and phrases.tag(node) in FINITE_TAGS else -1


def _label_inverted(phrases: Phrases, node: int, labels: list[str], subject: int) -> None:
    """Label what a question or an inverted clause has beside its first verb and subject."""
    head = phrases.head_child(node)
    is_auxiliary_of = False
    for place, child in enumerate(phrases.children[node]):
        if phrases.labels[child] == "VP" and place != phrases.heads[node]:
            is_auxiliary_of |= is_auxiliary(phrases, head, child)
            labels[place] = "VC"
    if is_auxiliary_of:
        return
    if phrases.word(lowest_verb(phrases, node)) not in LINKING:
        nouns = [place for place, name in enumerate(phrases.child_labels(node)) if name in NOMINAL]
        for place in [place for place in nouns if place > subject >= 0][:1]:
            labels[place] = "OBJ"
        return
    taken = (
        find_predicate(phrases, lowest_verb(phrases, node)) >= 0 and phrases.labels[head] == "VP"
    )
    if not taken:
        _label_loose_predicate(phrases, node, labels, subject)


def _label_loose_predicate(phrases: Phrases, node: int, labels: list[str], subject: int) -> None:
    names = phrases.child_labels(node)
    order = [*range(subject + 1, len(names)), *range(phrases.heads[node])]
    for kinds in (_SUBJECTS | {"ADJP", "UCP", "JJ"}, {"PP", "S", "SBAR"}, {"ADVP"}):
        for place in order:
            if place not in (subject, phrases.heads[node]) and names[place] in kinds:
                labels[place] = "PRD"
                return


def _label_quotations(phrases: Phrases, node: int, labels: list[str]) -> None:
    """A finite clause beside subject and verb is what is said: "I agree, he said"."""
    for place, child in enumerate(phrases.children[node]):
        is_said = phrases.labels[child] in _QUOTED and phrases.tag(child) in FINITE_TAGS
        if is_said and labels[place] == "ADV" and place != phrases.heads[node]:
            labels[place] = "OBJ"


def _label_wh(phrases: Phrases, node: int) -> str:
    lowest = lowest_verb(phrases, node)
    if not _has_subject(phrases, node) and phrases.tag(node) in FINITE_TAGS:
        return "SBJ"
    if _stranded_preposition(phrases, lowest) >= 0:
        return "PMOD"
    return "PRD" if _lacks_predicate(phrases, lowest) else "OBJ"


def _label_wh_adverb(phrases: Phrases, node: int, child: int) -> str:
    """How someone is and where something is are predicates, as are adjectives: "how old"."""
    is_predicate = phrases.labels[child] == "WHADJP" or (
        phrases.word(child) in ("how", "where")
        and _lacks_predicate(phrases, lowest_verb(phrases, node))
    )
    return "PRD" if is_predicate else "ADV"


def _lacks_predicate(phrases: Phrases, lowest: int) -> bool:
    """Whether the verb is "be", with nothing after it but its subject in a question."""
    if phrases.labels[lowest] in _INVERTED:
        return phrases.word(lowest) in BE and len(_fillers(phrases, lowest)) < 2
    return phrases.word(lowest) in BE and find_predicate(phrases, lowest) < 0


def _fillers(phrases: Phrases, node: int) -> list[int]:
    """What may be the subject or the predicate of a question."""
    kinds = NOMINAL | {"ADJP", "UCP", "PP", "JJ"}
    first = phrases.heads[node] + 1
    return [child for child in phrases.children[node][first:] if phrases.labels[child] in kinds]


def _has_subject(phrases: Phrases, node: int) -> bool:
    while phrases.labels[node] in CLAUSES:
        if node in phrases.with_subject:
            return True
        node = phrases.head_child(node)
    return False


def lowest_verb(phrases: Phrases, node: int) -> int:
    """The phrase of a clause's main verb: below its auxiliaries.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> phrases = lay_out(parse("(S (NP (PRP It)) (VP (MD may) (VP (VB rain))))"))
    >>> phrases.word(lowest_verb(phrases, len(phrases.labels) - 1))
    'rain'
    """
    while phrases.children[node]:
        head = phrases.head_child(node)
        if phrases.labels[head] == "VP" or phrases.labels[head] in CLAUSES:
            node = head
            continue
        below = [
            child
            for child in phrases.children[node]
            if phrases.labels[child] == "VP" and is_auxiliary(phrases, head, child)
        ]
        if not below or phrases.labels[head] not in VERB_TAGS:
            return node
        node = below[0]
    return node


def _stranded_preposition(phrases: Phrases, lowest: int) -> int:
    """A preposition after the verb that lacks its noun: "what he talked about"; −1 for none."""
    for child in phrases.children[lowest]:
        if phrases.labels[child] == "PP" and phrases.starts[child] == phrases.head_words[child]:
            inner = phrases.children[child]
            if len(inner) == 1 and phrases.tag(child) in ("IN", "TO"):
                return phrases.head_words[child]
    return -1


def is_wh_nominal(phrases: Phrases, node: int) -> bool:
    """Whether a phrase is a wh-word in the place of a noun, also where it is labelled NP."""
    label = phrases.labels[node]
    return label in WH_NOMINAL or (label == "NP" and phrases.tag(node) in WH_NOMINAL)


def find_holder(phrases: Phrases, node: int, child: int, label: str, head: int) -> int:
    """The word that a child hangs on: the head, or the verb from which it has been fronted."""
    is_wh = phrases.labels[child] in WH_OTHER or is_wh_nominal(phrases, child)
    if phrases.labels[node] not in CLAUSES or label == "SBJ":
        return head
    if not is_wh and label not in ("OBJ", "PRD"):
        return head
    if phrases.starts[child] > head:
        return head
    lowest = lowest_verb(phrases, node)
    return _stranded_preposition(phrases, lowest) if label == "PMOD" else phrases.head_words[lowest]
