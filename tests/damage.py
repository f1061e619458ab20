"""Random damage to files, for tests of those who read them."""

from __future__ import annotations

import random
from collections.abc import Iterator


def mutate(content: bytes, chance: random.Random) -> bytes:
    """The content with bits turned, bytes changed, cut, doubled or moved, or cut short."""
    changed = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 8])):
        at = chance.randrange(len(changed)) if changed else 0
        size = chance.choice([1, 2, 4, 8, 100])
        kind = chance.randrange(6)
        if kind == 0 and changed:
            changed[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            changed[at : at + size] = chance.randbytes(len(changed[at : at + size]))
        elif kind == 2:
            del changed[at : at + size]
        elif kind == 3:
            changed[at:at] = changed[at : at + size]
        elif kind == 4:
            del changed[at:]
        else:
            changed[at : at + size] = b"\xff" * len(changed[at : at + size])
    return bytes(changed)


def mutate_often(content: bytes, count: int) -> Iterator[bytes]:
    """So many damaged contents, each different from the sound one; the same ones every time."""
    chance, made = random.Random(content[:100]), 0
    while made < count:
        changed = mutate(content, chance)
        if changed != content:
            made += 1
            yield changed
