"""Files of the comparison systems that are damaged or forged: errors for people, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import mutate_often
from pairs import sample_pairs
from tiny_corpus import tiny_lm, tiny_pairs

from laconic.archive import open_archive, write_archive
from laconic.baselines import clarke_lm, mcdonald
from laconic.baselines.clarke_lm_file import load_trigram_model
from laconic.baselines.mcdonald_file import load_bigram_model
from laconic.baselines.options import ClarkeIlpConfig, ClarkeLmConfig, McDonaldConfig, MiraOptions
from laconic.baselines.run import BaselineModel, make_training
from laconic.corpus import tree_of
from laconic.errors import FormatError, LaconicError
from laconic.signing import hash_of, sign
from laconic.systems import load

TREE = tree_of(sample_pairs()[2].source)
MIRA = MiraOptions(passes=2, k_best=2)
SIGNED = {"bigram": mcdonald.SIGNED, "trigram": clarke_lm.SIGNED}
KINDS: dict[str, Callable[..., BaselineModel]] = {
    "bigram": load_bigram_model,
    "trigram": load_trigram_model,
}


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A model file of each kind, and a checkpoint."""
    folder = tmp_path_factory.mktemp("models")
    bigram = make_training(tiny_pairs(), ClarkeIlpConfig(mira=MIRA))
    bigram.run(checkpoint=folder / "checkpoint").model.save(folder / "bigram")
    lm = tiny_lm(folder)
    make_training(tiny_pairs(), ClarkeLmConfig(), lm=lm).run().model.save(folder / "trigram")
    return {name: (folder / name).read_bytes() for name in ("bigram", "trigram", "checkpoint")}


@pytest.fixture
def bigram(contents: dict[str, bytes], tmp_path: Path) -> Path:
    (tmp_path / "bigram").write_bytes(contents["bigram"])
    return tmp_path / "bigram"


@pytest.fixture
def trigram(contents: dict[str, bytes], tmp_path: Path) -> Path:
    (tmp_path / "trigram").write_bytes(contents["trigram"])
    return tmp_path / "trigram"


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_models_are_errors_for_people(
    kind: str, contents: dict[str, bytes], tmp_path: Path
) -> None:
    """Or are used, where the damage is in the padding, or was not looked for."""
    path, load = tmp_path / "damaged", KINDS[kind]
    for number, damaged in enumerate(mutate_often(contents[kind], 200)):
        path.write_bytes(damaged)
        try:
            loaded = load(path, verify=bool(number % 3))
            loaded.rewrite(TREE)
        except LaconicError:
            continue
        assert loaded.signature


