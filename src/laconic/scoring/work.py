"""Long native work: its memory and folder; it can be watched, and interrupted."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, TypeVar

from laconic import _core
from laconic.errors import LaconicError
from laconic.scoring.ngram import no_temporary

MEMORY_MB = 2000
_MEGABYTE = 1_000_000
_LEAST_MEMORY_MB = 20
_MOST_MEMORY_MB = 10**9

# Told what is being done, how much of it is done, and how much there is (0 if that is not known).
Watch = Callable[[str, int, int], None]
Result = TypeVar("Result")


class Work:
    """Memory and a folder for long native work, which can be watched and interrupted."""

    def __init__(
        self,
        *,
        memory_mb: int = MEMORY_MB,
        temporary: str | Path | None = None,
        watch: Watch | None = None,
    ) -> None:
        if not _LEAST_MEMORY_MB <= memory_mb <= _MOST_MEMORY_MB:
            expected = f"{_LEAST_MEMORY_MB} to {_MOST_MEMORY_MB}"
            raise LaconicError(f"memory_mb is {memory_mb}; expected {expected}")
        folder = Path(tempfile.gettempdir() if temporary is None else temporary)
        try:
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            error.filename = folder
            raise no_temporary(error) from error
        self._watch = watch
        self._progress = _core.Progress()
        self.workspace = _core.Workspace(os.fsencode(folder), memory_mb * _MEGABYTE, self._progress)

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work in another thread; this one tells how it goes and can be interrupted."""
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(work)
            try:
                while not wait([future], timeout=0.1).done:
                    self.tell(self._progress.step, self._progress.done, self._progress.total)
            except BaseException:
                self._progress.cancel()
                wait_for(future)
                self._progress.resume()
                raise
            try:
                return future.result()
            except _core.TemporaryFileError as error:
                raise no_temporary(error) from error

    def tell(self, step: str, done: int, total: int) -> None:
        """Let the one who watches know."""
        if self._watch is not None:
            self._watch(step, done, total)


def wait_for(future: Future[Any]) -> None:
    """Wait until native work has ended: the program must not leave, however often it is told to."""
    while not future.done():
        with contextlib.suppress(KeyboardInterrupt):
            wait([future])
