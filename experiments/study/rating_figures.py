"""From ratings to the figures of one corpus and one question.

1. A subject's ratings of a system are averaged first (footnote 18): one mean for each subject and
   system. The mean of a system is over these, each list first, so that lists weigh the same however
   many subjects they have; its standard deviation is theirs, n - 1 below.
2. The analysis of variance by subjects (F1) and Tukey's tests are on the same table of means, with
   lists as groups (variance.py). Where a list has no subjects, systems were rated on different
   items: nothing is tested, and nothing marked.
3. By items (F2): the same, with a row for each item, its ratings of a system averaged. Its groups
   are the items that every list shows under one system.
4. A mark is of F1. It is confirmed if F2 finds the same difference.
5. As in Table 4, the mean and standard deviation of single ratings stand beside them.

A subject who lacks a system in a corpus has no full row, and is left out there of every figure;
such an item is left out of F2.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, stdev

import numpy as np
from ratings import Collected, Key, Rating
from variance import Anova, FloatArray, analyse_variance, system_means, tukey_p, untested

from laconic.errors import LaconicError

ALPHA = 0.01


@dataclass(frozen=True, slots=True)
class Marks:
    """Which differences are marked: from the reference by †, from a rival by *, below alpha."""

    reference: str | None = "reference"
    rival: str | None = "mcdonald"
    alpha: float = ALPHA


@dataclass(frozen=True, slots=True)
class Spread:
    """The figures of one system: of subjects' means, and of single ratings; of marks, F2's too."""

    system: str
    mean: float | None
    deviation: float | None
    ratings: int
    rating_mean: float | None
    rating_deviation: float | None
    marks: str = ""
    confirmed: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first system's mean less the second's, and the p of Tukey's test."""

    first: str
    second: str
    difference: float
    p: float
    differs: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """An analysis of variance with its post-hoc tests."""

    anova: Anova
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Means by row and system, the group of each row, and the rows that lack a system."""

    rows: tuple[str, ...]
    means: FloatArray
    groups: tuple[Hashable, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a corpus and a question."""

    study: str
    question: str
    corpus: str
    subjects: int
    systems: tuple[Spread, ...]
    by_subjects: Effect
    by_items: Effect | None
    notes: tuple[str, ...]


def make_figures(collected: Collected, marks: Marks, *, items: bool = False) -> list[Figures]:
    """The figures of a study, corpus by corpus and question by question."""
    check_marks(marks, collected.key.systems)
    return [
        _figures(collected, question.name, corpus, marks, items=items)
        for corpus in collected.key.corpora
        for question in collected.key.study.questions
    ]


def check_marks(marks: Marks, systems: Sequence[str]) -> None:
    """Refuse names of systems that were not rated, and an alpha that is none."""
    for name in (marks.reference, marks.rival):
        if name is not None and name not in systems:
            raise LaconicError(
                f"found no ratings of {name!r}, expected one of {', '.join(systems)}"
            )
    if not 0 < marks.alpha < 1:
        raise LaconicError(f"found alpha = {marks.alpha}, expected a number between 0 and 1")


def _figures(
    collected: Collected, question: str, corpus: str, marks: Marks, *, items: bool
) -> Figures:
    key = collected.key
    ratings = [one for one in collected.ratings if (one.corpus, one.question) == (corpus, question)]
    lists = {subject.name: subject.list for subject in collected.subjects}
    table = table_of(ratings, key.systems, lambda one: one.subject, lists)
    ratings = [one for one in ratings if one.subject in set(table.rows)]
    by_subjects = _test_by_subjects(table, key, marks.alpha)
    notes = []
    if table.left_out:
        notes.append(f"left out, without a rating of every system: {', '.join(table.left_out)}")
    by_items = None
    if items:
        item_table = table_of(ratings, key.systems, lambda one: one.item, item_groups(key, corpus))
        by_items = run_test(item_table, key.systems, marks.alpha)
        if item_table.left_out:
            count = len(item_table.left_out)
            notes.append(f"{count} items left out of F2, not rated under every system")
    spreads = _spreads(ratings, table, key.systems, marks, (by_subjects, by_items))
    rows = len(table.rows)
    return Figures(
        key.study.name, question, corpus, rows, spreads, by_subjects, by_items, tuple(notes)
    )


