"""Word alignment for pairs that substitute and reorder as well as delete.

Links are found in three steps, each of which leaves the links of the one before as they are:

1. Kept words: a longest common subsequence, words compared without regard to case. Among equally
   long ones, the one with the fewest breaks, then the rightmost.
2. Moved words: among the words still free, the longest run that stands in both sentences, as long
   as it holds a word that occurs once in each sentence, so that a stray `the` does not count as
   moved; then the next longest.
3. Substituted words: between two neighbouring kept words, free words on both sides with the same
   tag, in order, from the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from laconic.trees.spans import Spans


def edit_links(source: Spans, target: Spans) -> tuple[tuple[int, int], ...]:
    """The links of a pair: kept, moved and substituted words.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.spans import index_spans
    >>> edit_links(index_spans(parse("(S (RB Now) (PRP she) (VBD bought) (NN milk))")),
    ...            index_spans(parse("(S (PRP she) (VBD got) (NN milk) (RB now))")))
    ((0, 3), (1, 0), (2, 1), (3, 2))
    """
    source_words = [word.casefold() for word in source.tree.words()]
    target_words = [word.casefold() for word in target.tree.words()]
    kept = common_subsequence(source_words, target_words)
    moved = _moved(source_words, target_words, kept)
    substituted = _substituted(_tags(source), _tags(target), kept, moved)
    return tuple(sorted([*kept, *moved, *substituted]))


def common_subsequence(
    source_words: Sequence[str], target_words: Sequence[str]
) -> list[tuple[int, int]]:
    """The links of a longest common subsequence, in as few runs as possible.

    >>> common_subsequence("abcab", "xab")
    [(3, 1), (4, 2)]
    """
    rows, columns = len(source_words), len(target_words)
    # best[i][j]: (−links, breaks) for the words from i and j on; joined[i][j]: the same when i and
    # j are linked, before which a neighbouring link costs no break.
    best = [[(0, 0)] * (columns + 1) for _ in range(rows + 1)]
    joined: list[list[tuple[int, int] | None]] = [[None] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            options = [best[i + 1][j], best[i][j + 1]]
            if source_words[i] == target_words[j]:
                links, breaks = best[i + 1][j + 1]
                link = (links - 1, breaks + 1)
                following = joined[i + 1][j + 1]
                if following is not None:
                    link = min(link, (following[0] - 1, following[1]))
                joined[i][j] = link
                options.append(link)
            best[i][j] = min(options)
    return _trace(best, joined)


def _trace(
    best: list[list[tuple[int, int]]], joined: list[list[tuple[int, int] | None]]
) -> list[tuple[int, int]]:
    links, i, j = [], 0, 0
    in_run = False
    while i < len(best) - 1 and j < len(best[0]) - 1:
        here = joined[i][j]
        if in_run:
            links.append((i, j))
            i, j, in_run = i + 1, j + 1, _continues(here, joined[i + 1][j + 1])
        elif best[i + 1][j] == best[i][j]:
            i += 1
        elif best[i][j + 1] == best[i][j]:
            j += 1
        else:
            in_run = True
    return links


def _continues(here: tuple[int, int] | None, following: tuple[int, int] | None) -> bool:
    return here is not None and following is not None and (following[0] - 1, following[1]) == here


def _moved(
    source_words: Sequence[str], target_words: Sequence[str], kept: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    source_counts, target_counts = Counter(source_words), Counter(target_words)
    anchors = {
        word for word, count in source_counts.items() if count == 1 and target_counts[word] == 1
    }
    source_free = set(range(len(source_words))) - {s for s, _ in kept}
    target_free = set(range(len(target_words))) - {t for _, t in kept}
    moved: list[tuple[int, int]] = []
    while True:
        runs = [
            _run(source_words, target_words, s, t, source_free, target_free)
            for s in source_free
            for t in target_free
            if source_words[s] == target_words[t]
        ]
        runs = [run for run in runs if any(source_words[s] in anchors for s, _ in run)]
        if not runs:
            return moved
        longest = min(runs, key=lambda run: (-len(run), run))
        moved += longest
        source_free -= {s for s, _ in longest}
        target_free -= {t for _, t in longest}


def _run(
    source_words: Sequence[str],
    target_words: Sequence[str],
    s: int,
    t: int,
    source_free: set[int],
    target_free: set[int],
) -> list[tuple[int, int]]:
    """The equal free words from these two places on."""
    run = []
    while s in source_free and t in target_free and source_words[s] == target_words[t]:
        run.append((s, t))
        s, t = s + 1, t + 1
    return run


def _substituted(
    source_tags: Sequence[str],
    target_tags: Sequence[str],
    kept: list[tuple[int, int]],
    moved: list[tuple[int, int]],
) -> list[tuple[int, int]]:
    taken_source, taken_target = {s for s, _ in moved}, {t for _, t in moved}
    bounds = [(-1, -1), *kept, (len(source_tags), len(target_tags))]
    substituted = []
    for (s_before, t_before), (s_after, t_after) in pairwise(bounds):
        free = [t for t in range(t_before + 1, t_after) if t not in taken_target]
        for s in range(s_before + 1, s_after):
            if s in taken_source:
                continue
            match = next((t for t in free if target_tags[t] == source_tags[s]), None)
            if match is not None:
                substituted.append((s, match))
                free = [t for t in free if t > match]
    return substituted


def _tags(spans: Spans) -> list[str]:
    return [node.label for node in spans.nodes if node.word is not None]
