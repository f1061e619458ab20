"""The model file: what it holds, that it comes back, and what is said of files that are none."""

from __future__ import annotations

import io
import json
import random
import struct
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import mutate_often
from tiny_corpus import exact, tiny_lm, tiny_pairs

import laconic
from laconic.archive import kind_of, open_archive, write_archive
from laconic.errors import FormatError, LaconicError
from laconic.model import KIND, VERSION, Model
from laconic.model_file import load_model
from laconic.training.run import train
from laconic.trees.brackets import parse
from laconic.trees.heads import load_head_table
from laconic.trees.labels import with_root
from laconic.weights import make_weights

HEADS = load_head_table("collins")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    lm = tiny_lm(tmp_path_factory.mktemp("lm"))
    return train(tiny_pairs(), config=exact(c=(10.0,)), lm=lm)


@pytest.fixture
def path(model: Model, tmp_path: Path) -> Path:
    model.save(tmp_path / "tiny.laconic")
    return tmp_path / "tiny.laconic"


def test_a_model_comes_back_and_gives_the_same_bytes(model: Model, path: Path) -> None:
    loaded = load_model(path)
    assert loaded.signature == model.signature
    assert loaded.config == model.config
    assert loaded.facts == model.facts
    assert loaded.weights.names == model.weights.names
    assert loaded.rule_scores.tobytes() == model.rule_scores.tobytes()
    for pair in tiny_pairs():
        assert isinstance(pair.source, laconic.Tree)
        one, two = model.rewrite(pair.source), loaded.rewrite(pair.source)
        assert (one.tree, one.score) == (two.tree, two.score)
    loaded.save(path.with_name("again"))
    assert path.with_name("again").read_bytes() == path.read_bytes()


def test_members_are_stored_aligned_and_without_times(path: Path) -> None:
    with zipfile.ZipFile(path) as members:
        infos = members.infolist()
        assert infos[0].filename == "manifest.json"
        manifest = json.loads(members.read("manifest.json"))
    assert manifest["version"] == VERSION
    assert manifest["signature"].startswith("model.1.")
    assert set(manifest["hashes"]) == {info.filename.removesuffix(".npy") for info in infos[1:]}
    content = path.read_bytes()
    for info in infos:
        name_size, extra_size = struct.unpack(
            "<HH", content[info.header_offset + 26 : info.header_offset + 30]
        )
        assert (info.header_offset + 30 + name_size + extra_size) % 64 == 0
        assert info.compress_type == zipfile.ZIP_STORED
        assert info.date_time == (1980, 1, 1, 0, 0, 0)


def test_the_language_model_is_mapped_where_it_lies(model: Model, path: Path) -> None:
    loaded = load_model(path)
    assert loaded.lm is not None
    assert model.lm is not None
    words = ["the", "dog", "zebra"]
    assert loaded.lm.score(words) == model.lm.score(words)
    assert loaded.lm.path == path
    assert loaded.lm.packed_bytes() == model.lm.packed_bytes()


def test_rules_score_the_same_from_the_file_and_from_their_features(model: Model) -> None:
    scores = [
        model.score_rule(model.grammar.rule(number), model.grammar.entry(number).origin)
        for number in range(len(model.grammar))
    ]
    assert model.rule_scores.tolist() == scores


def test_weights_that_are_zero_are_left_out() -> None:
    weights = make_weights({"b": 0.0, "é": 1.0, "a": -2.0})
    assert weights.names == ["a", "é"]
    assert weights.strongest() == [("a", -2.0), ("é", 1.0)]
    assert weights.strongest(1) == [("a", -2.0)]
    assert weights["b"] == weights["never"] == 0
    assert len(make_weights({})) == 0


