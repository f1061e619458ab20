"""Features of McDonald's model: of two words that are neighbours in the compression, and of what
was dropped between them.

Words have places from 1; 0 is the start of the sentence and n + 1 its end. For a pair of places:

1. *pair* features look at both words, their tags and neighbours, how they hang together in the
   dependency and in the phrase-structure tree, and at the gap between them;
2. *word* features are of every single word in the gap;
3. *span* features are of every constituent that lies in the gap as a whole, and of those of them
   whose parent does not ("top").

The last two are sums over a gap, so that all gaps are scored by running sums.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.sentence import Sentence
from laconic.baselines.symbols import (
    IntArray,
    KeyArray,
    Symbols,
    columns_of,
    make_key,
    make_keys,
)

START, END = "<s>", "</s>"
_NONE = "-"  # no constituent
_GAPS = np.array([0, 1, 2, 3, 4, 6, 10])  # the least size of each class of gaps
_SIZES = (1, 2, 3, 5, 8, 13, 21)  # and of constituents
TEMPLATES = (
    "gap", "tags", "tags+gap", "words", "word+tag", "tag+word", "before+tag", "tag+after", "inside",
    "tags+relation", "head of second", "head of first", "ancestor", "constituent", "ancestor+tags",
    "drop tag", "drop word", "drop tags around", "drop relation+tag", "drop relation+tag+head",
    "drop word+relation", "drop leaf", "drop head+relation", "drop phrase+tag", "drop depth+tag",
    "drop node", "drop node of rule", "drop node with head", "drop node by size", "drop node at",
    "drop top", "drop top of rule", "drop top with first word", "drop top by size",
)  # fmt: skip
_NUMBER = {name: number for number, name in enumerate(TEMPLATES)}


@dataclass(frozen=True, eq=False, slots=True)
class GapFeatures:
    """The features of a sentence; as keys, or as columns of a weight vector.

    `pairs` has a row for each pair of places (see `pair_places`), `words` one for each word.
    Feature `spans[r]` counts `signs[r]` times in a gap that holds the words `starts[r]` to
    `stops[r]` − 1, counted from 0.
    """

    size: int
    pairs: NDArray[np.generic]
    words: NDArray[np.generic]
    spans: NDArray[np.generic]
    starts: IntArray
    stops: IntArray
    signs: NDArray[np.float64]

    def keys(self) -> KeyArray:
        """All keys, each once."""
        parts = [part.ravel() for part in (self.pairs, self.words, self.spans)]
        return np.unique(np.concatenate(parts)).astype(np.uint64)

    def as_columns(self, index: KeyArray) -> GapFeatures:
        """The same with columns in place of keys."""
        pairs, words, spans = (
            columns_of(part.astype(np.uint64), index)
            for part in (self.pairs, self.words, self.spans)
        )
        return GapFeatures(self.size, pairs, words, spans, self.starts, self.stops, self.signs)


@lru_cache(maxsize=512)
def pair_places(size: int) -> tuple[IntArray, IntArray]:
    """All pairs of places of a sentence with so many words, those of one first place together."""
    first, second = np.triu_indices(size + 2, 1)
    return first, second


def pair_rows(size: int, first: IntArray, second: IntArray) -> IntArray:
    """Which rows pairs of places are.

    >>> first, second = pair_places(3)
    >>> pair_rows(3, first, second).tolist() == list(range(10))
    True
    """
    places = size + 2
    rows: IntArray = first * (2 * places - first - 1) // 2 + second - first - 1
    return rows


def read_features(sentence: Sentence, symbols: Symbols) -> GapFeatures:
    """The features of a sentence, as keys."""
    pairs = _pair_keys(sentence, symbols)
    words = _word_keys(sentence, symbols)
    return GapFeatures(len(sentence), pairs, words, *_span_keys(sentence, symbols))


def _padded(texts: Sequence[str]) -> list[str]:
    return [START, *texts, END]


def _joined(*columns: Sequence[str]) -> list[str]:
    return ["|".join(parts) for parts in zip(*columns, strict=True)]


def _pair_keys(sentence: Sentence, symbols: Symbols) -> KeyArray:
    first, second = pair_places(len(sentence))
    tags = _padded(sentence.tags)
    before, after = [START, *tags[:-1]], [*tags[1:], END]
    numbers = symbols.numbers
    tag, word = numbers(tags), numbers(_padded([w.lower() for w in sentence.words]))
    with_before, with_after = numbers(_joined(before, tags)), numbers(_joined(tags, after))
    role = numbers(_joined(_padded(sentence.relations), tags))
    gap = np.searchsorted(_GAPS, second - first - 1, side="right") - 1
    apart = (gap > 0).astype(np.int64)
    relation, head_of_second, head_of_first = _hanging(sentence, first, second)
    ancestor, inside, parent = _constituents(sentence, symbols, first, second)
    one, two = (first, second)
    rows = [
        _key("gap", 0, 0, gap),
        _key("tags", tag[one], tag[two]),
        _key("tags+gap", tag[one], tag[two], gap),
        _key("words", word[one], word[two], apart),
        _key("word+tag", word[one], tag[two], apart),
        _key("tag+word", tag[one], word[two], apart),
        _key("before+tag", with_before[one], tag[two], apart),
        _key("tag+after", tag[one], with_after[two], apart),
        _key("inside", with_after[one], with_before[two], apart),
        _key("tags+relation", tag[one], tag[two], 2 * relation + apart),
        _key("head of second", role[two], 0, head_of_second),
        _key("head of first", role[one], 0, head_of_first),
        _key("ancestor", ancestor, 0, gap),
        _key("constituent", inside, parent, gap),
        _key("ancestor+tags", ancestor, tag[two], 2 * relation + apart),
    ]
    return np.stack([np.broadcast_to(row, first.shape) for row in rows], axis=1)


def _key(
    name: str, one: IntArray | int, two: IntArray | int = 0, code: IntArray | int = 0
) -> KeyArray:
    return make_keys(_NUMBER[name], one, two, code)


def _hanging(
    sentence: Sentence, first: IntArray, second: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """How two words hang together: directly, by one head, or not; and where their heads are.

    The latter is 0 for a head before the first word, 1 in the gap, 2 after the second, 3 for the
    other word, 4 for none.
    """
    size = len(sentence)
    heads = np.full(size + 2, -2)
    heads[1:-1] = np.array(sentence.heads) + 1  # the root has head 0, which is the start
    relation = np.zeros(len(first), dtype=np.int64)
    relation[heads[first] == heads[second]] = 3
    relation[heads[first] == second] = 2
    relation[heads[second] == first] = 1

    def where(head: IntArray, other: IntArray) -> IntArray:
        found = (head > first).astype(np.int64) + (head >= second)
        found[head == other] = 3
        found[head < 0] = 4
        return found

    return relation, where(heads[second], first), where(heads[first], second)


def _constituents(
    sentence: Sentence, symbols: Symbols, first: IntArray, second: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """For each pair: the lowest constituent that holds both words, that which fills the gap, and
    the latter's parent."""
    size, spans, labels = len(sentence), sentence.spans, symbols.numbers(sentence.labels)
    none = symbols.number(_NONE)
    lowest, filling, above = (np.full((size + 2, size + 2), none, dtype=np.int64) for _ in range(3))
    for node, (start, stop) in enumerate(zip(spans.starts, spans.stops, strict=True)):
        lowest[start + 1 : stop + 1, start + 1 : stop + 1] = labels[node]  # lower ones come later
        if filling[start, stop + 1] == none:  # the highest one
            filling[start, stop + 1] = labels[node]
            parent = sentence.parents[node]
            above[start, stop + 1] = labels[parent] if parent >= 0 else none
    return lowest[first, second], filling[first, second], above[first, second]


