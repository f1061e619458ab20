"""What was put first stays with the verb that it turned round."""

from __future__ import annotations

import pytest
from bonds import find

SHE_WON = "(VBZ has) (NP (PRP she)) (VP (VBN won))"


@pytest.mark.parametrize(
    ("text", "bond"),
    [
        (f"(S (ADVP (RB never)) {SHE_WON})", "never > has"),
        (f"(SQ (PP (IN under) (NP (DT no) (NN rule))) {SHE_WON})", "under > has"),
        (f"(S (ADVP (RB never)) (VP {SHE_WON}))", "never > has"),
        (f"(S (CONJP (RB not) (RB only)) (SINV {SHE_WON}) (, ,) (CC but))", "only > has"),
        ("(S (SBAR (WHNP (WP what)) (S (NP (PRP he)) (VP (VBD said)))) (VP (VBD hurt)))",
         "hurt > said"),
        ("(PP (IN between) (NP (NP (NN tea)) (CC and) (NP (NN rum))))", "and > between"),
    ],
)  # fmt: skip
def test_what_stays(text: str, bond: str) -> None:
    assert bond in find(text)


@pytest.mark.parametrize(
    "text",
    [
        "(S (ADVP (RB now)) (NP (PRP she)) (VP (VBZ has) (VP (VBN won))))",
        "(S (ADVP (RB now)) (, ,) (NP (PRP she)) (VP (VBD won) (NP (NN gold))))",
        f"(SQ (CC and) {SHE_WON})",
    ],
)
def test_what_may_go(text: str) -> None:
    assert not [bond for bond in find(text) if bond.startswith(("now >", "and >"))]
