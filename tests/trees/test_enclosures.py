"""Which quotes and brackets belong together."""

from __future__ import annotations

import pytest

from laconic.trees.enclosures import directed_marks, find_enclosures


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("`` a ( b ) c ''", [(2, 4), (0, 6)]),
        ('" a " b " c "', [(0, 2), (4, 6)]),
        ('" a', []),
        ("a '' b", []),
        ("( a [ b )", [(0, 4)]),
        ("-LRB- a -RRB-", [(0, 2)]),
        ("` a ' b '", [(0, 2)]),
        ("« a » “ b ”", [(0, 2), (3, 5)]),
        ("", []),
    ],
)
def test_enclosures(words: str, expected: list[tuple[int, int]]) -> None:
    assert find_enclosures(directed_marks(words.split())) == expected
