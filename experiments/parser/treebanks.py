"""The treebanks the parser learns from: read, brought to one style, and drawn from in proportion.

One style: no function tags, no traces, no NML (only CRAFT marks nominal modifiers), the tag of the
preposition "to" is IN as in all but one of them, quotes and brackets as plain text has them.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from laconic.errors import FormatError
from laconic.files import read_lines
from laconic.trees.brackets import parse
from laconic.trees.labels import with_root, without_function_tags, without_traces
from laconic.trees.tree import Tree, fold

LONGEST = 100  # words; longer sentences are few and cost most
# Of CRAFT alone. Sentences with the first two are left out; no parser gives any of them.
FOREIGN_LABELS = frozenset({"CIT", "CAPTION", "HEADING", "TITLE"})
_LEFT_OUT = frozenset({"CIT", "CAPTION"})


@dataclass(frozen=True)
class Treebank:
    """One file of trees and its share of the words seen in training."""

    name: str
    file: str
    share: float


# Non-commercial files (gum.train.nc, the WSJ sample) and test files are not here and must not be.
TREEBANKS = (
    Treebank("gum", "gum.train.open.ptb", 0.34),
    Treebank("ewt", "ewt.silver.ptb.gz", 0.27),
    Treebank("onestop", "onestop.silver.ptb.gz", 0.31),
    Treebank("craft", "craft.gold.ptb.gz", 0.08),
)
DEVELOPMENT = Treebank("gum-dev", "gum.dev.ptb", 0)


def describe(folder: Path, treebanks: Iterable[Treebank]) -> list[dict[str, object]]:
    """What a run learns from: each file's name, share and the hash of its bytes."""
    return [
        {
            **asdict(treebank),
            "sha256": hashlib.sha256((folder / treebank.file).read_bytes()).hexdigest(),
        }
        for treebank in treebanks
    ]


def read_treebank(folder: Path, treebank: Treebank) -> list[Tree]:
    """The trees that can be learned from, in one style, each different sentence once."""
    return list(_usable(_trees(folder / treebank.file)))


def _trees(path: Path) -> Iterator[Tree]:
    for line in read_lines(path):
        try:
            tree = without_traces(parse(line))
        except FormatError:  # four lines of CRAFT have words with a space in them
            continue
        if tree is not None:
            yield without_function_tags(tree)


def _usable(trees: Iterable[Tree]) -> Iterator[Tree]:
    seen: set[tuple[str, ...]] = set()
    for tree in trees:
        words = tuple(tree.words())
        if words in seen or len(words) > LONGEST or _is_broken(tree):
            continue
        seen.add(words)
        yield unify(tree)


def _is_broken(tree: Tree) -> bool:
    """A tree whose brackets were taken for words, or with labels of one treebank's own."""
    return any(
        node.label in _LEFT_OUT
        or (node.word in ("(", ")") and node.label not in ("-LRB-", "-RRB-", "NFP", "LS", "SYM"))
        for node in tree.nodes()
    )


def unify(tree: Tree) -> Tree:
    """The tree in the common style.

    >>> from laconic.trees.brackets import parse
    >>> unify(parse("(ROOT (PP (TO to) (NP (DT a) (NML (NN dog) (NN house)) (NN sale))))"))
    Tree('(TOP (PP (IN to) (NP (DT a) (NN dog) (NN house) (NN sale))))')
    """

    def build(node: Tree, children: list[list[Tree]]) -> list[Tree]:
        if node.is_leaf:
            return [node]
        own = [child for group in children for child in group]
        if node.label == "NML":
            return own
        if node.label == "PP":
            own = [Tree("IN", word=child.word) if child.label == "TO" else child for child in own]
        return [Tree(node.label, own)]

    return with_root(fold(tree, build)[0])


def join_hyphens(tree: Tree) -> Tree:
    """The tree with words that were cut at hyphens made whole again, as news and users write them.

    >>> from laconic.trees.brackets import parse
    >>> join_hyphens(parse("(NP (DT a) (ADJP (NN web) (HYPH -) (VBN based)) (NN list))"))
    Tree('(NP (DT a) (JJ web-based) (NN list))')
    """

    def build(node: Tree, children: list[Tree]) -> Tree:
        if node.is_leaf:
            return node
        joined: list[Tree] = []
        position = 0
        while position < len(children):
            child = children[position]
            following = children[position + 1] if position + 1 < len(children) else None
            if (
                child.label == "HYPH" and joined and joined[-1].is_leaf
                and following is not None and following.is_leaf
            ):  # fmt: skip
                before = joined.pop()
                after_all = position + 2 < len(children)
                joined.append(_joined(before, child, following, modifier=after_all))
                position += 2
            else:
                joined.append(child)
                position += 1
        if len(joined) == 1 and len(children) > 1 and joined[0].is_leaf and node.label == "ADJP":
            return Tree("JJ", word=joined[0].word)
        return Tree(node.label, joined)

    return fold(tree, build)


def _joined(before: Tree, hyphen: Tree, after: Tree, *, modifier: bool) -> Tree:
    tag = after.label
    if tag in ("VBN", "VBG", "VBD") or (modifier and tag in ("NN", "CD")) or tag == "HYPH":
        tag = "JJ"
    return Tree(tag, word=f"{before.word}{hyphen.word}{after.word}")


class Mixture:
    """Draws sentences without end, each treebank in its share of words and in shuffled rounds."""

    def __init__(self, sizes: dict[str, list[int]], shares: dict[str, float]) -> None:
        self._words = sizes
        self._shares = shares
        self._drawn = dict.fromkeys(sizes, 0)
        self._queues: dict[str, list[int]] = {name: [] for name in sizes}

    def draw(self, chance: random.Random, words: int) -> list[tuple[str, int]]:
        """The next sentences, of about so many words, as treebank and number in it."""
        drawn: list[tuple[str, int]] = []
        while words > 0:
            name = min(self._shares, key=lambda name: self._drawn[name] / self._shares[name])
            if not self._queues[name]:
                self._queues[name] = list(range(len(self._words[name])))
                chance.shuffle(self._queues[name])
            number = self._queues[name].pop()
            size = self._words[name][number]
            drawn.append((name, number))
            self._drawn[name] += size
            words -= size
        return drawn
