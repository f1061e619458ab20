"""The corpora of pairs that rewrite, as trees, and how they are split.

OneStop has no key of articles. But its pairs come in the order of articles, in three files, one for
each two levels of reading, and many sentences stand in two of them. So every pair gets a place in
one of the files, and whole runs of places are held out: at most the two articles at the ends of a
run are on both sides, and no sentence is. ASSET's sentences stand alone; they are drawn one by one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from steps import alone, hash_of_files

from laconic.corpus import Pair, read_pairs, tree_of, write_pairs
from laconic.errors import LaconicError
from laconic.parsing.pairs import parse_pairs
from laconic.parsing.parser import Parser
from laconic.trees.tree import Tree

SEED = 1
RUN = 50  # neighbouring pairs that are held out together
HELD_OUT = (0.1, 0.2)  # shares of development and test
# The corpora of the data, and whether runs of neighbours are held out together.
OF_DATA = {"onestop": True, "asset": False}


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus: its file, whether runs of neighbours are held out together, and its alignments."""

    name: str
    path: Path
    in_runs: bool = False
    alignments: Path | None = None

    def read(self, folder: Path, parser: Parser) -> list[Pair]:
        """Its pairs, as trees that are kept in a folder."""
        if not self.path.is_file():
            raise LaconicError(f"there is no file {self.path}; expected pairs that rewrite")
        pairs = parsed(self.path, folder, parser, alignments=self.alignments)
        if not pairs:
            raise LaconicError(f"there are no pairs in {self.path}")
        return pairs

    def split(self, pairs: Sequence[Pair]) -> Split:
        """Its pairs in three parts, none of them empty."""
        split = split_in_runs(pairs) if self.in_runs else split_singly(pairs)
        for part in ("train", "dev", "test"):
            if not getattr(split, part):
                how = f"runs of {RUN}" if self.in_runs else "one by one"
                raise LaconicError(
                    f"{self.path} has too few pairs ({len(pairs)}): drawn {how}, none are left"
                    f" for {part}"
                )
        return split


@dataclass(frozen=True, slots=True)
class Split:
    """The three parts of a corpus; `dropped` training pairs share a sentence with the others."""

    train: list[Pair]
    dev: list[Pair]
    test: list[Pair]
    dropped: int = 0


def find_sources(
    data: Path,
    *,
    own: Mapping[str, Path],
    alignments: Mapping[str, Path],
    in_runs: Sequence[str] = (),
    on: str | None = None,
) -> list[Source]:
    """The corpora of the data and those of one's own, or those of them that are named in `on`."""
    files = {name: data / "rewriting" / f"{name}.jsonl" for name in OF_DATA}
    for name in own.keys() & files.keys():
        raise LaconicError(
            f"--pairs has {name!r}, which is a corpus of the data; call it otherwise"
        )
    files |= own
    wanted = list(files) if on is None else on.split(",")
    _check_names("--on", wanted, files)
    _check_names("--alignments", alignments, files)
    _check_names("--in-runs", in_runs, own)
    return [
        Source(name, files[name], OF_DATA.get(name, name in in_runs), alignments.get(name))
        for name in dict.fromkeys(wanted)
    ]


def _check_names(option: str, names: Iterable[str], known: Mapping[str, Path]) -> None:
    for name in names:
        if name not in known:
            expected = ", ".join(known) or "the names of --pairs"
            raise LaconicError(f"{option} has {name!r}; expected some of {expected}")


def parsed(
    texts: Path, folder: Path, parser: Parser, *, alignments: Path | None = None
) -> list[Pair]:
    """The pairs of a file, its text parsed once and kept; each pair once. Links from a file count
    the words of the trees, in the order of the file."""
    # Trees of a file that has changed since are not its trees.
    name = texts.name.removesuffix(".gz")
    trees = folder / f"{texts.stem}-{hash_of_files([texts])}" / parser.signature / name
    with alone(trees):
        if not trees.exists():
            write_pairs(parse_pairs(read_pairs(texts), parser, tokenized=False), trees)
    found: dict[tuple[str, ...], Pair] = {}
    for pair in read_pairs(trees, alignments=alignments):
        found.setdefault(sentences_of(pair), pair)
    return list(found.values())


