"""The page of a study: read as a browser would, and, where node is, gone through to the end."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from study_kit import FOLDER, KIT, SYSTEMS, a_folder, a_study

NODE = shutil.which("node")
VOID = {"meta", "input"}
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "]]>&amp;'\"",
    "line\u2028end\u2029",
    "nul\0 half\ud800 \ufffe",
    "\u202eright to left \u05d0\u05d1",
    "\N{WOMAN}\u200d\N{PERSONAL COMPUTER} \N{OWL}",
    'x" onclick="alert(1)',
    "",
)


class Page(HTMLParser):
    """A page taken apart; unbalanced tags and attributes that come twice are errors."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[int, str] = {}
        self._open: list[int] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for place in self._open:
            self.texts[place] = self.texts.get(place, "") + data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [
            (attributes, self.texts.get(place, ""))
            for place, (name, attributes) in enumerate(self.elements)
            if name == tag
        ]


def materials(texts: tuple[str, ...] = HOSTILE, study: str = "importance") -> Any:
    item = KIT.outputs.Item
    items = [
        item("c", str(place), f"{text} source", dict.fromkeys(SYSTEMS, text))
        for place, text in enumerate(texts)
    ]
    practice = [KIT.outputs.Extra("p", "Practice source.", "Practice.")]
    made = KIT.materials.make_materials(
        items, SYSTEMS, a_study(study), count=len(texts), practice=practice
    )
    return made.page


def script() -> str:
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in KIT.page.SCRIPTS)


def rendered(record: Any) -> str:
    study = KIT.studies.study_of(record["study"], Path("materials.json"))
    page = KIT.page.render_page(record, study)
    assert isinstance(page, str)
    return page


def test_the_page_holds_the_materials_as_they_are_and_nothing_breaks_out() -> None:
    record = materials()
    page = Page(rendered(record))
    scripts = page.all("script")
    assert [attributes for attributes, _ in scripts] == [
        {"type": "application/json", "id": "materials"},
        {},
    ]
    assert json.loads(scripts[0][1]) == json.loads(json.dumps(record))
    assert scripts[0][1].isascii()
    assert not set("<>&") & set(scripts[0][1])
    assert scripts[1][1] == script()


def test_a_study_can_say_anything() -> None:
    record = materials()
    ends = {"low": HOSTILE[0], "high": HOSTILE[1]}
    record["study"] |= {"title": HOSTILE[0], "instructions": [*HOSTILE], "consent": HOSTILE[2]}
    record["study"] |= {"contact": HOSTILE[1], "questions": [{"name": "q", "text": "?", **ends}]}
    page = Page(rendered(record))
    assert page.all("title")[0][1] == HOSTILE[0]
    assert len(page.all("script")) == 2
    assert [text for _, text in page.all("small")] == [HOSTILE[0], HOSTILE[1]]
    assert not [key for _, attributes in page.elements for key in attributes if key[:2] == "on"]


def test_nothing_is_loaded_from_elsewhere() -> None:
    written = rendered(materials(("Plain.",) * 3))
    page = Page(written)
    for _, attributes in page.elements:
        assert not {"src", "href", "action", "srcset", "style"} & set(attributes)
    assert "http" not in written.replace("http-equiv", "")
    assert "url(" not in written
    assert "@import" not in written
    (policy,) = [
        attributes["content"] for attributes, _ in page.all("meta") if "http-equiv" in attributes
    ]
    assert (policy or "").startswith("default-src 'none'")


@pytest.mark.parametrize("study", KIT.studies.NAMES)
def test_the_page_can_be_used_by_everybody(study: str) -> None:
    page = Page(rendered(materials(("Plain.",) * 3, study)))
    assert page.all("html")[0][0] == {"lang": "en"}
    assert any(attributes.get("name") == "viewport" for attributes, _ in page.all("meta"))
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    named = {attributes.get("for") for attributes, _ in page.all("label")}
    for tag in ("select", "textarea"):
        assert all(attributes["id"] in named for attributes, _ in page.all(tag))
    assert "subject" in named
    for section, _ in page.all("section"):
        assert section["aria-labelledby"] in ids
    assert all(attributes.get("aria-label") for attributes, _ in page.all("progress"))
    assert all(text for _, text in [*page.all("legend"), *page.all("button"), *page.all("label")])
    radios = [one for one, _ in page.all("input") if one["type"] == "radio"]
    assert [one["value"] for one in radios] == list("12345")
    assert all("required" in one for one in radios)
    question = a_study(study).questions[0]
    assert [text for _, text in page.all("small")] == [question.low, question.high]


