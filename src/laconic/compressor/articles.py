"""Which form the article has before a word: "an old car" without "old" is "a car"."""

from __future__ import annotations

import re

ARTICLES = frozenset({"a", "an"})
# Spelt with a vowel and spoken with a consonant, or the other way round.
_CONSONANT = re.compile(
    r"eu|ewe|one(?![a-z])|once|ouija|u(?:bi|k|r[aeiou]|s[aeu]|t[eio])|uni(?![nmd])|unan"
)
_SILENT_H = re.compile(r"(?:heir|honest|honou?r|hour)")
_NUMBER = re.compile(r"8|11(?!\d)|18(?!\d)")
_LETTERS = re.compile(r"(?:[A-Z]\.?){2,}(?:s|'s)?")  # an abbreviation, or a word in capitals


def fit_article(article: str, word: str) -> str:
    """The article in the form that goes with a word; as it was where that is not sure.

    >>> [fit_article("a", word) for word in ("elderly", "car", "hour", "union", "11th", "FBI")]
    ['an', 'a', 'an', 'a', 'an', 'a']
    >>> fit_article("An", "unusual"), fit_article("An", "useful")
    ('An', 'A')
    """
    if not word[:1].isascii() or not word[:1].isalnum() or _LETTERS.fullmatch(word):
        return article
    lower = word.lower()
    if lower[0].isdigit():
        is_vowel = _NUMBER.match(lower) is not None
    elif lower[0] in "aeiou":
        is_vowel = _CONSONANT.match(lower) is None
    else:
        is_vowel = _SILENT_H.match(lower) is not None
    return article[0] + "n" * is_vowel
