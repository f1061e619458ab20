"""`Sentence`: a parsed source as the comparison systems see it; `Compressed`: what they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from laconic.trees.dependencies import Dependency, find_dependencies
from laconic.trees.labels import strip_function_tags, with_root
from laconic.trees.phrases import is_word
from laconic.trees.pruning import keep_words
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

VERB_GROUP = "VC"  # a verb under its auxiliary


@dataclass(frozen=True, eq=False)
class Sentence:
    """A tree and what is read off it; words are known by their places, from 0."""

    tree: Tree

    @cached_property
    def spans(self) -> Spans:
        """The tree laid out flat."""
        return index_spans(self.tree)

    @cached_property
    def leaves(self) -> list[Tree]:
        return list(self.tree.leaves())

    @cached_property
    def words(self) -> list[str]:
        return [leaf.word or "" for leaf in self.leaves]

    @cached_property
    def tags(self) -> list[str]:
        return [strip_function_tags(leaf.label) for leaf in self.leaves]

    @cached_property
    def labels(self) -> list[str]:
        """The label of every node, without function tags."""
        return [strip_function_tags(node.label) for node in self.spans.nodes]

    @cached_property
    def parents(self) -> list[int]:
        """The parent of every node; that of the root is −1."""
        parents = [-1] * len(self.spans.nodes)
        for node in range(len(parents)):
            for child in self.spans.children(node):
                parents[child] = node
        return parents

    @cached_property
    def heads(self) -> list[int]:
        """The word that each word depends on; −1 for the root."""
        return [dependency.head for dependency in self._dependencies]

    @cached_property
    def relations(self) -> list[str]:
        """The label of each word's dependency."""
        return [dependency.label for dependency in self._dependencies]

    @cached_property
    def _dependencies(self) -> Sequence[Dependency]:
        # A trace has no dependency of its own; it is taken for punctuation that hangs on nothing.
        found = [Dependency(-1, place, "P") for place in range(len(self))]
        words = [place for place, leaf in enumerate(self.leaves) if is_word(leaf)]
        for arc in find_dependencies(self.tree):
            head, place = words[arc.head] if arc.head >= 0 else -1, words[arc.dependent]
            found[place] = Dependency(head, place, arc.label)
        return found

    @cached_property
    def dependents(self) -> list[list[int]]:
        """The words that depend on each word, left to right."""
        found: list[list[int]] = [[] for _ in self.words]
        for word, head in enumerate(self.heads):
            if head >= 0:
                found[head].append(word)
        return found

    def main_verb(self, verb: int) -> int:
        """The last verb of a group of verbs that begins here."""
        while True:
            below = [w for w in self.dependents[verb] if self.relations[w] == VERB_GROUP]
            if not below:
                return verb
            verb = below[0]

    def __len__(self) -> int:
        return len(self.words)


def read_sentence(tree: Tree) -> Sentence:
    """A sentence from its tree, which gets the virtual root if it has none."""
    return Sentence(with_root(tree))


@dataclass(frozen=True, eq=False, slots=True)
class Compressed:
    """What a comparison system makes of a tree: the words it keeps, and the tree of these.

    `marks` say what is not as it should be: that a solver ran out of time, for example.
    """

    tree: Tree
    score: float
    kept: tuple[int, ...]
    marks: tuple[str, ...] = ()


def compress_to(
    sentence: Sentence, kept: Sequence[int], score: float, marks: Sequence[str] = ()
) -> Compressed:
    """The compression that keeps these words."""
    return Compressed(keep_words(sentence.tree, set(kept)), score, tuple(kept), tuple(marks))
