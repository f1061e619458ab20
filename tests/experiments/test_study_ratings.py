"""The ratings that come back: what is read of them, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from study_kit import KIT, a_folder, a_record, put

from laconic.errors import LaconicError

ratings = KIT.ratings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return a_folder(tmp_path / "study", extras=True)


def three(_: Any) -> int:
    return 3


def record_of(folder: Path, subject: str = "s1", number: int = 1) -> dict[str, Any]:
    return a_record(ratings.read_key(folder), subject, number, three)


def test_ratings_are_read_without_practice_and_fillers(folder: Path) -> None:
    key = ratings.read_key(folder)
    values = {"transducer": 4, "mcdonald": 2, "reference": 5}
    for number in (1, 2, 3):
        record = a_record(key, f"s{number}", number, lambda m: values.get(m.get("system"), 1))
        assert len(record["ratings"]) == 8
        put(folder, record)
    collected = ratings.collect(folder)
    assert collected.notes == ()
    assert not collected.simulated
    assert [subject.list for subject in collected.subjects] == [1, 2, 3]
    assert len(collected.ratings) == 3 * 6
    assert {(one.system, one.value) for one in collected.ratings} == set(values.items())
    # All lists together have rated every item under every system.
    assert len({(one.item, one.system) for one in collected.ratings}) == 6 * 3


CHANGES: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("study", lambda r: r.update(study="grammaticality-0"), "found ratings of the study 'gramm"),
    ("version", lambda r: r.update(version=2), "as format and version"),
    ("subject", lambda r: r.update(subject=7), "found the subject 7, expected a code"),
    ("list", lambda r: r.update(list=4), "found the list 4, expected 1 to 3"),
    ("other list", lambda r: r.update(list=2), "is not in this subject's list"),
    ("ratings", lambda r: r.update(ratings=None), "found ratings = None"),
    ("entry", lambda r: r["ratings"].append(5), "rating 9: found 5"),
    ("text", lambda r: r["ratings"][1].update(text="t99"), "rating 2: found the text 't99'"),
    ("question", lambda r: r["ratings"][0].update(question="q"), "found the question 'q', expec"),
    ("twice", lambda r: r["ratings"].append(r["ratings"][0]), "rating 9: .* is rated twice"),
    ("high", lambda r: r["ratings"][2].update(rating=6), "rating 3: found 6 .* from 1 to 5"),
    ("low", lambda r: r["ratings"][2].update(rating=0), "found 0"),
    ("half", lambda r: r["ratings"][2].update(rating=2.5), "found 2.5"),
    ("true", lambda r: r["ratings"][2].update(rating=True), "found True"),
    ("none", lambda r: r["ratings"][2].pop("rating"), "found None"),
    ("about", lambda r: r.update(about=["yes"]), r"found about = \['yes'\], expected answers"),
    ("answer", lambda r: r.update(about={"native": "ja"}), "found native = 'ja', expected yes, no"),
    ("asked", lambda r: r.update(about={"age": "9"}), "found age = '9', expected no such question"),
]


@pytest.mark.parametrize(("change", "message"), [pytest.param(*c[1:], id=c[0]) for c in CHANGES])
def test_a_file_that_is_refused(
    folder: Path, change: Callable[[dict[str, Any]], Any], message: str
) -> None:
    record = record_of(folder)
    change(record)
    path = put(folder, record, "s1")
    with pytest.raises(LaconicError, match=message) as caught:
        ratings.collect(folder)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("written", ["", "[]", '{"format": "else"}', "\ufffd{"])
def test_a_file_that_holds_something_else(folder: Path, written: str) -> None:
    put(folder, record_of(folder)).write_text(written, encoding="utf-8")
    with pytest.raises(LaconicError, match=r"s1\.json: found "):
        ratings.collect(folder)


def test_a_subject_twice(folder: Path) -> None:
    put(folder, record_of(folder), "one")
    put(folder, record_of(folder, number=2), "two")
    with pytest.raises(LaconicError, match=r"two\.json: subject 's1' is in .*one\.json as well"):
        ratings.collect(folder)


def test_who_has_not_rated_all_is_left_out_and_named(folder: Path) -> None:
    for number in (1, 2, 3):
        put(folder, record_of(folder, f"s{number}", number))
    key, record = ratings.read_key(folder), record_of(folder, "s4", 1)
    item = next(e for e in record["ratings"] if key.texts[e["text"]]["kind"] == "item")
    record["ratings"].remove(item)
    put(folder, record)
    left = ratings.collect(folder)
    assert [subject.name for subject in left.subjects] == ["s1", "s2", "s3"]
    assert left.notes == (
        "1 of 4 subjects have not rated all and are left out; --keep-incomplete keeps them: "
        "s4 (1 missing)",
    )
    kept = ratings.collect(folder, keep_incomplete=True)
    assert len(kept.subjects) == 4
    assert "are kept: s4 (1 missing)" in kept.notes[0]
    assert "lists have 2, 1, 1 subjects" in kept.notes[1]
    assert kept.list_sizes == [2, 1, 1]


def test_missing_practice_and_fillers_make_no_one_incomplete(folder: Path) -> None:
    key, record = ratings.read_key(folder), record_of(folder)
    record["ratings"] = [e for e in record["ratings"] if key.texts[e["text"]]["kind"] == "item"]
    put(folder, record)
    assert len(ratings.collect(folder).subjects) == 1


def test_simulated_ratings_are_not_mixed_with_others(folder: Path) -> None:
    put(folder, record_of(folder))
    put(folder, {**record_of(folder, "s2", 2), "simulated": True})
    with pytest.raises(LaconicError, match="mixes simulated ratings with ratings of people"):
        ratings.collect(folder)


def test_simulated_ratings_are_known_as_such_though_all_are_left_out(folder: Path) -> None:
    record = record_of(folder)
    put(folder, {**record, "ratings": [], "simulated": True})
    collected = ratings.collect(folder)
    assert collected.subjects == ()
    assert collected.simulated
    assert KIT.report.render([collected], [], KIT.rating_figures.Marks()).startswith("**SIMULATED")


def test_files_are_known_by_what_they_hold(folder: Path) -> None:
    """Names that mail and phones give, and a byte order mark, as some editors write it."""
    names = ["s1.json", "s2.json.txt", "S3.JSON", "ratings (1)"]
    for number, name in enumerate(names):
        written = json.dumps(record_of(folder, f"s{number}", 1 + number % 3))
        mark = "\ufeff" if number % 2 else ""
        put(folder, {"subject": "s"}).rename(folder / "ratings" / name)
        (folder / "ratings" / name).write_text(mark + written, encoding="utf-8")
    (folder / "ratings" / "notes.txt").write_text("Call s2.", encoding="utf-8")
    (folder / "ratings" / "._s1.json").write_bytes(b"\0\5\x16\7")
    (folder / "ratings" / "more").mkdir()
    collected = ratings.collect(folder)
    assert sorted(one.path.name for one in collected.subjects) == sorted(names)
    assert collected.notes[0] == "no ratings, passed over: ._s1.json, more, notes.txt"


def test_what_subjects_say_of_themselves_is_counted(folder: Path) -> None:
    answers = [{"native": "yes"}, {"native": "no"}, {"native": "yes"}, {}]
    for number, about in enumerate(answers):
        put(folder, {**record_of(folder, f"s{number}", 1 + number % 3), "about": about})
    collected = ratings.collect(folder)
    assert [one.about for one in collected.subjects] == answers
    counts = {"Is English your native language?": {"yes": 2, "no": 1, "not answered": 1}}
    assert KIT.report.count_answers(collected) == counts
    written = KIT.report.render([collected], [], KIT.rating_figures.Marks())
    assert "Is English your native language? yes 2, no 1, not answered 1" in written


def test_no_ratings_and_no_key(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match="put the files that came back there"):
        ratings.collect(folder)
    (folder / "ratings").mkdir()
    (folder / "ratings" / "s1.zip").write_bytes(b"PK")
    with pytest.raises(LaconicError, match=r"passed over: s1\.zip"):
        ratings.collect(folder)
    with pytest.raises(LaconicError, match=r"cannot read .*key\.json"):
        ratings.collect(tmp_path)
    key = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    del key["lists"]
    (folder / "key.json").write_text(json.dumps(key), encoding="utf-8")
    with pytest.raises(LaconicError, match=r"key\.json is damaged: 'lists'"):
        ratings.read_key(folder)
