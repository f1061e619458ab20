"""Pairs made ready for training: forest, reference, loss, and the derivation to be learned.

1. A pair's forest holds the rules that it may use (training/folds).
2. Its derivation is the one that Algorithm 5 finds. Where rules or parser put the reference out of
   reach, the derivation of least loss stands in, or the pair is left out. If only words are to be
   the reference's (`gold` "words"), it is the derivation of least loss for all. The loss is always
   against the reference itself, with kept words in the case of the source.
3. Forests are built once and kept as long as they fit a limit of memory; others are built again
   each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from laconic.config import Config, Unreachable
from laconic.corpus import Pair, name_of
from laconic.decoding.augmentation import Augmentation, augment
from laconic.decoding.decoder import Beam, search
from laconic.decoding.forest import Forest
from laconic.decoding.gold import Selection, find_gold
from laconic.decoding.matcher import Matcher
from laconic.errors import (
    AlignmentError,
    DerivationError,
    FeatureError,
    LaconicError,
    LossError,
)
from laconic.grammar.alignment import Links
from laconic.grammar.spelling import respell_kept
from laconic.grammar.word_aligner import Aligner
from laconic.induction import ExtractionOptions, link_pair, tree_pairs
from laconic.scoring.feature_table import FloatArray, IntArray
from laconic.scoring.losses import Loss
from laconic.training.folds import FoldedGrammar
from laconic.training.space import Edges, FeatureSpace, PlaceRows
from laconic.trees.tree import Tree

# Between derivations of equal loss, those that keep the tokens aligned with the reference, then
# those with more rules: beside a loss that is so large, both only decide between equals.
_LOSS, _MISPLACED, _MORE_RULES = 1e6, 0.1, 1e-4


@dataclass(frozen=True, eq=False, slots=True)
class Task:
    """A source and one of its references, before anything is built."""

    name: str
    source: Tree
    reference: Tree
    links: Links
    fold: int


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A task made ready; `gold` are the edges of its derivation, `stands_in` says that it does not
    lead to the reference."""

    task: Task
    edges: Edges
    augmentation: Augmentation
    gold: tuple[int, ...]
    stands_in: bool

    @property
    def room(self) -> int:
        """About how many bytes forest and loss take, with what is looked up in them."""
        arrays, strata = self.edges.forest.arrays, self.augmentation.strata
        values = 0 if strata.values is None else strata.values.nbytes
        numbers = arrays.tails.size + arrays.yields.size + arrays.deletions.size
        return 500 * len(self.edges.forest) + 40 * numbers + values + strata.increments.nbytes


@dataclass(frozen=True, eq=False, slots=True)
class Preparation:
    """What tasks are made ready with."""

    matcher: Matcher
    grammar: FoldedGrammar
    space: FeatureSpace
    loss: Loss
    unreachable: Unreachable
    beam: Beam | None

    def forest(self, task: Task) -> tuple[Forest, NDArray[np.uint8]]:
        """The forest that a task may use, and the origins of its edges."""
        return self.grammar.part_for(self.matcher.match(task.source), task.fold)

    def augment(self, forest: Forest, task: Task, scale: float = 1.0) -> Augmentation:
        """The loss of a forest's derivations."""
        return augment(forest, self.loss, task.reference, links=task.links, scale=scale)

    def prepare(self, task: Task, *, selection: Selection | None, seed: int = 0) -> Example:
        """A task made ready; a LaconicError says why it cannot be used.

        Without a selection the derivation may lead to any tree, as long as its words are those of
        the reference.
        """
        forest, origins = self.forest(task)
        forest.check_not_empty()
        augmentation = self.augment(forest, task)
        chosen, stands_in = self._choose(forest, task, selection, seed)
        if stands_in and self.unreachable == "leave-out":
            raise LaconicError("the reference is out of reach of the rules")
        edges = self.space.place(forest, origins)
        # A copy of the forest, without what was looked up on the way.
        edges = replace(edges, forest=forest.fresh())
        return Example(task, edges, augmentation, chosen, stands_in)

    def _choose(
        self, forest: Forest, task: Task, selection: Selection | None, seed: int
    ) -> tuple[tuple[int, ...], bool]:
        """The derivation to be learned, and whether it only stands in for the reference."""
        if selection is not None:
            gold = find_gold(forest, task.reference, selection=selection, seed=seed)
            if gold is not None:
                return tuple(gold), False
        closest = self._closest(forest, task)
        words = [forest.words[word] for word in forest.words_of(closest)]
        return closest, selection is not None or words != task.reference.words()

    def _closest(self, forest: Forest, task: Task) -> tuple[int, ...]:
        """The derivation of least loss against the reference."""
        against = self.augment(forest, task, scale=-_LOSS)
        wanted = np.full(len(forest.words), _MISPLACED)
        wanted[[source for source, _ in task.links]] = -_MISPLACED
        scores = against.edge_values - forest.sum_words(wanted) + _MORE_RULES
        chart = search(
            forest,
            scores,
            ngrams=against.ngrams,
            strata=against.strata,
            beam=self.beam,
            k_best=False,
        )
        return against.best(chart).edges


