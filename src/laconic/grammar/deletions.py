"""Which words a compression kept, when it only deleted words and several answers are possible.

Every alignment of a deletion-only pair has the same edit distance, so ties are the rule for pairs
with repeated words (about one in eight). They are broken the same way always:

1. fewest gaps: places where two words, adjacent in the target, are apart in the source;
2. fewest broken constituents: source nodes that keep some but not all of their words, which
   counts through the complement: nodes wholly inside a kept run or wholly inside a deleted one;
3. rightmost: the first word as far right as possible, then the second, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from laconic.trees.spans import Spans


def best_subsequence(
    source: Spans, source_words: Sequence[str], target_words: Sequence[str]
) -> list[int] | None:
    """The source places of the target's words, or None if these are no subsequence.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.spans import index_spans
    >>> source = index_spans(parse("(S (X I) (X mean) (NP (X I)) (VP (X think) (X so)))"))
    >>> best_subsequence(source, source.tree.words(), ["I", "think"])
    [2, 3]
    """
    earliest = _greedy(source_words, target_words)
    if earliest is None:
        return None
    mirrored = _greedy(source_words[::-1], target_words[::-1])
    latest = [len(source_words) - 1 - place for place in reversed(mirrored or [])]
    if earliest == latest:
        return earliest
    return _Lattice(source, source_words, target_words, earliest, latest).best()


def _greedy(source_words: Sequence[str], target_words: Sequence[str]) -> list[int] | None:
    places, place = [], 0
    for word in target_words:
        while place < len(source_words) and source_words[place] != word:
            place += 1
        if place == len(source_words):
            return None
        places.append(place)
        place += 1
    return places


class _Run(NamedTuple):
    """A run of kept words: up to `end`, then a gap, then the run that starts at `following`."""

    intact: int  # nodes unbroken from the start of this run to the end of the sentence
    end: int
    following: tuple[int, int] | None  # (target word, source place)


class _Lattice:
    """All alignments of a pair, as paths over states (target word, source place)."""

    def __init__(
        self,
        source: Spans,
        source_words: Sequence[str],
        target_words: Sequence[str],
        earliest: Sequence[int],
        latest: Sequence[int],
    ) -> None:
        self.source_words, self.target_words = source_words, target_words
        self.constituents = list(zip(source.starts, source.stops, strict=True))
        self.gaps = self._count_gaps(earliest, latest)
        self.by_gaps = [_inverted(places) for places in self.gaps]
        self.runs: dict[tuple[int, int], _Run] = {}
        self.intact_in: dict[tuple[int, int], int] = {}

    def best(self) -> list[int]:
        fewest = min(self.gaps[0].values())
        starts = [place for place, gaps in self.gaps[0].items() if gaps == fewest]
        for word, place in sorted(self._reachable(starts), reverse=True):
            self.runs[word, place] = self._best_run(word, place)
        first = max(
            starts, key=lambda place: (self._intact(0, place) + self.runs[0, place].intact, place)
        )
        places: list[int] = []
        state: tuple[int, int] | None = (0, first)
        while state is not None:
            run = self.runs[state]
            places.extend(range(state[1], run.end))
            state = run.following
        return places

    def _reachable(self, starts: Sequence[int]) -> set[tuple[int, int]]:
        """Every state at which a run of an alignment with the fewest gaps can start."""
        pending = [(0, place) for place in starts]
        reached = set(pending)
        while pending:
            following = [state for _, state in self._ways_on(*pending.pop()) if state is not None]
            pending += [state for state in following if state not in reached]
            reached.update(following)
        return reached

    def _count_gaps(self, earliest: Sequence[int], latest: Sequence[int]) -> list[dict[int, int]]:
        """For each word, the places it can have, with the fewest gaps from there to the end."""
        gaps: list[dict[int, int]] = [{} for _ in self.target_words]
        after: dict[int, int] = {}
        for word in range(len(self.target_words) - 1, -1, -1):
            fewest_beyond = len(self.target_words)
            for place in range(len(self.source_words) - 1, earliest[word] - 1, -1):
                # A gap leads to any place of the next word but the adjacent one.
                fewest_beyond = min(fewest_beyond, after.get(place + 2, fewest_beyond))
                fits = self.source_words[place] == self.target_words[word]
                if fits and place <= latest[word]:
                    adjacent = after.get(place + 1, fewest_beyond + 1)
                    gaps[word][place] = min(adjacent, fewest_beyond + 1) if after else 0
            after = gaps[word]
        return gaps

    def _ways_on(self, word: int, place: int) -> Iterator[tuple[int, tuple[int, int] | None]]:
        """Where a run that starts here can end, and where the next one can start."""
        gaps = self.gaps[word][place]
        end, following = place, word
        while following < len(self.target_words) and self.gaps[following].get(end) == gaps:
            end, following = end + 1, following + 1
            if following == len(self.target_words):
                yield end, None
                return
            for start in self.by_gaps[following].get(gaps - 1, ()):
                if start > end:
                    yield end, (following, start)

    def _best_run(self, word: int, place: int) -> _Run:
        """The best way on from a run that starts here, among those with the fewest gaps."""
        options: list[_Run] = []
        for end, following in self._ways_on(word, place):
            intact = self._intact(place, end)
            if following is None:
                intact += self._intact(end, len(self.source_words))
            else:
                intact += self._intact(end, following[1]) + self.runs[following].intact
            options.append(_Run(intact, end, following))
        # Ending a run early moves the words after it to the right.
        return max(options, key=lambda run: (run.intact, -run.end, run.following or (0, 0)))

    def _intact(self, start: int, stop: int) -> int:
        """How many source nodes lie wholly inside these words."""
        if (start, stop) not in self.intact_in:
            inside = [start <= begin < end <= stop for begin, end in self.constituents]
            self.intact_in[start, stop] = sum(inside)
        return self.intact_in[start, stop]


def _inverted(gaps: dict[int, int]) -> dict[int, list[int]]:
    """For each number of gaps, the places that have it."""
    places: dict[int, list[int]] = {}
    for place, count in gaps.items():
        places.setdefault(count, []).append(place)
    return places
