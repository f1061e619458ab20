"""Entropy pruning: by its definition, and by what it leaves."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from lms import SENTENCES, Ngram, build, build_arpa, random_text, read_arpa
from reference import kneser_ney

from laconic.scoring.text import read_text


def test_pruning_keeps_what_matters(tmp_path: Path) -> None:
    text = random_text(3_000)
    held_out = "\n".join(map(" ".join, random_text(500, seed=2)))
    (tmp_path / "held-out.txt").write_text(held_out)
    sizes, perplexities = [], []
    for prune in (0.0, 1e-6, 1e-5, 1e-4):
        lm = build(text, tmp_path / "m.lm", prune=prune)
        sizes.append(sum(lm.counts))
        perplexities.append(lm.perplexity(read_text(tmp_path / "held-out.txt")).perplexity)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0] / 4
    assert perplexities[1] < perplexities[0] * 1.01
    assert perplexities[-1] < perplexities[0] * 1.3


@pytest.mark.parametrize("cutoffs", [(0, 0), (0, 1)])
def test_pruning_is_what_its_definition_says(tmp_path: Path, cutoffs: tuple[int, int]) -> None:
    """Each n-gram is judged by the relative entropy of the model with and without it alone."""
    text = random_text(80, vocabulary=30)
    whole = read_arpa(build_arpa(text, tmp_path / "whole.arpa", order=2, cutoffs=cutoffs))
    threshold = 2e-3
    path = tmp_path / "pruned.arpa"
    pruned = read_arpa(build_arpa(text, path, order=2, cutoffs=cutoffs, prune=threshold))
    tokens = sum(len(sentence) + 1 for sentence in text)
    seen = kneser_ney.count_seen(text, 2)
    words = [ngram[0] for ngram in whole if len(ngram) == 1 and ngram != ("<s>",)]
    kept = set()
    for context, word in (ngram for ngram in whole if len(ngram) == 2):
        listed = {ngram[1] for ngram in whole if len(ngram) == 2 and ngram[0] == context}
        before = distribution(whole, context, listed, words)
        after = distribution(whole, context, listed - {word}, words)
        often = sum(count for ngram, count in seen.items() if ngram[:-1] == (context,)) / tokens
        change = sum(before[w] * math.log(before[w] / after[w]) for w in words)
        if math.expm1(often * change) >= threshold:
            kept.add((context, word))
    assert kept == {ngram for ngram in pruned if len(ngram) == 2}
    assert 10 < len(kept) < 0.7 * sum(len(ngram) == 2 for ngram in whole)


def distribution(
    model: dict[Ngram, tuple[float, float]],
    context: str,
    listed: set[str],
    words: list[str],
) -> dict[str, float]:
    """p(word | context) where only some bigrams are listed; the backoff makes it sum to one."""
    lower = {word: 10 ** model[word,][0] for word in words}
    probs = {word: 10 ** model[context, word][0] for word in listed}
    left = 1 - sum(probs.values())
    backoff = left / (1 - sum(lower[word] for word in listed))
    return {word: probs.get(word, backoff * lower[word]) for word in words}


@given(SENTENCES)
@settings(max_examples=30)
def test_every_order_of_ngrams_stays_closed_under_pruning(sentences: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = build_arpa(sentences, Path(folder) / "m.arpa", order=4, prune=0.01)
        found = read_arpa(path)
    for ngram in found:
        if len(ngram) > 1:
            assert ngram[1:] in found
            assert ngram[:-1] in found


def test_what_leaves_nothing_to_other_words_is_kept(tmp_path: Path) -> None:
    """A backoff of nearly nothing must not make an n-gram look worthless."""
    text = [["x", "y"]] * 5 + [[f"p{i}", f"q{i}", f"r{i}"] for i in range(6)]
    text += [["m1"]] * 2 + [["m2"]] * 2 + [["k"]] * 3 + [["j"]] * 4
    whole = read_arpa(build_arpa(text, tmp_path / "whole.arpa", order=2))
    pruned = read_arpa(build_arpa(text, tmp_path / "pruned.arpa", order=2, prune=1e-300))
    assert pruned.keys() == whole.keys()
