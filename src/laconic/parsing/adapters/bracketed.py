"""Trees that are already there: a file of Penn brackets as a `Parser`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from laconic.errors import ParserError
from laconic.files import read_lines
from laconic.parsing.parser import as_signature, check_trees
from laconic.trees.brackets import read_trees
from laconic.trees.tree import Tree


class BracketedFile:
    """Looks up the tree of a sentence by its words in a file of trees; see `Parser`.

    The file is plain or `.gz`. Traces are left out; labels are taken as they are. Of several trees
    over the same words the first one wins.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._trees: dict[tuple[str, ...], Tree] = {}
        for tree in read_trees(self._path, drop_traces=True):
            self._trees.setdefault(tuple(tree.words()), tree)
        self.signature = as_signature(f"file:{self._path.name}#{_digest(self._path)}")

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The tree of each sentence."""
        return check_trees(self.signature, sentences, [self._tree(words) for words in sentences])

    def _tree(self, words: Sequence[str]) -> Tree:
        tree = self._trees.get(tuple(words))
        if tree is None:
            raise ParserError(f"{self._path} has no tree for the sentence {' '.join(words)!r}")
        return tree


def _digest(path: Path) -> str:
    """A hash of the lines, so that packing a file does not change it."""
    digest = hashlib.sha256()
    with closing(read_lines(path)) as lines:
        for line in lines:
            digest.update(f"{line}\n".encode())
    return digest.hexdigest()[:16]
