"""Derivations as vectors where places have features: training's scores are those of the model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matched_forests import derivations, forests
from tiny_corpus import exact, tiny_lm, tiny_pairs

from laconic.config import Config
from laconic.decoding.forest import Forest
from laconic.grammar.grammar import Grammar
from laconic.grammar.packed import pack
from laconic.model import Model, Rewritten, make_context
from laconic.scoring.features import SOURCE_WORDS_FEATURE, FeatureSet
from laconic.scoring.ngram import LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE
from laconic.scoring.tagger import TAGGER_FEATURE
from laconic.training.run import Training
from laconic.training.space import FeatureSpace
from laconic.weights import make_weights

ALL = ("rule", "token", "ngram", "context")
CASES = settings(
    max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def some_weights(width: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(seed).normal(size=width)


@CASES
@given(forests(rules=3), st.integers(0, 99), st.sampled_from([1.0, 0.25]))
def test_a_model_explains_what_training_scored(
    made: tuple[Forest, Grammar], seed: int, scale: float
) -> None:
    """Sums over edges, in training and in the model, products with the vector, and with Ψ by name:
    all are one number."""
    forest, grammar = made
    config = Config(features=ALL)
    features = FeatureSet(config.features)
    space = FeatureSpace(features, None, context=make_context(None))
    edges = space.place(forest)
    space.table.freeze()
    space = space.scaled(scale)
    weights = some_weights(space.width, seed)
    scores = space.score_edges(edges, weights)
    named = make_weights(space.named_weights(weights))
    model = Model(pack(grammar), named, features, config, np.zeros(0), None, {}, None)
    for derivation in derivations(forest)[:20]:
        vector = model.explain(Rewritten(0.0, forest, derivation))
        explained = sum(named[name] * value for name, value in vector.items())
        chosen = list(derivation)
        assert scores[chosen].sum() == pytest.approx(explained, abs=1e-6)
        columns, values = space.vector(edges, derivation)
        assert float(weights[columns] @ values) == pytest.approx(explained, abs=1e-6)
    places = model._score_places(forest)
    assert edges.places is not None
    assert scale * edges.places.scores(forest, weights) == pytest.approx(places, abs=1e-9)


def test_scores_of_some_rows_are_those_of_all_bit_for_bit(tmp_path: Path) -> None:
    config = exact(features=ALL, feature_scale=(0.5,))
    training = Training(tiny_pairs(), config=config, lm=tiny_lm(tmp_path), workers=1)
    space = training.space.scaled(0.5)
    weights = some_weights(space.width, 1)
    whole = space.row_scores(weights)
    for number in range(len(training.examples)):
        edges = training.examples[number].edges
        scores = [space.score_edges(edges, weights, rows).tobytes() for rows in (None, whole)]
        assert scores[0] == scores[1]


def test_names_that_training_never_saw_weigh_nothing() -> None:
    training = Training(tiny_pairs()[:2], config=exact(features=("context",)))
    space = training.space
    width = space.width
    edges = space.place(training.matcher.match(tiny_pairs()[4].source))  # type: ignore[arg-type]
    assert space.width == width
    assert edges.places is not None
    assert edges.places.columns.max() < width
    assert set(space.table.columns_of) == {
        name for name in space.table.columns_of if name.startswith(("keep ", "cut "))
    }


def test_the_groups_and_templates_of_places() -> None:
    def columns(*features: str) -> set[str]:
        names = Training(tiny_pairs(), config=exact(features=features)).space.table.columns_of
        return {name.split()[0] for name in names if name.startswith(("keep ", "cut "))}

    assert columns("rule", "token") == set()
    assert columns("rule", "context") == columns("kept-words", "cuts") == {"keep", "cut"}
    assert columns("kept-words") == {"keep"}
    assert columns("cuts") == {"cut"}
    assert "context" not in Config().features


def test_named_weights_and_back(tmp_path: Path) -> None:
    training = Training(tiny_pairs(), config=exact(lm_scale=0.25), lm=tiny_lm(tmp_path))
    space = training.space.scaled(4.0)
    weights = some_weights(space.width, 3)
    named = space.named_weights(weights)
    assert space.unnamed_weights(named).tolist() == weights.tolist()
    column = space.table.columns_of[LOG10_PROB_FEATURE]
    assert named[LOG10_PROB_FEATURE] == weights[column] * 0.25
    assert named["rules"] == weights[space.table.columns_of["rules"]] * 4.0
    some = {"rules": 8.0, "never seen": 1.0}
    assert np.flatnonzero(space.unnamed_weights(some)).tolist() == [space.table.columns_of["rules"]]
    assert space.unnamed_weights(some).max() == 2.0


def test_columns_of_another_model_but_for_those_that_count_wherever_they_are() -> None:
    space = FeatureSpace(FeatureSet(["rule"]), None)
    apart = [SOURCE_WORDS_FEATURE, LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE, TAGGER_FEATURE]
    space.admit(["keep tag NN", *apart])
    assert list(space.table.columns_of) == ["keep tag NN"]
    own = FeatureSpace(FeatureSet(["token"]), None)
    own.admit(apart)
    assert list(own.table.columns_of) == [SOURCE_WORDS_FEATURE]


def test_rare_features_of_places_are_left_out_but_for_those_given() -> None:
    """Words that stand in one place only; weights to start from need their columns all the same."""
    whole, often = (
        Training(tiny_pairs(), config=exact(features=("context",), rare=rare)) for rare in (1, 2)
    )
    names = [list(training.space.table.columns_of) for training in (whole, often)]
    assert set(names[1]) < set(names[0])
    assert "keep word rained" in names[0]
    assert "keep word rained" not in names[1]
    assert {"keep word dog", "keep word the", "cut ADVP"} <= set(names[1])
    start = make_weights({"keep word rained": 1.0})
    config = exact(features=("context",), rare=2, learner="adagrad")
    training = Training(tiny_pairs(), config=config, start=start)
    column = training.space.table.columns_of["keep word rained"]
    places = training.examples[4].edges.places
    assert places is not None
    assert column in places.columns.tolist()