def table_of(
    ratings: Iterable[Rating],
    systems: Sequence[str],
    row_of: Callable[[Rating], str],
    groups: Mapping[str, Hashable],
) -> Table:
    """The table of some ratings, with a row for each subject or each item."""
    cells: dict[str, dict[str, list[int]]] = {}
    for rating in ratings:
        cells.setdefault(row_of(rating), {}).setdefault(rating.system, []).append(rating.value)
    whole = tuple(row for row in sorted(cells) if len(cells[row]) == len(systems))
    means = [[fmean(cells[row][system]) for system in systems] for row in whole]
    return Table(
        whole,
        np.array(means, dtype=np.float64).reshape(len(whole), len(systems)),
        tuple(groups[row] for row in whole),
        tuple(row for row in sorted(cells) if row not in set(whole)),
    )


def item_groups(key: Key, corpus: str) -> dict[str, Hashable]:
    """By item, the systems under which each list shows it; all alike where a list shows all."""
    shown: dict[str, list[tuple[int, str]]] = {}
    for number in range(1, len(key.lists) + 1):
        for meaning in (key.texts[name] for name in key.items(number)):
            if meaning["corpus"] == corpus:
                shown.setdefault(meaning["item"], []).append((number, meaning["system"]))
    return {item: tuple(sorted(places)) for item, places in shown.items()}


def _test_by_subjects(table: Table, key: Key, alpha: float) -> Effect:
    """F1, unless a list has nobody: then no mean of a system is of all items."""
    empty = [str(number) for number in range(1, len(key.lists) + 1) if number not in table.groups]
    if len(table.rows) < 2 or not empty:
        return run_test(table, key.systems, alpha)
    note = (
        f"no subject of list {', '.join(empty)} has rated every system, so systems were rated on "
        "different items: nothing is tested, nothing is marked; give as many subjects to each list"
    )
    return Effect(untested(table.means, len(set(table.groups)), note), ())


def run_test(table: Table, systems: Sequence[str], alpha: float) -> Effect:
    """The analysis of variance of a table, and Tukey's test of every two systems."""
    anova = analyse_variance(table.means, table.groups)
    if anova.p is None:
        return Effect(anova, ())
    means = system_means(table.means, table.groups).tolist()
    found = []
    for first, second in combinations(range(len(systems)), 2):
        # What differs by rounding alone does not differ.
        difference = round(means[first] - means[second], 12)
        p = tukey_p(
            difference,
            error_square=anova.error_square,
            degrees=anova.error_degrees,
            rows=anova.equal_rows,
            systems=anova.systems,
        )
        found.append(Difference(systems[first], systems[second], difference, p, p < alpha))
    return Effect(anova, tuple(found))


def _spreads(
    ratings: Sequence[Rating],
    table: Table,
    systems: Sequence[str],
    marks: Marks,
    tests: tuple[Effect, Effect | None],
) -> tuple[Spread, ...]:
    by_subjects, by_items = (_found(test) for test in tests)
    means = system_means(table.means, table.groups).tolist() if table.rows else None
    spreads = []
    for place, system in enumerate(systems):
        values = [float(one.value) for one in ratings if one.system == system]
        spreads.append(
            Spread(
                system,
                means[place] if means else None,
                _mean_and_deviation(table.means[:, place].tolist())[1],
                len(values),
                *_mean_and_deviation(values),
                _marks_of(system, by_subjects, marks),
                _marks_of(system, by_subjects & by_items, marks),
            )
        )
    return tuple(spreads)


def _found(test: Effect | None) -> set[tuple[str, str]]:
    """The two systems of every difference that was found, the better one first."""
    return {
        (one.first, one.second) if one.difference > 0 else (one.second, one.first)
        for one in (test.differences if test else ())
        if one.differs
    }


def _marks_of(system: str, found: set[tuple[str, str]], marks: Marks) -> str:
    """As in Table 8: the reference has no mark, and the rival none for itself."""
    if system == marks.reference:
        return ""
    others = {name for two in found if system in two for name in two if name != system}
    signs = (("†", marks.reference), ("*", marks.rival))
    return "".join(sign for sign, other in signs if other in others)


def _mean_and_deviation(values: Sequence[float]) -> tuple[float | None, float | None]:
    mean = fmean(values) if values else None
    return mean, stdev(values) if len(values) > 1 else None
