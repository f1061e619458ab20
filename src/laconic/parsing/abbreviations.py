"""Words written with a full stop, and words that often open a sentence.

Both the cutter of tokens and the splitter of sentences ask here. Words are given without their full
stop. A word may be an abbreviation in one place and a plain word in another ("No. 5", "said no.");
those are named, and who asks must look at what stands around them.
"""

from __future__ import annotations

import re

# A name, a number or an explanation must follow, so these never end a sentence.
_TITLES = """
    Mr Mrs Ms Mx Messrs Mmes Mme Mlle Mdlle Dr Drs Prof Rev Revd Hon Fr Msgr Pres Gov Govs Sen Sens
    Rep Reps Gen Lt Lieut Col Maj Capt Cpt Cmdr Cdr Comdr Sgt Cpl Pvt Pte Adm Brig Supt Insp Det
    Atty Amb St Ste Sts Mt Ft Sra Srta Ald Asst
"""
_LINKING = "vs v cf viz approx Rs eg ie"
# Abbreviations before a number, plain words or parts of them elsewhere.
_NUMBERED = """
    No Nos no nos Fig Figs fig figs Vol Vols vol vols Sec Secs sec Ch ch Chap chap Art art Eq Eqs
    eq pp p Pt pt par para ext Ext tel Tel ca c Op op Nr nr cl ver Ver Ref ref Tab
"""
_NAMES = "Jr Sr Esq Bros Inc Corp Co Cos Ltd Pty inc corp co ltd Assn Assoc Dept Univ Intl Natl Mfg"
_PLACES = """
    Ala Ariz Ark Calif Cal Colo Conn Del Fla Ga Ill Ind Kan Kans Ky La Mass Md Mich Minn Miss Mo
    Mont Neb Nebr Nev Okla Ore Pa Tenn Tex Va Vt Wash Wis Wisc Wyo Ont Que Alta Sask Ave Blvd Rd
    Hwy Pkwy Sq Bldg
"""
_TIMES = """
    Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun
"""
_SMALL = """
    etc al dept assn approx misc incl excl ed eds cit ibid seq ff ft lb lbs oz yd yds hr hrs yr
    yrs mo mos wk wks sq cu avg govt
"""
_DEGREES = "Ph.D B.Sc M.Sc M.Phil D.Phil Ll.B Ll.D LL.B LL.D Litt.D Ed.D Psy.D B.Ed M.Ed M.Eng"
_ALSO_WORDS = """
    Ark Ave Art Cal Col Del Gen Ill Ind La Ma Mar Mass Me Miss Mo Mon Ore Pa Rep Sat Sen
    Sq Sun Wash Wed ed sq mo cu al
"""

TITLES = frozenset([*_TITLES.split(), *_LINKING.split()])
NUMBERED = frozenset(_NUMBERED.split())
ALSO_WORDS = frozenset(_ALSO_WORDS.split())
_ABBREVIATIONS = TITLES.union(
    NUMBERED,
    *(words.split() for words in (_NAMES, _PLACES, _TIMES, _SMALL, _DEGREES)),
)
# Single letters between full stops: U.S, a.m, e.g; the last full stop is the one in question.
_DOTTED = re.compile(r"[^\W\d_](?:\.[^\W\d_])++")
_LAST_PART = re.compile(r"[-‐‑–/]")
_NEVER_LAST = frozenset({"e.g", "i.e", "E.g", "I.e"})

OPENERS = frozenset(
    """
    The A An This That These Those There Here It He She They We You I His Her Its Their Our My
    Your In On At By For From With Without Under Over Between Among During Since Until Before
    After Although Though While When Where Why How What Who Which If Unless Because But And Or Yet
    So Then Thus Hence However Moreover Furthermore Meanwhile Nevertheless Nonetheless Instead
    Indeed Still Also As Such Some Many Most Several Few Each Every Both Another Other Others All
    Any No None Not Nothing Nobody Everyone Everything Someone Now Today Yesterday Tomorrow Once
    Only Even Perhaps Maybe Despite According To Let Do Does Did Is Are Was Were Has Have Had Can
    Could Will Would Should Please Yes Well Last Next
    """.split()  # noqa: SIM905
)


def is_initial(word: str) -> bool:
    """Is it one capital letter, as before a family name?

    >>> is_initial("J"), is_initial("a"), is_initial("JR")
    (True, False, False)
    """
    return len(word) == 1 and word.isupper()


def is_abbreviation(word: str) -> bool:
    """Does the word, given without its full stop, usually have one?

    >>> [is_abbreviation(word) for word in ("Mr", "U.S", "non-U.S", "J", "CALIF", "house")]
    [True, True, True, True, True, False]
    """
    if len(word) > 40:
        return False
    last = _LAST_PART.split(word)[-1].strip("_")
    return last in _ABBREVIATIONS or is_initial(last) or is_dotted(last) or _is_shouted(last)


def is_dotted(word: str) -> bool:
    """Are all its letters single, with full stops between them?"""
    return _DOTTED.fullmatch(word) is not None


def never_ends_sentence(word: str) -> bool:
    """Must something follow the abbreviation, as a name follows a title?

    >>> [never_ends_sentence(word) for word in ("Mr", "e.g", "Inc", "U.S")]
    [True, True, False, False]
    """
    return word in TITLES or word in _NEVER_LAST


def _is_shouted(word: str) -> bool:
    if not (len(word) > 1 and word.isupper()):
        return False
    name = word.capitalize()
    return name in _ABBREVIATIONS and name not in ALSO_WORDS and name not in NUMBERED
