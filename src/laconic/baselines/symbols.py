"""Feature keys: a template and up to three symbols in one whole number, so that numpy makes them.

A key is `template`, then the numbers of two texts (words, tags, labels, …), then a small code. What
a symbol or key stands for can be told again, so features have names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

KeyArray = NDArray[np.uint64]
IntArray = NDArray[np.int64]

_TEXT_BITS, _CODE_BITS = 24, 10
LARGEST_TEXT = (1 << _TEXT_BITS) - 1
LARGEST_CODE = (1 << _CODE_BITS) - 1
NO_TEXT = 0  # a text that was never seen, or none


@dataclass(slots=True)
class Symbols:
    """Texts under numbers from 1; once frozen, what is new is 0.

    >>> symbols = Symbols()
    >>> symbols.number("NN"), symbols.number("VB"), symbols.number("NN")
    (1, 2, 1)
    >>> symbols.frozen = True
    >>> symbols.number("JJ")
    0
    """

    known: dict[str, int] = field(default_factory=dict)
    frozen: bool = False

    def number(self, text: str) -> int:
        """The number of a text."""
        found = self.known.get(text, NO_TEXT)
        if found or self.frozen or len(self.known) >= LARGEST_TEXT:
            return found
        self.known[text] = len(self.known) + 1
        return len(self.known)

    def numbers(self, texts: Iterable[str]) -> IntArray:
        """The numbers of texts."""
        return np.array([self.number(text) for text in texts], dtype=np.int64)

    def texts(self) -> list[str]:
        """The text of each number, that of 0 first."""
        return ["", *self.known]


def make_keys(
    template: IntArray | int,
    first: IntArray | int,
    second: IntArray | int = 0,
    code: IntArray | int = 0,
) -> KeyArray:
    """The keys of a template; arrays are taken element by element.

    >>> split_key(int(make_keys(3, np.array([5]), np.array([7]), 2)[0]))
    (3, 5, 7, 2)
    """
    parts = np.broadcast_arrays(
        *(np.asarray(part, dtype=np.uint64) for part in (template, first, second, code))
    )
    keys = parts[0]
    for part, bits in zip(parts[1:], (_TEXT_BITS, _TEXT_BITS, _CODE_BITS), strict=True):
        keys = (keys << np.uint64(bits)) | part
    return keys


def make_key(template: int, first: int, second: int = 0, code: int = 0) -> int:
    """A single key, as `make_keys` makes it.

    >>> make_key(3, 5, 7, 2) == int(make_keys(3, np.array([5]), np.array([7]), 2)[0])
    True
    """
    texts = ((template << _TEXT_BITS) | first) << _TEXT_BITS | second
    return (texts << _CODE_BITS) | code


def split_key(key: int) -> tuple[int, int, int, int]:
    """The template, the two texts and the code of a key."""
    code = key & LARGEST_CODE
    second = (key >> _CODE_BITS) & LARGEST_TEXT
    first = (key >> (_CODE_BITS + _TEXT_BITS)) & LARGEST_TEXT
    return key >> (_CODE_BITS + 2 * _TEXT_BITS), first, second, code


def columns_of(keys: KeyArray, index: KeyArray) -> NDArray[np.int32]:
    """Where each key stands in a sorted index; the length of the index if it is not there.

    >>> columns_of(np.array([4, 5], dtype=np.uint64), np.array([1, 4], dtype=np.uint64)).tolist()
    [1, 2]
    """
    if not len(index):
        return np.zeros(keys.shape, dtype=np.int32)
    places = np.searchsorted(index, keys)
    found = index[np.minimum(places, len(index) - 1)] == keys
    return np.where(found, places, len(index)).astype(np.int32)


def merge_keys(parts: Sequence[KeyArray]) -> KeyArray:
    """All keys once, sorted."""
    if not parts:
        return np.zeros(0, dtype=np.uint64)
    return np.unique(np.concatenate([part.ravel() for part in parts]))
