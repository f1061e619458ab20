"""The corpora of the tables: which there are, where their parts lie, and their pairs as trees.

CLspoken and CLwritten are the paper's own, as they lie in the data folder. Ziff-Davis is not to be
had, so the Google pairs take the third place; who has it names its folder (`ziff_davis.py`). A
corpus of one's own is a folder with train.jsonl, dev.jsonl and test.jsonl, of trees or of tokens
with spaces between them. Only the first reference
of a pair counts: that of the first annotator.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from steps import alone, hash_of_files
from ziff_davis import read_ziff_davis

from laconic.corpus import Pair, name_of, read_pairs, write_pairs
from laconic.errors import LaconicError
from laconic.parsing.parser import Parser
from laconic.trees.tree import Tree

sys.path.append(str(Path(__file__).parent.parent / "models"))

from trees import parsed

PARTS = ("train", "dev", "test")
GOOGLE_NOTE = (
    "stands in the place of Ziff-Davis, which is not to be had; its pairs name no articles"
)
# Title by the name that files and options have.
TITLES = {"clspoken": "CLspoken", "clwritten": "CLwritten", "google": "Google"}
ZIFF_DAVIS, ZIFF_DAVIS_TITLE = "ziff-davis", "Ziff-Davis"


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus by its name, and the files of its parts; without files it is not available."""

    name: str
    title: str
    files: Mapping[str, Path]
    note: str = ""

    @property
    def is_available(self) -> bool:
        return bool(self.files)

    def texts(self, part: str) -> list[Pair]:
        """The pairs of a part as they were written, each with its first reference."""
        path = self._file(part)
        found = first_references(read_pairs(path))
        if not found:
            raise LaconicError(f"{path} has no pairs; expected some as the {part} part")
        return found

    def pairs(self, part: str, work: Path, parser: Parser) -> list[Pair]:
        """The pairs of a part as trees, parsed once and kept in the folder of work."""
        path, texts = self._file(part), self.texts(part)
        # Trees of a file that has changed since are not its trees.
        folder = work / "trees" / f"{self.name}-{hash_of_files([path])}"
        with alone(folder / path.name):
            found = parsed(path, folder, parser, choose=first_references)
        if len(found) < len(texts):
            known = {pair.id for pair in found}
            names = [name_of(pair) for pair in texts if pair.id not in known] or [str(path)]
            raise LaconicError(f"no words on one side: {', '.join(names)}; take such pairs out")
        return found

    def annotators(self, part: str) -> dict[str, list[Tree | str]]:
        """What the other annotators made of a part, by name, where there is more than one."""
        every = [pair.references for pair in read_pairs(self._file(part))]
        count = min(map(len, every), default=0)
        return {
            f"annotator-{number + 1}": [references[number] for references in every]
            for number in range(1, count)
        }

    def _file(self, part: str) -> Path:
        if part not in self.files:
            raise LaconicError(f"there is no {part} part of {self.title}; it is not available")
        return self.files[part]


def find_corpora(
    data: Path, work: Path, *, ziff_davis: Path | None = None, own: Mapping[str, Path] | None = None
) -> list[Corpus]:
    """The corpora in the order of the tables: the paper's, what stands in for one, one's own."""
    folder = data / "compression"
    found = []
    for name, title in TITLES.items():
        files = {part: folder / f"{name}.{part}.jsonl" for part in PARTS}
        note = GOOGLE_NOTE if name == "google" and ziff_davis is None else ""
        there = all(path.is_file() for path in files.values())
        found.append(Corpus(name, title, files if there else {}, note))
    found.append(_ziff_davis(ziff_davis, work))
    return found + [_own(name, path) for name, path in (own or {}).items()]


def find_corpus(corpora: Sequence[Corpus], name: str) -> Corpus:
    """The corpus of a name; one that is not there is an error that says what is."""
    there = {corpus.name: corpus for corpus in corpora if corpus.is_available}
    if name not in there:
        known = ", ".join(there) or "none"
        raise LaconicError(
            f"there is no corpus {name!r}; there is {known}. Name the folder of the data, or a"
            " corpus of your own with --corpus NAME=FOLDER, and take it with --on NAME"
        )
    return there[name]


def first_references(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs with their first reference alone."""
    return [replace(pair, references=pair.references[:1]) for pair in pairs]


def _ziff_davis(folder: Path | None, work: Path) -> Corpus:
    """Ziff-Davis, its parts written as JSON lines; not available if no folder is named."""
    if folder is None:
        return Corpus(ZIFF_DAVIS, ZIFF_DAVIS_TITLE, {})
    files = {}
    for part, pairs in read_ziff_davis(folder).items():
        files[part] = work / ZIFF_DAVIS / f"{part}.jsonl"
        files[part].parent.mkdir(parents=True, exist_ok=True)
        write_pairs(pairs, files[part])
    return Corpus(ZIFF_DAVIS, ZIFF_DAVIS_TITLE, files)


def _own(name: str, folder: Path) -> Corpus:
    files = {part: folder / f"{part}.jsonl" for part in PARTS}
    missing = [path.name for path in files.values() if not path.is_file()]
    if missing:
        raise LaconicError(
            f"the corpus {name} has no {' and no '.join(missing)} in {folder}; expected"
            ' train.jsonl, dev.jsonl and test.jsonl of lines {"id", "source", "references"}'
        )
    if name in (*TITLES, ZIFF_DAVIS):
        raise LaconicError(f"a corpus of your own is called {name}, as one of the paper; rename it")
    return Corpus(name, name, files)
