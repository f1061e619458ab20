"""The page of a report, read as a browser would: its tags, its numbers, and hostile text."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from itertools import combinations
from typing import Any

import pytest

from laconic.evaluation.page import main_metric, render_page
from laconic.evaluation.page_sentences import struck, trees_that_fit
from laconic.evaluation.page_style import resource

VOID = {"meta", "input"}
HOSTILE = (
    'a"b<c>',
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "]]>&amp;'",
    "line\u2028end\u2029",
    "bell\a nul\0 half\ud800 \ufffe",
    "\u202eright to left \u05d0\u05d1",
    "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}",
    'x" onclick="alert(1)',
    "<svg onload=alert(1)>",
)
METRICS = (
    ("rate", "Rate", "neither", "percent"),
    ("relations-f1", "Relations F1", "higher", "percent"),
    ("token-f1", "Token F1", "higher", "percent"),
    ("hamming-tokens", "Wrong tokens", "lower", "number"),
    ("bleu", "BLEU", "higher", "number"),
)


class Page(HTMLParser):
    """A page taken apart: elements with their attributes and text; unbalanced tags are an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[int] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for number in self._open:
            self.elements[number][2].append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def texts(self, tag: str, **wanted: str) -> list[str]:
        return [
            "".join(text)
            for name, attributes, text in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]


def a_score(value: float | None) -> dict[str, Any] | None:
    return None if value is None else {"value": value, "low": 0.9 * value, "high": 1.1 * value}


def a_metric(name: str, title: str, better: str, unit: str) -> dict[str, str]:
    return {"name": name, "title": title, "better": better, "unit": unit, "description": f"{name}."}


def an_output(source: list[str], kept: list[int] | None, score: float) -> dict[str, Any]:
    tokens = ["rewritten"] if kept is None else [source[place] for place in kept]
    scores = {"rate": len(tokens) / len(source), "relations-f1": score, "token-f1": None}
    tree = "(TOP " + " ".join(f"(NN {token})" for token in tokens) + ")"
    return {"tokens": tokens, "kept": kept, "marks": [], "tree": tree, "scores": scores}


def a_sentence(number: int, systems: int, length: int) -> dict[str, Any]:
    source = [f"word{number}.{place}" for place in range(length)]
    kept = [list(range(place % length, length)) for place in range(systems)]
    outputs = [an_output(source, kept[place], (number + place) % 7 / 7) for place in range(systems)]
    return {
        "id": f"id{number}",
        "source": source,
        "references": [source[1:]],
        "references_kept": [list(range(1, len(source))) if number % 2 else None],
        "outputs": outputs,
    }


def a_record(sentences: int = 8, names: tuple[str, ...] = ("one", "two", "three")) -> Any:
    values = [{m[0]: a_score((place + 2) / 8) for m in METRICS} for place in range(len(names))]
    systems = [
        {"name": name, "signature": None, "scores": values[place], "seconds": 1.5, "marks": {}}
        for place, name in enumerate(names)
    ]
    comparisons = [
        {"metric": "token-f1", "ours": ours, "theirs": theirs, "difference": 0.02, "low": -0.01}
        | {"high": 0.05, "wilcoxon_p": 0.031}
        for theirs, ours in combinations(names, 2)
    ]
    return {
        "format": "laconic-report",
        "version": 1,
        "pairs": ["some.test.jsonl"],
        "count": sentences,
        "references": "first",
        "notes": ["left out: a <pair>"],
        "confidence": 0.95,
        "metrics": [a_metric(*metric) for metric in METRICS],
        "systems": systems,
        "comparisons": comparisons,
        "sentences": [a_sentence(n, len(names), 2 + n % 30) for n in range(sentences)],
        "signature": "laconic=0.1.0 pairs=some",
    }


def drawings(page: str) -> list[ElementTree.Element]:
    found = re.findall(r"<svg xmlns.*?</svg>", page, flags=re.DOTALL)
    return [ElementTree.fromstring(svg) for svg in found]


def rows_of_scores(page: str) -> dict[str, list[str]]:
    table = page[page.index('<table class="scores">') : page.index("</table>")]
    rows = re.findall(r'<tr><th scope="row"[^>]*>([^<]*)<.*?</th>(.*?)</tr>', table)
    return {name: re.findall(r"<td>(.*?)</td>", cells)[:-1] for name, cells in rows}


