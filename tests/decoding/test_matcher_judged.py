"""The native matcher against the readable one: the same edges, in the same order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairs import aligned_pairs, sample_pairs
from reference.matcher import match_all
from strategies import LABELS, WORDS, cut_rules, rules, trees

from laconic.decoding.forest import Edge
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Entry, Grammar, GrammarBuilder
from laconic.grammar.packed import open_packed, pack, write_packed
from laconic.grammar.rule import Rule
from laconic.grammar.spelling import normalise_pair, normalise_rule
from laconic.induction import ExtractionOptions, extract_grammar
from laconic.trees.labels import (
    NORMALISATIONS,
    ROOT_LABEL,
    Normalisation,
    normalise_word,
    with_root,
)
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree, replace_leaves

Links = tuple[tuple[int, int], ...]
COVERAGE = Coverage()
COVERAGES = st.sampled_from([None, COVERAGE, Coverage(COVERAGE.heads, False, False)])
ORIGINS = st.sampled_from([Origin.TRAINING, Origin.HAND, Origin.TRAINING | Origin.COPY])
ENTRIES = st.builds(Entry, st.just(1), ORIGINS)
# Words of which the normalisations make the same.
RESPELLED = {"a": "Dog", "b": "dog", "c": "15", "d": "27"}


def check(grammar: Grammar, coverage: Coverage | None, tree: Tree, root: str = ROOT_LABEL) -> None:
    """Both matchers agree on every field of every edge."""
    forest = Matcher(grammar, coverage).match(tree, target_root=root)
    expected = match_all(grammar, coverage, tree, target_root=root)
    assert list(forest.edges) == expected
    assert len(forest) == len(expected)
    assert forest.is_empty == (not expected)


def respelled(tree: Tree) -> Tree:
    leaves = [Tree(leaf.label, word=RESPELLED[leaf.word or ""]) for leaf in tree.leaves()]
    return replace_leaves(tree, leaves)


@given(aligned_pairs(), st.integers(0, 2), st.sampled_from(NORMALISATIONS), st.booleans())
def test_extracted_rules(
    pair: tuple[Tree, Tree, Links], bound: int, normalisation: Normalisation, covered: bool
) -> None:
    source, target = respelled(pair[0]), respelled(pair[1])
    one, two = normalise_pair(source, target, pair[2], normalisation)
    builder = GrammarBuilder(normalisation)
    builder.add_extracted(extract(index_spans(one), index_spans(two), pair[2], bound=bound))
    grammar = builder.build()
    check(grammar, COVERAGE if covered else None, source)
    # Those rules in a tree that they were not taken from.
    check(grammar, COVERAGE if covered else None, target)


@st.composite
def trees_and_grammars(
    draw: st.DrawFn, *, labels: st.SearchStrategy[str], words: st.SearchStrategy[str]
) -> tuple[Tree, Grammar]:
    """A tree, and rules that were cut out of it, or only look as if they were."""
    tree = with_root(draw(trees(labels=labels, words=words, max_words=5)))
    cut = cut_rules(tree, labels=labels, words=words)
    some_rules = cut | cut | rules(labels=labels, words=words, max_leaves=3)
    entries = draw(st.dictionaries(some_rules, ENTRIES, max_size=8))
    normalisation = draw(st.sampled_from(NORMALISATIONS))
    if draw(st.booleans()):
        spelled = {normalise_rule(rule, normalisation): entry for rule, entry in entries.items()}
        return tree, Grammar(spelled, normalisation)
    return tree, Grammar(entries, normalisation)


FEW_LABELS = st.sampled_from(["S", "NP", "NN", ROOT_LABEL])
FEW_WORDS = st.sampled_from(["dog", "Dog", "1", "2"])


@given(trees_and_grammars(labels=FEW_LABELS, words=FEW_WORDS), COVERAGES)
def test_rules_cut_out_of_the_tree(case: tuple[Tree, Grammar], coverage: Coverage | None) -> None:
    check(case[1], coverage, case[0])


@given(trees_and_grammars(labels=LABELS, words=WORDS), COVERAGES)
@settings(max_examples=60)
def test_odd_labels_and_words(case: tuple[Tree, Grammar], coverage: Coverage | None) -> None:
    tree, grammar = case
    check(grammar, coverage, tree)
    check(grammar, coverage, tree.children[0], tree.children[0].label)


@given(trees(), trees_and_grammars(labels=LABELS, words=WORDS))
@settings(max_examples=40)
def test_trees_that_the_grammar_knows_nothing_of(tree: Tree, case: tuple[Tree, Grammar]) -> None:
    check(case[1], COVERAGE, with_root(tree))
    check(case[1], COVERAGE, tree, tree.label)
    check(case[1], None, tree, tree.label)


def test_text_that_is_no_unicode() -> None:
    tree = Tree(ROOT_LABEL, [Tree("\ud800", word="\udfff"), Tree("\uffff", word="\U00010000")])
    word = Tree("\ud800", word="\udfff")
    rule = Rule(word, Tree("\uffff", word="\udfff\ud800"), ())
    check(Grammar({rule: Entry(1, Origin.HAND)}), COVERAGE, tree)
    check(Grammar({Rule(word, word, ()): Entry(1, Origin.HAND)}), COVERAGE, tree)


@cache
def sample_trees() -> list[Tree]:
    return [pair.source for pair in sample_pairs() if isinstance(pair.source, Tree)]


@cache
def sample_grammar(normalisation: Normalisation) -> Grammar:
    options = ExtractionOptions(bound=2, normalisation=normalisation)
    return extract_grammar(sample_pairs(), options=options).grammar


def possible_in(tree: Tree, grammar: Grammar) -> Grammar:
    """The rules whose labels and words are all in the tree; no other could apply in it."""
    labels = {node.label for node in tree.nodes()}
    words = {normalise_word(word, grammar.normalisation) for word in tree.words()}
    possible = {
        rule: entry
        for rule, entry in grammar.entries.items()
        if words.issuperset(rule.source.words())
        and all(node.label in labels for node in rule.source.nodes())
    }
    return Grammar(possible, grammar.normalisation)


@pytest.mark.parametrize("normalisation", ["none", "lower-digits"])
def test_the_sample_corpus(normalisation: Normalisation) -> None:
    grammar = sample_grammar(normalisation)
    matcher = Matcher(grammar, COVERAGE)
    for tree in sorted(sample_trees(), key=lambda tree: len(tree.words()))[:10]:
        forest = matcher.match(tree)
        assert list(forest.edges) == match_all(possible_in(tree, grammar), COVERAGE, tree)
        ids = [grammar.ids.get(edge.rule, -1) for edge in forest.edges]
        assert forest.arrays.rules.tolist() == ids


def edges_of(matcher: Matcher, some_trees: list[Tree]) -> list[tuple[Edge, ...]]:
    return [matcher.match(tree).edges for tree in some_trees]


def test_a_packed_grammar_gives_the_same_edges(tmp_path: Path) -> None:
    grammar = sample_grammar("lower-digits")
    write_packed(pack(grammar), tmp_path / "a.grammar")
    opened = open_packed(tmp_path / "a.grammar")
    some = sample_trees()[:15]
    assert edges_of(Matcher(opened, COVERAGE), some) == edges_of(Matcher(grammar, COVERAGE), some)


@given(trees_and_grammars(labels=FEW_LABELS, words=FEW_WORDS), COVERAGES, st.data())
@settings(max_examples=60)
def test_more_rules_are_rules_by_hand(
    case: tuple[Tree, Grammar], coverage: Coverage | None, data: st.DataObject
) -> None:
    tree, grammar = case
    known = st.sampled_from(grammar.rules) if grammar.rules else st.nothing()
    more = data.draw(st.lists(known | known | cut_rules(tree) | rules(max_leaves=2), max_size=5))
    entries = dict(grammar.entries)
    for rule in [normalise_rule(rule, grammar.normalisation) for rule in more]:
        old = entries.get(rule, Entry(0, Origin.HAND))
        entries[rule] = Entry(old.count, old.origin | Origin.HAND, old.bound)
    matcher = Matcher(grammar, coverage, more_rules=iter(more))
    one = matcher.match(tree)
    two = Matcher(Grammar(entries, grammar.normalisation), coverage).match(tree)
    assert one.edges == two.edges
    for edge, number in zip(one.edges, one.arrays.rules.tolist(), strict=True):
        assert grammar.ids.get(edge.rule, number) == number
        assert number == -1 or matcher.rule(number) == edge.rule
        assert number < len(matcher)


def test_many_threads_give_the_edges_of_one() -> None:
    some, packed = sample_trees()[:15], pack(sample_grammar("lower-digits"))
    shared = Matcher(packed, Coverage())
    with ThreadPoolExecutor(4) as pool:
        orders = [some, some[::-1], some, some[::-1]]
        found = list(pool.map(edges_of, [shared] * 4, orders))
    expected = edges_of(Matcher(sample_grammar("lower-digits"), Coverage()), some)
    assert [found[0], found[1][::-1], found[2], found[3][::-1]] == [expected] * 4
