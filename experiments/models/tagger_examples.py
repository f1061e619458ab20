"""Pairs as the tagger learns from them: rows of inputs, governors, and which tokens are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from laconic.corpus import Pair
from laconic.grammar.deletions import best_subsequence
from laconic.scoring.context import Context
from laconic.scoring.tagger_inputs import describe_tokens, governors
from laconic.trees.heads import load_head_table
from laconic.trees.labels import with_root
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

LOOKED_FORWARD = 4000  # examples that are sorted by length at a time


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence: a row of numbers for each token, 0 for what is not known."""

    inputs: NDArray[np.int32]
    governors: NDArray[np.int64]
    kept: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences, and the names whose numbers their inputs are, from 1 on."""

    names: tuple[str, ...]
    sentences: list[Example]

    @property
    def tokens(self) -> int:
        """Of all sentences together."""
        return sum(len(sentence.kept) for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Batch:
    """Sentences one after the other; places outside are `size`, their number of tokens.

    `padded` is where tokens stand if each sentence has the length of the longest, and `seen` which
    of these places there are.
    """

    inputs: Tensor
    governors: Tensor
    above: Tensor
    dependents: Tensor
    starts: Tensor
    stops: Tensor
    padded: Tensor
    seen: Tensor
    kept: Tensor

    @property
    def size(self) -> int:
        return len(self.kept)

    def neighbours(self, distance: int) -> Tensor:
        """The places so far away, or the one outside."""
        places = torch.arange(self.size) + distance
        inside = (places >= self.starts) & (places < self.stops)
        return torch.where(inside, places, self.size)


def describe(pairs: Iterable[Pair], rare: int) -> Examples:
    """The pairs whose references only delete; inputs seen less often than `rare` are left out."""
    context = Context(load_head_table("collins"))
    numbers: dict[str, int] = {}
    sentences = []
    for pair in pairs:
        source = index_spans(with_root(tree_of(pair.source)))
        words = [word.lower() for word in source.tree.words()]
        target = [word.lower() for word in tree_of(pair.references[0]).words()]
        places = best_subsequence(source, words, target)
        if places is None:
            continue
        layout = context.lay_out(source)
        inputs = [
            [numbers.setdefault(name, len(numbers)) for name in named]
            for named in describe_tokens(layout)
        ]
        kept = np.zeros(len(words), dtype=np.float32)
        kept[places] = 1.0
        rows = np.array(inputs, dtype=np.int32)
        sentences.append(Example(rows, np.array(governors(layout)), kept))
    return frequent(Examples(tuple(numbers), sentences), rare)


def frequent(examples: Examples, rare: int) -> Examples:
    """Inputs that come up so often at least, numbered from 1 on in the order of their names."""
    counts: Counter[int] = Counter()
    for sentence in examples.sentences:
        counts.update(sentence.inputs.ravel().tolist())
    known = [number for number, count in counts.items() if count >= rare]
    known.sort(key=lambda number: examples.names[number])
    rows = np.zeros(len(examples.names), dtype=np.int32)
    rows[known] = np.arange(1, len(known) + 1)
    sentences = [
        Example(rows[sentence.inputs], sentence.governors, sentence.kept)
        for sentence in examples.sentences
    ]
    return Examples(tuple(examples.names[number] for number in known), sentences)


def tree_of(given: object) -> Tree:
    if not isinstance(given, Tree):
        raise TypeError(f"{given!r:.60} is no tree")
    return given


def batches(examples: Examples, tokens: int, seed: list[int]) -> Iterator[Batch]:
    """All sentences in an order drawn by the seed, so many tokens at a time, of like length."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(examples.sentences))
    for first in range(0, len(order), LOOKED_FORWARD):
        chunk = [examples.sentences[at] for at in order[first : first + LOOKED_FORWARD]]
        chunk.sort(key=lambda sentence: len(sentence.kept))
        groups = list(grouped(chunk, tokens))
        for at in chance.permutation(len(groups)):
            yield collate(groups[at])


def grouped(sentences: Iterable[Example], tokens: int) -> Iterator[list[Example]]:
    group: list[Example] = []
    for sentence in sentences:
        group.append(sentence)
        if sum(len(one.kept) for one in group) >= tokens:
            yield group
            group = []
    if group:
        yield group


def collate(sentences: list[Example]) -> Batch:
    """Sentences as one batch."""
    lengths = np.array([len(sentence.kept) for sentence in sentences])
    size, longest = int(lengths.sum()), int(lengths.max())
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    governed = np.concatenate([sentence.governors for sentence in sentences])
    outside = governed < 0
    governed = np.where(outside, size, governed + starts)
    counts = np.bincount(governed, minlength=size + 1)
    numbers = np.repeat(np.arange(len(sentences)), lengths)
    return Batch(
        torch.from_numpy(np.concatenate([one.inputs for one in sentences]).astype(np.int64)),
        torch.from_numpy(governed),
        torch.from_numpy(np.append(governed, size)[governed]),
        torch.from_numpy(np.maximum(counts, 1).astype(np.float32)),
        torch.from_numpy(starts),
        torch.from_numpy(starts + np.repeat(lengths, lengths)),
        torch.from_numpy(numbers * longest + np.arange(size) - starts),
        torch.from_numpy(np.arange(longest)[None, :] < lengths[:, None]),
        torch.from_numpy(
            np.fromiter(chain.from_iterable(one.kept for one in sentences), np.float32)
        ),
    )
