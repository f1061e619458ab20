"""What the tokens of a treebank stand for in plain text: quotes and brackets have names there."""

from __future__ import annotations

BRACKETS = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
}  # fmt: skip
_PLAIN = {"``": '"', "''": '"', **BRACKETS}


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
