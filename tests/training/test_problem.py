"""Vectors, scores and most violated derivations against every derivation of small forests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning_problems import judge
from reference.derivations import forest_derivations
from tiny_corpus import exact, tiny_lm, tiny_pairs

from laconic.config import Config
from laconic.decoding.decoder import search
from laconic.grammar.rule import Rule
from laconic.learning.problem import FloatArray
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss, measure
from laconic.training.examples import Example
from laconic.training.problem import Transduction
from laconic.training.run import Training
from laconic.trees.tree import Tree

LOSSES: list[Loss] = [
    HammingLoss(),
    HammingLoss("tokens", 0.25),
    HammingLoss("ngrams"),
    HammingLoss("productions"),
    EditLoss(),
    F1Loss(),
]


def where(_rule: Rule, node: int, tree: Tree) -> Mapping[str, float]:
    return {"depth": float(node) / len(tree.words())}


def ready(folder: Path, config: Config, **more: Any) -> Training:
    return Training(tiny_pairs(), config=config, lm=tiny_lm(folder), workers=1, **more)


def derivations(example: Example) -> list[tuple[int, ...]]:
    forest = example.edges.forest.fresh()
    return forest_derivations(forest.edges, (0, forest.target_root))


def some_weights(width: int, seed: int) -> FloatArray:
    return np.random.default_rng(seed).normal(size=width) * 0.3


def dense(training: Training, example: Example, edges: tuple[int, ...], scale: float) -> FloatArray:
    vector = np.zeros(training.space.width)
    columns, values = training.space.scaled(scale).vector(example.edges, edges)
    vector[columns] = values
    return vector


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_score_is_the_product_of_weights_and_vector(tmp_path: Path, scale: float) -> None:
    training = ready(tmp_path, exact(), features=[where])
    space = training.space.scaled(scale)
    weights = some_weights(space.width, 1)
    for number in range(len(training.examples)):
        example = training.examples[number]
        scores = space.score_edges(example.edges, weights, space.row_scores(weights))
        forest = example.edges.forest
        chart = search(forest, scores, lm=space.lm, lm_weight=space.lm_weight(weights), beam=None)
        ranked = sorted(
            (
                float(dense(training, example, edges, scale) @ weights)
                for edges in derivations(example)
            ),
            reverse=True,
        )
        found = [entry.score for entry in chart.k_best(50)]
        assert found == pytest.approx(ranked[:50], abs=1e-6)


def test_source_words_are_as_many_as_the_sentence_has_so_they_cancel(tmp_path: Path) -> None:
    training = ready(tmp_path, exact())
    column = training.space.table.columns_of["words source"]
    for number in range(len(training.examples)):
        example = training.examples[number]
        words = len(example.task.source.words())
        for edges in derivations(example):
            assert dense(training, example, edges, 1.0)[column] == words
            columns, _ = training.space.difference(example.edges, example.gold, edges)
            assert column not in columns


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: f"{loss.name}")
@pytest.mark.parametrize("grammar_from", ["same", "leave-one-out"])
def test_the_most_violated_derivation_is_that_of_all(
    tmp_path: Path, loss: Loss, grammar_from: Any
) -> None:
    training = ready(tmp_path, exact(grammar_from=grammar_from), loss=loss)
    weights = some_weights(training.space.width, 2)
    problem = Transduction(training.examples, training.space, beam=None)
    answers = list(problem.most_violated(weights, range(len(training.examples))))
    for number, answer in enumerate(answers):
        example = training.examples[number]
        right = dense(training, example, example.gold, 1.0)
        violations = []
        for edges in derivations(example):
            target = example.edges.forest.derivation(edges).target()
            value = measure(loss, example.task.reference, target)
            assert example.augmentation.loss_of(example.edges.forest, edges) == pytest.approx(value)
            difference = right - dense(training, example, edges, 1.0)
            violations.append(value - float(difference @ weights))
        assert answer.row.violation(weights) == pytest.approx(max(violations), abs=1e-6)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: f"{loss.name}")
def test_slack_rescaling_finds_the_most_violated(tmp_path: Path, loss: Loss) -> None:
    """Δ · (1 − w · δ) of the derivation found is the largest of all; it only comes near it for
    n-grams, whose hits cannot be counted. Small weights too: there much violates."""
    training = ready(tmp_path, exact(rescaling="slack"), loss=loss)
    problem = Transduction(training.examples, training.space, rescaling="slack", beam=None)
    shares = []
    for seed in range(6):
        weights = some_weights(training.space.width, seed) * (1.0, 0.3, 0.1)[seed % 3]
        answers = problem.most_violated(weights, range(len(training.examples)))
        for number, answer in enumerate(answers):
            example = training.examples[number]
            right = dense(training, example, example.gold, 1.0)
            best = 0.0
            for edges in derivations(example):
                value = example.augmentation.loss_of(example.edges.forest, edges)
                difference = right - dense(training, example, edges, 1.0)
                best = max(best, value * (1 - float(difference @ weights)))
            found = answer.row.violation(weights)
            if loss.items == "ngrams":
                assert found <= best + 1e-6
            else:
                assert max(found, 0.0) == pytest.approx(best, abs=1e-6)
            shares.append(1.0 if best == 0 else max(found, 0.0) / best)
    assert np.mean(shares) > 0.97


def test_slack_rescaling_is_trained_to_the_optimum(tmp_path: Path) -> None:
    """By both learners: primal and dual are those of a general solver over all derivations."""
    settings: list[dict[str, Any]] = [
        {"learner": "cutting-plane", "epsilon": 1e-4},
        {"learner": "frank-wolfe", "epsilon": 0.02, "max_rounds": 3000},
    ]
    for chosen in settings:
        training = ready(tmp_path, exact(rescaling="slack", c=(1.0,), **chosen))
        problem = Transduction(training.examples, training.space, rescaling="slack", beam=None)
        rows, losses = [], []
        for number in range(len(training.examples)):
            found = [problem.row(number, key) for key in derivations(training.examples[number])]
            part = np.zeros((len(found), problem.dimension))
            for place, row in enumerate(found):
                part[place, row.columns] = row.values
            rows.append(part)
            losses.append(np.array([row.loss for row in found]))
        best, _ = judge(rows, losses, 1.0)
        facts = training.run().model.facts
        assert facts["converged"]
        assert best - 1e-6 <= facts["primal"] <= best + 1.1 * chosen["epsilon"]
        assert best - 1.1 * chosen["epsilon"] <= facts["dual"] <= best + 1e-6


def test_threads_change_nothing(tmp_path: Path) -> None:
    training = ready(tmp_path, Config())
    weights = some_weights(training.space.width, 4)
    found = []
    for workers in (1, 3):
        problem = Transduction(
            training.examples, training.space, beam=training.config.search_beam, workers=workers
        )
        answers = problem.most_violated(weights, range(len(training.examples)))
        found.append([(answer.key, answer.row.values.tobytes()) for answer in answers])
    assert found[0] == found[1]
