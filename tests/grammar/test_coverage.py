"""Copy and deletion rules: the four rules of section 3.2, and the two additions to it."""

from __future__ import annotations

import dataclasses

import pytest
from coverage_rules import deletion_rules
from hypothesis import given
from hypothesis import strategies as st

from laconic.grammar.coverage import Coverage, Origin, copy_rule, copy_word
from laconic.grammar.grammar import GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.trees.brackets import parse

COVERAGE = Coverage()
PAPER = dataclasses.replace(COVERAGE, final_punctuation=False, paired_punctuation=False)
CLAUSE = ("S", ("NP", "VP", "."))


def kept(coverage: Coverage, label: str, children: str) -> list[str]:
    """The target sides of the deletion rules, shortened to what they keep."""
    rules = deletion_rules(coverage, (label, tuple(children.split())))
    return [" ".join(leaf.label for leaf in rule.target.leaves()) for rule in rules]


def test_section_3_2_example() -> None:
    rules = [
        "<NP,NP> -> <[NP DT_e JJ_e NN_1], [NP NN_1]>",
        "<NP,NN> -> <[NP DT_e JJ_e NN_1], NN_1>",
        "<NP,NP> -> <[NP DT_1 JJ_e NN_2], [NP DT_1 NN_2]>",
        "<NP,NP> -> <[NP DT_1 JJ_2 NN_3], [NP DT_1 JJ_2 NN_3]>",
    ]
    for coverage in (COVERAGE, PAPER):
        assert [str(rule) for rule in deletion_rules(coverage, ("NP", ("DT", "JJ", "NN")))] == rules
    copied = parse_rule(rules[-1])
    assert copy_rule(("NP", ("DT", "JJ", "NN"))) == copied
    assert COVERAGE.production_rules(("NP", ("DT", "JJ", "NN"))) == {
        copied: Origin.COPY | Origin.DELETE,
        **{parse_rule(rule): Origin.DELETE for rule in rules[:-1]},
    }


def test_the_rules_of_a_tree() -> None:
    builder = GrammarBuilder()
    builder.add_coverage(COVERAGE, parse("(NP (NP (NN tea)) (PP (IN with) (NP (NN milk))))"))
    entries = builder.build().entries
    assert {str(rule): entry.origin.name for rule, entry in entries.items()} == {
        "<NP,NP> -> <[NP NP_1 PP_2], [NP NP_1 PP_2]>": "COPY|DELETE",
        "<NP,NP> -> <[NP NP_1 PP_e], [NP NP_1]>": "DELETE",
        "<NP,NP> -> <[NP NP_1 PP_e], NP_1>": "DELETE",
        "<NP,NP> -> <[NP NN_1], [NP NN_1]>": "COPY|DELETE",
        "<NP,NN> -> <[NP NN_1], NN_1>": "DELETE",
        "<PP,PP> -> <[PP IN_1 NP_2], [PP IN_1 NP_2]>": "COPY|DELETE",
        "<PP,PP> -> <[PP IN_1 NP_e], [PP IN_1]>": "DELETE",
        "<PP,IN> -> <[PP IN_1 NP_e], IN_1>": "DELETE",
        "<NN,NN> -> <[NN tea], [NN tea]>": "COPY",
        "<IN,IN> -> <[IN with], [IN with]>": "COPY",
        "<NN,NN> -> <[NN milk], [NN milk]>": "COPY",
    }


def test_a_clause_may_keep_its_full_stop() -> None:
    assert kept(COVERAGE, *_spaced(CLAUSE)) == ["VP", "VP", "VP .", "NP VP", "NP VP ."]
    assert kept(PAPER, *_spaced(CLAUSE)) == ["VP", "VP", "NP VP", "NP VP ."]


def test_the_full_stop_may_stand_before_a_closing_quote() -> None:
    assert "VP ." in kept(COVERAGE, "S", "`` NP VP . ''")
    assert "VP . ''" not in kept(COVERAGE, "S", "`` NP VP . ''")


@pytest.mark.parametrize(
    ("label", "children", "sets"),
    [
        ("NP", "NP , SBAR ,", ["NP", "NP", "NP SBAR", "NP , SBAR ,"]),
        ("PRN", "-LRB- NP -RRB-", ["NP", "NP", "-LRB- NP -RRB-"]),
        ("NP", "`` JJ NN ''", ["NN", "NN", "JJ NN", "`` JJ NN ''"]),
        ("X", "-LRB- -RRB-", ["-LRB- -RRB-"]),
        # An odd comma goes with what stood before it.
        ("S", "PP , NP VP", ["VP", "VP", "NP VP", "PP , NP VP"]),
        ("X", ", A", ["A", "A", ", A"]),
    ],
)
def test_paired_punctuation(label: str, children: str, sets: list[str]) -> None:
    assert kept(COVERAGE, label, children) == sets


def test_pairs_can_be_switched_off() -> None:
    assert kept(PAPER, "PRN", "-LRB- NP -RRB-") == ["NP", "NP", "-LRB- NP", "-LRB- NP -RRB-"]


def test_the_virtual_root_never_vanishes() -> None:
    assert kept(COVERAGE, "TOP", "S") == ["S"]


def test_nested_and_crossing_pairs() -> None:
    assert "A -LRB- B -RRB-" in kept(COVERAGE, "X", "A -LRB- B -RRB- ''")
    sets = kept(COVERAGE, "X", "A -LRB- `` B -RRB- ''")
    assert "A -LRB- `` B -RRB- ''" in sets
    assert all(("-LRB-" in part) == ("-RRB-" in part) for part in sets)


LABELS = ["NP", "VP", "NN", "DT", ",", ".", "``", "''", "-LRB-", "-RRB-", "ODD"]


@given(st.sampled_from(LABELS), st.lists(st.sampled_from(LABELS), min_size=1, max_size=8))
def test_deletion_rules_of_any_production(label: str, children: list[str]) -> None:
    for coverage in (COVERAGE, PAPER):
        rules = deletion_rules(coverage, (label, tuple(children)))
        assert len(set(rules)) == len(rules)
        assert copy_rule((label, tuple(children))) in rules
        for rule in rules:
            assert [child.label for child in rule.source.children] == children
            # What is kept is kept in order, and something is.
            links = [link for link in rule.links if link >= 0]
            assert links == sorted(links)
            assert links


def test_words_are_copied() -> None:
    assert str(copy_word("NN", "dog")) == "<NN,NN> -> <[NN dog], [NN dog]>"


def _spaced(production: tuple[str, tuple[str, ...]]) -> tuple[str, str]:
    return production[0], " ".join(production[1])
