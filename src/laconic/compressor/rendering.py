"""Text of the tokens that survive, and how long it can be.

Spacing and casing are those of the source. Marks are put in order (`punctuation`), an article
takes the form that goes with what now follows it (`articles`), and the first word is capitalised if
that of the source was. Rendering all tokens gives the source as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise

from laconic.compressor.articles import ARTICLES, fit_article
from laconic.compressor.punctuation import Kind, Punctuation, find_punctuation
from laconic.parsing.detokenise import lay_out, rebuild_parts, widest_gaps
from laconic.parsing.tokens import CLITICS, ESCAPE, Token, tokenise
from laconic.trees.separators import Separator, find_separators
from laconic.trees.tree import Tree

_IN_WORDS = re.compile(r"[^\W_]")  # a letter or a digit
_NEVER_CAPITALISED = re.compile(
    r"[\d./\\@#:_]"
)  # numbers, addresses, abbreviations, names of files


@dataclass(frozen=True)
class Source:
    """One sentence: its tokens, and the text that they have their places in.

    `separators` say what its commas part, if its tree is known.
    """

    text: str
    tokens: tuple[Token, ...]
    separators: tuple[Separator, ...] = ()

    def with_tree(self, tree: Tree) -> Source:
        """The sentence with what its tree tells of its commas.

        >>> from laconic.trees.brackets import parse
        >>> tree = parse("(S (NP (NP (NNP Jo)) (, ,) (NP (NN boss)) (, ,)) (VP (VBD left)))")
        >>> source = source_of_words(tree.words())
        >>> render(source, [0, 1, 4]), render(source.with_tree(tree), [0, 1, 4])
        ('Jo, left', 'Jo left')
        """
        return replace(self, separators=find_separators(tree))

    @cached_property
    def sentence(self) -> str:
        """The sentence as it stands in the text."""
        return self.text[self.tokens[0].start : self.tokens[-1].end] if self.tokens else ""

    @cached_property
    def punctuation(self) -> Punctuation:
        """The marks of the sentence."""
        return find_punctuation([token.form for token in self.tokens], self.separators)

    @cached_property
    def first_word(self) -> int:
        """The place of the first token with a letter or digit; −1 if there is none."""
        return self._first_word(range(len(self.tokens)))

    @cached_property
    def is_capitalised(self) -> bool:
        """Whether the sentence does not start with a small letter; iPhone is no word in small ones.

        >>> [source_of_words([word]).is_capitalised for word in ("The", "iPhone", "2", "the")]
        [True, True, True, False]
        """
        if self.first_word < 0:
            return False
        written = self.written(self.first_word)
        found = _IN_WORDS.search(written)
        return found is None or not (found[0].islower() and written == written.lower())

    def written(self, place: int) -> str:
        """A token as the text has it."""
        token = self.tokens[place]
        return self.text[token.start : token.end]

    def is_article(self, place: int) -> bool:
        """Whether a token is "a" or "an"; a capital is a letter's name but at the start."""
        form = self.tokens[place].form
        return form in ARTICLES or (place == self.first_word and form.lower() in ARTICLES)

    def capitalise(self, text: str, places: Sequence[int]) -> str:
        """The text of these tokens with a capital where the source had one on another word."""
        first = self._first_word(places)
        if first in (-1, self.first_word) or not self.is_capitalised or ESCAPE in text:
            return text
        word, found = self.written(first), _IN_WORDS.search(text)
        if found is None or not word.islower() or _NEVER_CAPITALISED.search(word):
            return text
        capital = found[0].title()
        # What is two letters as a capital (ß, ŉ) starts no word that would need one.
        if len(capital) > 1 or self.tokens[first].form in CLITICS:
            return text
        return text[: found.start()] + capital + text[found.end() :]

    def _first_word(self, places: Sequence[int]) -> int:
        return next((place for place in places if _has_word(self.written(place))), -1)


def source_of_words(words: Sequence[str]) -> Source:
    """A sentence of which only the words of its tree are known.

    >>> source_of_words(["Do", "n't", "go", "."]).text
    "Don't go."
    """
    text, tokens = lay_out(words)
    return Source(text, tuple(tokens))


def render(source: Source, kept: Sequence[int]) -> str:
    """The text of the tokens at these places, given in order.

    >>> source = source_of_words("However , John , my boss , left early .".split())
    >>> render(source, [2, 3, 6, 7, 9])
    'John, left.'
    >>> render(source, [1, 4, 5, 7])
    'My boss left.'
    >>> render(source_of_words(["An", "old", "car", "stood", "there"]), [0, 2, 3])
    'A car stood'
    """
    tokens = source.tokens
    if len(kept) == len(tokens):
        return source.sentence
    marks = source.punctuation
    places = marks.clean(kept)
    items: list[Token | str] = [tokens[place] for place in places]
    if marks.final in places and marks.final not in kept:
        # One character, close to its word: what `char_bounds` allows for.
        items[places.index(marks.final)] = source.written(marks.final)[:1]
    parts = list(rebuild_parts(source.text, items))
    for number, (one, two) in enumerate(pairwise(places)):
        if two > one + 1 and source.is_article(one):
            gap, article = parts[number]
            parts[number] = gap, fit_article(article, source.written(two))
    return source.capitalise("".join(chain.from_iterable(parts)), places)


def char_bounds(source: Source) -> list[int]:
    """For each token the most characters that it adds to a text rendered.

    For any tokens that are kept, the sum is at least the length of the text: each token is there
    as written, with the widest space that can come before it; "a" may become "an". What is written
    first needs no space, and so has room for a final mark that was not kept; where it might have
    none, it gets it.

    >>> char_bounds(source_of_words(["It", "'s", "late", "."]))
    [3, 3, 5, 1]
    """
    room = int(source.punctuation.final >= 0)
    gaps = widest_gaps(source.tokens)
    kinds = source.punctuation.kinds
    return [
        token.end
        - token.start
        + (max(gap, room) if place == 0 or kind is Kind.WORD else gap)
        + source.is_article(place)
        for place, (token, gap, kind) in enumerate(zip(source.tokens, gaps, kinds, strict=True))
    ]


def word_lengths(source: Source) -> list[int]:
    """For each token how many words it is: marks and clitics are none.

    For any tokens that are kept, the sum is at least the number of words in the text rendered; less
    only where two tokens make one word, as in "cannot" and "US$5".

    >>> word_lengths(source_of_words(["I", "do", "n't", "owe", "$", "5", "."]))
    [1, 1, 0, 1, 0, 1, 0]
    """
    return [_words_in(token.form) for token in source.tokens]


def count_words(text: str) -> int:
    """The words of a text; contractions, words with hyphens, addresses and sums of money are one.

    >>> count_words("John's well-known site -- www.example.com -- doesn't cost $5 (or 5%).")
    9
    """
    count = 0
    end = -1  # of the last word's token, where another may go on with the word
    for token in tokenise(text):
        if not _has_word(token.form):
            continue
        count += token.start != end and token.form.lower() not in CLITICS
        end = token.end
    return count


def _has_word(form: str) -> bool:
    """Is there a letter or a digit in a token, other than in a command to a terminal?"""
    return _IN_WORDS.search(form) is not None and not form.startswith(ESCAPE)


_words_in = lru_cache(maxsize=1 << 16)(count_words)
