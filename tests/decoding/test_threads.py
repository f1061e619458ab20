"""Work in threads: in order, lazy, and errors come through."""

from __future__ import annotations

import itertools
import time

import pytest

from laconic.decoding.threads import map_in_order


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_answers_are_in_order_and_only_a_few_items_are_taken_ahead(workers: int) -> None:
    taken = itertools.count()

    def items() -> itertools.count[int]:
        return taken

    def slowly(number: int) -> int:
        time.sleep(0.001 * (number % 3))
        return number * number

    answers = map_in_order(slowly, items(), workers=workers)
    assert list(itertools.islice(answers, 20)) == [number * number for number in range(20)]
    assert next(taken) <= 20 + 2 * workers + 2


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_comes_through_where_it_belongs(workers: int) -> None:
    answers = map_in_order(lambda number: 1 // (3 - number), range(9), workers=workers)
    assert [next(answers) for _ in range(3)] == [0, 0, 1]
    with pytest.raises(ZeroDivisionError):
        next(answers)
