"""The matcher: every rule that applies, in one order, and nothing that leads nowhere."""

from __future__ import annotations

import random

from figures import FIGURE_1_SOURCE, FIGURE_3
from hypothesis import given
from pairs import aligned_pairs, sample_pairs
from reference.derivations import all_derivations

from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Entry, Grammar, GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

Links = tuple[tuple[int, int], ...]


def forest_of(source: Tree, *rules: str, normalisation: str = "none") -> Forest:
    entries = {parse_rule(rule): Entry(1, Origin.TRAINING) for rule in rules}
    return Matcher(Grammar(entries, normalisation), None).match(source)  # type: ignore[arg-type]


def test_figure_3_matches_figure_1_once_each() -> None:
    grammar = Grammar({rule: Entry(1, Origin.TRAINING) for rule in FIGURE_3})
    forest = Matcher(grammar, None).match(FIGURE_1_SOURCE, target_root="S")
    assert sorted(str(edge.rule) for edge in forest.edges) == sorted(map(str, FIGURE_3))


def test_copying_is_always_possible() -> None:
    matcher = Matcher(Grammar({}), Coverage())
    for pair in sample_pairs():
        assert isinstance(pair.source, Tree)
        copies = [edge for edge in matcher.match(pair.source).edges if Origin.COPY in edge.origin]
        assert len(copies) == len(list(pair.source.nodes()))


def test_a_coverage_rule_that_was_extracted_is_one_edge() -> None:
    rule = parse_rule("<NN,NN> -> <[NN dog], [NN dog]>")
    top = parse_rule("<TOP,TOP> -> <[TOP NN_1], [TOP NN_1]>")
    grammar = Grammar({rule: Entry(3, Origin.TRAINING)})
    forest = Matcher(grammar, Coverage()).match(parse("(TOP (NN dog))"))
    origins = {edge.rule: edge.origin for edge in forest.edges}
    assert origins[rule] == Origin.TRAINING | Origin.COPY
    assert origins[top] == Origin.COPY | Origin.DELETE
    assert len(forest.edges) == len(origins) == 2


def test_edges_that_lead_nowhere_are_cut() -> None:
    forest = forest_of(
        parse("(TOP (A (B b)))"),
        "<TOP,TOP> -> <[TOP A_1], [TOP A_1]>",
        "<TOP,TOP> -> <[TOP A_1], [TOP Q_1]>",  # nothing makes a Q of an A
        "<A,A> -> <[A B_1], [A B_1]>",
        "<A,Z> -> <[A B_1], [Z B_1]>",  # nothing asks for a Z
        "<B,B> -> <[B b], [B b]>",
    )
    assert [str(edge.rule.target.label) for edge in forest.edges] == ["B", "A", "TOP"]


def test_no_derivation_no_edges() -> None:
    assert forest_of(parse("(TOP (A a))"), "<A,A> -> <[A a], [A a]>").edges == ()


def test_words_are_matched_as_the_grammar_spells_them() -> None:
    rules = ("<TOP,TOP> -> <[TOP CD_1], [TOP CD_1]>", "<CD,CD> -> <[CD ##], [CD ##]>")
    source = parse("(TOP (CD 42))")
    assert forest_of(source, *rules).edges == ()
    forest = forest_of(source, *rules, normalisation="lower-digits")
    assert forest.derivation([1, 0]).target() == source


def test_canonical_order() -> None:
    pairs = [pair.source for pair in sample_pairs() if isinstance(pair.source, Tree)]
    builder = GrammarBuilder()
    for tree in pairs:
        builder.add_coverage(Coverage(), tree)
    entries = list(builder.build().entries.items())
    shuffled = random.Random(1).sample(entries, len(entries))
    for tree in pairs[:10]:
        one = Matcher(Grammar(dict(entries)), None).match(tree)
        two = Matcher(Grammar(dict(shuffled)), Coverage()).match(tree)
        assert [(edge.node, edge.rule) for edge in one.edges] == [
            (edge.node, edge.rule) for edge in two.edges
        ]
        order = {node: place for place, node in enumerate(one.source.postorder())}
        keys = [(order[edge.node], str(edge.rule)) for edge in one.edges]
        assert keys == sorted(keys)


@given(aligned_pairs(max_size=5))
def test_the_forest_holds_exactly_the_rules_of_all_derivations(
    pair: tuple[Tree, Tree, Links],
) -> None:
    source, target, links = pair
    builder = GrammarBuilder()
    builder.add_extracted(extract(index_spans(source), index_spans(target), links, bound=1))
    grammar = builder.build()
    used = {
        (step.node, step.rule)
        for derivation in all_derivations(source, grammar.rules, "TOP")
        for step in derivation.steps
    }
    forest = Matcher(grammar, None).match(source)
    assert {(edge.node, edge.rule) for edge in forest.edges} == used
