"""Does the system matter: analysis of variance with repeated measures, and Tukey's test.

A table has a row for each subject (or item) and a column for each system; everybody has rated all
systems, so rows differ as a whole, and that is no error. Nor is it one that a Latin square shows a
group of rows (the subjects with one list) other items under a system than another group:

1. The mean of a system is that of its groups' means, however many rows a group has: all groups
   together have every item under every system, so how items differ cancels out.
2. The squares about the means of groups, less those of rows, are the error: systems × rows within
   groups. Groups × systems is no part of it. It has (k - 1)(n - L) degrees of freedom for k
   systems, n rows and L groups.
3. F is the mean square of systems over that of the error. The square of systems counts as many rows
   as equal groups would need to be as exact, L² / (1/n₁ + … + 1/n_L); n, if groups are equal.
4. Tukey's test compares two systems by the studentized range on the same error and rows.

One group alone is the plain analysis with repeated measures. F supposes that all differences
between two systems vary alike (sphericity). Greenhouse & Geisser's epsilon says how far that holds,
from 1 (it does) to 1 / (k - 1), and p_corrected allows for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import f as f_distribution
from scipy.stats import studentized_range

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
_TINY = 1e-12  # beside the largest square, what is left by rounding


@dataclass(frozen=True, slots=True)
class Anova:
    """The effect of system; what there is no figure for is None, and the note says why."""

    rows: int
    systems: int
    groups: int
    f: float | None
    effect_degrees: int
    error_degrees: int
    p: float | None
    error_square: float
    equal_rows: float
    epsilon: float | None
    p_corrected: float | None
    note: str | None = None


def untested(table: FloatArray, groups: int, note: str) -> Anova:
    """An analysis that cannot be made, or must not be, and why."""
    return Anova(*table.shape, groups, None, 0, 0, None, 0.0, 0.0, None, None, note)


def analyse_variance(table: FloatArray, groups: Sequence[Hashable] = ()) -> Anova:
    """The effect of columns in a table whose rows are subjects, each of the group named in turn.

    >>> found = analyse_variance(np.array([[1.0, 2.0, 6.0], [2.0, 4.0, 6.0], [3.0, 3.0, 9.0]]))
    >>> round(found.f, 2), found.effect_degrees, found.error_degrees
    (21.0, 2, 4)
    """
    rows, systems = table.shape
    index, sizes = _numbered(groups, rows)
    count = len(sizes)
    reason = _nothing_to_test(rows, systems, count)
    if reason:
        return untested(table, count, f"{reason}: nothing to test")
    equal_rows = count**2 / float((1 / sizes).sum())
    column_parts = _group_means(table, index, sizes).mean(axis=0)
    column_parts -= column_parts.mean()
    error = _errors(table, index, sizes)
    effect, rest = equal_rows * float(column_parts @ column_parts), float((error * error).sum())
    degrees = systems - 1, (systems - 1) * (rows - count)
    shape = rows, systems, count
    tiny = _TINY * table.size * max(1.0, float(np.abs(table).max()) ** 2)
    if rest <= tiny:
        p, note = _without_error(effect > tiny)
        return Anova(*shape, None, *degrees, p, 0.0, equal_rows, None, p, note)
    square = rest / degrees[1]
    f = effect / degrees[0] / square
    epsilon = _epsilon(error)
    p, corrected = (
        float(f_distribution.sf(f, degrees[0] * share, degrees[1] * share))
        for share in (1, epsilon)
    )
    return Anova(*shape, f, *degrees, p, square, equal_rows, epsilon, corrected)


def system_means(table: FloatArray, groups: Sequence[Hashable] = ()) -> FloatArray:
    """The mean of every column, to which each group of rows adds as much as any other.

    >>> system_means(np.array([[1.0], [1.0], [1.0], [5.0]]), ["a", "a", "a", "b"]).tolist()
    [3.0]
    """
    return _group_means(table, *_numbered(groups, len(table))).mean(axis=0)


def sphericity(table: FloatArray, groups: Sequence[Hashable] = ()) -> float:
    """Greenhouse & Geisser's epsilon of a table whose rows do not all differ alike.

    >>> sphericity(np.array([[1.0, 5.0], [2.0, 3.0], [4.0, 4.0]]))
    1.0
    """
    return _epsilon(_errors(table, *_numbered(groups, len(table))))


def _numbered(groups: Sequence[Hashable], rows: int) -> tuple[IntArray, IntArray]:
    """The number of each row's group, and how many rows each has; one group if none is named."""
    names = groups or [0] * rows
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    index = np.array([numbers[name] for name in names], dtype=np.int64)
    return index, np.bincount(index, minlength=1)


def _nothing_to_test(rows: int, systems: int, groups: int) -> str | None:
    if rows < 2:
        return "fewer than two rows"
    if systems < 2:
        return "one system alone"
    return f"{rows} rows, and no two of them of one group" if rows == groups else None


def _without_error(effect: bool) -> tuple[float | None, str]:
    if not effect:
        return None, "every row rates all systems the same: nothing to test"
    return 0.0, "rows differ between systems by exactly the same: no error, F without bound, p = 0"


def _group_means(table: FloatArray, index: IntArray, sizes: IntArray) -> FloatArray:
    sums = np.zeros((len(sizes), table.shape[1]))
    np.add.at(sums, index, table)
    return sums / sizes[:, np.newaxis]


def _errors(table: FloatArray, index: IntArray, sizes: IntArray) -> FloatArray:
    """What neither the row nor its group's mean of the system explains."""
    centred = table - _group_means(table, index, sizes)[index]
    error: FloatArray = centred - centred.mean(axis=1, keepdims=True)
    return error


def _epsilon(error: FloatArray) -> float:
    systems: int = error.shape[1]
    spread = error.T @ error
    total, squares = float(np.trace(spread)), float((spread * spread).sum())
    epsilon = total**2 / ((systems - 1) * squares)
    return min(1.0, max(epsilon, 1 / (systems - 1)))


def tukey_p(
    difference: float, *, error_square: float, degrees: int, rows: float, systems: int
) -> float:
    """How likely the largest of all differences between means would be as large as this by chance.

    >>> round(tukey_p(1.5, error_square=2.0, degrees=18, rows=10, systems=3), 4)
    0.0711
    """
    if error_square == 0:
        return 0.0 if difference else 1.0
    q = abs(difference) / np.sqrt(error_square / rows)
    # The integral can stray beyond the ends by rounding.
    return min(1.0, max(0.0, float(studentized_range.sf(q, systems, degrees))))