def test_every_system_and_sentence_is_there() -> None:
    page = Page(render_page(a_record()))
    assert page.texts("h1") == ["Evaluation on some.test.jsonl"]
    assert len(page.texts("article")) == 8
    for number, article in enumerate(page.texts("article")):
        assert f"id{number}" in article
        assert all(name in article for name in ("one", "two", "three"))
        assert f"(NN word{number}.1)" in article
    assert page.texts("code") == ["laconic=0.1.0 pairs=some"]


def test_the_table_has_the_numbers_of_the_record() -> None:
    record = a_record()
    record["systems"][1]["scores"]["bleu"] = None
    rows = rows_of_scores(render_page(record))
    assert list(rows) == [metric["title"] for metric in record["metrics"]]
    for metric in record["metrics"]:
        for system, cell in zip(record["systems"], rows[metric["title"]], strict=True):
            score = system["scores"][metric["name"]]
            scale = 100 if metric["unit"] == "percent" else 1
            found = [float(number) for number in re.findall(r"\d+\.\d+", cell)]
            wanted = [scale * score[key] for key in ("value", "low", "high")] if score else []
            assert found == pytest.approx(wanted, abs=0.00501)
            assert score or cell == "–"


def test_the_best_of_a_row_is_marked_in_the_metric_s_own_direction() -> None:
    rows = rows_of_scores(render_page(a_record()))
    marked = {name: ["<strong>" in cell for cell in cells] for name, cells in rows.items()}
    assert marked["Rate"] == [False, False, False]
    assert marked["Token F1"] == [False, False, True]
    assert marked["Wrong tokens"] == [True, False, False]


def test_equals_are_marked_alike_and_a_lone_system_is_not_the_best() -> None:
    record = a_record()
    record["systems"][1]["scores"]["bleu"] = a_score(0.5 + 1e-9)
    assert "".join(rows_of_scores(render_page(record))["BLEU"]).count("<strong>") == 2
    alone = rows_of_scores(render_page(a_record(names=("only",))))
    assert "<strong>" not in json.dumps(alone)


def test_comparisons_are_read_by_their_interval() -> None:
    record = a_record(names=("one", "two"))
    row = record["comparisons"][0]
    assert "unclear" in render_page(record)
    row.update(low=0.01)
    assert "<strong>+2.00</strong></td><td>[1.00, 5.00]" in render_page(record)
    assert "<td>0.0310</td><td>better</td>" in render_page(record)
    row.update(metric="hamming-tokens", wilcoxon_p=None)
    assert "<td>–</td><td>worse</td>" in render_page(record)


def test_deleted_words_are_struck_through_and_rewritten_ones_are_plain() -> None:
    record = a_record(sentences=1, names=("one",))
    sentence = record["sentences"][0]
    sentence["source"] = ["a", "b", "c", "d"]
    sentence["outputs"] = [an_output(["a", "b", "c", "d"], [0, 3], 0.5)]
    assert '<td dir="auto">a <del>b c</del> d</td>' in render_page(record)
    sentence["outputs"] = [an_output(["a", "b", "c", "d"], None, 0.5) | {"marks": ["time limit"]}]
    shown = '<td dir="auto">rewritten <span class="mark">time limit</span></td>'
    assert shown in render_page(record)
    assert struck(["a", "b"], []) == "<del>a b</del>"


def replaced(value: Any, text: str) -> Any:
    """The record with another text in the place of every free one."""
    fixed = {"name", "better", "unit", "metric", "references"}
    if isinstance(value, dict):
        return {
            key: below if key in fixed and isinstance(below, str) else replaced(below, text)
            for key, below in value.items()
        }
    if isinstance(value, list):
        return [replaced(below, text) for below in value]
    return text if isinstance(value, str) else value


@pytest.mark.parametrize("text", HOSTILE)
def test_text_from_elsewhere_is_never_markup(text: str) -> None:
    plain = a_record(sentences=2)
    record = replaced(plain, text)
    for number, system in enumerate(record["systems"]):
        system |= {"name": f"{text}{number}", "marks": {text: 1}, "signature": text}
    page, usual = render_page(record), render_page(plain)
    page.encode()
    kinds = {tag for tag, _, _ in Page(usual).elements}
    assert {tag for tag, _, _ in Page(page).elements} == kinds
    assert not any(
        key[:2] == "on" for _, attributes, _ in Page(page).elements for key in attributes
    )
    assert page.count("<script") == page.count("</script") == 1
    assert drawings(page)
    shown = re.sub("[\0\a\ud800\ufffe]", "\N{REPLACEMENT CHARACTER}", text)
    assert all(shown in article for article in Page(page).texts("article"))


