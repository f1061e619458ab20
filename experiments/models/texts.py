"""Sentences for language models: the openly licensed text, as the benchmarks read it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent.parent / "benchmarks"))

from open_text import open_sentences

__all__ = ["open_sentences"]
