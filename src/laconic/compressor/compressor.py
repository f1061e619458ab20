"""`Compressor`: text in, shorter text out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from laconic.compressor.inputs import Given, Text, read_given, read_line
from laconic.compressor.phrases import Phrases, check_phrases
from laconic.compressor.result import Result, Sentence
from laconic.compressor.sentences import SentenceCompressor
from laconic.compressor.stream import compress_stream
from laconic.compressor.texts import TextCompressor, parse_texts
from laconic.decoding.threads import usable_cores
from laconic.errors import LaconicError
from laconic.model import Model
from laconic.parsing.parser import Parser
from laconic.request import Request, make_request
from laconic.systems import Compression, System
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree


class Compressor:
    """A model of any system with a parser: compresses text.

    It is a system itself, which compresses trees as the default request does.
    """

    def __init__(self, model: System, *, parser: Parser | None = None) -> None:
        self.model = model
        self._given_parser = parser

    def __repr__(self) -> str:
        return f"Compressor({self.model.system}, {self.model.signature})"

    @cached_property
    def parser(self) -> Parser:
        """What parses text: the one given, or the embedded one, loaded when it is needed."""
        if self._given_parser is not None:
            return self._given_parser
        from laconic.parsing.registry import load_parser

        return load_parser()

    def compress(self, text: Given, request: Request | None = None, **options: Any) -> Result:
        """Compress a text, or the tree of a sentence.

        `options` are fields of the request: compress(text, rate=0.5). A sentence that cannot be
        compressed comes back as it was, marked.
        """
        compressor = TextCompressor(self.model, make_request(request, options), batch=False)
        [parsed] = parse_texts(lambda: self.parser, [read_given(text)])
        return compressor.compress(parsed)

    def compress_many(
        self,
        texts: Iterable[Given],
        request: Request | None = None,
        *,
        workers: int | None = None,
        **options: Any,
    ) -> Iterator[Result]:
        """Compress texts as results are asked for, in order, `workers` threads side by side.

        Nothing in a text ends the work: what cannot be done is a mark of its result.
        """
        if isinstance(texts, str | Tree | Text):
            raise LaconicError("found one text, expected several; compress takes one")
        if workers is not None and workers < 1:
            raise LaconicError(f"workers is {workers}; expected a number from 1 up, or none")
        compressor = TextCompressor(self.model, make_request(request, options), batch=True)
        return compress_stream(texts, compressor, lambda: self.parser, workers or usable_cores())

    def frontier(
        self, sentence: Given, request: Request | None = None, **options: Any
    ) -> list[Sentence]:
        """The best compression of every length in tokens, shortest first, within the limits.

        A string is taken for one sentence.
        """
        asked = make_request(request, options)
        text = read_line(sentence) if isinstance(sentence, str) else read_given(sentence)
        if len(text.passages) != 1:
            raise LaconicError(f"found {len(text.passages)} sentences, expected one")
        compressor = SentenceCompressor(self.model, asked)
        compressor.check_transducer("a frontier")
        [parsed] = parse_texts(lambda: self.parser, [text])[0].sentences
        phrases, words = Phrases(asked), parsed.passage.words
        wanted = phrases.find(words)
        check_phrases(phrases, [wanted], [words])
        return compressor.list_lengths(parsed, wanted)

    @property
    def system(self) -> str:
        """The name of the system."""
        return self.model.system

    @property
    def signature(self) -> str:
        """The model's, and that what is cut in half is guarded."""
        guarded = isinstance(self.model, Model)
        return f"{self.model.signature}+guards" if guarded else self.model.signature

    def for_document(self, trees: Iterable[Tree]) -> Compressor:
        """The compressor for the sentences of one document."""
        return Compressor(self.model.for_document(trees), parser=self._given_parser)

    def rewrite(self, tree: Tree) -> Compression:
        """What the default request makes of a tree."""
        [sentence] = self.compress(tree).sentences
        if sentence.made is not None:
            return sentence.made
        from laconic.baselines.sentence import Compressed

        kept = tuple(range(len(sentence.passage)))
        return Compressed(with_root(tree), sentence.score, kept, sentence.marks)

    def save(self, path: str | Path) -> None:
        """Write the model."""
        self.model.save(path)
