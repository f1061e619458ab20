"""Ziff-Davis as its makers handed it out: sentences and their compressions, in aligned lines.

A folder is read that holds, for train and for test, either

- two files of lines, PART.sentence and PART.compression (or PART.sentences, PART.compressions),
  plain or .gz: tokens separated by spaces, line n of one belongs to line n of the other; or
- one file PART.jsonl of lines {"id", "source", "references"}.

Knight & Marcu defined no development part. If there is none in the folder, 32 pairs drawn from
train with a seed are held out as such, as in section 5.1.
"""

from __future__ import annotations

import random
from itertools import zip_longest
from pathlib import Path

from laconic.corpus import Pair, read_pairs
from laconic.errors import FormatError, LaconicError
from laconic.files import read_lines

DEV_PAIRS, SEED = 32, 1
_SIDES = (("sentence", "sentences"), ("compression", "compressions"))
_EXPECTED = "PART.sentence with PART.compression, or PART.jsonl, for train and test"


def read_ziff_davis(folder: Path) -> dict[str, list[Pair]]:
    """The pairs of each part: train, dev and test."""
    if not folder.is_dir():
        raise LaconicError(f"there is no folder {folder}; expected one with {_EXPECTED}")
    parts = {part: _read_part(folder, part) for part in ("train", "test")}
    for part, pairs in parts.items():
        if not pairs:
            raise LaconicError(f"{folder} has no pairs of the part {part}; expected {_EXPECTED}")
    dev = _read_part(folder, "dev")
    train = parts["train"] or []
    if dev is None:
        train, dev = hold_out(train, folder)
    return {"train": train, "dev": dev, "test": parts["test"] or []}


def hold_out(train: list[Pair], folder: Path) -> tuple[list[Pair], list[Pair]]:
    """What is left of the training pairs, and those held out for development."""
    if len(train) <= DEV_PAIRS:
        raise LaconicError(
            f"{folder} has {len(train)} training pairs; expected more than {DEV_PAIRS}, since so"
            " many are held out for development"
        )
    held = set(random.Random(SEED).sample(range(len(train)), DEV_PAIRS))
    kept = [pair for number, pair in enumerate(train) if number not in held]
    return kept, [train[number] for number in sorted(held)]


def _read_part(folder: Path, part: str) -> list[Pair] | None:
    """The pairs of a part; None if there are no files of it."""
    json_lines = folder / f"{part}.jsonl"
    if json_lines.is_file():
        return list(read_pairs(json_lines))
    paths = [_find(folder, part, endings) for endings in _SIDES]
    if paths == [None, None]:
        return None
    sources, targets = paths
    if sources is None or targets is None:
        raise LaconicError(
            f"{folder} has only one of {part}.sentence and {part}.compression; expected both"
        )
    return _aligned(sources, targets, part)


def _find(folder: Path, part: str, endings: tuple[str, ...]) -> Path | None:
    names = [f"{part}.{ending}{packed}" for ending in endings for packed in ("", ".gz")]
    return next((folder / name for name in names if (folder / name).is_file()), None)


def _aligned(sources: Path, targets: Path, part: str) -> list[Pair]:
    pairs = []
    both = zip_longest(read_lines(sources), read_lines(targets))
    for number, (source, target) in enumerate(both, 1):
        for path, other, line in ((sources, targets, source), (targets, sources, target)):
            if line is None:
                expected = f"as many lines as {other.name} has"
                raise FormatError("the end of the file", expected, path=path, line=number)
            if not line.strip():
                raise FormatError(
                    "an empty line", "tokens separated by spaces", path=path, line=number
                )
        place = f"{sources}:{number}"
        pairs.append(Pair(f"{part}.{number}", source.strip(), (target.strip(),), place=place))
    return pairs
