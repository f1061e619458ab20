"""The sides of rules: put together from labels they are what is read off the trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, SPACED_WORDS, rules

from laconic.grammar.coverage import Coverage, copy_word, make_rule
from laconic.grammar.notation import parse_rule, render_rule
from laconic.grammar.rule import Rule
from laconic.grammar.sides import ProductionSides, sides_of, word_sides

CHILDREN = st.lists(LABELS, min_size=1, max_size=9).map(tuple)


@pytest.mark.parametrize("coverage", [Coverage(), Coverage(deletions="any")])
@given(LABELS, CHILDREN)
def test_sides_of_what_is_kept_of_a_production(
    coverage: Coverage, label: str, children: tuple[str, ...]
) -> None:
    production = label, children
    sides = ProductionSides(production)
    for choice in coverage.choices(production):
        made, read = sides.of(choice), sides_of(make_rule(production, choice))
        assert made.text == read.text
        assert [list(side) for side in made.labels] == [list(side) for side in read.labels]
        assert [list(side) for side in made.words] == [list(side) for side in read.words]
        for name in ("roots", "plain", "marked", "unlexicalised_plain", "unlexicalised_marked"):
            assert getattr(made, name) == getattr(read, name)


@given(LABELS, SPACED_WORDS)
def test_sides_of_a_word_that_is_copied(label: str, word: str) -> None:
    assert word_sides(label, word) == sides_of(copy_word(label, word))


@given(rules())
def test_the_text_of_sides_is_that_of_the_rule(rule: Rule) -> None:
    assert sides_of(rule).text == render_rule(rule)


def test_sides_with_words_and_a_place_changed() -> None:
    sides = sides_of(parse_rule("<NP,NP> -> <[NP NP_1 [CC and] NP_2], [NP NP_2 [CC or] NP_1]>"))
    assert sides.roots == ("NP", "NP")
    assert sides.labels == (["NP", "CC", "NP"], ["NP", "CC", "NP"])
    assert sides.words == (["and"], ["or"])
    assert sides.plain == ("[NP NP [CC and] NP]", "[NP NP [CC or] NP]")
    assert sides.marked == ("[NP NP_1 [CC and] NP_2]", "[NP NP_2 [CC or] NP_1]")
    assert sides.unlexicalised_plain == ("[NP NP CC NP]", "[NP NP CC NP]")
    assert sides.unlexicalised_marked == ("[NP NP_1 CC NP_2]", "[NP NP_2 CC NP_1]")
