"""Rules as text, close to the paper's notation: `<S,VP> -> <[S NP_e VP_1], VP_1>`.

1. `[label …]` is a node; inside it stand nodes, variables or one word.
2. `NP_1` is a variable: the same number marks its partner on the other side; `NP_e` is a deleted
   one (ε). Variables are numbered along the source.
3. A backslash takes the next character as it is; in particular `\\[`, `\\]`, `\\\\`, and `\\_` in a
   word that would read as a variable. White space in a word is `\\s`, `\\t`, `\\n`, `\\r`.
4. The pair in front repeats the labels of the two roots; reading checks that it fits.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from laconic.errors import FormatError, RuleError
from laconic.grammar.rule import DELETED, Rule
from laconic.trees.tree import Tree, from_preorder

_ARROW = " -> "
_ATOM = re.compile(r"(?:\\.|[^\\\s\[\]])+", re.ASCII | re.DOTALL)
_VARIABLE = re.compile(r"((?:\\.|[^\\])+)_(e|[0-9]+)", re.DOTALL)
_LOOKS_LIKE_VARIABLE = re.compile(r"_(?=(?:e|[0-9]+)$)")
_SPACES = re.compile(r"[ \t]*")
_TO_ESCAPE = re.compile(r"[\\\[\]\s]", re.ASCII)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_LETTERS = {" ": "s", "\t": "t", "\n": "n", "\r": "r", "\v": "v", "\f": "f"}
_FROM_LETTERS = {letter: space for space, letter in _LETTERS.items()}


def render_rule(rule: Rule) -> str:
    """A rule on one line; `parse_rule` reads it back."""
    return join_sides(rule.source.label, rule.target.label, *render_sides(rule))


def join_sides(source_label: str, target_label: str, source: str, target: str) -> str:
    """A rule's text from the labels of its roots and the texts of its sides.

    >>> join_sides("NP", "NN", "[NP DT_e NN_1]", "NN_1")
    '<NP,NN> -> <[NP DT_e NN_1], NN_1>'
    """
    return f"{_join_roots(source_label, target_label)}{_ARROW}<{source}, {target}>"


def render_sides(rule: Rule, *, words: bool = True) -> tuple[str, str]:
    """Both sides of a rule with their variables marked, with or without their words.

    >>> rule = parse_rule("<NP,NN> -> <[NP DT_e [NN dog]], [NN dog]>")
    >>> render_sides(rule, words=False)
    ('[NP DT_e NN]', 'NN')
    """
    source_marks: list[str] = []
    target_marks = [""] * (len(rule.links) - rule.links.count(DELETED))
    for link in rule.links:
        if link == DELETED:
            source_marks.append("e")
        else:
            target_marks[link] = str(len(source_marks) - source_marks.count("e") + 1)
            source_marks.append(target_marks[link])
    return (
        render_fragment(rule.source, source_marks, words=words),
        render_fragment(rule.target, target_marks, words=words),
    )


def render_word_copy(label: str, word: str) -> str:
    """The text of the rule that reproduces a word.

    >>> render_word_copy("NN", "dog")
    '<NN,NN> -> <[NN dog], [NN dog]>'
    """
    leaf = f"[{escape_label(label)} {escape_word(word)}]"
    return join_sides(label, label, leaf, leaf)


def render_fragment(fragment: Tree, marks: list[str] | None = None, *, words: bool = True) -> str:
    """A fragment in square brackets, its variables marked with these numbers, or not at all.

    Without its words a preterminal is written as its label alone.

    >>> render_fragment(Tree("NP", [Tree("DT"), Tree("NN", word="dog")]), ["1"])
    '[NP DT_1 [NN dog]]'
    """
    remaining = iter(marks) if marks is not None else None
    parts: list[str] = []
    pending: list[Tree | str] = [fragment]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.word is not None:
            label = escape_label(item.label)
            parts.append(f"[{label} {escape_word(item.word)}]" if words else label)
        elif not item.children:
            mark = "" if remaining is None else "_" + next(remaining)
            parts.append(escape_label(item.label) + mark)
        else:
            parts.append("[" + escape_label(item.label))
            pending.append("]")
            for child in reversed(item.children):
                pending += [child, " "]
    return "".join(parts)


def parse_rule(text: str) -> Rule:
    """The rule that a line of text stands for.

    >>> parse_rule("<NP,NN> -> <[NP DT_e NN_1], NN_1>").links
    (-1, 0)
    """
    text = text.strip(" \t\r\n")
    arrow = text.find(_ARROW)
    if arrow < 0:
        raise FormatError(_shortened(text), "a rule: <X,Y> -> <source, target>")
    start = arrow + len(_ARROW)
    if not text.startswith("<", start) or not text.endswith(">"):
        raise FormatError(
            _shortened(text[start:]), "<source, target> after the arrow", column=start + 1
        )
    reader = _Reader(text[:-1], start + 1)
    reader.expect("[", "'[': the source side is a node")
    source, source_marks = reader.fragment("the source side")
    reader.take(",")
    target, target_marks = reader.fragment("the target side")
    reader.take_end()
    rule = Rule(source, target, _links(source_marks, target_marks))
    roots = _join_roots(rule.source.label, rule.target.label)
    if text[:arrow] != roots:
        raise FormatError(_shortened(text[:arrow]), f"{roots} before the arrow")
    return rule


def _links(source_marks: list[str], target_marks: list[str]) -> tuple[int, ...]:
    if "e" in target_marks:
        raise RuleError("a variable of the target side is marked _e; only source nodes are deleted")
    for side, marks in (("source", source_marks), ("target", target_marks)):
        kept = [mark for mark in marks if mark != "e"]
        if len(set(kept)) != len(kept):
            raise RuleError(f"a variable's number occurs twice on the {side} side")
    places = {mark: place for place, mark in enumerate(target_marks)}
    unlinked = {mark for mark in source_marks if mark != "e"} ^ set(target_marks)
    if unlinked:
        raise RuleError(f"variable {min(unlinked)} occurs on one side only; mark deleted ones _e")
    return tuple(DELETED if mark == "e" else places[mark] for mark in source_marks)


class _Reader:
    """Reads fragments from a text, keeping a place in it."""

    def __init__(self, text: str, place: int) -> None:
        self.text, self.place = text, place

    def fragment(self, side: str) -> tuple[Tree, list[str]]:
        """The fragment at this place, and the marks of its variables, left to right."""
        fragment = _Fragment()
        while not fragment.complete:
            self._skip_spaces()
            start, character = self.place, self.text[self.place : self.place + 1]
            if character == "[":
                self.place += 1
                self._skip_spaces()
                expected = fragment.open_node(_unescaped(self._atom("a label")))
            elif character == "]":
                self.place += 1
                expected = fragment.close_node()
            else:
                atom = self._atom("']'" if fragment.open_nodes else side)
                variable = _VARIABLE.fullmatch(atom)
                if variable:
                    expected = fragment.add_variable(_unescaped(variable[1]), variable[2])
                else:
                    expected = fragment.add_word(_unescaped(atom))
            if expected:
                self.place = start
                self._fail(expected)
        return from_preorder(fragment.labels, fragment.counts, fragment.words), fragment.marks

    def expect(self, mark: str, expected: str) -> None:
        """Fail unless this mark is what comes next."""
        self._skip_spaces()
        if not self.text.startswith(mark, self.place):
            self._fail(expected)

    def take(self, mark: str) -> None:
        self.expect(mark, repr(mark))
        self.place += len(mark)

    def take_end(self) -> None:
        self._skip_spaces()
        if self.place != len(self.text):
            self._fail("'>' at the end")

    def _atom(self, expected: str) -> str:
        match = _ATOM.match(self.text, self.place)
        if match is None:
            self._fail(expected)
        self.place = match.end()
        return match.group()

    def _skip_spaces(self) -> None:
        match = _SPACES.match(self.text, self.place)
        self.place = match.end() if match else self.place

    def _fail(self, expected: str) -> NoReturn:
        found = _shortened(self.text[self.place :]) if self.text[self.place :] else "the end"
        raise FormatError(found, expected, column=self.place + 1)


class _Fragment:
    """A fragment as far as it has been read; each step answers with what was expected instead."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.counts: list[int] = []
        self.words: list[str | None] = []
        self.marks: list[str] = []
        self.open_nodes: list[int] = []

    @property
    def complete(self) -> bool:
        return bool(self.labels) and not self.open_nodes

    def open_node(self, label: str) -> str:
        expected = self._add_node(label)
        self.open_nodes.append(len(self.labels) - 1)
        return expected

    def add_variable(self, label: str, mark: str) -> str:
        self.marks.append(mark)
        return self._add_node(label)

    def add_word(self, word: str) -> str:
        if not self.open_nodes or self.counts[self.open_nodes[-1]]:
            return "a node, or a variable with its number, such as NP_1 or NP_e"
        if self.words[self.open_nodes[-1]] is not None:
            return self._only_word(self.open_nodes[-1])
        self.words[self.open_nodes[-1]] = word
        return ""

    def close_node(self) -> str:
        if not self.open_nodes:
            return "a node or a variable"
        node = self.open_nodes.pop()
        empty = not self.counts[node] and self.words[node] is None
        return "a word, a variable or a node" if empty else ""

    def _only_word(self, node: int) -> str:
        word = self.words[node]
        return f"']' after the word {word!r} (a variable has a number: {word}_1, or {word}_e)"

    def _add_node(self, label: str) -> str:
        if self.open_nodes:
            parent = self.open_nodes[-1]
            if self.words[parent] is not None:
                return self._only_word(parent)
            self.counts[parent] += 1
        self.labels.append(label)
        self.counts.append(0)
        self.words.append(None)
        return ""


def _join_roots(source_label: str, target_label: str) -> str:
    return f"<{escape_label(source_label)},{escape_label(target_label)}>"


@lru_cache(maxsize=65_536)
def escape_label(text: str) -> str:
    """A label as rules write it."""
    if not text:
        raise RuleError("an empty label or word cannot be written")
    return _TO_ESCAPE.sub(lambda match: "\\" + _LETTERS.get(match[0], match[0]), text)


def escape_word(word: str) -> str:
    """A word as rules write it."""
    return _LOOKS_LIKE_VARIABLE.sub(r"\\_", escape_label(word))


def _unescaped(atom: str) -> str:
    if "\\" not in atom:
        return atom
    return _ESCAPED.sub(lambda match: _FROM_LETTERS.get(match[1], match[1]), atom)


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
