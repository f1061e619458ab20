"""The matcher: every rule that applies, in one order, and nothing that leads nowhere."""

from __future__ import annotations

import random

import pytest
from figures import FIGURE_1_SOURCE, FIGURE_3
from hypothesis import given
from pairs import aligned_pairs, sample_pairs
from reference.derivations import all_derivations

from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.errors import RuleError, TreeError
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Entry, Grammar, GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

Links = tuple[tuple[int, int], ...]


def forest_of(source: Tree, *rules: str, normalisation: str = "none") -> Forest:
    entries = {parse_rule(rule): Entry(1, Origin.TRAINING) for rule in rules}
    return Matcher(Grammar(entries, normalisation), None).match(source)  # type: ignore[arg-type]


def grammar_of(*rules: str) -> Grammar:
    return Grammar({parse_rule(rule): Entry(1, Origin.TRAINING) for rule in rules})


COPY_NP = "<NP,NP> -> <[NP NP_1], [NP NP_1]>"
COPY_NN = "<NP,NP> -> <[NP NN_1], [NP NN_1]>"
COPY_TOP = "<TOP,TOP> -> <[TOP NP_1], [TOP NP_1]>"
COPY_DOG = "<NN,NN> -> <[NN dog], [NN dog]>"


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


def test_an_edge_says_where_its_words_come_from_and_what_goes() -> None:
    source = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks) (RB now)) (. .)))")
    forest = forest_of(
        source,
        "<TOP,TOP> -> <[TOP S_1], [TOP S_1]>",
        "<S,S> -> <[S NP_e [VP [VBZ barks] RB_1] [. .]], [S [VBZ barks] [X new] RB_1]>",
        "<RB,RB> -> <[RB now], [RB then]>",
    )
    then, whole, top = forest.edges
    assert (then.word_sources, then.deletions, then.covered) == ((-1,), ((3, 4),), 1)
    assert whole.tails == ((7, "RB"),)
    assert whole.word_sources == (2, -1)
    assert whole.deletions == ((0, 2), (4, 5))
    assert whole.covered == 4
    assert (top.head, top.tails, top.covered) == ((0, "TOP"), ((1, "S"),), 0)
    assert forest.words == ("the", "dog", "barks", "now", ".", "then", "new")
    target = parse("(TOP (S (VBZ barks) (X new) (RB then)))")
    assert forest.derivation([2, 1, 0]).target() == target


@pytest.mark.parametrize(
    ("side", "applies"),
    [
        ("[A [B b] B_e]", True),
        ("[A B_e [B c]]", True),
        ("[A [B b] [B c]]", True),
        ("[A [B c] B_e]", False),
        ("[A B_e [B b]]", False),
        ("[A B_e]", False),
        ("[A B_e B_e B_e]", False),
        ("[A [B B_e] B_e]", False),
        ("[A b]", False),
    ],
)
def test_source_sides_fit_node_by_node(side: str, applies: bool) -> None:
    top = "<TOP,TOP> -> <[TOP A_1], [TOP A_1]>"
    forest = forest_of(parse("(TOP (A (B b) (B c)))"), top, f"<A,A> -> <{side}, [A [X x]]>")
    assert forest.is_empty is not applies


def test_labels_that_only_the_tree_knows() -> None:
    tree, matcher = parse("(Q (R r))"), Matcher(Grammar({}), Coverage())
    forest = matcher.match(tree, target_root="Q")
    assert [edge.head for edge in forest.edges] == [(1, "R"), (0, "Q")]
    assert forest.derivation([1, 0]).target() == tree
    assert [edge.head for edge in matcher.match(tree, target_root="R").edges] == [
        (1, "R"),
        (0, "R"),
    ]
    assert matcher.match(tree, target_root="Z").is_empty


def test_only_whole_trees_are_matched() -> None:
    for coverage in (None, Coverage()):
        with pytest.raises(TreeError, match="NP has neither a word nor children"):
            Matcher(Grammar({}), coverage).match(Tree("TOP", [Tree("NP")]))


def test_empty_words_have_no_coverage_rules() -> None:
    tree = Tree("TOP", [Tree("NN", word="")])
    assert Matcher(Grammar({}), None).match(tree).is_empty
    with pytest.raises(RuleError, match="an empty label or word"):
        Matcher(Grammar({}), Coverage()).match(tree)


def test_more_rules_have_ids_after_the_grammars() -> None:
    old, more = parse_rule(COPY_DOG), parse_rule("<A,B> -> <[A a], [B b]>")
    matcher = Matcher(grammar_of(COPY_DOG), None, more_rules=[more, old, more])
    assert len(matcher) == 3
    assert [matcher.rule(number) for number in range(3)] == [old, more, old]


def test_a_rule_from_everywhere_is_one_edge_with_the_grammars_id() -> None:
    dog, top = parse_rule(COPY_DOG), parse_rule(COPY_TOP)
    grammar = Grammar({dog: Entry(1, Origin.TRAINING)})
    matcher = Matcher(grammar, Coverage(), more_rules=[top, dog])
    forest = matcher.match(parse("(TOP (NP (NN dog)))"))
    found = {
        edge.rule: (edge.origin, number)
        for edge, number in zip(forest.edges, forest.arrays.rules.tolist(), strict=True)
    }
    assert found[dog] == (Origin.TRAINING | Origin.COPY | Origin.HAND, 0)
    assert found[top] == (Origin.COPY | Origin.DELETE | Origin.HAND, 2)
    assert len(found) == len(forest)


def chain(levels: int) -> Tree:
    tree = Tree("NN", word="dog")
    for _ in range(levels):
        tree = Tree("NP", [tree])
    return Tree("TOP", [tree])


def test_deep_trees_do_not_overflow() -> None:
    tree = chain(20_000)
    for coverage in (None, Coverage()):
        matcher = Matcher(grammar_of(COPY_NP, COPY_NN, COPY_TOP, COPY_DOG), coverage)
        forest = matcher.match(tree).restrict(keep=[0])
        copies = [number for number, edge in enumerate(forest.edges) if edge.rule.target.children]
        assert forest.derivation([*copies[::-1], 0]).target() == tree
        edges = len(forest)
        assert edges == (20_002 if coverage is None else 40_001)


def test_deep_rules_match_deep_trees() -> None:
    tree = chain(3_000)
    side = tree.children[0]
    matcher = Matcher(grammar_of(COPY_TOP), None, more_rules=[Rule(side, side, ())])
    assert matcher.match(tree).derivation([1, 0]).target() == tree


def test_flat_nodes_of_many_children() -> None:
    leaves = [Tree(["DT", "JJ", "NN"][place % 3], word=f"w{place}") for place in range(300)]
    tree = Tree("TOP", [Tree("NP", leaves)])
    forest = Matcher(Grammar({}), Coverage()).match(tree)
    copies = [number for number, edge in enumerate(forest.edges) if Origin.COPY in edge.origin]
    assert len(copies) == 302
    assert forest.derivation([*copies[:-3:-1], *copies[:300]]).target() == tree
    assert len(forest) > 500
