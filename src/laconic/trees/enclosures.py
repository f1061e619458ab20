"""Quotes and brackets that belong together."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.trees.words import plain_bracket

CLOSED_BY = {
    "``": "''", "`": "'", "(": ")", "[": "]", "{": "}",
    "（": "）", "「": "」", "『": "』", "【": "】",
}  # fmt: skip
CLOSING_QUOTES = frozenset({"''", "'", "」", "』"})
CLOSING_BRACKETS = frozenset(CLOSED_BY.values()) - CLOSING_QUOTES
# Quotes as text writes them, which words that were not cut by the tokeniser may still have.
_NAMES = {"“": "``", "„": "``", "«": "``", "”": "''", "»": "''", "‘": "`"}


def directed_marks(words: Sequence[str]) -> list[str]:
    """The words, with brackets for their names and straight quotes by turns opening and closing.

    >>> directed_marks(['"', "Go", '"', "-LRB-", "”"])
    ['``', 'Go', "''", '(', "''"]
    """
    forms = []
    is_open = False
    for word in words:
        if word == '"':
            is_open = not is_open
            forms.append("``" if is_open else "''")
        else:
            forms.append(_NAMES.get(word, plain_bracket(word)))
    return forms


def find_enclosures(forms: Sequence[str]) -> list[tuple[int, int]]:
    """Where marks open and close what stands between them, inner ones first.

    What closes something opens nothing, and what was opened within and not closed has no partner.

    >>> find_enclosures(["``", "Go", "(", "now", ")", "''", "''"])
    [(2, 4), (0, 5)]
    """
    opened: list[tuple[str, int]] = []
    found = []
    for place, form in enumerate(forms):
        if form in CLOSED_BY:
            opened.append((CLOSED_BY[form], place))
            continue
        depth = next((n for n, (by, _) in enumerate(reversed(opened)) if by == form), None)
        if depth is not None:
            del opened[len(opened) - depth :]
            found.append((opened.pop()[1], place))
    return found
