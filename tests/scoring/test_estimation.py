"""Estimation: worked by hand, against the formulas, and by what must hold for any text."""

from __future__ import annotations

import gzip
import math
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lms import SENTENCES, Ngram, build, build_arpa, random_text, read_arpa
from pairs import NO_SHARED_DATA, SHARED_DATA
from reference import kneser_ney

from laconic.errors import FormatError, LaconicError
from laconic.scoring.estimation import EstimationOptions, build_lm, build_lm_from_sentences
from laconic.scoring.lm_files import Packing, open_lm
from laconic.scoring.ngram import NgramModel

CORPUS = [sentence.split() for sentence in ("b c", "c b c a c c", "a c", "a b c")]


def test_a_corpus_worked_by_hand(tmp_path: Path) -> None:
    """Four sentences, a bigram model, on paper.

    Bigrams, as often as they were seen (S is the start, E the end):
        Sb 1, Sc 1, cb 1, ca 1, cc 1, ab 1; Sa 2, ac 2; bc 3; cE 4
        so n1..n4 = 6, 2, 1, 1 and Y = 6 / (6 + 2*2) = 3/5
        D1 = 1 - 2*3/5*2/6 = 3/5, D2 = 2 - 3*3/5*1/2 = 11/10, D3 = 3 - 4*3/5*1/1 = 3/5
    Words, by the different words before them:
        E 1 (c), a 2 (S c), b 3 (S c a), c 4 (S b a c)
        so n1..n4 = 1, 1, 1, 1 and Y = 1/3; D1 = 1/3, D2 = 1, D3 = 5/3
        together 10; freed: 1/3 + 1 + 5/3 + 5/3 = 14/3, shared by a b c E and the unknown word:
        14/3 / 10 / 5 = 7/75 for each
    """
    f = Fraction
    each = f(7, 75)
    words = {
        "</s>": f(2, 3) / 10 + each,
        "a": f(1) / 10 + each,
        "b": f(4, 3) / 10 + each,
        "c": f(7, 3) / 10 + each,
        "<unk>": each,
    }
    assert words == {
        "</s>": f(4, 25),
        "a": f(29, 150),
        "b": f(17, 75),
        "c": f(49, 150),
        "<unk>": each,
    }
    assert sum(words.values()) == 1
    # What each context gives to the words after it: (D of each bigram) / (all it was seen).
    backoffs = {
        "<s>": (f(11, 10) + 2 * f(3, 5)) / 4,
        "a": (f(11, 10) + f(3, 5)) / 3,
        "b": f(3, 5) / 3,
        "c": 4 * f(3, 5) / 7,
    }
    bigrams: dict[Ngram, Fraction] = {
        ("<s>", "a"): f(9, 10) / 4 + backoffs["<s>"] * words["a"],
        ("<s>", "b"): f(2, 5) / 4 + backoffs["<s>"] * words["b"],
        ("<s>", "c"): f(2, 5) / 4 + backoffs["<s>"] * words["c"],
        ("a", "b"): f(2, 5) / 3 + backoffs["a"] * words["b"],
        ("a", "c"): f(9, 10) / 3 + backoffs["a"] * words["c"],
        ("b", "c"): f(12, 5) / 3 + backoffs["b"] * words["c"],
        ("c", "a"): f(2, 5) / 7 + backoffs["c"] * words["a"],
        ("c", "b"): f(2, 5) / 7 + backoffs["c"] * words["b"],
        ("c", "c"): f(2, 5) / 7 + backoffs["c"] * words["c"],
        ("c", "</s>"): f(17, 5) / 7 + backoffs["c"] * words["</s>"],
    }
    expected: dict[Ngram, Fraction] = {(word,): prob for word, prob in words.items()}
    expected.update(bigrams)

    path = tmp_path / "model.arpa"
    report = build_lm_from_sentences(
        map(" ".join, CORPUS), path, options=EstimationOptions(order=2)
    )
    assert report.orders[0].discounts == pytest.approx((1 / 3, 1, 5 / 3))
    assert report.orders[1].discounts == pytest.approx((3 / 5, 11 / 10, 3 / 5))
    found = read_arpa(path)
    start_prob, start_backoff = found.pop(("<s>",))
    assert start_prob == -99
    assert start_backoff == pytest.approx(math.log10(backoffs["<s>"]), abs=1e-6)
    assert found.keys() == expected.keys()
    for ngram, (log10_prob, log10_backoff) in found.items():
        assert log10_prob == pytest.approx(math.log10(expected[ngram]), abs=1e-6)
        if len(ngram) == 1:
            backoff = float(backoffs.get(ngram[0], 1))
            assert log10_backoff == pytest.approx(math.log10(backoff), abs=1e-6)
    score = open_lm(path).score(["a", "x", "c"])
    by_hand = bigrams["<s>", "a"] * (backoffs["a"] * words["<unk>"]) * words["c"]
    by_hand *= bigrams["c", "</s>"]
    assert score.log10_prob == pytest.approx(math.log10(by_hand), abs=1e-5)
    assert score.unknown_words == 1