def _word_keys(sentence: Sentence, symbols: Symbols) -> KeyArray:
    numbers, tags = symbols.numbers, sentence.tags
    words = [word.lower() for word in sentence.words]
    around = _joined([START, *tags[:-1]], tags, [*tags[1:], END])
    heads = sentence.heads
    head_tags = [tags[head] if head >= 0 else START for head in heads]
    head_words = [words[head] if head >= 0 else START for head in heads]
    roles = _joined(sentence.relations, tags)
    leaves = [nd for nd, node in enumerate(sentence.spans.nodes) if node.is_leaf]
    phrases = [sentence.labels[sentence.parents[leaf]] for leaf in leaves]
    depths = np.minimum(_depths(sentence), 20)
    is_leaf = np.array([int(not below) for below in sentence.dependents], dtype=np.int64)
    tag, word, role = numbers(tags), numbers(words), numbers(roles)
    relation = numbers(sentence.relations)
    rows = [
        _key("drop tag", tag),
        _key("drop word", word),
        _key("drop tags around", numbers(around)),
        _key("drop relation+tag", role),
        _key("drop relation+tag+head", role, numbers(head_tags)),
        _key("drop word+relation", word, relation),
        _key("drop leaf", role, 0, is_leaf),
        _key("drop head+relation", numbers(head_words), relation),
        _key("drop phrase+tag", numbers(phrases), tag),
        _key("drop depth+tag", tag, 0, depths),
    ]
    return np.stack(rows, axis=1)


