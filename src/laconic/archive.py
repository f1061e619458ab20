"""Arrays in one file: a zip whose members are stored as they are, aligned, and mapped into memory.

Opening runs no code of the file's author and copies nothing. The same arrays give the same bytes.
"""

from __future__ import annotations

import json
import math
import mmap
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.errors import FormatError, LaconicError
from laconic.files import reason_of, replacing_path

_ALIGNMENT = 64
_MAGIC = b"PK\x03\x04"
_LOCAL_HEADER = 30  # bytes before the name
_MANIFEST = "manifest.json"
_PADDING = 0x4C41  # the kind of extra field that holds nothing but room
_ZIP64_FIELD = 20  # bytes that zipfile adds to the header of a large member
# What numpy writes for an array of numbers in rows; other headers are not even looked at.
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>|][biufc]\d{1,2})', 'fortran_order': False, "
    rb"'shape': \(((?:\d{1,18}, ?)*\d{0,18})\), \} *\n",
    re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}")
_LARGEST_MANIFEST = 2**20
_END, _END_SIZE = b"PK\x05\x06", 22  # the last record of a zip without a comment
_UNREADABLE = 0x61  # flags of members that are not stored as they are
# What zipfile raises for what it cannot read; RuntimeError: encrypted, of a later version of zip.
_NOT_READ = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError)
_SOME_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Archive:
    """What a file holds: facts in its manifest, and arrays by name."""

    manifest: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]
    offsets: Mapping[str, int]  # where in the file the numbers of each array begin


