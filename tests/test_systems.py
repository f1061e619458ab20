"""Systems: whichever it is, it is trained, saved, loaded and used in the same way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny_corpus import exact, tiny_lm, tiny_pairs

import laconic
from laconic.baselines.clarke_lm import TrigramModel
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.mcdonald_training import Pass
from laconic.baselines.options import MiraOptions
from laconic.baselines.sentence import Compressed
from laconic.corpus import tree_of
from laconic.errors import LaconicError
from laconic.model import Model, Rewritten
from laconic.scoring.ngram import NgramModel
from laconic.systems import SYSTEMS, Compression, System, config_type, load

MIRA = MiraOptions(passes=2, k_best=2)
CONFIGS: dict[str, Any] = {
    "transducer": exact(c=(10.0,)),
    "mcdonald": laconic.McDonaldConfig(mira=MIRA),
    "clarke-ilp": laconic.ClarkeIlpConfig(mira=MIRA),
    "clarke-lm": laconic.ClarkeLmConfig(),
}
TYPES = {
    "transducer": Model,
    "mcdonald": BigramModel,
    "clarke-ilp": BigramModel,
    "clarke-lm": TrigramModel,
}


@pytest.fixture(scope="module")
def lm(tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    return tiny_lm(tmp_path_factory.mktemp("lm"))


def needed(system: str, lm: NgramModel) -> NgramModel | None:
    return lm if system in ("transducer", "clarke-lm") else None


def as_system(model: System) -> System:
    return model


def as_compression(compression: Compression) -> Compression:
    return compression


def every_model_is_a_system(
    model: Model, bigram: BigramModel, trigram: TrigramModel
) -> tuple[System, System, System]:
    """For the type checker."""
    return as_system(model), as_system(bigram), as_system(trigram)


def everything_made_is_a_compression(
    rewritten: Rewritten, compressed: Compressed
) -> tuple[Compression, Compression]:
    """For the type checker."""
    return as_compression(rewritten), as_compression(compressed)


def test_the_systems_are_those_of_the_paper() -> None:
    assert list(SYSTEMS) == list(CONFIGS)
    assert {name: config_type(name) for name in SYSTEMS} == {
        name: type(config) for name, config in CONFIGS.items()
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_any_system_is_trained_saved_loaded_and_used(
    name: str, lm: NgramModel, tmp_path: Path
) -> None:
    model: System = laconic.train(
        tiny_pairs(), system=name, config=CONFIGS[name], lm=needed(name, lm)
    )
    assert isinstance(model, TYPES[name])
    assert model.system == name
    model.save(tmp_path / "model")
    loaded: System = load(tmp_path / "model")
    assert type(loaded) is type(model)
    assert (loaded.system, loaded.signature) == (name, model.signature)
    trees = [tree_of(pair.source) for pair in tiny_pairs()]
    within = loaded.for_document(trees)
    for tree in trees:
        found: Compression = loaded.rewrite(tree)
        assert found.tree == model.rewrite(tree).tree
        assert found.score == model.rewrite(tree).score
        assert found.marks == ()
        assert within.rewrite(tree).tree.words()
        if found.kept is not None:
            assert found.tree.words() == [tree.words()[place] for place in found.kept]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_settings_stand_for_the_system(name: str, lm: NgramModel) -> None:
    by_config = laconic.train(tiny_pairs(), config=CONFIGS[name], lm=needed(name, lm))
    by_both = laconic.train(tiny_pairs(), config=CONFIGS[name], system=name, lm=needed(name, lm))
    assert by_config.signature == by_both.signature
    assert by_config.system == name


def test_a_system_alone_has_its_own_defaults(lm: NgramModel) -> None:
    model = laconic.train(tiny_pairs(), system="clarke-lm", lm=lm)
    assert isinstance(model, TrigramModel)
    assert model.ilp == laconic.ClarkeLmConfig().ilp
    weighted = laconic.train(tiny_pairs(), system="mcdonald")
    assert isinstance(weighted, BigramModel)
    assert weighted.mira == MiraOptions()


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("other", SYSTEMS)
def test_settings_of_another_system_are_refused(system: str, other: str) -> None:
    config = CONFIGS[other]
    if system != other:
        expected = f"config is a {type(config).__name__}; {system} takes a"
        with pytest.raises(LaconicError, match=expected):
            laconic.train(tiny_pairs(), system=system, config=config)


def test_an_unknown_system_is_an_error_that_lists_what_there_is() -> None:
    names = "transducer, mcdonald, clarke-ilp, clarke-lm"
    with pytest.raises(LaconicError, match=f"unknown system 'knight'; expected one of {names}"):
        laconic.train(tiny_pairs(), system="knight")


def size_of_rule(rule: laconic.Rule) -> dict[str, float]:
    return {"words": float(len(rule.target.words()))}


@pytest.mark.parametrize("name", ["features", "loss", "rules"])
def test_what_only_the_transducer_takes_is_refused_by_others(name: str) -> None:
    given: dict[str, Any] = {name: [size_of_rule]}
    with pytest.raises(LaconicError, match=f"{name} is for the transducer alone"):
        laconic.train(tiny_pairs(), system="mcdonald", **given)


def test_a_model_of_another_system_takes_no_features(tmp_path: Path) -> None:
    laconic.train(tiny_pairs(), config=CONFIGS["mcdonald"]).save(tmp_path / "model")
    with pytest.raises(LaconicError, match="takes no features"):
        load(tmp_path / "model", features=[size_of_rule])


def test_a_run_can_be_watched_and_gone_on_with(tmp_path: Path) -> None:
    passes: list[Pass] = []
    config, checkpoint = CONFIGS["clarke-ilp"], tmp_path / "checkpoint"
    whole = laconic.train(
        tiny_pairs(), config=config, watch=passes.append, checkpoint=checkpoint, workers=2
    )
    assert [done.number for done in passes] == [1, 2]
    again = laconic.train(
        tiny_pairs(), config=config, watch=passes.append, checkpoint=checkpoint, resume=True
    )
    assert len(passes) == 2
    assert again.signature == whole.signature


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 but no more"])
def test_a_file_that_is_no_model(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(LaconicError):
        load(tmp_path / "file")
    with pytest.raises(LaconicError, match="cannot read"):
        load(tmp_path / "missing")
