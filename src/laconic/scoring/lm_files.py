"""Language models in files: packed or ARPA, either turned into the other.

A name in `.arpa` or `.arpa.gz` is ARPA text; any other is the packed form, which is mapped into
memory. What a file is when it is read is seen from its contents.
"""

from __future__ import annotations

import contextlib
import gzip
import tempfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from laconic import _core
from laconic.errors import FormatError, LaconicError
from laconic.files import reason_of, replacing, replacing_path
from laconic.scoring.ngram import MAX_QUANTISED_BITS, NgramModel, reading
from laconic.scoring.text import read_text
from laconic.trees.labels import Normalisation

MEMORY_MB = 2000
_MEGABYTE = 1_000_000
_LEAST_MEMORY_MB = 20
_PACKED_MAGIC = b"laconicN"

# Told what is being done, how much of it is done, and how much there is (0 if that is not known).
Watch = Callable[[str, int, int], None]
Result = TypeVar("Result")


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


class Work:
    """Memory and a folder for long native work, which can be watched and interrupted."""

    def __init__(
        self,
        *,
        memory_mb: int = MEMORY_MB,
        temporary: str | Path | None = None,
        watch: Watch | None = None,
    ) -> None:
        if memory_mb < _LEAST_MEMORY_MB:
            raise LaconicError(f"memory_mb is {memory_mb}; expected at least {_LEAST_MEMORY_MB}")
        folder = Path(tempfile.gettempdir() if temporary is None else temporary)
        if not folder.is_dir():
            raise LaconicError(f"cannot use {folder} for temporary files: it is no folder")
        self._watch = watch
        self._progress = _core.Progress()
        self.workspace = _core.Workspace(str(folder), memory_mb * _MEGABYTE, self._progress)

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work in another thread; this one tells how it goes and can be interrupted."""
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(work)
            try:
                while not wait([future], timeout=0.1).done:
                    self.tell(self._progress.step, self._progress.done, self._progress.total)
                return future.result()
            except BaseException:
                self._progress.cancel()
                raise

    def tell(self, step: str, done: int, total: int) -> None:
        """Let the one who watches know."""
        if self._watch is not None:
            self._watch(step, done, total)


def is_arpa_name(path: str | Path) -> bool:
    """Whether a model written under this name is ARPA text.

    >>> [is_arpa_name(name) for name in ("news.arpa", "news.arpa.gz", "news.lm")]
    [True, True, False]
    """
    return str(path).removesuffix(".gz").endswith(".arpa")


def write_lists(lists: _core.NgramLists, path: str | Path, packing: Packing, work: Work) -> None:
    """Write a model, in the form that its name asks for, whole or not at all."""
    if is_arpa_name(path):
        with replacing(path) as stream:
            for block in arpa_blocks(lists, work):
                stream.write(block.decode())
        return
    with replacing_path(path) as temporary, writing(path):
        work.run(
            lambda: _core.write_packed(
                lists, str(temporary), work.workspace, packing.prob_bits, packing.backoff_bits
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
        lm = NgramModel(path)
        with reading(path):
            lists = work.run(lambda: _core.unpack(lm.native, work.workspace))
    else:
        lists = _read_arpa(path, work)
    if normalisation is not None:
        lists.normalisation = normalisation
    return lists


def open_lm(path: str | Path, *, verify: bool = True) -> NgramModel:
    """Open a model of either form; ARPA text is packed into a temporary file first.

    A packed file opens in milliseconds; `laconic lm convert` makes one.
    """
    if is_packed(path):
        return NgramModel(path, verify=verify)
    work = Work()
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
