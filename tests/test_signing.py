"""Signatures: what changes them, what does not, and that files are held to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from laconic.archive import open_archive, write_archive
from laconic.errors import FormatError, LaconicError
from laconic.signing import (
    ModelFile,
    check_fingerprint,
    check_numbers,
    check_signed,
    checked,
    digest,
    hash_of,
    sign,
)

MANIFEST: dict[str, Any] = {"kind": "thing", "version": 1, "size": 3, "facts": {"by": "me"}}
MEMBERS = {"a": np.arange(3.0), "b": np.zeros((0, 2), dtype=np.int64)}
SIGNED = ("kind", "version", "size")


def thing(changes: dict[str, Any] | None = None, **members: Any) -> ModelFile:
    entries = MANIFEST | (changes or {})
    kind, version = str(entries.pop("kind")), int(entries.pop("version"))
    return ModelFile(kind, version, entries, MEMBERS | members, SIGNED)


def signature(changes: dict[str, Any] | None = None, **members: Any) -> str:
    return thing(changes, **members).signature


def test_only_what_is_signed_changes_the_signature() -> None:
    assert signature().startswith("thing.1.")
    assert signature() == signature() == signature({"facts": {}})
    others = [
        signature({"size": 4}),
        signature({"version": 2}),
        signature(a=np.arange(4.0)),
        signature(c=np.arange(3.0)),
    ]
    assert len({signature(), *others}) == 5


def test_hashes_see_numbers_not_layouts() -> None:
    grid = np.arange(6.0).reshape(2, 3)
    assert hash_of(grid.T) == hash_of(np.ascontiguousarray(grid.T)) != hash_of(grid)
    assert hash_of(grid) == hash_of(grid.ravel())


def test_the_order_of_entries_does_not_matter() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 2, "b": 1})
    hashes = {"a": "1", "b": "2"}
    assert sign(MANIFEST, hashes, SIGNED) == sign(MANIFEST, dict(reversed(hashes.items())), SIGNED)


def write(path: Path, members: dict[str, Any] | None = None, **changes: Any) -> None:
    manifest = thing().manifest | changes
    write_archive(path, manifest, MEMBERS if members is None else members)


def check(path: Path) -> None:
    check_signed(open_archive(path, kind="thing", version=1), path, SIGNED)


def test_a_file_is_held_to_its_signature(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write(path)
    check(path)
    write(path, facts={})
    check(path)
    for changes in ({"size": 5}, {"signature": None}, {"signature": "thing.1.0"}):
        write(path, **changes)
        with pytest.raises(FormatError, match="a signature of another model"):
            check(path)
    write(path, MEMBERS | {"a": np.arange(3.0) + 1})
    with pytest.raises(FormatError, match="a has another hash"):
        check(path)
    for members in ({"a": MEMBERS["a"]}, MEMBERS | {"c": MEMBERS["a"]}):
        write(path, members)
        with pytest.raises(FormatError, match="hashes of other members"):
            check(path)
    wrong: list[Any] = [None, [], "ab", {}]
    for hashes in wrong:
        write(path, hashes=hashes)
        with pytest.raises(FormatError, match="hashes of other members"):
            check(path)


@pytest.mark.parametrize("error", [KeyError, TypeError, ValueError, OverflowError, LaconicError])
def test_what_goes_wrong_while_reading_is_said_of_the_file(error: type[Exception]) -> None:
    def read() -> None:
        raise error("of this kind")

    with pytest.raises(FormatError, match=r"model\.bin: found a model in which .*of this kind"):
        checked(read, "model.bin")


def test_an_interrupt_while_reading_stays_one() -> None:
    def read() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checked(read, "model.bin")
    assert checked(lambda: 5, "model.bin") == 5


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(3),
        np.zeros((2, 1)),
        np.zeros(2, dtype=np.float32),
        np.zeros(2, dtype=np.int64),
        np.array([1.0, np.nan]),
        np.array([np.inf, 0.0]),
        np.array([0.0, -1e31]),
    ],
)
def test_arrays_that_are_not_so_many_finite_numbers(array: Any) -> None:
    with pytest.raises(ValueError, match=r"an array is not 2 numbers|a number is too large"):
        check_numbers(array, 2)


def test_an_array_of_so_many_finite_numbers() -> None:
    array = np.array([1e30, -2.0])
    assert check_numbers(array, 2) is array


def test_a_checkpoint_of_another_run_is_refused_by_what_differs() -> None:
    now = {"corpus": "1", "configuration": "2"}
    check_fingerprint(now, now, "run")
    with pytest.raises(LaconicError) as raised:
        check_fingerprint({"corpus": "3"}, now, "run")
    assert str(raised.value) == (
        "run is of a run with another corpus and another configuration; delete it to begin anew"
    )
