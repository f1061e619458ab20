"""Words as the encoder reads them: numbers of word pieces, and the shape of each word's letters.

The encoder knows no case, so the shape goes in beside the pieces. A sentence without a capital, or
without a small letter, tells nothing by its case, and all its words are then of unknown shape.
Each word is cut by itself, never in its context, so what it becomes can be remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from laconic.trees.words import plain_word

# Of a word of more pieces (a web address, a chemical) the beginning and the end are read.
MOST_PIECES_OF_A_WORD = 16
_MOST_REMEMBERED = 200_000

UNKNOWN, LOWER, CAPITALISED, UPPER, MIXED, OTHER = SHAPES = range(6)


@dataclass(frozen=True, slots=True)
class Pieces:
    """A sentence cut into pieces, between the encoder's two marks.

    ids: The numbers of all pieces, with the mark before the sentence and the one after it.
    first, last: For each mark and word, where its first and its last piece stand in `ids`.
    shapes: For each mark and word, its shape; marks are OTHER.
    """

    ids: list[int]
    first: list[int]
    last: list[int]
    shapes: list[int]


class PieceCutter:
    """Cuts words into the encoder's pieces and remembers what it cut."""

    def __init__(self, vocabulary: str) -> None:
        """`vocabulary` is the content of a `tokenizer.json`."""
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_str(vocabulary)
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        # A word may read like one of the encoder's marks without being one.
        self._tokenizer.encode_special_tokens = True
        self.size = int(self._tokenizer.get_vocab_size())
        self._before = self._number("[CLS]")
        self._after = self._number("[SEP]")
        self._unknown = self._number("[UNK]")
        self._remembered: dict[str, tuple[int, ...]] = {}

    def _number(self, piece: str) -> int:
        number = self._tokenizer.token_to_id(piece)
        if number is None:
            raise ValueError(f"the vocabulary of word pieces has no {piece}")
        return int(number)

    def cut(self, words: Sequence[str]) -> Pieces:
        """The pieces of a sentence."""
        ids = [self._before]
        first, last = [0], [0]
        for pieces in self.pieces_of(words):
            first.append(len(ids))
            ids.extend(pieces)
            last.append(len(ids) - 1)
        first.append(len(ids))
        last.append(len(ids))
        ids.append(self._after)
        return Pieces(ids, first, last, [OTHER, *shapes_of(words), OTHER])

    def pieces_of(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """The pieces of each word, at least one."""
        # What is found is held here, because another thread may empty the memory meanwhile.
        found = {word: self._remembered.get(word) for word in words}
        new = [word for word, pieces in found.items() if pieces is None]
        if new:
            cut = self._tokenizer.encode_batch_fast(
                [_encodable(plain_word(word)) for word in new], add_special_tokens=False
            )
            made = {
                word: self._shortened(encoding.ids) for word, encoding in zip(new, cut, strict=True)
            }
            if len(self._remembered) > _MOST_REMEMBERED:
                self._remembered = {}
            self._remembered.update(made)
            found.update(made)
        return [pieces for word in words if (pieces := found[word]) is not None]

    def _shortened(self, pieces: list[int]) -> tuple[int, ...]:
        if len(pieces) > MOST_PIECES_OF_A_WORD:
            half = MOST_PIECES_OF_A_WORD // 2
            pieces = pieces[:half] + pieces[-half:]
        return tuple(pieces) or (self._unknown,)


def _encodable(word: str) -> str:
    """The word with a question mark for half of a surrogate pair, which is no character."""
    return word.encode(errors="replace").decode()


def shapes_of(words: Sequence[str]) -> list[int]:
    """The shape of each word's letters.

    >>> [["?", "lower", "Capital", "UPPER", "miXed", "other"][shape]
    ...  for shape in shapes_of(["The", "BBC", "told", "eBay", "99"])]
    ['Capital', 'UPPER', 'lower', 'miXed', 'other']
    >>> set(shapes_of(["no", "capital", "99"])) == {UNKNOWN}
    True
    """
    letters = "".join(words)
    if letters == letters.lower() or letters == letters.upper():
        return [UNKNOWN] * len(words)
    return [_shape(word) for word in words]


def _shape(word: str) -> int:
    lower, upper = word.lower(), word.upper()
    if lower == upper:
        return OTHER
    if word == lower:
        return LOWER
    if word == upper and len(word) > 1:
        return UPPER
    if word[0] != lower[0] and word[1:] == lower[1:]:
        return CAPITALISED
    return MIXED
