"""The programs of the paper's tables as modules, and a corpus of one's own for them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from pairs import ROOT
from tiny_corpus import tiny_pairs

from laconic.corpus import Pair, write_pairs

FOLDER = ROOT / "experiments" / "tables"
NAMES = (
    "ziff_davis",
    "corpora",
    "language_models",
    "steps",
    "output",
    "options",
    "scores",
    "study_outputs",
    "lengths",
    "neighbours",
    "kinds",
    "penalties",
    "contestants",
    "held_out",
    "contest",
    "contest_tables",
    "table3",
    "grammar",
    "table4",
    "table5",
    "table6",
    "table7",
    "rewriting_corpora",
    "rewriting_settings",
    "rewriting_rules",
    "rewriting_softening",
    "rewriting_scores",
    "rewriting_training",
    "rewriting_models",
    "rewriting_grammar",
    "rewriting_outputs",
    "rewriting_page",
    "rewriting",
    "all",
    "publish",
)
TEXT = "the dog barked .\na cat slept .\nthe man left .\nit rained\n"


@contextmanager
def table_programs() -> Iterator[dict[str, Any]]:
    """The modules by name; what they have changed for imports is undone."""
    path, before = sys.path[:], set(sys.modules)
    sys.path.insert(0, str(FOLDER))
    yield {name: import_module(name) for name in NAMES}
    sys.path[:] = path
    for name in (*NAMES, "trees", "lossy", "open_text"):
        if name not in before:
            sys.modules.pop(name, None)


def write_corpus(folder: Path, parts: dict[str, list[Pair]], *, prefix: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for part, pairs in parts.items():
        write_pairs(pairs, folder / f"{prefix}{part}.jsonl")
    return folder


def own_options(tmp_path: Path) -> list[str]:
    """Options that name a corpus of one's own, and text for language models."""
    folder = tmp_path / "own"
    write_corpus(folder, dict.fromkeys(("train", "dev", "test"), tiny_pairs()))
    (tmp_path / "empty").mkdir()
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    return [
        str(tmp_path / "empty"),
        f"--corpus=tiny={folder}",
        f"--text={folder / 'text.txt'}",
        f"--work={tmp_path / 'work'}",
        "--workers=1",
    ]
