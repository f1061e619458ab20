"""Language models in files: packed or ARPA, either turned into the other.

A name in `.arpa` or `.arpa.gz` is ARPA text; any other is the packed form, which is mapped into
memory. What a file is when it is read is seen from its contents.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from laconic import _core
from laconic.errors import FormatError, LaconicError
from laconic.files import reason_of, replacing, replacing_path
from laconic.scoring.ngram import (
    MAX_QUANTISED_BITS,
    NgramModel,
    normalisation_of,
    reading,
)
from laconic.scoring.text import read_text
from laconic.scoring.work import Work
from laconic.trees.labels import Normalisation

_PACKED_MAGIC = b"laconicN"


@dataclass(frozen=True)
class Packing:
    """How many bits probabilities and backoffs get in a packed file; 0 keeps them as they are."""

    prob_bits: int = 0
    backoff_bits: int = 0

    def __post_init__(self) -> None:
        for name, bits in (("prob_bits", self.prob_bits), ("backoff_bits", self.backoff_bits)):
            if bits != 0 and not 2 <= bits <= MAX_QUANTISED_BITS:
                expected = f"0 for exact values, or 2 to {MAX_QUANTISED_BITS}"
                raise LaconicError(f"{name} is {bits}; expected {expected}")


def is_arpa_name(path: str | Path) -> bool:
    """Whether a model written under this name is ARPA text.

    >>> [is_arpa_name(name) for name in ("news.arpa", "news.arpa.gz", "news.lm")]
    [True, True, False]
    """
    return str(path).removesuffix(".gz").endswith(".arpa")


def check_name(path: str | Path) -> None:
    """An error for a name that asks for a packed model to be packed again."""
    if str(path).endswith(".gz") and not is_arpa_name(path):
        raise LaconicError(f"cannot write {path}: only ARPA text is gzipped; end it in .arpa.gz")


def write_lists(lists: _core.NgramLists, path: str | Path, packing: Packing, work: Work) -> None:
    """Write a model, in the form that its name asks for, whole or not at all."""
    check_name(path)
    if is_arpa_name(path):
        with replacing(path) as stream:
            for block in arpa_blocks(lists, work):
                stream.write(block.decode())
        return
    with replacing_path(path) as temporary, writing(path):
        work.run(
            lambda: _core.write_packed(
                lists,
                os.fsencode(temporary),
                work.workspace,
                packing.prob_bits,
                packing.backoff_bits,
            )
        )


def arpa_blocks(lists: _core.NgramLists, work: Work) -> Iterator[bytes]:
    """The text of an ARPA file."""
    writer = _core.ArpaWriter(lists)
    written = 0
    while block := writer.next():
        yield block
        written += len(block)
        work.tell("Writing", written, 0)


def read_lists(
    path: str | Path, work: Work, *, normalisation: Normalisation | None = None
) -> _core.NgramLists:
    """A model of either form as lists of n-grams; `normalisation` replaces what the file says."""
    if is_packed(path):
        with reading(path):
            lm = _core.NgramModel(os.fsencode(path), True)
            lists = work.run(lambda: _core.unpack(lm, work.workspace))
    else:
        lists = _read_arpa(path, work)
    lists.normalisation = normalisation or normalisation_of(path, lists.normalisation)
    return lists


def open_lm(path: str | Path, *, verify: bool = True, work: Work | None = None) -> NgramModel:
    """Open a model of either form; ARPA text is packed into a temporary file first.

    A packed file opens in milliseconds; `laconic lm convert` makes one.
    """
    if is_packed(path):
        return NgramModel(path, verify=verify)
    work = work or Work()
    lists = read_lists(path, work)
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "packed.lm"
        write_lists(lists, packed, Packing(), work)
        lm = NgramModel(packed, verify=False)
    lm.path = Path(path)
    return lm


def convert_lm(
    path: str | Path,
    output: str | Path,
    *,
    packing: Packing | None = None,
    normalisation: Normalisation | None = None,
    work: Work | None = None,
) -> None:
    """Turn a model of either form into the one that the name of the output asks for."""
    work = work or Work()
    lists = read_lists(path, work, normalisation=normalisation)
    write_lists(lists, output, packing or Packing(), work)


def is_packed(path: str | Path) -> bool:
    """Whether a file is a packed model; an error says so if it cannot be a model at all."""
    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        raise LaconicError(f"cannot read {path}: a model is read twice; give a file, not a pipe")
    try:
        with path.open("rb") as stream:
            start = stream.read(len(_PACKED_MAGIC))
        if start == _PACKED_MAGIC:
            return True
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
            start = stream.read(200).lstrip()
    except (OSError, EOFError, zlib.error) as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error
    if not start.startswith((b"\\data\\", b"#", b"\xef\xbb\xbf")):
        found = f"a file that begins with {start[:20]!r}" if start else "an empty file"
        expected = "a language model: packed by laconic, or ARPA text that begins with \\data\\"
        raise FormatError(found, expected, path=path)
    return False


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turns what the native core has against an output into errors for people."""
    try:
        yield
    except _core.InputError as error:
        found, expected, _ = error.args
        raise LaconicError(f"cannot write {path}: found {found}, expected {expected}") from None


def _read_arpa(path: str | Path, work: Work) -> _core.NgramLists:
    reader = _core.ArpaReader(work.workspace)
    total = Path(path).stat().st_size
    with reading(path), contextlib.closing(read_text(path, expected="UTF-8 text")) as blocks:
        for block in blocks:
            reader.add(block.lines, block.first_line)
            work.tell("Reading", block.bytes_read, total)
        return work.run(reader.finish)
