"""Rules made for a tree itself, in the form in which the native matcher takes them.

They come from `grammar/coverage`. Productions and words repeat from sentence to sentence, so what
was made is kept, up to a bound.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from laconic.grammar.coverage import Choice, Coverage, Origin, Production, copy_word, make_rule
from laconic.grammar.notation import render_word_copy
from laconic.grammar.rule import Rule
from laconic.grammar.sides import ProductionSides, Sides, word_sides
from laconic.trees.labels import Normalisation, normalise_word
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import encode

_UNDER, _ALONE, _WORD = 0, 1, 2  # forms, as in core/forest/made_rules.h
_MOST_PRODUCTIONS = 2_000  # kept at a time; with any choice of children each has dozens of rules
_MOST_WORDS = 100_000
_MOST_RULES = 200  # of one production

Key = Production | tuple[str, str]  # a production, or a tag and its word


@dataclass(frozen=True, eq=False)
class MadeRules:
    """The rules of a production or of a word, in the order of their texts.

    One is equal to itself only: it is what others keep things under. The rules of a production are
    known by what they keep, and made when they are wanted.
    """

    key: Key
    origins: tuple[Origin, ...]
    codes: bytes
    texts: bytes
    choices: tuple[Choice, ...] = ()

    def __len__(self) -> int:
        return len(self.origins)

    def rule(self, place: int) -> Rule:
        """One of the rules."""
        rule = self._rules.get(place)
        if rule is None:
            label, rest = self.key
            if isinstance(rest, str):
                rule = copy_word(label, rest)
            else:
                rule = make_rule((label, rest), self.choices[place])
            self._rules[place] = rule
        return rule

    def sides(self, place: int) -> Sides:
        """What features see of one of the rules."""
        label, rest = self.key
        if isinstance(rest, str):
            return word_sides(label, rest)
        return self._sides.of(self.choices[place])

    @cached_property
    def _rules(self) -> dict[int, Rule]:
        return {}

    @cached_property
    def _sides(self) -> ProductionSides:
        label, children = self.key
        return ProductionSides((label, tuple(children)))


@dataclass(slots=True)
class RuleMaker:
    """Makes the rules of trees, and keeps them."""

    coverage: Coverage
    normalisation: Normalisation
    productions: dict[Production, MadeRules] = field(default_factory=dict)
    words: dict[tuple[str, str], MadeRules] = field(default_factory=dict)

    def make(self, nodes: Iterable[Tree]) -> list[MadeRules]:
        """The rules of each node."""
        return [
            self._of_production((node.label, tuple([child.label for child in node.children])))
            if node.word is None
            else self._of_word((node.label, normalise_word(node.word, self.normalisation)))
            for node in nodes
        ]

    def _of_production(self, production: Production) -> MadeRules:
        made = self.productions.get(production)
        if made is None:
            made = _make_production(production, self.coverage)
            if len(self.productions) >= _MOST_PRODUCTIONS:
                self.productions.clear()
            # A flat node with hundreds of children has megabytes of rules, and seldom comes again.
            if len(made) <= _MOST_RULES:
                self.productions[production] = made
        return made

    def _of_word(self, key: tuple[str, str]) -> MadeRules:
        made = self.words.get(key)
        if made is None:
            text = encode(render_word_copy(*key))
            codes = struct.pack("=5i", 1, Origin.COPY.value, _WORD, len(text), 0)
            made = MadeRules(key, (Origin.COPY,), codes, text)
            if len(self.words) >= _MOST_WORDS:
                self.words.clear()
            self.words[key] = made
        return made


def _make_production(production: Production, coverage: Coverage) -> MadeRules:
    origins, sides = coverage.choices(production), ProductionSides(production)
    texts = {choice: encode(sides.of(choice).text) for choice in origins}
    choices = tuple(sorted(origins, key=texts.__getitem__))
    codes = [len(choices)]
    for choice in choices:
        form = _ALONE if choice.alone else _UNDER
        size = len(texts[choice])
        codes += [origins[choice].value, form, size, len(choice.kept), *choice.kept]
    return MadeRules(
        production,
        tuple([origins[choice] for choice in choices]),
        struct.pack(f"={len(codes)}i", *codes),
        b"".join([texts[choice] for choice in choices]),
        choices,
    )
