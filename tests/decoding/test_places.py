"""Places that edges keep and cut: sums over edges are sums over the places of derivations."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matched_forests import derivations, forests

from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.decoding.places import Places, find_places
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule
from laconic.scoring.context import Context
from laconic.trees.brackets import parse
from laconic.trees.heads import load_head_table

CONTEXT = Context(load_head_table("collins"))
BOTH = (True, True)
CASES = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
SOURCE = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBD sat) (ADVP (RB here)))))")


def described(forest: Forest, edges: tuple[int, ...]) -> Counter[str]:
    """The features of a derivation, edge by edge, from the edges themselves."""
    found = CONTEXT.describe(forest.source)
    names: Counter[str] = Counter()
    for number in edges:
        edge = forest.edge(number)
        for token in edge.word_sources:
            names.update(found.tokens[token] if token >= 0 else ())
        for span in edge.deletions:
            names.update(found.spans[span])
    return names


@CASES
@given(forests(), st.integers(0, 99))
def test_edges_add_up_to_their_derivation(made: tuple[Forest, Grammar], seed: int) -> None:
    forest, _ = made
    places, names = find_places(forest, CONTEXT, BOTH)
    assert places.count == len(names)
    # Whole numbers, so that sums are exact.
    values = np.random.default_rng(seed).integers(-9, 10, places.count).astype(np.float64)
    sums = places.sum_edges(forest, values)
    for edges in derivations(forest)[:50]:
        of_edges = places.of_edges(forest, edges)
        assert Counter(name for place in of_edges for name in names[place]) == described(
            forest, edges
        )
        assert sums[list(edges)].sum() == values[of_edges].sum()


@CASES
@given(forests())
def test_every_source_word_is_kept_cut_or_rewritten(made: tuple[Forest, Grammar]) -> None:
    forest, _ = made
    places, _ = find_places(forest, CONTEXT, BOTH)
    tokens = forest.arrays.tokens
    for edges in derivations(forest)[:50]:
        of_edges = places.of_edges(forest, edges)
        assert (of_edges < places.count).all()
        kept = sorted(place for place in of_edges.tolist() if place < tokens)
        assert kept == sorted(word for word in forest.words_of(edges) if word < tokens)


def test_the_places_of_one_derivation() -> None:
    forest = Matcher(Grammar({}), Coverage()).match(SOURCE)
    places, names = find_places(forest, CONTEXT, BOTH)
    spans = list(CONTEXT.describe(forest.source).spans)
    short = next(
        edges
        for edges in derivations(forest)
        if [forest.words[word] for word in forest.words_of(edges)] == ["sat"]
    )
    found = places.of_edges(forest, short).tolist()
    assert found[0] == 2
    assert {spans[place - 4] for place in found[1:]} == {(0, 2), (3, 4)}
    assert [names[place][0] for place in sorted(found)] == ["keep tag VBD", "cut NP", "cut ADVP"]


def test_only_what_is_wanted_has_features() -> None:
    forest = Matcher(Grammar({}), Coverage()).match(SOURCE)
    both, names = find_places(forest, CONTEXT, BOTH)
    for wanted in ((True, False), (False, True), (False, False)):
        places, some = find_places(forest, CONTEXT, wanted)
        assert places.count == both.count
        assert places.of_deletions.tolist() == both.of_deletions.tolist()
        assert some[:4] == (names[:4] if wanted[0] else [[]] * 4)
        assert some[4:] == (names[4:] if wanted[1] else [[]] * (both.count - 4))


def test_spans_that_are_no_constituent_have_no_place() -> None:
    """As those of a forest whose tree was described otherwise: they add nothing."""
    forest = Matcher(Grammar({}), Coverage()).match(SOURCE)
    places, _ = find_places(forest, CONTEXT, BOTH)
    none = Places(places.count, np.full_like(places.of_deletions, places.count))
    values = np.ones(places.count)
    kept = forest.sum_words(np.ones(len(forest.words)))
    assert none.sum_edges(forest, values).tolist() == kept.tolist()
    assert places.sum_edges(forest, values).sum() > kept.sum()
    for edges in derivations(forest):
        assert sorted(none.of_edges(forest, edges)) == sorted(forest.words_of(edges))


def test_words_that_rules_bring_in_have_no_features() -> None:
    rule = parse_rule("<VP,VP> -> <[VP VBD_1 ADVP_e], [VP VBD_1 [RB there]]>")
    forest = Matcher(Grammar({rule: Entry(1, Origin.HAND)}), Coverage()).match(SOURCE)
    assert "there" in forest.words
    places, _ = find_places(forest, CONTEXT, BOTH)
    number = next(n for n, edge in enumerate(forest.edges) if edge.rule == rule)
    values = np.arange(1.0, places.count + 1)
    cut = list(CONTEXT.describe(forest.source).spans).index((3, 4)) + 4
    assert places.sum_edges(forest, values)[number] == values[cut]
    assert places.of_edges(forest, [number]).tolist() == [cut]


def test_a_tree_of_one_word() -> None:
    forest = Matcher(Grammar({}), Coverage()).match(parse("(TOP (UH yes))"))
    places, names = find_places(forest, CONTEXT, BOTH)
    assert len(places.of_deletions) == 0
    assert (places.count, len(names)) == (2, 2)
    assert places.sum_edges(forest, np.array([5.0, 7.0])).sum() == 5.0
