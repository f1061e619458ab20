"""Bonds of the guard `grammar` as text."""

from __future__ import annotations

from laconic.trees.brackets import parse
from laconic.trees.guards import find_bonds


def find(text: str) -> list[str]:
    """Bonds as text, "of > rain": of goes only with rain."""
    tree = parse(text)
    words = tree.words()
    sides = [(bond.tokens, bond.needed) for bond in find_bonds(tree, ["grammar"])]
    return sorted(
        " > ".join(" ".join(words[place] for place in sorted(side)) for side in pair)
        for pair in sides
    )
