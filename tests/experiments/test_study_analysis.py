"""From ratings to tables: figures by hand, marks, what cannot be tested, and chance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from study_kit import BY_HAND, KIT, SYSTEMS, a_folder, a_record, put, rated

from laconic.errors import LaconicError

report, figures = KIT.report, KIT.rating_figures
ratings, simulate = KIT.ratings, KIT.simulate


def one_of(collected: Any, *, items: bool = False, **marks: Any) -> Any:
    (found,) = figures.make_figures(collected, figures.Marks(**marks), items=items)
    return found


def test_the_figures_of_a_study_by_hand(tmp_path: Path) -> None:
    """Systems have the means 4/3, 4/3 and 11/3; rows 5/3, 2 and 8/3.

    Squares about 19/9: in all 55 - 361/9 = 134/9; of systems 3 · (16/9 + 16/9 + 121/9) - 361/9 =
    98/9; of rows 3 · (25/9 + 36/9 + 64/9) - 361/9 = 14/9; 22/9 are left, with 4 degrees.
    """
    found = one_of(rated(a_folder(tmp_path, design="full"), BY_HAND))
    anova = found.by_subjects.anova
    assert (found.study, found.question, found.corpus) == ("grammaticality",) * 2 + ("spoken",)
    assert found.subjects == 3
    assert [spread.mean for spread in found.systems] == pytest.approx([4 / 3, 4 / 3, 11 / 3])
    assert [spread.deviation for spread in found.systems] == pytest.approx(
        [(1 / 3) ** 0.5, (1 / 3) ** 0.5, (4 / 3) ** 0.5]
    )
    assert [spread.ratings for spread in found.systems] == [18, 18, 18]  # six items each
    assert anova.f == pytest.approx((98 / 9 / 2) / (22 / 9 / 4))
    assert [one.difference for one in found.by_subjects.differences] == pytest.approx(
        [0, -7 / 3, -7 / 3]
    )


def test_means_of_subjects_come_first(tmp_path: Path) -> None:
    """Seven items and three systems: a subject's three ratings weigh no more than another's two."""
    collected = rated(a_folder(tmp_path, items=7), {"s1": (1, 1, 1), "s2": (5, 5, 5)})
    for spread in one_of(collected).systems:
        assert spread.mean == 3
        assert spread.deviation == pytest.approx(8**0.5)
    counts = {spread.system: spread.ratings for spread in one_of(collected).systems}
    uneven = [one for one in one_of(collected).systems if one.rating_mean != 3]
    assert sorted(counts.values()) == [4, 5, 5]
    assert len(uneven) == 2  # lists 1 and 2 show them 3 and 2 times, and 2 and 3


def test_figures_by_items_have_a_row_for_each_item(tmp_path: Path) -> None:
    collected = rated(a_folder(tmp_path), BY_HAND | {"s4": (2, 2, 4), "s5": (1, 2, 4)})
    found = one_of(collected, items=True)
    table = np.empty((6, 3))
    for item in range(6):
        for place, system in enumerate(SYSTEMS):
            values = [
                one.value
                for one in collected.ratings
                if (one.item, one.system) == (f"id{item}", system)
            ]
            table[item, place] = np.mean(values)
    # Items that the first list shows under the same system, all lists do.
    first = {one.item: one.system for one in collected.ratings if one.subject == "s1"}
    judge = KIT.variance.analyse_variance(table, [first[f"id{item}"] for item in range(6)])
    assert found.by_items.anova == judge
    assert (judge.rows, judge.groups, judge.error_degrees) == (6, 3, 6)


MARKED = {f"s{n}": values for n, values in enumerate([(4, 2, 5), (4, 1, 5), (4, 2, 5)] * 3)}


def test_marks_are_those_of_table_8(tmp_path: Path) -> None:
    collected = rated(a_folder(tmp_path), MARKED)
    assert [spread.marks for spread in one_of(collected).systems] == ["†*", "†", ""]
    loose = one_of(rated(tmp_path, MARKED), rival=None)
    assert [spread.marks for spread in loose.systems] == ["†", "†", ""]
    other = one_of(collected, reference="transducer", rival="reference")
    assert [spread.marks for spread in other.systems] == ["", "†*", "†"]


def test_what_does_not_differ_has_no_mark(tmp_path: Path) -> None:
    near = {f"s{n}": values for n, values in enumerate([(4, 2, 5), (5, 1, 4), (4, 2, 4)] * 3)}
    found = one_of(rated(a_folder(tmp_path, design="full"), near))
    assert [one.marks for one in found.systems] == ["*", "†", ""]
    strict = one_of(rated(tmp_path, near), alpha=1e-12)
    assert [one.marks for one in strict.systems] == ["", "", ""]


def test_names_and_levels_that_are_none(tmp_path: Path) -> None:
    collected = rated(a_folder(tmp_path), BY_HAND)
    with pytest.raises(LaconicError, match="no ratings of 'clarke', expected one of transducer"):
        one_of(collected, rival="clarke")
    with pytest.raises(LaconicError, match=r"found alpha = 1\.5"):
        one_of(collected, alpha=1.5)


@pytest.mark.parametrize(
    ("by_subject", "said"),
    [
        ({"s1": (1, 2, 3)}, "fewer than two rows: nothing to test"),
        ({f"s{n}": (3, 3, 3) for n in range(6)}, "rates all systems the same: nothing to test"),
        ({f"s{n}": (n, n, n + 1) for n in range(1, 5)}, "no error, F without bound, p = 0"),
        (BY_HAND, "3 rows, and no two of them of one group: nothing to test"),
    ],
)
def test_where_there_is_nothing_to_test(
    tmp_path: Path, by_subject: dict[str, tuple[int, ...]], said: str
) -> None:
    collected = rated(a_folder(tmp_path), by_subject)
    marks = figures.Marks()
    found = figures.make_figures(collected, marks, items=True)
    written = report.render([collected], found, marks)
    assert said in written
    assert "nan" not in written
    record = json.dumps(report.as_record([collected], found, marks), allow_nan=False)
    assert json.loads(record)["figures"][0]["by_subjects"]["anova"]["f"] is None


def test_nobody_has_rated_all(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    rated(folder, {"s1": (1, 2, 3)})
    record = json.loads((folder / "ratings" / "s1.json").read_text(encoding="utf-8"))
    put(folder, {**record, "ratings": record["ratings"][1:]})
    collected, marks = ratings.collect(folder), figures.Marks()
    written = report.render([collected], figures.make_figures(collected, marks), marks)
    assert ": 0 subjects, 3 lists, 0 ratings" in written
    assert "| transducer | – |" in written
    assert "s1 (1 missing)" in written


def test_two_systems(tmp_path: Path) -> None:
    folder = a_folder(tmp_path, systems=("transducer", "reference"), design="full")
    collected = rated(folder, {"s1": (1, 3), "s2": (2, 3), "s3": (3, 5)})
    found = one_of(collected, rival=None)
    assert (found.by_subjects.anova.effect_degrees, found.by_subjects.anova.error_degrees) == (1, 2)
    (difference,) = found.by_subjects.differences
    assert difference.p == pytest.approx(found.by_subjects.anova.p, abs=1e-6)


def test_a_subject_without_a_system_has_no_row(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    rated(folder, BY_HAND)
    key = ratings.read_key(folder)
    record = a_record(key, "s4", 1, lambda _: 5)
    record["ratings"] = [
        entry for entry in record["ratings"] if key.texts[entry["text"]]["system"] != "mcdonald"
    ]
    put(folder, record)
    whole = one_of(ratings.collect(folder), items=True)
    kept = one_of(ratings.collect(folder, keep_incomplete=True), items=True)
    assert kept.subjects == 3
    assert kept.by_subjects == whole.by_subjects
    assert kept.notes == ("left out, without a rating of every system: s4",)
    # Who is left out is in no figure: not in F2, nor among single ratings.
    assert kept.systems == whole.systems
    assert kept.by_items == whole.by_items
    assert [spread.ratings for spread in kept.systems] == [6, 6, 6]


def study_of(folder: Path, subjects: int, means: dict[str, float], seed: int) -> Any:
    """A simulated study, without files."""
    key = ratings.read_key(folder)
    made = simulate.simulate(key, subjects, means, seed)
    people = [ratings.subject_of(record, Path("-"), key) for record in made]
    return ratings.Collected(key, tuple(people), (), True)


def test_an_effect_is_found_and_its_size(tmp_path: Path) -> None:
    folder = a_folder(tmp_path, items=18, corpora=("spoken", "written"))
    means = {"transducer": 3.9, "mcdonald": 2.7, "reference": 4.0}
    for found in figures.make_figures(study_of(folder, 30, means, 4), figures.Marks(), items=True):
        assert found.by_subjects.anova.p < 1e-6
        assert found.by_items.anova.p < 1e-6
        assert [spread.marks for spread in found.systems] == ["*", "†", ""]
        assert found.systems[1].mean == pytest.approx(2.7, abs=0.35)
        assert found.by_subjects.differences[0].difference == pytest.approx(1.2, abs=0.3)


def found_by_chance(folder: Path, row: str, studies: int = 300) -> int:
    """How many studies without an effect of system have p < 0.05, with rows of this kind."""
    found = 0
    for seed in range(studies):
        made = study_of(folder, 9, {}, seed)
        lists = {subject.name: subject.list for subject in made.subjects}
        groups = lists if row == "subject" else figures.item_groups(made.key, "spoken")
        table = figures.table_of(made.ratings, SYSTEMS, lambda one: getattr(one, row), groups)
        assert not table.left_out
        found += KIT.variance.analyse_variance(table.means, table.groups).p < 0.05
    return found


@pytest.mark.parametrize(("row", "other"), [("subject", "ITEM"), ("item", "SUBJECT")])
def test_where_there_is_no_effect_it_is_found_as_seldom_as_alpha_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str, other: str
) -> None:
    """However much items differ, or subjects for F2: it is of groups, and no part of the error."""
    folder = a_folder(tmp_path, items=6)
    monkeypatch.setattr(simulate, "BOTH", 0.0)
    assert 5 <= found_by_chance(folder, row) <= 27  # 15, and three standard deviations
    monkeypatch.setattr(simulate, other, 0.0)
    assert 5 <= found_by_chance(folder, row) <= 27


def test_what_is_of_these_items_only_is_found_by_subjects_and_not_by_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No system is better, but each does well on some items: F1 takes these for all there are."""
    folder = a_folder(tmp_path, items=6)
    monkeypatch.setattr(simulate, "BOTH", 0.8)
    assert found_by_chance(folder, "item") <= 27
    assert found_by_chance(folder, "subject") > 45
