"""Algorithm 5, judged by listing every derivation, and the choices of footnote 10."""

from __future__ import annotations

from collections import Counter

import pytest
from figures import (
    FIGURE_1_SOURCE,
    FIGURE_1_TARGET,
    FIGURE_3,
    FIGURE_6_LINKS,
    SOURCE_SPANS,
    TARGET_SPANS,
)
from hypothesis import given
from hypothesis import strategies as st
from pairs import aligned_pairs, sample_pairs
from reference.derivations import all_derivations

from laconic.decoding.forest import Forest
from laconic.decoding.gold import count_derivations, find_gold
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Entry, Grammar, GrammarBuilder
from laconic.induction import ExtractionOptions, extract_grammar, tree_pairs
from laconic.trees.brackets import parse
from laconic.trees.labels import check_normalisation
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

Links = tuple[tuple[int, int], ...]


def forest_of(source: Tree, target: Tree, links: Links, bound: int) -> tuple[Forest, Grammar]:
    builder = GrammarBuilder()
    builder.add_extracted(extract(index_spans(source), index_spans(target), links, bound=bound))
    grammar = builder.build()
    return Matcher(grammar, None).match(source), grammar


def figure_1_forest(bound: int) -> Forest:
    builder = GrammarBuilder()
    builder.add_extracted(extract(SOURCE_SPANS, TARGET_SPANS, FIGURE_6_LINKS, bound=bound))
    return Matcher(builder.build(), None).match(FIGURE_1_SOURCE, target_root="S")


def test_most_rules_takes_the_minimal_ones() -> None:
    for bound in (0, 1, 2):
        forest = figure_1_forest(bound)
        edges = find_gold(forest, FIGURE_1_TARGET)
        assert edges is not None
        assert len(edges) == 12


def test_figure_4_with_rule_5() -> None:
    grammar = Grammar({rule: Entry(1, Origin.TRAINING) for rule in FIGURE_3})
    forest = Matcher(grammar, None).match(FIGURE_1_SOURCE, target_root="S")
    edges = find_gold(forest, FIGURE_1_TARGET)
    assert edges is not None
    rules = [FIGURE_3.index(forest.edges[edge].rule) + 1 for edge in edges]
    assert rules == [5, 1, 6, 2, 7, 8, 4, 3, 9, 10, 11, 12]


@given(aligned_pairs(max_size=5), st.data())
def test_against_all_derivations(pair: tuple[Tree, Tree, Links], data: st.DataObject) -> None:
    source, target, links = pair
    forest, grammar = forest_of(source, target, links, bound=1)
    scores = [
        float(data.draw(st.integers(-5, 5), label=f"score {number}"))
        for number in range(len(forest.edges))
    ]
    score_of = {
        (edge.node, edge.rule): score for edge, score in zip(forest.edges, scores, strict=True)
    }
    possible = [
        derivation
        for derivation in all_derivations(source, grammar.rules, "TOP")
        if derivation.target() == target
    ]
    values = [sum(score_of[step] for step in derivation.steps) for derivation in possible]
    assert count_derivations(forest, target) == len(possible)
    best = {
        "most-rules": max(len(derivation.steps) for derivation in possible),
        "highest-score": max(values),
        "lowest-score": min(values),
    }
    for selection in ("most-rules", "highest-score", "lowest-score", "random"):
        edges = find_gold(forest, target, selection=selection, scores=scores, seed=1)
        assert edges is not None
        derivation = forest.derivation(edges)
        assert derivation in possible
        if selection == "most-rules":
            assert len(edges) == best[selection]
        elif selection != "random":
            assert sum(scores[edge] for edge in edges) == best[selection]


def test_random_is_uniform_over_derivations_and_seeded() -> None:
    forest = figure_1_forest(1)
    total = count_derivations(forest, FIGURE_1_TARGET)
    draws = 12 * total
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(draws):
        edges = find_gold(forest, FIGURE_1_TARGET, selection="random", seed=seed)
        assert edges is not None
        seen[tuple(edges)] += 1
    assert len(seen) == total
    # Chi-squared with total − 1 degrees of freedom: mean total − 1, variance twice that.
    chi_squared = sum((count - 12) ** 2 / 12 for count in seen.values())
    assert abs(chi_squared - (total - 1)) < 5 * (2 * (total - 1)) ** 0.5
    again = find_gold(forest, FIGURE_1_TARGET, selection="random", seed=5)
    assert again == find_gold(forest, FIGURE_1_TARGET, selection="random", seed=5)


def test_ties_go_to_the_first_edge() -> None:
    forest = figure_1_forest(2)
    scores = [0.0] * len(forest.edges)
    high = find_gold(forest, FIGURE_1_TARGET, selection="highest-score", scores=scores)
    low = find_gold(forest, FIGURE_1_TARGET, selection="lowest-score", scores=scores)
    assert high == low


def test_scores_are_required_to_choose_by_score() -> None:
    with pytest.raises(ValueError, match="highest-score needs 12 scores, one per edge; got none"):
        find_gold(figure_1_forest(0), FIGURE_1_TARGET, selection="highest-score")
    with pytest.raises(ValueError, match="lowest-score needs 12 scores, one per edge; got 1"):
        find_gold(figure_1_forest(0), FIGURE_1_TARGET, selection="lowest-score", scores=[1.0])


def test_a_target_out_of_reach() -> None:
    assert find_gold(figure_1_forest(2), parse("(S (NP (NN rain)))")) is None
    assert count_derivations(figure_1_forest(2), parse("(S (NP (NN rain)))")) == 0


@pytest.mark.parametrize("bound", [0, 1, 2])
@pytest.mark.parametrize("normalisation", ["none", "lower-digits"])
def test_the_sample_corpus_is_derived(bound: int, normalisation: str) -> None:
    options = ExtractionOptions(
        bound=bound,
        normalisation=check_normalisation(normalisation),
        all_references=True,
        targets_per_source=None,
        coverage=False,
    )
    grammar = extract_grammar(sample_pairs(), options=options).grammar
    pairs = [trees for pair in sample_pairs() for trees in tree_pairs(pair, all_references=True)]
    assert len(pairs) >= 60
    matcher = Matcher(grammar, None)
    for source, target in pairs:
        forest = matcher.match(source)
        edges = find_gold(forest, target)
        assert edges is not None
        derived = forest.derivation(edges).target()
        if normalisation == "none":
            assert derived == target
        else:
            assert [word.lower() for word in derived.words()] == [
                word.lower() for word in target.words()
            ]


def test_identical_pairs_are_copied_with_coverage_alone() -> None:
    matcher = Matcher(Grammar({}), Coverage())
    for pair in sample_pairs()[:20]:
        assert isinstance(pair.source, Tree)
        forest = matcher.match(pair.source)
        edges = find_gold(forest, pair.source)
        assert edges is not None
        assert forest.derivation(edges).target() == pair.source
