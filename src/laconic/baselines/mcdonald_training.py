"""McDonald's weights: k-best MIRA over pairs; the loss is words wrongly kept or dropped."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from laconic.baselines.bigram_features import GapFeatures, read_features
from laconic.baselines.examples import Example, false_words
from laconic.baselines.gap_scores import FloatArray, path_vectors, score_pairs
from laconic.baselines.mira_checkpoint import State, read_state, write_state
from laconic.baselines.options import MiraOptions
from laconic.baselines.symbols import KeyArray, Symbols, merge_keys
from laconic.baselines.viterbi import best_path, best_paths
from laconic.learning.mira import AveragedWeights, solve_margins

_MERGED = 64  # sentences whose keys are merged at once


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass over the pairs: words wrong in training, and on the development pairs if any."""

    number: int
    loss: int
    development_loss: int | None
    seconds: float
    c: float | None = None  # if several are tried


Watch = Callable[[Pass], None]


@dataclass(eq=False)
class MiraTrainer:
    """A training run: features read, weights after so many passes.

    With development examples, the weights kept are those of the pass that does best on them, for
    any of the bounds `c` that are to be tried.
    """

    examples: Sequence[Example]
    development: Sequence[Example]
    options: MiraOptions
    symbols: Symbols = field(default_factory=Symbols)

    def __post_init__(self) -> None:
        whole = [read_features(example.sentence, self.symbols) for example in self.examples]
        self.symbols.frozen = True
        self.index = _merge(whole)
        self.features = [features.as_columns(self.index) for features in whole]
        self.development_features = [
            read_features(example.sentence, self.symbols).as_columns(self.index)
            for example in self.development
        ]
        self.width = len(self.index) + 1  # with a column for what is not known
        self.c = self.options.c[0]
        self.state = State(AveragedWeights.zeros(self.width))

    def run(
        self,
        *,
        watch: Watch | None = None,
        checkpoint: Path | None = None,
        fingerprint: Mapping[str, str] | None = None,
        resume: bool = False,
    ) -> bool:
        """Train; whether all passes were made: an interrupt ends with those that were."""
        if resume and checkpoint is not None and checkpoint.exists():
            self.state = read_state(checkpoint, fingerprint or {}, self.width)
        try:
            while self.state.passes < self.options.passes * len(self.options.c):
                done = self._pass()
                if checkpoint is not None:
                    write_state(checkpoint, self.state, fingerprint or {})
                if watch is not None:
                    watch(done)
        except KeyboardInterrupt:
            if self.state.best is None:
                raise
            return False
        return True

    @property
    def weights(self) -> FloatArray:
        """The best weights so far, without that of unknown features."""
        best = self.state.best
        return self.state.weights.average()[:-1] if best is None else best[:-1]

    def _pass(self) -> Pass:
        started = time.perf_counter()
        setting, number = divmod(self.state.passes, self.options.passes)
        # Nothing of the state changes before the pass is done, so that an interrupt loses only it.
        weights = self.state.weights.copy() if number else AveragedWeights.zeros(self.width)
        self.c = self.options.c[setting]
        order = np.random.default_rng([self.options.seed, number]).permutation(len(self.examples))
        loss = sum(self._learn(weights, int(place)) for place in order)
        average = weights.average()
        found = self._develop(average)
        self.state = self.state.after(weights, average, found)
        several = len(self.options.c) > 1
        seconds = time.perf_counter() - started
        return Pass(number + 1, loss, found, seconds, self.c if several else None)

    def _learn(self, weights: AveragedWeights, place: int) -> int:
        """Learn from one example; what was wrong with the best answer before."""
        features, gold = self.features[place], self.examples[place].kept
        paths = best_paths(score_pairs(features, weights.current), self.options.k_best)
        rivals = [path.kept for path in paths if path.kept != gold]
        losses = [false_words(kept, gold) for kept in rivals]
        wrong = false_words(paths[0].kept, gold)
        if not rivals:
            weights.step(np.zeros(0, dtype=np.int64), np.zeros(0))
            return wrong
        columns, vectors = path_vectors(features, [gold, *rivals])
        differences = vectors[0] - vectors[1:]
        # Without BLAS, as in `solve_margins`.
        ahead = np.einsum("ij,j->i", differences, weights.current[columns])
        alphas = solve_margins(differences, np.array(losses) - ahead, c=self.c)
        weights.step(columns, np.einsum("i,ij->j", alphas, differences))
        return wrong

    def _develop(self, weights: FloatArray) -> int | None:
        if not self.development:
            return None
        return sum(
            false_words(best_path(score_pairs(features, weights)).kept, example.kept)
            for features, example in zip(self.development_features, self.development, strict=True)
        )

    def facts(self) -> dict[str, Any]:
        """How the weights came about."""
        best, several = max(self.state.best_pass, 1) - 1, len(self.options.c) > 1
        # Of a single bound, more passes may have been made than are asked for now.
        setting, number = divmod(best, self.options.passes) if several else (0, best)
        return {
            "examples": len(self.examples),
            "features": len(self.index),
            "passes": self.state.passes,
            "best_pass": number + 1,
            "c": self.options.c[setting],
            "development_pairs": len(self.development),
            "development_loss": self.state.best_loss,
        }


def _merge(features: Sequence[GapFeatures]) -> KeyArray:
    """All keys of all sentences; those of some sentences at a time."""
    merged = merge_keys([])
    for start in range(0, len(features), _MERGED):
        part = [one.keys() for one in features[start : start + _MERGED]]
        merged = merge_keys([merged, *part])
    return merged