def rewrite_manifest(path: Path, **changes: Any) -> None:
    """The same file with other facts in its manifest."""
    archive = open_archive(path, kind=KIND, version=VERSION)
    arrays = {name: np.array(array) for name, array in archive.arrays.items()}
    write_archive(path, {**archive.manifest, **changes}, arrays)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "version 99"),
        ({"kind": "grammar"}, "a file of kind 'grammar'"),
        ({"config": {"c": "much"}}, "c is 'much'; expected a number"),
        ({"config": {"speed": 1}}, "unknown setting 'speed'"),
        ({"config": 3}, "something is wrong"),
        ({"config": [1]}, "settings are a list; expected a table"),
        ({"signature": "model.1.0"}, "a signature of another model"),
        ({"functions": 5}, "something is wrong"),
        ({"functions": ["mine"]}, "was trained with the feature mine, which was not given"),
        ({"functions": "abc"}, "the names of functions are no list of names"),
        ({"config": {"folds": 10**400}}, "folds is 'too large'; expected a whole number"),
        ({"normalisation": "rot13"}, "something is wrong"),
        ({"normalisation": "none"}, "its grammar spells words otherwise than its settings"),
        ({"head_table": None}, "something is wrong.* a head table: name"),
        ({"head_table": "/dev/zero"}, "something is wrong.* a head table: name"),
        ({"head_table": {"name": "x"}}, "something is wrong.* a head table: name"),
        ({"hashes": {}}, "hashes of other members"),
    ],
)
def test_a_manifest_that_does_not_fit(path: Path, changes: dict[str, Any], message: str) -> None:
    rewrite_manifest(path, **changes)
    with pytest.raises(LaconicError, match=message):
        load_model(path, verify="hashes" in changes or "signature" in changes)


def replace_array(path: Path, name: str, array: Any) -> None:
    archive = open_archive(path, kind=KIND, version=VERSION)
    arrays = {key: np.array(value) for key, value in archive.arrays.items()}
    arrays[name] = array
    write_archive(path, archive.manifest, arrays)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("rule_scores", np.zeros(1)),
        ("rule_scores", np.zeros(3, dtype=np.float32)),
        ("weights", np.full(4, np.nan)),
        ("features", np.full(7, 255, dtype=np.uint8)),
        ("feature_starts", np.array([0, 10**9], dtype=np.uint64)),
        ("lm", np.zeros(100, dtype=np.uint8)),
        ("grammar_programs", np.zeros(0, dtype=np.int32)),
    ],
)
def test_arrays_that_do_not_fit(path: Path, name: str, array: Any) -> None:
    replace_array(path, name, array)
    with pytest.raises(FormatError, match="another hash"):
        load_model(path)
    with pytest.raises(FormatError):
        load_model(path, verify=False).matcher  # noqa: B018


