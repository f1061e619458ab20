"""Labels of what hangs on a verb in its verb phrase: objects, predicates, adverbials, agents."""

from __future__ import annotations

from laconic.trees.phrases import Phrases
from laconic.trees.relation_words import (
    BE,
    COMPLEMENTIZERS,
    GET,
    HAVE,
    LINKING,
    LOOSE,
    NOMINAL,
    STATES,
    VERB_TAGS,
    WH_NOMINAL,
    is_auxiliary,
    is_change_verb,
    is_control_verb,
    is_measure,
    is_time,
    takes_if,
)

_CLAUSAL = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ", "FRAG"})
_PLAIN = {
    "PRT": "PRT",
    "RP": "PRT",
    "PRN": "PRN",
    **dict.fromkeys(LOOSE, "DEP"),
    **dict.fromkeys(("ADJP", "JJ", "JJR", "JJS"), "PRD"),
}


def label_verb_phrase(phrases: Phrases, node: int) -> list[str]:
    """A label for each child of a verb phrase; what stands before the verb is adverbial."""
    names = phrases.child_labels(node)
    head = phrases.heads[node]
    labels = ["DEP" if name in LOOSE else "ADV" for name in names]
    labels[head:] = [_PLAIN.get(name, "ADV") for name in names[head:]]
    is_auxiliary_of = _label_verbs(phrases, node, labels)
    is_complete = is_auxiliary_of or _is_complete(phrases, phrases.head_child(node))
    if phrases.word(node) not in LINKING or phrases.tag(node) not in VERB_TAGS:
        _label_objects(phrases, node, labels)
    elif not is_complete:
        _label_predicate(phrases, node, labels)
    _label_agent(phrases, node, labels)
    if is_complete or "VC" in labels or "PRD" in labels:
        phrases.complete.add(node)
    return labels


def _is_complete(phrases: Phrases, node: int) -> bool:
    """Whether an inner phrase of the same verb has its predicate, or the verb of an auxiliary."""
    while phrases.labels[node] == "VP" and len(phrases.children[node]) == 1:
        node = phrases.head_child(node)
    return node in phrases.complete


def _after(phrases: Phrases, node: int) -> list[tuple[int, int, str]]:
    """Place, number and label of what follows the verb."""
    first = phrases.heads[node] + 1
    return [
        (place, child, phrases.labels[child])
        for place, child in enumerate(phrases.children[node])
        if place >= first
    ]


def _label_verbs(phrases: Phrases, node: int, labels: list[str]) -> bool:
    """Label verb phrases that follow; whether the verb is their auxiliary."""
    found = False
    for place, child, name in _after(phrases, node):
        if name == "VP" or name in VERB_TAGS:
            is_first = not found and is_auxiliary(phrases, phrases.head_child(node), child)
            is_apart = phrases.child_labels(node)[place - 1] == ","
            labels[place] = "VC" if is_first else "ADV" if is_apart else "OBJ"
            found |= is_first
    return found


def find_predicate(phrases: Phrases, node: int) -> int:
    """The place of what a linking verb says of its subject; −1 if there is none."""
    after = _after(phrases, node)
    for place, child, name in after:
        is_noun = name in NOMINAL and not is_time(phrases, child, strictly=True)
        if is_noun or name in ("ADJP", "UCP", "JJ", "JJR", "JJS", "VBN", "VBG"):
            return place
    for place, child, name in after:
        is_state = name in ("ADVP", "RB", "IN", "RP", "PRT") and phrases.word(child) in STATES
        if is_state or name == "PP" or (name in _CLAUSAL and is_complement(phrases, child)):
            return place
    rest = [place for place, _, name in after if name in ("ADVP", "NP")]
    rest += [place for place, _, name in after if name in _CLAUSAL]
    return rest[0] if rest else -1


def _label_predicate(phrases: Phrases, node: int, labels: list[str]) -> None:
    predicate = find_predicate(phrases, node)
    for place, child, name in _after(phrases, node):
        if name in ("ADJP", "JJ") and place != predicate:
            labels[place] = "ADV"
        is_clause = name in _CLAUSAL and is_complement(phrases, child)
        if is_clause and place != predicate and _has_dummy(phrases, node):
            labels[place] = "EXP"
    if predicate >= 0:
        labels[predicate] = "PRD"


