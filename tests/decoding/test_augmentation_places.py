"""Losses by place: a kept word is a hit only where the reference's own word stands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pairs import aligned_pairs
from reference.decoder import all_derivations

from laconic.decoding.augmentation import augment
from laconic.decoding.decoder import EXACT, search
from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage
from laconic.grammar.extraction import extract
from laconic.grammar.grammar import Grammar, GrammarBuilder
from laconic.scoring.losses import (
    Arguments,
    CountedLoss,
    EditLoss,
    F1Loss,
    HammingLoss,
    Loss,
    measure,
    value_of,
)
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

LOSSES: list[Loss] = [
    EditLoss("places"),
    EditLoss("places", 0.25),
    HammingLoss("places"),
    F1Loss("places"),
    CountedLoss(EditLoss("places")),
]
CASES = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
MANY = 1_500
Links = tuple[tuple[int, int], ...]
SUN = parse("(TOP (S (NP (DT the) (NN sun)) (VP (VBD hid) (NP (DT the) (NN moon)))))")
MOON = parse("(TOP (S (VP (VBD hid) (NP (DT the) (NN moon)))))")


def some_derivations(forest: Forest) -> list[tuple[int, ...]] | None:
    derivations = []
    for edges in all_derivations(forest):
        derivations.append(edges)
        if len(derivations) > MANY:
            return None
    return derivations


def own_tokens(source: Tree, reference: Tree, links: Links) -> set[int]:
    """For each word of the reference the last source token that is linked with it and the same."""
    words, own = source.words(), set()
    for target, word in enumerate(reference.words()):
        same = [s for s, t in links if t == target and words[s] == word]
        own.update(same and [max(same)])
    return own


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: f"{type(loss).__name__}")
@CASES
@given(pair=aligned_pairs(max_size=4), seed=st.integers(0, 99))
def test_the_most_violated_derivation_by_place(
    loss: Loss, pair: tuple[Tree, Tree, Links], seed: int
) -> None:
    """Rules that bring in words are among them: new words are never hits."""
    source, reference, links = pair
    builder = GrammarBuilder()
    builder.add_extracted(extract(index_spans(source), index_spans(reference), links, bound=1))
    forest = Matcher(builder.build(), Coverage(deletions="any")).match(source)
    derivations = some_derivations(forest)
    if derivations is None:
        return
    own, size = own_tokens(source, reference, links), len(reference.words())
    losses = {}
    for edges in derivations:
        predicted = forest.words_of(edges)
        hits = len(own.intersection(predicted))
        losses[edges] = value_of(loss, Arguments(len(predicted), hits, size))
        if isinstance(loss, EditLoss):
            wrong = len([word for word in predicted if word not in own])
            assert losses[edges] == wrong + loss.length_penalty * (size - hits)
    augmentation = augment(forest, loss, reference, links=links)
    for edges, value in losses.items():
        assert value >= 0
        assert augmentation.loss_of(forest, edges) == pytest.approx(value)
    scores = np.random.default_rng(seed).normal(size=len(forest))
    chart = search(
        forest, scores + augmentation.edge_values, strata=augmentation.strata, beam=EXACT
    )
    best = augmentation.best(chart)
    expected = max(scores[list(edges)].sum() + value for edges, value in losses.items())
    assert best.score == pytest.approx(expected, abs=1e-6)


def test_no_other_word_of_its_kind_will_do() -> None:
    forest = Matcher(Grammar({}), Coverage(deletions="any")).match(SUN)
    places = augment(forest, EditLoss("places"), MOON)
    tokens = augment(forest, EditLoss("tokens"), MOON)
    found: dict[tuple[int, ...], tuple[float, float]] = {}
    for edges in all_derivations(forest):
        kept = tuple(forest.words_of(edges))
        found[kept] = places.loss_of(forest, edges), tokens.loss_of(forest, edges)
    assert found[2, 3, 4] == (0, 0)
    assert found[0, 1, 2, 3, 4] == (2, 2)
    assert found[0, 2, 4] == (2, 0)
    assert found[2, 4] == (1, 1)
    # Nothing has to be counted while searching.
    assert places.strata.caps == ()
    assert tokens.strata.caps == (1,)


def test_two_tokens_linked_with_one_word_are_one_hit() -> None:
    """So that there are never more hits than words, and no loss is below 0."""
    source = parse("(TOP (X (A a) (A a) (B b)))")
    reference = parse("(TOP (X (A a) (B b)))")
    forest = Matcher(Grammar({}), Coverage(deletions="any")).match(source)
    links = ((0, 0), (1, 0), (2, 1))
    augmentation = augment(forest, EditLoss("places"), reference, links=links)
    found = {
        tuple(forest.words_of(edges)): augmentation.loss_of(forest, edges)
        for edges in all_derivations(forest)
    }
    assert found[0, 1, 2] == 1
    assert found[1, 2] == 0
    assert found[0, 2] == 2


def test_a_word_that_stands_for_another_is_no_hit() -> None:
    source, reference = parse("(TOP (X (N dogs) (V bark)))"), parse("(TOP (X (N dog) (V bark)))")
    forest = Matcher(Grammar({}), Coverage(deletions="any")).match(source)
    augmentation = augment(forest, EditLoss("places"), reference, links=((0, 0), (1, 1)))
    found = {
        tuple(forest.words_of(edges)): augmentation.loss_of(forest, edges)
        for edges in all_derivations(forest)
    }
    assert found[0, 1] == 2
    assert found[(1,)] == 1


def test_without_a_forest_places_are_words() -> None:
    """Trees alone do not say where their words stood."""
    kept = parse("(TOP (S (NP (DT the)) (VP (VBD hid) (NP (NN moon)))))")
    assert measure(EditLoss("places"), MOON, kept) == measure(EditLoss(), MOON, kept) == 0
