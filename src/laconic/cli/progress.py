"""A progress bar on standard error, shown to people and not to pipes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: int | None, doing: str) -> Iterator[Item]:
    """The items, while a bar shows how many of them are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    # Rich is imported only where there is somebody to show a bar to.
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=doing)


@contextlib.contextmanager
def watching() -> Iterator[Callable[[str, int, int], None] | None]:
    """What long work tells of itself, as a bar: the step, what is done, and of how much."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.TimeElapsedColumn(),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def watch(step: str, done: int, total: int) -> None:
            # What a bar has counted twice is still no more than all.
            shown = min(done, total) if total else None
            progress.update(task, description=step, completed=shown, total=total or None)

        yield watch
