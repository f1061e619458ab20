"""`Vocabulary`: strings under numbers, so that labels and words can cross into the native core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Different strings, numbered from 0.

    >>> labels = make_vocabulary(["S", "NP", "S"])
    >>> labels.strings, labels.id_of("NP"), labels.id_of("VP")
    (('S', 'NP'), 1, -1)
    """

    strings: tuple[str, ...]
    ids: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.strings)

    def id_of(self, string: str) -> int:
        """The number of a string; UNKNOWN if it has none."""
        return self.ids.get(string, UNKNOWN)

    def with_more(self, strings: Iterable[str]) -> Vocabulary:
        """A vocabulary in which these strings follow, those that are new."""
        return make_vocabulary([*self.strings, *strings])


def make_vocabulary(strings: Iterable[str]) -> Vocabulary:
    """The strings in the order in which they first come."""
    ids: dict[str, int] = {}
    for string in strings:
        ids.setdefault(string, len(ids))
    return Vocabulary(tuple(ids), ids)


def to_bytes(strings: Iterable[str]) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Strings as UTF-8, one after the other, and where each starts (and the last one ends).

    >>> starts, texts = to_bytes(["é", "b"])
    >>> starts.tolist(), texts.tobytes()
    ([0, 2, 3], b'\\xc3\\xa9b')
    """
    encoded = [encode(string) for string in strings]
    starts = np.zeros(len(encoded) + 1, dtype=np.uint64)
    np.cumsum([len(text) for text in encoded], out=starts[1:])
    return starts, np.frombuffer(b"".join(encoded), dtype=np.uint8)


def from_bytes(starts: NDArray[np.uint64], texts: NDArray[np.uint8]) -> list[str]:
    """The strings that `to_bytes` was given."""
    check_starts(starts, texts)
    whole, places = texts.tobytes(), starts.tolist()
    return [decode(whole[start:stop]) for start, stop in pairwise(places)]


def check_starts(starts: NDArray[np.uint64], texts: NDArray[np.uint8]) -> None:
    """Refuse starts of strings that `to_bytes` would not give."""
    if starts.dtype != np.uint64 or starts.ndim != 1 or not len(starts) or texts.dtype != np.uint8:
        raise ValueError("starts of another form")
    if starts[0] != 0 or starts[-1] != len(texts) or np.any(starts[1:] < starts[:-1]):
        raise ValueError("starts do not fit their texts")


def encode(string: str) -> bytes:
    """UTF-8 for any string of Python, also one that is no Unicode text; keeps their order."""
    return string.encode("utf-8", "surrogatepass")


def decode(text: bytes | memoryview | NDArray[Any]) -> str:
    """The string that `encode` was given."""
    return bytes(text).decode("utf-8", "surrogatepass")
