"""What is said in a cue of subtitles, without its markup, and back.

1. A cue is one speech, or several: a line that begins with a dash, and the voice of WebVTT, is said
   by somebody else.
2. Tags around all of a cue or of a speech stay where they are: <i>, <font …>, <c.x>, {\\an8}. Tags
   in the middle go when the text changes, since what they stood around may be gone.
3. Line breaks become spaces. A text that had several lines is broken again, into lines that are no
   longer than the longest was.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MOST_TAGS = 8  # around one text
_TAG = re.compile(
    r"<(?P<slash>/?)(?P<name>i|b|u|s|c|v|font|span|lang|ruby|rt)(?:\.[^\s<>]*)?(?:\s[^<>]*)?>"
    r"|<\d[\d:.]*>"  # a time within the text
    r"|\{\\[^{}\r\n]*\}",  # a place on the screen, a style
    re.IGNORECASE,
)
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # with its end
_LINE_END = re.compile(r"\r\n|\r|\n")
_AROUND_LINE_END = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
# Italics are often closed at the end of each line and opened again in the next.
_REOPENED = re.compile(r"</(i|b|u|s)>(\s+)<\1>", re.IGNORECASE)
_DASH = re.compile(r"[ \t]*(?:-(?![-\d>])|[‐–—])[ \t]*(?=\S)")
_VOICE = re.compile(r"(?=<v[\s.])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Speech:
    """What one speaker says: plain text, and what stands before and after it in the cue.

    `raw` is all of it as it was written, `lines` is how many lines it had.
    """

    text: str
    before: str
    after: str
    raw: str
    lines: int


def read_speeches(payload: str, *, escaped: bool) -> list[Speech]:
    r"""The speeches of a cue; `escaped` if &amp; stands for an ampersand, as in WebVTT.

    >>> [speech.text for speech in read_speeches("- Who's <i>there</i>?\n- Me.", escaped=False)]
    ["Who's there?", 'Me.']
    """
    _, inner, _ = _around(payload)
    speeches = [_read_speech(part, escaped=escaped) for part in _parts(inner)]
    return [speech for speech in speeches if speech.text]


def render_speeches(
    payload: str, speeches: Sequence[Speech], texts: Sequence[str], *, escaped: bool
) -> str:
    r"""A cue in which these texts stand in place of its speeches.

    >>> cue = "{\\an8}<i>- Who is there?\n- Me.</i>"
    >>> render_speeches(cue, read_speeches(cue, escaped=False), ["Who?", "Me."], escaped=False)
    '{\\an8}<i>- Who?\n- Me.</i>'
    """
    before, _, after = _around(payload)
    found = _LINE_END.search(payload)
    line_end = found[0] if found else "\n"
    width = max(len(_plain(line, escaped=escaped)) for line in _LINE_END.split(payload))
    said = [
        speech.raw
        if text == speech.text
        else speech.before + line_end.join(_lines(speech, text, width, escaped)) + speech.after
        for speech, text in zip(speeches, texts, strict=True)
    ]
    return before + line_end.join(said) + after


def _lines(speech: Speech, text: str, width: int, escaped: bool) -> list[str]:
    """A text in one line, or in lines of this width if it had several."""
    lines = [text]
    if speech.lines > 1:
        room = max(1, width - len(_plain(speech.before, escaped=escaped)))
        lines = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
    return [html.escape(line, quote=False) for line in lines] if escaped else lines


def _parts(inner: str) -> Iterator[str]:
    """The text of a cue cut where somebody else begins to speak."""
    part: list[str] = []
    for line in LINE.findall(inner):
        for place, piece in enumerate(_VOICE.split(line)):
            dashed = place == 0 and _DASH.match(_TAG.sub("", piece))
            if (dashed or _VOICE.match(piece)) and any(map(str.strip, part)):
                yield "".join(part)
                part = []
            part.append(piece)
    yield "".join(part)


def _read_speech(part: str, *, escaped: bool) -> Speech:
    raw = part.strip()
    outside, inside, end = _around(raw)
    if not (_DASH.match(inside) or _VOICE.match(inside)):
        # A dash behind tags or within them; those of the middle go when the text changes.
        bare = _TAG.sub("", inside)
        inside = bare if _DASH.match(bare) else inside
    dash = _DASH.match(inside)
    start = dash.end() if dash else 0
    before, text, after = _around(inside[start:])
    return Speech(
        _plain(text, escaped=escaped),
        outside + inside[:start] + before,
        after + end,
        raw,
        1 + len(_LINE_END.findall(text)),
    )


def _plain(text: str, *, escaped: bool) -> str:
    """A text without tags, in one line."""
    line = _AROUND_LINE_END.sub(" ", _TAG.sub("", text)).strip()
    return html.unescape(line) if escaped else line


def _around(text: str) -> tuple[str, str, str]:
    """The tags before and after a text that belong to all of it, and what is between them."""
    text = _REOPENED.sub(r"\2", text)
    before, after = "", ""
    for _ in range(_MOST_TAGS):
        text = text.strip()
        opening = _TAG.match(text)
        if opening is None:
            break
        closing = None if opening["slash"] else _closing(text, opening)
        if closing is not None and text[closing.end() :].strip():
            break  # a part of the text only
        before += opening[0]
        after = (closing[0] if closing else "") + after
        text = text[opening.end() : closing.start() if closing else None]
    return before, text.strip(), after


def _closing(text: str, opening: re.Match[str]) -> re.Match[str] | None:
    """The tag that closes another; None if it stays open, or is none that opens anything."""
    if opening["name"] is None:
        return None
    name, depth = opening["name"].lower(), 0
    for tag in _TAG.finditer(text, opening.start()):
        if (tag["name"] or "").lower() == name:
            depth += -1 if tag["slash"] else 1
            if depth == 0:
                return tag
    return None
