"""From ratings to the figures of one corpus and one question.

1. A subject's ratings of a system are averaged first (footnote 18): one mean for each subject and
   system. The mean and standard deviation of a system are those of these means, n - 1 below.
2. The analysis of variance by subjects (F1) and Tukey's tests are on the same table of means.
3. By items (F2): the same, with a row for each item, its ratings of a system averaged.
4. As in Table 4, the mean and standard deviation of single ratings stand beside them.

A subject who lacks a system in a corpus has no full row, and is left out there; so is such an item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, stdev

import numpy as np
from ratings import Collected, Rating
from variance import Anova, FloatArray, analyse_variance, tukey_p

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
    """The figures of one system: of subjects' means, and of single ratings."""

    system: str
    mean: float | None
    deviation: float | None
    ratings: int
    rating_mean: float | None
    rating_deviation: float | None
    marks: str = ""


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
    systems = collected.key.systems
    ratings = [one for one in collected.ratings if (one.corpus, one.question) == (corpus, question)]
    table, left_out = table_of(ratings, systems, lambda one: one.subject)
    by_subjects = run_test(table, systems, marks.alpha)
    notes = []
    if left_out:
        notes.append(f"left out, without a rating of every system: {', '.join(left_out)}")
    by_items = None
    if items:
        item_table, items_left_out = table_of(ratings, systems, lambda one: one.item)
        by_items = run_test(item_table, systems, marks.alpha)
        if items_left_out:
            notes.append(
                f"{len(items_left_out)} items left out of F2, not rated under every system"
            )
    spreads = [
        _spread(ratings, table[:, place], system, _marks_of(system, by_subjects, marks))
        for place, system in enumerate(systems)
    ]
    name = collected.key.study.name
    return Figures(
        name, question, corpus, len(table), tuple(spreads), by_subjects, by_items, tuple(notes)
    )


def table_of(
    ratings: Iterable[Rating], systems: Sequence[str], row_of: Callable[[Rating], str]
) -> tuple[FloatArray, list[str]]:
    """Means by row and system, and the rows that lack a system and have none therefore."""
    cells: dict[str, dict[str, list[int]]] = {}
    for rating in ratings:
        cells.setdefault(row_of(rating), {}).setdefault(rating.system, []).append(rating.value)
    whole = [row for row in sorted(cells) if len(cells[row]) == len(systems)]
    means = [[fmean(cells[row][system]) for system in systems] for row in whole]
    left_out = [row for row in sorted(cells) if row not in set(whole)]
    return np.array(means, dtype=np.float64).reshape(len(whole), len(systems)), left_out


def run_test(table: FloatArray, systems: Sequence[str], alpha: float) -> Effect:
    """The analysis of variance of a table, and Tukey's test of every two systems."""
    anova = analyse_variance(table)
    if anova.p is None:
        return Effect(anova, ())
    means = table.mean(axis=0).tolist()
    found = []
    for first, second in combinations(range(len(systems)), 2):
        # What differs by rounding alone does not differ.
        difference = round(means[first] - means[second], 12)
        p = tukey_p(
            difference,
            error_square=anova.error_square,
            degrees=anova.error_degrees,
            rows=anova.rows,
            systems=anova.systems,
        )
        found.append(Difference(systems[first], systems[second], difference, p, p < alpha))
    return Effect(anova, tuple(found))


def _marks_of(system: str, test: Effect, marks: Marks) -> str:
    """As in Table 8: the reference has no mark, and the rival none for itself."""
    if system == marks.reference:
        return ""
    others = {
        name
        for one in test.differences
        if one.differs and system in (one.first, one.second)
        for name in (one.first, one.second)
    }
    signs = (("†", marks.reference), ("*", marks.rival))
    return "".join(sign for sign, other in signs if other != system and other in others)


def _spread(ratings: Sequence[Rating], means: FloatArray, system: str, signs: str) -> Spread:
    values = [float(one.value) for one in ratings if one.system == system]
    mean, deviation = _mean_and_deviation(means.tolist())
    return Spread(system, mean, deviation, len(values), *_mean_and_deviation(values), signs)


def _mean_and_deviation(values: Sequence[float]) -> tuple[float | None, float | None]:
    mean = fmean(values) if values else None
    return mean, stdev(values) if len(values) > 1 else None
