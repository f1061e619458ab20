"""The grammar that each training pair may use: all of it, or what is also seen elsewhere.

A grammar from the very pairs that weights are learned from has a rule for everything, so coverage
rules are never needed in training, and learned to be bad (end of section 4). With folds, a pair
does without the rules that only its own fold has; leaving one out, each pair is its own fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.config import GrammarFrom
from laconic.corpus import Pair
from laconic.decoding.forest import Forest
from laconic.grammar.coverage import Origin
from laconic.grammar.extraction import Extracted
from laconic.grammar.packed import PackedGrammar, pack
from laconic.grammar.rule import Rule
from laconic.induction import Extraction, ExtractionOptions, extract_grammar

NO_FOLD = -2  # of a pair that gave no rules
_SEVERAL = -1


@dataclass(frozen=True, eq=False, slots=True)
class FoldedGrammar:
    """A grammar, and for each rule the only fold that has it, or −1."""

    packed: PackedGrammar
    extraction: Extraction
    only_folds: NDArray[np.int64]

    def part_for(self, forest: Forest, fold: int) -> tuple[Forest, NDArray[np.uint8]]:
        """The forest without rules that only this fold has, and the origins of its edges.

        A rule that coverage makes as well stays, as one of coverage.
        """
        arrays = forest.arrays
        rules = arrays.rules
        own = np.zeros(len(forest), dtype=bool)
        of_grammar = (rules >= 0) & (rules < len(self.only_folds))
        own[of_grammar] = self.only_folds[rules[of_grammar]] == fold
        origins = np.where(own, arrays.origins & ~np.uint8(Origin.TRAINING.value), arrays.origins)
        allowed = origins != 0
        if allowed.all():
            return forest, origins.astype(np.uint8)
        part = forest.mask(allowed)
        kept = part.whole_edges
        return part, origins[kept].astype(np.uint8) if kept is not None else origins


def extract_folds(
    pairs: Sequence[Pair],
    options: ExtractionOptions,
    *,
    grammar_from: GrammarFrom,
    folds: int,
    rules: Iterable[Rule] = (),
) -> FoldedGrammar:
    """The grammar of all pairs, and which rules only one fold has."""
    only: dict[Rule, int] = {}

    def see(number: int, extracted: list[Extracted]) -> None:
        fold = fold_of(number, len(pairs), grammar_from, folds)
        for rule, _ in extracted:
            if only.setdefault(rule, fold) != fold:
                only[rule] = _SEVERAL

    extraction = extract_grammar(
        pairs, options=options, rules=rules, seen=None if grammar_from == "same" else see
    )
    grammar = extraction.grammar
    owners = [only.get(rule, _SEVERAL) for rule in grammar.rules]
    return FoldedGrammar(pack(grammar), extraction, np.array(owners, dtype=np.int64))


def fold_of(number: int, size: int, grammar_from: GrammarFrom, folds: int) -> int:
    """The fold of a pair; folds are runs of pairs, so that neighbours, often of one text, stay
    together.

    >>> [fold_of(number, 5, "folds", 2) for number in range(5)]
    [0, 0, 0, 1, 1]
    """
    return number * folds // size if grammar_from == "folds" else number
