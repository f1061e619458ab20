"""The materials of a study: the Latin square, what is chosen, what is hidden, what is refused."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_kit import KIT, SYSTEMS, a_study, some_items, write_outputs

from laconic.errors import LaconicError

design, materials, outputs = KIT.design, KIT.materials, KIT.outputs
CORPORA = ("CLspoken", "CLwritten", "Ziff-Davis")


def make(**options: Any) -> Any:
    items = options.pop("items", some_items(20, CORPORA))
    study = options.pop("study", a_study())
    return materials.make_materials(items, SYSTEMS, study, **{"count": 20, **options})


@given(items=st.integers(1, 40), systems=st.integers(2, 7))
def test_the_square_is_latin(items: int, systems: int) -> None:
    square = design.latin_square(items, systems)
    assert len(square) == systems
    for row in square:
        counts = Counter(row)
        times = [counts[system] for system in range(systems)]
        assert len(row) == items
        assert max(times) - min(times) <= (items % systems > 0)
    for column in zip(*square, strict=True):
        assert sorted(column) == list(range(systems))


@given(count=st.integers(1, 8), corpora=st.integers(1, 3), systems=st.integers(2, 4))
def test_every_list_shows_each_item_once_and_all_lists_show_all(
    count: int, corpora: int, systems: int
) -> None:
    names = tuple(f"system{number}" for number in range(systems))
    items = some_items(9, CORPORA[:corpora], names)
    made = materials.make_materials(items, names, a_study(), count=count)
    meanings = made.key["texts"]
    cells = Counter[tuple[str, str, str]]()
    for row in made.key["lists"]:
        seen = [(meanings[name]["corpus"], meanings[name]["item"]) for name in row]
        assert len(set(seen)) == len(seen) == count * corpora
        times = Counter(meanings[name]["system"] for name in row)
        assert max(times.values()) - min(times[name] for name in names) <= (
            count * corpora % systems > 0
        )
        for corpus in CORPORA[:corpora]:
            here = Counter(
                meanings[name]["system"] for name in row if meanings[name]["corpus"] == corpus
            )
            assert max(here.values()) - min(here[name] for name in names) <= (count % systems > 0)
        cells.update(
            (*place, meanings[name]["system"]) for place, name in zip(seen, row, strict=True)
        )
    assert set(cells.values()) == {1}
    assert len(cells) == count * corpora * systems
    assert any("no multiple" in note for note in made.notes) == (count % systems > 0)


def test_the_numbers_of_the_paper_are_said_to_be_unbalanced() -> None:
    (note,) = make().notes
    assert "20 items of a corpus are no multiple of 3 systems" in note
    assert "over all 60 items of a list they are shown equally often" in note
    assert "18 or 21" in note
    assert not make(count=18).notes


def test_what_is_chosen_depends_on_the_seed_alone() -> None:
    items = some_items(20, CORPORA)
    one, again = make(count=6), make(count=6, items=[items[0], *reversed(items[1:20]), *items[20:]])
    assert one == again
    other = make(count=6, seed=2)
    drawn = [{meaning["item"] for meaning in made.key["texts"].values()} for made in (one, other)]
    assert drawn[0] != drawn[1]
    assert one.page["id"] != other.page["id"]


def test_the_page_side_says_nothing_of_systems_corpora_or_ids() -> None:
    made = make()
    written = json.dumps({**made.page, "texts": list(made.page["texts"])})
    for name in (*SYSTEMS, *CORPORA, "id1"):
        assert name not in written
    # Nor do the names of texts: in the order of names, systems come as by chance.
    order = [made.key["texts"][name]["system"] for name in sorted(made.key["texts"])]
    same = sum(one == other for one, other in pairwise(order))
    assert 35 < same < 85  # of 179, a third is 60
    assert all(row == sorted(row) for row in made.page["lists"])


def test_sources_are_on_the_page_only_where_they_are_shown() -> None:
    assert "Source" not in json.dumps(make().page["texts"])
    shown = make(study=a_study("importance")).page
    assert all(text["source"].startswith("Source") for text in shown["texts"].values())


def test_practice_comes_first_and_fillers_are_in_every_list() -> None:
    practice = [outputs.Extra(f"p{number}", "s", "t") for number in range(3)]
    fillers = [outputs.Extra(f"f{number}", "s", "t") for number in range(2)]
    made = make(practice=practice, fillers=fillers, count=6)
    meanings = made.key["texts"]
    assert [meanings[name]["item"] for name in made.page["practice"]] == ["p0", "p1", "p2"]
    for row in made.page["lists"]:
        assert Counter(meanings[name]["kind"] for name in row) == {"item": 18, "filler": 2}
        assert row == sorted(row)


@given(texts=st.integers(0, 70), subject=st.text(max_size=9).filter(lambda s: s.isprintable()))
def test_an_order_is_a_shuffle_and_can_be_told_again(texts: int, subject: str) -> None:
    names = [f"t{number}" for number in range(texts)]
    order = design.order_for("demo-1", 2, subject, names)
    assert sorted(order) == sorted(names)
    assert order == design.order_for("demo-1", 2, subject, names)


def test_orders_are_fair() -> None:
    """Every text is everywhere equally often, also for subjects whose names differ by a digit."""
    names, subjects = list(range(6)), 3000
    orders = [design.order_for("demo-1", 1, f"s{number}", names) for number in range(subjects)]
    expected = subjects / 6
    for name in names:
        places = Counter(order.index(name) for order in orders)
        assert sum((places[place] - expected) ** 2 / expected for place in range(6)) < 20.5
    after = Counter((one[0], other[0]) for one, other in pairwise(orders))
    expected = (subjects - 1) / 36
    spread = sum((after[a, b] - expected) ** 2 / expected for a in names for b in names)
    assert spread < 66.6  # as the limit above: chance exceeds it once in a thousand times
    assert len({tuple(order) for order in orders}) > 650  # of 720


def test_in_the_full_design_everybody_sees_every_output() -> None:
    fillers = [outputs.Extra("f", "s", "t")]
    made = make(design="full", count=5, fillers=fillers)
    (row,) = made.page["lists"]
    meanings = [made.key["texts"][name] for name in row]
    shown = Counter((one["corpus"], one["item"]) for one in meanings if one["kind"] == "item")
    assert len(row) == 3 * 5 * 3 + 1
    assert set(shown.values()) == {3}
    assert made.notes == []
    assert made.key["design"] == "full"
    assert made.page["id"] != make(count=5, fillers=fillers).page["id"]


def test_the_same_list_number_shows_the_same_outputs_in_both_experiments() -> None:
    """As far as items, systems and seed are the same."""
    seen = []
    for name in ("grammaticality", "importance"):
        key = make(study=a_study(name)).key
        seen.append([{tuple(key["texts"][text].items()) for text in row} for row in key["lists"]])
    assert seen[0] == seen[1]


def test_texts_alike_and_texts_without_words_are_noted() -> None:
    items = some_items(3)
    texts = {"transducer": "Same.", "mcdonald": "Same.", "reference": " "}
    items[0] = outputs.Item("spoken", "id0", "Source.", texts)
    made = materials.make_materials(items, SYSTEMS, a_study(), count=3)
    assert made.notes == [
        "of 1 of 3 items two or more systems made the same text",
        "1 outputs have no words; the page says so in their place",
    ]


def test_items_are_read_and_systems_chosen(tmp_path: Path) -> None:
    path = write_outputs(tmp_path / "outputs.jsonl", some_items(2))
    items, systems = outputs.read_items(path)
    assert (items, systems) == (some_items(2), SYSTEMS)
    fewer, systems = outputs.read_items(path, ("reference", "mcdonald"))
    assert systems == ("reference", "mcdonald") == tuple(fewer[0].outputs)


LINE = '{"corpus": "c", "id": "1", "source": "s", "outputs": {"a": "x", "b": "y"}}'


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("", "no items"),
        ("{", ":1: found .*expected JSON"),
        ("[1]", r":1: found \[1\], expected a JSON object"),
        (LINE.replace('{"a": "x", "b": "y"}', "[]"), ":1: found .*expected outputs by system"),
        (LINE + "\n" + LINE.replace('"b"', '"c"').replace('"1"', '"2"'), ":2: found only a, c"),
        (LINE.replace('"x"', "3"), ":1: found a = 3, expected text"),
        (LINE.replace('"source": "s", ', ""), ":1: found only corpus, id, outputs"),
        (LINE + "\n\n" + LINE, ":3: found c 1 again, expected new ids after that in line 1"),
        (LINE.replace(', "b": "y"', ""), "expected two or more"),
    ],
)
def test_a_file_of_outputs_that_cannot_be_used(tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "outputs.jsonl"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(LaconicError, match=message):
        outputs.read_items(path)


def test_too_few_items_and_a_system_twice(tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match="cannot choose 21 of each corpus: CLspoken has 20"):
        make(count=21)
    path = write_outputs(tmp_path / "outputs.jsonl", some_items(2))
    with pytest.raises(LaconicError, match="each once"):
        outputs.read_items(path, ("reference", "reference"))


def test_corpora_can_be_chosen() -> None:
    items = some_items(2, CORPORA)
    chosen = outputs.of_corpora(items, ["Ziff-Davis", "CLspoken"])
    assert [item.corpus for item in chosen] == ["Ziff-Davis"] * 2 + ["CLspoken"] * 2
    with pytest.raises(LaconicError, match="no items of 'Google', expected of CLspoken, CLwritten"):
        outputs.of_corpora(items, ["Google"])


def test_a_key_is_not_written_over(tmp_path: Path) -> None:
    materials.write_materials(make(), tmp_path)
    materials.write_materials(make(), tmp_path)
    with pytest.raises(LaconicError, match="key of another study"):
        materials.write_materials(make(seed=2), tmp_path)
    assert json.loads((tmp_path / "key.json").read_text())["id"] == make().key["id"]