@dataclass(frozen=True, eq=False, slots=True)
class _Stripped:
    """What is kept of an example whose forest and loss are not."""

    task: Task
    rows: IntArray
    unknown: FloatArray | None
    places: PlaceRows | None
    gold: tuple[int, ...]
    stands_in: bool


class Examples:
    """Examples that are kept whole as long as they fit a limit; of the others, forest and loss are
    built again whenever they are asked for. May be read from many threads."""

    def __init__(self, preparation: Preparation, *, memory_mb: float) -> None:
        self._preparation = preparation
        self._room = memory_mb * 2**20
        self._examples: list[Example | _Stripped] = []

    def __len__(self) -> int:
        return len(self._examples)

    def __getitem__(self, number: int) -> Example:
        kept = self._examples[number]
        if isinstance(kept, Example):
            return kept
        forest, _ = self._preparation.forest(kept.task)
        augmentation = self._preparation.augment(forest, kept.task)
        edges = Edges(forest, kept.rows, kept.unknown, kept.places)
        return Example(kept.task, edges, augmentation, kept.gold, kept.stands_in)

    @property
    def whole(self) -> int:
        """How many are kept whole."""
        return sum(isinstance(kept, Example) for kept in self._examples)

    @property
    def stand_ins(self) -> int:
        """How many learn another derivation than that of their reference."""
        return sum(kept.stands_in for kept in self._examples)

    @property
    def golds(self) -> list[tuple[int, ...]]:
        """The derivations to be learned."""
        return [kept.gold for kept in self._examples]

    def append(self, example: Example) -> None:
        """Put an example at the end."""
        self._room -= example.room
        if self._room >= 0:
            self._examples.append(example)
            return
        edges = example.edges
        self._examples.append(
            _Stripped(
                example.task,
                edges.rows,
                edges.unknown,
                edges.places,
                example.gold,
                example.stands_in,
            )
        )

    def check_golds(self) -> None:
        """An error for derivations that come from elsewhere and are none of their forests."""
        for number in range(len(self)):
            example = self[number]
            if min(example.gold) < 0:
                raise DerivationError(f"there is no edge {min(example.gold)}")
            example.edges.forest.fresh().words_of(example.gold)

    def choose(self, golds: Sequence[tuple[int, ...]]) -> None:
        """Learn these derivations from now on."""
        self._examples = [
            replace(kept, gold=gold) for kept, gold in zip(self._examples, golds, strict=True)
        ]


def make_tasks(
    pairs: Sequence[Pair],
    options: ExtractionOptions,
    fold_of: Callable[[int], int],
    left_out: list[str],
    *,
    kind: str = "",
    aligner: Aligner | None = None,
) -> Iterator[Task]:
    """The tasks of pairs, one for each reference that is used; reasons go to `left_out`, where
    `kind` says which pairs these are. An aligner stands in for what the options name."""
    for number, pair in enumerate(pairs):
        for source, reference in tree_pairs(pair, all_references=options.all_references):
            try:
                links = link_pair(source, reference, options, pair.links, aligner)
            except AlignmentError as error:
                left_out.append(f"{kind}{name_of(pair)}: {error}")
                continue
            # What is kept comes out as the source spells it.
            spelled = respell_kept(source, reference, links, options.normalisation)
            yield Task(kind + name_of(pair), source, spelled, links, fold_of(number))


def prepare_all(
    preparation: Preparation, tasks: Iterable[Task], config: Config, left_out: list[str]
) -> Examples:
    """All tasks made ready that can be used; reasons for others go to `left_out`."""
    examples = Examples(preparation, memory_mb=config.forest_memory_mb)
    first: dict[str, Selection | None] = {"random": "random", "words": None}
    selection = first.get(config.gold, "most-rules")
    for number, task in enumerate(tasks):
        try:
            seed = config.seed + number
            examples.append(preparation.prepare(task, selection=selection, seed=seed))
        except (FeatureError, LossError):
            raise
        except LaconicError as error:
            left_out.append(f"{task.name}: {error}")
    if not len(examples):
        raise LaconicError(f"no pair can be used; the first: {left_out[0]}")
    return examples