def sentences_of(pair: Pair) -> tuple[str, ...]:
    """Source and references as lines of tokens."""
    return tuple(" ".join(tree_of(side).words()) for side in (pair.source, *pair.references))


def split_in_runs(pairs: Sequence[Pair], *, run: int = RUN, seed: int = SEED) -> Split:
    """Runs of neighbours held out together; what else shares a sentence with them is dropped."""
    runs = [int(place // run) for place in places_of(pairs)]
    parts = _draw(sorted(set(runs)), seed)
    return _apart(_parted(pairs, [parts[number] for number in runs]))


def split_singly(pairs: Sequence[Pair], *, seed: int = SEED) -> Split:
    """Pairs drawn one by one; training pairs that share a sentence with others are dropped."""
    parts = _draw(range(len(pairs)), seed)
    return _apart(_parted(pairs, [parts[number] for number in range(len(pairs))]))


def _apart(split: Split) -> Split:
    """The split without training pairs that share a sentence with what is held out."""
    held_out = {text for pair in (*split.dev, *split.test) for text in sentences_of(pair)}
    train = [pair for pair in split.train if held_out.isdisjoint(sentences_of(pair))]
    return replace(split, train=train, dropped=len(split.train) - len(train))


def places_of(pairs: Sequence[Pair]) -> list[float]:
    """Where each pair stands in the largest group of pairs; groups are named by ids up to the last
    dot. Pairs of other groups stand where those do with which they, or their neighbours, share a
    sentence."""
    groups: dict[str, list[int]] = {}
    for number, pair in enumerate(pairs):
        groups.setdefault(pair.id.rpartition(".")[0], []).append(number)
    ruler = max(groups.values(), key=len)
    where: dict[str, float] = {}
    for place, number in enumerate(ruler):
        for text in sentences_of(pairs[number]):
            where.setdefault(text, float(place))
    places = [0.0] * len(pairs)
    for numbers in groups.values():
        for number, place in zip(numbers, _interpolated(pairs, numbers, where), strict=True):
            places[number] = place
    return places


def _interpolated(
    pairs: Sequence[Pair], numbers: Sequence[int], where: dict[str, float]
) -> list[float]:
    known = []
    for order, number in enumerate(numbers):
        shared = [where[text] for text in sentences_of(pairs[number]) if text in where]
        if shared:
            known.append((order, shared[0]))
    if not known:
        return list(map(float, range(len(numbers))))
    found = np.interp(np.arange(len(numbers)), *np.array(known).T)
    return [float(place) for place in found]


def _draw(items: Iterable[int], seed: int) -> dict[int, str]:
    """A part for each item: dev and test by their shares, at least one each; train the others."""
    order = list(items)
    random.Random(seed).shuffle(order)
    dev, test = (max(1, round(share * len(order))) for share in HELD_OUT)
    names = ["dev"] * dev + ["test"] * test + ["train"] * max(0, len(order) - dev - test)
    return dict(zip(order, names, strict=False))


def _parted(pairs: Sequence[Pair], parts: Sequence[str]) -> Split:
    found: dict[str, list[Pair]] = {"train": [], "dev": [], "test": []}
    for pair, part in zip(pairs, parts, strict=True):
        found[part].append(pair)
    return Split(**found)


def single_sentences(pair: Pair, limit: int) -> Pair:
    """The pair with its first references that are one sentence, at most so many; with its first one
    if there is none, or if the pair came with links, which are those of the first."""
    if pair.links is not None:
        return replace(pair, references=pair.references[:1])
    whole = [side for side in pair.references if is_one_sentence(tree_of(side))]
    return replace(pair, references=tuple(whole[:limit]) or pair.references[:1])


def is_one_sentence(tree: Tree) -> bool:
    """Whether a full stop, question or exclamation mark stands only at the end."""
    return not {".", "?", "!"} & set(tree.words()[:-1])