def _depths(sentence: Sentence) -> IntArray:
    """How many dependencies lead from each word to the root."""
    depths = [-1] * len(sentence)
    for first in range(len(sentence)):
        path, word = [], first
        while word >= 0 and depths[word] < 0:
            path.append(word)
            word = sentence.heads[word]
        depth = depths[word] if word >= 0 else -1
        for above in reversed(path):
            depth += 1
            depths[above] = depth
    return np.array(depths, dtype=np.int64)


def _span_keys(
    sentence: Sentence, symbols: Symbols
) -> tuple[KeyArray, IntArray, IntArray, NDArray[np.float64]]:
    spans = sentence.spans
    found: list[tuple[int, int, float]] = []  # key, node, sign
    for node, parent in enumerate(sentence.parents):
        if parent < 0:
            continue
        of_all, of_top = _node_keys(sentence, node, parent, symbols.number)
        found += [(key, node, 1.0) for key in (*of_all, *of_top)]
        # In the gap as a whole, but not where its parent is so too.
        found += [(key, parent, -1.0) for key in of_top]
    keys, nodes, signs = zip(*found, strict=True)
    starts, stops = (np.array(ends, dtype=np.int64) for ends in (spans.starts, spans.stops))
    places = np.array(nodes)
    return np.array(keys, dtype=np.uint64), starts[places], stops[places], np.array(signs)


def _node_keys(
    sentence: Sentence, node: int, parent: int, number: Callable[[str], int]
) -> tuple[list[int], list[int]]:
    """The keys of a constituent, and those of a topmost one."""
    spans, labels = sentence.spans, sentence.labels
    siblings = spans.children(parent)
    rule = " ".join(f"[{labels[n]}]" if n == node else labels[n] for n in siblings)
    label = number(f"{labels[node]}<{labels[parent]}")
    start, stop = spans.starts[node], spans.stops[node]
    size = bisect_right(_SIZES, stop - start)
    ruled = number(f"{labels[parent]} > {rule}")
    of_all = []
    if not spans.nodes[node].is_leaf:
        head = next(w for w in range(start, stop) if not start <= sentence.heads[w] < stop)
        of_all = [
            _one_key("drop node", label),
            _one_key("drop node of rule", ruled),
            _one_key("drop node with head", label, number(sentence.words[head].lower())),
            _one_key("drop node by size", label, 0, size),
            _one_key("drop node at", label, 0, (start == 0) + 2 * (stop == len(sentence))),
        ]
    of_top = [
        _one_key("drop top", label),
        _one_key("drop top of rule", ruled),
        _one_key("drop top with first word", label, number(sentence.words[start].lower())),
        _one_key("drop top by size", label, 0, size),
    ]
    return of_all, of_top


def _one_key(name: str, first: int, second: int = 0, code: int = 0) -> int:
    return make_key(_NUMBER[name], first, second, code)
