"""IBM model 1 against rounds worked out by hand, and the promise of EM."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.errors import LaconicError
from laconic.grammar.model_one import ModelOneOptions, TranslationTable, learn_table

WORDS = st.sampled_from(["rose", "rosebud", "rosebuds", "oak", "elm", "fern"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=5)
CORPORA = st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=5)
# Nothing known beforehand: the model of the textbook.
PLAIN: dict[str, Any] = {"null_share": 0.0, "same_mass": 0.0, "stem_mass": 0.0}
FLOWERS = [(["la", "casa"], ["the", "house"]), (["la", "flor"], ["the", "flower"])]


def table_after(rounds: int, **options: Any) -> TranslationTable:
    return learn_table(FLOWERS, ModelOneOptions(rounds=rounds, **PLAIN | options))


def test_first_round_by_hand() -> None:
    # "la" begins with 1/3 for each of three words, "casa" with 1/2 for each of two: so "the" of the
    # first pair is shared out 2/5 to 3/5, and so is "house". "la" has 4/5 + 2/5 + 2/5 in all.
    table = table_after(1)
    found = [table.prob("la", word) for word in ("the", "house", "flower")]
    assert found == pytest.approx([1 / 2, 1 / 4, 1 / 4])
    assert [table.prob("casa", word) for word in ("the", "house")] == pytest.approx([1 / 2, 1 / 2])
    assert table.prob("casa", "flower") == 0


def test_second_round_by_hand() -> None:
    # Now "the" is shared out evenly, "house" 1/3 to "la" and 2/3 to "casa".
    table = table_after(2)
    found = [table.prob("la", word) for word in ("the", "house", "flower")]
    assert found == pytest.approx([3 / 5, 1 / 5, 1 / 5])
    assert [table.prob("flor", word) for word in ("the", "flower")] == pytest.approx([3 / 7, 4 / 7])


def test_the_null_word_and_the_prior_by_hand() -> None:
    # Nothing is known of "x" but that null and it may each make "y" and "x". A word becomes itself:
    # t(x | x) begins with (1 + 3) / 5. Of "x", null then makes 1/4 · 1/2, x 3/4 · 4/5.
    options = ModelOneOptions(rounds=1, null_share=0.25, same_mass=3.0, stem_mass=0.0)
    table = learn_table([(["x"], ["x", "y"])], options)
    share_of_x, share_of_y = 0.6 / (0.125 + 0.6), 0.15 / (0.125 + 0.15)
    assert table.prob("x", "x") == pytest.approx((share_of_x + 3) / (share_of_x + share_of_y + 3))
    null_x, null_y = 1 - share_of_x, 1 - share_of_y
    assert table.prob(None, "y") == pytest.approx(null_y / (null_x + null_y))


def test_the_objective_by_hand() -> None:
    seen: list[float] = []
    learn_table(FLOWERS, ModelOneOptions(**PLAIN), watch=lambda _, found: seen.append(found))
    assert len(seen) == 5
    # Each of four words: half of 1/3 and half of 1/2.
    assert seen[0] == pytest.approx(4 * math.log(5 / 12))


@given(CORPORA, st.sampled_from([0.0, 0.2]), st.sampled_from([0.0, 0.5, 4.0]))
@settings(max_examples=60)
def test_the_objective_never_falls(
    corpus: list[tuple[list[str], list[str]]], null_share: float, mass: float
) -> None:
    seen: list[float] = []
    options = ModelOneOptions(rounds=6, null_share=null_share, same_mass=mass, stem_mass=mass / 2)
    learn_table(corpus, options, watch=lambda _, found: seen.append(found))
    for before, after in itertools.pairwise(seen):
        assert after >= before - 1e-9 * abs(before)


@given(CORPORA)
@settings(max_examples=60)
def test_a_table_is_made_of_distributions(corpus: list[tuple[list[str], list[str]]]) -> None:
    table = learn_table(corpus)
    targets = sorted({word for _, target in corpus for word in target})
    for word in {word for source, _ in corpus for word in source} | {None}:
        assert sum(table.prob(word, target) for target in targets) == pytest.approx(1)
    for source, target in corpus:
        posteriors = table.posteriors(source, target)
        assert posteriors.shape == (len(source) + 1, len(target))
        assert posteriors.sum(axis=0) == pytest.approx(1)


def test_forms_of_a_word_are_tied() -> None:
    pairs = [(["protecting", "whales"], ["whales", "protected"])]
    table = learn_table(pairs)
    assert table.prob("protecting", "protected") > 2 * table.prob("protecting", "whales")
    loose = learn_table(pairs, ModelOneOptions(stem_mass=0.0, same_mass=0.0))
    assert loose.prob("protecting", "protected") == pytest.approx(0.5)


def test_what_was_never_seen_is_made_by_nothing() -> None:
    table = table_after(1)
    assert table.prob("gato", "house") == table.prob("casa", "cat") == 0
    posteriors = table.posteriors(["gato", "casa"], ["cat", "house"])
    assert posteriors.tolist() == [[0, 0], [0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "rounds is 0; expected 1 or more"),
        ({"null_share": 1.0}, "null_share is 1.0; expected a number from 0 up to 1"),
        ({"stem_mass": -1.0}, "the mass of a prior is below 0; expected 0 or more"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LaconicError) as error:
        ModelOneOptions(**options)
    assert str(error.value) == message


def test_a_corpus_without_words_is_refused() -> None:
    with pytest.raises(LaconicError, match="no pairs with words"):
        learn_table([([], ["a"]), (["a"], [])])
