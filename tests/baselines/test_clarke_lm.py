"""Clarke & Lapata's system without training pairs: significance by hand, and its one weight."""

from __future__ import annotations

from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest
from bigram_scores import every_kept
from lms import build
from pairs import sample_pairs
from tiny_corpus import tiny_lm, tiny_pairs

from laconic.baselines.clarke_lm import (
    LONGEST,
    TOO_LONG,
    TrigramModel,
    trigram_flow,
    trigram_log10_probs,
)
from laconic.baselines.clarke_lm_file import load_trigram_model
from laconic.baselines.constraints import find_constraints
from laconic.baselines.examples import false_words, find_kept
from laconic.baselines.options import ClarkeLmConfig, IlpOptions, McDonaldConfig
from laconic.baselines.run import make_training
from laconic.baselines.sentence import read_sentence
from laconic.baselines.topics import TopicCounts, count_topics, make_topic_counts, topics
from laconic.corpus import Pair, tree_of
from laconic.errors import LaconicError
from laconic.scoring.ngram import NgramModel
from laconic.trees.brackets import parse

SAID = parse(
    "(TOP (S (NP (NN Police)) (VP (VBD said) (SBAR (IN that) (S (NP (DT the) (NN dog))"
    " (VP (VBD bit) (NP (NN police))))))))"
)
COUNTS = TopicCounts({"bit": 1, "dog": 5, "police": 2, "said": 10}, 40)


