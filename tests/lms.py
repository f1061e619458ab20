"""Language models for tests: built from sentences, read from ARPA text, made up."""

from __future__ import annotations

import gzip
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from laconic.scoring.estimation import EstimationOptions, build_lm_from_sentences
from laconic.scoring.lm_files import Packing
from laconic.scoring.ngram import NgramModel
from laconic.scoring.work import Work

Ngram = tuple[str, ...]

# Few words, so that n-grams repeat; some are not ASCII.
WORDS = st.sampled_from(["a", "b", "c", "d", "é", "the", "日本"])
SENTENCES = st.lists(st.lists(WORDS, min_size=1, max_size=8), min_size=1, max_size=12)


def build(
    sentences: Sequence[Sequence[str]],
    path: Path,
    *,
    packing: Packing | None = None,
    work: Work | None = None,
    **options: Any,
) -> NgramModel:
    """The model of some sentences, in a packed file."""
    build_lm_from_sentences(
        map(" ".join, sentences),
        path,
        options=EstimationOptions(**options),
        packing=packing,
        work=work,
    )
    return NgramModel(path)


def build_arpa(sentences: Sequence[Sequence[str]], path: Path, **options: Any) -> Path:
    """The model of some sentences as an ARPA file."""
    build_lm_from_sentences(map(" ".join, sentences), path, options=EstimationOptions(**options))
    return path


def read_arpa(path: Path) -> dict[Ngram, tuple[float, float]]:
    """Log-probability and backoff of each n-gram; a reader of its own, with nothing checked."""
    found: dict[Ngram, tuple[float, float]] = {}
    order = 0
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as stream:
        for line in stream:
            if line.endswith("-grams:\n"):
                order = int(line[1 : line.index("-")])
            elif order and not line.startswith("\\") and (fields := line.split()):
                backoff = float(fields[order + 1]) if len(fields) > order + 1 else 0.0
                found[tuple(fields[1 : order + 1])] = float(fields[0]), backoff
    return found


def write_arpa(ngrams: dict[Ngram, tuple[float, float | None]], path: Path) -> Path:
    """An ARPA file of n-grams as they are given; a backoff of None is left out."""
    order = max(map(len, ngrams))
    lines = ["\\data\\"]
    lines += [f"ngram {n}={sum(len(ngram) == n for ngram in ngrams)}" for n in range(1, order + 1)]
    for n in range(1, order + 1):
        lines += ["", f"\\{n}-grams:"]
        for ngram, (log10_prob, log10_backoff) in ngrams.items():
            if len(ngram) == n:
                backoff = "" if log10_backoff is None else f"\t{log10_backoff}"
                lines.append(f"{log10_prob}\t{' '.join(ngram)}{backoff}")
    path.write_text("\n".join([*lines, "", "\\end\\", ""]), encoding="utf-8")
    return path


def random_text(sentences: int, seed: int = 1, vocabulary: int = 300) -> list[list[str]]:
    """Sentences in which a word depends on the one before it, and some words are frequent."""
    chance = random.Random(seed)
    text = []
    for _ in range(sentences):
        word, sentence = 0, []
        for _ in range(chance.randint(1, 20)):
            near = chance.random() < 0.5
            word = (word * 7 + chance.randint(1, 3)) if near else int(chance.paretovariate(0.7))
            word %= vocabulary
            sentence.append(f"w{word}")
        text.append(sentence)
    return text


def foreign_ngrams(
    chance: random.Random, *, order: int = 3, words: int = 12
) -> dict[Ngram, tuple[float, float | None]]:
    """A model as another program might have pruned it.

    N-grams whose endings or beginnings are not listed, backoffs where nothing follows, and none
    where something does, backoffs above one, no unknown word.
    """
    names = [f"w{number}" for number in range(words)]
    ngrams: dict[Ngram, tuple[float, float | None]] = {
        ("<s>",): (-99.0, -0.5 if order > 1 else None),
        ("</s>",): (-1.0, None),
    }
    for name in names:
        log10_prob, log10_backoff = _values(chance)
        ngrams[name,] = log10_prob, log10_backoff if order > 1 else None
    for length in range(2, order + 1):
        for _ in range(6 * words):
            context = [chance.choice(["<s>", *names]), *chance.choices(names, k=length - 2)]
            values = _values(chance)
            ngram = (*context, chance.choice([*names, "</s>"]))
            ngrams[ngram] = (values[0], None if length == order else values[1])
    return ngrams


def _values(chance: random.Random) -> tuple[float, float | None]:
    backoff = chance.choice([None, 0, round(chance.uniform(-1.5, 0.15), 5)])
    return round(-chance.uniform(0.7, 4), 5), backoff


def backoff_log10_prob(
    ngrams: dict[Ngram, tuple[float, float]], order: int, context: Ngram, word: str
) -> float:
    """log10 p(word | context) from an ARPA file's entries, by its definition."""
    context = context[-(order - 1) :] if order > 1 else ()
    if (*context, word) in ngrams:
        return ngrams[(*context, word)][0]
    backoff = ngrams.get(context, (0.0, 0.0))[1]
    return backoff + backoff_log10_prob(ngrams, order, context[1:], word)
