"""Algorithms 1 and 2: pairs made by a grammar are pairs of that grammar."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from figures import FIGURE_1_SOURCE, FIGURE_1_TARGET, FIGURE_3, FIGURE_7
from hypothesis import given
from hypothesis import strategies as st
from pairs import sample_pairs

from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.errors import DerivationError
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule
from laconic.grammar.transduction import choose_randomly, generate, transduce
from laconic.trees.tree import Tree

RECURSIVE = [
    parse_rule(text)
    for text in (
        "<TOP,TOP> -> <[TOP S_1], [TOP S_1]>",
        "<S,S> -> <[S NP_1 VP_2 S_e], [S VP_2 NP_1]>",
        "<S,S> -> <[S NP_1 VP_2], [S NP_1 VP_2]>",
        "<NP,NP> -> <[NP NP_1 PP_e], NP_1>",
        "<NP,NP> -> <[NP NP_e [PP [IN of] NP_1]], [NP NP_1 [POS 's]]>",
        "<NP,NP> -> <[NP [NN tea]], [NP [NN tea]]>",
        "<NP,NP> -> <[NP [NN milk]], [NP [NN cream]]>",
        "<NP,NP> -> <[NP [NN tea] [NN time]], [NP [NN tea]]>",
        "<VP,VP> -> <[VP [VB is] NP_1], [VP [VB is] NP_1]>",
        "<VP,VP> -> <[VP [VB go]], [VP [VB go]]>",
        "<PP,PP> -> <[PP [IN in] NP_1], [PP [IN in] NP_1]>",
        "<PP,PP> -> <[PP [IN out]], [PP [IN out]]>",
    )
]


def grammar_of(rules: list[Rule]) -> Grammar:
    return Grammar({rule: Entry(1, Origin.TRAINING) for rule in rules})


def test_figure_3_generates_figure_1() -> None:
    # The paper's rules say nothing of what grows under a deleted node; these rules do.
    deleted = {
        text: parse_rule(text)
        for text in (
            "<RB,RB> -> <[RB exactly], [RB exactly]>",
            "<VP,VP> -> <[VP [VBD made] [NP [PRP it]]], [VP [VBD made] [NP [PRP it]]]>",
            "<WHNP,WHNP> -> <[WHNP [WP which]], [WHNP [WP which]]>",
            "<NP,NP> -> <[NP [NNS ones]], [NP [NNS ones]]>",
        )
    }
    exactly, made, which, ones = deleted.values()
    five, one, what, to_np, to_vp, clause = (FIGURE_3[n - 1] for n in (5, 1, 6, 2, 3, 4))
    np, records, vp, are, participle, involved = (FIGURE_3[n - 1] for n in (7, 8, 9, 10, 11, 12))
    # Along the source, from left to right.
    first_clause = [five, one, exactly, what, to_np, np, records, made]
    second_clause = [clause, which, to_vp, ones, vp, are, participle, involved]
    script = iter([*first_clause, *second_clause])

    def follow(options: Sequence[Rule]) -> Rule:
        rule = next(script)
        assert rule in options
        return rule

    rules = [*FIGURE_3, *deleted.values()]
    derivation = generate(rules, follow, source_root="S", target_root="S")
    assert derivation.source == FIGURE_1_SOURCE
    assert derivation.target() == FIGURE_1_TARGET
    assert next(script, None) is None


@given(st.integers(0, 10**6))
def test_generated_pairs_are_derived_by_their_grammar(seed: int) -> None:
    try:
        generated = generate(RECURSIVE, choose_randomly(seed), max_rules=60)
    except DerivationError as error:
        assert "not complete after 60 rules" in str(error)  # noqa: PT017
        return
    target = generated.target()
    assert generated.rebuild_source() == generated.source
    assert all(not leaf.is_frontier for leaf in generated.source.leaves())
    assert all(not leaf.is_frontier for leaf in target.leaves())
    forest = Matcher(grammar_of(RECURSIVE), None).match(generated.source)
    assert find_gold(forest, target) is not None


def test_the_same_seed_gives_the_same_pair() -> None:
    one, two = (generate(RECURSIVE, choose_randomly(3), max_rules=500) for _ in range(2))
    assert one == two


def test_a_grammar_that_never_ends_is_stopped() -> None:
    rules = [parse_rule("<TOP,TOP> -> <[TOP TOP_1], [TOP TOP_1]>")]
    with pytest.raises(DerivationError, match="not complete after 50 rules"):
        generate(rules, lambda options: options[0], max_rules=50)


def test_generation_says_what_is_missing() -> None:
    with pytest.raises(DerivationError, match="no rule rewrites WHNP/WHNP"):
        generate(FIGURE_3[4:5], lambda options: options[0], source_root="S", target_root="S")


def test_figure_7_transduces_figure_1() -> None:
    forest = Matcher(grammar_of(FIGURE_7), None).match(FIGURE_1_SOURCE, target_root="S")
    derivation = transduce(
        FIGURE_1_SOURCE, forest.rules_at, lambda options: options[0], target_root="S"
    )
    assert derivation.target() == FIGURE_1_TARGET
    assert [step.rule for step in derivation.steps] == FIGURE_7


def test_transduction_without_a_rule() -> None:
    with pytest.raises(DerivationError, match="no rule rewrites S/TOP"):
        transduce(FIGURE_1_SOURCE, lambda *_: [], lambda options: options[0])


@pytest.mark.parametrize("seed", range(5))
def test_random_compressions_are_subsequences(seed: int) -> None:
    matcher = Matcher(Grammar({}), Coverage())
    for pair in sample_pairs()[:20]:
        assert isinstance(pair.source, Tree)
        forest = matcher.match(pair.source)
        derivation = transduce(pair.source, forest.rules_at, choose_randomly(seed))
        words = iter(pair.source.words())
        assert all(word in words for word in derivation.target().words())
        assert derivation.rebuild_source() == pair.source
