"""Texts: parsed in batches, compressed sentence by sentence or under limits for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from laconic.compressor.inputs import Passage, Text
from laconic.compressor.limits import allowed
from laconic.compressor.marks import FAILED, NOT_PARSED, make_mark
from laconic.compressor.phrases import Phrases, check_phrases, phrase_marks
from laconic.compressor.result import Result, Sentence
from laconic.compressor.sentences import Parsed, SentenceCompressor
from laconic.compressor.totals import Shared, best_of, share
from laconic.errors import LaconicError
from laconic.parsing.inputs import BATCH
from laconic.parsing.parser import Parser, check_trees
from laconic.request import Request
from laconic.systems import System

GiveParser = Callable[[], Parser]  # so that none is loaded where none is needed


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A text with its sentences parsed, as far as they can be."""

    text: Text
    sentences: tuple[Parsed, ...]


class TextCompressor:
    """A system and what is asked of it.

    In a `batch`, phrases that do not occur or exclude each other are marks; else they are errors.
    """

    def __init__(self, system: System, request: Request, *, batch: bool) -> None:
        self._one = SentenceCompressor(system, request)
        self._request, self._phrases, self._batch = request, Phrases(request), batch

    def compress(self, parsed: ParsedText) -> Result:
        """The text with its sentences compressed."""
        words = [sentence.passage.words for sentence in parsed.sentences]
        found = [self._phrases.find(each) for each in words]
        marks: tuple[str, ...] = ()
        if self._batch:
            marks = phrase_marks(self._phrases, found)
        else:
            check_phrases(self._phrases, found, words)
        pairs = list(zip(parsed.sentences, found, strict=True))
        if not self._request.total:
            made = tuple(self._one.compress(sentence, wanted) for sentence, wanted in pairs)
            return Result(parsed.text, made, marks)
        options = [self._one.list_options(sentence, wanted) for sentence, wanted in pairs]
        shared = self._share(options, parsed.text)
        return Result(parsed.text, shared.sentences, (*marks, *shared.marks))

    def _share(self, options: Sequence[Sequence[Sentence]], text: Text) -> Shared:
        limits = allowed(self._request, sum(len(given[0].passage) for given in options))
        try:
            return share(options, limits, sum(map(len, text.gaps)))
        except LaconicError as error:
            if not self._batch:
                raise
            return Shared(tuple(map(best_of, options)), (make_mark(FAILED, error),))


def parse_texts(give_parser: GiveParser, texts: Sequence[Text]) -> list[ParsedText]:
    """The texts with their sentences parsed, all in few batches."""
    trees = _parse(give_parser, [passage for text in texts for passage in text.passages])
    return [ParsedText(text, tuple(islice(trees, len(text.passages)))) for text in texts]


def _parse(give_parser: GiveParser, passages: Iterable[Passage]) -> Iterator[Parsed]:
    waiting = iter(passages)
    while batch := list(islice(waiting, BATCH)):
        wanted = [passage for passage in batch if passage.mark is None and passage.tree is None]
        parsed = iter(_parse_batch(give_parser, wanted) if wanted else [])
        for passage in batch:
            is_done = passage.mark is not None or passage.tree is not None
            yield Parsed(passage, passage.tree, passage.mark) if is_done else next(parsed)


def _parse_batch(give_parser: GiveParser, passages: Sequence[Passage]) -> list[Parsed]:
    """The sentences parsed; what cannot be parsed is found by parsing each alone."""
    parser = give_parser()
    words = [passage.words for passage in passages]
    try:
        trees = check_trees("the parser", words, parser.parse(words))
        return [Parsed(passage, tree) for passage, tree in zip(passages, trees, strict=True)]
    except Exception as error:  # parsers are anyone's: whatever they raise, the others are parsed
        if len(passages) > 1:
            return [one for passage in passages for one in _parse_batch(give_parser, [passage])]
        reason = error if isinstance(error, LaconicError) else repr(error)
        return [Parsed(passages[0], None, make_mark(NOT_PARSED, reason))]
