"""Labels and words that relations between words depend on: kinds of phrases, verbs, time."""

from __future__ import annotations

from laconic.trees.phrases import Phrases
from laconic.trees.words import word_set


def _stems(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NOMINAL = word_set(
    "NP NX NML NAC QP NN NNS NNP NNPS PRP EX CD $ # DT PRP$ FW ADD GW WHNP WP WDT WP$"
)
CLAUSES = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR", "RRC", "TOP", "ROOT"})
VERB_TAGS = frozenset({"MD", "TO", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "AUX"})
FINITE_TAGS = frozenset({"MD", "VB", "VBD", "VBP", "VBZ", "AUX"})
WH_NOMINAL = frozenset({"WHNP", "WP", "WDT", "WP$"})
WH_OTHER = frozenset({"WHADVP", "WHPP", "WHADJP", "WRB"})
# Fillers, list marks and what could not be analysed: these have no relation of their own.
LOOSE = frozenset({"INTJ", "UH", "LST", "LS", "X", "XX", "EDITED"})

BE = word_set("be is are was were been being am 's 're 'm ai s re m")
HAVE = word_set("have has had having 've 'd 's ve d")
DO = word_set("do does did done doing")
GET = word_set("get gets got getting gotten")
LINKING = BE | word_set("become becomes became becoming remain remains remained remaining")
# Verbs that take an object and an infinitive of its own: "asked him to leave".
_CONTROL = _stems(
    "advis allow ask author beg caus challeng compel convinc enabl encourag expect forbid forbad "
    "forc help instruct invit lead led order permit persuad pressur prompt remind requir tell "
    "told teach taught tempt trust urg want warn"
)
# Adverbs of place and state, which linking verbs say of their subjects: "she is back".
STATES = word_set("up down off out over in on back here there away home ahead behind")
# Subordinators that open the complement of a verb; any other opens an adverbial clause.
COMPLEMENTIZERS = frozenset({"that", "whether"})
_QUESTION = _stems("ask wonder know knew doubt check inquir enquir")
_TIMES_ALONE = word_set(
    "yesterday today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday "
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays jan. feb. mar. apr. aug. "
    "sept. oct. nov. dec. mon. tue. wed. thu. fri. sat. sun."
)
_TIMES = word_set(
    "year years month months week weeks weekend day days hour hours minute minutes second seconds "
    "quarter quarters decade decades century morning afternoon evening night summer winter spring "
    "fall autumn season time times moment january february march april june july august september "
    "october november december"
)
_BEFORE_TIMES = word_set(
    "last next this that every each one any these all some earlier later early late most many "
    "several two three four five six seven eight nine ten"
)
# Verbs that take a measure beside them, not an object: "rose ten percent".
_CHANGE = _stems(
    "advanc climb clos declin decreas drop edg fall fell grew grow increas jump plung ris rose "
    "shrank shrink slid slip slump soar surg tumbl widen"
)
_MEASURES = frozenset({"%", "percent", "cents", "points", "cent", "point"})


def is_time(phrases: Phrases, node: int, *, strictly: bool) -> bool:
    """Whether a noun phrase says when: "yesterday", "last year"; less strictly also "the year"."""
    word = phrases.word(node)
    if word in _TIMES_ALONE:
        return True
    return word in _TIMES and (not strictly or phrases.words[phrases.starts[node]] in _BEFORE_TIMES)


def is_measure(phrases: Phrases, node: int) -> bool:
    """Whether a noun phrase says by how much: "ten percent"."""
    return phrases.word(node) in _MEASURES


def takes_if(word: str) -> bool:
    """Whether a verb takes a question with "if" as its complement.

    >>> takes_if("wondered"), takes_if("left")
    (True, False)
    """
    return word.startswith(_QUESTION)


def is_change_verb(word: str) -> bool:
    """Whether a verb says that something becomes more or less.

    >>> is_change_verb("rose"), is_change_verb("ate")
    (True, False)
    """
    return word.startswith(_CHANGE)


def is_control_verb(word: str) -> bool:
    """Whether a verb may take an object with an infinitive.

    >>> is_control_verb("persuaded"), is_control_verb("used")
    (True, False)
    """
    return word.startswith(_CONTROL)


def is_auxiliary(phrases: Phrases, verb: int, complement: int) -> bool:
    """Whether a verb is the auxiliary of the verb phrase that follows it."""
    tag, word = phrases.tag(verb), phrases.word(verb)
    if tag in ("MD", "TO") or word in BE or word in DO:
        return True
    return (word in HAVE or word in GET) and phrases.tag(complement) in ("VBN", "VBD")