def compare_with_formulas(
    sentences: Sequence[Sequence[str]], order: int, cutoffs: tuple[int, ...]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = build_arpa(sentences, Path(folder) / "m.arpa", order=order, cutoffs=cutoffs)
        found = read_arpa(path)
    expected = kneser_ney.estimate(sentences, order, cutoffs)
    assert found.pop(("<s>",))[0] == -99
    assert found.keys() == expected.probs.keys()
    for ngram, (log10_prob, log10_backoff) in found.items():
        assert log10_prob == pytest.approx(math.log10(expected.probs[ngram]), abs=1e-5), ngram
        if ngram in expected.backoffs:
            assert log10_backoff == pytest.approx(math.log10(expected.backoffs[ngram]), abs=1e-5)
        else:
            assert log10_backoff == 0


@given(SENTENCES, st.integers(1, 5), st.sampled_from([0, 1, 2]), st.sampled_from([0, 1]))
def test_it_is_what_the_formulas_say(
    sentences: list[list[str]], order: int, cutoff: int, words_cutoff: int
) -> None:
    compare_with_formulas(sentences, order, (words_cutoff, *[0, cutoff, cutoff, 3][: order - 1]))


def test_it_is_what_the_formulas_say_where_discounts_are_estimated() -> None:
    text = random_text(800)
    for order, cutoffs in ((3, (0, 0, 0)), (3, (1, 1, 2)), (4, (0, 0, 0, 1))):
        discounts = kneser_ney.estimate(text, order, cutoffs).discounts
        assert [0.5, 1.0, 1.5] not in discounts
        compare_with_formulas(text, order, cutoffs)


def sums(lm: NgramModel, contexts: Sequence[Sequence[str]]) -> list[float]:
    """What the probabilities of all words sum to in some contexts."""
    words = [word for word in lm.words() if word not in ("<s>", "</s>")]
    found = []
    for context in contexts:
        begin = context[:1] == ["<s>"]
        before = list(context[1:] if begin else context)
        after = [lm.score([*before, word], begin=begin, end=False).words[-1] for word in words]
        end = lm.score(before, begin=begin, end=True).words[-1]
        found.append(sum(10**word.log10_prob for word in [*after, end]))
    return found


@pytest.mark.parametrize("prune", [0, 1e-5, 1e-3])
@pytest.mark.parametrize("cutoffs", [(0,), (1, 1, 2)])
def test_probabilities_sum_to_one(tmp_path: Path, cutoffs: tuple[int, ...], prune: float) -> None:
    text = random_text(600)
    lm = build(text, tmp_path / "m.lm", order=4, cutoffs=cutoffs, prune=prune)
    contexts = [["<s>", *sentence[:length]] for length, sentence in enumerate(text[::20], 0)]
    contexts += [[], ["nowhere"], ["w1", "nowhere"], ["w1", "w1", "w1"]]
    contexts += [sentence[-3:] for sentence in text[::30]]
    assert sums(lm, contexts) == pytest.approx([1] * len(contexts), abs=1e-6)


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
@pytest.mark.parametrize("prune", [0, 1e-7])
def test_probabilities_of_real_text_sum_to_one(tmp_path: Path, prune: float) -> None:
    text = SHARED_DATA / "text" / "inaugural.txt.gz"
    build_lm([text], tmp_path / "m.lm", options=EstimationOptions(prune=prune))
    lm = NgramModel(tmp_path / "m.lm")
    contexts = [[], ["<s>"], ["of"], ["of", "the"], ["of", "zebras"], ["<s>", "My"]]
    contexts += [["United", "States"], ["the", "people"], ["has", "been"], ["citizens,", "we"]]
    assert sums(lm, contexts) == pytest.approx([1] * len(contexts), abs=1e-6)


def test_an_unknown_word_may_stand_in_the_text(tmp_path: Path) -> None:
    text = [["a", "<unk>", "b"], ["<unk>", "b"], ["a", "b"]]
    found = read_arpa(build_arpa(text, tmp_path / "m.arpa", order=2))
    assert ("<unk>", "b") in found
    lm = build(text, tmp_path / "m.lm", order=2)
    assert lm.score(["<unk>", "b"]).words[1].ngram_length == 2
    assert lm.score(["zebra", "b"]).log10_prob == lm.score(["<unk>", "b"]).log10_prob


def test_the_order_of_the_text_does_not_matter(tmp_path: Path) -> None:
    text = random_text(200)
    build(text, tmp_path / "one.lm")
    build(text[::-1], tmp_path / "two.lm")
    assert (tmp_path / "one.lm").read_bytes() == (tmp_path / "two.lm").read_bytes()


def test_files_plain_and_packed_and_normalised(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The 12 Dogs\r\n\n  \nÀ 3\tdogs", encoding="utf-8")
    with gzip.open(tmp_path / "b.txt.gz", "wt", encoding="utf-8") as stream:
        stream.write("\ufeffThe end\n")
    report = build_lm(
        [tmp_path / "a.txt", tmp_path / "b.txt.gz"],
        tmp_path / "m.lm",
        options=EstimationOptions(normalisation="lower-digits"),
    )
    assert (report.sentences, report.words) == (3, 8)
    lm = NgramModel(tmp_path / "m.lm")
    assert set(lm.words()) == {"<unk>", "<s>", "</s>", "the", "##", "dogs", "à", "#", "end"}
    assert lm.normalisation == "lower-digits"
    assert lm.score(["THE", "99", "Dogs"]).unknown_words == 0


def test_bad_utf8_is_refused_or_replaced(tmp_path: Path) -> None:
    text = tmp_path / "bad.txt"
    text.write_bytes(b"good \xef\xbf\xbd line\ngood \xff\xfe line\n\xe2\x82 cut\n")
    with pytest.raises(FormatError, match=r"bad.txt:2: found the byte 0xff, expected UTF-8 text"):
        build_lm([text], tmp_path / "m.lm")
    assert not (tmp_path / "m.lm").exists()
    report = build_lm([text], tmp_path / "m.lm", bad_utf8="replace")
    assert report.replaced_utf8 == 3
    assert "\ufffd\ufffd" in set(NgramModel(tmp_path / "m.lm").words())


def test_what_cannot_be_estimated_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match="no words"):
        build_lm_from_sentences(["", " "], tmp_path / "m.lm")
    with pytest.raises(FormatError, match=r"the sentences:2: found the word </s>"):
        build_lm_from_sentences(["a b", "a </s> b"], tmp_path / "m.lm")
    with pytest.raises(LaconicError, match="order is 11; expected 1 to 10"):
        EstimationOptions(order=11)
    with pytest.raises(LaconicError, match="none smaller than that of the order before"):
        EstimationOptions(cutoffs=(0, 2, 1))
    with pytest.raises(LaconicError, match="cutoffs are 0,0,0,0; expected 1 to 3"):
        EstimationOptions(cutoffs=(0, 0, 0, 0))
    with pytest.raises(LaconicError, match="prune is nan"):
        EstimationOptions(prune=math.nan)
    with pytest.raises(LaconicError, match="prob_bits is 13"):
        Packing(prob_bits=13)
    with pytest.raises(LaconicError, match="expected 1 to 3 numbers from 0 to"):
        EstimationOptions(cutoffs=(10**25,))
    assert list(tmp_path.iterdir()) == []


def test_one_word_is_enough(tmp_path: Path) -> None:
    lm = build([["yes"]], tmp_path / "m.lm")
    assert sums(lm, [[], ["<s>"], ["yes"]]) == pytest.approx([1, 1, 1], abs=1e-6)
    assert lm.score(["yes"]).words[0].ngram_length == 2


def test_words_that_are_cut_were_seen(tmp_path: Path) -> None:
    options = EstimationOptions(cutoffs=(1,))
    report = build_lm_from_sentences(["a a b", "c <unk>"], tmp_path / "m.lm", options=options)
    # Seen: a, b, c, the unknown word and the end; kept: a, the unknown word, start and end.
    assert (report.orders[0].seen, report.orders[0].kept) == (5, 4)


def test_words_may_be_cut_to_nothing(tmp_path: Path) -> None:
    lm = build([["a", "b"], ["c"]], tmp_path / "m.lm", cutoffs=(5, 0))
    assert list(lm.words()) == ["<unk>", "<s>", "</s>"]
    assert lm.score(["a", "b"]).unknown_words == 2
