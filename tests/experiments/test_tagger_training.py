"""The training of the tagger, whole but tiny. Without torch these tests are left out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hand_model import hand_model
from pairs import ROOT
from taggers import lay_out
from tiny_corpus import tiny_pairs

from laconic.corpus import Pair
from laconic.errors import LaconicError
from laconic.scoring.tagger import TAGGER_FEATURE, Tagger
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

torch = pytest.importorskip("torch")

FOLDER = ROOT / "experiments" / "models"
NAMES = ("tagger_examples", "tagger_network", "tagger_vectors", "tagger", "tagger_tuning")


@pytest.fixture(scope="module")
def program() -> Iterator[dict[str, Any]]:
    """The modules of the training program, by name."""
    sys.path.insert(0, str(FOLDER))
    yield {name: import_module(name) for name in NAMES}
    sys.path.remove(str(FOLDER))
    for name in NAMES:
        del sys.modules[name]


@pytest.fixture
def settings(program: dict[str, Any]) -> Any:
    small = {"width": 8, "distances": (1, 0, 2), "rare": 1, "epochs": 3, "batch_tokens": 12}
    return program["tagger"].TaggerSettings(**small, rate=0.02, weight=0.5, offset=0.25)


def tell(what: str, **figures: Any) -> None:
    assert what
    assert figures


def answers(tagger: Tagger) -> list[list[float]]:
    sources = [pair.source for pair in tiny_pairs()]
    return [tagger.log_odds(lay_out(tree)).tolist() for tree in sources if isinstance(tree, Tree)]


def test_pairs_as_examples(program: dict[str, Any]) -> None:
    new = Pair("new", parse("(TOP (X a) (X b))"), (parse("(TOP (X c))"),))
    examples = program["tagger_examples"].describe([*tiny_pairs(), new], 2)
    assert len(examples.sentences) == len(tiny_pairs())  # what does not only delete is left out
    assert examples.sentences[0].kept.tolist() == [1, 0, 1, 1, 0, 1]
    assert list(examples.names) == sorted(examples.names)
    assert "word dog" in examples.names
    assert "word barked" not in examples.names
    row = examples.names.index("word dog") + 1
    assert examples.sentences[0].inputs[2, 0] == row
    assert examples.sentences[0].inputs[3, 0] == 0


def test_torch_and_numpy_compute_the_same(program: dict[str, Any]) -> None:
    made, built = program["tagger_examples"], program["tagger_network"]
    examples = made.describe(tiny_pairs(), 1)
    torch.manual_seed(1)
    network = built.TaggerNetwork(len(examples.names), 8, (1, 0, 2, 0))
    with torch.no_grad():
        for step in network.steps:
            step.outer.weight.normal_()
        # Exactly what 8 bits can say, so that rounding makes no difference.
        exported = network.export(examples.names, 0.0)
        network.table.weight.copy_(torch.from_numpy(exported.network.table.floats))
        for step, layer in zip(network.steps, exported.network.layers, strict=True):
            step.inner.weight.copy_(torch.from_numpy(layer.inner.floats.T.copy()))
            step.outer.weight.copy_(torch.from_numpy(layer.outer.floats.T.copy()))
        network.eval()
        found = network(made.collate(examples.sentences)).numpy()
    expected = np.concatenate([np.array(one) for one in answers(exported)])
    assert np.abs(found - expected).max() < 1e-4
    shifted = answers(network.export(examples.names, 0.5))
    assert shifted[0][0] == pytest.approx(expected[0] + 0.5, abs=1e-5)


def test_every_sentence_is_in_one_batch(program: dict[str, Any]) -> None:
    made = program["tagger_examples"]
    examples = made.describe(tiny_pairs(), 1)
    batches = list(made.batches(examples, 12, [1, 0]))
    assert len(batches) > 1
    assert sum(batch.size for batch in batches) == examples.tokens
    again = list(made.batches(examples, 12, [1, 0]))
    assert all(
        bool((one.inputs == two.inputs).all()) for one, two in zip(batches, again, strict=True)
    )


def test_a_run_that_was_interrupted_gives_the_same_tagger(
    program: dict[str, Any], settings: Any, tmp_path: Path
) -> None:
    train = program["tagger"].train_tagger
    whole = train(tiny_pairs(), settings, tmp_path / "whole", tell)

    class StoppedError(Exception):
        pass

    def stop(what: str, **figures: Any) -> None:
        if what == "epoch" and figures["number"] == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        train(tiny_pairs(), settings, tmp_path / "stopped", stop)
    resumed = train(tiny_pairs(), settings, tmp_path / "stopped", tell)
    arrays = resumed.to_arrays()
    for name, array in whole.to_arrays().items():
        assert array.tobytes() == arrays[name].tobytes()


def test_a_checkpoint_of_other_data_or_settings(
    program: dict[str, Any], settings: Any, tmp_path: Path
) -> None:
    train, path = program["tagger"].train_tagger, tmp_path / "checkpoint"
    train(tiny_pairs(), settings, path, tell)
    with pytest.raises(LaconicError, match="another data"):
        train(tiny_pairs()[1:], settings, path, tell)
    with pytest.raises(LaconicError, match="another settings"):
        train(tiny_pairs(), replace(settings, dropout=0.5), path, tell)
    train(tiny_pairs(), replace(settings, weight=3.0, offset=1.0), path, tell)


def test_what_is_learned_is_what_references_keep(
    program: dict[str, Any], settings: Any, tmp_path: Path
) -> None:
    longer = replace(settings, epochs=60, dropout=0.0, hidden_words=0.0, offset=0.0)
    tagger = program["tagger"].train_tagger(tiny_pairs(), longer, tmp_path / "checkpoint", tell)
    examples = program["tagger_examples"].describe(tiny_pairs(), 1)
    for found, sentence in zip(answers(tagger), examples.sentences, strict=True):
        assert [number > 0 for number in found] == (sentence.kept > 0).tolist()


def test_the_settings_that_ship_can_be_read_and_the_model_knows_them(
    program: dict[str, Any], settings: Any, tmp_path: Path
) -> None:
    module = program["tagger"]
    assert module.read_settings(FOLDER / "tagger.toml").weight > 0
    tagger = module.train_tagger(tiny_pairs(), settings, tmp_path / "checkpoint", tell)
    model = module.with_tagger(hand_model(), tagger, settings)
    assert model.weights[TAGGER_FEATURE] == 0.5
    assert model.facts["tagger_settings"]["width"] == 8
    assert model.signature != hand_model().signature


def test_a_tagger_goes_on_learning_from_other_pairs(
    program: dict[str, Any], settings: Any, tmp_path: Path
) -> None:
    tuning = program["tagger_tuning"]
    tagger = program["tagger"].train_tagger(tiny_pairs(), settings, tmp_path / "run", tell)
    # What it begins with is what the tagger says.
    network = tuning.network_of(tagger).eval()
    examples = tuning.described(tiny_pairs(), tagger.names)
    with torch.no_grad():
        found = network(program["tagger_examples"].collate(examples.sentences)).numpy()
    expected = np.concatenate([np.array(one) for one in answers(tagger)])
    assert np.abs(found - expected).max() < 1e-4
    # Copies of all sources: from then on everything is kept, known words or not.
    source = parse("(TOP (S (NP (DT an) (NN owl)) (VP (VBD hooted))))")
    kept = [replace(pair, references=(pair.source,)) for pair in tiny_pairs()]
    kept.append(Pair("new", source, (source,)))
    given = tuning.TuningSettings(epochs=40, batch_tokens=12, rate=0.02)
    tuned = tuning.tune_tagger(tagger, kept, given)
    assert tuned.names == tagger.names
    assert min(min(numbers) for numbers in answers(tuned)) > 0 > min(expected)
    again = tuning.tune_tagger(tagger, kept, given).to_arrays()
    assert all(
        array.tobytes() == again[name].tobytes() for name, array in tuned.to_arrays().items()
    )
