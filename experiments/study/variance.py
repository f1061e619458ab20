"""Does the system matter: analysis of variance with repeated measures, and Tukey's test.

A table has a row for each subject (or item) and a column for each system; everybody has rated all
systems, so rows differ as a whole, and that is no error:

1. The squares about the grand mean are those of systems + those of rows + the rest, the error.
2. F is the mean square of systems over that of the error, with k - 1 and (k - 1)(n - 1) degrees of
   freedom for k systems and n rows.
3. Tukey's test compares two systems by the studentized range on the same error.

F supposes that all differences between two systems vary alike (sphericity). Greenhouse & Geisser's
epsilon says how far that holds, from 1 (it does) to 1 / (k - 1), and p_corrected allows for it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import f as f_distribution
from scipy.stats import studentized_range

FloatArray = NDArray[np.float64]
_TINY = 1e-12  # beside the largest square, what is left by rounding


@dataclass(frozen=True, slots=True)
class Anova:
    """The effect of system; what there is no figure for is None, and the note says why."""

    rows: int
    systems: int
    f: float | None
    effect_degrees: int
    error_degrees: int
    p: float | None
    error_square: float
    epsilon: float | None
    p_corrected: float | None
    note: str | None = None


def analyse_variance(table: FloatArray) -> Anova:
    """The effect of columns in a table in which every row is one subject.

    >>> found = analyse_variance(np.array([[1.0, 2.0, 6.0], [2.0, 4.0, 6.0], [3.0, 3.0, 9.0]]))
    >>> round(found.f, 2), found.effect_degrees, found.error_degrees
    (21.0, 2, 4)
    """
    rows, systems = table.shape
    if rows < 2 or systems < 2:
        few = "fewer than two rows" if rows < 2 else "one system alone"
        return Anova(rows, systems, None, 0, 0, None, 0.0, None, None, f"{few}: nothing to test")
    mean = table.mean()
    column_parts = table.mean(axis=0) - mean
    error = table - table.mean(axis=1, keepdims=True) - column_parts
    effect, rest = rows * float(column_parts @ column_parts), float((error * error).sum())
    degrees = systems - 1, (systems - 1) * (rows - 1)
    tiny = _TINY * table.size * max(1.0, float(np.abs(table).max()) ** 2)
    if rest <= tiny:
        if effect <= tiny:
            note = "every row rates all systems the same: nothing to test"
            return Anova(rows, systems, None, *degrees, None, 0.0, None, None, note)
        note = "rows differ between systems by exactly the same: no error, F without bound, p = 0"
        return Anova(rows, systems, None, *degrees, 0.0, 0.0, None, 0.0, note)
    square = rest / degrees[1]
    f = effect / degrees[0] / square
    epsilon = sphericity(table)
    p, corrected = (
        float(f_distribution.sf(f, degrees[0] * share, degrees[1] * share))
        for share in (1, epsilon)
    )
    return Anova(rows, systems, f, *degrees, p, square, epsilon, corrected)


def sphericity(table: FloatArray) -> float:
    """Greenhouse & Geisser's epsilon of a table whose rows do not all differ alike.

    >>> sphericity(np.array([[1.0, 5.0], [2.0, 3.0], [4.0, 4.0]]))
    1.0
    """
    systems: int = table.shape[1]
    centred = table - table.mean(axis=0)
    centred -= centred.mean(axis=1, keepdims=True)
    spread = centred.T @ centred
    total, squares = float(np.trace(spread)), float((spread * spread).sum())
    epsilon = total**2 / ((systems - 1) * squares)
    return min(1.0, max(epsilon, 1 / (systems - 1)))


def tukey_p(
    difference: float, *, error_square: float, degrees: int, rows: int, systems: int
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
