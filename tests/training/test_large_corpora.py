"""As for large corpora: AdaGrad, derivations by their words, extra pairs, a model to start from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pairs import sample_pairs
from reference.derivations import forest_derivations
from tiny_corpus import exact, tiny_lm, tiny_pairs

import laconic
from laconic.archive import open_archive, write_archive
from laconic.config import Config
from laconic.corpus import Pair
from laconic.errors import FormatError, LaconicError
from laconic.induction import ExtractionOptions
from laconic.model_file import load_model
from laconic.scoring.features import SOURCE_WORDS_FEATURE
from laconic.scoring.losses import measure
from laconic.training.run import Training, train
from laconic.training.trainer import Progress

FEATURES = ("rule", "token", "ngram", "context")
ANY = ExtractionOptions(normalisation="lower", deletions="any", min_count=2)


def stochastic(**settings: Any) -> Config:
    given = {"learner": "adagrad", "features": FEATURES, "c": (30.0,), "max_rounds": 5}
    return Config(**{**given, "gold": "words", "loss": "edit-places", **settings})


class Stop:
    """Interrupts a run after so many rounds."""

    def __init__(self, rounds: int) -> None:
        self.left = rounds

    def __call__(self, _progress: Progress) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def rewritten(model: laconic.Model, pairs: Iterable[Pair]) -> list[list[str]]:
    return [model.rewrite(pair.source).tree.words() for pair in pairs]  # type: ignore[arg-type]


def test_adagrad_learns_the_references(tmp_path: Path) -> None:
    config = stochastic(c=(300.0,), max_rounds=30, extraction=replace(ANY, min_count=1))
    model = train(tiny_pairs(), config=config, lm=tiny_lm(tmp_path))
    references = [pair.references[0].words() for pair in tiny_pairs()]  # type: ignore[union-attr]
    assert rewritten(model, tiny_pairs()) == references
    assert (model.facts["rounds"], model.facts["converged"]) == (30, False)
    model.save(tmp_path / "m.laconic")
    loaded = load_model(tmp_path / "m.laconic")
    for pair in tiny_pairs():
        found, again = model.rewrite(pair.source), loaded.rewrite(pair.source)  # type: ignore[arg-type]
        assert (again.tree, again.score) == (found.tree, found.score)
        vector = loaded.explain(again)
        product = sum(loaded.weights[name] * value for name, value in vector.items())
        assert product == pytest.approx(found.score, abs=1e-6)


def test_threads_memory_and_batches_change_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(**more: Any) -> bytes:
        config = stochastic(forest_memory_mb=1, extraction=ANY)
        train(sample_pairs()[:15], config=config, **more).save(tmp_path / "m")
        return (tmp_path / "m").read_bytes()

    one = run(workers=1)
    assert one == run(workers=3)
    for rows in (0, 10**9):  # scores of the rows of a batch, and of the whole table
        monkeypatch.setattr("laconic.training.problem._ROWS", rows)
        assert one == run(workers=1)


@pytest.mark.parametrize("settings", [{"c": (3.0, 30.0)}, {"patience": 2}, {"seed": 3}])
def test_an_interrupted_run_goes_on_to_the_same_bytes(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    pairs, start = tiny_pairs(), train(tiny_pairs()[:2], config=stochastic(max_rounds=1))

    def ready() -> Training:
        config = stochastic(**settings)
        more: dict[str, Any] = {"extra": pairs[3:], "start": start.weights, "workers": 1}
        return Training(pairs[:3], config=config, dev=pairs, **more)

    whole = ready().run()
    whole.model.save(tmp_path / "whole")
    checkpoint = tmp_path / "checkpoint"
    for rounds in (1, 2, 1):
        part = ready().run(checkpoint=checkpoint, resume=True, watch=Stop(rounds))
        assert part.interrupted
    outcome = ready().run(checkpoint=checkpoint, resume=True)
    outcome.model.save(tmp_path / "parts")
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert outcome.tried == whole.tried


def test_each_c_of_a_grid_is_a_run_of_its_own() -> None:
    """Nothing is carried over: the second of two is as if it were alone."""
    pairs = tiny_pairs()
    seen: dict[float, list[float]] = {}

    def watch(progress: Progress) -> None:
        seen.setdefault(progress.c, []).append(progress.round.primal)

    train(pairs, config=stochastic(c=(3.0, 30.0)), dev=pairs, watch=watch)
    together = seen.copy()
    seen.clear()
    for c in (3.0, 30.0):
        train(pairs, config=stochastic(c=(c,)), dev=pairs, watch=watch)
    assert seen == together


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    training = Training(tiny_pairs(), config=stochastic())
    training.run(checkpoint=path, watch=Stop(2))
    archive = open_archive(path, kind="training checkpoint", version=1)
    manifest, arrays = dict(archive.manifest), {k: np.array(v) for k, v in archive.arrays.items()}
    damaged = [
        {"learner_weights": arrays["learner_weights"][:-1]},
        {"learner_squares": -1 - arrays["learner_squares"]},
        {"learner_late": arrays["learner_late"] * np.nan},
        {"learner_rounds": np.zeros(0, dtype=int)},
        {"learner_averaged": np.array([0])},
    ]
    for changed in damaged:
        write_archive(path, manifest, {**arrays, **changed})
        with pytest.raises(FormatError, match="a damaged checkpoint"):
            training.run(checkpoint=path, resume=True)


def test_a_derivation_by_its_words_has_the_least_loss() -> None:
    """Its tree may be another than the reference's: only words are compared."""
    pairs = tiny_pairs()
    other = laconic.parse_tree("(TOP (FRAG (NP (PRP it)) (VP (VBD rained))))")
    pairs[4] = replace(pairs[4], references=(other,))
    extraction = ExtractionOptions(normalisation="lower", deletions="any")
    config = exact(
        gold="words", loss="edit-places", grammar_from="leave-one-out", extraction=extraction
    )
    training = Training(pairs, config=config)
    assert len(training.examples) == 5
    for number in range(5):
        example = training.examples[number]
        forest, reference = example.edges.forest.fresh(), example.task.reference
        losses = [
            measure(training.loss, reference, forest.derivation(edges).target())
            for edges in forest_derivations(forest.edges, (0, "TOP"))
        ]
        found = forest.derivation(example.gold).target()
        assert measure(training.loss, reference, found) == min(losses)
        assert example.stands_in == (found.words() != reference.words())
    last = training.examples[4]
    assert last.edges.forest.derivation(last.gold).target().words() == ["it", "rained"]
    assert not last.stands_in
    by_tree = Training(pairs, config=replace(config, gold="most-rules"))
    assert by_tree.examples[4].stands_in


