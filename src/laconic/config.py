"""`Config`: all that decides how a model is trained, as one frozen value, to and from TOML."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from laconic.decoding.decoder import DECODING, TRAINING, Beam
from laconic.errors import LaconicError
from laconic.induction import ExtractionOptions
from laconic.scoring.features import GROUPS, check_templates
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss
from laconic.settings import conform, from_table, read_table

GrammarFrom = Literal["same", "folds", "leave-one-out"]
Learner = Literal["cutting-plane", "frank-wolfe", "adagrad"]
LossName = Literal[
    "hamming-tokens",
    "hamming-ngrams",
    "hamming-productions",
    "edit-tokens",
    "edit-places",
    "f1-tokens",
]
Gold = Literal["most-rules", "highest-score", "lowest-score", "random", "words"]
Rescaling = Literal["margin", "slack"]
Unreachable = Literal["stand-in", "leave-out"]
_LARGEST = 1e6  # of C, scales and ε: beyond that objectives are no longer added up exactly
_UP_TO = f"up to {_LARGEST:g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a model is trained.

    `c` and `feature_scale` may be several numbers: then each of their combinations is trained, and
    the one with the least loss on the development pairs is kept. A beam of no numbers is none:
    search is exact. docs/training.md says what each setting does.
    """

    extraction: ExtractionOptions = field(
        default_factory=lambda: ExtractionOptions(normalisation="lower")
    )
    grammar_from: GrammarFrom = "leave-one-out"
    folds: int = 10
    features: tuple[str, ...] = GROUPS
    rare: int = 0
    loss: LossName = "hamming-tokens"
    length_penalty: float = 1.0
    rescaling: Rescaling = "margin"
    gold: Gold = "most-rules"
    unreachable: Unreachable = "stand-in"
    learner: Learner = "cutting-plane"
    c: tuple[float, ...] = (30.0,)
    feature_scale: tuple[float, ...] = (1.0,)
    lm_scale: float = 0.1
    epsilon: float = 0.1
    max_rounds: int = 100
    patience: int = 0
    training_beam: tuple[int, ...] = (TRAINING.unique, TRAINING.total)
    decoding_beam: tuple[int, ...] = (DECODING.unique, DECODING.total)
    seed: int = 0
    forest_memory_mb: int = 1000

    def __post_init__(self) -> None:
        conform(self)
        check_templates(self.features)
        for name in ("c", "feature_scale"):
            _check_numbers(name, getattr(self, name))
        for name in ("lm_scale", "epsilon"):
            if not 0 < getattr(self, name) <= _LARGEST:
                found = getattr(self, name)
                raise LaconicError(f"{name} is {found}; expected a number above 0, {_UP_TO}")
        if self.length_penalty > _LARGEST:
            raise LaconicError(
                f"length_penalty is {self.length_penalty}; expected a number from 0 up, {_UP_TO}"
            )
        if self.length_penalty != 1 and self.loss.startswith("f1"):
            raise LaconicError(f"length_penalty is for Hamming and edit losses; not {self.loss}")
        for name, least in _LEAST.items():
            if not (isfinite(getattr(self, name)) and getattr(self, name) >= least):
                found = getattr(self, name)
                raise LaconicError(f"{name} is {found}; expected a number from {least} up")
        for name in ("training_beam", "decoding_beam"):
            _beam(name, getattr(self, name))

    def make_loss(self) -> Loss:
        """The loss by its name."""
        kind, items = self.loss.split("-")
        named: Any = items
        if kind == "hamming":
            return HammingLoss(named, self.length_penalty)
        return EditLoss(named, self.length_penalty) if kind == "edit" else F1Loss()

    @property
    def is_grid(self) -> bool:
        """Whether several settings are to be tried."""
        return len(self.c) * len(self.feature_scale) > 1

    @property
    def search_beam(self) -> Beam | None:
        """The beam of training."""
        return _beam("training_beam", self.training_beam)

    @property
    def test_beam(self) -> Beam | None:
        """The beam with which the model is used."""
        return _beam("decoding_beam", self.decoding_beam)


_LEAST = {
    "folds": 2,
    "length_penalty": 0,
    "max_rounds": 1,
    "patience": 0,
    "rare": 0,
    "seed": 0,
    "forest_memory_mb": 1,
}


def read_config(path: str | Path) -> Config:
    """The configuration in a TOML file; what it does not say has its default."""
    table = read_table(path)
    try:
        return from_table(Config, table)
    except LaconicError as error:
        raise LaconicError(f"{path}: {error}") from None


def _check_numbers(name: str, numbers: tuple[float, ...]) -> None:
    if not numbers or not all(0 < number <= _LARGEST for number in numbers):
        raise LaconicError(f"{name} is {list(numbers)}; expected numbers above 0, {_UP_TO}")
    if len(set(numbers)) < len(numbers):
        raise LaconicError(f"{name} is {list(numbers)}; expected each number once")


def _beam(name: str, numbers: tuple[int, ...]) -> Beam | None:
    if not numbers:
        return None
    if len(numbers) != 2 or min(numbers) < 1:
        raise LaconicError(
            f"{name} is {list(numbers)}; expected two numbers from 1 up (different items, items in"
            " all), or none for an exact search"
        )
    return Beam(*numbers)
