"""Model files: hashes of their members, a signature of what they do, and checks of both; and of
what checkpoints are of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from laconic.archive import Archive, write_archive
from laconic.errors import FormatError, LaconicError

Read = TypeVar("Read")
_LARGEST = 1e30  # of a weight or score


def hash_of(array: NDArray[Any]) -> str:
    """The hash of an array, as the manifest of a model has it."""
    return hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()


def digest(value: Any) -> str:
    """The hash of plain values.

    >>> digest([1, "a"])[:8]
    '4a72386a'
    """
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def sign(manifest: Mapping[str, Any], hashes: Mapping[str, str], signed: Iterable[str]) -> str:
    """The signature of a model with these hashes; `signed` are entries of its manifest that
    change what it does."""
    whole = digest([{name: manifest.get(name) for name in signed}, dict(hashes)])
    return f"{manifest['kind']}.{manifest['version']}.{whole[:16]}"


@dataclass(frozen=True, eq=False)
class ModelFile:
    """What goes into the file of a model: entries of the manifest, and arrays.

    `signed` are the entries that change what the model does, beside the arrays.
    """

    kind: str
    version: int
    entries: Mapping[str, Any]
    members: Mapping[str, NDArray[Any]]
    signed: tuple[str, ...]

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The manifest, with hashes of the arrays and a signature."""
        versions = {"version": self.version, "laconic": metadata.version("laconic")}
        manifest = {"kind": self.kind, **versions, **self.entries}
        hashes = {name: hash_of(array) for name, array in self.members.items()}
        return {**manifest, "hashes": hashes, "signature": sign(manifest, hashes, self.signed)}

    @property
    def signature(self) -> str:
        """A name that changes whenever the model may do something else."""
        return str(self.manifest["signature"])

    def write(self, path: str | Path) -> None:
        """Write the file; the same model gives the same bytes."""
        write_archive(path, self.manifest, self.members)


def check_signed(archive: Archive, path: str | Path, signed: Iterable[str]) -> None:
    """An error for a file whose members are not those that it was signed with."""
    hashes = archive.manifest.get("hashes")
    if not isinstance(hashes, dict) or set(hashes) != set(archive.arrays):
        raise FormatError("hashes of other members", "one for each", path=path)
    for name, array in archive.arrays.items():
        if hashes[name] != hash_of(array):
            raise FormatError(f"a damaged file: {name} has another hash", "its own", path=path)
    if archive.manifest.get("signature") != sign(archive.manifest, hashes, signed):
        raise FormatError("a signature of another model", "its own", path=path)


def checked(read: Callable[[], Read], path: str | Path) -> Read:
    """What a function reads from a file that may hold anything."""
    try:
        return read()
    except (LookupError, TypeError, ValueError, OverflowError, LaconicError) as error:
        found = f"a model in which something is wrong: {error}"
        raise FormatError(found, "one that laconic wrote", path=path) from error


def check_numbers(array: NDArray[Any], size: int) -> NDArray[np.float64]:
    """The array, if it is so many finite numbers."""
    if array.dtype != np.float64 or array.shape != (size,):
        raise ValueError(f"an array is not {size} numbers")
    if not (np.abs(array) <= _LARGEST).all():
        raise ValueError("a number is too large, or none")
    return array


def check_fingerprint(old: Any, new: Mapping[str, str], path: str | Path) -> None:
    """An error for a checkpoint of a run in which something was other than now."""
    known = dict(old)
    changed = [name for name in new if known.get(name) != new[name]]
    if changed:
        raise LaconicError(
            f"{path} is of a run with another {' and another '.join(changed)}; delete it to"
            " begin anew"
        )