def _has_dummy(phrases: Phrases, node: int) -> bool:
    """Whether the subject of this verb phrase's clause is "it"."""
    clause = phrases.parents[node]
    while clause >= 0 and phrases.labels[clause] == "VP":
        clause = phrases.parents[clause]
    children = phrases.children[clause] if clause >= 0 else []
    return any(phrases.labels[c] in ("NP", "PRP") and phrases.word(c) == "it" for c in children)


def _label_objects(phrases: Phrases, node: int, labels: list[str]) -> None:
    after = _after(phrases, node)
    nouns = [(place, child) for place, child, name in after if name in NOMINAL]
    objects = [
        place
        for number, (place, child) in enumerate(nouns)
        if not is_time(phrases, child, strictly=not number)
        and not (is_measure(phrases, child) and (number or is_change_verb(phrases.word(node))))
    ][:2]
    for place in objects:
        labels[place] = "OBJ"
    clauses = [
        place
        for place, child, name in after
        if name in _CLAUSAL and _is_object_clause(phrases, node, child, place, bool(objects))
    ]
    for place in clauses:
        labels[place] = "OBJ"
    last = [*objects, *(place for place in clauses if phrases.child_labels(node)[place] == "SBAR")]
    if objects and len(last) > 1:
        labels[objects[0]] = "IOBJ"


def _is_object_clause(
    phrases: Phrases, node: int, child: int, place: int, has_object: bool
) -> bool:
    if not is_complement(phrases, child):
        return False
    tag = phrases.tag(child)
    before = phrases.child_labels(node)[place - 1]
    if tag in ("VBG", "VBN", "TO") and before == ",":
        return False
    return tag != "TO" or not has_object or is_control_verb(phrases.word(node))


def is_complement(phrases: Phrases, clause: int) -> bool:
    """Whether a clause after a verb is its complement, by the word that opens it."""
    if phrases.labels[clause] != "SBAR":
        return True
    first = phrases.children[clause][0]
    while phrases.labels[first] == "SBAR":
        first = phrases.children[first][0]
    name, word = phrases.labels[first], phrases.words[phrases.starts[first]]
    if name in ("IN", "DT", "TO"):
        is_question = word == "if" and takes_if(phrases.word(phrases.parents[clause]))
        is_infinitive = word == "for" and phrases.tag(clause) == "TO"
        return is_question or is_infinitive or word in COMPLEMENTIZERS
    if name in ("WHADVP", "WRB"):
        return word in ("how", "why")
    return name in WH_NOMINAL or name in ("WHPP", "WHADJP", "S")


def _label_agent(phrases: Phrases, node: int, labels: list[str]) -> None:
    """Label the agent of a passive, "by" with a noun that is no time and no measure."""
    for place, child, name in _after(phrases, node):
        if name != "PP" or phrases.word(child) != "by" or phrases.tag(node) == "VBG":
            continue
        inner = child
        while phrases.labels[phrases.head_child(inner)] == "PP":
            inner = phrases.head_child(inner)
        if _is_agent(phrases, phrases.children[inner][-1]) and _is_passive(phrases, node):
            labels[place] = "LGS"
            return


def _is_agent(phrases: Phrases, node: int) -> bool:
    is_odd = is_time(phrases, node, strictly=False) or is_measure(phrases, node)
    return phrases.labels[node] in NOMINAL and not is_odd and phrases.tag(node) != "CD"


def _is_passive(phrases: Phrases, node: int) -> bool:
    """Whether a verb phrase is passive: under "be" or "get", or a participle under no "have"."""
    parent = phrases.parents[node]
    while parent >= 0 and phrases.labels[parent] == "VP" == _head_label(phrases, parent):
        parent = phrases.parents[parent]
    is_participle = phrases.tag(node) == "VBN"
    if parent >= 0 and _head_label(phrases, parent) in VERB_TAGS:
        word = phrases.word(parent)
        return word in BE or word in GET or (is_participle and word not in HAVE)
    is_reduced = parent >= 0 and phrases.labels[parent] in NOMINAL
    return is_participle or (is_reduced and phrases.tag(node) == "VBD")


def _head_label(phrases: Phrases, node: int) -> str:
    return phrases.labels[phrases.head_child(node)]
