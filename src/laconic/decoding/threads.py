"""Work over many sentences in threads: the native core lets go of the interpreter, so they run side
by side; what comes out is in the order of what went in, and only so much is under way."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_order(
    function: Callable[[Item], Result], items: Iterable[Item], *, workers: int = 1
) -> Iterator[Result]:
    """The function's answer for each item, in order; lazy, with a few items ahead of the answers.

    >>> list(map_in_order(len, ["a", "bc"], workers=2))
    [1, 2]
    """
    if workers <= 1:
        yield from map(function, items)
        return
    pool = ThreadPoolExecutor(workers)
    try:
        ahead: deque[Future[Result]] = deque()
        for item in items:
            ahead.append(pool.submit(function, item))
            if len(ahead) > 2 * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
