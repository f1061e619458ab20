"""Reads google-200k.lossy: pairs in lower case, numbers as ##, rare words as <unk>, and a mask.

Pairs with <unk> are left out: neither parser nor features know what stood there. So are pairs whose
source is, but for case, numbers and punctuation, one of google.{train,dev,test}, or came before.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

NUMBER = "20"  # for ##: a number for the parser, and ## again for features
_UNKNOWN = "<unk>"
_BRACKETS = {"-lrb-": "(", "-rrb-": ")"}
_DIGITS = re.compile(r"[\d#]+([.,:]\d+)*")
_OTHER = re.compile(r"[^a-z#]")


@dataclass(slots=True)
class Reading:
    """The pairs of a file, and how many of them were left out, and why."""

    path: Path
    known: set[str] = field(default_factory=set)
    left_out: dict[str, int] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[list[str], str]]:
        """Words and mask of each pair that is used."""
        with gzip.open(self.path, "rt", encoding="utf-8") as stream:
            for line in stream:
                text, _, _, mask = line.rstrip("\n").split("\t")
                reason = self._reason(text, mask)
                if reason is None:
                    yield [_word(token) for token in text.split(" ")], mask
                else:
                    self.left_out[reason] = self.left_out.get(reason, 0) + 1

    def _reason(self, text: str, mask: str) -> str | None:
        if _UNKNOWN in text:
            return "a word is unknown"
        if "1" not in mask or len(mask) != text.count(" ") + 1:
            return "the mask does not fit"
        key = _key(text)
        if key in self.known:
            return "the source is known"
        self.known.add(key)
        return None


def keys_of(paths: Iterable[Path]) -> set[str]:
    """What tells the sources of these files of pairs apart."""
    found: set[str] = set()
    for path in paths:
        with path.open(encoding="utf-8") as stream:
            found.update(_key(json.loads(line)["source"]) for line in stream)
    return found


def read_lossy(path: Path, known: Collection[str]) -> Reading:
    """The pairs of a file but for those whose sources are known already."""
    return Reading(path, set(known))


def _word(token: str) -> str:
    if token and not token.strip("#"):
        return NUMBER
    return _BRACKETS.get(token, token)


def _key(text: str) -> str:
    return _OTHER.sub("", _DIGITS.sub("#", text.lower()))