@pytest.mark.parametrize("kind", KINDS)
def test_a_byte_that_is_changed_anywhere_in_the_numbers_is_noticed(
    kind: str, contents: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "model"
    path.write_bytes(contents[kind])
    archive = open_archive(path, kind=kind, version=1)
    for name, offset in archive.offsets.items():
        for place in (0, archive.arrays[name].nbytes - 1):
            changed = bytearray(contents[kind])
            changed[offset + place] ^= 1
            path.write_bytes(changed)
            with pytest.raises(LaconicError):
                load(path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_model_cut_short(
    kind: str, share: float, contents: dict[str, bytes], tmp_path: Path
) -> None:
    content = contents[kind]
    (tmp_path / "short").write_bytes(content[: int(len(content) * share)])
    with pytest.raises(LaconicError):
        KINDS[kind](tmp_path / "short")


def forge(path: Path, kind: str, arrays: dict[str, Any] | None = None, /, **changes: Any) -> None:
    """The same file with other facts or arrays, and with hashes and a signature that fit."""
    archive = open_archive(path, kind=kind, version=1)
    members = {name: np.array(array) for name, array in archive.arrays.items()} | (arrays or {})
    manifest = {**archive.manifest, **changes}
    hashes = {name: hash_of(array) for name, array in members.items()}
    signature = sign(manifest, hashes, SIGNED[kind])
    write_archive(path, {**manifest, "hashes": hashes, "signature": signature}, members)


LARGE = 10**400
WRONG: list[tuple[str, dict[str, Any]]] = [
    ("bigram", {"mira": 3}),
    ("bigram", {"mira": {"passes": LARGE}}),
    ("bigram", {"mira": {"speed": 1}}),
    ("bigram", {"ilp": [1]}),
    ("bigram", {"ilp": {"constraints": ["rhyme"]}}),
    ("bigram", {"ilp": {"max_seconds": -1.0}}),
    ("bigram", {"parser": 5}),
    ("bigram", {"kind": "trigram"}),
    ("bigram", {"version": 2}),
    ("trigram", {"significance": -1}),
    ("trigram", {"significance": float("nan")}),
    ("trigram", {"significance": LARGE}),
    ("trigram", {"significance": None}),
    ("trigram", {"significance": [1]}),
    ("trigram", {"ilp": None}),
    ("trigram", {"parser": {}}),
]


@pytest.mark.parametrize(("kind", "changes"), WRONG)
def test_a_forged_manifest(
    kind: str, changes: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(kind)
    forge(path, kind, **changes)
    with pytest.raises(FormatError):
        KINDS[kind](path, verify=False)
    with pytest.raises(FormatError):
        KINDS[kind](path)


@pytest.mark.parametrize(
    ("kind", "changes"), [("bigram", {"ilp": None}), ("trigram", {"parser": "x"})]
)
def test_another_setting_is_another_signature(
    kind: str, changes: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(kind)
    archive = open_archive(path, kind=kind, version=1)
    members = {name: np.array(array) for name, array in archive.arrays.items()}
    write_archive(path, {**archive.manifest, **changes}, members)
    with pytest.raises(FormatError, match="a signature of another model"):
        KINDS[kind](path)
    forge(path, kind)
    assert KINDS[kind](path).signature != archive.manifest["signature"]


WRONG_ARRAYS: list[tuple[str, str, Any]] = [
    ("bigram", "keys", np.zeros(2, dtype=np.uint64)),
    ("bigram", "keys", np.array([5, 4], dtype=np.uint64)),
    ("bigram", "keys", np.array([2**64 - 1], dtype=np.uint64)),
    ("bigram", "keys", np.zeros(0, dtype=np.int64)),
    ("bigram", "keys", np.zeros((2, 2), dtype=np.uint64)),
    ("bigram", "weights", np.zeros(1)),
    ("bigram", "weights", np.zeros(0, dtype=np.float32)),
    ("bigram", "symbols", np.full(9, 255, dtype=np.uint8)),
    ("bigram", "symbol_starts", np.array([0, 10**9], dtype=np.uint64)),
    ("trigram", "topic_counts", np.zeros(1, dtype=np.int64)),
    ("trigram", "topics", np.full(9, 255, dtype=np.uint8)),
    ("trigram", "lm", np.zeros(0, dtype=np.uint8)),
    ("trigram", "lm", np.zeros(100, dtype=np.uint8)),
]


@pytest.mark.parametrize(("kind", "name", "array"), WRONG_ARRAYS)
def test_forged_arrays(kind: str, name: str, array: Any, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(kind)
    forge(path, kind, {name: array})
    for verify in (False, True):
        with pytest.raises(FormatError):
            KINDS[kind](path, verify=verify)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e308])
def test_numbers_that_no_training_gives(bigram: Path, value: float) -> None:
    size = len(open_archive(bigram, kind="bigram", version=1).arrays["weights"])
    forge(bigram, "bigram", {"weights": np.full(size, value)})
    with pytest.raises(FormatError, match="a number is too large"):
        load_bigram_model(bigram, verify=False)


def resume(path: Path) -> None:
    training = make_training(tiny_pairs(), McDonaldConfig(mira=MIRA))
    training.run(checkpoint=path, resume=True)


def test_damaged_checkpoints_are_refused(contents: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "damaged"
    refused = 0
    for damaged in mutate_often(contents["checkpoint"], 60):
        path.write_bytes(damaged)
        try:
            resume(path)
        except LaconicError:
            refused += 1
    assert refused > 50  # of the others the padding is damaged


@pytest.mark.parametrize(
    "changes",
    [
        {"passes": -1},
        {"passes": True},
        {"steps": "many"},
        {"best_loss": -3},
        {"best_pass": None},
        {"arrays": {"current": np.zeros(3)}},
        {"arrays": {"best": np.zeros(0, dtype=np.float32)}},
        {"arrays": {"weighted": np.array([np.nan])}},
    ],
)
def test_forged_checkpoints_are_refused(
    changes: dict[str, Any], contents: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint"
    path.write_bytes(contents["checkpoint"])
    archive = open_archive(path, kind="mira checkpoint", version=1)
    arrays = {**archive.arrays, **changes.get("arrays", {})}
    given = {name: value for name, value in changes.items() if name != "arrays"}
    write_archive(path, {**archive.manifest, **given}, arrays)
    with pytest.raises(FormatError, match="a damaged checkpoint"):
        resume(path)


def test_something_else_than_a_checkpoint_is_refused(bigram: Path, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="a file of kind 'bigram'"):
        resume(bigram)
    (tmp_path / "text").write_text("no archive")
    with pytest.raises(LaconicError):
        resume(tmp_path / "text")
