"""How often the analysis finds an effect where there is none, with equal and unequal lists.

    python experiments/study/error_rates.py [--studies 2000]

Makes up the means of subjects in studies of three systems and 21 items, each list showing every
item under one system, and counts how often F1 has p < 0.01: without lists as a factor, and with
them. Items, subjects and single ratings differ by chance. Prints the tables of README.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from rating_figures import ALPHA
from variance import FloatArray, analyse_variance

SYSTEMS, ITEMS = 3, 21
ITEM_SPREAD, SUBJECT_SPREAD, NOISE = 0.5, 0.5, 1.0  # standard deviations
SIZES = ((10, 10, 10), (16, 9, 5), (20, 9, 1), (28, 1, 1))
BETTER = 0.2  # one system than the others, where there is an effect


def subject_means(groups: Sequence[int], better: float, chance: np.random.Generator) -> FloatArray:
    """A row of means for each subject, a column for each system."""
    items = chance.normal(0, ITEM_SPREAD, ITEMS)
    subjects = chance.normal(0, SUBJECT_SPREAD, (len(groups), 1))
    noise = chance.normal(0, NOISE / (ITEMS // SYSTEMS) ** 0.5, (len(groups), SYSTEMS))
    # A list shows the items that are `shift` after another under the next system.
    shares = items.reshape(SYSTEMS, -1).mean(axis=1)
    shown = shares[(np.array(groups)[:, np.newaxis] + np.arange(SYSTEMS)) % SYSTEMS]
    means: FloatArray = subjects + shown + noise
    means[:, 0] += better
    return means


def is_found(means: FloatArray, groups: Sequence[int]) -> bool:
    """Whether F1 finds an effect of systems."""
    p = analyse_variance(means, groups).p
    return p is not None and p < ALPHA


def found(sizes: Sequence[int], better: float, studies: int) -> tuple[float, float]:
    """The share of studies with an effect by F1: without lists, and with them."""
    chance = np.random.default_rng(1)
    groups = [number for number, size in enumerate(sizes) for _ in range(size)]
    counts = np.zeros(2)
    for _ in range(studies):
        means = subject_means(groups, better, chance)
        counts += [is_found(means, one) for one in ([0] * len(groups), groups)]
    without, with_lists = (counts / studies).tolist()
    return without, with_lists


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="How often an effect is found.")
    parser.add_argument("--studies", type=int, default=2000)
    studies = parser.parse_args().studies
    if studies < 1:
        raise SystemExit(f"error_rates.py: found --studies {studies}, expected a number from 1 up")
    for better in (0.0, BETTER):
        print(f"\n| subjects of the lists, difference {better:g} | without lists | with them |")
        print("|---|---|---|")
        for sizes in SIZES if not better else SIZES[:1]:
            shares = (f"{100 * share:.1f} %" for share in found(sizes, better, studies))
            print(f"| {' | '.join([', '.join(map(str, sizes)), *shares])} |")


if __name__ == "__main__":
    main()
