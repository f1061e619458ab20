"""Queries: against the definition of backing off, in any bracketing, in batches."""

from __future__ import annotations

import random
import tempfile
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lms import (
    SENTENCES,
    WORDS,
    backoff_log10_prob,
    build,
    foreign_ngrams,
    random_text,
    read_arpa,
    write_arpa,
)
from reference import kneser_ney

from laconic.scoring.lm_files import Packing, open_lm
from laconic.scoring.ngram import NgramModel, Perplexity, Span
from laconic.scoring.text import blocks_of


def foreign_lm(seed: int, folder: Path, order: int = 3) -> NgramModel:
    return open_lm(write_arpa(foreign_ngrams(random.Random(seed), order=order), folder / "f.arpa"))


def bracketed(lm: NgramModel, words: Sequence[str], chance: random.Random) -> Span:
    """The words scored in a bracketing drawn at random, with the start and end at the outside."""
    if len(words) == 1:
        return lm.span(words)
    cuts = sorted(chance.sample(range(1, len(words)), chance.randint(1, min(3, len(words) - 1))))
    parts = [words[start:end] for start, end in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    pieces = [
        part[0] if len(part) == 1 and chance.random() < 0.5 else bracketed(lm, part, chance)
        for part in parts
    ]
    return lm.span(pieces)


@given(SENTENCES, st.lists(st.one_of(WORDS, st.just("zebra")), min_size=1, max_size=10), st.data())
def test_all_bracketings_agree(
    sentences: list[list[str]], words: list[str], data: st.DataObject
) -> None:
    order = data.draw(st.integers(1, 5))
    prune = data.draw(st.sampled_from([0, 0.005]))
    chance = random.Random(data.draw(st.integers(0, 10**6)))
    with tempfile.TemporaryDirectory() as folder:
        lm = build(sentences, Path(folder) / "m.lm", order=order, prune=prune)
        check_bracketings(lm, words, chance)


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(1, 12))
def test_all_bracketings_agree_in_models_from_elsewhere(seed: int, order: int, length: int) -> None:
    chance = random.Random(seed)
    words = [f"w{chance.randint(0, 13)}" for _ in range(length)]
    with tempfile.TemporaryDirectory() as folder:
        check_bracketings(foreign_lm(seed, Path(folder), order), words, chance)


def check_bracketings(lm: NgramModel, words: Sequence[str], chance: random.Random) -> None:
    expected = lm.score(words)
    for _ in range(4):
        inner = bracketed(lm, words, chance)
        whole = lm.span([inner], begin=True, end=True)
        assert whole.log10_prob == pytest.approx(expected.log10_prob, abs=1e-4)
        assert whole.unknown_words == expected.unknown_words
        # The state is a function of the string, not of how it was put together.
        straight = lm.span(words)
        assert inner.same_state(straight)
        assert inner.state_hash == straight.state_hash
        assert inner.log10_prob == pytest.approx(straight.log10_prob, abs=1e-4)


