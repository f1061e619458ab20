"""Word alignment, and the constituent alignment it licenses: equation (2).

Ways to align the words of a pair: as a deletion script (`align_deletions`, section 6.1), as an edit
script with substitution and moves (`align_edits`), or as a file says (`check_links`). Each is a
function of the two trees alone, so the same pair always gets the same links. What is learned from a
corpus is in `grammar.word_aligner`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from laconic.errors import AlignmentError
from laconic.grammar.deletions import best_subsequence
from laconic.grammar.edits import edit_links, fold_case
from laconic.trees.spans import Spans

Links = tuple[tuple[int, int], ...]


def align_deletions(source: Spans, target: Spans) -> Links | None:
    """The links of a pair whose target only deletes words; None if it does more than that.

    Words are compared as they are, or else without regard to case. Of several equal alignments: the
    one with the fewest gaps, then the fewest broken constituents, then the rightmost.
    """
    source_words, target_words = source.tree.words(), target.tree.words()
    places = best_subsequence(source, source_words, target_words)
    if places is None:
        places = best_subsequence(source, *map(fold_case, (source_words, target_words)))
    return None if places is None else tuple((place, i) for i, place in enumerate(places))


def align_edits(source: Spans, target: Spans) -> Links:
    """The links of a pair with substitution and reordering; see `grammar.edits`."""
    return edit_links(source, target)


def align(source: Spans, target: Spans) -> Links:
    """As a deletion script where the target is one, else as an edit script."""
    links = align_deletions(source, target)
    return align_edits(source, target) if links is None else links


def check_links(links: Iterable[tuple[int, int]], source_words: int, target_words: int) -> Links:
    """The links in order, each once, if all of them lie inside the two sentences."""
    checked = sorted(set(links))
    for s, t in checked:
        if not (0 <= s < source_words and 0 <= t < target_words):
            raise AlignmentError(
                f"the link {s}-{t} lies outside a pair of {source_words} and {target_words} words"
            )
    return tuple(checked)


def parse_links(text: str) -> Links:
    """Links written as pairs of word numbers, counted from 0.

    >>> parse_links("0-0 2-1")
    ((0, 0), (2, 1))
    """
    links = []
    for item in text.split():
        s, dash, t = item.partition("-")
        if not (dash and _is_number(s) and _is_number(t)):
            raise AlignmentError(f"found {item!r}, expected a link such as 0-0")
        links.append((int(s), int(t)))
    return tuple(links)


def render_links(links: Iterable[tuple[int, int]]) -> str:
    """Links as `parse_links` reads them.

    >>> render_links(((0, 0), (2, 1)))
    '0-0 2-1'
    """
    return " ".join(f"{s}-{t}" for s, t in links)


@dataclass(frozen=True, slots=True)
class ConstituentAlignment:
    """Which source nodes are deleted, and which target nodes each other one is aligned to (C).

    `targets[s]` holds the target nodes of source node s, highest first: the nodes of a unary chain
    all cover the same links, so one node may be aligned to several, on either side.
    `deleted[s]` is true where no word under s is linked: a null-aligned node.
    """

    targets: list[list[int]]
    deleted: list[bool]

    def pairs(self) -> list[tuple[int, int]]:
        """All aligned pairs of nodes, in pre-order."""
        return [(s, t) for s, aligned in enumerate(self.targets) for t in aligned]


def align_constituents(
    source: Spans, target: Spans, links: Sequence[tuple[int, int]]
) -> ConstituentAlignment:
    """Pairs of nodes whose words are linked to each other and to nothing outside: equation (2).

    Equation (2) holds for a pair exactly when the links that touch the one node are the links
    that touch the other, and there are some. Numbered by source word, the links under a source
    node are a range, so a target node fits when its links fill the same range.
    """
    links = sorted(links)
    firsts = [s for s, _ in links]
    low, high, count = _link_ranges(target, links)
    by_range: dict[tuple[int, int], list[int]] = defaultdict(list)
    for node in range(len(target.nodes)):
        if count[node] and high[node] - low[node] == count[node]:
            by_range[low[node], high[node]].append(node)
    targets, deleted = [], []
    for start, stop in zip(source.starts, source.stops, strict=True):
        covered = bisect_left(firsts, start), bisect_left(firsts, stop)
        deleted.append(covered[0] == covered[1])
        targets.append(by_range.get(covered, []))
    return ConstituentAlignment(targets, deleted)


def _link_ranges(
    target: Spans, links: Sequence[tuple[int, int]]
) -> tuple[list[int], list[int], list[int]]:
    """For each target node: the first and one past the last of its links, and how many."""
    size = len(target.nodes)
    low, high, count = [len(links)] * size, [0] * size, [0] * size
    by_word: dict[int, list[int]] = defaultdict(list)
    for number, (_, word) in enumerate(links):
        by_word[word].append(number)
    pending: list[int] = []
    for node in range(size - 1, -1, -1):
        if target.nodes[node].is_leaf:
            numbers = by_word.get(target.starts[node], [])
            if numbers and target.stops[node] > target.starts[node]:
                low[node], high[node], count[node] = numbers[0], numbers[-1] + 1, len(numbers)
        for _ in target.nodes[node].children:
            child = pending.pop()
            low[node] = min(low[node], low[child])
            high[node] = max(high[node], high[child])
            count[node] += count[child]
        pending.append(node)
    return low, high, count


def _is_number(text: str) -> bool:
    return len(text) < 10 and text.isascii() and text.isdigit()
