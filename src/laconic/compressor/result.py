"""What a compressor gives back: `Sentence` for each sentence, `Result` for a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from laconic.compressor.inputs import Passage, Text
from laconic.errors import LaconicError, TreeError
from laconic.grammar.derivation import Derivation
from laconic.grammar.notation import render_rule
from laconic.model import Rewritten
from laconic.systems import Compression
from laconic.trees.brackets import render
from laconic.trees.tree import Tree

SCHEMA = 1  # the version of records


class Word(NamedTuple):
    """A word of a compression, and which token of the source it is; None if it is new."""

    text: str
    source: int | None


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence that was compressed; `made` is None where it came back as it was.

    `tokens`, `tree` and `derivation` are what the model made; `text` is that cleaned up.
    """

    passage: Passage = field(repr=False)
    source_tree: Tree | None = field(default=None, repr=False)
    made: Compression | None = field(default=None, repr=False)
    marks: tuple[str, ...] = ()
    alternatives: tuple[Sentence, ...] = field(default=(), repr=False)

    @cached_property
    def tokens(self) -> tuple[Word, ...]:
        """The words that are left, each with the token of the source that it is."""
        words = self.source_tokens
        if self.made is None:
            return tuple(Word(word, place) for place, word in enumerate(words))
        if isinstance(self.made, Rewritten):
            known = self.made.forest.words
            return tuple(
                Word(known[number], number if number < len(words) else None)
                for number in self.made.words
            )
        return tuple(Word(words[place], place) for place in self.made.kept or ())

    @cached_property
    def text(self) -> str:
        """The compression, cleaned up; the sentence as it was where it came back so."""
        if self.made is None:
            return self.source
        return self.passage.render(self._items)

    @property
    def source(self) -> str:
        """The text of the sentence before."""
        return self.passage.source.text

    @property
    def source_tokens(self) -> tuple[str, ...]:
        """The tokens of the sentence before."""
        return self.passage.words

    @cached_property
    def words(self) -> int:
        """How many words `text` has: no punctuation, contractions once."""
        return self.passage.count_words(self.text)

    @property
    def tree(self) -> Tree | None:
        """The tree of the compression; the source's own if it came back as it was."""
        return self.source_tree if self.made is None else self.made.tree

    @property
    def derivation(self) -> Derivation | None:
        """Which rule rewrote which node, if a transducer did."""
        return self.made.derivation if isinstance(self.made, Rewritten) else None

    @property
    def score(self) -> float:
        """The score that the model gives the compression; 0 where it made none."""
        return 0.0 if self.made is None else self.made.score

    @property
    def kept(self) -> tuple[int, ...] | None:
        """The places of the tokens that are left; None if the model did more than delete."""
        if self.made is None:
            return tuple(range(len(self.passage)))
        return self.made.kept

    @property
    def rate(self) -> float:
        """The share of tokens that are left."""
        return len(self.tokens) / len(self.passage) if len(self.passage) else 1.0

    @property
    def _items(self) -> list[int | str]:
        return [word.text if word.source is None else word.source for word in self.tokens]

    def as_record(self, *, trees: bool = True) -> dict[str, Any]:
        """The sentence as plain values, as in docs/formats.md."""
        record: dict[str, Any] = {
            "text": self.text,
            "source": self.source,
            "tokens": [list(word) for word in self.tokens],
            "source_tokens": list(self.source_tokens),
            "rate": self.rate,
            "score": self.score,
            "marks": list(self.marks),
        }
        if trees:
            record |= {
                "tree": _brackets(self.tree),
                "source_tree": _brackets(self.source_tree),
                "derivation": _steps(self.derivation),
            }
        others = [alternative.as_record(trees=trees) for alternative in self.alternatives]
        # What an alternative shares with its sentence is said once.
        shared = ("source", "source_tokens", "source_tree", "alternatives")
        record["alternatives"] = [
            {name: value for name, value in other.items() if name not in shared} for other in others
        ]
        return record


@dataclass(frozen=True, eq=False)
class Result:
    """A text that was compressed, sentence by sentence."""

    given: Text = field(repr=False)
    sentences: tuple[Sentence, ...] = field(repr=False)
    own_marks: tuple[str, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        marks = f", marks={self.marks!r}" if self.marks else ""
        return f"Result({self.text!r}, rate={self.rate:.2f}, score={self.score:.3f}{marks})"

    @cached_property
    def text(self) -> str:
        """The compressed sentences, with what stood between them."""
        return self.given.join([sentence.text for sentence in self.sentences])

    @property
    def source(self) -> str:
        """The text before."""
        return self.given.text

    @property
    def score(self) -> float:
        """The sum of the sentences' scores."""
        return sum((sentence.score for sentence in self.sentences), 0.0)

    @property
    def rate(self) -> float:
        """The share of tokens that are left; 1 for a text without any."""
        before = sum(len(sentence.passage) for sentence in self.sentences)
        return sum(len(one.tokens) for one in self.sentences) / before if before else 1.0

    @property
    def marks(self) -> tuple[str, ...]:
        """What is not as it should be: of the text, then of its sentences, each once."""
        of_sentences = (mark for sentence in self.sentences for mark in sentence.marks)
        return tuple(dict.fromkeys([*self.own_marks, *of_sentences]))

    @property
    def tokens(self) -> tuple[Word, ...]:
        """As of its sentence, if it has one."""
        return self._only("tokens").tokens

    @property
    def tree(self) -> Tree | None:
        """As of its sentence, if it has one."""
        return self._only("tree").tree

    @property
    def source_tree(self) -> Tree | None:
        """As of its sentence, if it has one."""
        return self._only("source_tree").source_tree

    @property
    def derivation(self) -> Derivation | None:
        """As of its sentence, if it has one."""
        return self._only("derivation").derivation

    def _only(self, name: str) -> Sentence:
        if len(self.sentences) != 1:
            count = len(self.sentences)
            raise LaconicError(
                f"the text has {count} sentences; expected one for result.{name}: each of"
                f" result.sentences has its own"
            )
        return self.sentences[0]

    def as_record(self, *, trees: bool = True) -> dict[str, Any]:
        """The result as plain values, as in docs/formats.md; `trees` adds trees and derivations."""
        return {
            "version": SCHEMA,
            "text": self.text,
            "source": self.source,
            "rate": self.rate,
            "score": self.score,
            "marks": list(self.marks),
            "sentences": [sentence.as_record(trees=trees) for sentence in self.sentences],
        }


def _brackets(tree: Tree | None) -> str | None:
    """The tree in brackets; None for one that cannot be written so."""
    try:
        return None if tree is None else render(tree)
    except TreeError:
        return None


def _steps(derivation: Derivation | None) -> list[dict[str, Any]] | None:
    if derivation is None:
        return None
    return [{"node": step.node, "rule": render_rule(step.rule)} for step in derivation.steps]
