"""The length penalty that brings a transducer to a rate: tried on development pairs, a few times.

Penalties are powers of two by quarters, so that a model trained for one rate may serve for another.
The rate grows with the penalty, more or less: the wanted one is enclosed, and then the next penalty
is where a line between the two ends would have it.
"""

from __future__ import annotations

from collections.abc import Callable

STEPS = 4  # between a penalty and the one twice as large
LAST = 3 * STEPS  # penalties go from an eighth to eight
WITHIN = 0.005  # a rate that is so near is near enough
TRIES = 6


def match_rate(rate_of: Callable[[float], float], wanted: float, *, tries: int = TRIES) -> float:
    """Of the penalties tried, the one whose rate is nearest to the one wanted.

    >>> match_rate(lambda penalty: penalty / (penalty + 1), 2 / 3)
    2.0
    """
    found = {0: rate_of(1.0)}
    while len(found) < tries and abs(found[nearest(found, wanted)] - wanted) > WITHIN:
        step = next_step(found, wanted)
        if step is None:
            break
        found[step] = rate_of(penalty_at(step))
    return penalty_at(nearest(found, wanted))


def penalty_at(step: int) -> float:
    """The penalty at a step; 1 at step 0."""
    return float(round(2.0 ** (step / STEPS), 3))


def nearest(rates: dict[int, float], wanted: float) -> int:
    """The step whose rate is nearest to the one wanted; of two the one nearer to no penalty."""
    return min(rates, key=lambda step: (abs(rates[step] - wanted), abs(step)))


def next_step(rates: dict[int, float], wanted: float) -> int | None:
    """The next step to try; None where there is none between those that enclose the rate."""
    below = max((step for step, rate in rates.items() if rate <= wanted), default=None)
    above = min((step for step, rate in rates.items() if rate > wanted), default=None)
    if below is None or above is None:
        tried = max(rates) if above is None else min(rates)
        away = 2 * STEPS if tried == 0 else STEPS
        step = tried + away if above is None else tried - away
        step = max(-LAST, min(LAST, step))
        return None if step in rates else step
    # Rates that do not grow may have changed the ends.
    low, high = sorted((below, above))
    between = [step for step in range(low + 1, high) if step not in rates]
    if not between:
        return None
    share = (wanted - rates[low]) / (rates[high] - rates[low])
    return min(between, key=lambda step: abs(low + share * (high - low) - step))