def test_the_source_is_on_the_page_only_where_it_is_rated_against() -> None:
    assert 'id="source"' in rendered(materials(study="importance"))
    assert 'id="source"' not in rendered(materials(study="grammaticality"))


def test_the_script_finds_what_it_looks_for() -> None:
    ids = set(re.findall(r'id="([\w-]+)"', rendered(materials())))
    wanted = set(re.findall(r'byId\("([\w-]+)"\)', script()))
    assert len(wanted) > 25
    assert wanted <= ids


@pytest.mark.parametrize("theme", [0, 1])
def test_text_stands_out_from_its_background(theme: int) -> None:
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    colours = [dict(re.findall(r"--([\w-]+): (#\w{6})", part)) for part in style.split("@media")]
    names = colours[theme]
    pairs = [("ink", "page"), ("soft", "page"), ("ink", "shade"), ("link", "page")]
    for front, back in [*pairs, ("on-link", "link")]:
        assert contrast(names[front], names[back]) >= 4.5
    assert contrast(names["line"], names["page"]) >= 3


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def go_through(path: Path, subject: str, number: int) -> Any:
    harness = Path(__file__).parent / "study_page.js"
    arguments = [str(NODE), str(harness), str(path), subject, str(number)]
    done = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize(("study", "number"), [("importance", 3), ("grammaticality", 1)])
def test_a_subject_goes_through_and_the_ratings_come_back(
    tmp_path: Path, study: str, number: int
) -> None:
    folder = a_folder(tmp_path / study, study=study, items=7, extras=True)
    KIT.page.run(folder)
    done = go_through(folder / "page.html", "s07", number)
    key = KIT.ratings.read_key(folder)
    shown = json.loads((folder / "materials.json").read_text(encoding="utf-8"))
    order = shown["practice"] + KIT.design.order_for(key.id, number, "s07", key.lists[number - 1])
    headings = ["Practice 1 of 1", *(f"Text {place} of 8" for place in range(1, 9))]
    texts = [shown["texts"][name] for name in order]
    assert done["seen"] == [
        [heading, text["text"], text.get("source", "")]
        for heading, text in zip(headings, texts, strict=True)
    ]
    assert done["file"] == f"ratings-{key.id}-s07.json"
    path = tmp_path / done["file"]
    path.write_text(done["written"], encoding="utf-8")
    subject = KIT.ratings.read_subject(path, key)
    assert (subject.name, subject.list, subject.missing) == ("s07", number, 0)
    assert not subject.simulated
    rated = {rating.item: rating.value for rating in subject.ratings}
    lengths = {key.texts[name]["item"]: len(text["text"]) for name, text in shown["texts"].items()}
    assert len(rated) == 7
    assert rated == {item: 1 + lengths[item] % 5 for item in rated}


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("subject", ["s1", "s2", "Z.9_-x"])
def test_the_page_draws_the_order_that_python_tells(tmp_path: Path, subject: str) -> None:
    record = materials(tuple(f"Number {number}." for number in range(60)))
    path = tmp_path / "page.html"
    path.write_text(rendered(record), encoding="utf-8")
    order = KIT.design.order_for(record["id"], 2, subject, record["lists"][1])
    seen = [text for _, text, _ in go_through(path, subject, 2)["seen"]]
    assert seen[1:] == [record["texts"][name]["text"] for name in order]


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_hostile_texts_are_shown_as_they_are(tmp_path: Path) -> None:
    texts = tuple(text for text in HOSTILE if "\ud800" not in text)
    record = materials(texts)
    path = tmp_path / "page.html"
    path.write_text(rendered(record), encoding="utf-8")
    seen = {text for _, text, _ in go_through(path, "s1", 1)["seen"]}
    assert seen == {text.strip() or "(no words are left)" for text in texts} | {"Practice."}