def test_drawings_are_well_formed_and_say_what_they_are() -> None:
    shown = drawings(render_page(a_record()))
    titled = [drawing.get("aria-label") for drawing in shown if drawing.get("role") == "img"]
    assert "Relations F1 against Rate" in titled
    assert "Relations F1 by length of the source" in titled
    assert "How much of each sentence is kept" in titled
    assert all(drawing.get("aria-hidden") for drawing in shown if not drawing.get("role"))


def test_without_a_script_the_main_score_is_in_sight_and_nothing_is_loaded() -> None:
    page = render_page(a_record())
    first = page.index('<figure data-metric="1">')
    assert first < page.index("<summary>The other scores</summary>")
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "url(" not in page
    assert "@import" not in page
    assert "</" not in resource("page.js")


def test_the_script_finds_what_it_looks_for() -> None:
    page = render_page(a_record())
    for name in re.findall(r'byId\("(\w+)"\)', resource("page.js")):
        assert f'id="{name}"' in page


def test_the_same_record_gives_the_same_page() -> None:
    assert render_page(a_record()) == render_page(json.loads(json.dumps(a_record())))


@pytest.mark.parametrize("sentences", [0, 1, 2])
@pytest.mark.parametrize("names", [(), ("only",), ("one", "two")])
def test_small_reports(sentences: int, names: tuple[str, ...]) -> None:
    page = render_page(a_record(sentences, names))
    assert len(Page(page).texts("article")) == sentences
    drawings(page)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e308, 0.0, -3.0, 1e-320])
def test_odd_values(value: float) -> None:
    record = a_record(sentences=3)
    for system in record["systems"]:
        system["scores"] = {name: a_score(value) for name in system["scores"]}
        system["seconds"] = value
    for sentence in record["sentences"]:
        for output in sentence["outputs"]:
            output["scores"] = dict.fromkeys(output["scores"], value)
    record["comparisons"][0].update(difference=value, low=value, high=value, wilcoxon_p=value)
    page = render_page(record)
    Page(page)
    assert drawings(page)
    assert not re.search(r"\b(?:nan|inf)\b", page)


def test_empty_parts() -> None:
    record = a_record(sentences=1) | {"metrics": [], "comparisons": []}
    sentence = record["sentences"][0] | {"source": [], "references": [], "references_kept": []}
    nothing: dict[str, Any] = {"tokens": [], "kept": None, "tree": None}
    sentence["outputs"] = [output | nothing for output in sentence["outputs"]]
    record["sentences"] = [sentence]
    assert Page(render_page(record)).texts("i") == ["empty"] * 3
    del record["sentences"]
    assert Page(render_page(record)).texts("article") == []


def test_a_long_report_stays_a_page() -> None:
    record = a_record(sentences=1000, names=("a", "b", "c", "d", "e"))
    page = render_page(record)
    assert len(page) < 6_000_000
    assert page.count("<article") == 1000


def test_trees_are_left_out_of_the_end_of_a_very_long_report() -> None:
    sentences = [{"outputs": [{"tree": "x" * 1000}]}] * 5000
    assert trees_that_fit(sentences) == 4000
    record = a_record(sentences=3)
    record["sentences"][1]["outputs"][0]["tree"] = "(X " + "y" * 5_000_000 + ")"
    page = render_page(record)
    assert "Trees are shown for the first 1 sentence only" in page
    assert page.count("<pre") == 3


def test_the_main_metric() -> None:
    metrics = [a_metric(*metric) for metric in METRICS]
    assert main_metric(metrics) == 1
    assert main_metric([metrics[0], metrics[3], metrics[2]]) == 2
    assert main_metric([metrics[0], metrics[3]]) == 1
    assert main_metric(metrics[:1]) == 0
    assert main_metric([]) is None


def test_notes_are_shown_as_text() -> None:
    assert "left out: a &lt;pair&gt;" in render_page(a_record())
