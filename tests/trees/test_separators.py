"""What commas part, in sentences of each kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from laconic.trees.brackets import parse
from laconic.trees.separators import find_separators
from laconic.trees.tree import Tree


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # An apposition, in its own phrase or flat.
        (
            "(S (NP (NP (NNP Jo)) (, ,) (NP (NN boss)) (, ,)) (VP (VBD left)))",
            ["Jo | boss", "Jo | boss"],
        ),
        (
            "(S (NP (NNP Jo)) (, ,) (NP (NN boss)) (, ,) (VP (VBD left)))",
            ["Jo | boss", "boss | left"],
        ),
        # Before the subject.
        ("(S (PP (IN In) (NP (NNP May))) (, ,) (NP (PRP he)) (VP (VBD left)))", ["In May"]),
        (
            "(S (PP (NNP Now)) (, ,) (ADVP (RB then)) (, ,) (NP (PRP he)) (VP (VBD left)) (. .))",
            ["Now", "then"],
        ),
        ("(S (NP (JJ Last) (NN year)) (, ,) (NP (PRP he)) (VP (VBD left)))", ["Last year"]),
        (
            "(S (CC And) (, ,) (ADVP (RB then)) (, ,) (NP (PRP he)) (VP (VBD left)))",
            ["And | then", "then"],
        ),
        # Between subject and verb, and after the verb.
        (
            "(S (NP (PRP He)) (, ,) (ADVP (RB then)) (, ,) (VP (VBD left)))",
            ["He | then", "then | left"],
        ),
        (
            "(VP (VBD said) (, ,) (S (VP (VBG laughing))) (, ,) (SBAR (IN that) (S (X x))))",
            ["said | laughing", "laughing | that x"],
        ),
        # Lists.
        (
            "(NP (NP (NNS cats)) (, ,) (NP (NNS cows)) (, ,) (CC and) (NP (NNS dogs)))",
            ["cats | cows , and dogs", "cows | and dogs"],
        ),
        (
            "(S (S (NP (PRP I)) (VP (VBD saw))) (: ;) (S (NP (PRP I)) (VP (VBD won))) (. .))",
            ["I saw | I won ."],
        ),
        # Adjectives.
        ("(NP (DT a) (JJ big) (, ,) (JJ red) (NN ball))", ["big | red"]),
        # Dashes around a phrase.
        ("(PRN (: --) (NP (DT the) (NN boss)) (: --))", ["the boss", "the boss"]),
        # Possessives.
        ("(NP (NP (DT the) (NN king) (POS 's)) (NN dog))", ["the king"]),
        (
            "(NP (NP (NP (DT the) (NN king)) (PP (IN of) (NP (NNP X))) (POS 's)) (NN dog))",
            ["the king of X"],
        ),
        ("(NP (DT a) (NN dog))", []),
        ("(, ,)", []),
    ],
)
def test_sides(text: str, expected: list[str]) -> None:
    tree = parse(text)
    words = tree.words()
    told = [
        " | ".join(" ".join(words[start:stop]) for start, stop in separator.sides)
        for separator in find_separators(tree)
    ]
    assert told == expected


LABELS = "S NP VP PP SBAR PRN JJ NN VBD CC , : POS ``"


@given(trees(labels=st.sampled_from(LABELS.split()), words=st.just("x"), max_words=10))
def test_sides_lie_beside_their_separator(tree: Tree) -> None:
    size = len(tree.words())
    for separator in find_separators(tree):
        assert 0 <= separator.place < size
        for start, stop in separator.sides:
            assert 0 <= start < stop <= size
            assert not start <= separator.place < stop
