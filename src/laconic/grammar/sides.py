"""`Sides`: all that features look at in a rule, as text.

1. The sides of a rule are read off its trees.
2. Rules made for a production or a word are known by what they keep. A flat node has a thousand of
   them, so their sides are put together from the labels, and no tree is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from laconic.grammar.coverage import Choice, Production
from laconic.grammar.notation import (
    escape_label,
    escape_word,
    join_sides,
    render_fragment,
    render_sides,
)
from laconic.grammar.rule import Rule
from laconic.trees.tree import Tree

Pair = tuple[str, str]
Lists = tuple[Sequence[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Sides:
    """What is on the two sides of a rule, the source first.

    `labels` are those of leaves, and `words` what they hold, as rules write them. Fragments are
    `plain`, or have their variables `marked`; without words both are `unlexicalised` first.
    """

    roots: Pair
    labels: Lists
    words: Lists
    plain: Pair
    marked: Pair
    unlexicalised_plain: Pair
    unlexicalised_marked: Pair

    @property
    def text(self) -> str:
        """The rule as text."""
        return join_sides(*self.roots, *self.marked)


def sides_of(rule: Rule) -> Sides:
    """The sides of a rule.

    >>> from laconic.grammar.notation import parse_rule
    >>> sides = sides_of(parse_rule("<NP,NN> -> <[NP DT_e [NN dog]], [NN dog]>"))
    >>> sides.roots, sides.labels, sides.words, sides.unlexicalised_marked
    (('NP', 'NN'), (['DT', 'NN'], ['NN']), (['dog'], ['dog']), ('[NP DT_e NN]', 'NN'))
    """
    source, target = rule.source, rule.target
    return Sides(
        (source.label, target.label),
        (_labels(source), _labels(target)),
        (list(map(escape_word, source.words())), list(map(escape_word, target.words()))),
        (render_fragment(source), render_fragment(target)),
        render_sides(rule),
        (render_fragment(source, words=False), render_fragment(target, words=False)),
        render_sides(rule, words=False),
    )


def _labels(side: Tree) -> list[str]:
    return [escape_label(leaf.label) for leaf in side.leaves()]


def word_sides(label: str, word: str) -> Sides:
    """The sides of the rule that reproduces a word."""
    name, form = escape_label(label), escape_word(word)
    leaf, bare = (f"[{name} {form}]",) * 2, (name, name)
    return Sides((label, label), ([name], [name]), ([form], [form]), leaf, leaf, bare, bare)


class ProductionSides:
    """The sides of rules that keep children of one production."""

    def __init__(self, production: Production) -> None:
        self._label, self._children = production
        self._names = [escape_label(child) for child in self._children]
        self._gone = [f"{name}_e" for name in self._names]
        self._source = self._under(self._names)

    def of(self, choice: Choice) -> Sides:
        """The sides of the rule that keeps these children."""
        marks, numbered = self._gone.copy(), []
        for number, place in enumerate(choice.kept, start=1):
            marks[place] = f"{self._names[place]}_{number}"
            numbered.append(marks[place])
        kept = [self._names[place] for place in choice.kept]
        root = self._children[choice.kept[0]] if choice.alone else self._label
        plain = self._source, kept[0] if choice.alone else self._under(kept)
        marked = self._under(marks), numbered[0] if choice.alone else self._under(numbered)
        labels = self._names, kept
        return Sides((self._label, root), labels, ((), ()), plain, marked, plain, marked)

    def _under(self, items: Sequence[str]) -> str:
        return f"[{escape_label(self._label)} {' '.join(items)}]"
