"""What benchmarks/search.py measures with: grammars, a language model, sentences, and scores."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from language_model import open_lines  # noqa: E402
from pairs import SAMPLES, SHARED_DATA, onestop_pairs  # noqa: E402

from laconic.corpus import read_pairs, write_pairs  # noqa: E402
from laconic.decoding.forest import Forest  # noqa: E402
from laconic.decoding.matcher import Matcher  # noqa: E402
from laconic.decoding.scores import RuleScores  # noqa: E402
from laconic.grammar.coverage import Coverage  # noqa: E402
from laconic.grammar.grammar import Entry, Grammar  # noqa: E402
from laconic.grammar.notation import render_rule  # noqa: E402
from laconic.grammar.packed import (  # noqa: E402
    PackedGrammar,
    open_packed,
    pack,
    pack_rules,
    write_packed,
)
from laconic.grammar.rule import Rule  # noqa: E402
from laconic.induction import ExtractionOptions, extract_grammar, tree_pairs  # noqa: E402
from laconic.scoring.estimation import build_lm_from_sentences  # noqa: E402
from laconic.scoring.ngram import NgramModel  # noqa: E402
from laconic.trees.tree import Tree, fold  # noqa: E402

FloatArray = NDArray[np.float64]


@dataclass
class Material:
    """What forests are made of and searched with."""

    grammar_file: Path
    lm: NgramModel
    pairs: list[tuple[Tree, Tree]]

    def __post_init__(self) -> None:
        self.matchers = {
            "thin": Matcher(Grammar({}), Coverage()),
            "real": Matcher(open_packed(self.grammar_file), Coverage()),
        }
        self.rule_scores = {
            name: RuleScores(
                matcher,
                lambda _rule, _origin: float(np.log10(0.3)) - 2,
                grammar_scores=np.log10(matcher.grammar.arrays["counts"] + 0.3) - 2,
            )
            for name, matcher in self.matchers.items()
        }

    def match(self, name: str, tree: Tree) -> tuple[Forest, FloatArray]:
        forest = self.matchers[name].match(tree)
        return forest, self.score(name, forest)

    def score(self, name: str, forest: Forest) -> FloatArray:
        words = forest.sum_words(np.ones(len(forest.words)))
        scores: FloatArray = self.rule_scores[name].score_edges(forest) + 1.6 * words
        return scores


def prepare(folder: Path) -> Material:
    """The material in a folder, built if it is not there."""
    grammar, lm, pairs = folder / "grammar.packed", folder / "trigram.lm", folder / "pairs.jsonl"
    if not pairs.exists():
        corpus = onestop_pairs() if SHARED_DATA.is_dir() else list(read_pairs(SAMPLES))
        training = [pair for number, pair in enumerate(corpus) if number % 8]
        write_packed(
            pack(extract_grammar(training, options=ExtractionOptions(bound=1)).grammar), grammar
        )
        lines = open_lines() if SHARED_DATA.is_dir() else sample_lines()
        build_lm_from_sentences(lines, lm)
        write_pairs(corpus[::8], pairs)
    held_out = [trees for pair in read_pairs(pairs) for trees in tree_pairs(pair)]
    some = [trees for trees in held_out if 10 <= len(trees[0].words()) <= 32]
    return Material(grammar, NgramModel(lm), some)


def sample_lines() -> list[str]:
    return (ROOT / "samples" / "sentences.txt").read_text(encoding="utf-8").splitlines()


def spread(items: Sequence[tuple[Tree, Tree]], count: int) -> list[tuple[Tree, Tree]]:
    return list(islice(items[:: max(1, len(items) // count)], count))


def long_tree(clauses: Sequence[Tree], words: int, start: int) -> Tree:
    """Clauses side by side until there are about so many words; short ones for short trees."""
    chosen: list[Tree] = []
    length = 0
    for number in range(len(clauses)):
        clause = clauses[(start * 37 + number) % len(clauses)]
        size = len(clause.words())
        if length + size <= words * 1.1:
            chosen.append(clause)
            length += size
        if length >= words * 0.9:
            break
    return Tree("TOP", [chosen[0] if len(chosen) == 1 else Tree("S", chosen)])


def enlarged(small: PackedGrammar, size: int) -> PackedGrammar:
    """A grammar of so many rules: this one, and copies of its rules with words spelled anew."""
    rules: dict[str, tuple[Rule, Entry]] = {}
    copy = 0
    while len(rules) < size:
        for number in range(len(small)):
            rule = respelled(small.rule(number), copy)
            rules[render_rule(rule)] = rule, small.entry(number)
        copy += 1
    return pack_rules([(text, *rules[text]) for text in sorted(rules)][:size])


def respelled(rule: Rule, copy: int) -> Rule:
    """The rule with other words, or, if its source side has none, with other labels."""
    if copy == 0:
        return rule
    has_words = bool(rule.source.words())

    def respell(node: Tree, children: list[Tree]) -> Tree:
        word = None if node.word is None else f"{node.word}~{copy}"
        return Tree(node.label if has_words else f"{node.label}~{copy}", children, word=word)

    return Rule(fold(rule.source, respell), fold(rule.target, respell), rule.links)
