"""What `laconic compress` writes: lines, trees, alternatives, records, subtitles, explanations."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from laconic.cli.changes import find_changes, one_line
from laconic.cli.compress_inputs import BAD_BYTES, Form, Unit
from laconic.cli.explain import explain_lines, explain_sentence
from laconic.cli.outputs import is_stdout, refuse
from laconic.cli.painting import Painter, Piece
from laconic.compressor.result import Result, Sentence
from laconic.errors import TreeError
from laconic.files import replacing
from laconic.request import Request
from laconic.subtitles import SubtitleForm
from laconic.systems import System
from laconic.trees.brackets import render

View = Callable[[Unit, Result], Iterator[str]]  # what is written for a unit, line ends included


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written, by the options that say so."""

    request: Request
    as_json: bool = False
    trees: bool = False
    explain: bool = False
    diff: bool = False
    frontier: bool = False

    def check(self, subtitles: SubtitleForm | None) -> None:
        """An error for what does not go together."""
        exclusive = {"--diff": self.diff, "--frontier": self.frontier, "--explain": self.explain}
        if not self.as_json:
            exclusive["--trees"] = self.trees
        exclusive["--nbest"] = self.request.nbest > 1
        chosen = [name for name, given in exclusive.items() if given]
        refuse(len(chosen) > 1, f"{' and '.join(chosen)} exclude each other")
        refuse(self.diff and self.as_json, "--diff and --json exclude each other")
        refuse(self.frontier and self.request.total, "--frontier and --total exclude each other")
        wrong = subtitles is not None and bool(chosen) and not (self.as_json and self.explain)
        refuse(wrong, f"subtitles come out as subtitles; {''.join(chosen[:1])} is for other input")

    def view(
        self, form: Form, subtitles: SubtitleForm | None, painter: Painter, system: System
    ) -> View:
        """What writes a unit."""
        if self.as_json:
            return view_records(system, trees=self.trees, explain=self.explain)
        if self.frontier:
            return view_frontiers(painter)
        if subtitles is not None:
            return view_subtitles
        if self.explain:
            return view_explanations(painter, system)
        if self.trees:
            return view_trees(form)
        if self.diff:
            return view_changes(painter)
        if self.request.nbest > 1:
            return view_nbest(painter)
        if form != "text":
            return view_lines(painter)
        return view_paragraphs(painter) if painter.is_terminal else view_sentences(painter)


@contextlib.contextmanager
def open_output(path: Path | None) -> Iterator[TextIO]:
    """Where output goes: a file that takes its name when it is complete, or standard output.

    Bytes that were no UTF-8 are written as they were read.
    """
    if path is not None and not is_stdout(path):
        with replacing(path, bad_bytes=True) as stream:
            yield stream
        return
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="surrogateescape")
    yield sys.stdout


def view_sentences(painter: Painter) -> View:
    """Each sentence on a line of its own."""

    def view(_unit: Unit, result: Result) -> Iterator[str]:
        for sentence in result.sentences:
            yield painter.paint([Piece(one_line(sentence.text))]) + "\n"

    return view


def view_paragraphs(painter: Painter) -> View:
    """Paragraphs as they were laid out, with an empty line between them."""
    numbers = count()

    def view(unit: Unit, result: Result) -> Iterator[str]:
        for part, sentences in unit.apart(result):
            text = part.text.join(sentence.text for sentence in sentences)
            yield ("\n" if next(numbers) else "") + painter.paint([Piece(text)]) + "\n"

    return view


def view_lines(painter: Painter) -> View:
    """A line for each line, with the line end it had."""

    def view(unit: Unit, result: Result) -> Iterator[str]:
        for part, sentences in unit.apart(result):
            text = part.text.join(sentence.text for sentence in sentences)
            yield painter.paint([Piece(text)]) + part.end

    return view


def view_trees(form: Form) -> View:
    """The tree of each sentence, an empty line where there is none; an empty line stays one."""

    def view(unit: Unit, result: Result) -> Iterator[str]:
        for part, sentences in unit.apart(result):
            for sentence in sentences:
                yield _brackets(sentence) + part.end
            if not sentences and form != "text":
                yield part.end

    return view


def _brackets(sentence: Sentence) -> str:
    try:
        return "" if sentence.tree is None else render(sentence.tree)
    except TreeError:
        return ""


def view_nbest(painter: Painter) -> View:
    """The number of the sentence, a score and a text for each compression, best first."""
    numbers = count(1)

    def view(_unit: Unit, result: Result) -> Iterator[str]:
        for sentence in result.sentences:
            number = next(numbers)
            for one in (sentence, *sentence.alternatives):
                text = one_line(one.text)
                yield painter.paint([Piece(f"{number}\t{one.score:.6f}\t{text}")]) + "\n"

    return view


def view_changes(painter: Painter) -> View:
    """Each sentence on a line, with what is gone and what is new."""

    def view(_unit: Unit, result: Result) -> Iterator[str]:
        for sentence in result.sentences:
            yield painter.paint(find_changes(sentence.source, sentence.text)) + "\n"

    return view


def view_explanations(painter: Painter, system: System) -> View:
    """Each sentence explained, with an empty line between sentences."""
    numbers = count()

    def view(_unit: Unit, result: Result) -> Iterator[str]:
        for sentence in result.sentences:
            yield "\n" if next(numbers) else ""
            for line in explain_lines(system, sentence):
                yield painter.paint(line) + "\n"

    return view


def view_frontiers(painter: Painter) -> View:
    """The best of every length: number of the sentence, tokens, rate, score and text."""
    numbers = count(1)

    def view(_unit: Unit, result: Result) -> Iterator[str]:
        for sentence in result.sentences:
            number = next(numbers)
            for one in (sentence, *sentence.alternatives):
                figures = f"{number}\t{len(one.tokens)}\t{one.rate:.4f}\t{one.score:.6f}"
                yield painter.paint([Piece(f"{figures}\t{one_line(one.text)}")]) + "\n"

    return view


def view_subtitles(unit: Unit, result: Result) -> Iterator[str]:
    """Cues with their texts replaced; all else as it was."""
    if unit.cue is None:
        yield unit.raw
        return
    texts = [
        one_line(part.text.join(sentence.text for sentence in sentences))
        for part, sentences in unit.apart(result)
    ]
    yield str(unit.cue.with_texts(texts))


def view_records(system: System, *, trees: bool, explain: bool) -> View:
    """A JSON record on a line for each unit that has sentences, or is a line or cue."""

    def view(unit: Unit, result: Result) -> Iterator[str]:
        if unit.raw:
            return
        record = result.as_record(trees=trees)
        if unit.cue is not None:
            record["cue"] = {"name": unit.cue.name, "times": unit.cue.times}
        if explain:
            for one, sentence in zip(record["sentences"], result.sentences, strict=True):
                why = explain_sentence(system, sentence)
                one["explanation"] = None if why is None else why.as_record()
        yield as_json(record)

    return view


def as_json(record: dict[str, Any]) -> str:
    """A record on a line; what is no Unicode character is written as U+FFFD."""
    return BAD_BYTES.sub("\ufffd", json.dumps(record, ensure_ascii=False)) + "\n"
