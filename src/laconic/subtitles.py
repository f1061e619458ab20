"""Subtitles (SRT and WebVTT): the text of each cue to replace, all else kept byte for byte.

1. A file is cut at its empty lines into blocks. A block with times in its first or second line is a
   cue: a number or name, times with settings, and text until the block ends.
2. What is no cue (the header of WebVTT, its notes, styles and regions, empty lines) is passed
   through as it is. SRT has nothing but cues, so anything else there is an error.
3. Times are kept and never interpreted. What looks like times and is none is an error, and so are
   times within the text of a cue: an empty line is missing.
4. A cue knows what is said in it: `speeches`, each without markup (`subtitle_markup`). Each cue is
   taken by itself, also where a sentence goes on in the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NoReturn, get_args

from laconic.errors import FormatError
from laconic.subtitle_markup import LINE, Speech, read_speeches, render_speeches

SubtitleForm = Literal["srt", "vtt"]
SUBTITLE_FORMS: tuple[SubtitleForm, ...] = get_args(SubtitleForm)

_BOM = "\ufeff"
_HEADER = re.compile(r"WEBVTT(?:[ \t].*)?")
_TIME = r"-?(?:\d{1,6}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,6})?"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_ARROW = "-->"
_EXAMPLE = {
    "srt": "times such as 00:00:01,000 --> 00:00:02,500",
    "vtt": "times such as 00:01.000 --> 00:02.500",
}
_PLACE = tuple[str | Path | None, int]


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue as the file has it: what comes before its text, the text, and the line end after it.

    `line` is where its text begins, counted from 1.

    >>> cue = Cue("1\\n00:01,000 --> 00:02,000\\n", "<i>Well, it rained\\nall day.</i>", "\\n", 3)
    >>> cue.texts
    ('Well, it rained all day.',)
    >>> print(cue.with_texts(["It rained."]), end="")
    1
    00:01,000 --> 00:02,000
    <i>It rained.</i>
    """

    head: str
    payload: str
    tail: str
    line: int
    form: SubtitleForm = "srt"

    def __str__(self) -> str:
        return self.head + self.payload + self.tail

    @property
    def texts(self) -> tuple[str, ...]:
        """What each speaker says, as plain text in one line; none for an empty cue."""
        return tuple(speech.text for speech in self._speeches)

    @property
    def name(self) -> str:
        """The number or name of the cue; empty if it has none."""
        *names, _ = LINE.findall(self.head)
        return "".join(names).removeprefix(_BOM).strip()

    @property
    def times(self) -> str:
        """The line with its times and settings."""
        return str(LINE.findall(self.head)[-1]).removeprefix(_BOM).strip()

    def with_texts(self, texts: Sequence[str]) -> Cue:
        """The same cue in which other things are said; who says the same keeps all markup."""
        speeches = self._speeches
        if len(texts) != len(speeches):
            raise ValueError(f"{len(speeches)} speeches need a text each; got {len(texts)}")
        if list(texts) == [speech.text for speech in speeches]:
            return self
        payload = render_speeches(self.payload, speeches, texts, escaped=self.form == "vtt")
        return replace(self, payload=payload)

    @property
    def _speeches(self) -> list[Speech]:
        return read_speeches(self.payload, escaped=self.form == "vtt")


def find_form(path: str | Path | None, first_line: str = "") -> SubtitleForm | None:
    """What subtitles a file is, by its name or its first line; None if it is none.

    >>> find_form("film.en.srt"), find_form("film.vtt.gz"), find_form(None, "WEBVTT")
    ('srt', 'vtt', 'vtt')
    """
    suffixes = [] if path is None else [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    for form in SUBTITLE_FORMS:
        if suffixes[-1:] == [f".{form}"]:
            return form
    return "vtt" if _is_header(first_line) else None


def read_subtitles(
    lines: Iterable[str], form: SubtitleForm, *, path: str | Path | None = None
) -> Iterator[Cue | str]:
    """The cues of a file, given as lines with their line ends, and all that stands between them.

    The pieces, written one after the other, are the file. `path` is for errors to name.

    >>> lines = ["WEBVTT\\n", "\\n", "00:01.000 --> 00:02.000\\n", "Stay here.\\n"]
    >>> [str(piece) for piece in read_subtitles(lines, "vtt")]
    ['WEBVTT\\n', '\\n', '00:01.000 --> 00:02.000\\nStay here.\\n']
    """
    is_first = True
    for number, block in _blocks(lines):
        if not _is_blank(block[0]):
            if is_first and form == "vtt":
                yield _header(block, (path, number))
            else:
                yield _piece(block, form, (path, number))
            is_first = False
        else:
            yield "".join(block)
    if is_first and form == "vtt":
        _refuse("the end of the file", "WEBVTT", (path, 1))


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Lines between empty lines, and empty lines together, each with the number of the first."""
    block: list[str] = []
    first = number = 1
    for given in lines:
        # Lines may end in a carriage return alone, where nobody else cuts them.
        for line in LINE.findall(given):
            if block and _is_blank(line) != _is_blank(block[-1]):
                yield first, block
                block, first = [], number
            block.append(line)
            number += 1
    if block:
        yield first, block


def _is_blank(line: str) -> bool:
    return not line.removeprefix(_BOM).strip(" \t\r\n")


def _is_header(line: str) -> bool:
    return _HEADER.fullmatch(line.removeprefix(_BOM).rstrip("\r\n")) is not None


def _header(block: list[str], place: _PLACE) -> str:
    if not _is_header(block[0]):
        _refuse(_quoted(block[0]), "WEBVTT, which begins every such file", place)
    _refuse_times(block, 0, "vtt", place)
    return "".join(block)


def _piece(block: list[str], form: SubtitleForm, place: _PLACE) -> Cue | str:
    path, number = place
    if form == "vtt" and re.match(r"(?:NOTE|STYLE|REGION)(?:\s|\Z)", block[0]):
        return "".join(block)
    times = next((at for at, line in enumerate(block[:2]) if _ARROW in line), None)
    if times is None:
        if form == "srt":
            expected = f"a cue: a number, or {_EXAMPLE[form]}; an empty line ends the one before"
            _refuse(_quoted(block[0]), expected, place)
        _refuse_times(block, 0, form, place)
        return "".join(block)  # readers pass over what they do not know
    if not _TIMES.fullmatch(block[times].removeprefix(_BOM).rstrip("\r\n")):
        _refuse(_quoted(block[times]), _EXAMPLE[form], (path, number + times))
    _refuse_times(block, times + 1, form, place)
    text = "".join(block[times + 1 :])
    payload = text.rstrip("\r\n")
    head, tail = "".join(block[: times + 1]), text[len(payload) :]
    return Cue(head, payload, tail, number + times + 1, form)


def _refuse_times(block: list[str], start: int, form: SubtitleForm, place: _PLACE) -> None:
    """An error for times among lines that are none; an arrow alone does no harm in SRT."""
    path, number = place
    for at, line in enumerate(block[start:], start):
        if _ARROW in line and (form == "vtt" or _TIMES.fullmatch(line.rstrip("\r\n"))):
            _refuse(_quoted(line), "an empty line before the next cue", (path, number + at))


def _refuse(found: str, expected: str, place: _PLACE) -> NoReturn:
    path, line = place
    raise FormatError(found, expected, path=path, line=line)


def _quoted(line: str) -> str:
    return f"{line.removeprefix(_BOM).strip()!r:.60}"
