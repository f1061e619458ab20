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

from laconic.baselines.constraints import Constraint, find_constraints
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.options import IlpOptions
from laconic.baselines.programme import FloatArray, bigram_flow, solve
from laconic.baselines.sentence import Sentence, compress_to, read_sentence
from laconic.baselines.viterbi import Path, best_by_length, path_score
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
        found = _bigram_frontier if system.ilp is None else _programme_frontier
        return found(system, tree)
    if isinstance(system, Model):
        sentences = Compressor(system).frontier(tree, guards=())
    elif isinstance(system, Compressor):
        sentences = system.frontier(tree)
    else:
        raise LaconicError(f"{system.system} has no compressions of every length")
    choices = []
    for sentence in sentences:
        made = sentence.made
        if made is None:
            raise LaconicError(f"a sentence has no compression: {', '.join(sentence.marks)}")
        choices.append(Choice(len(made.tree.words()), made.score, partial(_tree_of, made)))
    return choices


def _tree_of(made: Compression) -> Tree:
    return made.tree


def _bigram_frontier(model: BigramModel, tree: Tree) -> Frontier:
    sentence = read_sentence(tree)
    return [_choice(sentence, path) for path in best_by_length(model.score(sentence))]


def _programme_frontier(model: BigramModel, tree: Tree) -> Frontier:
    """With the constraints of the integer programme, and one more for each length."""
    sentence, options = read_sentence(tree), model.ilp or IlpOptions()
    scores = model.score(sentence)
    found = [solve_length(scores, sentence, path, options) for path in best_by_length(scores)]
    choices = [_choice(sentence, path) for path in found if path is not None]
    if not choices:
        # The constraints contradict each other; what the system does then is all there is.
        made = model.rewrite(tree)
        choices = [Choice(len(made.tree.words()), made.score, partial(_tree_of, made))]
    return choices


def solve_length(
    scores: FloatArray, sentence: Sentence, free: Path, options: IlpOptions
) -> Path | None:
    """The best compression under constraints that is as long as the best without; None if there is
    none, or none was found in time."""
    constraints = find_constraints(sentence, options.constraints, min_rate=options.min_rate)
    if all(constraint.is_met(set(free.kept)) for constraint in constraints):
        return free
    every, length = tuple((word, 1.0) for word in range(len(sentence))), float(len(free.kept))
    constraints.append(Constraint("length", every, low=length, high=length))
    solution = solve(bigram_flow(scores), constraints, max_seconds=options.max_seconds)
    if solution.marks:
        return None
    return Path(solution.kept, path_score(scores, solution.kept))


def _choice(sentence: Sentence, path: Path) -> Choice:
    return Choice(
        len(path.kept), path.score, lambda: compress_to(sentence, path.kept, path.score).tree
    )


def of_total(given: Sequence[Frontier], total: int) -> list[Tree]:
    """The compressions with the best sum of scores that have so many tokens together: exactly, or
    if there are none such, at most; the shortest of each if even these have more."""
    options = [[Option((one.tokens,), one.score) for one in choices] for choices in given]
    taken = spend(options, [total], [total]) or spend(options, [total])
    if taken is None:
        return as_long_as(given, [0] * len(given))
    return [choices[number].make() for choices, number in zip(given, taken, strict=True)]


def as_long_as(given: Sequence[Frontier], lengths: Sequence[int]) -> list[Tree]:
    """The compressions whose lengths are nearest to these; of two as near the better one."""
    found = []
    for choices, length in zip(given, lengths, strict=True):
        best = min(choices, key=lambda one: (abs(one.tokens - length), -one.score))
        found.append(best.make())
    return found
