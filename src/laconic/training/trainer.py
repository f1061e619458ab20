"""Runs the learner: one setting after the other, rounds until nothing is violated, checkpoints.

1. Settings are the combinations of feature scale and C, from small C to large; each begins with
   what the one before has found, or, with AdaGrad, anew: two runs of it then differ by C alone.
2. A setting is done when the learner has converged, after so many rounds, or when the development
   loss has not become less for so many rounds.
3. Where derivations are chosen by score, choosing and solving alternate, up to five times.
4. After each round all that is needed to go on is written to a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

from laconic.config import Config
from laconic.decoding.gold import Selection, find_gold
from laconic.errors import DerivationError
from laconic.learning import adagrad, cutting_plane, frank_wolfe
from laconic.learning.adagrad import AdaGrad
from laconic.learning.cutting_plane import CuttingPlane
from laconic.learning.frank_wolfe import FrankWolfe
from laconic.learning.problem import FloatArray, Round
from laconic.training.checkpoint import (
    DAMAGED,
    NO_ROUND,
    Best,
    Checkpoint,
    Golds,
    LastRound,
    damaged,
)
from laconic.training.development import Development
from laconic.training.examples import Examples
from laconic.training.problem import Transduction
from laconic.training.space import FeatureSpace

MOST_PASSES = 5
_BY_SCORE: dict[str, Selection] = {name: name for name in ("highest-score", "lowest-score")}


@dataclass(frozen=True, slots=True)
class Progress:
    """A round that is done: of which setting, and the development loss if it was measured."""

    c: float
    feature_scale: float
    round: Round
    development_loss: float | None


Watch = Callable[[Progress], None]


class Learner(Protocol):
    """What all learners have in common."""

    @property
    def measured(self) -> FloatArray: ...
    def round(self) -> Round: ...
    def state(self) -> dict[str, NDArray[Any]]: ...
    def restore(self, state: Mapping[str, NDArray[Any]]) -> None: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """One combination of what a grid tries."""

    c: float
    feature_scale: float


class Trainer:
    """A training run; it can be interrupted at any time, and what is best so far is kept."""

    def __init__(
        self,
        config: Config,
        examples: Examples,
        space: FeatureSpace,
        development: Development | None,
        *,
        workers: int,
        checkpoint: Path | None = None,
        fingerprint: Mapping[str, str] | None = None,
        watch: Watch | None = None,
        start: Mapping[str, float] | None = None,
    ) -> None:
        self._start = start
        self.config, self.examples, self.space = config, examples, space
        self.development, self.workers, self.watch = development, workers, watch
        self.settings = [
            Setting(c, scale) for scale, c in product(config.feature_scale, sorted(config.c))
        ]
        self.best: Best | None = None
        self.current: Best | None = None
        self.tried: list[Mapping[str, Any]] = []
        self._checkpoint, self._fingerprint = checkpoint, fingerprint or {}
        self._last = NO_ROUND
        self._first_golds: Golds = examples.golds

    def run(self, resume: Checkpoint | None = None) -> None:
        """Try all settings; `best` has the best one's weights afterwards."""
        first, passes = 0, 0
        learner: Learner | None = None
        if resume is not None:
            first, passes = resume.setting, resume.passes
            learner = self._restore(resume)
        for number in range(first, len(self.settings)):
            if learner is None or number > first:
                self.current, self._last, passes = None, NO_ROUND, 0
                self.examples.choose(self._first_golds)
                learner = self._next_learner(number, learner)
                self._save(number, passes, learner)
            learner = self._run_setting(number, passes, learner)
            self._finish_setting()

    def _restore(self, resume: Checkpoint) -> Learner:
        """The learner of a checkpoint, and all else as it was."""
        try:
            if not 0 <= resume.setting < len(self.settings):
                raise ValueError(f"there is no setting {resume.setting}")
            resume.check_weights(self.space.width)
            self.examples.choose(resume.golds)
            self.examples.check_golds()
            learner = self._make_learner(self.settings[resume.setting])
            learner.restore(resume.learner)
        except (*DAMAGED, DerivationError) as error:
            raise damaged(error, self._checkpoint) from error
        self.best, self.current, self.tried = resume.best, resume.current, [*resume.tried]
        self._last = resume.last
        return learner

    def conclude(self) -> Best | None:
        """The best so far, also where a setting is still under way."""
        if self.current is not None:
            self._finish_setting()
        return self.best

    def _run_setting(self, number: int, passes: int, learner: Learner) -> Learner:
        setting = self.settings[number]
        space = self.space.scaled(setting.feature_scale)
        while True:
            self._run_rounds(number, passes, learner)
            passes += 1
            if self.config.gold not in _BY_SCORE or passes == MOST_PASSES:
                return learner
            golds = self._choose_golds(space, learner.measured)
            if golds == self.examples.golds:
                return learner
            self.examples.choose(golds)
            learner = self._warmed(setting, learner)
            self._last = NO_ROUND
            self._save(number, passes, learner)

    def _run_rounds(self, number: int, passes: int, learner: Learner) -> None:
        setting, config = self.settings[number], self.config
        space = self.space.scaled(setting.feature_scale)
        while not self._is_done():
            found = learner.round()
            loss = None
            if config.patience and self.development is not None:
                loss = self.development.measure(space, learner.measured)
            self._note(setting, found, loss, learner.measured)
            self._save(number, passes, learner)
            if self.watch is not None:
                self.watch(Progress(setting.c, setting.feature_scale, found, loss))

    def _note(
        self, setting: Setting, found: Round, loss: float | None, weights: FloatArray
    ) -> None:
        """Keep the weights of a round if they are the best of their setting."""
        facts = {
            "c": setting.c,
            "feature_scale": setting.feature_scale,
            "rounds": found.number,
            "primal": found.primal,
            "dual": found.dual,
            "gap": found.gap,
            "converged": found.converged,
            "development_loss": loss,
        }
        old = self.current
        if old is None:
            better = True
        elif loss is not None:
            better = loss < old.facts["development_loss"]
        else:
            # The first of a pass has no primal to be compared with; an estimate says nothing.
            is_alone = found.number == 1 or found.converged or found.estimated
            better = is_alone or found.primal < old.facts["primal"]
        if better:
            self.current = Best(weights, facts)
        stale = 0 if better else self._last.stale + 1
        self._last = LastRound(found.number, found.converged, stale)

    def _is_done(self) -> bool:
        """Whether a setting needs no more rounds."""
        config, last = self.config, self._last
        if last.converged or last.number >= config.max_rounds:
            return True
        return bool(config.patience) and last.stale >= config.patience

    def _finish_setting(self) -> None:
        """Compare the setting that is done with the best one before."""
        current = self.current
        if current is None:
            return
        facts = dict(current.facts)
        if self.development is not None and facts["development_loss"] is None:
            space = self.space.scaled(facts["feature_scale"])
            facts["development_loss"] = self.development.measure(space, current.weights)
        self.tried.append(facts)
        old = self.best
        if old is None or (
            facts["development_loss"] is not None
            and facts["development_loss"] < old.facts["development_loss"]
        ):
            self.best = Best(current.weights, facts)
        self.current = None

    def _choose_golds(self, space: FeatureSpace, weights: FloatArray) -> Golds:
        """Algorithm 5 again, by scores; what stands in for a reference stays."""
        row_scores = space.row_scores(weights)
        golds = []
        for number in range(len(self.examples)):
            example = self.examples[number]
            if example.stands_in:
                golds.append(example.gold)
                continue
            gold = find_gold(
                example.edges.forest.fresh(),
                example.task.reference,
                selection=_BY_SCORE[self.config.gold],
                scores=space.score_edges(example.edges, weights, row_scores).tolist(),
            )
            golds.append(example.gold if gold is None else tuple(gold))
        return golds

    def _make_learner(self, setting: Setting) -> CuttingPlane | FrankWolfe | AdaGrad:
        config = self.config
        problem = Transduction(
            self.examples,
            self.space.scaled(setting.feature_scale),
            rescaling=config.rescaling,
            beam=config.search_beam,
            workers=self.workers,
        )
        if config.learner == "adagrad":
            space = self.space.scaled(setting.feature_scale)
            first = None if self._start is None else space.unnamed_weights(self._start)
            return AdaGrad(problem, adagrad.Settings(c=setting.c, seed=config.seed), first)
        if config.learner == "frank-wolfe":
            return FrankWolfe(
                problem,
                frank_wolfe.Settings(c=setting.c, epsilon=config.epsilon, seed=config.seed),
            )
        return CuttingPlane(problem, cutting_plane.Settings(c=setting.c, epsilon=config.epsilon))

    def _next_learner(self, number: int, before: Learner | None) -> Learner:
        """The learner of a setting, which begins where the one before it in the grid ended."""
        setting = self.settings[number]
        if before is None:
            return self._make_learner(setting)
        same_scale = self.settings[number - 1].feature_scale == setting.feature_scale
        same_rows = same_scale and self.config.gold not in _BY_SCORE
        return self._warmed(setting, before, same_rows=same_rows)

    def _warmed(self, setting: Setting, before: Learner, *, same_rows: bool = False) -> Learner:
        learner = self._make_learner(setting)
        if isinstance(learner, CuttingPlane) and isinstance(before, CuttingPlane):
            learner.warm_start(before)
        if isinstance(learner, FrankWolfe) and isinstance(before, FrankWolfe) and same_rows:
            # Its points are sums of rows.
            learner.warm_start(before)
        return learner

    def _save(self, number: int, passes: int, learner: Learner) -> None:
        if self._checkpoint is not None:
            Checkpoint(
                self._fingerprint,
                number,
                passes,
                self.examples.golds,
                learner.state(),
                self.best,
                self.current,
                self._last,
                self.tried,
            ).write(self._checkpoint)
