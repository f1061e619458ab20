"""Text split into sentences, which know their tokens and their place in the text.

1. A blank line always ends a sentence. A line break does so too, unless the lines around it were
   wrapped to a width, or the next line goes on with a small letter.
2. Within such a passage, every . ? ! … may end a sentence, with the quotes and brackets that close
   after it. What stands before it (an abbreviation, an initial, the number of an item) and what
   comes next (a small letter, a word that often opens a sentence) decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from laconic.parsing.abbreviations import (
    NUMBERED,
    OPENERS,
    is_abbreviation,
    is_initial,
    never_ends_sentence,
)
from laconic.parsing.tokens import Token, tokenise

Range = tuple[int, int]

_NARROWEST, _WIDEST = 40, 100
_FURTHEST_BACK = 48

_CLOSERS = "\"'’”»)]}›"
_STOP = re.compile(
    rf"[.?!…‽]++[{re.escape(_CLOSERS)}]*+(?:\[\d{{1,3}}\])*+|[。！？｡]++[」』”’）]*+"
)
_NOTE = re.compile(r"(?:\[\d{1,3}\])++\Z")
_NEXT = re.compile(r"\s*+((?:[-–—]{1,3}\s++)?\S{0,48})")
_LEADING = re.compile(r"[-–—\s\"'“”‘’«‹„`(\[{¿¡*_$£€#@]++")
_LETTERS = re.compile(r"[^\W\d_]++(?:['’][^\W\d_]++)*+")
_ITEM = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})")
_BULLET = re.compile(r"\s*(?:[-*•‣▪◦–—]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{2,4})[.)]\s)")
_CLOSING_CHUNK = re.compile(r"(?:''|[’”»)\]}]){1,4}")
_SAYING = frozenset(
    "said says asked asks replied cried added answered thought shouted whispered exclaimed".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text: text[start:end], and its tokens, placed in the same whole text."""

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]

    @property
    def words(self) -> list[str]:
        """The forms of the tokens, as the leaves of a tree hold them."""
        return [token.form for token in self.tokens]


def read_sentences(text: str, *, one: bool = False) -> list[Sentence]:
    """The sentences of a text; with `one`, all of the text is one sentence.

    >>> [sentence.words for sentence in read_sentences("It's late. Go!")]
    [['It', "'s", 'late', '.'], ['Go', '!']]
    >>> [sentence.words for sentence in read_sentences("It's late. Go!", one=True)]
    [['It', "'s", 'late', '.', 'Go', '!']]
    """
    ranges = [_without_space(text)] if one else split_sentences(text)
    return [
        Sentence(text, start, end, tuple(tokenise(text, start, end)))
        for start, end in ranges
        if start < end
    ]


def split_sentences(text: str) -> list[Range]:
    """Where the sentences of a text stand, without the white space around them.

    >>> text = 'Mr. Poe left the U.S. in 1990. "Why?" he asked. Nobody knew.'
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Mr. Poe left the U.S. in 1990.', '"Why?" he asked.', 'Nobody knew.']
    """
    return [
        sentence
        for start, end in _passages(text)
        for sentence in _sentences_of_passage(text, start, end)
    ]


def _without_space(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip())
    return start, max(start, len(text.rstrip()))


def _passages(text: str) -> Iterator[Range]:
    """Runs of lines that go on from one to the next, without the white space around them."""
    for lines in _blocks(text):
        wrapped = _are_wrapped(text, lines)
        start, end = lines[0]
        for line in lines[1:]:
            first = text[line[0]]
            if _BULLET.match(text, *line) or not (first.islower() or wrapped):
                yield start, end
                start = line[0]
            end = line[1]
        yield start, end


def _blocks(text: str) -> Iterator[list[Range]]:
    """The ranges of lines that no blank line parts, each line without white space around it."""
    block: list[Range] = []
    place = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare:
            start = place + line.index(bare)
            block.append((start, start + len(bare)))
        elif block:
            yield block
            block = []
        place += len(line)
    if block:
        yield block


def _are_wrapped(text: str, lines: list[Range]) -> bool:
    """Was each line broken only because the next word would have made it too long?"""
    lengths = [end - start for start, end in lines]
    longest = max(lengths)
    if len(lines) < 2 or not _NARROWEST <= longest <= _WIDEST:
        return False
    return all(
        end - start + len(text[following : following + longest].split(None, 1)[0]) + 1 >= longest
        for (start, end), (following, _) in pairwise(lines)
    )


