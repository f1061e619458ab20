"""Word normalisation never reaches the output: nothing is masked that the source cannot fill in."""

from __future__ import annotations

import pytest
from pairs import sample_pairs

from laconic.corpus import Pair
from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.grammar.grammar import GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.grammar.spelling import normalise_rule
from laconic.induction import ExtractionOptions, extract_pair, tree_pairs
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree


def derived(source: Tree, target: Tree, bound: int = 2) -> list[str]:
    """The words of the pair's own derivation under the strongest normalisation."""
    options = ExtractionOptions(bound=bound, normalisation="lower-digits")
    builder = GrammarBuilder("lower-digits")
    builder.add_extracted(extract_pair(source, target, options))
    forest = Matcher(builder.build(), None).match(source)
    # The fewest rules: whole words in few large rules, where a spelling could be lost.
    scores = [-1.0] * len(forest.edges)
    edges = find_gold(forest, target, selection="highest-score", scores=scores)
    assert edges is not None
    return forest.derivation(edges).target().words()


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("(TOP (NP (CD 1,200)))", "(TOP (NP (CD 1200)))"),
        ("(TOP (NP (NN a) (CD 3)))", "(TOP (NP (CD 3) (NN a)))"),
        ("(TOP (S (A Anna) (B Bob)))", "(TOP (S (B Bob) (A Anna)))"),
        ("(TOP (NP (CD 2019) (CC and) (CD 2020)))", "(TOP (NP (CD 2020)))"),
        ("(TOP (NP (CD 7)))", "(TOP (NP (CD 7) (CD 8)))"),
    ],
)
@pytest.mark.parametrize("bound", [0, 1, 2])
def test_numbers_and_names_come_out_as_they_are(source: str, target: str, bound: int) -> None:
    assert derived(parse(source), parse(target), bound) == parse(target).words()


@pytest.mark.parametrize("pair", sample_pairs(), ids=lambda pair: pair.id)
def test_the_samples_come_out_but_for_the_case_of_new_words(pair: Pair) -> None:
    ((source, target),) = tree_pairs(pair)
    words = derived(source, target)
    assert [word.lower() for word in words] == [word.lower() for word in target.words()]


def test_numbers_of_one_shape_in_one_rule_are_taken_in_order() -> None:
    # Masked, 2019 and 2020 are the same word; the rule that swaps them cannot say so.
    source, target = "(TOP (NP (CD 2019) (CD 2020)))", "(TOP (NP (CD 2020) (CD 2019)))"
    assert derived(parse(source), parse(target), 0) == ["2020", "2019"]
    assert derived(parse(source), parse(target), 2) == ["2019", "2020"]


def test_many_links_supply_one_word() -> None:
    source, target = parse("(TOP (CD 15))"), parse("(TOP (NP (CD 15) (CD 15)))")
    options = ExtractionOptions(normalisation="lower-digits")
    extracted = extract_pair(source, target, options, ((0, 0), (0, 1)))
    assert {word for rule, _ in extracted for word in rule.target.words()} == {"##", "15"}


def test_rules_by_hand() -> None:
    rule = parse_rule("<X,X> -> <[X [CD 15] [NN A]], [X [CD 15] [CD 16] [NN a]]>")
    assert str(normalise_rule(rule, "lower-digits")) == (
        "<X,X> -> <[X [CD ##] [NN a]], [X [CD ##] [CD 16] [NN a]]>"
    )
    assert normalise_rule(rule, "none") == rule
