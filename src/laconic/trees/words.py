"""Words: what the names of quotes and brackets stand for, sets of words, days and months."""

from __future__ import annotations

BRACKETS = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
}  # fmt: skip
_PLAIN = {"``": '"', "''": '"', **BRACKETS}


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for lists of words.

    >>> sorted(word_set("not never"))
    ['never', 'not']
    """
    return frozenset(text.split())


WEEKDAYS = word_set("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = word_set(
    "january february march april may june july august september october november december "
    "jan. feb. mar. apr. aug. sept. oct. nov. dec."
)


def plain_word(token: str) -> str:
    """A token as plain text writes it.

    >>> [plain_word(token) for token in ("``", "-LRB-", "dog")]
    ['"', '(', 'dog']
    """
    return _PLAIN.get(token, token)


def plain_bracket(token: str) -> str:
    """A bracket for its name; any other token as it is, quotes too.

    >>> [plain_bracket(token) for token in ("``", "-LRB-", "dog")]
    ['``', '(', 'dog']
    """
    return BRACKETS.get(token, token)
