"""Bracketed trees, Penn style: `(TOP (NP (DT the) (NN dog)))`, in and out.

1. Round brackets and ASCII white space are structure; anything else is part of a label or word.
   Trees may share a line or run over several.
2. A node is `(label child …)` or `(label word)`. The label of a top node may be empty, as in the
   Penn Treebank: `( (S …))`; it reads as TOP.
3. Inside a word, `-LRB-` and `-RRB-` stand for round brackets (`-LSB-`, `-LCB-` and their right
   partners for square and curly ones), `\\/` and `\\*` for `/` and `*`, `\\\\` for a backslash, and
   `\\-LRB-` for the five characters themselves. Labels are taken as they are.
4. Whatever is read can be written and reads back the same. Words and labels that this form cannot
   hold (white space, empty, brackets in a label) are refused when writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from laconic.errors import FormatError, TreeError
from laconic.files import read_lines
from laconic.trees.labels import ROOT_LABEL, without_function_tags, without_traces
from laconic.trees.tree import Tree, from_preorder
from laconic.trees.words import BRACKETS

_TOKEN = re.compile(r"[()]|[^()\s]+", re.ASCII)
_ESCAPE = re.compile(r"\\([\\/*-])|(-[LR][RSC]B-)")
# Also where the name of a bracket only begins: its end may come from what follows.
_NEEDS_ESCAPE = re.compile(r"[()\\]|-(?=[LR][RSC]B)")
# A root by one of its names and another bracket, or two brackets with labels.
_STARTS_LIKE_TREE = re.compile(
    r"\s*+\(\s*+(?:(?:TOP|ROOT|S1|VROOT)\s*+\("
    r"|[^\s()a-z]*+\s*+\(\s*+[^\s()a-z]*+(?:\(|\s++[^\s)]))"
)
_UNWRITABLE = re.compile(r"\s", re.ASCII)
_UNWRITABLE_LABEL = re.compile(r"[\s()]", re.ASCII)


def looks_like_tree(text: str) -> bool:
    """Whether a string is meant as a tree: it opens two brackets, both with labels, and closes one.

    The label of the first may be left out. Labels have no small letters, unlike text in brackets;
    below a root by name (TOP, ROOT, S1, VROOT) they may.

    >>> [looks_like_tree(text) for text in ("(TOP (UH Yes))", "(Laughter) Yes.", "(see (a) above)")]
    [True, False, False]
    """
    return bool(_STARTS_LIKE_TREE.match(text)) and text.rstrip().endswith(")")


def parse(text: str) -> Tree:
    """The one tree in a text.

    >>> parse("(NP (DT the) (NN dog))").words()
    ['the', 'dog']
    """
    trees = parse_all(text)
    first = next(trees, None)
    if first is None:
        raise FormatError("the end of the text", "a tree", line=1)
    if next(trees, None) is not None:
        raise FormatError("a second tree", "one tree")
    return first


def parse_all(text: str, *, path: str | Path | None = None) -> Iterator[Tree]:
    """The trees in a text, in order; `path` is named in errors."""
    return _read_trees(iter(text.split("\n")), path)


def read_trees(
    path: str | Path, *, drop_traces: bool = False, drop_function_tags: bool = False
) -> Iterator[Tree]:
    """The trees of a file (plain or .gz), one at a time, so that a large one takes no memory.

    A tree that holds nothing but traces is left out when these are dropped.
    """
    with closing(read_lines(path)) as lines:
        for tree in _read_trees(lines, path):
            kept = without_traces(tree) if drop_traces else tree
            if kept is not None:
                yield without_function_tags(kept) if drop_function_tags else kept


def render(tree: Tree) -> str:
    """The tree in brackets, on one line. A frontier node is written as `(NP)`.

    >>> render(Tree("NP", [Tree("-LRB-", word="("), Tree("NN")]))
    '(NP (-LRB- -LRB-) (NN))'
    """
    _check_writable(tree)
    return render_unchecked(tree)


def render_unchecked(tree: Tree) -> str:
    """As `render`, for people: words and labels that would not read back are written anyway."""
    parts: list[str] = []
    pending: list[Tree | str] = [tree]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.word is not None:
            parts.append(f"({item.label} {_escaped(item.word)})")
        else:
            parts.append(f"({item.label}")
            pending.append(")")
            for child in reversed(item.children):
                pending += [child, " "]
    return "".join(parts)


def _read_trees(lines: Iterator[str], path: str | Path | None) -> Iterator[Tree]:
    reader = _Reader(path)
    for number, line in enumerate(lines, 1):
        for token in _TOKEN.finditer(line):
            tree = reader.take(token.group(), number, token.start() + 1)
            if tree is not None:
                yield tree
    reader.finish()


class _Reader:
    """Takes tokens one by one; gives a tree whenever a top-level bracket closes."""

    def __init__(self, path: str | Path | None) -> None:
        self.path = path
        self.labels: list[str] = []
        self.counts: list[int] = []
        self.words: list[str | None] = []
        self.open: list[tuple[int, int, int]] = []  # node, and the line and column of its bracket
        self.after_bracket = False

    def take(self, token: str, line: int, column: int) -> Tree | None:
        if token == "(":
            self._begin(line, column)
        elif token == ")":
            return self._end(line, column)
        elif self.after_bracket:
            self.labels[-1] = token
            self.after_bracket = False
        else:
            self._add_word(token, line, column)
        return None

    def finish(self) -> None:
        if self.open:
            node, line, column = self.open[-1]
            raise FormatError(
                "the end of the text",
                f"')' to close {self.labels[node] or 'the node'!r}, which opens here",
                path=self.path,
                line=line,
                column=column,
            )

    def _begin(self, line: int, column: int) -> None:
        if self.open:
            parent = self.open[-1][0]
            if self.after_bracket and len(self.open) > 1:
                raise self._error("'('", "a label", line, column)
            if self.words[parent] is not None:
                raise self._error("'('", "')' after a word", line, column)
            self.counts[parent] += 1
        self.after_bracket = True
        self.open.append((len(self.labels), line, column))
        self.labels.append(ROOT_LABEL if len(self.open) == 1 else "")
        self.counts.append(0)
        self.words.append(None)

    def _add_word(self, token: str, line: int, column: int) -> None:
        if not self.open:
            raise self._error(repr(token), "'('", line, column)
        node = self.open[-1][0]
        if self.counts[node]:
            raise self._error(repr(token), "'(' or ')': a word stands alone", line, column)
        if self.words[node] is not None:
            raise self._error(repr(token), "')' after a word", line, column)
        self.words[node] = _unescaped(token)

    def _end(self, line: int, column: int) -> Tree | None:
        if not self.open:
            raise self._error("')'", "'('", line, column)
        node = self.open[-1][0]
        if self.counts[node] == 0 and self.words[node] is None:
            raise self._error("')'", "a word or a child", line, column)
        self.open.pop()
        self.after_bracket = False
        if self.open:
            return None
        tree = from_preorder(self.labels, self.counts, self.words)
        self.labels, self.counts, self.words = [], [], []
        return tree

    def _error(self, found: str, expected: str, line: int, column: int) -> FormatError:
        return FormatError(found, expected, path=self.path, line=line, column=column)


def _unescaped(token: str) -> str:
    if "\\" not in token and "B-" not in token:
        return token
    return _ESCAPE.sub(lambda match: match[1] or BRACKETS[match[2]], token)


def _escaped(word: str) -> str:
    return _NEEDS_ESCAPE.sub(_escape, word)


def _escape(match: re.Match[str]) -> str:
    return {"(": "-LRB-", ")": "-RRB-"}.get(match[0], "\\" + match[0])


def _check_writable(tree: Tree) -> None:
    for node in tree.nodes():
        if not node.label or _UNWRITABLE_LABEL.search(node.label):
            raise TreeError(
                f"the label {node.label!r} cannot be written in brackets: "
                "empty, or with white space or a bracket"
            )
        if node.word is not None and (not node.word or _UNWRITABLE.search(node.word)):
            raise TreeError(
                f"the word {node.word!r} cannot be written in brackets: empty, or with white space"
            )
