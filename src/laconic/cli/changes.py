"""What a compression changed, word by word, as pieces of a line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from laconic.cli.painting import Look, Piece
from laconic.compressor.rendering import Source
from laconic.parsing.tokens import Token, tokenise

_LINE_BREAK = re.compile(r"\s*[\r\n]\s*")


def one_line(text: str) -> str:
    r"""A text in one line.

    >>> one_line("Stay\r\n  here.")
    'Stay here.'
    """
    return _LINE_BREAK.sub(" ", text) if "\n" in text or "\r" in text else text


def strike_out(source: Source, kept: Collection[int]) -> Iterator[Piece]:
    """A sentence with the tokens that are gone standing out.

    >>> source = Source("So it rained.", tuple(tokenise("So it rained.")))
    >>> [(piece.text, piece.look) for piece in strike_out(source, {1, 2, 3})]
    [('So', 'gone'), (' it rained.', 'plain')]
    """
    looks: list[Look] = [
        "plain" if place in kept else "gone" for place in range(len(source.tokens))
    ]
    return _pieces(source.text, list(source.tokens), looks)


def find_changes(source: str, text: str) -> Iterator[Piece]:
    """A sentence and what came of it as one line, case aside: what is gone, new, and the same.

    >>> [(piece.text, piece.look) for piece in find_changes("So it rained.", "It rained.")]
    [('So', 'gone'), (' ', 'plain'), ('It rained.', 'plain')]
    """
    before, after = tokenise(source), tokenise(text)
    one, two = ([token.form.casefold() for token in tokens] for tokens in (before, after))
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    place = 0
    for kind, start, end, first, last in matcher.get_opcodes():
        if end > start:
            yield from _space(source[place : before[start].start])
            place = before[end - 1].end
        if kind == "equal":
            yield Piece(one_line(text[after[first].start : after[last - 1].end]))
            continue
        if end > start:
            yield Piece(one_line(source[before[start].start : place]), "gone")
        if last > first:
            yield Piece(one_line(text[after[first].start : after[last - 1].end]), "new")
    yield from _space(source[place:])


def _space(gap: str) -> Iterator[Piece]:
    if gap:
        yield Piece(one_line(gap))


def _pieces(text: str, tokens: list[Token], looks: list[Look]) -> Iterator[Piece]:
    """Runs of tokens that look the same, with what stands between them."""
    start = place = 0
    for at, token in enumerate(tokens):
        if at and looks[at] != looks[at - 1]:
            # White space beside what is gone is nobody's.
            edge = place if looks[at] == "plain" else token.start
            yield Piece(one_line(text[start:edge]), looks[at - 1])
            start = edge
        place = token.end
    if tokens:
        yield Piece(one_line(text[start:]), looks[-1])
