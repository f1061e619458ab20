"""Subtitles: what is said can be replaced, and all else comes back byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laconic.errors import FormatError
from laconic.subtitles import Cue, SubtitleForm, find_form, read_subtitles

SRT = """\
1
00:00:01,000 --> 00:00:02,500
Well, it rained
all day.

2
00:00:03,000 --> 00:00:04,000 X1:10 X2:20

3
00:00:05,000 --> 00:00:06,000
- Who's there?
- Me, of course.
"""
VTT = """\
WEBVTT - A film
Kind: captions

STYLE
::cue { color: red }

NOTE a note
of two lines

intro
00:01.000 --> 00:02.000 align:start position:0%
<v Roger>Rain &amp; snow, all day.</v>

00:00:03.000 --> 00:00:04.000
Nobody <00:00:03.500>heard it.

something nobody knows
"""


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def cues_of(text: str, form: SubtitleForm) -> list[Cue]:
    return [piece for piece in read_subtitles(lines_of(text), form) if isinstance(piece, Cue)]


def replaced(text: str, form: SubtitleForm, new: str) -> str:
    pieces = read_subtitles(lines_of(text), form)
    return "".join(
        str(piece.with_texts([new] * len(piece.texts)) if isinstance(piece, Cue) else piece)
        for piece in pieces
    )


def test_cues_of_srt() -> None:
    cues = cues_of(SRT, "srt")
    assert [cue.name for cue in cues] == ["1", "2", "3"]
    assert [cue.line for cue in cues] == [3, 8, 11]
    assert cues[1].times == "00:00:03,000 --> 00:00:04,000 X1:10 X2:20"
    assert [cue.texts for cue in cues] == [
        ("Well, it rained all day.",),
        (),
        ("Who's there?", "Me, of course."),
    ]


def test_cues_of_webvtt() -> None:
    cues = cues_of(VTT, "vtt")
    assert [cue.name for cue in cues] == ["intro", ""]
    assert [cue.texts for cue in cues] == [("Rain & snow, all day.",), ("Nobody heard it.",)]


def test_only_what_is_said_changes() -> None:
    assert replaced(SRT, "srt", "x < y") == SRT.replace(
        "Well, it rained\nall day.", "x < y"
    ).replace("Who's there?", "x < y").replace("Me, of course.", "x < y")
    assert replaced(VTT, "vtt", "x < y") == VTT.replace(
        "Rain &amp; snow, all day.", "x &lt; y"
    ).replace("Nobody <00:00:03.500>heard it.", "x &lt; y")


def test_who_says_the_same_keeps_all_markup() -> None:
    cue = Cue("", "- <i>Who</i>  is it,\n now?\n- It is me.", "\n", 1)
    assert cue.with_texts(cue.texts) is cue
    assert cue.with_texts([cue.texts[0], "Me."]).payload == "- <i>Who</i>  is it,\n now?\n- Me."


@pytest.mark.parametrize(
    ("payload", "texts", "shorter"),
    [
        ("One line only.", ["One line only."], "X"),
        ("<i>In italics.</i>", ["In italics."], "<i>X</i>"),
        ("<i>In</i> <i>italics.</i>", ["In italics."], "<i>X</i>"),
        ("<i>Not</i> all in <i>italics</i>", ["Not all in italics"], "X"),
        ("<i>Line one</i>\n<i>line two</i>", ["Line one line two"], "<i>X</i>"),
        ("<I>Capitals</I>", ["Capitals"], "<I>X</I>"),
        ("{\\an8}{\\i1}On top{\\i0}", ["On top"], "{\\an8}{\\i1}X"),
        ('<font color="#fff"><b>A b.</b></font>', ["A b."], '<font color="#fff"><b>X</b></font>'),
        ("<i>Never closed", ["Never closed"], "<i>X"),
        ("<c.yellow.bg>A b</c>", ["A b"], "<c.yellow.bg>X</c>"),
        ("<v Ann>Hi.</v>\n<v Bob>Yes?</v>", ["Hi.", "Yes?"], "<v Ann>X</v>\n<v Bob>X</v>"),
        ("<v Ann>Hi. <v Bob>Yes?", ["Hi.", "Yes?"], "<v Ann>X\n<v Bob>X"),
        ("<v.loud Ann>Hi there.", ["Hi there."], "<v.loud Ann>X"),
        ("<i>- Hi.</i>\n<i>- Yes?</i>", ["Hi.", "Yes?"], "<i>- X\n- X</i>"),
        ("- <i>Hi.</i>\n- Yes?", ["Hi.", "Yes?"], "- <i>X</i>\n- X"),
        ("-Hi you\nthere.\n–Yes?", ["Hi you there.", "Yes?"], "-X\n–X"),
        ("Hi.\r\n— Yes?", ["Hi.", "Yes?"], "X\r\n— X"),
        ("-5 degrees\n--and colder", ["-5 degrees --and colder"], "X"),
        ("<i>- Hi.\n</i>- Yes?", ["Hi.", "Yes?"], "<i>- X\n</i>- X"),
        ("I <3 you > all & </x>", ["I <3 you > all & </x>"], "X"),
        ("♪ la la ♪", ["♪ la la ♪"], "X"),
        ("<i></i>", [], "<i></i>"),
        (" \u00a0 ", [], " \u00a0 "),
    ],
)
def test_markup(payload: str, texts: list[str], shorter: str) -> None:
    cue = Cue("", payload, "", 1)
    assert list(cue.texts) == texts
    assert cue.with_texts(["X"] * len(texts)).payload == shorter


def test_new_lines_are_no_longer_than_the_longest() -> None:
    cue = Cue("", "It rained and rained, and\nthen, at last, it snowed.", "", 1)
    shorter = cue.with_texts(["It rained, and at last it snowed."])
    assert shorter.payload == "It rained, and at last it\nsnowed."
    dashed = Cue("", "- It rained a\nlot.\n- It did, really, it did.", "", 1)
    said = dashed.with_texts(["It rained a lot and more.", "It did."]).payload
    assert said == "- It rained a lot and\nmore.\n- It did."
    escaped = Cue("", "a &amp; b and a\nc", "", 1, "vtt")
    assert escaped.with_texts(["a & b and so"]).payload == "a &amp; b and\nso"


def test_a_text_for_each_speech() -> None:
    with pytest.raises(ValueError, match="2 speeches need a text each; got 1"):
        Cue("", "- A\n- B", "", 1).with_texts(["x"])


@pytest.mark.parametrize(
    ("name", "first", "form"),
    [
        ("a.srt", "", "srt"),
        ("A.SRT", "", "srt"),
        ("a.srt.gz", "", "srt"),
        ("a.vtt", "nothing", "vtt"),
        ("a.srt.txt", "", None),
        (None, "WEBVTT\n", "vtt"),
        (None, "\ufeffWEBVTT\r\n", "vtt"),
        (None, "WEBVTT - x", "vtt"),
        (None, "WEBVTTX", None),
        (None, "1", None),
        ("a", "WEBVTT", "vtt"),
    ],
)
def test_what_is_taken_for_subtitles(name: str | None, first: str, form: str | None) -> None:
    assert find_form(name, first) == form


@pytest.mark.parametrize(
    ("text", "form", "said"),
    [
        ("Hello.\n", "srt", "line 1: found 'Hello.', expected a cue: a number, or times such as"),
        ("1\n0:00:01 -> 0:00:02\nHi.\n", "srt", "line 1: found '1', expected a cue"),
        ("\n1\n0:00:01 --> soon\nHi.\n", "srt", "line 3: found '0:00:01 --> soon', expected times"),
        ("0:01 --> 0:02\nHi.\n\nHo.\n", "srt", "line 4: found 'Ho.', expected a cue"),
        (
            "0:01 --> 0:02\nHi.\n2\n0:03 --> 0:04\nHo.\n",
            "srt",
            "line 4: found '0:03 --> 0:04', expected an empty line before the next cue",
        ),
        ("", "vtt", "line 1: found the end of the file, expected WEBVTT"),
        ("\n\n", "vtt", "line 1: found the end of the file, expected WEBVTT"),
        ("WEBVT\n", "vtt", "line 1: found 'WEBVT', expected WEBVTT"),
        ("WEBVTT\n0:01 --> 0:02\nHi.\n", "vtt", "line 2: found '0:01 --> 0:02', expected an empty"),
        ("WEBVTT\n\nx\n0:01 --> y\n", "vtt", "line 4: found '0:01 --> y', expected times such as"),
        ("WEBVTT\n\n0:01 --> 0:02\nA --> B\n", "vtt", "line 4: found 'A --> B', expected an empty"),
        ("WEBVTT\n\na\nb\n0:01 --> 0:02\n", "vtt", "line 5: found '0:01 --> 0:02', expected an"),
    ],
)
def test_mistakes_are_named_with_their_line(text: str, form: SubtitleForm, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(read_subtitles(lines_of(text), form))
    assert str(caught.value).startswith(said)
    with pytest.raises(FormatError, match=f"^film:{caught.value.line}: "):
        list(read_subtitles(lines_of(text), form, path="film"))


def test_nothing_is_no_subtitles_of_srt() -> None:
    assert list(read_subtitles([], "srt")) == []
    assert "".join(map(str, read_subtitles(["\ufeff\n", "\r\n"], "srt"))) == "\ufeff\n\r\n"


_PIECES = st.sampled_from(
    ["1", "00:00:01,000 --> 00:00:02,500", "00:01.5 --> 00:02.0 line:0", "WEBVTT", "NOTE", "STYLE",
     "Hi.", "-", "\ufeff", "- <i>So</i>", "<i>", "</i>", "{\\an8}", "&amp;", "<v A>", " ", "", ""]
)  # fmt: skip
_ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", ""])
_FILES = st.lists(st.tuples(_PIECES | st.text(max_size=5), _ENDS)).map(
    lambda parts: "".join(text + end for text, end in parts)
)


@given(_FILES, st.sampled_from(["srt", "vtt"]))
def test_any_file_comes_back_as_it_was(text: str, form: SubtitleForm) -> None:
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    pieces: list[Cue | str] = []
    try:
        pieces += read_subtitles(lines, form)
    except FormatError as error:
        found = error.line
    else:
        found = None
    if found is not None:
        assert 1 <= found <= 1 + text.count("\n") + text.count("\r")
        return
    assert "".join(map(str, pieces)) == text
    same = [piece if isinstance(piece, str) else piece.with_texts(piece.texts) for piece in pieces]
    assert same == pieces


_TIMES = st.sampled_from(
    ["00:00:01,000 --> 00:00:02,500", "1:02.5-->1:03.0 line:0 align:end", "0:01 --> 0:02"]
)
_WORDS = st.sampled_from(
    ["<i>", "</i>", "- ", "{\\an8}", "rain", "Well,", "<v A>", "x", "&lt;", "<3"]
)
_SAID = st.lists(st.lists(_WORDS, min_size=1, max_size=4).map(" ".join), max_size=3)
_CUES = st.lists(st.tuples(st.sampled_from(["", "7", "name"]), _TIMES, _SAID), max_size=4)


@given(_CUES, st.sampled_from(["srt", "vtt"]), st.sampled_from(["\n", "\r\n"]), st.booleans())
@example([("", "0:01 --> 0:02", ["- ", "<i> </i> -  - "])], "srt", "\n", False)
@example([("", "0:01 --> 0:02", ["- Who?", "<i>-</i> Me."])], "srt", "\n", False)
def test_new_texts_are_read_back(
    given_cues: list[tuple[str, str, list[str]]], form: SubtitleForm, end: str, bom: bool
) -> None:
    blocks = [[name, times, *said] if name else [times, *said] for name, times, said in given_cues]
    if form == "vtt":
        blocks.insert(0, ["WEBVTT"])
    text = "\ufeff" * bom + "".join(
        "".join(line + end for line in [*block, ""]) for block in blocks
    )
    cues = cues_of(text, form)
    assert [cue.times for cue in cues] == [times for _, times, _ in given_cues]
    written = replaced(text, form, "It & rained.")
    again = cues_of(written, form)
    assert [cue.head for cue in again] == [cue.head for cue in cues]
    for before, after in zip(cues, again, strict=True):
        assert after.texts == ("It & rained.",) * len(before.texts)
