"""Trees kept under the signature of the parser that made them, so that nothing is parsed twice.

A folder has one SQLite file for each signature. Another parser, or another version of this one,
has another file: a tree can never be taken for that of a parser which would give a different one.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from laconic.errors import LaconicError, TreeError
from laconic.parsing.parser import Parser
from laconic.trees.brackets import parse, render
from laconic.trees.tree import Tree

_AT_ONCE = 500  # SQLite limits the places in one question


class CachedParser:
    """A parser that first looks into its cache; it has the signature of the parser it wraps."""

    def __init__(self, parser: Parser, folder: str | Path) -> None:
        self._parser = parser
        self.path = Path(folder) / f"{file_name(parser.signature)}.sqlite"
        with self._open() as database, self._reading():
            database.execute("CREATE TABLE IF NOT EXISTS trees (words TEXT PRIMARY KEY, tree TEXT)")
            database.commit()

    @property
    def signature(self) -> str:
        return self._parser.signature

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The trees from the cache, and those of the parser for sentences that are new."""
        keys = [json.dumps(list(words), ensure_ascii=False) for words in sentences]
        known = self._known(set(keys))
        missing = {
            key: words for key, words in zip(keys, sentences, strict=True) if key not in known
        }
        if missing:
            made = dict(zip(missing, self._parser.parse(list(missing.values())), strict=True))
            self._keep(made)
            known |= made
        return [known[key] for key in keys]

    def _known(self, keys: set[str]) -> dict[str, Tree]:
        found: dict[str, Tree] = {}
        ordered = sorted(keys)
        with self._open() as database, self._reading():
            for begin in range(0, len(ordered), _AT_ONCE):
                asked = ordered[begin : begin + _AT_ONCE]
                places = ",".join("?" * len(asked))
                rows = database.execute(
                    f"SELECT words, tree FROM trees WHERE words IN ({places})",  # noqa: S608
                    asked,
                )
                found.update((words, parse(tree)) for words, tree in rows)
        return found

    def _keep(self, trees: dict[str, Tree]) -> None:
        rows = [(key, text) for key, tree in trees.items() if (text := _rendered(tree)) is not None]
        with self._open() as database, self._reading():
            database.executemany("INSERT OR REPLACE INTO trees VALUES (?, ?)", rows)
            database.commit()

    def _open(self) -> closing[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return closing(sqlite3.connect(self.path, timeout=60))
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def _reading(self) -> _Trouble:
        return _Trouble(self)

    def _unusable(self, error: Exception) -> LaconicError:
        return LaconicError(
            f"cannot use the cache of trees {self.path}: {error}; another folder, or removing the"
            " file, helps"
        )


class _Trouble:
    """Turns what SQLite finds wrong into an error for people."""

    def __init__(self, cache: CachedParser) -> None:
        self._cache = cache

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise self._cache._unusable(error) from error


def file_name(signature: str) -> str:
    """A signature as a name of files.

    >>> file_name("benepar:benepar_en3@0.2.0")
    'benepar-benepar_en3-0.2.0'
    """
    return re.sub(r"[^\w.]+", "-", signature)


def _rendered(tree: Tree) -> str | None:
    try:
        return render(tree)
    except TreeError:  # a word with white space in it cannot be written, and is not kept
        return None
