"""A model with a tagger: its scores, its explanations, its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import mutate_often
from hand_model import WEIGHTS, hand_model
from taggers import KNOWN, lay_out, random_tagger
from tiny_corpus import tiny_pairs

from laconic.archive import open_archive, write_archive
from laconic.cli.inspect_model import describe_model
from laconic.compressor.explanation import explain
from laconic.errors import FormatError, LaconicError
from laconic.model import KIND, TAGGED_VERSION, VERSION, Model
from laconic.model_file import load_model
from laconic.scoring.tagger import TAGGER_FEATURE
from laconic.shipped import FOLDER
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree
from laconic.weights import make_weights

WEIGHT = 0.75
SOURCES = [
    KNOWN,
    *(with_root(pair.source) for pair in tiny_pairs() if isinstance(pair.source, Tree)),
]


@pytest.fixture(scope="module")
def model() -> Model:
    weights = make_weights({**WEIGHTS, TAGGER_FEATURE: WEIGHT})
    return replace(hand_model(), weights=weights, tagger=random_tagger())


@pytest.fixture
def path(model: Model, tmp_path: Path) -> Path:
    model.save(tmp_path / "tagged.laconic")
    return tmp_path / "tagged.laconic"


@pytest.mark.parametrize("tree", SOURCES)
def test_an_edge_has_the_log_odds_of_the_tokens_it_keeps(model: Model, tree: Tree) -> None:
    assert model.tagger is not None
    log_odds = model.tagger.log_odds(lay_out(tree))
    forest = model.matcher.match(tree)
    plain = hand_model()
    before, after = plain.score_edges(plain.matcher.match(tree)), model.score_edges(forest)
    for number, edge in enumerate(forest.edges):
        own = sum(log_odds[token] for token in edge.word_sources if token >= 0)
        assert after[number] - before[number] == pytest.approx(WEIGHT * own)
        [named] = model.explain_edges(forest, [number])
        assert named[TAGGER_FEATURE] == pytest.approx(own)


@pytest.mark.parametrize("tree", SOURCES)
def test_explanations_add_up(model: Model, tree: Tree) -> None:
    rewritten = model.rewrite(tree)
    assert model.tagger is not None
    log_odds = model.tagger.log_odds(lay_out(tree))
    kept = [word for word in rewritten.words if word < len(log_odds)]
    vector = model.explain(rewritten)
    assert vector[TAGGER_FEATURE] == pytest.approx(sum(log_odds[kept]))
    assert model.weights.score(vector) == pytest.approx(rewritten.score)
    explanation = explain(model, rewritten)
    added = sum(part.added for part in explanation.contributions)
    assert added == pytest.approx(explanation.difference)


def test_with_the_tagger_alone_its_sum_is_what_is_searched_for(model: Model) -> None:
    nothing = np.zeros(len(model.grammar))
    alone = replace(model, weights=make_weights({TAGGER_FEATURE: 1.0}), rule_scores=nothing)
    assert alone.tagger is not None
    log_odds = alone.tagger.log_odds(lay_out(KNOWN))
    rewritten = alone.rewrite(KNOWN)
    kept = [word for word in rewritten.words if word < len(log_odds)]
    assert rewritten.score == pytest.approx(sum(log_odds[kept]))
    assert rewritten.score >= log_odds.sum() - 1e-9  # copying is one of the derivations


def test_a_model_with_a_tagger_comes_back(model: Model, path: Path) -> None:
    loaded = load_model(path)
    assert loaded.tagger is not None
    assert loaded.signature == model.signature
    assert loaded.signature.startswith(f"model.{TAGGED_VERSION}.")
    for tree in SOURCES:
        one, two = model.rewrite(tree), loaded.rewrite(tree)
        assert (one.tree, one.score) == (two.tree, two.score)
    loaded.save(path.with_name("again"))
    assert path.with_name("again").read_bytes() == path.read_bytes()


def test_inspecting_tells_of_the_tagger(model: Model) -> None:
    lines = list(describe_model(model, 5))
    assert model.tagger is not None
    assert f"tagger\t{len(model.tagger.names)} inputs, {model.tagger.file_bytes} bytes" in lines
    assert not any(line.startswith("tagger") for line in describe_model(hand_model(), 5))


def test_the_signature_covers_the_tagger(model: Model) -> None:
    others = (hand_model(), replace(model, tagger=random_tagger(2)), replace(model, tagger=None))
    assert len({model.signature, *(other.signature for other in others)}) == 4


def test_who_knows_no_tagger_does_not_read_the_file(path: Path) -> None:
    with pytest.raises(FormatError, match="version 2, expected a model file of version 1"):
        open_archive(path, kind=KIND, version=VERSION)


def test_a_model_without_a_tagger_is_what_it_was() -> None:
    shipped = FOLDER / "general.laconic"
    loaded = load_model(shipped)
    assert loaded.tagger is None
    manifest = open_archive(shipped, kind=KIND, version=VERSION).manifest
    assert loaded.signature == manifest["signature"]


def rewrite_file(path: Path, changes: dict[str, Any], *, version: int = TAGGED_VERSION) -> None:
    archive = open_archive(path, kind=KIND, version=(VERSION, TAGGED_VERSION))
    arrays = {name: np.array(array) for name, array in archive.arrays.items()}
    arrays = {name: array for name, array in {**arrays, **changes}.items() if array is not None}
    write_archive(path, {**archive.manifest, "version": version}, arrays)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tagger_table": None}, "something is wrong"),
        ({"tagger_output": np.zeros(3, dtype=np.float32)}, "not of the form"),
        ({"tagger_other": np.zeros(3)}, "other arrays than its layers"),
        ({"tagger_0_inner": np.zeros((4, 4))}, "numbers of 8 bits"),
    ],
)
def test_taggers_that_do_not_fit(path: Path, changes: dict[str, Any], message: str) -> None:
    rewrite_file(path, changes)
    with pytest.raises(FormatError):
        load_model(path)
    with pytest.raises(FormatError, match=message):
        load_model(path, verify=False)


def test_the_version_says_whether_there_is_a_tagger(model: Model, path: Path) -> None:
    rewrite_file(path, {}, version=VERSION)
    with pytest.raises(FormatError, match="a model of version 1 has a tagger"):
        load_model(path, verify=False)
    replace(model, tagger=None).save(path)
    rewrite_file(path, {}, version=TAGGED_VERSION)
    with pytest.raises(FormatError, match="a model of version 2 has no tagger"):
        load_model(path, verify=False)


def test_damaged_files_are_errors_for_people(path: Path) -> None:
    content = path.read_bytes()
    for number, damaged in enumerate(mutate_often(content, 200)):
        path.write_bytes(damaged)
        try:
            loaded = load_model(path, verify=bool(number % 3))
            found = loaded.rewrite(KNOWN)
        except LaconicError:
            continue
        assert np.isfinite(found.score)
