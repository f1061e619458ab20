"""Sentences longer than the encoder reads: cut at a safe place, parsed in parts, joined again."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.parsing.pieces import PieceCutter
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.tree import Tree

# After which words it is safest to cut, the safest first.
_SAFE = (frozenset(".?!"), frozenset([";", "--", ":", "..."]), frozenset(","))
_JOINED_LABEL = "S"


def split_long(words: Sequence[str], cutter: PieceCutter, most_pieces: int) -> list[Sequence[str]]:
    """The sentence in parts of at most so many pieces (two are marks), each as long as is safe.

    A part ends after a full stop or its like, else after a semicolon, else after a comma, if there
    is one in its second half; else anywhere.
    """
    sizes = [len(pieces) for pieces in cutter.pieces_of(words)]
    parts: list[Sequence[str]] = []
    begin = 0
    while begin < len(words):
        end, room = begin, most_pieces - 2
        while end < len(words) and sizes[end] <= room:
            room -= sizes[end]
            end += 1
        if end < len(words):
            end = _safe_end(words, begin, end)
        parts.append(words[begin:end])
        begin = end
    return parts


def _safe_end(words: Sequence[str], begin: int, end: int) -> int:
    middle = (begin + end) // 2
    for marks in _SAFE:
        for place in range(end, middle, -1):
            if words[place - 1] in marks:
                return place
    return end


def join_parts(trees: Sequence[Tree]) -> Tree:
    """One tree of the trees of a sentence's parts.

    >>> go = Tree("TOP", [Tree("S", [Tree("VB", word="go")])])
    >>> join_parts([go, go])
    Tree('(TOP (S (S (VB go)) (S (VB go))))')
    """
    if len(trees) == 1:
        return trees[0]
    return Tree(
        ROOT_LABEL, [Tree(_JOINED_LABEL, [child for tree in trees for child in tree.children])]
    )
