"""The quadratic programme over working sets, solved in its dual, one example after the other.

1. The dual of equation (10) has a variable α ≥ 0 for each constraint of a working set; those of one
   example add up to at most C/n. Weights are w = Σ α r, the value is Σ α L − ½‖w‖².
2. A block holds the constraints of one example, and before them one more, all zeros, whose α takes
   what the others leave of C/n. So α only moves between two constraints of a block.
3. Within a block, the constraint that is violated most takes from the one that has α and is
   violated least, as much as is best (sequential minimal optimisation). The products of a block's
   rows are kept, so that this needs no rows.
4. Blocks are visited in an order drawn anew for each sweep. In a fixed order, features that nearly
   all constraints share make it some hundred times slower.
5. Sums run in a fixed order, and weights are added up anew before each round of learning: the same
   constraints give the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from laconic.learning.problem import FloatArray, IntArray, Key, Row, squared_norm

_MOST_STEPS = 1000  # within a block, at one visit
_SWEEPS_BETWEEN = 5  # from one sweep over all blocks to the next


@dataclass(slots=True)
class Block:
    """The working set of one example; place 0 is the constraint of zeros.

    Sets are small, so that lists are faster than arrays for all but the rows themselves.
    """

    capacity: float  # C/n
    keys: list[Key] = field(default_factory=list)
    idle: list[int] = field(default_factory=list)
    losses: list[float] = field(default_factory=lambda: [0.0])
    alphas: list[float] = field(default_factory=list)
    products: list[list[float]] = field(default_factory=lambda: [[0.0]])
    columns: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    values: FloatArray = field(default_factory=lambda: np.zeros(0))
    starts: list[int] = field(default_factory=lambda: [0])

    def __post_init__(self) -> None:
        self.alphas = [self.capacity]

    def __len__(self) -> int:
        return len(self.keys)

    def add(self, key: Key, row: Row, scratch: FloatArray) -> None:
        """Put a constraint into the set; `scratch` is as wide as a row can be, all zeros."""
        scratch[row.columns] = row.values
        dots = [0.0, *self._dots(scratch)]
        scratch[row.columns] = 0
        for others, dot in zip(self.products, dots, strict=True):
            others.append(dot)
        self.products.append([*dots, squared_norm(row.values)])
        self.keys.append(key)
        self.idle.append(0)
        self.losses.append(row.loss)
        self.alphas.append(0.0)
        self.columns = np.concatenate([self.columns, row.columns])
        self.values = np.concatenate([self.values, row.values])
        self.starts.append(len(self.columns))

    def violations(self, weights: FloatArray) -> list[float]:
        """Loss less score of each constraint; the first is that of zeros."""
        scores = self._dots(weights)
        return [0.0, *map(float.__sub__, self.losses[1:], scores)]

    def _dots(self, weights: FloatArray) -> list[float]:
        products = weights[self.columns] * self.values
        return [
            float(np.add.reduce(products[start:stop]))
            for start, stop in zip(self.starts, self.starts[1:], strict=False)
        ]

    def add_to(self, weights: FloatArray, changes: Sequence[float]) -> None:
        """Add each constraint so many times to the weights."""
        for place, change in enumerate(changes[1:]):
            if change:
                row = slice(self.starts[place], self.starts[place + 1])
                weights[self.columns[row]] += change * self.values[row]

    def gap(self, violations: Sequence[float]) -> float:
        """What this block adds to the distance between primal and dual of the programme."""
        held = sum(map(float.__mul__, self.alphas, violations))
        return self.capacity * max(violations) - held

    def improve(self, violations: Sequence[float], tolerance: float) -> list[float]:
        """Move α until the block is within the tolerance of its best; how α changed."""
        alphas, before, left = self.alphas, list(self.alphas), list(violations)
        for _ in range(_MOST_STEPS):
            if self.gap(left) <= tolerance:
                break
            most = max(left)
            least = min([one for one, alpha in zip(left, alphas, strict=True) if alpha > 0])
            if most <= least:
                break
            best = left.index(most)
            worst = next(n for n, one in enumerate(left) if one == least and alphas[n] > 0)
            gains, losses = self.products[best], self.products[worst]
            bend = gains[best] + losses[worst] - 2 * gains[worst]
            step = alphas[worst]
            if bend > 0:
                step = min(step, (most - least) / bend)
            alphas[best] += step
            alphas[worst] -= step
            left = [
                one - step * (gain - loss)
                for one, gain, loss in zip(left, gains, losses, strict=True)
            ]
        return [after - old for after, old in zip(alphas, before, strict=True)]

    def forget_idle(self, rounds: int) -> None:
        """Leave out constraints whose α has been zero for so many rounds."""
        self.idle = [
            0 if alpha > 0 else idle + 1
            for alpha, idle in zip(self.alphas[1:], self.idle, strict=True)
        ]
        kept = [place for place, idle in enumerate(self.idle) if idle < rounds]
        if len(kept) == len(self.keys):
            return
        rows = [slice(self.starts[place], self.starts[place + 1]) for place in kept]
        nothing = slice(0, 0)
        self.columns = np.concatenate([self.columns[row] for row in [*rows, nothing]])
        self.values = np.concatenate([self.values[row] for row in [*rows, nothing]])
        self.starts = np.cumsum([0, *(row.stop - row.start for row in rows)]).tolist()
        self.keys = [self.keys[place] for place in kept]
        self.idle = [self.idle[place] for place in kept]
        places = [0, *(place + 1 for place in kept)]
        self.losses = [self.losses[place] for place in places]
        self.alphas = [self.alphas[place] for place in places]
        self.products = [[self.products[one][two] for two in places] for one in places]


def weights_of(blocks: Sequence[Block], dimension: int) -> FloatArray:
    """The weights that the α of all blocks stand for."""
    weights = np.zeros(dimension)
    for block in blocks:
        block.add_to(weights, block.alphas)
    return weights


def dual_value(blocks: Sequence[Block], weights: FloatArray) -> float:
    """Σ α L − ½‖w‖²."""
    losses = [sum(map(float.__mul__, block.alphas, block.losses)) for block in blocks]
    return sum(losses) - 0.5 * squared_norm(weights)


def solve(
    blocks: Sequence[Block],
    weights: FloatArray,
    *,
    tolerance: float,
    most_sweeps: int,
    seed: int = 0,
) -> int:
    """Improve blocks in turn, and the weights with them, until the gaps found on the way through
    all of them add up to no more than the tolerance; how many sweeps that took.

    Blocks that were nearly right at the last visit are left out of most sweeps.
    """
    active = [block for block in blocks if len(block)]
    share = tolerance / max(len(active), 1)
    orders, gaps = np.random.default_rng(seed), [math.inf] * len(active)
    for sweep in range(most_sweeps):
        over_all = sweep % _SWEEPS_BETWEEN == 0
        for number in orders.permutation(len(active)).tolist():
            if not over_all and gaps[number] <= 0.3 * share:
                continue
            block = active[number]
            violations = block.violations(weights)
            gaps[number] = gap = block.gap(violations)
            if gap > 0.1 * share:
                # The last digits of a block are lost again when others move.
                enough = max(0.1 * share, 0.3 * gap)
                block.add_to(weights, block.improve(violations, enough))
        if over_all and sum(gaps) <= tolerance:
            return sweep + 1
    return most_sweeps
