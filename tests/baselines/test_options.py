"""Settings of the comparison systems: checked, written and read, and documented."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from pairs import ROOT

from laconic.baselines.constraints import KINDS
from laconic.baselines.options import (
    CONFIGS,
    BaselineConfig,
    ClarkeLmConfig,
    IlpOptions,
    MiraOptions,
)
from laconic.errors import LaconicError
from laconic.settings import from_table, to_table

DOCUMENT = (ROOT / "docs" / "baselines.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", CONFIGS.values())
def test_settings_come_back_from_their_table(kind: type[BaselineConfig]) -> None:
    assert from_table(kind, to_table(kind())) == kind()


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (MiraOptions, {"passes": 0}, "passes is 0; expected a number from 1 up"),
        (MiraOptions, {"k_best": 0}, "k_best is 0; expected a number from 1 up"),
        (MiraOptions, {"c": 0.0}, "c is [0.0]; expected numbers above 0, up to 1e+06"),
        (
            MiraOptions,
            {"c": [0.1, float("nan")]},
            "c is [0.1, nan]; expected numbers above 0, up to 1e+06",
        ),
        (MiraOptions, {"seed": -1}, "seed is -1; expected a number from 0 up"),
        (MiraOptions, {"passes": 2.5}, "passes is 2.5; expected a whole number"),
        (IlpOptions, {"min_rate": 1.5}, "min_rate is 1.5; expected a number from 0 to 1"),
        (
            IlpOptions,
            {"max_seconds": 0},
            "max_seconds is 0.0; expected a number above 0, up to 1e+06",
        ),
        (
            IlpOptions,
            {"constraints": ["verbs", "verbs"]},
            "constraints has one twice; expected each once",
        ),
        (
            IlpOptions,
            {"constraints": ["nouns"]},
            f"constraints is 'nouns'; expected one of {', '.join(KINDS)}",
        ),
        (
            ClarkeLmConfig,
            {"significance": []},
            "significance is []; expected numbers from 0 up to 1e+06",
        ),
        (
            ClarkeLmConfig,
            {"significance": [-1]},
            "significance is [-1.0]; expected numbers from 0 up to 1e+06",
        ),
    ],
)
def test_what_does_not_fit_is_an_error(kind: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(LaconicError) as raised:
        kind(**given)
    assert str(raised.value) == message


def test_every_setting_is_documented() -> None:
    for name in (field.name for field in fields(MiraOptions)):
        assert f"`mira.{name}`" in DOCUMENT
    for name in (field.name for field in fields(IlpOptions)):
        assert f"`ilp.{name}`" in DOCUMENT
    assert "`significance`" in DOCUMENT


@pytest.mark.parametrize("kind", KINDS)
def test_every_constraint_is_documented(kind: str) -> None:
    assert f"| `{kind}` |" in DOCUMENT