def _sentences_of_passage(text: str, start: int, end: int) -> Iterator[Range]:
    for found in _STOP.finditer(text, start, end):
        stop = _with_closing_chunk(text, found.end(), end)
        if start < stop < end and _ends_sentence(text, start, found, stop, end):
            yield start, stop
            start = _skip_space(text, stop, end)
    yield start, end


def _skip_space(text: str, place: int, end: int) -> int:
    while place < end and text[place].isspace():
        place += 1
    return place


def _with_closing_chunk(text: str, stop: int, end: int) -> int:
    """The end of a quote or bracket that closes after white space, as in tokenised text."""
    following = _NEXT.match(text, stop, end)
    if following and following.start(1) > stop and _CLOSING_CHUNK.fullmatch(following[1]):
        return following.end()
    return stop


def _ends_sentence(text: str, start: int, found: re.Match[str], stop: int, end: int) -> bool:
    following = _NEXT.match(text, stop, end)
    chunk = following[1] if following else ""
    word = _before(text, start, found.start())
    marks = _NOTE.sub("", found[0]).rstrip(_CLOSERS)
    if not text[stop].isspace():
        return _ends_without_space(word, found[0], chunk)
    if marks == "." and not _is_spaced_ellipsis(text, start, found.start()):
        if found[0] != marks and _goes_on_small(chunk):
            return False  # "No." she said.
        is_first = found.start() - start - len(word) <= 1
        return not (is_first and _ITEM.fullmatch(word)) and _full_stop_ends(word, chunk)
    if _goes_on_small(chunk) or not _starts_sentence(chunk):
        return False
    if "?" in marks or "!" in marks:
        return not (found[0] != marks and _is_said(text, stop, end))
    return _first_word(chunk) != "I"


def _is_spaced_ellipsis(text: str, start: int, place: int) -> bool:
    """Is the mark the last of ". . ."?"""
    return place - 2 >= start and text[place - 1].isspace() and text[place - 2] == "."


def _before(text: str, start: int, place: int) -> str:
    """The chunk before a mark, without the quotes and brackets that open before it."""
    passage = text[max(start, place - _FURTHEST_BACK) : place]
    return _bare(passage.split()[-1]) if passage and not passage[-1].isspace() else ""


def _bare(chunk: str) -> str:
    return _LEADING.sub("", chunk, count=1) if _LEADING.match(chunk) else chunk


def _first_word(chunk: str) -> str:
    found = _LETTERS.search(chunk)
    return re.split("['’]", found[0])[0] if found else ""


def _goes_on_small(chunk: str) -> bool:
    """Does it start with a small letter, and is no name such as eBay?"""
    return _bare(chunk)[:1].islower() and _first_word(chunk).islower()


def _starts_sentence(chunk: str) -> bool:
    bare = _bare(chunk)
    return bare[0].isalnum() if bare else bool(chunk)


def _ends_without_space(word: str, marks: str, chunk: str) -> bool:
    """Was the space after a sentence forgotten? Only sure before a word that opens sentences."""
    if marks[0] in "。！？｡":
        return True
    forgotten = marks == "." and len(word) > 1 and word.isalpha() and word.islower()
    return forgotten and _LETTERS.match(chunk) is not None and _first_word(chunk) in OPENERS


def _full_stop_ends(word: str, chunk: str) -> bool:
    """Does a full stop after a word end the sentence, before the chunk that comes next?"""
    if word in NUMBERED and _bare(chunk)[:1].isdigit():
        return False
    if is_abbreviation(word) and word not in NUMBERED:
        return _abbreviation_ends(word, _first_word(chunk))
    if _goes_on_small(chunk):
        # Careless writing has no capitals; after a short word it may be an unknown abbreviation.
        return _bare(chunk) == chunk and word.isalpha() and len(word) > 3 and word.islower()
    return _starts_sentence(chunk)


def _abbreviation_ends(word: str, following: str) -> bool:
    if never_ends_sentence(word):
        return word == "St" and following in OPENERS  # a street
    if is_initial(word) and word != "I":
        return following in OPENERS and not is_initial(following)
    return following in OPENERS or following in ("Mr", "Mrs", "Ms")


def _is_said(text: str, stop: int, end: int) -> bool:
    """Does "he said", "John said" or "Mr. Poe said" come next?"""
    words = [word.rstrip(",.;:") for word in text[stop : min(end, stop + 60)].split(None, 3)]
    if len(words) < 2 or _LEADING.match(words[0]):
        return False
    verb = words[2] if len(words) > 2 and words[1][:1].isupper() else words[1]
    return verb in _SAYING
