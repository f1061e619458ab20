"""What benchmarks/training.py trains with: parsed pairs, and a language model of open text.

Both are made in a folder when they are not there yet: pairs by `laconic parse --pairs`, the model
from the openly licensed text in ../shared/data/text, split into sentences and Penn tokens.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from open_text import TEXTS, build_open_lm

from laconic.corpus import Pair, read_pairs
from laconic.parsing.registry import load_parser

COMPRESSION = TEXTS.parent / "compression"


def trigrams(folder: Path, *, order: int = 3) -> Path:
    """A language model of the open text, lower-cased; built if it is not there."""
    path = folder / f"open.{order}.lm"
    if not path.exists():
        build_open_lm(path, order=order)
    return path


def parsed(folder: Path, corpus: str, part: str) -> list[Pair]:
    """The pairs of a corpus as trees of the embedded parser; parsed if they are not there."""
    trees = folder / "trees" / load_parser().signature / f"{corpus}.{part}.jsonl"
    if not trees.exists():
        texts = COMPRESSION / f"{corpus}.{part}.jsonl"
        command = [sys.executable, "-m", "laconic", "parse", "--pairs", str(texts)]
        command += ["-o", str(folder / "trees")]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return list(read_pairs(trees))
