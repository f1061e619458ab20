"""Compressions of lengths that are asked for: what a system can make, and which of it to take.

1. A system's frontier is its best compression of every number of tokens, with its score.
2. `of_total` takes of each sentence one, so that all of them together have so many tokens and the
   best sum of scores: the length limit of a text.
3. `as_long_as` takes of each sentence the one whose length is nearest to a given one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.sentence import compress_to, read_sentence
from laconic.baselines.viterbi import Path, best_by_length
from laconic.compressor.budget import Option, spend
from laconic.compressor.compressor import Compressor
from laconic.decoding.threads import map_in_order
from laconic.errors import LaconicError
from laconic.model import Model
from laconic.systems import Compression, System
from laconic.trees.tree import Tree


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """A compression that could be taken."""

    tokens: int
    score: float
    make: Callable[[], Tree]


Frontier = Sequence[Choice]


def frontiers(system: System, trees: Sequence[Tree], workers: int) -> list[Frontier]:
    """What a system can make of each tree, shortest first."""
    return list(map_in_order(lambda tree: frontier(system, tree), trees, workers=workers))


def frontier(system: System, tree: Tree) -> Frontier:
    """The best compression of every length."""
    if isinstance(system, BigramModel):
        return _bigram_frontier(system, tree)
    if isinstance(system, Model):
        found = Compressor(system).frontier(tree, guards=())
    elif isinstance(system, Compressor):
        found = system.frontier(tree)
    else:
        raise LaconicError(f"{system.system} has no compressions of every length")
    choices = []
    for sentence in found:
        made = sentence.made
        if made is None:
            raise LaconicError(f"a sentence has no compression: {', '.join(sentence.marks)}")
        choices.append(Choice(len(made.tree.words()), made.score, partial(_tree_of, made)))
    return choices


def _tree_of(made: Compression) -> Tree:
    return made.tree


def _bigram_frontier(model: BigramModel, tree: Tree) -> Frontier:
    sentence = read_sentence(tree)

    def make(path: Path) -> Tree:
        return compress_to(sentence, path.kept, path.score).tree

    found = best_by_length(model.score(sentence))
    return [Choice(len(path.kept), path.score, partial(make, path)) for path in found]


def of_total(given: Sequence[Frontier], total: int) -> list[Tree]:
    """The compressions with the best sum of scores that have so many tokens together: exactly, or
    if there are none such, at most."""
    options = [[Option((one.tokens,), one.score) for one in choices] for choices in given]
    taken = spend(options, [total], [total]) or spend(options, [total])
    if taken is None:
        least = sum(min(one.tokens for one in choices) for choices in given)
        raise LaconicError(f"compressions have {least} tokens at least; expected {total} at most")
    return [choices[number].make() for choices, number in zip(given, taken, strict=True)]


def as_long_as(given: Sequence[Frontier], lengths: Sequence[int]) -> list[Tree]:
    """The compressions whose lengths are nearest to these; of two as near the better one."""
    found = []
    for choices, length in zip(given, lengths, strict=True):
        best = min(choices, key=lambda one: (abs(one.tokens - length), -one.score))
        found.append(best.make())
    return found
