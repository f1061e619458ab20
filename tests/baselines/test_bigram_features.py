"""Features of neighbours: that they add up, that all of them occur, and that keys come back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairs import sample_pairs
from strategies import trees

from laconic.baselines.bigram_features import TEMPLATES, GapFeatures, read_features
from laconic.baselines.gap_scores import FloatArray, path_vectors, score_pairs
from laconic.baselines.mcdonald import make_bigram_model
from laconic.baselines.options import MiraOptions
from laconic.baselines.sentence import Sentence, read_sentence
from laconic.baselines.symbols import (
    LARGEST_CODE,
    LARGEST_TEXT,
    Symbols,
    columns_of,
    make_key,
    make_keys,
    merge_keys,
    split_key,
)
from laconic.baselines.viterbi import path_score
from laconic.corpus import tree_of
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree


@cache
def sample_sentences() -> list[Sentence]:
    return [read_sentence(tree_of(pair.source)) for pair in sample_pairs()[:40]]


def read_alone(sentence: Sentence) -> tuple[GapFeatures, int]:
    """The features of a sentence as columns, and how many columns there are."""
    keys = read_features(sentence, Symbols())
    index = keys.keys()
    return keys.as_columns(index), len(index)


def random_kept(chance: np.random.Generator, size: int) -> tuple[int, ...]:
    """Some words, at least one."""
    kept = chance.random(size) < chance.random()
    kept[chance.integers(size)] = True
    return tuple(np.flatnonzero(kept).tolist())


def dense(features: GapFeatures, kept: Sequence[int], width: int) -> FloatArray:
    columns, vectors = path_vectors(features, [kept])
    whole = np.zeros(width + 1)
    whole[columns] = vectors[0]
    return whole


def check_sums(sentence: Sentence, seed: int) -> None:
    """Whole weights, so that sums are exact."""
    chance = np.random.default_rng(seed)
    features, width = read_alone(sentence)
    weights = np.append(chance.integers(-9, 10, width), 0.0)
    scores = score_pairs(features, weights)
    for _ in range(8):
        kept = random_kept(chance, len(sentence))
        assert path_score(scores, kept) == float(weights @ dense(features, kept, width))


@settings(max_examples=60)
@given(trees(max_words=9), st.integers(0, 10**6))
def test_scores_of_neighbours_add_up_to_weights_times_features(tree: Tree, seed: int) -> None:
    check_sums(read_sentence(tree), seed)


def test_scores_of_parsed_sentences_add_up_as_well() -> None:
    for number, sentence in enumerate(sample_sentences()):
        check_sums(sentence, number)


def test_several_compressions_share_their_columns() -> None:
    sentence = sample_sentences()[3]
    features, width = read_alone(sentence)
    chance = np.random.default_rng(0)
    paths = [random_kept(chance, len(sentence)) for _ in range(5)]
    columns, vectors = path_vectors(features, paths)
    assert columns.tolist() == sorted(set(columns.tolist()))
    for path, vector in zip(paths, vectors, strict=True):
        whole = np.zeros(width + 1)
        whole[columns] = vector
        assert whole.tolist() == dense(features, path, width).tolist()


def by_name(tree: str, kept: Sequence[int]) -> dict[str, float]:
    """The features of a compression, by name."""
    sentence, symbols = read_sentence(parse(tree)), Symbols()
    keys = read_features(sentence, symbols)
    index = keys.keys()
    model = make_bigram_model(symbols, index, np.ones(len(index)), MiraOptions())
    explained = model.explain(sentence.tree, kept)
    return {name: value for name, (value, _) in explained.items()}


DOG = "(S (NP (DT The) (JJ old) (NN dog)) (VP (VBD ran) (ADVP (RB away))) (. .))"


def test_the_features_of_a_compression_by_hand() -> None:
    """The dog ran [old and away are dropped, away as a whole phrase]."""
    found = by_name(DOG, (0, 2, 3, 5))
    expected = {
        "gap 0": 3.0,  # start and The, dog and ran, . and the end
        "gap 1": 2.0,
        "tags DT NN 0": 1.0,
        "tags+gap DT NN 1": 1.0,
        "words the dog 1": 1.0,
        "words dog ran 0": 1.0,
        "word+tag <s> DT 0": 1.0,
        "tag+word . </s> 0": 1.0,
        "before+tag JJ|NN VBD 0": 1.0,
        "tag+after DT NN|VBD 1": 1.0,
        "inside DT|JJ JJ|NN 1": 1.0,
        "tags+relation DT NN 5": 1.0,  # the second is the head of the first, with a gap
        "head of second SBJ|NN 2": 1.0,
        "head of first NMOD|DT 3": 1.0,
        "ancestor NP 1": 1.0,
        "constituent JJ NP 1": 1.0,
        "constituent ADVP VP 1": 1.0,
        "drop tag JJ 0": 1.0,
        "drop word away 0": 1.0,
        "drop tags around DT|JJ|NN 0": 1.0,
        "drop relation+tag+head NMOD|JJ NN 0": 1.0,
        "drop leaf NMOD|JJ 1": 1.0,
        "drop head+relation dog NMOD 0": 1.0,
        "drop phrase+tag NP JJ 0": 1.0,
        "drop depth+tag JJ 2": 1.0,
        "drop node ADVP<VP 0": 1.0,
        "drop node of rule VP > VBD [ADVP] 0": 1.0,
        "drop node with head ADVP<VP away 0": 1.0,
        "drop top ADVP<VP 0": 1.0,
        "drop top JJ<NP 0": 1.0,
    }
    assert {name: found.get(name) for name in expected} == expected
    assert "drop top RB<ADVP 0" not in found  # its parent is gone too
    assert "drop node NP<S 0" not in found
    assert "drop tag DT 0" not in found


def test_every_template_occurs_in_parsed_sentences() -> None:
    symbols = Symbols()
    keys = merge_keys([read_features(one, symbols).keys() for one in sample_sentences()])
    assert {split_key(key)[0] for key in keys.tolist()} == set(range(len(TEMPLATES)))


def test_what_is_not_known_stands_in_the_last_column() -> None:
    sentence = sample_sentences()[0]
    keys = read_features(sentence, Symbols())
    index = keys.keys()[::2]
    columns = keys.as_columns(index)
    known = set(index.tolist())
    for part, numbers in ((keys.pairs, columns.pairs), (keys.words, columns.words)):
        for key, column in zip(part.ravel().tolist(), numbers.ravel().tolist(), strict=True):
            assert column == (index.tolist().index(key) if key in known else len(index))
    nothing = keys.as_columns(index[:0])
    assert not nothing.pairs.any()
    scores = score_pairs(nothing, np.zeros(1))
    assert path_score(scores, (0,)) == 0


PARTS = st.tuples(
    st.integers(0, 63),
    st.integers(0, LARGEST_TEXT),
    st.integers(0, LARGEST_TEXT),
    st.integers(0, LARGEST_CODE),
)


@given(st.lists(PARTS, min_size=1, max_size=10))
def test_keys_tell_what_they_were_made_of(parts: list[tuple[int, int, int, int]]) -> None:
    columns = [np.array(column, dtype=np.int64) for column in zip(*parts, strict=True)]
    keys = make_keys(columns[0], columns[1], columns[2], columns[3])
    assert [split_key(key) for key in keys.tolist()] == parts
    assert [make_key(*part) for part in parts] == keys.tolist()
    index = merge_keys([keys, keys])
    assert index[columns_of(keys, index)].tolist() == keys.tolist()


def test_symbols_that_are_frozen_learn_nothing() -> None:
    symbols = Symbols()
    assert symbols.numbers(["a", "b", "a"]).tolist() == [1, 2, 1]
    symbols.frozen = True
    assert symbols.numbers(["b", "c", ""]).tolist() == [2, 0, 0]
    assert symbols.texts() == ["", "a", "b"]


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 1.0])
def test_leaving_out_features_without_weight_changes_no_score(share: float) -> None:
    """Nor do the symbols that only they need."""
    chance, symbols = np.random.default_rng(5), Symbols()
    whole = [read_features(sentence, symbols) for sentence in sample_sentences()[:12]]
    symbols.frozen = True
    index = merge_keys([features.keys() for features in whole])
    weights = chance.integers(-9, 10, len(index)) * (chance.random(len(index)) < share)
    model = make_bigram_model(symbols, index, weights.astype(np.float64), MiraOptions())
    assert len(model.index) == np.count_nonzero(weights)
    assert len(model.symbols.known) <= len(symbols.known)
    padded = np.append(weights.astype(np.float64), 0.0)
    for sentence in sample_sentences()[:20]:  # some of which it has not seen
        features = read_features(sentence, symbols).as_columns(index)
        assert model.score(sentence).tolist() == score_pairs(features, padded).tolist()
    names = [model.name(column) for column in range(len(model.index))]
    assert len(set(names)) == len(names)
    assert sorted(dict(model.strongest())) == sorted(names)


def test_a_symbol_of_no_feature_is_left_out() -> None:
    symbols = Symbols()
    number = symbols.number
    keys = merge_keys([make_keys(1, np.array([number("Z"), number("A")]), number("B"))])
    model = make_bigram_model(symbols, keys, np.array([0.0, 2.5]), MiraOptions())
    assert symbols.texts() == ["", "Z", "A", "B"]
    assert model.symbols.texts() == ["", "A", "B"]
    assert model.strongest() == [("tags A B 0", 2.5)]


@given(trees(max_words=4) | trees(labels=st.sampled_from(["-NONE-", "S", "TOP", "NN"])))
def test_any_tree_has_features(tree: Tree) -> None:
    """A single word under a label that is also that of the virtual root, for one; and traces."""
    sentence = read_sentence(tree)
    features, _ = read_alone(sentence)
    size = len(sentence)
    assert features.pairs.shape == ((size + 2) * (size + 1) // 2, 15)
    assert features.words.shape == (size, len(TEMPLATES) - 15 - 9)
