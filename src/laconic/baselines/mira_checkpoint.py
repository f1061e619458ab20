"""MIRA between two passes, and as a file beside the model, to go on from later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from laconic.archive import open_archive, write_archive
from laconic.baselines.gap_scores import FloatArray
from laconic.errors import FormatError
from laconic.learning.mira import AveragedWeights
from laconic.signing import check_fingerprint

_KIND, _VERSION = "mira checkpoint", 1


@dataclass(frozen=True, eq=False, slots=True)
class State:
    """Weights after so many passes, and the best average so far."""

    weights: AveragedWeights
    passes: int = 0
    best: FloatArray | None = None
    best_pass: int = 0
    best_loss: int | None = None

    def after(self, weights: AveragedWeights, average: FloatArray, loss: int | None) -> State:
        """The state after another pass; without a development loss the last pass is the best."""
        is_better = loss is None or self.best_loss is None or loss < self.best_loss
        if is_better:
            return State(weights, self.passes + 1, average, self.passes + 1, loss)
        return State(weights, self.passes + 1, self.best, self.best_pass, self.best_loss)


def write_state(path: Path, state: State, fingerprint: Mapping[str, str]) -> None:
    """Write it; a crash leaves the one before."""
    manifest = {
        "kind": _KIND,
        "version": _VERSION,
        "fingerprint": dict(fingerprint),
        "passes": state.passes,
        "steps": state.weights.steps,
        "best_pass": state.best_pass,
        "best_loss": state.best_loss,
    }
    arrays = {"current": state.weights.current, "weighted": state.weights.weighted}
    if state.best is not None:
        arrays["best"] = state.best
    write_archive(path, manifest, arrays)


def read_state(path: Path, fingerprint: Mapping[str, str], width: int) -> State:
    """The state in a file, if it is of the same run."""
    archive = open_archive(path, kind=_KIND, version=_VERSION)
    manifest, arrays = archive.manifest, archive.arrays
    try:
        check_fingerprint(manifest["fingerprint"], fingerprint, path)
        current, weighted, best = (
            _numbers(arrays[name], width) for name in ("current", "weighted", "best")
        )
        passes, steps, best_pass = (_count(manifest[n]) for n in ("passes", "steps", "best_pass"))
        loss = None if manifest["best_loss"] is None else _count(manifest["best_loss"])
        return State(AveragedWeights(current, weighted, steps), passes, best, best_pass, loss)
    except (LookupError, TypeError, ValueError) as error:
        raise FormatError(f"a damaged checkpoint: {error}", "one of laconic", path=path) from error


def _numbers(array: Any, width: int) -> FloatArray:
    if array.dtype != np.float64 or array.shape != (width,) or not np.isfinite(array).all():
        raise ValueError("its weights do not fit")
    return np.array(array)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r:.40} is no count")
    return value
