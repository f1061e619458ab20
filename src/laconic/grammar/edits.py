"""Word alignment for pairs that substitute and reorder as well as delete.

Links are found in four steps, each of which leaves the links of the one before as they are. A word
is *open-class* unless its Penn tag is that of a function word or it is an auxiliary.

1. Kept words: a longest common subsequence, words compared without regard to case. Among equally
   long ones, one with the fewest breaks.
2. Moved words: among the words still free, the longest run that stands in both sentences, as long
   as it holds an open-class word that occurs once in each, so that a stray `the` does not count as
   moved; then the next longest.
3. Inflected words: between two neighbouring kept words, free open-class words that share a stem.
4. Substituted words: between two neighbours of those, free open-class words of one kind (noun,
   verb, …), from the right, where heads are; or else the only open-class words, whatever their
   kind; or the only words, if they have the same tag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from laconic.trees.spans import Spans

_TAGS_OF_FUNCTION_WORDS = """
CC DT EX IN MD PDT POS PRP PRP$ RP TO UH WDT WP WP$ WRB LS SYM HYPH NFP
, . : `` '' -LRB- -RRB- -LSB- -RSB- -LCB- -RCB- # $
"""
_FUNCTION_TAGS = frozenset(_TAGS_OF_FUNCTION_WORDS.split())
_FORMS_OF_BE_HAVE_DO = """
be am is are was were been being 's 're 'm have has had having 've 'd do does did
"""
_AUXILIARIES = frozenset(_FORMS_OF_BE_HAVE_DO.split())
STEM, _ENDING = 4, 3  # letters that forms of a word share at least, and do not share at most

Links = list[tuple[int, int]]


class _Word(NamedTuple):
    text: str  # its case folded
    tag: str

    @property
    def is_open_class(self) -> bool:
        return self.tag not in _FUNCTION_TAGS and self.text not in _AUXILIARIES


def edit_links(source: Spans, target: Spans) -> tuple[tuple[int, int], ...]:
    """The links of a pair: kept, moved, inflected and substituted words.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.spans import index_spans
    >>> edit_links(index_spans(parse("(S (RB Now) (PRP she) (VBD bought) (NN milk))")),
    ...            index_spans(parse("(S (PRP she) (VBD got) (NN milk) (RB now))")))
    ((0, 3), (1, 0), (2, 1), (3, 2))
    """
    source_words, target_words = _words(source), _words(target)
    texts = [word.text for word in source_words], [word.text for word in target_words]
    kept = common_subsequence(*texts)
    moved = moved_runs(*texts, kept, lambda place: source_words[place].is_open_class)
    for step in (_inflected, _substituted):
        between = list(gaps(kept, moved, len(source_words), len(target_words)))
        for sources, targets in between:
            kept += step(source_words, target_words, sources, targets)
        kept.sort()
    return tuple(sorted(kept + moved))


def fold_case(words: Sequence[str]) -> list[str]:
    """The words without their case."""
    return [word.casefold() for word in words]


def common_subsequence(source_words: Sequence[str], target_words: Sequence[str]) -> Links:
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


def _trace(best: list[list[tuple[int, int]]], joined: list[list[tuple[int, int] | None]]) -> Links:
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


def moved_runs(
    source_words: Sequence[str],
    target_words: Sequence[str],
    kept: Links,
    can_anchor: Callable[[int], bool],
) -> Links:
    """The links of words that stand elsewhere in the target, longest runs first.

    A run counts if it holds a word that occurs once in each sentence and `can_anchor`, asked for
    the word's place in the source.

    >>> moved_runs("then he left".split(), "he left then".split(), [(1, 0), (2, 1)], lambda _: True)
    [(0, 2)]
    """
    source_counts, target_counts = Counter(source_words), Counter(target_words)
    anchors = {
        word
        for place, word in enumerate(source_words)
        if source_counts[word] == target_counts[word] == 1 and can_anchor(place)
    }
    source_free = set(range(len(source_words))) - {s for s, _ in kept}
    target_free = set(range(len(target_words))) - {t for _, t in kept}
    moved: Links = []
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
) -> Links:
    """The equal free words from these two places on."""
    run = []
    while s in source_free and t in target_free and source_words[s] == target_words[t]:
        run.append((s, t))
        s, t = s + 1, t + 1
    return run


def gaps(
    kept: Links, moved: Links, source_length: int, target_length: int
) -> Iterator[tuple[list[int], list[int]]]:
    """The free places between neighbouring kept words, in the source and in the target."""
    taken_source, taken_target = {s for s, _ in moved}, {t for _, t in moved}
    bounds = [(-1, -1), *kept, (source_length, target_length)]
    for (s_before, t_before), (s_after, t_after) in pairwise(bounds):
        sources = [s for s in range(s_before + 1, s_after) if s not in taken_source]
        targets = [t for t in range(t_before + 1, t_after) if t not in taken_target]
        if sources and targets:
            yield sources, targets


def _inflected(
    source_words: Sequence[_Word],
    target_words: Sequence[_Word],
    sources: list[int],
    targets: list[int],
) -> Links:
    links: Links = []
    for s in sources:
        for t in targets:
            one, two = source_words[s], target_words[t]
            if one.is_open_class and two.is_open_class and share_stem(one.text, two.text):
                links.append((s, t))
                targets = [other for other in targets if other > t]
                break
    return links


def share_stem(one: str, two: str) -> bool:
    """Whether two words look like forms of one.

    >>> share_stem("protecting", "protects"), share_stem("government", "governor")
    (True, False)
    """
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    return shared >= STEM and max(len(one), len(two)) - shared <= _ENDING


def _substituted(
    source_words: Sequence[_Word],
    target_words: Sequence[_Word],
    sources: list[int],
    targets: list[int],
) -> Links:
    open_sources = [s for s in sources if source_words[s].is_open_class]
    open_targets = [t for t in targets if target_words[t].is_open_class]
    links: Links = []
    remaining = open_targets
    for s in reversed(open_sources):
        alike = [t for t in remaining if target_words[t].tag[:2] == source_words[s].tag[:2]]
        if alike:
            links.append((s, alike[-1]))
            remaining = [t for t in remaining if t < alike[-1]]
    if links:
        return links
    if len(open_sources) == len(open_targets) == 1:
        return [(open_sources[0], open_targets[0])]
    if len(sources) == len(targets) == 1 and (
        source_words[sources[0]].tag == target_words[targets[0]].tag
    ):
        return [(sources[0], targets[0])]
    return []


def _words(spans: Spans) -> list[_Word]:
    leaves = [node for node in spans.nodes if node.word is not None]
    return [_Word((leaf.word or "").casefold(), leaf.label) for leaf in leaves]
