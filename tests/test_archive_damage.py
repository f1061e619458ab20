"""Damaged archives: refused with an error for people, or read as if nothing had happened."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import mutate_often
from numpy.typing import NDArray

from laconic.archive import Archive, open_archive, write_archive
from laconic.errors import LaconicError

MANIFEST = {"kind": "test", "version": 3}
ARRAYS: dict[str, NDArray[Any]] = {
    "numbers": np.arange(5, dtype=np.int32),
    "none": np.zeros(0, dtype=np.uint8),
    "texts": np.frombuffer(b"abc", dtype=np.uint8),
}
Contents = tuple[object, list[tuple[str, str, tuple[int, ...], bytes]]]


def contents(archive: Archive) -> Contents:
    """All that an archive holds, as plain values."""
    arrays = archive.arrays.items()
    return archive.manifest, [(name, a.dtype.str, a.shape, a.tobytes()) for name, a in arrays]


def read(path: Path, *, verify: bool = True) -> Contents | None:
    """What the file holds; None if it was refused as it should be."""
    try:
        return contents(open_archive(path, kind="test", version=3, verify=verify))
    except LaconicError as error:
        message = str(error)
    assert str(path) in message
    return None


@pytest.fixture
def sound(tmp_path: Path) -> bytes:
    write_archive(tmp_path / "sound.bin", MANIFEST, ARRAYS)
    return (tmp_path / "sound.bin").read_bytes()


@pytest.mark.parametrize(
    "bits", [0xFF, 0x01, 0x20, 0x80], ids=["all-bits", "lowest", "other-case", "highest"]
)
def test_no_changed_byte_goes_unnoticed(tmp_path: Path, sound: bytes, bits: int) -> None:
    whole, path = read(tmp_path / "sound.bin"), tmp_path / "changed.bin"
    unnoticed = []
    for place, byte in enumerate(sound):
        path.write_bytes(sound[:place] + bytes([byte ^ bits]) + sound[place + 1 :])
        if read(path) not in (None, whole):
            unnoticed.append(place)
    assert whole is not None
    assert unnoticed == []


@pytest.mark.parametrize("verify", [True, False])
def test_random_damage_ends_in_an_error_for_people(
    tmp_path: Path, sound: bytes, verify: bool
) -> None:
    path, refused = tmp_path / "changed.bin", 0
    for changed in mutate_often(sound, 1000):
        path.write_bytes(changed)
        refused += read(path, verify=verify) is None
    assert 200 < refused < 1000


def with_member(path: Path, name: str, data: bytes) -> None:
    with zipfile.ZipFile(path, "w") as members:
        members.writestr("manifest.json", json.dumps(MANIFEST))
        members.writestr(name, data)


def npy(header: str, *, version: bytes = b"\x01\x00", data: bytes = bytes(64)) -> bytes:
    encoded = header.encode("latin-1")
    return b"\x93NUMPY" + version + struct.pack("<H", len(encoded)) + encoded + data


def header(descr: str = "'<i4'", order: str = "False", shape: str = "(4,)") -> str:
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


def odd_headers() -> Iterator[tuple[str, str]]:
    """Headers that are no array's, each with a name for the test."""
    shapes = {
        "too-long": "(17,)", "negative": "(-1,)", "very-negative": "(-5,)", "two": "(-1, -1)",
        "product-wraps": "(4294967296, 4294967296)", "beyond-64-bits": f"({2**64},)",
        "just-beyond": f"({2**63},)", "many-dimensions": f"({'1,' * 100})", "a-list": "[4]",
        "no-tuple": "4", "a-real": "(4.0,)", "a-text": "('4',)", "nothing": "None",
        "digits": f"({'1' * 900}!)", "no-comma": "(4)", "spaces": f"(4,{' ' * 800}!)",
    }  # fmt: skip
    kinds = {
        "objects": "'|O'", "no-such-kind": "'<q77'", "empty": "''", "number": "4", "tuple": "()",
        "one-tuple": "('<i4',)", "list": "[()]", "no-size": "'<U0'", "void": "'|V0'",
        "huge": "'<U999999999999'", "half-a-list": "[('a',)]", "bracket": "'('", "commas": "',,'",
        "date": "'<M8[]'", "null": "'\\x00'", "repeated": "'(-1)i4'", "none": "None",
        "names-twice": "[('a', '<i4'), ('a', '<i4')]", "nested": "[('a', ('<i4', (2**99,)))]",
    }  # fmt: skip
    whole = {
        "nothing-at-all": "", "no-dictionary": "[]", "other-keys": "{'descr': '<i4'}",
        "keys-of-two-kinds": "{1: 2, 'descr': 3}", "key-of-no-hash": "{[]: 1}",
        "set-of-lists": "{[], []}", "null-byte": header().replace("'<", "\0'<"),
        "open-bracket": "(" * 300, "minus": "-" * 900 + "1", "nested": "[" * 400 + "]" * 400,
        "a-call": header("__import__('os')"), "a-sum": header(shape="(2+2,)"),
        "indented": "  " + header(), "from-python-2": header(shape="(4L,)"),
        "wrong-escape": header("'\\<i4'"), "not-ascii": header("'\xff'"),
    }  # fmt: skip
    yield from (("shape-" + name, header(shape=shape)) for name, shape in shapes.items())
    yield from (("kind-" + name, header(kind)) for name, kind in kinds.items())
    yield from (whole | {"in-columns": header(order="True"), "order": header(order="7")}).items()


@pytest.mark.parametrize(
    "text", [text for _, text in odd_headers()], ids=[name for name, _ in odd_headers()]
)
def test_odd_headers_are_refused_or_stay_inside_their_member(tmp_path: Path, text: str) -> None:
    with_member(tmp_path / "a.bin", "a.npy", npy(text))
    found = read(tmp_path / "a.bin")
    if found is not None:
        assert len(found[1][0][3]) <= 64


@pytest.mark.parametrize(
    "version", [b"\x00\x00", b"\x02\x00", b"\x03\x00", b"\x01\x01", b"\xff\xff"]
)
def test_other_versions_of_the_array_format(tmp_path: Path, version: bytes) -> None:
    with_member(tmp_path / "a.bin", "a.npy", npy(header(), version=version))
    assert read(tmp_path / "a.bin") is None


def test_members_that_are_no_arrays(tmp_path: Path) -> None:
    for data in (b"", b"\x93NUMPY", b"text", npy(header(), data=b"")):
        with_member(tmp_path / "a.bin", "a.npy", data)
        assert read(tmp_path / "a.bin") is None
