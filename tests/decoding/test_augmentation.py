"""Loss-augmented search, judged by measuring the loss of every derivation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pairs import aligned_pairs
from reference.decoder import all_derivations

from laconic.decoding.augmentation import augment
from laconic.decoding.decoder import EXACT, Beam, search
from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.errors import SearchError
from laconic.grammar.coverage import Coverage
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Grammar, GrammarBuilder
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss, measure
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

LOSSES: list[Loss] = [
    HammingLoss("tokens"),
    HammingLoss("tokens", length_penalty=0.25),
    HammingLoss("ngrams"),
    HammingLoss("productions"),
    EditLoss("tokens"),
    EditLoss("productions"),
    F1Loss("tokens"),
    F1Loss("productions"),
]
CASES = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
MANY = 1_500
Links = tuple[tuple[int, int], ...]


def forest_of(pair: tuple[Tree, Tree, Links]) -> tuple[Forest, list[tuple[int, ...]]] | None:
    """A forest with rules of the pair and coverage, and its derivations, unless there are many."""
    source, target, links = pair
    builder = GrammarBuilder()
    builder.add_extracted(extract(index_spans(source), index_spans(target), links, bound=1))
    forest = Matcher(builder.build(), Coverage()).match(source)
    derivations = []
    for edges in all_derivations(forest):
        derivations.append(edges)
        if len(derivations) > MANY:
            return None
    return forest, derivations


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: f"{loss.name}")
@CASES
@given(pair=aligned_pairs(max_size=4), seed=st.integers(0, 99))
def test_the_most_violated_derivation_is_found(
    loss: Loss, pair: tuple[Tree, Tree, Links], seed: int
) -> None:
    made = forest_of(pair)
    if made is None:
        return
    forest, derivations = made
    reference = pair[1]
    scores = np.random.default_rng(seed).normal(size=len(forest))
    losses = {
        edges: measure(loss, reference, forest.derivation(edges).target()) for edges in derivations
    }
    augmentation = augment(forest, loss, reference, links=pair[2])
    chart = search(
        forest,
        scores + augmentation.edge_values,
        ngrams=augmentation.ngrams,
        strata=augmentation.strata,
        beam=EXACT,
    )
    best = augmentation.best(chart)
    expected = max(scores[list(edges)].sum() + value for edges, value in losses.items())
    assert best.score == pytest.approx(expected, abs=1e-6)
    assert scores[list(best.edges)].sum() + losses[best.edges] == pytest.approx(best.score)
    # What a stratum is worth is what it says: score and loss of its best add up.
    for number, final in enumerate(chart.finals):
        found = chart.found(number)
        total = final.score + augmentation.value(final.counts)
        assert scores[list(found.edges)].sum() + losses[found.edges] == pytest.approx(total)


@CASES
@given(pair=aligned_pairs(max_size=5), unique=st.integers(1, 5))
def test_a_beam_finds_a_derivation_with_its_loss(
    pair: tuple[Tree, Tree, Links], unique: int
) -> None:
    source, reference, links = pair
    forest = Matcher(Grammar({}), Coverage()).match(source)
    for loss in LOSSES:
        augmentation = augment(forest, loss, reference, links=links, scale=0.5)
        chart = search(
            forest,
            augmentation.edge_values,
            ngrams=augmentation.ngrams,
            strata=augmentation.strata,
            beam=Beam(unique, 2 * unique),
        )
        best = augmentation.best(chart)
        loss_of_best = measure(loss, reference, forest.derivation(best.edges).target())
        assert best.score == pytest.approx(0.5 * loss_of_best, abs=1e-6)


def test_only_what_can_be_clipped_is_counted() -> None:
    source = parse("(TOP (NP (DT the) (NN dog) (NN dog) (CC and) (DT the) (NN cat)))")
    reference = parse("(TOP (NP (DT the) (NN dog) (NN cat)))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    assert augment(forest, EditLoss(), reference).strata.caps == (1, 1)  # the, dog
    assert augment(forest, HammingLoss(), reference).strata.caps == (3,)
    assert augment(forest, F1Loss(), reference).strata.caps == (6, 1, 1, 1)


def test_partial_items_are_judged_by_the_words_aligned_inside() -> None:
    source = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly)))))")
    reference = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks))))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    strata = augment(forest, HammingLoss(), reference).strata
    assert strata.values is not None
    assert strata.tables is not None
    by_label = {
        forest.labels[label]: strata.values[table].tolist()
        for label, table in zip(
            forest.arrays.vertex_labels.tolist(), strata.tables.tolist(), strict=True
        )
    }
    assert by_label["NP"] == [2, 1, 0, 0]
    assert by_label["VBZ"] == [1, 0, 0, 0]
    assert by_label["RB"] == [0, 0, 0, 0]
    assert by_label["TOP"] == [3, 2, 1, 0]


def test_where_there_are_too_many_strata_nothing_steers(monkeypatch: pytest.MonkeyPatch) -> None:
    source = parse("(TOP (NP (DT the) (NN dog) (NN dog) (CC and) (DT the) (NN cat)))")
    reference = parse("(TOP (NP (DT the) (NN dog) (NN cat)))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    with_values = augment(forest, F1Loss(), reference)
    monkeypatch.setattr("laconic.decoding.strata._MOST_VALUES", 10)
    without = augment(forest, F1Loss(), reference)
    assert without.strata.values is None
    charts = [
        search(forest, np.zeros(len(forest)), strata=one.strata, beam=EXACT)
        for one in (with_values, without)
    ]
    assert with_values.best(charts[0]) == without.best(charts[1])


@pytest.mark.parametrize("types", [30, 70])
def test_very_many_types_that_can_be_clipped(types: int) -> None:
    words = [f"w{number}" for number in range(types)]
    source = parse(f"(TOP (X {' '.join(f'(N {word}) (N {word})' for word in words)}))")
    reference = parse(f"(TOP (X {' '.join(f'(N {word})' for word in words)}))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    if types < 62:
        assert augment(forest, EditLoss(), reference).strata.values is None
    else:
        with pytest.raises(SearchError, match="would need 1180591620717411303424 strata"):
            augment(forest, EditLoss(), reference)


def test_what_cannot_be_stratified_is_refused() -> None:
    source = parse("(TOP (NP (DT the) (NN dog)))")
    forest = Matcher(Grammar({}), Coverage()).match(source)
    with pytest.raises(SearchError, match="hits of n-grams cannot be clipped or counted"):
        augment(forest, EditLoss("ngrams"), source)
