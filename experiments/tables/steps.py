"""Steps whose results are kept, so that a second run reads them and an interrupted one goes on.

A step has a name and settings: plain values that say all its result depends on. The result, plain
values too, goes to FOLDER/NAME-DIGEST.json with the settings and the seconds it took. A trained
model lies beside it as NAME-DIGEST.laconic; while it is trained, NAME-DIGEST.checkpoint does.

Programs that work in one folder at the same time share it: what one has begun, another waits for.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from laconic.config import Config, GrammarFrom
from laconic.corpus import Pair, digest_pairs
from laconic.errors import FormatError, LaconicError
from laconic.files import replacing
from laconic.model import Model
from laconic.scoring.features import FeatureSet, Function
from laconic.scoring.ngram import NgramModel
from laconic.settings import to_table
from laconic.signing import digest
from laconic.systems import load as load_system
from laconic.training.run import Outcome, Training
from laconic.training.trainer import Progress

Record = dict[str, Any]
Tell = Callable[[str], None]
# For each setting of a grid: rounds at most, and the violation that is let go, in words. The facts
# of a model have the gap that was left.
ROUNDS, EPSILON = 20, 0.5
# The grid of C: with its own rules left out a pair needs large C, with them small.
GRIDS: Mapping[GrammarFrom, tuple[float, ...]] = {
    "same": (0.3, 1.0, 3.0, 10.0),
    "folds": (10.0, 30.0, 100.0),
    "leave-one-out": (10.0, 30.0, 100.0),
}
_FORM = 1  # of records; a higher number makes all steps run anew
_BETWEEN_LINES = 5.0  # seconds, at least, between lines about rounds


def tell(what: str) -> None:
    """Say with the time what is being done."""
    # In one piece: other programs may be saying something too.
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {what}\n")
    sys.stderr.flush()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Makes a file while no other program does: one that comes later waits, and finds it there.

    The lock is that of an empty file beside it; the system opens it when its program ends.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


@dataclass(frozen=True, slots=True)
class Steps:
    """A folder of results."""

    folder: Path
    tell: Tell = tell

    def path(self, name: str, settings: Mapping[str, Any], ending: str = "json") -> Path:
        """The file of a step: its name changes with its settings."""
        key = {"form": _FORM, "laconic": metadata.version("laconic"), **settings}
        return self.folder / f"{name}-{digest(key)[:16]}.{ending}"

    def run(
        self,
        name: str,
        settings: Mapping[str, Any],
        make: Callable[[], Any],
        *,
        beside: Path | None = None,
    ) -> Record:
        """The record of a step: name, settings, seconds, result.

        Made now if it is not there, or if what the step writes `beside` it is not.
        """
        path = self.path(name, settings)
        with alone(path):
            if not (path.exists() and (beside is None or beside.exists())):
                started = time.perf_counter()
                result = make()
                seconds = round(time.perf_counter() - started, 1)
                record = {"step": name, "settings": settings, "seconds": seconds, "result": result}
                write_record(path, record)
        # Read again where it was made now: no tuple where there is a list later.
        return read_record(path)


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """A transducer to be trained; `features` are functions made of nothing but pairs and config."""

    config: Config
    pairs: Sequence[Pair]
    dev: Sequence[Pair]
    lm: NgramModel | None
    lm_hash: str = field(default="none")
    features: Sequence[Function] = ()

    def settings(self) -> Record:
        """All that the model depends on."""
        names = FeatureSet((), self.features).function_names
        return {
            **({"features": list(names)} if names else {}),
            "config": to_table(self.config),
            "pairs": digest_pairs(self.pairs),
            "dev": digest_pairs(self.dev),
            "parsers": sorted({str(pair.parser) for pair in (*self.pairs, *self.dev)}),
            "lm": self.lm_hash,
        }


@dataclass(frozen=True, eq=False, slots=True)
class Trained:
    """A trained model, and the record of the step that made it."""

    model: Model
    record: Record

    @property
    def facts(self) -> Record:
        """What the learner says: examples, C, rounds, development loss and so on."""
        found: Record = self.record["result"]["facts"]
        return found

    @property
    def gap(self) -> float:
        """Which share of the objective was still open when training ended."""
        return float(self.facts["gap"]) / max(float(self.facts["primal"]), 1e-9)


def train(steps: Steps, name: str, job: Job, *, label: str, workers: int) -> Trained:
    """The model of a job, trained unless it is there; from its checkpoint if that is there."""
    settings = job.settings()
    model_path = steps.path(name, settings, "laconic")
    checkpoint = steps.path(name, settings, "checkpoint")

    def make() -> Record:
        steps.tell(f"{label}: getting ready")
        resumed = checkpoint.exists()
        training = Training(
            job.pairs,
            config=job.config,
            dev=job.dev,
            lm=job.lm,
            features=job.features,
            workers=workers,
        )
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        watch = Rounds(label, steps.tell)
        outcome = training.run(checkpoint=checkpoint, resume=True, watch=watch)
        if outcome.interrupted:
            # The model so far is not the one asked for; the checkpoint is what to go on from.
            raise KeyboardInterrupt
        outcome.model.save(model_path)
        return _describe(outcome, training, resumed=resumed)

    record = steps.run(name, settings, make, beside=model_path)
    checkpoint.unlink(missing_ok=True)
    model = load_system(model_path, features=job.features)
    if not isinstance(model, Model):
        raise FormatError("a model of another system", "a transducer", path=model_path)
    return Trained(model, record)


def _describe(outcome: Outcome, training: Training, *, resumed: bool) -> Record:
    return {
        "facts": dict(outcome.model.facts),
        "tried": [dict(one) for one in outcome.tried],
        "rules": len(training.grammar.packed),
        "left_out": list(outcome.left_out),
        "signature": outcome.model.signature,
        # Then the seconds are those since it went on.
        "resumed": resumed,
    }


@dataclass(eq=False, slots=True)
class Rounds:
    """Says how far training is: not every round, but the first and then every few seconds."""

    label: str
    tell: Tell
    last: float = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if self.last and now - self.last < _BETWEEN_LINES:
            return
        self.last = now
        found = progress.round
        self.tell(
            f"{self.label}, C={progress.c:g}, scale={progress.feature_scale:g}, "
            f"round {found.number}: primal {found.primal:.4g}, gap {found.gap:.3g}"
        )


def hash_of_lm(lm: NgramModel) -> str:
    """What tells a language model from others."""
    return hashlib.sha256(lm.packed_bytes()).hexdigest()


def hash_of_files(paths: Iterable[Path]) -> str:
    """What tells the contents of some files from others."""
    found = hashlib.sha256()
    for path in paths:
        try:
            found.update(hashlib.sha256(path.read_bytes()).digest())
        except OSError as error:
            raise LaconicError(f"cannot read {path}: {error.strerror}") from error
    return found.hexdigest()[:12]


def read_record(path: Path) -> Record:
    """The record of a step; a damaged file is an error that says what to do."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise FormatError(
            f"no JSON ({error})", "the record of a step; delete it", path=path
        ) from None
    if not (isinstance(found, dict) and {"seconds", "result"} <= set(found)):
        raise FormatError("something else", "the record of a step; delete it", path=path)
    return found


def write_record(path: Path, record: Mapping[str, Any]) -> None:
    """Write a record as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        json.dump(record, stream, ensure_ascii=False, indent=1)
        stream.write("\n")
