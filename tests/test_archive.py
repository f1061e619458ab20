"""Arrays in one file: what comes back, what an ordinary zip reader sees, what is refused."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from laconic.archive import Archive, is_archive, open_archive, write_archive
from laconic.errors import FormatError, LaconicError

MANIFEST = {"kind": "test", "version": 3, "note": "é\ud800", "numbers": [1, 2.5, None]}
ARRAYS: dict[str, NDArray[Any]] = {
    "bytes": np.arange(7, dtype=np.uint8),
    "signed": np.array([-1, 2**31 - 1, -(2**31)], dtype=np.int32),
    "large": np.array([0, 2**64 - 1], dtype=np.uint64),
    "reals": np.array([0.5, -0.0, np.inf]),
    "halves": np.array([0.5], dtype=np.float16),
    "truths": np.array([True, False]),
    "table": np.arange(6, dtype=np.int16).reshape(2, 3),
    "swapped": np.array([1, 2], dtype=">u4"),
    "none": np.zeros(0, dtype=np.uint32),
    "no_rows": np.zeros((0, 2), dtype=np.float32),
    "one": np.ones(1, dtype=np.int64),
}
SMALL: dict[str, NDArray[Any]] = {
    "numbers": np.arange(5, dtype=np.int32),
    "none": np.zeros(0, dtype=np.uint8),
    "texts": np.frombuffer(b"abc", dtype=np.uint8),
}


def open_test(path: Path, *, verify: bool = True) -> Archive:
    return open_archive(path, kind="test", version=3, verify=verify)


def write_zip(path: Path, members: Mapping[str, bytes], compression: int = 0) -> None:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def npy(array: NDArray[Any]) -> bytes:
    stream = BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def assert_same(found: Archive, arrays: Mapping[str, NDArray[Any]]) -> None:
    assert {name: found.manifest[name] for name in MANIFEST} == MANIFEST
    assert list(found.arrays) == list(arrays)
    for name, array in arrays.items():
        assert found.arrays[name].dtype == array.dtype, name
        assert found.arrays[name].shape == array.shape, name
        assert found.arrays[name].tobytes() == array.tobytes(), name


@pytest.mark.parametrize("verify", [True, False])
def test_arrays_come_back(tmp_path: Path, verify: bool) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    assert_same(open_test(tmp_path / "a.bin", verify=verify), ARRAYS)


def test_an_archive_may_hold_no_arrays(tmp_path: Path) -> None:
    write_archive(str(tmp_path / "a.bin"), MANIFEST, {})
    assert_same(open_test(tmp_path / "a.bin"), {})


@pytest.mark.parametrize(
    "array",
    [
        np.arange(20, dtype=np.int32)[::3],
        np.asfortranarray(np.arange(6).reshape(2, 3)),
        np.arange(6).reshape(2, 3).T,
        np.array(5),
    ],
    ids=["every-third", "columns", "turned", "single-number"],
)
def test_arrays_of_any_layout(tmp_path: Path, array: NDArray[Any]) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, {"array": array})
    found = open_test(tmp_path / "a.bin").arrays["array"]
    assert found.shape == array.shape
    assert found.tolist() == array.tolist()


def test_arrays_cannot_be_written_to(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    with pytest.raises(ValueError, match="read-only"):
        open_test(tmp_path / "a.bin").arrays["bytes"][0] = 1


def test_an_ordinary_zip_reader_reads_the_members(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.zip", MANIFEST, ARRAYS)
    with zipfile.ZipFile(tmp_path / "a.zip") as members:
        assert members.testzip() is None
        assert members.namelist() == ["manifest.json", *(f"{name}.npy" for name in ARRAYS)]
        assert json.loads(members.read("manifest.json")).items() >= {"kind": "test"}.items()
        for name, array in ARRAYS.items():
            read = np.load(BytesIO(members.read(f"{name}.npy")), allow_pickle=False)
            assert read.dtype == array.dtype
            assert read.tobytes() == array.tobytes()


def assert_aligned(path: Path) -> None:
    content = path.read_bytes()
    with zipfile.ZipFile(path) as members:
        for info in members.infolist():
            name, extra = struct.unpack_from("<HH", content, info.header_offset + 26)
            assert (info.header_offset + 30 + name + extra) % 64 == 0, info.filename
    for name, array in open_test(path).arrays.items():
        assert array.ctypes.data % 64 == 0, name


def test_members_are_aligned(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    assert_aligned(tmp_path / "a.bin")


def test_large_members_are_aligned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 100)  # instead of an array of two gigabytes
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    assert_same(open_test(tmp_path / "a.bin"), ARRAYS)
    assert_aligned(tmp_path / "a.bin")


def test_the_same_arrays_give_the_same_bytes(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    backwards = dict(reversed(MANIFEST.items()))
    write_archive(tmp_path / "other.name", backwards, {k: v.copy() for k, v in ARRAYS.items()})
    assert (tmp_path / "a.bin").read_bytes() == (tmp_path / "other.name").read_bytes()


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    write_archive(path, MANIFEST, SMALL)
    with pytest.raises(ValueError):
        write_archive(path, MANIFEST, {"good": np.ones(3), "bad": np.array([{}], dtype=object)})
    assert_same(open_test(path), SMALL)
    write_archive(path, MANIFEST, ARRAYS)
    assert_same(open_test(path), ARRAYS)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.bin"]


def test_what_was_opened_outlives_its_file(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    found = open_test(tmp_path / "a.bin")
    write_archive(tmp_path / "a.bin", MANIFEST, SMALL)
    (tmp_path / "a.bin").unlink()
    assert_same(found, ARRAYS)


def test_archives_are_known_by_their_beginning(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.txt", MANIFEST, SMALL)
    (tmp_path / "b.bin").write_bytes(b"PK\x03")
    assert is_archive(tmp_path / "a.txt")
    for other in (tmp_path / "b.bin", tmp_path / "missing", tmp_path):
        assert not is_archive(other)


def refusal(path: Path, *, verify: bool = True) -> str:
    """How the file is refused; the path is always named."""
    with pytest.raises(LaconicError) as caught:
        open_test(path, verify=verify)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_another_kind_or_version(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    write_archive(path, MANIFEST | {"kind": "model"}, SMALL)
    assert "found a file of kind 'model', expected a test file of version 3" in refusal(path)
    write_archive(path, MANIFEST | {"version": 4}, SMALL)
    assert "found version 4, expected a test file of version 3" in refusal(path)
    write_archive(path, {}, SMALL)
    assert "found a file of kind None" in refusal(path)
    with pytest.raises(FormatError):
        open_archive(path, kind="test", version=4)


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"PK\x05\x06", b"not a zip at all" * 20, b"\x93NUMPY\x01\x00" * 9]
)
def test_no_zip_at_all(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.bin").write_bytes(content)
    assert "found a damaged file: File is not a zip file" in refusal(tmp_path / "a.bin")


def test_no_file_at_all(tmp_path: Path) -> None:
    assert "cannot read" in refusal(tmp_path / "missing.bin")
    assert "cannot read" in refusal(tmp_path)
    with pytest.raises(LaconicError, match="cannot write"):
        write_archive(tmp_path / "missing" / "a.bin", MANIFEST, SMALL)


def test_every_length_of_a_cut_file_is_refused(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, SMALL)
    content = (tmp_path / "a.bin").read_bytes()
    for length in range(len(content)):
        (tmp_path / "cut.bin").write_bytes(content[:length])
        refusal(tmp_path / "cut.bin", verify=length % 2 == 0)


MANIFEST_TEXT = json.dumps(MANIFEST).encode()


@pytest.mark.parametrize("verify", [True, False])
def test_compressed_members(tmp_path: Path, verify: bool) -> None:
    members = {"manifest.json": MANIFEST_TEXT, "a.npy": npy(np.zeros(100))}
    write_zip(tmp_path / "a.bin", members, zipfile.ZIP_DEFLATED)
    assert "manifest.json is compressed" in refusal(tmp_path / "a.bin", verify=verify)


def test_an_archive_that_others_zipped_anew(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.bin", MANIFEST, ARRAYS)
    with zipfile.ZipFile(tmp_path / "a.bin") as members:
        write_zip(tmp_path / "b.bin", {name: members.read(name) for name in members.namelist()})
    found = open_test(tmp_path / "b.bin")
    assert_same(found, ARRAYS)
    # The native core reads numbers where they stand.
    assert [name for name, array in found.arrays.items() if not array.flags.aligned] == []


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{", b"[]", b"3", b"null", b'"test"', b"\xff\xfe{}", b"{} {}", b"NaN",
        b'{"kind": "test"}', b'{"kind": ["test"]}', b'{"kind": "test", "version": "3"}',
        b'{"kind": "test", "version": {}}', b"9" * 5000, b"[" * 200_000,
    ],
    ids=lambda text: text[:20].decode("latin-1") or "empty",
)  # fmt: skip
def test_manifests_of_another_form(tmp_path: Path, text: bytes) -> None:
    write_zip(tmp_path / "a.bin", {"manifest.json": text})
    refusal(tmp_path / "a.bin")


def test_no_manifest(tmp_path: Path) -> None:
    write_zip(tmp_path / "a.bin", {"a.npy": npy(np.zeros(3))})
    assert "a zip file without a manifest" in refusal(tmp_path / "a.bin")


@pytest.mark.parametrize("verify", [True, False])
def test_pickled_objects_are_refused(tmp_path: Path, verify: bool) -> None:
    objects = np.array([{"a": 1}, None], dtype=object)
    records = np.zeros(2, dtype=[("number", "i4"), ("object", "O")])
    for array in (objects, records):
        members = {"manifest.json": MANIFEST_TEXT, "a.npy": npy(array)}
        write_zip(tmp_path / "a.bin", members)
        assert "a.npy" in refusal(tmp_path / "a.bin", verify=verify)
