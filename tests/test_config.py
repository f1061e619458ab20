"""Settings: to TOML and back, and errors that name what is wrong."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.config import Config, read_config
from laconic.decoding.decoder import DECODING, TRAINING
from laconic.errors import FormatError, LaconicError
from laconic.induction import ExtractionOptions
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss
from laconic.settings import from_table, render_settings, to_table

NUMBERS = st.floats(1e-6, 1e6)
CONFIGS = st.builds(
    Config,
    extraction=st.builds(
        ExtractionOptions,
        bound=st.integers(0, 3),
        targets_per_source=st.none() | st.integers(1, 99),
        min_count=st.integers(1, 9),
        coverage=st.booleans(),
        deletions=st.sampled_from(["ranked", "any"]),
        normalisation=st.sampled_from(["none", "lower", "lower-digits"]),
    ),
    grammar_from=st.sampled_from(["same", "folds", "leave-one-out"]),
    features=st.sampled_from([("rule",), ("token", "ngram"), ("type", "cuts"), ("context",)]),
    loss=st.sampled_from(["hamming-tokens", "f1-tokens", "edit-tokens", "edit-places"]),
    gold=st.sampled_from(["most-rules", "words"]),
    learner=st.sampled_from(["cutting-plane", "adagrad"]),
    c=st.lists(NUMBERS, min_size=1, max_size=3, unique=True).map(tuple),
    epsilon=NUMBERS,
    training_beam=st.sampled_from([(), (1, 2), (200, 500)]),
)


@given(CONFIGS)
def test_settings_come_back_from_toml(config: Config) -> None:
    assert from_table(Config, tomllib.loads(render_settings(config))) == config
    assert from_table(Config, to_table(config)) == config


def test_a_file_says_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('c = [0.1, 1]\nloss = "f1-tokens"\n[extraction]\nbound = 2\n')
    extraction = ExtractionOptions(bound=2, normalisation="lower")
    expected = Config(c=(0.1, 1.0), loss="f1-tokens", extraction=extraction)
    assert read_config(path) == expected
    table: Any = {"bound": 2}
    assert Config(c=(0.1, 1.0), loss="f1-tokens", extraction=table) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("spede = 1", "unknown setting 'spede'; expected one of extraction, grammar_from"),
        ("[extraction]\nbund = 1", r"unknown setting 'extraction\.bund'"),
        ("extraction = 1", "extraction is 1; expected a table"),
        ('folds = "ten"', "folds is 'ten'; expected a whole number"),
        ("folds = 2.5", r"folds is 2\.5; expected a whole number"),
        ("folds = true", "folds is true; expected a whole number"),
        ("epsilon = true", "epsilon is true; expected a number"),
        ('loss = "bleu"', "loss is 'bleu'; expected one of hamming-tokens"),
        ("loss = 3", "loss is 3; expected one of"),
        ("seed = [1]", r"seed is \[1\]; expected a whole number"),
        ("[extraction]\ncoverage = 1", r"extraction\.coverage is 1; expected true or false"),
        ('c = [1, "x"]', "c is 'x'; expected a number"),
        (f"c = 1{'0' * 400}", "c is 'too large'; expected a number"),
        (f"seed = 1{'0' * 400}", "seed is 'too large'; expected a whole number"),
        ("lm_scale = 1e300", r"lm_scale is 1e\+300; expected a number above 0, up to 1e\+06"),
        ("c = 1e300", r"c is \[1e\+300\]; expected numbers above 0, up to 1e\+06"),
        ("c = []", r"c is \[\]; expected numbers above 0"),
        ("c = -1", r"c is \[-1\.0\]; expected numbers above 0"),
        ("c = nan", r"c is \[nan\]; expected numbers above 0"),
        ("c = [1, 1]", "expected each number once"),
        ("epsilon = 0", r"epsilon is 0\.0; expected a number above 0"),
        ("folds = 1", "folds is 1; expected a number from 2 up"),
        ("training_beam = [5]", r"training_beam is \[5\]; expected two numbers"),
        ('features = ["lexical"]', "unknown features 'lexical'"),
        ("[extraction]\nbound = -1", "the bound is -1; expected 0 or more"),
        ("[extraction]\nmin_count = 0", "min_count is 0; expected 1 or more"),
        ('gold = "word"', "gold is 'word'; expected one of most-rules, .*, words"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(LaconicError, match=message) as error:
        read_config(path)
    assert str(error.value).startswith(f"{path}: ")


def test_what_is_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("c = = 1")
    with pytest.raises(FormatError, match="found no TOML"):
        read_config(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="found no TOML"):
        read_config(path)
    with pytest.raises(LaconicError, match="cannot read"):
        read_config(tmp_path / "missing.toml")


def test_values_that_python_gives_are_checked_as_well() -> None:
    wrong: list[dict[str, Any]] = [
        {"loss": "bleu"},
        {"gold": "best"},
        {"learner": "adam"},
        {"length_penalty": -0.5},
        {"length_penalty": float("nan")},
        {"length_penalty": 0.5, "loss": "f1-tokens"},
        {"seed": -1},
        {"c": float("inf")},
        {"c": True},
        {"c": "abc"},
        {"folds": 2.5},
        {"patience": 0.0},
        {"seed": "x"},
        {"max_rounds": None},
        {"extraction": 3},
        {"length_penalty": 1e300},
        {"training_beam": None},
        {"c": np.array(5.0)},
        {"c": b"5"},
        {"features": {"rule", "token"}},
    ]
    for settings in wrong:
        with pytest.raises(LaconicError, match=f"^{next(iter(settings))} is"):
            Config(**settings)


def test_one_number_or_any_list_will_do() -> None:
    given: dict[str, Any] = {"c": 5.0, "feature_scale": [1.0, 2.0], "features": "rule"}
    config = Config(**given)
    assert (config.c, config.feature_scale, config.features) == ((5.0,), (1.0, 2.0), ("rule",))
    whole: dict[str, Any] = {"c": 5, "seed": np.int64(3), "epsilon": np.float64(0.5)}
    table = to_table(Config(**whole))
    assert json.dumps([table["c"], table["seed"], table["epsilon"]]) == "[[5.0], 3, 0.5]"


def test_none_and_paths_where_they_make_sense() -> None:
    path: Any = Path("mine.toml")
    options = ExtractionOptions(targets_per_source=None, head_table=path)
    assert (options.targets_per_source, options.head_table) == (None, "mine.toml")
    for name in ("normalisation", "head_table", "bound"):
        nothing: Any = {name: None}
        with pytest.raises(LaconicError, match=f"^{name} is None; expected"):
            ExtractionOptions(**nothing)


def test_losses_and_beams_by_name() -> None:
    assert Config(length_penalty=0.5).make_loss() == HammingLoss("tokens", 0.5)
    assert Config(loss="hamming-productions").make_loss() == HammingLoss("productions")
    assert Config(loss="edit-tokens").make_loss() == EditLoss()
    assert Config(loss="edit-places").make_loss() == EditLoss("places")
    assert Config(loss="f1-tokens").make_loss() == F1Loss()
    assert Config().search_beam == TRAINING
    assert Config().test_beam == DECODING
    assert replace(Config(), training_beam=()).search_beam is None


def test_every_setting_is_documented() -> None:
    guide = (Path(__file__).parent.parent / "docs" / "training.md").read_text(encoding="utf-8")
    for field in (*fields(Config), *fields(ExtractionOptions)):
        assert f"`{field.name}`" in guide, field.name
