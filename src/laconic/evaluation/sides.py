"""`Side`: a compression or a reference as metrics see it, its bags made once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from laconic.evaluation.relations import relations_of
from laconic.trees.labels import normalise_tree
from laconic.trees.tree import Tree

Relation = tuple[str, str, str]  # head, label, dependent


@dataclass(frozen=True, eq=False)
class Side:
    """The tokens of a compression or reference; its tree as it came, if it came with one; and the
    tree that a parser gives its tokens, None if there are no tokens."""

    tokens: tuple[str, ...]
    tree: Tree | None
    parsed: Tree | None

    @cached_property
    def bag(self) -> Counter[str]:
        """The tokens, lower-cased."""
        return Counter(token.lower() for token in self.tokens)

    @cached_property
    def relations(self) -> Counter[Relation]:
        """The relations of the tree parsed from the tokens."""
        return Counter() if self.parsed is None else relations_of(self.parsed)

    @cached_property
    def tree_relations(self) -> Counter[Relation]:
        """The relations of the tree as it came."""
        return Counter() if self.tree is None else relations_of(self.tree)

    @cached_property
    def lowered(self) -> Tree | None:
        """The tree as it came, or else as parsed, with lower-cased words."""
        tree = self.parsed if self.tree is None else self.tree
        return None if tree is None else normalise_tree(tree, "lower")
