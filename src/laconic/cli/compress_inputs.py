"""What `laconic compress` reads, as units of work: each a text to compress, and where it stood.

1. Running text: a unit for each paragraph. Lines, tokens and trees: a unit for each line.
   Subtitles: a unit for each cue, and for what stands between cues.
2. What belongs together (all that is given as arguments, all of the input with --total) is one
   unit: its parts are put together before they are compressed, and taken apart afterwards.
3. Lines are read when they are wanted, so that input may be longer than memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Literal

from laconic.cli.outputs import as_file, refuse
from laconic.cli.progress import with_progress
from laconic.compressor.inputs import Passage, Text, read_line, read_text, read_tokens, read_tree
from laconic.compressor.marks import NOT_PARSED, make_mark
from laconic.compressor.rendering import Source
from laconic.compressor.result import Result, Sentence
from laconic.errors import LaconicError
from laconic.files import read_all_lines
from laconic.parsing.inputs import line_or_tree, read_paragraphs
from laconic.parsing.sentences import split_sentences
from laconic.subtitles import Cue, SubtitleForm, find_form, read_subtitles
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

Form = Literal["text", "lines", "tokenized", "parsed"]
BAD_BYTES = re.compile(r"[\ud800-\udfff]")  # what bytes that are no UTF-8 are read as
_BOM = "\ufeff"
_BETWEEN = "\n"
_LONGEST = 20_000  # characters of a unit, if it has more than one sentence


@dataclass(frozen=True, slots=True)
class Given:
    """Where the input is and what it is: TEXT or -, or a file."""

    text: list[str]
    file: Path | None
    form: Form
    asked_subtitles: SubtitleForm | None = None

    @property
    def is_direct(self) -> bool:
        """Whether the text itself is on the command line."""
        return self.file is None and self.text != ["-"]

    def check(self) -> None:
        """An error for what does not go together."""
        refuse(self.file is not None and self.text != ["-"], "TEXT and --file exclude each other")
        wrong = self.asked_subtitles is not None and (self.is_direct or self.form != "text")
        refuse(
            wrong, "--subtitles are read from a file or standard input, without --lines and such"
        )

    def units(self, *, together: bool, watched: bool) -> tuple[SubtitleForm | None, Iterator[Unit]]:
        """What there is to do, and what subtitles it is, if any."""
        if self.is_direct:
            return None, read_units(self.text, self.form, together=True)
        path = as_file(self.file or Path("-"))
        lines = read_all_lines(path)
        first = next(lines, "")
        subtitles = self.asked_subtitles
        if subtitles is None and self.form == "text":
            subtitles = find_form(self.file, first)
        whole: Iterator[str] = chain([first] if first else [], lines)
        if subtitles is not None:
            return subtitles, read_cues(whole, subtitles, path=path)
        if watched:
            whole = with_progress(whole, count_lines(path), "Compressing")
        return None, read_units(whole, self.form, together=together)


@dataclass(frozen=True, slots=True)
class Part:
    """A text as it stood in the input, with the line end after it."""

    text: Text
    end: str = "\n"


@dataclass(frozen=True)
class Unit:
    """Parts that are compressed together; `cue` is what they are of, `raw` what is passed on."""

    parts: tuple[Part, ...]
    cue: Cue | None = None
    raw: str = ""

    @cached_property
    def text(self) -> Text:
        """All parts as one text."""
        return (
            self.parts[0].text
            if len(self.parts) == 1
            else join_texts([part.text for part in self.parts])
        )

    def apart(self, result: Result) -> Iterator[tuple[Part, list[Sentence]]]:
        """Each part with its sentences, after all were compressed."""
        sentences = iter(result.sentences)
        for part in self.parts:
            yield part, list(islice(sentences, len(part.text.passages)))


def choose_form(*, lines: bool, tokenized: bool, parsed: bool) -> Form:
    """The form that options name, of which one at most may be given."""
    options: dict[Form, bool] = {"lines": lines, "tokenized": tokenized, "parsed": parsed}
    chosen = [form for form, given in options.items() if given]
    refuse(len(chosen) > 1, f"{' and '.join(f'--{form}' for form in chosen)} exclude each other")
    return chosen[0] if chosen else "text"


def count_lines(path: Path) -> int | None:
    """How many lines a file has; None for what can be read only once, or is packed."""
    if not path.is_file() or path.suffix == ".gz":
        return None
    with path.open("rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b"")) or None


def join_texts(texts: Sequence[Text]) -> Text:
    """Several texts as one, with a line break between them.

    >>> join_texts([read_text("Stay."), read_text(" Go!")]).gaps
    ('', '\\n ', '')
    """
    gaps = [""]
    for number, text in enumerate(texts):
        first, *others = text.gaps
        gaps[-1] += (_BETWEEN if number else "") + first
        gaps += others
    passages = tuple(passage for text in texts for passage in text.passages)
    return Text(_BETWEEN.join(text.text for text in texts), passages, tuple(gaps))


def read_units(lines: Iterable[str], form: Form, *, together: bool = False) -> Iterator[Unit]:
    """Units of lines that may have their line ends; with `together`, one unit of them all.

    In each form a line that is a tree in brackets, whole and nothing else, is that tree.
    """
    parts = _paragraphs(lines) if form == "text" else _lines(lines, form)
    if together:
        found = tuple(parts)
        if found:
            yield Unit(found)
    else:
        yield from (Unit((part,)) for part in parts)


def read_cues(
    lines: Iterable[str], form: SubtitleForm, *, path: str | Path | None = None
) -> Iterator[Unit]:
    """Units of subtitles: each cue, and what stands between cues, passed on as it is.

    All lines are read first, so that a mistake is found before anything is written.
    """
    for piece in list(read_subtitles(lines, form, path=path)):
        if isinstance(piece, str):
            yield Unit((), raw=piece)
        else:
            yield Unit(tuple(Part(read_text(text)) for text in piece.texts), piece)


def _paragraphs(lines: Iterable[str]) -> Iterator[Part]:
    for paragraph in read_paragraphs(line for line, _ in _without_ends(lines)):
        if isinstance(paragraph, Tree):
            yield Part(read_tree(paragraph))
        else:
            yield from (Part(read_text(piece)) for piece in _cut(paragraph))


def _cut(paragraph: str) -> Iterator[str]:
    """A paragraph in pieces that are not too long, each some whole sentences.

    What was compressed is kept until its unit is written, and a line may have any length.
    """
    place = 0
    if len(paragraph) > _LONGEST:
        for start, _ in split_sentences(paragraph):
            if start - place > _LONGEST:
                yield paragraph[place:start]
                place = start
    yield paragraph[place:]


def _lines(lines: Iterable[str], form: Form) -> Iterator[Part]:
    for line, end in _without_ends(lines):
        yield Part(_read_line(line, form), end)


def _read_line(line: str, form: Form) -> Text:
    if form == "parsed":
        return _read_brackets(line)
    found = line_or_tree(line)
    if isinstance(found, Tree):
        return read_tree(found)
    return read_tokens(found) if form == "tokenized" else read_line(found)


def _read_brackets(line: str) -> Text:
    """A line that should be a tree; one that is none comes back as it was, marked."""
    if not line.strip():
        return Text(line, (), (line,))
    try:
        return read_tree(parse(line))
    except LaconicError as error:
        return _marked(line, error)


def _marked(line: str, why: object) -> Text:
    passage = Passage(Source(line, ()), mark=make_mark(NOT_PARSED, why))
    return Text(line, (passage,), ("", ""))


def _without_ends(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Lines and their ends apart; a byte order mark at the very beginning is left out."""
    for number, line in enumerate(lines):
        bare = line.removesuffix("\n")
        end = "\n"
        if bare != line and bare.endswith("\r"):
            bare, end = bare[:-1], "\r\n"
        yield bare.removeprefix(_BOM) if number == 0 else bare, end
