"""Forests to search: made by hand from lists of edges, or drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, NoReturn

import numpy as np
from hypothesis import strategies as st

from laconic import _core
from laconic.decoding.forest import Forest
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree


class HandEdge(NamedTuple):
    """A head, and a target side of words (strings) and tails (vertices)."""

    head: int
    pieces: tuple[str | int, ...]


def hand_forest(edges: Sequence[HandEdge], *, root: int | None = None) -> Forest:
    """A forest of these edges, sorted by head; the last vertex is the root."""
    heads = [edge.head for edge in edges]
    words = list(dict.fromkeys(piece for edge in edges for piece in edge.pieces if _is_word(piece)))
    tails = [[piece for piece in edge.pieces if isinstance(piece, int)] for edge in edges]
    yields = []
    for edge in edges:
        numbers = iter(range(-1, -len(edge.pieces) - 1, -1))
        yields.append(
            [words.index(piece) if _is_word(piece) else next(numbers) for piece in edge.pieces]
        )
    arrays = _core.Forest.from_arrays(
        len(words),
        max(heads) if root is None else root,
        np.arange(max(heads) + 1, dtype=np.int32),
        np.array(heads, dtype=np.int32),
        _starts(tails),
        _flat(tails),
        _starts(yields),
        _flat(yields),
    )
    return Forest(
        index_spans(Tree("X", word="x")),
        arrays,
        tuple(map(str, words)),
        ("X",),
        "none",
        "X",
        _no_rule,
        (),
    )


def _is_word(piece: str | int) -> bool:
    return isinstance(piece, str)


def _no_rule(number: int) -> NoReturn:
    raise AssertionError(f"edge {number} has no rule")


def _starts(rows: Sequence[Sequence[int]]) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.cumsum([0, *map(len, rows)]).astype(np.uint32)


def _flat(rows: Sequence[Sequence[int]]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array([number for row in rows for number in row], dtype=np.int32)


@st.composite
def forests(
    draw: st.DrawFn,
    *,
    words: st.SearchStrategy[str],
    max_vertices: int = 6,
    max_edges: int = 3,
    max_pieces: int = 3,
    max_derivations: int = 400,
) -> Forest:
    """Any forest: tails in any order, used several times, words between them, unary chains.

    No vertex has more derivations than plain Python can list.
    """
    edges: list[HandEdge] = []
    derivations: list[int] = []
    for head in range(draw(st.integers(1, max_vertices))):
        derivations.append(0)
        for _ in range(draw(st.integers(1, max_edges))):
            tail = st.integers(max(0, head - 3), head - 1) if head else st.nothing()
            pieces = draw(st.lists(words | tail, min_size=1, max_size=max_pieces))
            # So that nothing hangs loose, and derivations are deep.
            if not derivations[head] and head:
                pieces[0] = head - 1
            ways = prod(derivations[piece] for piece in pieces if isinstance(piece, int))
            if derivations[head] + ways > max_derivations:
                if derivations[head]:
                    continue
                pieces, ways = [head - 1], derivations[head - 1]
            derivations[head] += ways
            edges.append(HandEdge(head, tuple(pieces)))
    return hand_forest(edges)
