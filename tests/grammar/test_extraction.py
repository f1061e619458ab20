"""Algorithm 3: the rules of Figures 2, 3, 6 and 7, the specialised rules of 3.2, and that the
rules extracted from a pair derive it."""

from __future__ import annotations

from typing import get_args

import pytest
from figures import FIGURE_3, FIGURE_6_LINKS, FIGURE_7, SOURCE_SPANS, TARGET_SPANS
from hypothesis import given
from hypothesis import strategies as st
from pairs import aligned_pairs

from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.grammar.alignment import align
from laconic.grammar.extraction import Choice, Extracted, extract
from laconic.grammar.grammar import GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule, height
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

CHOICES: tuple[Choice, ...] = get_args(Choice)
Links = tuple[tuple[int, int], ...]


def figure_1_rules(bound: int, choice: Choice = "own-label") -> list[Extracted]:
    return extract(SOURCE_SPANS, TARGET_SPANS, FIGURE_6_LINKS, bound=bound, choice=choice)


def rules_between(
    source: str, target: str, bound: int = 0, choice: Choice = "own-label"
) -> set[str]:
    one, two = index_spans(parse(source)), index_spans(parse(target))
    return {str(e.rule) for e in extract(one, two, align(one, two), bound=bound, choice=choice)}


def clause_rules(bound: int) -> set[Rule]:
    """The rules of the pair (SBAR, VP) that need just this bound."""
    return {
        rule
        for rule, smallest in figure_1_rules(bound)
        if (rule.source.label, rule.target.label) == ("SBAR", "VP") and smallest == bound
    }


def test_figure_7_is_the_minimal_grammar() -> None:
    extracted = figure_1_rules(0)
    assert {rule for rule, _ in extracted} == set(FIGURE_7)
    assert len(extracted) == 12
    assert all(bound == 0 for _, bound in extracted)


def test_figure_3_differs_in_one_rule_that_skips_one_match() -> None:
    assert set(FIGURE_3) - set(FIGURE_7) == {FIGURE_3[4]}
    assert Extracted(FIGURE_3[4], 1) in figure_1_rules(1)


def test_rule_5_needs_two_levels_on_both_sides() -> None:
    assert (height(FIGURE_3[4].source), height(FIGURE_3[4].target)) == (2, 2)
    others = [rule for rule in FIGURE_3 if rule != FIGURE_3[4]]
    assert all(height(rule.source) <= 1 and height(rule.target) <= 1 for rule in others)


def test_one_skipped_match_adds_the_two_rules_of_section_3_2() -> None:
    assert clause_rules(0) == {parse_rule("<SBAR,VP> -> <[SBAR WHNP_e S_1], VP_1>")}
    assert clause_rules(1) == {
        parse_rule("<SBAR,VP> -> <[SBAR [WHNP WP_e] S_1], VP_1>"),
        parse_rule("<SBAR,VP> -> <[SBAR WHNP_e [S NP_e VP_1]], VP_1>"),
    }


def test_two_skipped_matches() -> None:
    # Printed first and third in 3.2; the fourth with VBD for VBP and another target; the last one
    # is not printed; and the one printed second skips three.
    assert clause_rules(2) == {
        parse_rule("<SBAR,VP> -> <[SBAR [WHNP [WP which]] S_1], VP_1>"),
        parse_rule("<SBAR,VP> -> <[SBAR WHNP_e [S [NP NNS_e] VP_1]], VP_1>"),
        parse_rule("<SBAR,VP> -> <[SBAR WHNP_e [S NP_e [VP VBP_1 VP_2]]], [VP VBP_1 VP_2]>"),
        parse_rule("<SBAR,VP> -> <[SBAR [WHNP WP_e] [S NP_e VP_1]], VP_1>"),
    }
    printed_second = parse_rule("<SBAR,VP> -> <[SBAR [WHNP [WP which]] [S NP_e VP_1]], VP_1>")
    assert Extracted(printed_second, 3) in figure_1_rules(3)


def test_all_rules_of_the_clause() -> None:
    all_of_them = {
        rule
        for rule, _ in figure_1_rules(20)
        if (rule.source.label, rule.target.label) == ("SBAR", "VP")
    }
    assert len(all_of_them) == 66
    keeps_clause = [rule for rule in all_of_them if rule.target.is_frontier and "S_1" in str(rule)]
    assert len(all_of_them) - len(keeps_clause) == 63
    rule_3 = parse_rule(
        "<SBAR,VP> -> <[SBAR [WHNP [WP which]] [S [NP [NNS ones]] "
        "[VP [VBP are] [VP [VBN involved]]]]], [VP [VBP are] [VP [VBN involved]]]>"
    )
    assert rule_3 in all_of_them


def test_all_choices_of_footnote_3() -> None:
    rules = {choice: {rule for rule, _ in figure_1_rules(0, choice)} for choice in CHOICES}
    assert rules["own-label"] == set(FIGURE_7)
    assert len(rules["all"]) == 27
    assert rules["all"] > rules["own-label"] | rules["highest"]


