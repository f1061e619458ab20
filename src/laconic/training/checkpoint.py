"""Checkpoints: a training run after each round, in a file beside its model, to go on from later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.archive import open_archive, write_archive
from laconic.errors import FormatError
from laconic.learning.problem import FloatArray
from laconic.signing import check_fingerprint

_KIND, _VERSION = "training checkpoint", 1
Golds = Sequence[tuple[int, ...]]


@dataclass(frozen=True, eq=False, slots=True)
class Best:
    """The best weights so far, which setting gave them, and how good they are."""

    weights: FloatArray
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LastRound:
    """The number of the last round of a setting or pass, whether it was the last that was needed,
    and how many rounds of it were no better than the best of the setting."""

    number: int
    converged: bool
    stale: int


NO_ROUND = LastRound(0, converged=False, stale=0)
# What reading a checkpoint may come upon that laconic did not write like this.
DAMAGED = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)


@dataclass(frozen=True, eq=False, slots=True)
class Checkpoint:
    """A run between two rounds.

    `best` is the best of the settings that are done, `current` of the one that is under way, the
    `setting`; `passes` counts how often derivations were chosen anew, `golds` are those chosen.
    `fingerprint` is of all that must be the same to go on.
    """

    fingerprint: Mapping[str, str]
    setting: int
    passes: int
    golds: Golds
    learner: Mapping[str, NDArray[Any]]
    best: Best | None
    current: Best | None
    last: LastRound
    tried: Sequence[Mapping[str, Any]] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write it; a crash leaves the one before."""
        manifest = {
            "kind": _KIND,
            "version": _VERSION,
            "fingerprint": dict(self.fingerprint),
            "setting": self.setting,
            "passes": self.passes,
            "last": asdict(self.last),
            "tried": list(self.tried),
        }
        arrays = {f"learner_{name}": array for name, array in self.learner.items()}
        arrays["gold_sizes"] = np.array([len(gold) for gold in self.golds], dtype=np.int64)
        arrays["golds"] = np.array([edge for gold in self.golds for edge in gold], dtype=np.int64)
        for name in ("best", "current"):
            best = getattr(self, name)
            if best is not None:
                manifest[name] = dict(best.facts)
                arrays[name] = best.weights
        write_archive(path, manifest, arrays)

    def check_weights(self, width: int) -> None:
        """A ValueError for weights that are not so many finite numbers."""
        for best in (self.best, self.current):
            if best is not None and (
                best.weights.dtype != np.float64
                or best.weights.shape != (width,)
                or not np.isfinite(best.weights).all()
            ):
                raise ValueError("its weights do not fit")


def read_checkpoint(path: Path, fingerprint: Mapping[str, str]) -> Checkpoint:
    """The checkpoint in a file, if it is of the same run."""
    archive = open_archive(path, kind=_KIND, version=_VERSION)
    manifest, arrays = archive.manifest, archive.arrays
    try:
        check_fingerprint(manifest["fingerprint"], fingerprint, path)
        stops = np.cumsum(arrays["gold_sizes"])[:-1]
        prefix = "learner_"
        return Checkpoint(
            fingerprint,
            int(manifest["setting"]),
            int(manifest["passes"]),
            [tuple(gold.tolist()) for gold in np.split(arrays["golds"], stops)],
            {
                name.removeprefix(prefix): array
                for name, array in arrays.items()
                if name.startswith(prefix)
            },
            _best("best", manifest, arrays),
            _best("current", manifest, arrays),
            LastRound(**_facts(manifest["last"], _OF_ROUND)),
            [_facts(tried, _OF_SETTING) for tried in manifest["tried"]],
        )
    except DAMAGED as error:
        raise damaged(error, path) from error


def damaged(error: Exception, path: Path | None) -> FormatError:
    """What to say of a checkpoint that is none."""
    return FormatError(f"a damaged checkpoint: {error}", "one of laconic", path=path)


def _best(
    name: str, manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> Best | None:
    if name not in manifest:
        return None
    return Best(arrays[name], _facts(manifest[name], _OF_SETTING))


_OF_ROUND = {"number": int, "converged": bool, "stale": int}
_OF_SETTING = {
    "c": float,
    "feature_scale": float,
    "rounds": int,
    "primal": float,
    "dual": float,
    "gap": float,
    "converged": bool,
    "development_loss": float | None,
}


def _facts(found: Any, kinds: Mapping[str, Any]) -> dict[str, Any]:
    """What was found, if it is facts of just these kinds."""
    if not isinstance(found, dict) or set(found) != set(kinds):
        raise ValueError("its facts are others")
    for name, kind in kinds.items():
        value = found[name]
        is_kind = isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
        if not is_kind or (isinstance(value, float) and not isfinite(value)):
            raise ValueError(f"{name} is {value!r:.40}")
    return found
