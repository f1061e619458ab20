"""Tokens put together as running text again.

Tokens that stood side by side keep what was written between them. Elsewhere one set of rules
decides whether a space is written, for tokens of a source and for new words alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from laconic.parsing.abbreviations import is_abbreviation
from laconic.parsing.tokens import CLITICS, FUSED, Token
from laconic.trees.words import plain_word

_NO_SPACE_BEFORE = frozenset({",", ".", ";", ":", "''", "'", ")", "]", "}", "%", "...", "…"})
_NO_SPACE_AFTER = frozenset({"``", "`", "(", "[", "{"})
_MARKS = re.compile(r"[!?]+")
_CURRENCY = re.compile(r"[A-Z]{0,3}\$|[£€¥₹#]")
_FUSED_PAIRS = frozenset((word[:cut], word[cut:]) for word, cut in FUSED.items())


def detokenise(words: Sequence[str]) -> str:
    """Words of a tree as running text.

    >>> detokenise(["``", "We", "ca", "n't", "pay", "$", "5", ",", "''", "he", "said", "."])
    '"We can\\'t pay $5," he said.'
    """
    return rebuild("", words)


def rebuild(text: str, items: Iterable[Token | str]) -> str:
    """What is left of a text: tokens that were cut from it, and new words between them.

    >>> from laconic.parsing.tokens import tokenise
    >>> text = "He said (in the  U.S.) it’s over."
    >>> tokens = tokenise(text)
    >>> rebuild(text, tokens) == text
    True
    >>> rebuild(text, [tokens[0], "claimed", *tokens[7:]])
    'He claimed it’s over.'
    """
    parts: list[str] = []
    before: Token | str | None = None
    before_form = ""
    in_quotes = False
    for item in items:
        form = _form(item, in_quotes)
        in_quotes = form == "``" or (in_quotes and form != "''")
        if before is not None:
            between = _between(text, before, item)
            if between is None:
                between = " " if _is_spaced(before_form, form) else ""
            parts.append(between)
        parts.append(_surface(text, before, item, before_form))
        before, before_form = item, form
    return "".join(parts)


def _form(item: Token | str, in_quotes: bool) -> str:
    if isinstance(item, Token):
        return item.form
    if item == '"':
        return "''" if in_quotes else "``"
    return item if item in ("``", "''") else plain_word(item)


def _between(text: str, before: Token | str, item: Token | str) -> str | None:
    """What the source has between two of its tokens; None if they are no neighbours there."""
    if isinstance(before, str) or isinstance(item, str):
        return None
    if item.start == before.end:
        return ""
    gap = text[before.end : item.start]
    return gap if gap.isspace() else None


def _surface(text: str, before: Token | str | None, item: Token | str, before_form: str) -> str:
    if isinstance(item, Token):
        written = text[item.start : item.end]
    else:
        written = "'" if item == "`" else plain_word(item)
    if written == "." and _has_stop(before_form):
        # Two full stops are written only where the source itself has two.
        stood_so = before is not None and _between(text, before, item) is not None
        return written if stood_so else ""
    return written


def _has_stop(form: str) -> bool:
    return form.endswith(".") and is_abbreviation(form[:-1])


def _is_spaced(left: str, right: str) -> bool:
    """Is there a space between two words that did not stand side by side?

    >>> _is_spaced("dog", "barks"), _is_spaced("dog", ","), _is_spaced("do", "n't")
    (True, False, False)
    """
    small = right.lower().replace("’", "'")
    if right in _NO_SPACE_BEFORE or small in CLITICS or _MARKS.fullmatch(right):
        return right == "." and left.endswith("..")
    if left in _NO_SPACE_AFTER or (left.lower().replace("’", "'"), small) in _FUSED_PAIRS:
        return False
    return not (_CURRENCY.fullmatch(left) and right[:1] in ".0123456789")
