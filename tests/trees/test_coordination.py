"""What coordination holds together: a table of trees, as the embedded parser makes them."""

from __future__ import annotations

import pytest
from bonds import find

HE_LEFT = "(S (NP (PRP he)) (VP (VBD left)))"
SHE_CAME = "(S (NP (PRP she)) (VP (VBD came)))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(NP (NP (NN tea)) (, ,) (NP (NN milk)) (CC and) (NP (NN rum)))",
            [", > milk", "and > rum", "rum > and", "tea > and"],
        ),
        (
            "(NP (DT the) (NN cat) (CC and) (NN dog))",
            ["and > dog", "cat > and", "dog > and"],
        ),
        (
            "(VP (VBD ate) (CC and) (VBD drank) (ADVP (RB here)))",
            ["and > drank", "ate > and", "drank > and"],
        ),
        (
            f"(S (ADVP (RB then)) (, ,) {HE_LEFT} (CC and) {SHE_CAME} (. .))",
            [
                "and > came",
                "came > and",
                "came > she",
                "he > left",
                "left > and",
                "left > he",
                "she > came",
            ],
        ),
        (
            f"(S {HE_LEFT} (CC and) {SHE_CAME} (CC or) {HE_LEFT})",
            [
                "and > came",
                "came > and",
                "came > she",
                "he > left",
                "he > left",
                "left > and",
                "left > he",
                "left > he",
                "left > or",
                "or > left",
                "she > came",
            ],
        ),
        (
            "(NP (CC both) (NP (NN tea)) (CC and) (NP (NN rum)))",
            ["and > both", "and > rum", "rum > and", "tea > and"],
        ),
        (
            "(NP (NP (CC both) (NP (NN tea))) (CC and) (NP (NN rum)))",
            ["and > both", "and > rum", "rum > and", "tea > and", "tea > both tea"],
        ),
        (
            "(ADJP (RB neither) (ADJP (JJ rich) (CC nor) (JJ poor)))",
            [
                "nor > neither",
                "nor > poor",
                "poor > nor",
                "rich > neither rich nor poor",
                "rich > nor",
            ],
        ),
        (
            "(UCP (NP (NN fun)) (CC and) (ADJP (JJ easy)))",
            ["and > easy", "easy > and", "fun > and"],
        ),
        # It may be one man or two.
        (
            "(NP (DT a) (NN tourist) (CC and) (NN war) (NN veteran))",
            [
                "and > tourist",
                "tourist > and",
                "veteran > a tourist and war veteran",
                "war > and",
            ],
        ),
        (
            "(NP (JJ red) (CC and) (JJ blue) (NN flag))",
            ["and > blue", "blue > and", "flag > red and blue flag", "red > and"],
        ),
        ("(S (NP (NN tea)) (CC or) (ADVP (RB later)))", ["later > or", "or > later"]),
        ("(X (CC And) (ADVP (RB now)))", []),
        ("(VP (VB go) (CC and))", ["go > go and"]),
        ("(NP (CC and))", []),
    ],
)
def test_conjuncts(text: str, expected: list[str]) -> None:
    assert find(text) == expected