@pytest.fixture(scope="module")
def lm(tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    return tiny_lm(tmp_path_factory.mktemp("lm"))


@pytest.fixture(scope="module")
def model(lm: NgramModel) -> TrigramModel:
    counts = make_topic_counts(read_sentence(tree_of(pair.source)) for pair in tiny_pairs())
    return TrigramModel(lm, counts, 0.5, IlpOptions(min_rate=0.4))


# Significance.


def test_significance_by_hand() -> None:
    """I = l / N · f · log(F_a / F): two clauses around the deepest words, so N is 2."""
    sentence = read_sentence(SAID)
    document = {"police": 3, "said": 2, "dog": 1, "bit": 1}
    expected = [
        1 / 2 * 3 * log(40 / 2),
        1 / 2 * 2 * log(40 / 10),
        0.0,  # that
        0.0,  # the
        2 / 2 * 1 * log(40 / 5),
        2 / 2 * 1 * log(40 / 1),
        2 / 2 * 3 * log(40 / 2),
    ]
    assert COUNTS.significance(sentence, document).tolist() == pytest.approx(expected)


def test_words_that_corpus_or_document_lack_count_once() -> None:
    sentence = read_sentence(parse("(NP (DT a) (NN zebra))"))
    assert COUNTS.significance(sentence, {}).tolist() == pytest.approx([0.0, log(40)])
    assert TopicCounts({}, 0).significance(sentence, {}).tolist() == [0.0, 0.0]


def test_nouns_and_verbs_are_topics_whatever_their_case() -> None:
    sentence = read_sentence(SAID)
    assert topics(sentence) == [0, 1, 4, 5, 6]
    assert count_topics([sentence]) == {"police": 2, "said": 1, "dog": 1, "bit": 1}
    counts = make_topic_counts([sentence, sentence])
    assert list(counts.counts.items()) == [("bit", 2), ("dog", 2), ("police", 4), ("said", 2)]
    assert counts.total == 10


def test_words_that_come_back_in_a_document_weigh_more(model: TrigramModel) -> None:
    tree = tree_of(tiny_pairs()[0].source)
    alone = model.word_scores(tree)
    within = model.for_document([tree, tree, tree]).word_scores(tree)
    assert within.tolist() == pytest.approx((3 * alone).tolist())
    assert model.for_document([tree]).word_scores(tree).tolist() == alone.tolist()
    assert alone.any()


# Compressions.


@pytest.mark.parametrize("significance", [0.0, 0.5, 3.0])
def test_a_compression_is_the_best_of_all_that_meet_the_constraints(
    model: TrigramModel, significance: float
) -> None:
    weighted = replace(model, significance=significance)
    for pair in tiny_pairs():
        tree = tree_of(pair.source)
        sentence, extra = read_sentence(tree), weighted.word_scores(tree)
        constraints = find_constraints(sentence, min_rate=0.4)
        every = [
            model.lm.score([sentence.words[w] for w in kept]).log10_prob + extra[list(kept)].sum()
            for kept in every_kept(len(sentence))
            if all(constraint.is_met(kept) for constraint in constraints)
        ]
        found = weighted.rewrite(tree)
        assert found.marks == ()
        assert found.score == pytest.approx(max(every), abs=1e-6)
        assert found.tree.words() == [sentence.words[word] for word in found.kept]


def test_a_large_weight_keeps_every_noun_and_verb(model: TrigramModel) -> None:
    for pair in tiny_pairs():
        tree = tree_of(pair.source)
        heavy = replace(model, significance=1e4)
        assert set(heavy.rewrite(tree).kept) >= set(np.flatnonzero(model.word_scores(tree)))


@pytest.mark.parametrize(
    "brackets", ["(UH yes)", "(TOP (S (. .)))", "(TOP (S (, ,) (: --) (. ?)))", "(NN zebra)"]
)
def test_odd_sentences_are_compressed_and_never_to_nothing(
    model: TrigramModel, brackets: str
) -> None:
    bare = replace(model, ilp=IlpOptions(constraints=()))
    for each in (model, bare):
        assert each.rewrite(parse(brackets)).kept


def test_scores_that_are_no_numbers_are_an_error_for_people(model: TrigramModel) -> None:
    with pytest.raises(LaconicError, match="a score is no number"):
        trigram_flow(model.lm, read_sentence(SAID), np.full(7, np.nan))


# Files.


def test_a_saved_model_comes_back(model: TrigramModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    loaded = load_trigram_model(tmp_path / "model")
    assert loaded.signature == model.signature
    assert model.signature.startswith("trigram.1.")
    assert loaded.topics == model.topics
    assert (loaded.significance, loaded.ilp, loaded.parser) == (0.5, model.ilp, None)
    for pair in tiny_pairs():
        one, two = (each.rewrite(tree_of(pair.source)) for each in (model, loaded))
        assert (one.kept, one.score, one.tree) == (two.kept, two.score, two.tree)
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_what_changes_compressions_changes_the_signature(model: TrigramModel) -> None:
    others = [
        replace(model, significance=0.6),
        replace(model, ilp=IlpOptions(min_rate=0.5)),
        replace(model, topics=COUNTS),
        replace(model, facts={"more": 1}),
    ]
    signatures = [other.signature for other in others]
    assert len({model.signature, *signatures[:3]}) == 4
    assert signatures[3] == model.signature


# Runs.


def test_the_weight_that_does_best_on_development_pairs_is_taken(lm: NgramModel) -> None:
    dev = tiny_pairs()
    config = ClarkeLmConfig(significance=(0.0, 0.3, 1.0, 30.0), ilp=IlpOptions(constraints=()))
    outcome = make_training(sample_pairs()[:20], config, dev=dev, lm=lm).run()
    losses = [one["development_loss"] for one in outcome.tried]
    assert [one["significance"] for one in outcome.tried] == [0.0, 0.3, 1.0, 30.0]
    assert len(set(losses)) > 1
    model = outcome.model
    assert isinstance(model, TrigramModel)
    assert model.significance == config.significance[losses.index(min(losses))]
    assert model.facts["development_loss"] == min(losses)
    wrong = sum(
        false_words(
            model.rewrite(tree_of(pair.source)).kept,
            find_kept(tree_of(pair.source), tree_of(pair.references[0])),
        )
        for pair in dev
    )
    assert wrong == min(losses)


def test_development_pairs_of_an_article_are_one_document(lm: NgramModel) -> None:
    """The same pairs, apart and in one article; a weight at which that matters."""
    pair = tiny_pairs()[3]
    apart: list[Pair] = [pair] * 6
    together = [replace(one, article="a") for one in apart]
    config = ClarkeLmConfig(significance=(0.3,), ilp=IlpOptions(constraints=()))
    losses = []
    for dev in (apart, together):
        outcome = make_training(tiny_pairs(), config, dev=dev, lm=lm).run()
        losses.append(outcome.tried[0]["development_loss"])
    model = outcome.model
    tree = tree_of(pair.source)
    reference = find_kept(tree, tree_of(pair.references[0]))
    document = model.for_document([tree] * 6)
    assert losses == [
        6 * false_words(each.rewrite(tree).kept, reference) for each in (model, document)
    ]
    assert losses[0] != losses[1]


def test_an_interrupt_keeps_the_best_weight_so_far(lm: NgramModel) -> None:
    told: list[str] = []

    def tell(message: str) -> None:
        told.append(message)
        if len(told) == 3:
            raise KeyboardInterrupt

    config = ClarkeLmConfig(significance=(0.0, 3.0, 1.0))
    outcome = make_training(tiny_pairs(), config, dev=tiny_pairs(), lm=lm, tell=tell).run()
    assert outcome.interrupted
    assert [one["significance"] for one in outcome.tried] == [0.0, 3.0]
    assert outcome.model.facts["interrupted"]
    losses = [one["development_loss"] for one in outcome.tried]
    assert outcome.model.facts["development_loss"] == min(losses)


def test_one_weight_needs_no_development_pairs(lm: NgramModel) -> None:
    model = make_training(tiny_pairs(), ClarkeLmConfig(), lm=lm).run().model
    assert model.facts["significance"] == 1.0
    assert model.facts["development_loss"] is None
    assert model.facts["examples"] == 5
    assert model.facts["lm"]["order"] == 3


def test_runs_that_cannot_be(lm: NgramModel) -> None:
    with pytest.raises(LaconicError, match="needs a language model"):
        make_training(tiny_pairs(), ClarkeLmConfig())
    several = ClarkeLmConfig(significance=(1.0, 2.0))
    with pytest.raises(LaconicError, match="need development pairs"):
        make_training(tiny_pairs(), several, lm=lm)
    with pytest.raises(LaconicError, match="use no language model"):
        make_training(tiny_pairs(), McDonaldConfig(), lm=lm)


@pytest.mark.parametrize("weights", [(), (-1.0,), (float("inf"),), (float("nan"), 1.0)])
def test_weights_that_cannot_be(weights: tuple[float, ...]) -> None:
    with pytest.raises(LaconicError, match="significance is"):
        ClarkeLmConfig(significance=weights)


def test_a_language_model_with_other_spelling_is_asked_in_its_own(tmp_path: Path) -> None:
    lm = build([["the", "dog"]] * 3, tmp_path / "low.lm", order=2, normalisation="lower")
    model = TrigramModel(lm, TopicCounts({}, 0), 0.0, IlpOptions(constraints=()))
    found = model.rewrite(parse("(NP (DT THE) (NN DOG) (NN zebra))"))
    assert found.tree.words()[-1] == "DOG"
    assert found.score == pytest.approx(lm.score(found.tree.words()).log10_prob)


def test_a_longer_language_model_is_used_as_a_trigram_model(tmp_path: Path) -> None:
    sentences = [list("abcde"), list("abcd"), list("bcdea")] * 4
    lm = build(sentences, tmp_path / "long.lm", order=4)
    start = lm.score(list("ab"), end=False).log10_prob
    windows = [lm.score(list("abc"), begin=False, end=False), lm.score(list("bc"), begin=False)]
    after = sum(window.words[-1].log10_prob for window in windows)
    assert sum(trigram_log10_probs(lm, list("abc"))) == pytest.approx(start + after)
    model = TrigramModel(lm, TopicCounts({}, 0), 0.0, IlpOptions(constraints=()))
    tree = parse("(X (A a) (A b) (A c) (A d) (A e))")
    best = max(
        sum(trigram_log10_probs(lm, [tree.words()[word] for word in kept]))
        for kept in every_kept(5)
    )
    assert model.rewrite(tree).score == pytest.approx(best)


def test_a_sentence_that_is_too_long_stays_as_it_is_and_is_marked(model: TrigramModel) -> None:
    words = " ".join(f"(NN w{number})" for number in range(LONGEST + 1))
    found = model.rewrite(parse(f"(S {words})"))
    assert found.kept == tuple(range(LONGEST + 1))
    assert found.marks == (TOO_LONG,)