def test_the_highest_partner_does_not_give_figure_7() -> None:
    highest = {rule for rule, _ in figure_1_rules(0, "highest")}
    assert len(highest) == 12
    assert {str(rule) for rule in highest - set(FIGURE_7)} == {
        "<WHNP,WHNP> -> <[WHNP RB_e WP_1], WHNP_1>",
        "<WP,WHNP> -> <[WP what], [WHNP [WP what]]>",
        "<NP,NP> -> <[NP NNS_1], NP_1>",
        "<NNS,NP> -> <[NNS records], [NP [NNS records]]>",
        "<VP,VP> -> <[VP VBN_1], VP_1>",
        "<VBN,VP> -> <[VBN involved], [VP [VBN involved]]>",
    }


def test_a_chain_takes_its_own_label_else_the_highest() -> None:
    source, target = "(X (VP (VB go)))", "(X (S (VP (VB go))))"
    assert rules_between(source, target) == {
        "<X,X> -> <[X VP_1], [X [S VP_1]]>",
        "<VP,VP> -> <[VP VB_1], [VP VB_1]>",
        "<VB,VB> -> <[VB go], [VB go]>",
    }
    assert rules_between(source, target, choice="highest") == {
        "<X,X> -> <[X VP_1], X_1>",
        "<VP,X> -> <[VP VB_1], X_1>",
        "<VB,X> -> <[VB go], [X [S [VP [VB go]]]]>",
    }
    assert "<VP,S> -> <[VP VB_1], S_1>" in rules_between(source, target, choice="all")


def test_the_virtual_root_pairs_only_with_itself() -> None:
    assert rules_between("(TOP (S (NP (NN rain))))", "(TOP (NP (NN rain)))") == {
        "<TOP,TOP> -> <[TOP S_1], [TOP NP_1]>",
        "<S,NP> -> <[S NP_1], NP_1>",
        "<NP,NP> -> <[NP NN_1], [NP NN_1]>",
        "<NN,NN> -> <[NN rain], [NN rain]>",
    }


def test_substitution_and_reordering() -> None:
    rules = rules_between(
        "(S (ADVP (RB now)) (NP (PRP he)) (VP (VBD purchased) (NP (NN milk))))",
        "(S (NP (PRP he)) (VP (VBD bought) (NP (NN milk))) (ADVP (RB now)))",
    )
    assert "<S,S> -> <[S ADVP_1 NP_2 VP_3], [S NP_2 VP_3 ADVP_1]>" in rules
    assert "<VBD,VBD> -> <[VBD purchased], [VBD bought]>" in rules


def test_a_specialised_site_is_extracted_too() -> None:
    # Skipping A pairs B with X, which no minimal rule does; B/X must have a rule of its own.
    extracted = {
        str(rule): bound
        for rule, bound in extract(
            index_spans(parse("(X (A (B w)))")),
            index_spans(parse("(X (A (Y w)))")),
            [(0, 0)],
            bound=1,
        )
    }
    assert extracted["<X,X> -> <[X [A B_1]], X_1>"] == 1
    assert extracted["<B,X> -> <[B w], [X [A [Y w]]]>"] == 1
    assert extracted["<B,A> -> <[B w], [A [Y w]]>"] == 0


def test_a_pair_without_links_is_one_rule() -> None:
    one, two = index_spans(parse("(TOP (A a))")), index_spans(parse("(TOP (B b))"))
    assert [str(rule) for rule, _ in extract(one, two, [])] == [
        "<TOP,TOP> -> <[TOP A_e], [TOP [B b]]>"
    ]


@pytest.mark.parametrize("choice", ["own-label", "highest"])
def test_deep_trees_are_extracted(choice: Choice) -> None:
    deep = parse("(X " * 20_000 + "(N a)" + ")" * 20_000)
    one, two = index_spans(deep), index_spans(parse("(X (Z (N a)) (Q b))"))
    assert len(extract(one, two, [(0, 0)], choice=choice)) == 20_001
    assert len(extract(one, one, [(0, 0)], choice=choice)) == 20_001


@given(aligned_pairs(), st.sampled_from([0, 1, 2]), st.sampled_from(CHOICES))
def test_extracted_rules_derive_their_pair(
    pair: tuple[Tree, Tree, Links], bound: int, choice: Choice
) -> None:
    source, target, links = pair
    builder = GrammarBuilder()
    builder.add_extracted(
        extract(index_spans(source), index_spans(target), links, bound=bound, choice=choice)
    )
    forest = Matcher(builder.build(targets_per_source=None), None).match(source)
    edges = find_gold(forest, target)
    assert edges is not None
    derivation = forest.derivation(edges)
    assert derivation.target() == target
    assert derivation.rebuild_source() == source


@given(aligned_pairs(), st.sampled_from(CHOICES))
def test_a_higher_bound_only_adds(pair: tuple[Tree, Tree, Links], choice: Choice) -> None:
    source, target = index_spans(pair[0]), index_spans(pair[1])
    by_bound = [extract(source, target, pair[2], bound=bound, choice=choice) for bound in (0, 1, 2)]
    for bound, extracted in enumerate(by_bound):
        smaller = {entry for entry in by_bound[2] if entry.bound <= bound}
        assert set(extracted) == smaller


@given(aligned_pairs())
def test_minimal_rules_cannot_be_made_smaller(pair: tuple[Tree, Tree, Links]) -> None:
    # As many sites as rules: each aligned pair that is reached gives one minimal rule.
    source, target = index_spans(pair[0]), index_spans(pair[1])
    extracted = extract(source, target, pair[2])
    variables = sum(link >= 0 for rule, _ in extracted for link in rule.links)
    assert len(extracted) == variables + 1
