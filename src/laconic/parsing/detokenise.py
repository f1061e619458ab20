"""Tokens put together as running text again.

Tokens that stood side by side keep what was written between them. Elsewhere one set of rules
decides whether a space is written, for tokens of a source and for new words alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from laconic.parsing.abbreviations import is_abbreviation
from laconic.parsing.tokens import CLITICS, FUSED, Token
from laconic.trees.words import plain_word

_NO_SPACE_BEFORE = frozenset([*",.;:)]}%…'،؛؟、。，；：！？।", "''", "..."])
_NO_SPACE_AFTER = frozenset({"``", "`", "(", "[", "{"})
_MARKS = re.compile(r"[!?]+")
_CURRENCY = re.compile(r"[A-Z]{0,3}\$|[£€¥₹#]")
# Marks that stand as close to the words around them as their text has it: a – b, a—b, a/b.
_AS_IN_TEXT = frozenset({"--", "-", "–", "—", "/"})
_PAUSES = frozenset({",", ";", ":", *_AS_IN_TEXT})
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
    return "".join(part for pair in rebuild_parts(text, items) for part in pair)


def lay_out(words: Sequence[str]) -> tuple[str, list[Token]]:
    """Words of a tree as running text, and where each of them stands in it.

    >>> lay_out(["Go", "!"])
    ('Go!', [Token(form='Go', start=0, end=2), Token(form='!', start=2, end=3)])
    """
    parts: list[str] = []
    tokens: list[Token] = []
    place = 0
    for word, (between, written) in zip(words, rebuild_parts("", words), strict=True):
        parts += between, written
        place += len(between) + len(written)
        # A full stop that is not written is the one of the abbreviation before it.
        tokens.append(Token(word, place - (len(written) or 1), place))
    return "".join(parts), tokens


def rebuild_parts(text: str, items: Iterable[Token | str]) -> Iterator[tuple[str, str]]:
    """What is written before each item, and for it."""
    before: Token | str | None = None
    before_form = ""
    in_quotes = False
    for item in items:
        form = _form(item, in_quotes)
        in_quotes = form == "``" or (in_quotes and form != "''")
        between: str | None = ""
        if before is not None:
            between = _between(text, before, item)
            if between is None:
                is_spaced = _is_spaced(before_form, form) and not _is_close(text, before, item)
                between = " " if is_spaced else ""
        yield between or "", _surface(text, before, item, before_form)
        before, before_form = item, form


def _form(item: Token | str, in_quotes: bool) -> str:
    form = item.form if isinstance(item, Token) else item
    if form == '"':
        return "''" if in_quotes else "``"
    return form if form in ("``", "''") else plain_word(form)


def _between(text: str, before: Token | str, item: Token | str) -> str | None:
    """What the source has between two of its tokens; None if they are no neighbours there."""
    if isinstance(before, str) or isinstance(item, str):
        return None
    if item.start == before.end:
        return ""
    gap = text[before.end : item.start]
    return gap if gap.isspace() else None


def _is_close(text: str, before: Token | str, item: Token | str) -> bool:
    """Is one of two a dash that stands close to its words in the text?

    >>> he, dash, left = Token("He", 0, 2), Token("--", 2, 3), Token("left", 4, 8)
    >>> _is_close("He— left", he, dash), _is_close("He— left", dash, left)
    (True, False)
    """
    if isinstance(item, Token) and item.form in _AS_IN_TEXT:
        return not text[max(item.start - 1, 0)].isspace()
    if isinstance(before, Token) and before.form in _AS_IN_TEXT:
        return not text[before.end : before.end + 1].isspace()
    return False


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
    if right in _NO_SPACE_BEFORE or _MARKS.fullmatch(right):
        return right == "." and left.endswith("..")
    if small in CLITICS:
        return left in _PAUSES
    if left in _NO_SPACE_AFTER or (left.lower().replace("’", "'"), small) in _FUSED_PAIRS:
        return False
    return not (_CURRENCY.fullmatch(left) and right[:1] in ".0123456789")


def widest_gaps(tokens: Sequence[Token]) -> list[int]:
    """For each token the most characters that `rebuild` writes before it, whichever others go.

    >>> from laconic.parsing.tokens import tokenise
    >>> widest_gaps(tokenise("Well,  go."))
    [0, 0, 2, 0]
    """
    may_part_stops = any(token.form.endswith("..") for token in tokens)
    gaps = [0] if tokens else []
    for before, token in pairwise(tokens):
        form, gap = token.form, token.start - before.end
        is_close = form in _NO_SPACE_BEFORE or _MARKS.fullmatch(form) is not None
        is_close |= form in _AS_IN_TEXT and gap == 0
        by_rule = not is_close or (form == "." and may_part_stops)
        gaps.append(max(int(by_rule), gap))
    return gaps
