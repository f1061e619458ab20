"""Names of several words.

1. A name is proper nouns side by side in one noun phrase, with what may stand within one (of, de,
   &) between them. A comma or a conjunction ends it, and so does a day or a month.
2. A title before a name (Mr., President, Prime Minister) is no part of it, nor is what stands
   before the title: these may go while the name stays.
3. A phrase with "of" is one name if it is of the kind that is known by it: Bank of America, but not
   Smith of Boston.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.trees.phrases import Phrases
from laconic.trees.words import MONTHS, WEEKDAYS, word_set

_NAME_TAGS = frozenset({"NNP", "NNPS"})
_PHRASES = frozenset({"NP", "NML", "NX", "NAC", "WHNP"})
_WITHIN = word_set("of the & de del della di da la le van von der den bin ibn al el y du")
_TITLES = word_set(
    "mr. mrs. ms. mr mrs ms dr. dr prof. prof professor sen. sens. senator rep. reps. "
    "representative gov. governor gen. lt. col. capt. captain sgt. sergeant maj. cpl. adm. rev. "
    "hon. president vice premier chancellor prime minister congressman congresswoman mayor "
    "secretary ambassador judge sheriff detective spokesman spokeswoman chairman chairwoman leader "
    "ceo"
)
_TIMES = WEEKDAYS | MONTHS
_KNOWN_BY_OF = word_set(
    "academy agency army assembly association bank bay bishop board book bureau cape chamber "
    "church city college commission committee company congress council county court declaration "
    "department district duke earl empire federation fund gulf hall house institute institution "
    "isle king kingdom league library lord ministry museum office organization party prince "
    "princess province queen republic school secretary society state states strait union university"
)


def find_names(phrases: Phrases) -> Iterator[list[int]]:
    """The words of each name, in order.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(NP (NNP President) (NNP Barack) (NNP Obama) (POS 's))")
    >>> list(find_names(lay_out(tree)))
    [[1, 2]]
    """
    for node, label in enumerate(phrases.labels):
        if label not in _PHRASES or not phrases.children[node]:
            continue
        run: list[int] = []
        for child in [*phrases.children[node], -1]:
            words = _part(phrases, child) if child >= 0 else []
            if words:
                run += words
            else:
                yield from _name(phrases, run)
                run = []
        yield from _name_with_of(phrases, node)


def _part(phrases: Phrases, node: int) -> list[int]:
    """The words that a child of a noun phrase adds to a name; none if it is no part of one."""
    word = phrases.head_words[node]
    if phrases.children[node]:
        return _flat_name(phrases, node) if phrases.labels[node] != "NP" else []
    return [word] if _is_name(phrases, word) or phrases.words[word] in _WITHIN else []


def _is_name(phrases: Phrases, word: int) -> bool:
    return phrases.tags[word] in _NAME_TAGS and phrases.words[word] not in _TIMES


def _flat_name(phrases: Phrases, node: int) -> list[int]:
    """The words of a phrase of nothing but proper nouns."""
    children = phrases.children[node]
    words = [phrases.head_words[child] for child in children if not phrases.children[child]]
    is_flat = len(words) == len(children) and phrases.labels[node] in _PHRASES
    return words if is_flat and all(_is_name(phrases, word) for word in words) else []


def _name(phrases: Phrases, run: Sequence[int]) -> Iterator[list[int]]:
    """The name at the end of a run, and the one before its title: Long Beach Mayor John Doe."""
    titles = [n for n, word in enumerate(run[:-1]) if phrases.words[word] in _TITLES]
    parts = [run[: titles[0]], run[titles[-1] + 1 :]] if titles else [run]
    for part in parts:
        names = [n for n, word in enumerate(part) if _is_name(phrases, word)]
        if len(names) > 1:
            yield list(part[names[0] : names[-1] + 1])


def _name_with_of(phrases: Phrases, node: int) -> Iterator[list[int]]:
    """Bank of America: a name, and "of" with another."""
    if [phrases.labels[child] for child in phrases.children[node][:2]] != ["NP", "PP"]:
        return
    head, of = phrases.children[node][:2]
    inner = phrases.children[of]
    if len(inner) != 2 or phrases.word(inner[0]) != "of" or phrases.word(head) not in _KNOWN_BY_OF:
        return
    before, after = (_without_article(phrases, part) for part in (head, inner[1]))
    if before and after:
        yield list(range(before[0], after[-1] + 1))  # with an article within


def _without_article(phrases: Phrases, node: int) -> list[int]:
    """The words of a name without the article before it; none if others are among them."""
    children = phrases.children[node]
    words = [phrases.head_words[child] for child in children if not phrases.children[child]]
    if not children or len(words) < len(children):
        return []
    names = words[1:] if phrases.tags[words[0]] == "DT" else words
    return names if names and all(_is_name(phrases, word) for word in names) else []
