"""Deletion rules that keep any choice of children, and where the ranking is left as it was."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import pytest
from coverage_rules import deletion_rules
from hypothesis import given
from hypothesis import strategies as st

from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage, Origin, copy_rule
from laconic.grammar.grammar import Grammar
from laconic.grammar.rule import Rule
from laconic.induction import ExtractionOptions
from laconic.trees.tree import Tree

RANKED = Coverage()
ANY = Coverage(deletions="any")
BARE = dataclasses.replace(ANY, final_punctuation=False, paired_punctuation=False)
LABELS = ["NP", "VP", "NN", "DT", ",", ".", "``", "''", "-LRB-", "-RRB-", "ODD"]
CHILDREN = st.lists(st.sampled_from(LABELS), min_size=1, max_size=12)
MOST = 1_000  # rules, beside some for each child


def kept_places(rule: Rule) -> tuple[int, ...]:
    return tuple(place for place, link in enumerate(rule.links) if link >= 0)


def sets_of(coverage: Coverage, label: str, children: list[str]) -> list[tuple[int, ...]]:
    """What the deletion rules keep, each once, in their order."""
    rules = deletion_rules(coverage, (label, tuple(children)))
    return list(dict.fromkeys(map(kept_places, rules)))


def every_choice(size: int) -> set[tuple[int, ...]]:
    return {choice for count in range(1, size + 1) for choice in combinations(range(size), count)}


@pytest.mark.parametrize("size", range(1, 8))
def test_every_choice_of_few_children_can_be_kept(size: int) -> None:
    children = ["DT", "JJ", "NN", "PP", "SBAR", "ADVP", "VP"][:size]
    for coverage in (ANY, BARE):
        found = sets_of(coverage, "NP", children)
        assert set(found) == every_choice(size)
        assert [len(kept) for kept in found] == sorted(len(kept) for kept in found)


def test_a_lone_child_may_stand_without_its_parent() -> None:
    rules = [str(rule) for rule in deletion_rules(ANY, ("NP", ("DT", "NN")))]
    assert rules == [
        "<NP,NP> -> <[NP DT_1 NN_e], [NP DT_1]>",
        "<NP,DT> -> <[NP DT_1 NN_e], DT_1>",
        "<NP,NP> -> <[NP DT_e NN_1], [NP NN_1]>",
        "<NP,NN> -> <[NP DT_e NN_1], NN_1>",
        "<NP,NP> -> <[NP DT_1 NN_2], [NP DT_1 NN_2]>",
    ]
    assert [str(rule) for rule in deletion_rules(ANY, ("TOP", ("S",)))] == [
        "<TOP,TOP> -> <[TOP S_1], [TOP S_1]>"
    ]
    rules_of = ANY.production_rules(("NP", ("DT", "NN")))
    assert rules_of[copy_rule(("NP", ("DT", "NN")))] == Origin.COPY | Origin.DELETE


def test_partners_stay_together() -> None:
    children = ["NP", "-LRB-", "PP", "-RRB-", "SBAR"]
    found = sets_of(ANY, "NP", children)
    assert all((1 in kept) == (3 in kept) for kept in found)
    assert len(found) == 2**4 - 1
    assert set(sets_of(BARE, "NP", children)) == every_choice(5)


def test_a_comma_goes_with_what_stood_before_it() -> None:
    children = ["PP", ",", "NP", "VP"]
    expected = {kept for kept in every_choice(4) if not (1 in kept and 0 not in kept)}
    assert set(sets_of(ANY, "S", children)) == expected
    assert set(sets_of(BARE, "S", children)) == every_choice(4)


def test_pairs_count_once_towards_the_limit() -> None:
    pairs = ["``", "NP", "VP", "''", "-LRB-", "PP", "-RRB-", "ADVP", "SBAR"]
    assert len(sets_of(ANY, "S", pairs)) == 2**7 - 1
    assert len(sets_of(BARE, "S", pairs)) < 2**7 - 1


@pytest.mark.parametrize("size", [8, 15, 22])
def test_of_many_children_those_side_by_side_can_be_kept_or_deleted(size: int) -> None:
    children = [f"X{number}" for number in range(size)]
    found = set(sets_of(ANY, "NP", children))
    every = tuple(range(size))
    runs = {every[start:stop] for start in every for stop in range(start + 1, size + 1)}
    others = {tuple(sorted(set(every) - set(run))) for run in runs} - {()}
    assert found == runs | others | set(sets_of(RANKED, "NP", children))


@pytest.mark.parametrize("size", [30, 60, 100, 600])
def test_the_rules_of_flat_nodes_are_bounded(size: int) -> None:
    children = ["NN"] * size
    # Without the rules themselves, which take long to make.
    found, ranked = (
        [tuple(kept) for kept in coverage._kept_sets("NP", children)] for coverage in (ANY, RANKED)
    )
    assert len(found) <= MOST + 3 * size
    assert set(ranked) <= set(found)
    # One child alone can always be kept, and deleted.
    every = set(range(size))
    assert {(place,) for place in every} <= set(found)
    assert {tuple(sorted(every - {place})) for place in every} <= set(found)


@given(st.sampled_from(LABELS), CHILDREN)
def test_any_choice_has_at_least_the_ranked_ones(label: str, children: list[str]) -> None:
    production = label, tuple(children)
    for coverage in (ANY, BARE):
        rules = deletion_rules(coverage, production)
        assert len(set(rules)) == len(rules)
        ranked = dataclasses.replace(coverage, deletions="ranked")
        assert set(deletion_rules(ranked, production)) <= set(rules)
        for rule in rules:
            links = [link for link in rule.links if link >= 0]
            assert links == sorted(links) != []


def test_ranked_is_what_it_was() -> None:
    assert Coverage() == Coverage(deletions="ranked") != ANY
    production = ("NP", ("DT", "JJ", "NN"))
    assert [kept_places(rule) for rule in deletion_rules(RANKED, production)] == [
        (2,), (2,), (0, 2), (0, 1, 2)
    ]  # fmt: skip


def test_options_say_which() -> None:
    assert ExtractionOptions().make_coverage() == RANKED
    assert ExtractionOptions(deletions="any").make_coverage() == ANY
    assert ExtractionOptions(deletions="any", coverage=False).make_coverage() is None


def test_a_forest_reaches_every_part_of_a_flat_phrase() -> None:
    words = ["a", "b", "c", "d"]
    source = Tree("TOP", [Tree("X", [Tree(word.upper(), word=word) for word in words])])
    strings = {}
    for coverage in (RANKED, ANY):
        forest = Matcher(Grammar({}), coverage).match(source)
        strings[coverage.deletions] = {
            tuple(node for node, _ in edge.tails) for edge in forest.edges if edge.head == (1, "X")
        }
    assert len(strings["any"]) == 2**4 - 1
    assert strings["ranked"] < strings["any"]
