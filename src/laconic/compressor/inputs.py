"""What users give, as sentences with their tokens, and what stands between them.

1. Text is split into sentences; a line may be taken for one sentence; tokens and trees are given.
2. What is no sentence (white space, control characters) is part of what stands between.
3. A sentence that is too long for any use is found before it costs anything: it has no tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from laconic.compressor.marks import TOO_LONG, make_mark
from laconic.compressor.rendering import (
    Source,
    char_bounds,
    count_words,
    render,
    source_of_words,
    word_lengths,
)
from laconic.errors import LaconicError
from laconic.parsing.detokenise import rebuild
from laconic.parsing.inputs import split_tokens
from laconic.parsing.sentences import Range, split_sentences
from laconic.parsing.tokens import Token, tokenise
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

MOST_TOKENS = 300  # of a sentence: parsing and searching take more than their share beyond that
MOST_CHARS = 20 * MOST_TOKENS


@dataclass(frozen=True, eq=False)
class Passage:
    """A sentence of a text, before it is parsed.

    `tree` is the one that was given, if any. Of `tokenized` sentences tokens have spaces between
    them in the text that comes out, too. `mark` says why the sentence cannot be handled, if so.
    """

    source: Source
    tree: Tree | None = None
    tokenized: bool = False
    mark: str | None = None

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The tokens as the leaves of a tree hold them."""
        return tuple([token.form for token in self.source.tokens])

    def __len__(self) -> int:
        return len(self.source.tokens)

    def with_tree(self, tree: Tree) -> Passage:
        """The sentence with what its tree tells of its marks."""
        return self if self.tokenized else replace(self, source=self.source.with_tree(tree))

    def render(self, items: Sequence[int | str]) -> str:
        """The text of what is left: places of tokens, and new words."""
        if self.tokenized:
            return " ".join(self.words[item] if isinstance(item, int) else item for item in items)
        kept = [item for item in items if isinstance(item, int)]
        if len(kept) == len(items) and all(a < b for a, b in pairwise(kept)):
            return render(self.source, kept)
        tokens = self.source.tokens
        return rebuild(
            self.source.text, [tokens[item] if isinstance(item, int) else item for item in items]
        )

    def count_words(self, text: str) -> int:
        """The words of a text that `render` gave."""
        return count_words(text)

    def word_lengths(self) -> list[int]:
        """For each token whether it is a word of its own in the text that comes out."""
        return list(word_lengths(self.source))

    def char_bounds(self) -> list[int]:
        """For each token the most characters it can add to the text that comes out."""
        if self.tokenized:
            return [len(word) + 1 for word in self.words]
        return list(char_bounds(self.source))


@dataclass(frozen=True, eq=False)
class Text:
    """Sentences, and what stands before, between and after them."""

    text: str
    passages: tuple[Passage, ...]
    gaps: tuple[str, ...]

    def join(self, sentences: Iterable[str]) -> str:
        """The text with other sentences in the places of its own."""
        first, *others = self.gaps
        return first + "".join(
            sentence + gap for sentence, gap in zip(sentences, others, strict=True)
        )


Given = str | Tree | Text


def read_given(given: Given) -> Text:
    """The text that a user gives in any form; a string is split into sentences."""
    if isinstance(given, Text):
        return given
    if isinstance(given, Tree):
        return read_tree(given)
    if isinstance(given, str):
        return read_text(given)
    raise LaconicError(f"found {type(given).__name__}, expected a text or a tree to compress")


def read_text(text: str) -> Text:
    """Running text, split into sentences.

    >>> read = read_text(" It's late. Go!")
    >>> [passage.words for passage in read.passages], read.gaps
    ([('It', "'s", 'late', '.'), ('Go', '!')], (' ', ' ', ''))
    """
    return _read_ranges(text, split_sentences(text))


def read_line(line: str) -> Text:
    """A line that is one sentence, whatever stands in it.

    >>> [passage.words for passage in read_line("It's late. Go!").passages]
    [('It', "'s", 'late', '.', 'Go', '!')]
    """
    start = len(line) - len(line.lstrip())
    return _read_ranges(line, [(start, max(start, len(line.rstrip())))])


def read_tokens(line: str) -> Text:
    """A line of tokens with spaces between them, which is one sentence.

    >>> read_tokens("Do n't -LRB- go -RRB- .").passages[0].words
    ('Do', "n't", '(', 'go', ')', '.')
    """
    if not has_words(line):
        return Text(line, (), (line,))
    if len(line) > MOST_CHARS:
        return Text(line, (_too_long(line, f"{len(line)} characters"),), ("", ""))
    tokens, place = [], 0
    words = split_tokens(line)
    for word in words:
        tokens.append(Token(word, place, place + len(word)))
        place += len(word) + 1
    source = Source(" ".join(words), tuple(tokens))
    return Text(line, (_checked(Passage(source, tokenized=True)),), ("", ""))


def read_tree(tree: Tree) -> Text:
    """A sentence that was parsed before; its text is put together from its words.

    >>> from laconic.trees.brackets import parse
    >>> read_tree(parse("(S (VP (VB Go)) (. !))")).text
    'Go!'
    """
    words = tree.words()
    if not words:
        raise LaconicError("found a tree without words, expected the tree of a sentence")
    source = source_of_words(words)
    return Text(source.text, (_checked(Passage(source, with_root(tree))),), ("", ""))


def has_words(text: str) -> bool:
    """Whether there is anything to be seen in a text.

    >>> has_words(" !"), has_words(" \\x00\\u200b")
    (True, False)
    """
    return any(character.isprintable() and not character.isspace() for character in text)


def _read_ranges(text: str, ranges: Iterable[Range]) -> Text:
    passages, gaps, place = [], [], 0
    for start, end in ranges:
        sentence = text[start:end]
        if has_words(sentence):
            passages.append(_passage(sentence))
            gaps.append(text[place:start])
            place = end
    return Text(text, tuple(passages), (*gaps, text[place:]))


def _passage(sentence: str) -> Passage:
    if len(sentence) > MOST_CHARS:
        return _too_long(sentence, f"{len(sentence)} characters")
    return _checked(Passage(Source(sentence, tuple(tokenise(sentence)))))


def _checked(passage: Passage) -> Passage:
    """The passage, marked if it has too many tokens."""
    if len(passage) <= MOST_TOKENS:
        return passage
    mark = make_mark(TOO_LONG, f"{len(passage)} tokens, at most {MOST_TOKENS}")
    return replace(passage, mark=mark)


def _too_long(sentence: str, found: str) -> Passage:
    mark = make_mark(TOO_LONG, f"{found}, at most {MOST_CHARS}")
    return Passage(Source(sentence, ()), mark=mark)
