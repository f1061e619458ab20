"""The search on forests of real rules: reordering, restrictions, limits, ties, threads, depth."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from figures import FIGURE_1_SOURCE, FIGURE_1_TARGET, FIGURE_3
from forests import HandEdge, hand_forest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lms import build, random_text
from pairs import WORDS, aligned_pairs, sample_pairs
from reference.decoder import decode, make_windows

from laconic.corpus import Pair
from laconic.decoding.augmentation import augment
from laconic.decoding.decoder import (
    DECODING,
    EXACT,
    TRAINING,
    Beam,
    Chart,
    Limits,
    search,
)
from laconic.decoding.forest import Forest
from laconic.decoding.frontier import find_frontier
from laconic.decoding.matcher import Matcher
from laconic.decoding.ngram_values import NgramValues
from laconic.decoding.threads import map_in_order
from laconic.errors import ForestError, SearchError
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Entry, Grammar, GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.induction import extract_grammar, tree_pairs
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss
from laconic.scoring.ngram import NgramModel
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

Links = tuple[tuple[int, int], ...]
LOSSES: list[Loss] = [HammingLoss(), HammingLoss("ngrams"), EditLoss(), F1Loss()]


@pytest.fixture(scope="module")
def trigrams(tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    """A model of the words of random pairs."""
    chance = random.Random(1)
    text = [chance.choices(WORDS, k=chance.randint(1, 8)) for _ in range(200)]
    return build(text, tmp_path_factory.mktemp("lm") / "abcd.lm", order=3)


def sample_forests(count: int) -> list[tuple[Forest, np.ndarray[tuple[int], np.dtype[np.float64]]]]:
    pairs = sample_pairs()
    matcher = Matcher(extract_grammar(pairs).grammar, Coverage())
    forests = [
        matcher.match(pair.source) for pair in pairs[:count] if isinstance(pair.source, Tree)
    ]
    chance = np.random.default_rng(1)
    return [(forest, chance.normal(size=len(forest))) for forest in forests]


def everything(chart: Chart) -> object:
    return chart.finals, chart.k_best(20), chart.k_best(20, distinct=True), chart.statistics.pops


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(
    pair=aligned_pairs(max_size=5),
    seed=st.integers(0, 99),
    loss=st.sampled_from([None, *LOSSES]),
    data=st.data(),
)
def test_grammars_that_reorder_and_restrictions(
    trigrams: NgramModel,
    pair: tuple[Tree, Tree, Links],
    seed: int,
    loss: Loss | None,
    data: st.DataObject,
) -> None:
    source, target, links = pair
    builder = GrammarBuilder()
    builder.add_extracted(extract(index_spans(source), index_spans(target), links, bound=1))
    forest = Matcher(builder.build(), Coverage()).match(source)
    tokens = st.sampled_from(range(forest.arrays.tokens))
    keep = data.draw(st.sets(tokens, max_size=2), label="keep")
    drop = data.draw(st.sets(tokens, max_size=1), label="drop") - keep
    try:
        forest = forest.restrict(keep=keep, drop=drop)
    except ForestError:
        assert drop
        return
    scores = np.random.default_rng(seed).normal(size=len(forest))
    ngrams: NgramValues | None = None
    strata = None
    if loss is not None:
        added = augment(forest, loss, target, links=links)
        scores, ngrams, strata = scores + added.edge_values, added.ngrams, added.strata
    chart = search(forest, scores, lm=trigrams, ngrams=ngrams, strata=strata, beam=EXACT)
    if chart.statistics.pops > 5_000:
        return
    windows = make_windows(trigrams, 1.0, ngrams)
    expected = decode(forest, scores.tolist(), windows, strata)
    assert {final.counts: pytest.approx(final.score, abs=1e-6) for final in chart.finals} == {
        counts: best.score for counts, best in expected.items()
    }
    for number, final in enumerate(chart.finals):
        if is_unique(chart, final.counts):
            assert chart.found(number).edges == expected[final.counts].edges
        kept = set(forest.words_of(chart.found(number).edges))
        assert keep <= kept
        assert not drop & kept


def is_unique(chart: Chart, counts: tuple[int, ...]) -> bool:
    """Whether the second best derivation of a stratum is worse by more than rounding."""
    first = chart.k_best(2, counts=counts)
    return len(first) < 2 or first[0].score - first[1].score > 1e-6


def test_footnote_7() -> None:
    rules = [
        "<TOP,TOP> -> <[TOP PP_1], [TOP PP_1]>",
        "<PP,PP> -> <[PP IN_1 NP_2], [PP NP_2 IN_1]>",
        "<IN,IN> -> <[IN in], [IN in]>",
        "<NP,NP> -> <[NP here], [NP here]>",
    ]
    grammar = Grammar({parse_rule(rule): Entry(1, Origin.TRAINING) for rule in rules})
    forest = Matcher(grammar, None).match(parse("(TOP (PP (IN in) (NP here)))"))
    best = search(forest, np.zeros(len(forest))).best
    assert forest.derivation(best.edges).target().words() == ["here", "in"]


def test_figure_4_is_the_only_derivation_of_its_rules() -> None:
    grammar = Grammar({rule: Entry(1, Origin.TRAINING) for rule in FIGURE_3})
    forest = Matcher(grammar, None).match(FIGURE_1_SOURCE, target_root="S")
    chart = search(forest, np.ones(len(forest)))
    assert len(chart.k_best(10)) == 1
    assert chart.best.score == 12
    assert forest.derivation(chart.best.edges).target() == FIGURE_1_TARGET


def test_results_do_not_depend_on_threads(tmp_path: Path) -> None:
    lm = build(random_text(50), tmp_path / "lm", order=3)
    pairs = [pair for pair in sample_pairs()[:40] if isinstance(pair.source, Tree)]
    grammar = extract_grammar(pairs).grammar

    def find_all(workers: int) -> list[object]:
        matcher = Matcher(grammar, Coverage())

        def find(pair: Pair) -> object:
            source, reference = next(tree_pairs(pair))
            forest = matcher.match(source)
            scores = np.random.default_rng(len(forest)).normal(size=len(forest))
            plain = search(forest, scores, lm=lm, beam=Beam(20, 40))
            added = augment(forest, HammingLoss("ngrams"), reference)
            lossy = search(
                forest,
                scores + added.edge_values,
                ngrams=added.ngrams,
                strata=added.strata,
                beam=Beam(20, 40),
            )
            frontier = find_frontier(forest, scores, lm=lm, beam=Beam(20, 40))
            return forest.arrays.yields.tolist(), *map(everything, (plain, lossy)), frontier

        return list(map_in_order(find, pairs, workers=workers))

    alone = find_all(1)
    for workers in (2, 4):
        assert find_all(workers) == alone


def test_equal_scores_are_decided_by_edges_and_ranks() -> None:
    edges = [
        HandEdge(0, ("a",)),
        HandEdge(0, ("b",)),
        HandEdge(1, ("c",)),
        HandEdge(1, ("d",)),
        HandEdge(2, (0, 1)),
        HandEdge(2, (1, 0)),
    ]
    forest = hand_forest(edges)
    for beam in (EXACT, Beam(100, 100)):
        chart = search(forest, np.zeros(len(forest)), beam=beam)
        assert chart.best.edges == (4, 0, 2)
        found = [one.edges for one in chart.k_best(9)]
        assert found[0] == (4, 0, 2)
        assert sorted(found) == sorted(set(found))
        assert len(found) == 8


@pytest.mark.parametrize("limits", [Limits(max_seconds=1e-9), Limits(max_memory_mb=1e-6)])
def test_at_a_limit_the_best_so_far_is_marked(limits: Limits) -> None:
    kind = "time" if limits.max_seconds else "memory"
    forests = [one for one in sample_forests(20) if len(one[0]) > 90]
    assert len(forests) > 5
    for forest, scores in forests:
        exact = search(forest, scores, beam=EXACT)
        for beam in (Beam(100, 200), EXACT):
            chart = search(forest, scores, beam=beam, limits=limits)
            # The limits are looked at now and then, but long before a sentence is done.
            assert chart.limited == kind
            assert chart.statistics.pops < search(forest, scores, beam=beam).statistics.pops
            assert chart.best.score <= exact.best.score + 1e-9
            target = forest.derivation(chart.best.edges).target()
            assert target.words() == [
                forest.words[word] for word in forest.words_of(chart.best.edges)
            ]
    with pytest.raises(SearchError, match=f"reached its limit of {kind}"):
        search(
            forest,
            scores,
            limits=Limits(limits.max_seconds, limits.max_memory_mb, on_limit="error"),
        )


def test_an_exact_search_that_would_never_end_can_be_limited() -> None:
    words = [f"w{number}" for number in range(12)]
    edges = [HandEdge(0, (word,)) for word in words]
    edges += [HandEdge(head, (head - 1, 0)) for head in range(1, 30)]
    edges += [HandEdge(30, (29, 29))]
    forest = hand_forest(edges)
    ngrams = NgramValues(
        {(a, b, c): 1.0 for a in words for b in words for c in words}, (0.0, 0.0, 0.5)
    )
    chart = search(
        forest,
        np.zeros(len(forest)),
        ngrams=ngrams,
        beam=EXACT,
        limits=Limits(max_seconds=0.05),
    )
    assert chart.limited == "time"
    assert chart.best.score > 0


def test_depth_is_no_trouble() -> None:
    depth = 30_000
    edges = [HandEdge(0, ("a",)), HandEdge(0, ("b",))]
    for head in range(1, depth):
        edges += [HandEdge(head, (head - 1,)), HandEdge(head, (head - 1,))]
    forest = hand_forest(edges)
    scores = np.tile([1.0, 0.5], depth)
    chart = search(forest, scores)
    assert chart.best.score == depth
    assert len(chart.best.edges) == depth
    assert [one.score for one in chart.k_best(3)] == [depth, depth - 0.5, depth - 0.5]
    assert [one.score for one in chart.k_best(9, distinct=True)] == [depth, depth - 0.5]


def test_a_cell_is_full_at_either_limit() -> None:
    edges = [HandEdge(0, (f"w{number}",)) for number in range(50)]
    edges += [HandEdge(1, (0, 0))]
    forest = hand_forest(edges)
    different = NgramValues({(f"w{n}", f"w{n}"): 0.0 for n in range(50)}, (0.0, 0.0))
    for beam, visited in ((Beam(7, 99), 7), (Beam(99, 9), 9), (DECODING, 50), (TRAINING, 50)):
        scores = np.zeros(len(forest))
        one = search(forest, scores, ngrams=different, beam=beam).statistics
        assert one.pops == visited + min(visited**2, beam.unique, beam.total)
    # Without n-grams all are alike: there is one item, and only the limit in all counts.
    assert search(forest, np.zeros(len(forest)), beam=Beam(7, 9)).statistics.pops == 9 + 1


def test_asking_for_more_than_was_kept_is_refused() -> None:
    forest, scores = sample_forests(1)[0]
    chart = search(forest, scores, k_best=False)
    assert chart.best == search(forest, scores).best
    with pytest.raises(SearchError, match="keeps only the best; search with k_best=True"):
        chart.k_best(2)
    with pytest.raises(ValueError, match="there is no stratum"):
        search(forest, scores).k_best(2, counts=(1,))
    with pytest.raises(IndexError):
        search(forest, scores).found(-1)


def test_what_does_not_fit_the_forest_is_refused(tmp_path: Path) -> None:
    lm = build(random_text(5), tmp_path / "lm", order=2)
    forest, scores = sample_forests(1)[0]
    with pytest.raises(ValueError, match="edges need one score each"):
        search(forest, scores[1:])
    with pytest.raises(ValueError, match="not a finite number, or a huge one"):
        search(forest, np.full(len(forest), np.nan))
    with pytest.raises(ForestError, match=r"root is S, to .* root is TOP; is target_root='S'"):
        search(Matcher(Grammar({}), Coverage()).match(parse("(S (A a))")), np.zeros(0))
    with pytest.raises(ForestError, match="no derivation"):
        search(Matcher(Grammar({}), None).match(parse("(TOP (A a))")), np.zeros(0))
    with pytest.raises(ValueError, match="expected at least 1"):
        Beam(0, 5)
    with pytest.raises(ValueError, match="max_seconds is 0; expected a number above 0, or None"):
        Limits(max_seconds=0)
    with pytest.raises(ValueError, match="expected 'best' or 'error'"):
        Limits(on_limit="never")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the weight of the model is not a finite number"):
        search(forest, scores, lm=lm, lm_weight=float("nan"))
    with pytest.raises(ValueError, match="words need a value each"):
        forest.sum_words(np.zeros(3))
    assert (
        search(forest, scores, beam=Beam(10**15, 10**15)).finals
        == search(forest, scores, beam=EXACT).finals
    )
