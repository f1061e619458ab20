"""How `laconic compress` works through its units: one by one, many at a time, or by length."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TextIO

from laconic.cli.compress_inputs import BAD_BYTES, Unit
from laconic.cli.compress_outputs import View
from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import Text
from laconic.compressor.marks import name_of_mark
from laconic.compressor.phrases import (
    Phrases,
    Wanted,
    check_phrases,
    clash_mark,
    phrase_marks,
)
from laconic.compressor.result import Result, Sentence
from laconic.request import Request

NOT_UTF8 = "not UTF-8"
Done = Iterator[tuple[Unit, Result]]


def compress_each(compressor: Compressor, units: Iterable[Unit], request: Request) -> Done:
    """Units that a person gave: phrases that do not occur in them are errors."""
    for unit in units:
        yield unit, _noted(compressor.compress(unit.text, request))


def compress_all(
    compressor: Compressor, units: Iterable[Unit], request: Request, workers: int | None
) -> Done:
    """As many units as there are, some at a time; what cannot be done is a mark."""
    waiting: deque[Unit] = deque()

    def texts() -> Iterator[Text]:
        for unit in units:
            waiting.append(unit)
            yield unit.text

    for result in compressor.compress_many(texts(), request, workers=workers):
        yield waiting.popleft(), _noted(result)


def list_frontiers(
    compressor: Compressor, units: Iterable[Unit], request: Request, *, is_direct: bool
) -> Done:
    """Each sentence by itself, with its compressions of other lengths as alternatives."""
    phrases = Phrases(request)
    for unit in units:
        passages = unit.text.passages
        found = [phrases.find(passage.words) for passage in passages]
        if is_direct:
            check_phrases(phrases, found, [passage.words for passage in passages])
        marks = phrase_marks(phrases, found)
        for passage, wanted in zip(passages, found, strict=True):
            text = Text(passage.source.text, (passage,), ("", ""))
            sentence = _frontier(compressor, text, request, wanted)
            yield unit, _noted(Result(text, (sentence,), marks))
            marks = ()  # of the unit, and told once


def _frontier(compressor: Compressor, text: Text, request: Request, wanted: Wanted) -> Sentence:
    [passage] = text.passages
    if wanted.clash:
        return Sentence(passage, marks=(clash_mark(wanted, passage.words),))
    # Only phrases that stand in the sentence are asked of it.
    asked = replace(request, keep=tuple(wanted.keep), drop=tuple(wanted.drop))
    first, *others = compressor.frontier(text, asked)
    return replace(first, alternatives=tuple(others))


def _noted(result: Result) -> Result:
    """The result, with a mark for sentences in which there were bytes that are no text."""
    if not BAD_BYTES.search(result.source):
        return result
    sentences = (
        replace(sentence, marks=(*sentence.marks, NOT_UTF8))
        if BAD_BYTES.search(sentence.source)
        else sentence
        for sentence in result.sentences
    )
    return replace(result, sentences=tuple(sentences))


def write_all(done: Done, view: View, stream: TextIO) -> Counter[str]:
    """Write what was done, unit by unit; how often each mark was set.

    Each unit is seen off before the next, so that after an interrupt only whole lines are there.
    """
    marks: Counter[str] = Counter()
    for unit, result in done:
        written = "".join(view(unit, result))
        stream.write(written)
        stream.flush()
        for noted in (result.own_marks, *(sentence.marks for sentence in result.sentences)):
            marks.update(set(map(name_of_mark, noted)))
    return marks
