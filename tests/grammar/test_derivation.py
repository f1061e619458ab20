"""Derivations: Figure 4 line by line, substitution, and words spelled as in the source."""

from __future__ import annotations

import pytest
from figures import FIGURE_1_SOURCE, FIGURE_1_TARGET, FIGURE_3, FIGURE_7

from laconic.errors import DerivationError
from laconic.grammar.derivation import derive
from laconic.grammar.notation import parse_rule
from laconic.grammar.trace import trace
from laconic.trees.brackets import parse

# Figure 4 applies 5 1 6 2 8 4 3 9 10 11 12; between 2 and 8 it leaves out the step of rule 7.
FIGURE_4_RULES = [5, 1, 6, 2, 7, 8, 4, 3, 9, 10, 11, 12]

WHAT = "[WHNP/WHNP [RB exactly] [WP what]]"
MADE = "[S/NP [NP [NNS records]] [VP [VBD made] [NP [PRP it]]]]"
WHICH = "[SBAR/VP [WHNP [WP which]] [S [NP [NNS ones]] [VP [VBP are] [VP [VBN involved]]]]]"
DONE = "[WHNP [WP what]]"
FIGURE_4 = [
    "[S/S [SBAR [WHNP [RB exactly] [WP what]] "
    "[S [NP [NNS records]] [VP [VBD made] [NP [PRP it]]]]] [CC and] "
    "[SBAR [WHNP [WP which]] [S [NP [NNS ones]] [VP [VBP are] [VP [VBN involved]]]]]]",
    f"⇒₅ [S {WHAT} [S {MADE} {WHICH}]]",
    f"⇒₁ [S [WHNP [WP/WP what]] [S {MADE} {WHICH}]]",
    f"⇒₆ [S {DONE} [S {MADE} {WHICH}]]",
    f"⇒₂ [S {DONE} [S [NP/NP [NNS records]] {WHICH}]]",
    f"⇒₇ [S {DONE} [S [NP [NNS/NNS records]] {WHICH}]]",
    f"⇒₈ [S {DONE} [S [NP [NNS records]] {WHICH}]]",
    f"⇒₄ [S {DONE} [S [NP [NNS records]] "
    "[S/VP [NP [NNS ones]] [VP [VBP are] [VP [VBN involved]]]]]]",
    f"⇒₃ [S {DONE} [S [NP [NNS records]] [VP/VP [VBP are] [VP [VBN involved]]]]]",
    f"⇒₉ [S {DONE} [S [NP [NNS records]] [VP [VBP/VBP are] [VP/VP [VBN involved]]]]]",
    f"⇒₁₀ [S {DONE} [S [NP [NNS records]] [VP [VBP are] [VP/VP [VBN involved]]]]]",
    f"⇒₁₁ [S {DONE} [S [NP [NNS records]] [VP [VBP are] [VP [VBN/VBN involved]]]]]",
    f"⇒₁₂ [S {DONE} [S [NP [NNS records]] [VP [VBP are] [VP [VBN involved]]]]]",
]


def test_figure_4() -> None:
    derivation = derive(FIGURE_1_SOURCE, [FIGURE_3[number - 1] for number in FIGURE_4_RULES])
    numbers = {rule: number for number, rule in enumerate(FIGURE_3, 1)}
    assert trace(derivation, numbers) == FIGURE_4
    assert derivation.target() == FIGURE_1_TARGET
    assert derivation.rebuild_source() == FIGURE_1_SOURCE


def test_the_minimal_grammar_takes_twelve_steps_too() -> None:
    derivation = derive(FIGURE_1_SOURCE, FIGURE_7)
    assert len(derivation.steps) == 12
    assert derivation.target() == FIGURE_1_TARGET
    assert derivation.rebuild_source() == FIGURE_1_SOURCE


def test_a_derivation_as_text_says_which_rule_rewrote_what() -> None:
    derivation = derive(FIGURE_1_SOURCE, FIGURE_7)
    assert str(derivation).split("\n")[3] == "<S,NP> -> <[S NP_1 VP_e], NP_1>    records made it"


def test_words_keep_their_spelling() -> None:
    rule = parse_rule("<S,S> -> <[S [DT the] [NN cat] VP_1], [S [NN cat] [RB now] VP_1]>")
    sleeps = parse_rule("<VP,VP> -> <[VP [VB sleep]], [VP [VB sleep]]>")
    derivation = derive(parse("(S (DT The) (NN CAT) (VP (VB Sleep)))"), [rule, sleeps])
    assert derivation.target() == parse("(S (NN CAT) (RB now) (VP (VB Sleep)))")
    assert trace(derivation)[-1] == "⇒ [S [NN CAT] [RB now] [VP [VB Sleep]]]"


def test_reordered_variables_are_filled_in_target_order() -> None:
    swap = parse_rule("<PP,PP> -> <[PP IN_1 NP_2], [PP NP_2 IN_1]>")
    here = parse_rule("<NP,NP> -> <[NP here], [NP here]>")
    from_ = parse_rule("<IN,IN> -> <[IN from], [IN from]>")
    derivation = derive(parse("(PP (IN from) (NP here))"), [swap, here, from_])
    assert derivation.target() == parse("(PP (NP here) (IN from))")
    assert derivation.rebuild_source() == derivation.source


def test_a_long_derivation_of_a_deep_tree() -> None:
    down = parse_rule("<X,X> -> <[X X_1], [X X_1]>")
    leaf = parse_rule("<X,X> -> <[X a], [X a]>")
    deep = parse("(X " * 20_000 + "(X a)" + ")" * 20_000)
    derivation = derive(deep, [down] * 20_000 + [leaf])
    assert derivation.target() == deep


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([4], "does not match"),
        ([3, 0], "gives S where NP is needed"),
        ([], "no rule is left for"),
        ([*range(12), 5], "nothing is left to rewrite"),
    ],
)
def test_sequences_that_are_no_derivation(rules: list[int], message: str) -> None:
    source = FIGURE_1_SOURCE if rules != [3, 0] else FIGURE_1_SOURCE.children[0].children[1]
    order = [FIGURE_7[number] for number in rules]
    with pytest.raises(DerivationError, match=message):
        derive(source, order)