def write_archive(
    path: str | Path, manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write arrays and a manifest; the file appears whole or not at all."""
    text = json.dumps(manifest, ensure_ascii=True, indent=1, sort_keys=True)
    if len(text) > _LARGEST_MANIFEST:
        raise LaconicError(f"cannot write {path}: its manifest would have {len(text)} bytes")
    with replacing_path(path) as temporary, zipfile.ZipFile(temporary, "w") as members:
        _write_member(members, _MANIFEST, text.encode())
        for name, array in arrays.items():
            stream = BytesIO()
            np.lib.format.write_array(stream, np.asarray(array, order="C"), allow_pickle=False)
            _write_member(members, f"{name}.npy", stream.getbuffer())


def open_archive(
    path: str | Path, *, kind: str, version: int | Sequence[int], verify: bool = True
) -> Archive:
    """Map a file into memory; `verify` compares all of it with its checksums.

    `kind` and `version` are what its manifest must say it is; there may be several versions.
    """
    versions = (version,) if isinstance(version, int) else tuple(version)
    try:
        with Path(path).open("rb") as stream, zipfile.ZipFile(stream) as members:
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            parts: dict[str, memoryview] = {}
            ends, end = {}, 0
            for info in members.infolist():
                if info.header_offset != end:
                    raise _damaged(path, f"{info.filename} is not where it should be")
                if not _NAME.fullmatch(info.filename) or info.filename in parts:
                    raise _damaged(path, f"it has a member {info.filename[:40]!r}")
                parts[info.filename], end = _member(mapped, info, path, verify=verify)
                ends[info.filename] = end
            if end != members.start_dir:
                raise _damaged(path, "something is left out of its directory")
            if not mapped[-_END_SIZE:].startswith(_END):
                raise _damaged(path, "something follows its directory")
    except OSError as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error
    except _NOT_READ as error:
        raise _damaged(path, reason_of(error)) from error
    manifest = _read_manifest(parts.pop(_MANIFEST, None), path, kind, versions)
    arrays, offsets = {}, {}
    for member, part in parts.items():
        name = member.removesuffix(".npy")
        arrays[name] = _array(part, member, path)
        # Numbers are the last of a member.
        offsets[name] = ends[member] - arrays[name].nbytes
    return Archive(manifest, arrays, offsets)


def is_archive(path: str | Path) -> bool:
    """Whether a file looks like an archive; what cannot be read does not."""
    path = Path(path)
    try:
        if not path.is_file():
            return False
        with path.open("rb") as stream:
            return stream.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def kind_of(path: str | Path) -> str | None:
    """What the manifest of an archive says it is; None for anything else."""
    if not is_archive(path):
        return None
    try:
        with zipfile.ZipFile(path) as members:
            info = members.getinfo(_MANIFEST)
            if info.compress_type != zipfile.ZIP_STORED or info.file_size > _LARGEST_MANIFEST:
                return None
            manifest = json.loads(members.read(info))
    except (OSError, KeyError, *_NOT_READ):
        return None
    kind = manifest.get("kind") if isinstance(manifest, dict) else None
    return kind if isinstance(kind, str) else None


def _write_member(members: zipfile.ZipFile, name: str, data: bytes | memoryview) -> None:
    info = zipfile.ZipInfo(name, date_time=_SOME_TIME)
    stream = members.fp
    start = (stream.tell() if stream else 0) + _LOCAL_HEADER + len(name.encode()) + 4
    if len(data) * 1.05 > zipfile.ZIP64_LIMIT:
        start += _ZIP64_FIELD
    room = -start % _ALIGNMENT
    info.extra = struct.pack("<HH", _PADDING, room) + bytes(room)
    info.file_size = len(data)
    with members.open(info, "w") as member:
        member.write(data)


def _member(
    mapped: mmap.mmap, info: zipfile.ZipInfo, path: str | Path, *, verify: bool
) -> tuple[memoryview, int]:
    """The content of a member, and where it ends."""
    if info.compress_type != zipfile.ZIP_STORED:
        raise _damaged(path, f"{info.filename} is compressed")
    if info.flag_bits & _UNREADABLE:
        raise _damaged(path, f"{info.filename} is encrypted or patched")
    header = mapped[info.header_offset : info.header_offset + _LOCAL_HEADER]
    if len(header) < _LOCAL_HEADER or not header.startswith(_MAGIC):
        raise _damaged(path, f"{info.filename} has no header")
    name_size, extra_size = struct.unpack("<HH", header[-4:])
    start = info.header_offset + _LOCAL_HEADER
    if mapped[start : start + name_size] != info.filename.encode():
        raise _damaged(path, f"{info.filename} has another name in its header")
    start += name_size + extra_size
    data = memoryview(mapped)[start : start + info.file_size]
    if len(data) != info.file_size:
        raise _damaged(path, f"{info.filename} is cut short")
    if verify and zlib.crc32(data) != info.CRC:
        raise _damaged(path, f"{info.filename} does not fit its checksum")
    return data, start + info.file_size


def _read_manifest(
    data: memoryview | None, path: str | Path, kind: str, versions: tuple[int, ...]
) -> dict[str, Any]:
    expected = f"a {kind} file of version {' or '.join(map(str, versions))}"
    if data is None:
        raise FormatError("a zip file without a manifest", expected, path=path)
    if len(data) > _LARGEST_MANIFEST:
        raise _damaged(path, f"its manifest has {len(data)} bytes")
    try:
        manifest = json.loads(bytes(data))
    except (ValueError, RecursionError) as error:
        raise _damaged(path, f"its manifest cannot be read ({error})") from error
    if not isinstance(manifest, dict) or manifest.get("kind") != kind:
        found = manifest.get("kind") if isinstance(manifest, dict) else manifest
        raise FormatError(f"a file of kind {found!r}", expected, path=path)
    if manifest.get("version") not in versions:
        found = f"version {manifest.get('version')!r}"
        raise FormatError(found, f"{expected}; write it again with this laconic", path=path)
    return manifest


def _array(data: memoryview, name: str, path: str | Path) -> NDArray[Any]:
    header = _HEADER.match(data[:1024])
    try:
        if header is None:
            raise ValueError("an array of another kind")
        kind = np.dtype(header[1].decode())
        shape = tuple(int(size) for size in header[2].replace(b",", b" ").split())
        if header.end() + math.prod(shape) * kind.itemsize != len(data):
            raise ValueError("its size is not that of its numbers")
        array = np.frombuffer(data, kind, math.prod(shape), header.end()).reshape(shape)
    except (TypeError, ValueError, OverflowError) as error:
        raise _damaged(path, f"{name} is no array ({error})") from error
    return np.require(array, requirements="A")


def _damaged(path: str | Path, reason: str) -> FormatError:
    return FormatError(f"a damaged file: {reason}", "an archive that laconic wrote", path=path)
