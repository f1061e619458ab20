"""Settings of the comparison systems, as frozen values, to and from TOML."""

from __future__ import annotations

from dataclasses import dataclass, field

from laconic.baselines.constraints import KINDS, Kind
from laconic.errors import LaconicError
from laconic.settings import conform

_LARGEST = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class MiraOptions:
    """How McDonald's weights are learned.

    `passes` over the pairs; `k_best` rivals each time; `c` bounds what one rival may change: of
    several numbers, the best on development pairs is taken.
    """

    passes: int = 10
    k_best: int = 10
    c: tuple[float, ...] = (0.01,)
    seed: int = 0
    all_references: bool = False

    def __post_init__(self) -> None:
        conform(self)
        _check_from("passes", self.passes, 1)
        _check_from("k_best", self.k_best, 1)
        _check_from("seed", self.seed, 0)
        if not self.c or not all(0 < number <= _LARGEST for number in self.c):
            raise LaconicError(f"c is {list(self.c)}; expected numbers above 0, up to {_LARGEST:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class IlpOptions:
    """Which constraints hold, the least share of words to keep, and the time for a sentence."""

    constraints: tuple[Kind, ...] = KINDS
    min_rate: float = 0.0
    max_seconds: float = 10.0

    def __post_init__(self) -> None:
        conform(self)
        if len(set(self.constraints)) < len(self.constraints):
            raise LaconicError("constraints has one twice; expected each once")
        if not 0 <= self.min_rate <= 1:
            raise LaconicError(f"min_rate is {self.min_rate}; expected a number from 0 to 1")
        if not 0 < self.max_seconds <= _LARGEST:
            raise LaconicError(
                f"max_seconds is {self.max_seconds}; expected a number above 0, up to {_LARGEST:g}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class McDonaldConfig:
    """Settings of McDonald's system."""

    mira: MiraOptions = field(default_factory=MiraOptions)

    def __post_init__(self) -> None:
        conform(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarkeIlpConfig:
    """Settings of Clarke & Lapata's system with McDonald's scores."""

    mira: MiraOptions = field(default_factory=MiraOptions)
    ilp: IlpOptions = field(default_factory=IlpOptions)

    def __post_init__(self) -> None:
        conform(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarkeLmConfig:
    """Settings of Clarke & Lapata's system without training data: `significance` is the weight of
    significance scores beside the language model's; of several numbers, the best on development
    pairs is taken."""

    significance: tuple[float, ...] = (1.0,)
    ilp: IlpOptions = field(default_factory=lambda: IlpOptions(min_rate=0.4))

    def __post_init__(self) -> None:
        conform(self)
        good = all(0 <= number <= _LARGEST for number in self.significance)
        if not self.significance or not good:
            raise LaconicError(
                f"significance is {list(self.significance)}; expected numbers from 0 up to"
                f" {_LARGEST:g}"
            )


BaselineConfig = McDonaldConfig | ClarkeIlpConfig | ClarkeLmConfig
# The systems by name, with what can be set.
CONFIGS: dict[str, type[BaselineConfig]] = {
    "mcdonald": McDonaldConfig,
    "clarke-ilp": ClarkeIlpConfig,
    "clarke-lm": ClarkeLmConfig,
}


def _check_from(name: str, number: int, least: int) -> None:
    if number < least:
        raise LaconicError(f"{name} is {number}; expected a number from {least} up")
