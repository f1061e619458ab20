"""Rules made for a tree itself, in the form in which the native matcher takes them.

They come from `grammar/coverage`. Productions and words repeat from sentence to sentence, so what
was made is kept, up to a bound.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from laconic.grammar.coverage import Coverage, Origin, Production, copy_word
from laconic.grammar.notation import render_rule, render_word_copy
from laconic.grammar.rule import DELETED, Rule
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

    One is equal to itself only: it is what others keep things under.
    """

    key: Key
    origins: tuple[Origin, ...]
    codes: bytes
    texts: bytes
    production_rules: tuple[Rule, ...] = ()

    def __len__(self) -> int:
        return len(self.origins)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules themselves; those of words are made when they are wanted."""
        label, rest = self.key
        return (copy_word(label, rest),) if isinstance(rest, str) else self.production_rules


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
    origins = coverage.production_rules(production)
    texts = {rule: encode(render_rule(rule)) for rule in origins}
    rules = tuple(sorted(origins, key=texts.__getitem__))
    codes = [len(rules)]
    for rule in rules:
        kept = [place for place, link in enumerate(rule.links) if link != DELETED]
        form = _ALONE if rule.target.is_frontier else _UNDER
        codes += [origins[rule].value, form, len(texts[rule]), len(kept), *kept]
    return MadeRules(
        production,
        tuple(origins[rule] for rule in rules),
        struct.pack(f"={len(codes)}i", *codes),
        b"".join(texts[rule] for rule in rules),
        rules,
    )
