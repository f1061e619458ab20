"""`laconic compress` on input of every kind: nothing, broken bytes, endless lines, damage."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from damage import mutate
from here import Run, run

from laconic.cli import compress_inputs
from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import MOST_TOKENS
from laconic.files import read_all_lines
from laconic.parsing.parser import Parser
from laconic.systems import load

pytestmark = pytest.mark.usefixtures("one_parser")

FORMS: tuple[list[str], ...] = (
    [],
    ["--lines"],
    ["--tokenized"],
    ["--parsed"],
    ["--json"],
    ["--lines", "--json"],
)


def compressed(models: Path, folder: Path, raw: bytes, *options: str) -> Run:
    (folder / "input").write_bytes(raw)
    done = run("compress", "--model", models / "hand", "--file", folder / "input", *options)
    assert done.code == 0, done.said
    return done


@pytest.mark.parametrize("form", FORMS)
def test_nothing_gives_nothing(form: list[str], models: Path, tmp_path: Path) -> None:
    done = compressed(models, tmp_path, b"", *form)
    assert (done.written, done.said) == (b"", "")
    assert compressed(models, tmp_path, b"\xef\xbb\xbf", *form).said == ""


@pytest.mark.parametrize("raw", [b"\n", b"\r\n", b" \n\t\n", b"\xc2\xa0\n\xe2\x80\x8b\n", b"\0\n"])
def test_lines_without_words_stay_as_they_are(raw: bytes, models: Path, tmp_path: Path) -> None:
    for form in ("--lines", "--tokenized"):
        assert compressed(models, tmp_path, raw, form).written == raw
    assert compressed(models, tmp_path, raw).written == b""
    assert run("compress", "--model", models / "hand", "").written == b""


def test_bytes_that_are_no_text_come_back_and_are_told(models: Path, tmp_path: Path) -> None:
    raw = b"A old cat slept.\nThe caf\xe9 is old.\n\xff\xfe\xed\xa0\x80\nA old cat slept.\n"
    done = compressed(models, tmp_path, raw, "--lines")
    first, second, third, last = done.written.split(b"\n")[:-1]
    assert first == last == b"A cat slept."
    assert b"caf\xe9" in second
    assert third == b"\xff\xfe\xed\xa0\x80"
    assert done.said == "laconic: not UTF-8: 1 sentence\n"
    done = compressed(models, tmp_path, raw, "--lines", "--json")
    records = [json.loads(line) for line in done.lines]
    assert "caf\ufffd" in records[1]["text"]
    assert [record["marks"] for record in records] == [[], ["not UTF-8"], [], []]
    assert records[1]["sentences"][0]["marks"] == ["not UTF-8"]
    out = tmp_path / "out"
    run("compress", "--model", models / "hand", "--lines", "--file", tmp_path / "input", "-o", out)
    assert out.read_bytes() == b"\n".join([first, second, third, last, b""])


@pytest.mark.parametrize(
    "line",
    [
        "The old\x00 cat\x07 slept.",
        "A old \x1b[2J cat slept.",
        "A old cat\x85slept\u2028now.",
        "قال الرجل العجوز إنه سيغادر غدا.",
        "שלום עולם, זה משפט ארוך מאוד.",
        "\u202eA old cat slept.\u202c",
        "A old 👩‍👧 cat slept 🎉🎉.",
        "🎉",
        "👍🏽 👍🏽 🇩🇪",
        "日本語の文章です。",
        "İstanbul'da e\u0301te\u0301",
        "( ) [ ] { } ' \" `` ''",
        ". . . , , ,",
        "(((((((((((",
        "a" * 5000,
        "A old cat slept\x0b\x0cnow.",
    ],
)
def test_one_line_in_one_line_out_and_never_empty(line: str, models: Path, tmp_path: Path) -> None:
    raw = f"A old cat slept.\n{line}\nA old cat slept.\n".encode()
    for form in ("--lines", "--tokenized"):
        done = compressed(models, tmp_path, raw, form)
        assert len(done.lines) == 3
        assert done.lines[1].strip()
        letters = iter(line.casefold())
        for letter in done.lines[1].casefold().replace(" ", ""):
            assert letter in letters, f"{letter!r} of {done.lines[1]!r} is not from {line!r}"
    assert compressed(models, tmp_path, line.encode()).text.strip()


@pytest.mark.parametrize("line", ["a" * 10_000_000, "word " * 2_000_000 + "end", "x.y" * 3_000_000])
def test_an_endless_line_comes_back_as_it_was(line: str, models: Path, tmp_path: Path) -> None:
    raw = f"A old cat slept.\n{line}\nA old cat slept.\n".encode()
    done = compressed(models, tmp_path, raw, "--lines")
    assert done.written == raw.replace(b" old", b"")
    assert done.said == "laconic: too long: 1 sentence\n"


def test_a_sentence_of_too_many_words_comes_back_as_it_was(models: Path, tmp_path: Path) -> None:
    line = "dog " * MOST_TOKENS + "barked"
    done = compressed(models, tmp_path, f"A old cat slept .\n{line}\n".encode(), "--tokenized")
    assert done.lines == ["A cat slept .", line]
    assert done.said == "laconic: too long: 1 sentence\n"


def test_a_paragraph_of_any_length_is_cut_at_sentences(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compress_inputs, "_LONGEST", 300)
    done = compressed(models, tmp_path, b"A old cat slept. " * 40, "--json")
    records = [json.loads(line) for line in done.lines]
    assert [len(record["sentences"]) for record in records] == [18, 18, 4]
    assert {one["text"] for record in records for one in record["sentences"]} == {"A cat slept."}


def damaged_lines(count: int) -> list[bytes]:
    """Lines of sentences, damaged at random; the same ones every time."""
    chance = random.Random(7)
    sound = [
        b"The old dog barked loudly, but nobody heard it in the big house.",
        b'"I do not know," she said, "whether 5,000 people came to New York."',
        "Señor Müller’s café (founded 1999) isn’t open – see https://example.org/a?b=c.".encode(),
        "他说：“你好” and 🎉 left… (S (NP (DT the) (NN dog)))".encode(),
    ]
    lines: list[bytes] = []
    while len(lines) < count:
        line = mutate(chance.choice(sound), chance)
        if chance.random() < 0.3:
            pieces = bytearray(line)
            chance.shuffle(pieces)
            line = bytes(pieces)
        lines.append(line.replace(b"\n", b"").replace(b"\r", b""))
    return lines


def test_damaged_lines_do_no_harm(models: Path, tmp_path: Path) -> None:
    lines = damaged_lines(30)
    raw = b"\n".join(lines) + b"\n"
    for options in (
        ["--lines"],
        ["--lines", "--max-chars", "30"],
        ["--tokenized", "--rate", "0.6"],
    ):
        done = compressed(models, tmp_path, raw, *options)
        assert done.written.count(b"\n") == len(lines)
        for before, after in zip(lines, done.written.split(b"\n"), strict=False):
            assert bool(before.strip()) == bool(after.strip())
            assert len(after) <= len(before) + 8
    compressed(models, tmp_path, raw)


def test_what_comes_out_of_damage_is_a_part_of_it(
    models: Path, tmp_path: Path, embedded_parser: Parser
) -> None:
    (tmp_path / "input").write_bytes(b"\n".join(damaged_lines(50)))
    compressor = Compressor(load(models / "hand"), parser=embedded_parser)
    lines = [line.rstrip("\n") for line in read_all_lines(tmp_path / "input")]
    for result in compressor.compress_many(lines, max_words=5):
        for sentence in result.sentences:
            places = [word.source for word in sentence.tokens]
            assert all(place is not None for place in places)
            assert places == sorted(set(places), key=lambda place: place or 0)
            assert [sentence.source_tokens[place or 0] for place in places] == [
                word.text for word in sentence.tokens
            ]
            assert sentence.words <= 5 or sentence.marks
