"""What clauses hold together: a table of trees, as the embedded parser makes them."""

from __future__ import annotations

import pytest
from bonds import find

HE_LEFT = "(S (NP (PRP he)) (VP (VBD left)))"
JO_LEFT = "(S (NP (NNP Jo)) (VP (VBD left)))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HE_LEFT, ["he > left", "left > he"]),
        ("(S (NP (NN May)) (NP (PRP he)) (VP (VBD left)))", ["he > left", "left > he"]),
        ("(S (NP (PRP him)) (VP (VBG leaving)))", []),
        ("(S (VP (VBD left)) (NP (PRP he)))", []),
        ("(S (CC But) (NP (PRP he)) (VP (VBD left)))", ["he > left", "left > he"]),
        ("(SINV (VP (VBD said)) (NP (NNP John)))", ["John > said", "said > John"]),
        (
            f"(SINV {HE_LEFT} (, ,) (VP (VBD said)) (NP (NNP John)))",
            ["John > said", "he > left", "left > he", "left > said", "said > John"],
        ),
        (
            "(SQ (VBD did) (NP (PRP he)) (VP (VB leave)))",
            ["did > he", "did > leave", "he > did", "leave > did"],
        ),
        (
            "(SBARQ (WHADVP (WRB why)) (SQ (VBD did) (NP (PRP he))) (. ?))",
            ["did > he", "did > why", "he > did", "why > did"],
        ),
        (
            "(S (NP (PRP he)) (MD will) (RB soon) (VP (VB leave)))",
            ["he > will", "leave > will", "will > he", "will > leave"],
        ),
        (
            f"(S (NP (NNP Al)) (VBD said) (: :) {JO_LEFT})",
            ["Jo > left", "left > Jo"],
        ),
        (
            f"(S (NP (NNP Al)) (VP (VBD fell) (SBAR (IN after) {HE_LEFT})))",
            [
                "Al > fell",
                "after > left",
                "fell > Al",
                "fell > fell after he left",
                "he > left",
                "left > after",
                "left > he",
            ],
        ),
        (
            "(S (NP (PRP him)) (VP (TO to) (VP (VB leave))))",
            ["him > to", "leave > to", "to > leave"],
        ),
        (f"(SBAR (IN that) {HE_LEFT})", ["he > left", "left > he", "left > that"]),
        (
            f"(SBAR (IN if) {HE_LEFT})",
            ["he > left", "if > left", "left > he", "left > if"],
        ),
        (
            f"(SBAR (WHADVP (WRB when)) {HE_LEFT})",
            ["he > left", "left > he", "left > when", "when > left"],
        ),
        (
            f"(S (NP (NNP Al)) (VP (VBD said) (SBAR {JO_LEFT})))",
            ["Jo > left", "left > Jo", "left > said"],
        ),
        (
            f"(S (NP (NNP Al)) (VP (VBD said) (SBAR (IN that) {HE_LEFT})))",
            ["Al > said", "he > left", "left > he", "left > said", "left > that", "said > Al"],
        ),
        (
            f"(S (NP (NNP Al)) (VP (VBZ has) (VP (VBN said) {JO_LEFT})))",
            ["Jo > left", "has > said", "left > Jo", "said > has"],
        ),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert find(text) == expected
