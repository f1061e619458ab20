"""The n-gram language model: opens a file, scores sentences, and gives the decoder its features.

All logarithms are to the base 10, as in ARPA files.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from laconic import _core
from laconic.errors import FormatError, LaconicError
from laconic.files import reason_of
from laconic.scoring.text import TextBlock
from laconic.trees.labels import (
    NORMALISATIONS,
    Normalisation,
    check_normalisation,
    normalise_word,
)

MAX_ORDER: int = _core.MAX_ORDER
MAX_QUANTISED_BITS: int = _core.MAX_QUANTISED_BITS
SENTENCE_END = "</s>"
# The features of a sentence; the paper has only the first.
LOG10_PROB_FEATURE = "lm_log10_prob"
UNKNOWN_WORDS_FEATURE = "lm_unknown_words"

# A string that was scored, with what must be known of it to score what stands around it.
Span = _core.Span


@dataclass(frozen=True)
class WordScore:
    """A word in its sentence: its log-probability, and how long the n-gram is that gave it."""

    word: str
    log10_prob: float
    ngram_length: int
    unknown: bool


@dataclass(frozen=True)
class SentenceScore:
    """The words of a sentence, scored in turn, its end included where it was asked for."""

    words: tuple[WordScore, ...]

    @property
    def log10_prob(self) -> float:
        """The log-probability of the sentence."""
        return sum(word.log10_prob for word in self.words)

    @property
    def unknown_words(self) -> int:
        """How many of the words the model does not know."""
        return sum(word.unknown for word in self.words)


@dataclass(frozen=True)
class Perplexity:
    """How well a model predicts a text; the end of each sentence is predicted as well."""

    sentences: int = 0
    words: int = 0
    unknown_words: int = 0
    log10_prob: float = 0.0
    unknown_log10_prob: float = 0.0

    @property
    def perplexity(self) -> float:
        """Per word and end of sentence, unknown words included."""
        return _perplexity(self.log10_prob, self.words + self.sentences)

    @property
    def known_perplexity(self) -> float:
        """As `perplexity`, with unknown words left out of the sum and of the count."""
        tokens = self.words + self.sentences - self.unknown_words
        return _perplexity(self.log10_prob - self.unknown_log10_prob, tokens)

    def __add__(self, other: Perplexity) -> Perplexity:
        return Perplexity(
            self.sentences + other.sentences,
            self.words + other.words,
            self.unknown_words + other.unknown_words,
            self.log10_prob + other.log10_prob,
            self.unknown_log10_prob + other.unknown_log10_prob,
        )


class NgramModel:
    """A language model in a packed file, mapped into memory: opening it takes milliseconds.

    `verify` compares the file with its checksum, which means reading all of it once. `offset` and
    `size` are those of a model within a larger file.
    """

    def __init__(
        self, path: str | Path, *, verify: bool = True, offset: int = 0, size: int = 0
    ) -> None:
        with reading(path):
            self._core = _core.NgramModel(os.fsencode(path), verify, offset, size)
        self.normalisation = normalisation_of(path, self._core.normalisation)
        self.path = Path(path)

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self._core.order

    @property
    def counts(self) -> tuple[int, ...]:
        """How many n-grams there are of each length."""
        return tuple(self._core.counts)

    @property
    def prob_bits(self) -> int:
        """How many bits a probability has; 0 for a float."""
        return self._core.prob_bits

    @property
    def backoff_bits(self) -> int:
        """How many bits a backoff has; 0 for a float."""
        return self._core.backoff_bits

    @property
    def file_bytes(self) -> int:
        """The size of the file."""
        return self._core.file_bytes

    def packed_bytes(self) -> bytes:
        """The model as it stood in its file when it was opened, whatever is there now."""
        return self._core.packed_bytes()

    @property
    def native(self) -> _core.NgramModel:
        """What the native search takes."""
        return self._core

    def __contains__(self, word: str) -> bool:
        return self.word_id(word) != 0

    def word_id(self, word: str) -> int:
        """The model's number for a word, 0 if it does not know it; the word is normalised first."""
        return self.word_ids([word])[0]

    def word_ids(self, words: Sequence[str]) -> list[int]:
        """As `word_id` for many words, which is faster."""
        if self.normalisation != "none":
            words = [normalise_word(word, self.normalisation) for word in words]
        try:
            ids = self._core.word_ids(words)
        except (UnicodeEncodeError, TypeError):
            ids = self._core.word_ids([_encodable(word) for word in words])
        return [0 if word_id in (1, 2) else word_id for word_id in ids]

    def words(self) -> Iterator[str]:
        """All words by number: unknown, start and end of a sentence, then the others."""
        for word_id in range(self._core.words):
            yield self._core.text(word_id).decode(errors="replace")

    def score(self, words: Sequence[str], *, begin: bool = True, end: bool = True) -> SentenceScore:
        """Score a sentence; `begin` and `end` say whether its start and end are part of it."""
        ids = self.word_ids(words)
        scored = self._core.score_sentence(ids, begin, end)
        shown = [*words, SENTENCE_END] if end else words
        unknown = [word_id == 0 for word_id in ids] + [False] * end
        return SentenceScore(
            tuple(
                WordScore(word, score.log10_prob, score.ngram_length, is_unknown)
                for word, score, is_unknown in zip(shown, scored, unknown, strict=True)
            )
        )

    def features(self, words: Sequence[str], *, unknown_words: bool = True) -> dict[str, float]:
        """The n-gram features of a sentence. Without `unknown_words` they are the paper's.

        The paper's one feature makes it cheap to delete a name that the model does not know; the
        second lets a model learn what that should cost.
        """
        score = self.score(words)
        features = {LOG10_PROB_FEATURE: score.log10_prob}
        if unknown_words:
            features[UNKNOWN_WORDS_FEATURE] = float(score.unknown_words)
        return features

    def span(self, pieces: Sequence[str | Span], *, begin: bool = False, end: bool = False) -> Span:
        """Score a string made of words and of strings scored before, in any bracketing."""
        ids = [self.word_id(piece) if isinstance(piece, str) else piece for piece in pieces]
        return self._core.score_span(ids, begin, end)

    def perplexity(self, blocks: Iterable[TextBlock]) -> Perplexity:
        """Score a text that was read with the normalisation of this model."""
        total = Perplexity()
        for block in blocks:
            score = self._core.score_text(block.lines)
            total += Perplexity(
                score.sentences,
                score.words,
                score.unknown_words,
                score.log10_prob,
                score.unknown_log10_prob,
            )
        return total


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Turns what the native core has against a file into errors for people."""
    try:
        yield
    except _core.InputError as error:
        found, expected, line = error.args
        raise FormatError(found, expected, path=path, line=line or None) from None
    except _core.TemporaryFileError as error:
        raise no_temporary(error) from error
    except OSError as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error


def no_temporary(error: OSError) -> LaconicError:
    """What to say when there is no room for temporary files."""
    return LaconicError(
        f"cannot use {error.filename} for temporary files: {reason_of(error)}; "
        "give more memory, or another folder as temporary"
    )


def normalisation_of(path: str | Path, name: str) -> Normalisation:
    """The normalisation that a model's file names."""
    if (name or "none") not in NORMALISATIONS:
        expected = f"one of {', '.join(NORMALISATIONS)}; converting it can say which"
        raise FormatError(f"the word normalisation {name!r}", expected, path=path)
    return check_normalisation(name or "none")


def _perplexity(log10_prob: float, tokens: int) -> float:
    if tokens == 0:
        return math.nan
    with contextlib.suppress(OverflowError):
        return math.pow(10, -log10_prob / tokens)
    return math.inf


def _encodable(word: str) -> str:
    """The word, or an empty one, which no model knows, where it is no Unicode text."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return ""
    return word
