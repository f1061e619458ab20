"""Who sees what: items are chosen by chance, a design says under which systems each list shows
them, and every subject has an order of their own.

1. Items are numbered through all corpora. In a Latin square list l shows item i under system
   (i + l) mod systems, so a list shows each item once, and all lists together show it once under
   every system.
2. A list therefore shows all systems equally often if the number of items is a multiple of theirs;
   if not, some are shown once more than others, and other ones in the next list.
3. In the full design there is one list, which shows every item under every system.
4. The page shuffles a list by the study, the list and the subject alone. `order_for` does the same
   here, number for number, so that what a subject saw can be told afterwards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from outputs import Item

from laconic.errors import LaconicError

LATIN, FULL = DESIGNS = ("latin", "full")
_WORD = 0xFFFFFFFF
_WARM_UP = 20  # draws; subjects' names differ by little, and so do the first draws


def choose(items: Iterable[Item], count: int, seed: int) -> list[Item]:
    """So many items of each corpus, drawn by chance, corpora in the order in which they come up.

    The order of items in their file makes no difference.
    """
    corpora: dict[str, list[Item]] = {}
    for item in items:
        corpora.setdefault(item.corpus, []).append(item)
    chosen: list[Item] = []
    for corpus, there in corpora.items():
        if not 1 <= count <= len(there):
            found = f"{corpus} has {len(there)} items"
            raise LaconicError(f"cannot choose {count} of each corpus: {found}; see --items")
        there.sort(key=lambda item: item.id)
        chosen += random.Random(f"{seed} {corpus}").sample(there, count)
    return chosen


def latin_square(items: int, systems: int) -> list[list[int]]:
    """For each list, the system under which each item is shown; there are as many as systems.

    >>> latin_square(4, 3)
    [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]
    """
    return [[(item + shift) % systems for item in range(items)] for shift in range(systems)]


def plan(design: str, items: int, systems: int) -> list[list[tuple[int, int]]]:
    """For each list of a design, the items that it shows, each with its system.

    >>> plan("latin", 2, 2)
    [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]
    >>> plan("full", 2, 2)
    [[(0, 0), (0, 1), (1, 0), (1, 1)]]
    """
    if design == FULL:
        return [list(product(range(items), range(systems)))]
    return [list(enumerate(row)) for row in latin_square(items, systems)]


def balance_note(items: int, systems: int, corpora: int) -> str | None:
    """What to say where no list can show the systems of a corpus equally often.

    >>> balance_note(18, 3, 3) is None
    True
    >>> balance_note(20, 3, 3)[:49]
    '20 items of a corpus are no multiple of 3 systems'
    """
    few, over = divmod(items, systems)
    if not over:
        return None
    whole = (
        f"over all {corpora * items} items of a list they are shown equally often"
        if corpora * items % systems == 0
        else f"over all {corpora * items} items of a list, too, some are shown once more"
    )
    below = f"{items - over} or " if few else ""
    return (
        f"{items} items of a corpus are no multiple of {systems} systems: of each corpus a subject "
        f"sees some systems {few} times and others {few + 1} times; {whole}. All lists together "
        f"are balanced. With {below}{items - over + systems} items (--items) every list is."
    )


def order_for(study: str, number: int, subject: str, texts: Sequence[str]) -> list[str]:
    """The order in which a subject with this list (counted from 1) sees its texts.

    >>> order_for("demo", 1, "s07", ["a", "b", "c", "d"])
    ['c', 'a', 'b', 'd']
    """
    draws, order = _draws(f"{study}/{number}/{subject}"), list(texts)
    for last in range(len(order) - 1, 0, -1):
        place = next(draws) * (last + 1) >> 32
        order[last], order[place] = order[place], order[last]
    return order


def _draws(name: str) -> Iterator[int]:
    """Numbers below 2³² that depend on a name alone: Marsaglia's xorshift from its FNV-1a."""
    state = 0x811C9DC5
    for byte in name.encode("utf-8"):
        state = (state ^ byte) * 0x01000193 & _WORD
    state = state or 1
    for count in range(1 << 62):
        state ^= state << 13 & _WORD
        state ^= state >> 17
        state ^= state << 5 & _WORD
        if count >= _WARM_UP:
            yield state