def test_damaged_files_are_errors_for_people(path: Path) -> None:
    content = path.read_bytes()
    for number, damaged in enumerate(mutate_often(content, 300)):
        path.write_bytes(damaged)
        try:
            loaded = load_model(path, verify=bool(number % 3))
            loaded.matcher  # noqa: B018
        except LaconicError:
            continue
        assert loaded.signature  # damage in the padding, or unseen because it was not looked for


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.99])
def test_a_file_cut_short(path: Path, share: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(LaconicError):
        load_model(path)


def hostile(path: Path, member: str, data: bytes, *, method: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path, "a", method) as members:
        members.writestr(member, data)


def test_a_zip_bomb_is_not_unpacked(path: Path) -> None:
    hostile(path, "features2.npy", bytes(10**8), method=zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 10**7
    with pytest.raises(FormatError, match="is compressed"):
        load_model(path)


@pytest.mark.parametrize("name", ["../../evil.npy", "/etc/passwd", "a/b.npy", "..", "weights.npy"])
def test_paths_and_double_names_in_the_zip(path: Path, name: str) -> None:
    if name == "weights.npy":
        with pytest.warns(UserWarning, match="Duplicate"):
            hostile(path, name, b"")
    else:
        hostile(path, name, b"")
    with pytest.raises(FormatError, match="damaged"):
        load_model(path)


def test_members_that_overlap(path: Path) -> None:
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as members:
        first, second = members.infolist()[1:3]
        directory = members.start_dir
    entry = content.index(second.filename.encode(), directory) - 46
    content[entry + 42 : entry + 46] = struct.pack("<I", first.header_offset)
    path.write_bytes(bytes(content))
    with pytest.raises(FormatError, match="is not where it should be"):
        load_model(path)


def test_absurd_sizes_are_refused_before_anything_is_read(path: Path) -> None:
    """A directory that promises terabytes, and an array that does."""
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as members:
        last, directory = members.infolist()[-1], members.start_dir
    entry = content.index(last.filename.encode(), directory) - 46
    content[entry + 20 : entry + 28] = struct.pack("<II", 0xFFFFFFF0, 0xFFFFFFF0)
    path.write_bytes(bytes(content))
    with pytest.raises(FormatError, match="damaged"):
        load_model(path)


def test_an_array_that_promises_more_than_its_member_has(path: Path) -> None:
    content = path.read_bytes()
    place = content.index(b"'shape': (")
    changed = content[:place] + content[place:].replace(b"'shape': (", b"'shape': (9", 1)
    path.write_bytes(changed[: len(content)])
    with pytest.raises(FormatError):
        load_model(path, verify=False)


def test_numbers_that_no_training_gives(path: Path) -> None:
    archive = open_archive(path, kind=KIND, version=VERSION)
    for name in ("weights", "rule_scores"):
        replace_array(path, name, np.full(len(archive.arrays[name]), 1e308))
        with pytest.raises(FormatError, match="a number is too large"):
            load_model(path, verify=False)


@pytest.mark.parametrize(("at", "value"), [(8, 0x01), (8, 0x20), (6, 99)])
def test_flags_and_versions_of_zip_that_nobody_knows(path: Path, at: int, value: int) -> None:
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as members:
        directory = members.start_dir
    content[directory + at] = value
    path.write_bytes(bytes(content))
    assert kind_of(path) is None
    with pytest.raises(LaconicError):
        load_model(path)


def test_what_kind_a_file_is(path: Path, tmp_path: Path) -> None:
    assert kind_of(path) == "model"
    (tmp_path / "text").write_text("no archive")
    assert kind_of(tmp_path / "text") is None
    assert kind_of(tmp_path / "missing") is None
    chance = random.Random(1)
    (tmp_path / "noise").write_bytes(b"PK\x03\x04" + chance.randbytes(1000))
    assert kind_of(tmp_path / "noise") is None


def test_a_model_opens_no_file_that_its_settings_name(model: Model, path: Path) -> None:
    extraction = replace(model.config.extraction, head_table="/dev/zero")
    forged = replace(model, config=replace(model.config, extraction=extraction), heads=HEADS)
    forged.save(path)
    loaded = load_model(path)
    assert loaded.config.extraction.head_table == "/dev/zero"
    assert loaded.coverage is not None
    assert loaded.coverage.heads == HEADS
    assert loaded.matcher is not None


def test_a_manifest_that_is_too_large_is_neither_read_nor_written(path: Path) -> None:
    archive = open_archive(path, kind=KIND, version=VERSION)
    arrays = {name: np.array(array) for name, array in archive.arrays.items()}
    manifest = {**archive.manifest, "facts": {"much": [{}] * 400_000}}
    before = path.read_bytes()
    with pytest.raises(LaconicError, match="its manifest would have"):
        write_archive(path, manifest, arrays)
    assert path.read_bytes() == before
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(path.with_name("large"), "w") as new:
        for info in old.infolist():
            is_manifest = info.filename == "manifest.json"
            new.writestr(info.filename, json.dumps(manifest) if is_manifest else old.read(info))
    with pytest.raises(FormatError, match="its manifest has"):
        load_model(path.with_name("large"))
    assert kind_of(path.with_name("large")) is None


def test_what_follows_the_end_is_noticed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(FormatError, match="something follows its directory"):
        load_model(path)


def test_a_tree_without_the_virtual_root_gets_one(model: Model) -> None:
    bare = parse("(S (NP (DT the) (NN dog)) (VP (VBD barked)) (. .))")
    assert model.rewrite(bare).tree == model.rewrite(with_root(bare)).tree


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match="cannot read"):
        laconic.load(tmp_path / "missing.laconic")