def test_words_out_of_reach_stand_in_or_are_left_out() -> None:
    source = tiny_pairs()[0].source
    other = laconic.parse_tree("(TOP (S (NP (DT the) (NN puppy)) (VP (VBD barked)) (. .)))")
    pairs = [*tiny_pairs(), Pair("new", source, (other,))]
    config = exact(gold="words", loss="edit-places", grammar_from="leave-one-out")
    ranked = Training(pairs, config=config)
    out = [ranked.examples[number].task.name for number in range(6)
           if ranked.examples[number].stands_in]  # fmt: skip
    assert "pair new" in out
    left = Training(pairs, config=replace(config, unreachable="leave-out")).left_out
    assert left == [f"{name}: the reference is out of reach of the rules" for name in out]


def test_extra_pairs_give_weights_but_no_rules() -> None:
    pairs = tiny_pairs()
    config = stochastic(extraction=replace(ANY, min_count=1))
    alone = Training(pairs[:2], config=config)
    both = Training(pairs[:2], config=config, extra=pairs[2:])
    assert both.grammar.extraction.grammar.entries == alone.grammar.extraction.grammar.entries
    assert len(both.examples) == 5
    assert both.space.width > alone.space.width
    model = both.run().model
    assert model.facts["extra"] == 3
    assert model.facts["examples"] == 5
    assert "keep word rained" in model.weights.names
    assert "extra" not in alone.run().model.facts
    assert train(pairs[:2], config=config, extra=pairs[2:]).signature == model.signature
    assert laconic.train(pairs[:2], config=config, extra=pairs[2:]).signature == model.signature


def test_an_extra_pair_may_use_all_rules() -> None:
    """Even the very pair that gave them: it is in no fold."""
    pairs = tiny_pairs()
    config = exact(grammar_from="leave-one-out")
    training = Training(pairs, config=config, extra=pairs)
    assert [training.examples[number].stands_in for number in (4, 9)] == [True, False]
    assert training.examples[9].task.name == "extra pair 4"


