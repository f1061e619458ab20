"""What the network learns from: trees as numbered spans and tags, and batches of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
from network import Batch
from torch import Tensor

from laconic.parsing.chains import EMPTY, JOIN, spans_of
from laconic.parsing.cky import span_order
from laconic.parsing.pieces import UNKNOWN, PieceCutter, Pieces
from laconic.trees.tree import Tree

RAREST_LABEL = 10  # a chain of labels seen less often is cut to one that is seen


@dataclass(frozen=True)
class Sentence:
    """What the network is to learn of one tree."""

    pieces: Pieces
    spans: list[tuple[int, int, int]]
    tags: list[int]


class Labels:
    """The labels of spans and tags, numbered; 0 is the empty label."""

    def __init__(self, spans: list[str], tags: list[str]) -> None:
        self.spans, self.tags = spans, tags
        self._span = {name: number for number, name in enumerate(spans)}
        self._tag = {name: number for number, name in enumerate(tags)}

    @classmethod
    def of(cls, trees: list[Tree]) -> Labels:
        spans: Counter[str] = Counter()
        tags: Counter[str] = Counter()
        for tree in trees:
            found, found_tags, _ = spans_of(tree)
            spans.update(label for _, _, label in found)
            tags.update(found_tags)
        kept = [name for name, count in spans.items() if count >= RAREST_LABEL or JOIN not in name]
        return cls([EMPTY, *sorted(kept)], sorted(tags))

    def span(self, chain: str) -> int:
        """The number of the chain, or of the longest one left when inner labels are taken out."""
        names = chain.split(JOIN)
        while (number := self._span.get(JOIN.join(names))) is None:
            del names[len(names) // 2]
        return number

    def sentence(self, tree: Tree, cutter: PieceCutter) -> Sentence:
        spans, tags, words = spans_of(tree)
        return Sentence(
            cutter.cut(words),
            [(start, end, self.span(label)) for start, end, label in spans],
            [self._tag[tag] for tag in tags],
        )


def collate(
    sentences: list[Sentence], styles: list[int], hidden_case: list[bool]
) -> tuple[Batch, Tensor, Tensor]:
    """A padded batch, with the gold numbers of its spans and tags; -1 where there is none."""
    count = len(sentences)
    most_pieces = max(len(sentence.pieces.ids) for sentence in sentences)
    most_words = max(len(sentence.tags) for sentence in sentences)
    ids = np.zeros((count, most_pieces), dtype=np.int64)
    pieces_seen = np.zeros((count, most_pieces), dtype=bool)
    first, last, shapes = (np.zeros((count, most_words + 2), dtype=np.int64) for _ in range(3))
    words_seen = np.zeros((count, most_words + 2), dtype=bool)
    spans = np.full((count, most_words, most_words + 1), -1, dtype=np.int64)
    tags = np.full((count, most_words), -1, dtype=np.int64)
    for row, sentence in enumerate(sentences):
        pieces, words = sentence.pieces, len(sentence.tags)
        ids[row, : len(pieces.ids)] = pieces.ids
        pieces_seen[row, : len(pieces.ids)] = True
        first[row, : words + 2] = pieces.first
        last[row, : words + 2] = pieces.last
        shapes[row, 1 : words + 1] = UNKNOWN if hidden_case[row] else pieces.shapes[1:-1]
        shapes[row, [0, words + 1]] = pieces.shapes[0]
        words_seen[row, : words + 2] = True
        spans[row, :words, : words + 1] = 0
        for start, end, label in sentence.spans:
            spans[row, start, end] = label
        tags[row, :words] = sentence.tags
    starts, ends = span_order(most_words)
    batch = Batch(
        *map(torch.from_numpy, (ids, pieces_seen, first, last, shapes, words_seen)),
        torch.tensor(styles),
    )
    return batch, torch.from_numpy(spans[:, starts, ends]), torch.from_numpy(tags)
