"""Fixed expressions and words of degree: a table of trees, as the embedded parser makes them."""

from __future__ import annotations

import pytest
from bonds import find


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(PP (RB because) (IN of) (NP (NN rain)))",
            ["because > of", "of > because", "of > rain", "rain > of"],
        ),
        (
            "(PP (VBG according) (PP (IN to) (NP (NNS police))))",
            ["according > to", "police > to", "to > according", "to > police"],
        ),
        (
            "(PP (JJ such) (IN as) (NP (NNS dogs)))",
            ["as > dogs", "as > such", "dogs > as", "such > as"],
        ),
        ("(CONJP (RB AS) (RB well) (RB as))", ["AS > well as", "as > AS well", "well > AS as"]),
        ("(X (ADVP (RB once) (RBR more)))", ["more > once", "once > more"]),
        (
            "(QP (IN at) (JJS least) (CD five))",
            ["at > least", "five > at least five", "least > at"],
        ),
        ("(X (IN because))", []),
    ],
)
def test_expressions_are_not_cut(text: str, expected: list[str]) -> None:
    assert set(expected) <= set(find(text))
    assert expected or not find(text)


@pytest.mark.parametrize(
    ("text", "bond", "is_bound"),
    [
        ("(NP (ADJP (RB too) (JJ little)) (NN time))", "too > little", True),
        ("(NP (ADJP (RB too) (JJ little)) (NN time))", "little > time", True),
        ("(NP (JJ few) (NNS men))", "few > men", True),
        ("(NP (DT a) (JJ few) (NNS men))", "few > men", False),
        ("(NP (JJ Most) (NNS men))", "Most > men", True),
        ("(NP (DT the) (ADJP (RBS most) (JJ popular)) (NN man))", "most > popular", True),
        ("(NP (DT the) (RBS most) (JJ popular) (NN man))", "most > popular", True),
        ("(ADJP (RBR less) (JJ likely))", "less > likely", True),
        ("(ADJP (RB very) (JJ likely))", "very > likely", False),
        ("(ADVP (RB far) (RB too))", "too > far", False),
        ("(NP (JJ few))", "few > few", False),
        ("(VP (VBD slept) (ADVP (RBR less)))", "less > slept", False),
    ],
)
def test_words_that_turn_the_sense(text: str, bond: str, is_bound: bool) -> None:
    assert (bond in find(text)) == is_bound


@pytest.mark.parametrize(
    ("text", "bond", "is_bound"),
    [
        ("(X (NP (JJR more) (NN tea)) (PP (IN than) (NP (NN milk))))", "more > than", True),
        ("(ADJP (JJR older) (PP (IN than) (NP (PRP me))))", "older > than", True),
        ("(ADJP (JJR older) (PP (IN than) (NP (PRP me))))", "than > older", False),
        ("(ADJP (JJ old) (PP (IN than) (NP (PRP me))))", "old > than", False),
    ],
)
def test_what_is_compared_stays(text: str, bond: str, is_bound: bool) -> None:
    assert (bond in find(text)) == is_bound
