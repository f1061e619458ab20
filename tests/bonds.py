"""Bonds of the guard `grammar` as text."""

from __future__ import annotations

from laconic.trees.brackets import parse
from laconic.trees.guards import find_bonds


def find(text: str, *, any_of: bool = False) -> list[str]:
    """Bonds as text, "of > rain": of goes only with rain; or those that ask for any of some."""
    tree = parse(text)
    words = tree.words()
    bonds = [bond for bond in find_bonds(tree, ["grammar"]) if bond.any_of == any_of]
    sides = [(bond.tokens, bond.needed) for bond in bonds]
    return sorted(
        " > ".join(" ".join(words[place] for place in sorted(side)) for side in pair)
        for pair in sides
    )
