"""Labelled bracketing scores of parsed trees, counted as EVALB does with Collins's settings.

1. Words whose gold tag is a comma, colon, full stop or quote are out, in both trees, so that a
   wrongly tagged comma does not leave two sentences of different length. (EVALB goes by each
   tree's own tags, and leaves the sentence out when that happens.)
2. The virtual root is out, PRT counts as ADVP, function tags and traces are out.
3. A bracket is a label over a span; the same one twice (NP over NP) is matched as often as both
   trees have it. A bracket over nothing but punctuation is out.
4. Tags count over the words that are left, as in EVALB, and apart from that over all words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from itertools import compress
from operator import add

from laconic.errors import TreeError
from laconic.trees.labels import (
    strip_function_tags,
    with_root,
    without_traces,
)
from laconic.trees.tree import Tree

PUNCTUATION_TAGS = frozenset({",", ":", ".", "``", "''"})
_SAME_LABELS = {"PRT": "ADVP"}

Bracket = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class BracketScores:
    """Counts over sentences, and the rates that follow from them (0 to 1)."""

    sentences: int = 0
    exact: int = 0
    matched: int = 0
    gold: int = 0
    parsed: int = 0
    tags_right: int = 0  # of the words that are left
    words: int = 0
    all_tags_right: int = 0  # of all words, with punctuation
    all_words: int = 0

    @property
    def precision(self) -> float:
        return self.matched / self.parsed if self.parsed else 0.0

    @property
    def recall(self) -> float:
        return self.matched / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        total = self.gold + self.parsed
        return 2 * self.matched / total if total else 0.0

    @property
    def exact_match(self) -> float:
        return self.exact / self.sentences if self.sentences else 0.0

    @property
    def tag_accuracy(self) -> float:
        return self.tags_right / self.words if self.words else 0.0

    @property
    def all_tag_accuracy(self) -> float:
        return self.all_tags_right / self.all_words if self.all_words else 0.0

    def __add__(self, other: BracketScores) -> BracketScores:
        return BracketScores(*map(add, astuple(self), astuple(other)))


def score_tree(gold: Tree, parsed: Tree) -> BracketScores:
    """The scores of one sentence.

    >>> from laconic.trees.brackets import parse
    >>> gold = parse("(TOP (S (NP (PRP I)) (VP (VBP run)) (. .)))")
    >>> score_tree(gold, parse("(TOP (S (NP (PRP I)) (NP (NN run)) (. .)))")).f1
    0.6666666666666666
    """
    gold_leaves, parsed_leaves = _leaves(gold), _leaves(parsed)
    if len(gold_leaves) != len(parsed_leaves):
        raise TreeError(
            f"the parsed tree has {len(parsed_leaves)} words, the gold tree {len(gold_leaves)}"
            f" ({' '.join(leaf.word or '' for leaf in gold_leaves[:8])} …):"
            " expected trees of the same sentence"
        )
    kept = [strip_function_tags(leaf.label) not in PUNCTUATION_TAGS for leaf in gold_leaves]
    right = [
        strip_function_tags(one.label) == strip_function_tags(two.label)
        for one, two in zip(gold_leaves, parsed_leaves, strict=True)
    ]
    ours, theirs = brackets_of(parsed, kept), brackets_of(gold, kept)
    return BracketScores(
        sentences=1,
        exact=int(ours == theirs),
        matched=(ours & theirs).total(),
        gold=theirs.total(),
        parsed=ours.total(),
        tags_right=sum(compress(right, kept)),
        words=sum(kept),
        all_tags_right=sum(right),
        all_words=len(right),
    )


def score_trees(pairs: Iterable[tuple[Tree, Tree]]) -> BracketScores:
    """The scores of many sentences, given as gold and parsed tree, summed before dividing."""
    return sum((score_tree(gold, parsed) for gold, parsed in pairs), BracketScores())


def _leaves(tree: Tree) -> list[Tree]:
    kept = without_traces(tree)
    return list(kept.leaves()) if kept is not None else []


def brackets_of(tree: Tree, kept: list[bool]) -> Counter[Bracket]:
    """The brackets of a tree over those of its words that are kept."""
    found: Counter[Bracket] = Counter()
    tree = without_traces(with_root(tree)) or tree
    position = 0  # among all words
    counted = 0  # among those kept
    # Each node is met twice: to open it (start is None), and to close it.
    pending: list[tuple[Tree, int | None]] = [(child, None) for child in reversed(tree.children)]
    while pending:
        node, start = pending.pop()
        if node.is_leaf:
            counted += kept[position]
            position += 1
        elif start is None:
            pending.append((node, counted))
            pending.extend((child, None) for child in reversed(node.children))
        elif counted > start:
            label = strip_function_tags(node.label)
            found[_SAME_LABELS.get(label, label), start, counted] += 1
    return found