def test_extra_pairs_that_cannot_be_used_are_listed() -> None:
    moved = Pair("m", laconic.parse_tree("(TOP (S (A a) (B b)))"),
                 (laconic.parse_tree("(TOP (S (B b) (A a)))"),))  # fmt: skip
    config = Config(extraction=ExtractionOptions(alignment="deletions"))
    training = Training(tiny_pairs(), config=config, extra=[moved])
    message = "extra pair m: the target does more than delete words of the source"
    assert training.left_out == [message]
    pairs = [replace(pair, parser="one") for pair in tiny_pairs()]
    others = [replace(pair, parser="two") for pair in tiny_pairs()]
    with pytest.raises(LaconicError, match="the extra trees are of the parser two, those of tr"):
        Training(pairs, extra=others)


def test_a_model_to_start_from(tmp_path: Path) -> None:
    config = stochastic(max_rounds=1)
    first = train(tiny_pairs(), config=stochastic(c=(300.0,), max_rounds=20))
    seen: list[Progress] = []
    again = train(tiny_pairs()[:3], config=config, start=first, watch=seen.append)
    train(tiny_pairs()[:3], config=config, watch=seen.append)
    assert seen[0].round.violated < seen[1].round.violated
    assert laconic.train(tiny_pairs()[:3], config=config, start=first).signature == again.signature
    assert again.facts["start"] != "none"
    # What only the first model knows is kept as it was.
    assert again.weights["keep word rained"] == first.weights["keep word rained"] != 0
    again.save(tmp_path / "m")
    assert load_model(tmp_path / "m").signature == again.signature


def test_a_start_brings_no_weights_that_this_run_has_no_use_for(tmp_path: Path) -> None:
    """A language model's weight without one would break the model that is made."""
    lm = tiny_lm(tmp_path)
    first = train(tiny_pairs(), config=stochastic(c=(300.0,), max_rounds=10), lm=lm)
    assert set(first.features.ngram_features) & set(first.weights.names)
    again = train(tiny_pairs(), config=stochastic(features=("rule",)), start=first)
    assert again.lm is None
    names = set(again.weights.names)
    assert SOURCE_WORDS_FEATURE not in names
    assert not {name for name in names if name in first.features.ngram_features}
    assert all(rewritten(again, tiny_pairs()))


@pytest.mark.parametrize("learner", ["cutting-plane", "frank-wolfe"])
def test_other_learners_have_no_start(learner: Any) -> None:
    first = train(tiny_pairs(), config=stochastic(max_rounds=1))
    message = f"the learner {learner} begins with no weights; .* set learner to adagrad"
    with pytest.raises(LaconicError, match=message):
        train(tiny_pairs(), config=Config(learner=learner), start=first)


def test_a_run_goes_on_with_the_same_extra_pairs_and_start_only(tmp_path: Path) -> None:
    path, pairs = tmp_path / "checkpoint", tiny_pairs()
    starts = [train(pairs, config=stochastic(max_rounds=rounds)).weights for rounds in (1, 2)]
    config = stochastic()
    given: dict[str, Any] = {"config": config, "extra": pairs[3:4], "start": starts[0]}
    Training(pairs[:3], **given).run(checkpoint=path, watch=Stop(1))
    for changed, name in (
        ({"extra": pairs[4:]}, "extra corpus"),
        ({"extra": ()}, "extra corpus"),
        ({"start": starts[1]}, "start"),
        ({"start": None}, "start"),
    ):
        other = Training(pairs[:3], **{**given, **changed})
        with pytest.raises(LaconicError, match=f"another {name}"):
            other.run(checkpoint=path, resume=True)
    assert not Training(pairs[:3], **given).run(checkpoint=path, resume=True).interrupted


def test_comparison_systems_take_neither() -> None:
    model = train(tiny_pairs(), config=stochastic(max_rounds=1))
    for given in ({"extra": tiny_pairs()}, {"start": model}):
        more: dict[str, Any] = given
        with pytest.raises(LaconicError, match=f"{next(iter(given))} is for the transducer alone"):
            laconic.train(tiny_pairs(), system="mcdonald", **more)
