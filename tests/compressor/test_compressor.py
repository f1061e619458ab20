"""`Compressor`: a model of any system with a parser, and a system itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compressors import DOG, SmallParser, tiny_model
from tiny_corpus import tiny_lm, tiny_pairs

import laconic
from laconic.baselines.options import MiraOptions
from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import MOST_TOKENS
from laconic.compressor.loading import load, shipped_models
from laconic.corpus import tree_of
from laconic.errors import LaconicError
from laconic.model import Model
from laconic.parsing.embedded import EmbeddedParser
from laconic.systems import System
from laconic.trees.brackets import parse
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

BASELINES = ("mcdonald", "clarke-ilp", "clarke-lm")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each system."""
    path = tmp_path_factory.mktemp("models")
    tiny_model(path).save(path / "transducer.laconic")
    mira = MiraOptions(passes=2, k_best=2)
    pairs, lm = tiny_pairs(), tiny_lm(path)
    for config in (laconic.McDonaldConfig(mira=mira), laconic.ClarkeIlpConfig(mira=mira)):
        model = laconic.train(pairs, config=config)
        model.save(path / f"{model.system}.laconic")
    laconic.train(pairs, config=laconic.ClarkeLmConfig(), lm=lm).save(path / "clarke-lm.laconic")
    return path


def as_system(compressor: Compressor) -> System:
    """For the type checker."""
    return compressor


@pytest.mark.parametrize("name", ["transducer", *BASELINES])
def test_every_system_compresses_text(name: str, folder: Path) -> None:
    compressor = load(folder / f"{name}.laconic", parser=SmallParser())
    assert compressor.system == name
    result = compressor.compress(parse(DOG))
    assert result.text.endswith(".")
    assert result.tree == compressor.model.rewrite(parse(DOG)).tree
    assert result.score == compressor.model.rewrite(parse(DOG)).score
    [sentence] = result.sentences
    assert sentence.kept == compressor.model.rewrite(parse(DOG)).kept
    assert [word.source for word in sentence.tokens] == list(sentence.kept or ())
    assert (result.derivation is not None) == (name == "transducer")
    texts = ["Old dogs bark.", "A cat slept. Then it rained."]
    many = list(compressor.compress_many(texts))
    assert [one.text for one in many] == [compressor.compress(text).text for text in texts]


@pytest.mark.parametrize("name", BASELINES)
def test_what_only_a_transducer_can_do_is_refused(name: str, folder: Path) -> None:
    compressor = load(folder / f"{name}.laconic", parser=SmallParser())
    options: list[dict[str, Any]] = [
        {"rate": 0.5},
        {"min_rate": 0.5},
        {"max_words": 3},
        {"max_chars": 9},
        {"nbest": 2},
    ]
    others: list[dict[str, Any]] = [{"keep": ["dog"]}, {"drop": ["dog"]}, {"guards": ("names",)}]
    for option in [*options, *others]:
        [field] = option
        said = f"{field} needs a transducer; this model is {name}"
        with pytest.raises(LaconicError, match=said):
            compressor.compress("The dog barked.", None, **option)
        with pytest.raises(LaconicError, match=said):
            compressor.compress_many(["The dog barked."], None, **option)
    with pytest.raises(LaconicError, match="a frontier needs a transducer"):
        compressor.frontier("The dog barked.")
    assert compressor.compress("The dog barked.", guards=()).text


def test_a_compressor_is_a_system(folder: Path) -> None:
    loaded = load(folder / "transducer.laconic")
    compressor, pairs = as_system(loaded), tiny_pairs()
    assert compressor.signature == f"{loaded.model.signature}+guards"
    within = compressor.for_document([])
    assert within.rewrite(parse(DOG)).tree == compressor.rewrite(parse(DOG)).tree
    report = laconic.evaluate(compressor, pairs, parser=SmallParser())
    ours, copied = (report.score(name, "token-f1") for name in ("transducer", "copy"))
    assert (ours or 0) > (copied or 1)
    for pair in pairs:
        made = compressor.rewrite(tree_of(pair.source))
        assert made.tree.words() == [tree_of(pair.source).words()[at] for at in made.kept or ()]


def test_a_tree_that_is_too_long_is_rewritten_as_itself(folder: Path) -> None:
    long = Tree("S", [Tree("NN", word="a")] * (MOST_TOKENS + 1))
    made = load(folder / "transducer.laconic").rewrite(long)
    assert made.tree == with_root(long)
    assert made.kept == tuple(range(MOST_TOKENS + 1))
    assert made.marks[0].startswith("too long")


def test_a_compressor_is_saved_as_its_model(folder: Path, tmp_path: Path) -> None:
    path = folder / "transducer.laconic"
    load(path).save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    assert repr(load(path)).startswith("Compressor(transducer, model.1.")


def test_the_parser_is_loaded_when_it_is_needed(folder: Path) -> None:
    compressor = load(folder / "transducer.laconic")
    compressor.compress(parse(DOG))
    assert "parser" not in vars(compressor)
    assert compressor.compress("The old dog barked loudly.").text == "The dog barked."
    assert isinstance(compressor.parser, EmbeddedParser)


def test_models_are_known_by_name_or_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = ", ".join(shipped_models()) or "none"
    with pytest.raises(LaconicError) as error:
        load("nobody")
    assert str(error.value) == (
        f"there is no model 'nobody'; models that ship: {known}; the path of a file, such as"
        " ./nobody.laconic, works too"
    )
    monkeypatch.chdir(folder)
    assert isinstance(load("transducer.laconic").model, Model)
    (folder / "plain").write_bytes((folder / "transducer.laconic").read_bytes())
    assert isinstance(load("plain").model, Model)
    for missing in ("./nobody", "nobody.laconic", Path("nobody")):
        with pytest.raises(LaconicError, match="cannot read"):
            load(missing)


def test_features_and_checksums_go_with_a_file(folder: Path, tmp_path: Path) -> None:
    def mine(rule: laconic.Rule) -> dict[str, float]:
        return {"words": float(len(rule.target.words()))}

    with pytest.raises(LaconicError, match="knows no feature mine"):
        load(folder / "transducer.laconic", features=[mine])
    damaged = bytearray((folder / "transducer.laconic").read_bytes())
    place = damaged.index(b"rule_scores") + 300
    damaged[place] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(LaconicError, match="damaged"):
        load(tmp_path / "damaged")
