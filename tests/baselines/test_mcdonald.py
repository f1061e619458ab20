"""McDonald's system, with constraints and without: what it learns, saves, and goes on from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from pairs import sample_pairs
from strategies import trees
from tiny_corpus import tiny_pairs

from laconic.baselines.examples import Example, false_words, read_examples
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.mcdonald_file import load_bigram_model
from laconic.baselines.mcdonald_training import MiraTrainer, Pass
from laconic.baselines.mira_checkpoint import State
from laconic.baselines.options import BaselineConfig, ClarkeIlpConfig, McDonaldConfig, MiraOptions
from laconic.baselines.run import BaselineOutcome, make_training
from laconic.corpus import Pair, tree_of
from laconic.errors import LaconicError
from laconic.learning.mira import AveragedWeights
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

FEW = sample_pairs()[:12]
MIRA = MiraOptions(passes=4, k_best=5)


def train(
    config: BaselineConfig | None = None,
    *,
    pairs: list[Pair] = FEW,
    dev: list[Pair] | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    watch: Callable[[Pass], None] | None = None,
) -> BaselineOutcome:
    training = make_training(pairs, config or McDonaldConfig(mira=MIRA), dev=dev or [])
    return training.run(checkpoint=checkpoint, resume=resume, watch=watch)


def model_of(outcome: BaselineOutcome) -> BigramModel:
    assert isinstance(outcome.model, BigramModel)
    return outcome.model


def bytes_of(outcome: BaselineOutcome, folder: Path) -> bytes:
    outcome.model.save(folder / "saved.laconic")
    return (folder / "saved.laconic").read_bytes()


def examples_of(pairs: list[Pair]) -> list[Example]:
    return list(read_examples(pairs, []))


@cache
def both() -> tuple[BigramModel, BigramModel]:
    """McDonald's system, and Clarke & Lapata's."""
    return model_of(train()), model_of(train(ClarkeIlpConfig(mira=MIRA)))


def test_what_it_was_trained_on_is_learned() -> None:
    pairs = [*tiny_pairs(), *FEW]
    model = model_of(train(McDonaldConfig(mira=MiraOptions(passes=20)), pairs=pairs))
    for example in examples_of(pairs):
        assert model.rewrite(example.sentence.tree).kept == example.kept


def test_what_was_never_seen_is_shortened_as_well() -> None:
    model = model_of(train(pairs=tiny_pairs()))
    tree = parse("(TOP (S (NP (DT the) (JJ old) (NN horse)) (VP (VBD slept)) (. .)))")
    assert model.rewrite(tree).tree.words() == ["the", "horse", "slept", "."]


def test_the_same_run_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    one = bytes_of(train(), tmp_path)
    assert one == bytes_of(train(), tmp_path)
    other = McDonaldConfig(mira=replace(MIRA, seed=1))
    assert one != bytes_of(train(other), tmp_path)


@pytest.mark.parametrize("number", [0, 1])
def test_a_saved_model_comes_back(number: int, tmp_path: Path) -> None:
    model = both()[number]
    model.save(tmp_path / "model")
    loaded = load_bigram_model(tmp_path / "model")
    assert loaded.signature == model.signature
    assert (loaded.system, loaded.facts) == (model.system, model.facts)
    assert (loaded.mira, loaded.ilp, loaded.parser) == (model.mira, model.ilp, model.parser)
    assert loaded.strongest() == model.strongest()
    for pair in sample_pairs()[:25]:
        one, two = (each.rewrite(tree_of(pair.source)) for each in (model, loaded))
        assert (one.kept, one.score, one.tree, one.marks) == (
            two.kept, two.score, two.tree, two.marks,
        )  # fmt: skip
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_constraints_change_the_signature_but_not_the_weights() -> None:
    mcdonald, clarke = both()
    assert (mcdonald.system, clarke.system) == ("mcdonald", "clarke-ilp")
    assert mcdonald.weights.tolist() == clarke.weights.tolist()
    assert mcdonald.signature != clarke.signature
    assert mcdonald.signature.startswith("bigram.1.")


# Going on after an interrupt.


def stop_after(passes: int) -> Callable[[Pass], None]:
    calls = count(1)

    def watch(_done: Pass) -> None:
        if next(calls) == passes:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("stop", [1, 2, 3])
@pytest.mark.parametrize("with_dev", [False, True])
def test_a_run_that_goes_on_gives_the_same_bytes(tmp_path: Path, stop: int, with_dev: bool) -> None:
    dev = sample_pairs()[12:20] if with_dev else []
    whole = bytes_of(train(dev=dev), tmp_path)
    checkpoint = tmp_path / "checkpoint"
    stopped = train(dev=dev, checkpoint=checkpoint, watch=stop_after(stop))
    assert stopped.interrupted
    assert stopped.model.facts["interrupted"]
    assert stopped.model.facts["passes"] == stop
    resumed = train(dev=dev, checkpoint=checkpoint, resume=True)
    assert not resumed.interrupted
    assert bytes_of(resumed, tmp_path) == whole


def test_an_interrupt_before_anything_is_learned_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(MiraTrainer, "_learn", interrupt)
    with pytest.raises(KeyboardInterrupt):
        train()


def test_an_interrupt_within_a_pass_loses_only_that_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bytes_of(train(), tmp_path)
    learn, calls = MiraTrainer._learn, count(1)

    def interrupt(self: MiraTrainer, weights: object, place: int) -> int:
        if next(calls) == len(FEW) + 5:
            raise KeyboardInterrupt
        return learn(self, weights, place)  # type: ignore[arg-type]

    monkeypatch.setattr(MiraTrainer, "_learn", interrupt)
    stopped = train(checkpoint=tmp_path / "checkpoint")
    assert stopped.model.facts["passes"] == 1
    once = McDonaldConfig(mira=replace(MIRA, passes=1))
    monkeypatch.undo()
    assert model_of(stopped).weights.tolist() == model_of(train(once)).weights.tolist()
    resumed = train(checkpoint=tmp_path / "checkpoint", resume=True)
    assert bytes_of(resumed, tmp_path) == whole


def test_more_passes_may_be_asked_for_later(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    train(McDonaldConfig(mira=replace(MIRA, passes=2)), checkpoint=checkpoint)
    resumed = train(checkpoint=checkpoint, resume=True)
    assert bytes_of(resumed, tmp_path) == bytes_of(train(), tmp_path)


def test_of_more_passes_than_are_asked_for_now_the_best_is_told_right(tmp_path: Path) -> None:
    dev, checkpoint = sample_pairs()[12:20], tmp_path / "checkpoint"
    whole = train(dev=dev, checkpoint=checkpoint)
    fewer = McDonaldConfig(mira=replace(MIRA, passes=1))
    again = train(fewer, dev=dev, checkpoint=checkpoint, resume=True)
    assert again.model.facts == whole.model.facts


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"config": McDonaldConfig(mira=replace(MIRA, c=(0.5,)))}, "with another configuration"),
        ({"pairs": FEW[:5]}, "with another corpus"),
        ({"dev": FEW[:2]}, "with another development corpus"),
    ],
)
def test_the_checkpoint_of_another_run_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    train(checkpoint=tmp_path / "checkpoint")
    with pytest.raises(LaconicError, match=message):
        train(**change, checkpoint=tmp_path / "checkpoint", resume=True)  # type: ignore[arg-type]


def test_without_resume_a_checkpoint_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "checkpoint").write_text("something else")
    fresh = train(checkpoint=tmp_path / "checkpoint")
    assert bytes_of(fresh, tmp_path) == bytes_of(train(), tmp_path)


# Development pairs.


def test_the_pass_that_does_best_on_development_pairs_is_kept() -> None:
    passes: list[Pass] = []
    dev = sample_pairs()[12:30]
    config = McDonaldConfig(mira=replace(MIRA, passes=8))
    model = model_of(train(config, dev=dev, watch=passes.append))
    losses = [done.development_loss or 0 for done in passes]
    assert model.facts["best_pass"] == losses.index(min(losses)) + 1 < 8
    assert model.facts["development_loss"] == min(losses)
    wrong = sum(
        false_words(model.rewrite(example.sentence.tree).kept, example.kept)
        for example in examples_of(dev)
    )
    assert wrong == min(losses)
    best = McDonaldConfig(mira=replace(MIRA, passes=model.facts["best_pass"]))
    assert model_of(train(best)).weights.tolist() == model.weights.tolist()


def test_of_several_bounds_the_best_on_development_pairs_is_kept(tmp_path: Path) -> None:
    dev = sample_pairs()[12:20]
    bounds = (1e-4, 0.01, 1.0)
    passes: list[Pass] = []
    several = McDonaldConfig(mira=replace(MIRA, c=bounds))
    model = model_of(train(several, dev=dev, watch=passes.append))
    assert [done.c for done in passes[:: MIRA.passes]] == list(bounds)
    losses = {}
    for c in bounds:
        alone = model_of(train(McDonaldConfig(mira=replace(MIRA, c=(c,))), dev=dev))
        losses[c] = alone.facts["development_loss"]
        if c == model.facts["c"]:
            assert alone.weights.tolist() == model.weights.tolist()
            assert alone.facts["best_pass"] == model.facts["best_pass"]
    assert model.facts["development_loss"] == min(losses.values()) == losses[model.facts["c"]]
    checkpoint = tmp_path / "checkpoint"
    train(several, dev=dev, checkpoint=checkpoint, watch=stop_after(MIRA.passes + 1))
    resumed = train(several, dev=dev, checkpoint=checkpoint, resume=True)
    assert bytes_of(resumed, tmp_path) == bytes_of(train(several, dev=dev), tmp_path)
    with pytest.raises(LaconicError, match="several numbers for c need development pairs"):
        train(several)


def test_of_equally_good_passes_the_first_is_kept() -> None:
    state = State(AveragedWeights.zeros(1))
    for loss in (5, 3, 3, 4):
        state = state.after(state.weights, np.array([float(loss)]), loss)
    assert (state.passes, state.best_pass, state.best_loss) == (4, 2, 3)


def test_the_loss_of_a_pass_falls_to_nothing_on_what_can_be_learned() -> None:
    passes: list[Pass] = []
    train(McDonaldConfig(mira=MiraOptions(passes=20)), pairs=tiny_pairs(), watch=passes.append)
    assert [done.number for done in passes] == list(range(1, 21))
    assert passes[0].loss > 0
    assert passes[-1].loss == 0


# What comes out.


def test_what_is_explained_adds_up_to_the_score() -> None:
    for pair in sample_pairs()[:20]:
        for model in both():
            tree = tree_of(pair.source)
            found = model.rewrite(tree)
            explained = model.explain(tree, found.kept)
            total = sum(value * weight for value, weight in explained.values())
            assert total == pytest.approx(found.score, abs=1e-9)
            assert all(value and weight for value, weight in explained.values())


ODD_SENTENCES = [
    "(TOP (UH yes))",
    "(UH yes)",
    "(TOP yes)",
    "(TOP (NP (NNP Ann)))",
    "(TOP (S (. .)))",
    "(TOP (S (, ,) (: --) (. ?)))",
    "(TOP (S (-LRB- -LRB-) (-RRB- -RRB-)))",
    "(TOP (S (PRN (-LRB- -LRB-) (S (NP (PRP I)) (VP (VBP do))) (-RRB- -RRB-)) (. .)))",
    "(S (NP-SBJ (-NONE- *)) (VP (VB go)))",
]


@pytest.mark.parametrize("brackets", ODD_SENTENCES)
def test_odd_sentences_are_compressed_and_never_to_nothing(brackets: str) -> None:
    """Also by weights that would rather have nothing."""
    tree = parse(brackets)
    for model in both():
        for weights in (model.weights, -model.weights, np.full(len(model.weights), -1.0)):
            found = replace(model, weights=weights).rewrite(tree)
            assert found.kept
            assert found.tree.words() == [tree.words()[place] for place in found.kept]


@settings(max_examples=30)
@given(trees(max_words=8))
def test_any_tree_is_compressed_to_some_of_its_words(tree: Tree) -> None:
    for model in both():
        found = model.rewrite(tree)
        assert found.kept == tuple(sorted(set(found.kept)))
        assert found.tree.words() == [tree.words()[place] for place in found.kept] != []


def test_pairs_that_teach_nothing_give_a_model_without_weights(tmp_path: Path) -> None:
    word = parse("(TOP (UH yes))")
    model = model_of(train(pairs=[Pair("1", word, (word,))]))
    assert len(model.weights) == 0
    assert model.rewrite(word).kept == (0,)
    model.save(tmp_path / "empty")
    assert load_bigram_model(tmp_path / "empty").rewrite(tree_of(FEW[0].source)).kept


def test_runs_that_cannot_be() -> None:
    with pytest.raises(LaconicError, match="there are no pairs"):
        train(pairs=[])
    yes, no = parse("(TOP (UH yes))"), parse("(TOP (UH no))")
    with pytest.raises(LaconicError, match="no pair can be used; the first: pair 1: its reference"):
        train(pairs=[Pair("1", yes, (no,))])
    two = [replace(FEW[0], parser="a"), replace(FEW[1], parser="b")]
    passes: list[Pass] = []
    with pytest.raises(LaconicError, match="different parsers, a and b"):
        train(pairs=two, watch=passes.append)
    assert not passes
    several = McDonaldConfig(mira=replace(MIRA, c=(0.1, 1.0)))
    with pytest.raises(LaconicError, match="several numbers for c need development pairs"):
        train(several, dev=[Pair("1", yes, (no,))])
