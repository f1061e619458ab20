"""Trees kept under the signature of the parser that made them, so that nothing is parsed twice.

A folder has one SQLite file for each signature. Another parser, or another version of this one,
has another file: a tree can never be taken for that of a parser which would give a different one.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

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
        keys = [json.dumps(list(words)) for words in sentences]
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
                found.update((key, tree) for key, text in rows if (tree := _read(key, text)))
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

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turns what SQLite finds wrong into an error for people."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> LaconicError:
        return LaconicError(
            f"cannot use the cache of trees {self.path}: {error}; another folder, or removing the"
            " file, helps"
        )


def file_name(signature: str) -> str:
    """A signature as a name of files; different ones have different names.

    >>> file_name("benepar:benepar_en3@0.2.0")
    'benepar%3Abenepar_en3@0.2.0'
    """
    return quote(signature, safe="@#+=,")


def _rendered(tree: Tree) -> str | None:
    """The tree as text; None if it has a word that cannot be written, and is not kept."""
    try:
        text = render(tree)
        text.encode()
    except (TreeError, UnicodeEncodeError):
        return None
    return text


def _read(key: str, text: object) -> Tree | None:
    """The tree of a row; None if it is not one of these words, and must be made again."""
    try:
        tree = parse(str(text))
    except LaconicError:
        return None
    return tree if tree.words() == json.loads(key) else None