@given(st.integers(0, 10**6), st.integers(1, 4), st.lists(st.integers(0, 13), max_size=9))
def test_models_from_elsewhere_back_off_by_definition(
    seed: int, order: int, numbers: list[int]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lm = foreign_lm(seed, Path(folder), order)
        ngrams = read_arpa(Path(folder) / "f.arpa")
    ngrams["<unk>",] = (-100.0, 0.0)
    words = [f"w{number}" for number in numbers]
    history = ["<s>"]
    for scored, word in zip(lm.score(words).words, [*words, "</s>"], strict=True):
        known = word if (word,) in ngrams else "<unk>"
        expected = backoff_log10_prob(ngrams, lm.order, tuple(history), known)
        assert scored.log10_prob == pytest.approx(expected, abs=1e-4)
        history.append(known)


@given(SENTENCES, st.lists(WORDS, max_size=10), st.integers(1, 4))
def test_sentences_score_by_the_formulas(
    sentences: list[list[str]], words: list[str], order: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = build(sentences, Path(folder) / "m.lm", order=order).score(words)
    expected = kneser_ney.log10_prob(kneser_ney.estimate(sentences, order), words)
    assert found.log10_prob == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("order", [1, 2, 3, 6])
@pytest.mark.parametrize("bits", [0, 6])
def test_batches_score_like_single_words(tmp_path: Path, order: int, bits: int) -> None:
    text = random_text(400)
    lm = build(text, tmp_path / "m.lm", order=order, packing=Packing(bits, bits))
    other = [*random_text(300, seed=2, vocabulary=400), ["</s>", "<s>", "<unk>"]]
    scores = [lm.score(sentence) for sentence in other]
    total = lm.perplexity(blocks_of(map(" ".join, other)))
    assert total.sentences == len(other)
    assert total.words == sum(map(len, other))
    assert total.unknown_words == sum(score.unknown_words for score in scores)
    assert total.log10_prob == pytest.approx(sum(score.log10_prob for score in scores), abs=1e-2)
    unknown = sum(word.log10_prob for score in scores for word in score.words if word.unknown)
    assert total.unknown_log10_prob == pytest.approx(unknown, abs=1e-2)
    ids = array("I", [i for sentence in other for i in [*map(lm.word_id, sentence), 2]])
    assert lm.native.score_ids(ids.tobytes()).log10_prob == total.log10_prob
    singly = lm.native.score_ids_singly(ids.tobytes())
    assert singly.log10_prob == pytest.approx(total.log10_prob, abs=1e-2)
    assert singly.unknown_words == total.unknown_words


def test_batches_score_models_from_elsewhere(tmp_path: Path) -> None:
    for seed in range(20):
        lm = foreign_lm(seed, tmp_path, order=4)
        text = [[f"w{word[1:]}" for word in sentence] for sentence in random_text(50, seed, 14)]
        expected = sum(lm.score(sentence).log10_prob for sentence in text)
        total = lm.perplexity(blocks_of(map(" ".join, text)))
        assert total.log10_prob == pytest.approx(expected, abs=1e-2)


def test_states_keep_no_more_than_the_model_can_use(tmp_path: Path) -> None:
    lm = build([["a", "b", "c"], ["d", "b", "e"]], tmp_path / "m.lm", order=3)
    unknown = lm.span(["zebra"])
    assert (unknown.left_length, unknown.right_length) == (0, 0)
    # "c" ends both sentences it is in: nothing but the end follows "b c", and "c b" was never seen.
    assert lm.span(["c", "b"]).right_length == 1
    assert lm.span(["a", "b"]).right_length == 2
    assert lm.span(["zebra", "a", "b"]).same_state(lm.span(["other", "a", "b"]))
    assert not lm.span(["a", "b"]).same_state(lm.span(["d", "b"]))
    # Strings that differ only inside score differently but look alike from outside.
    one, two = lm.span(["a", "b", "zebra", "a", "b"]), lm.span(["a", "b", "c", "zebra", "a", "b"])
    assert one.same_state(two)
    assert one.state_hash == two.state_hash
    assert one.log10_prob != two.log10_prob


def test_a_string_belongs_to_its_model(tmp_path: Path) -> None:
    one = build([["a", "b"]], tmp_path / "one.lm")
    two = build([["a", "b"], ["c", "d"]], tmp_path / "two.lm")
    with pytest.raises(ValueError, match="scored by another model"):
        one.span([two.span(["d"])])


def test_features(tmp_path: Path) -> None:
    lm = build([["a", "b"], ["b"]], tmp_path / "m.lm")
    words = ["a", "zebra", "b"]
    assert lm.features(words) == {
        "lm_log10_prob": lm.score(words).log10_prob,
        "lm_unknown_words": 1.0,
    }
    assert lm.features(words, unknown_words=False) == {"lm_log10_prob": lm.score(words).log10_prob}
    whole = lm.span(words, begin=True, end=True)
    assert whole.unknown_words == 1
    assert whole.log10_prob == pytest.approx(lm.score(words).log10_prob)


def test_words_and_their_numbers(tmp_path: Path) -> None:
    lm = build([["b", "b", "a"], ["B", "é"]], tmp_path / "m.lm")
    assert list(lm.words()) == ["<unk>", "<s>", "</s>", "b", "B", "a", "é"]
    assert [lm.word_id(word) for word in ("b", "é", "zebra", "<s>", "</s>", "", "\ud800")] == [
        3,
        6,
        0,
        0,
        0,
        0,
        0,
    ]
    assert "a" in lm
    assert "A" not in lm
    assert lm.counts == (7, 7, 5)
    assert lm.order == 3


def test_many_words_are_all_found(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(30_000)]
    lm = build([words], tmp_path / "m.lm", order=1)
    assert {lm.word_id(word) for word in words} == set(range(3, 30_003))
    assert not any(f"word{number}" in lm for number in range(30_000, 60_000))


def test_perplexities_add_up() -> None:
    one, two = Perplexity(1, 4, 1, -10.0, -5.0), Perplexity(1, 4, 0, -5.0, 0.0)
    assert (one + two).perplexity == pytest.approx(10**1.5)
    assert (one + two).known_perplexity == pytest.approx(10 ** (10 / 9))
    assert Perplexity().perplexity != Perplexity().perplexity
