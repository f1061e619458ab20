"""Which tokens may only go together with which others."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from laconic.request import Guard
from laconic.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Bond:
    """An edge that deletes any of `tokens` must itself delete all of `needed`."""

    tokens: frozenset[int]
    needed: frozenset[int]
    guard: str


def find_bonds(tree: Tree, guards: Collection[Guard]) -> list[Bond]:
    """The bonds of a sentence."""
    del tree, guards
    return []
