"""When a comma may go: only with what it parts. So too a semicolon, a colon or a dash.

1. A mark between two phrases goes only with one of them.
2. Where a phrase has commas on both its sides, the first goes only with the phrase.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from laconic.trees.coordination import Required, heads
from laconic.trees.phrases import Phrases

_COMMA = ","
_MARKS = frozenset({_COMMA, ";", ":", "--", "–", "—"})


def find_commas(phrases: Phrases) -> Iterator[Required]:
    """Commas, and words of which one at least must go with each.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(S (NP (NN Jo)) (, ,) (ADVP (RB now)) (, ,) (VP (VBD fell)))")
    >>> list(find_commas(lay_out(tree)))
    [((1,), (2,)), ((3,), (2, 4))]
    """
    for children in phrases.children:
        marks = [place for place, child in enumerate(children) if phrases.word(child) in _MARKS]
        commas = [place for place in marks if phrases.word(children[place]) == _COMMA]
        inner = {one for one, two in pairwise(commas) if two == one + 2}
        for place in marks:
            if 0 < place < len(children) - 1:
                before, after = (heads(phrases, children[place + step]) for step in (-1, 1))
                yield heads(phrases, children[place]), after if place in inner else before + after
