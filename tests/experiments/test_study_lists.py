"""Lists as a factor: lists show other items, and unequal ones must not pass for an effect."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats
from study_kit import FOLDER, KIT, a_folder, a_record, put, rated

figures, report, variance = KIT.rating_figures, KIT.report, KIT.variance
FloatArray = NDArray[np.float64]


def test_an_example_by_hand() -> None:
    """List 1 has the means 2 and 4, list 2 the means 6 and 2: together 4 and 3.

    Differences are 1 and 3 in list 1, and -4: about their lists' means -1, 1 and 0. Half of the sum
    of their squares, 1, is the error's, with 1 · (3 - 2) degrees. Equal lists as exact would have
    4 / (1/2 + 1) = 8/3 rows in all: the square of systems is 8/3 · (1/4 + 1/4), and F is 4/3.
    """
    table = np.array([[2.0, 3.0], [2.0, 5.0], [6.0, 2.0]])
    found = variance.analyse_variance(table, [1, 1, 2])
    assert variance.system_means(table, [1, 1, 2]).tolist() == [4, 3]
    assert (found.rows, found.groups, found.effect_degrees, found.error_degrees) == (3, 2, 1, 1)
    assert found.equal_rows == pytest.approx(8 / 3)
    assert found.error_square == pytest.approx(1)
    assert found.f == pytest.approx(4 / 3)


def by_least_squares(table: FloatArray, groups: list[int]) -> tuple[float, float]:
    """F and the error's mean square, by what a model without systems explains less.

    Subjects have a constant each. Systems, and lists × systems, are coded by effects, which sum up
    to nothing over systems and over lists: to leave out systems is then to say that the means of
    systems over lists, all lists alike, are the same.
    """
    (rows, systems), lists = table.shape, max(groups) + 1

    def coded(count: int, places: NDArray[np.int64]) -> FloatArray:
        codes: FloatArray = np.vstack([np.eye(count - 1), -np.ones(count - 1)])[places]
        return codes

    subject, system = (index.ravel() for index in np.indices(table.shape))
    of_system, of_list = coded(systems, system), coded(lists, np.array(groups)[subject])
    both = (of_system[:, :, np.newaxis] * of_list[:, np.newaxis, :]).reshape(table.size, -1)

    def left_over(*parts: FloatArray) -> float:
        design = np.hstack(parts)
        fitted = design @ np.linalg.lstsq(design, table.ravel(), rcond=None)[0]
        return float(((table.ravel() - fitted) ** 2).sum())

    error = left_over(np.eye(rows)[subject], of_system, both)
    square = error / ((systems - 1) * (rows - lists))
    return (left_over(np.eye(rows)[subject], both) - error) / (systems - 1) / square, square


@given(
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=4).filter(lambda s: max(s) > 1),
    systems=st.integers(2, 4),
    seed=st.integers(0, 2**32 - 1),
)
def test_f_is_that_of_a_regression(sizes: list[int], systems: int, seed: int) -> None:
    groups = [number for number, size in enumerate(sizes) for _ in range(size)]
    table = np.random.default_rng(seed).normal(3, 1, size=(len(groups), systems))
    found = variance.analyse_variance(table, groups)
    f, square = by_least_squares(table, groups)
    assert found.error_square == pytest.approx(square)
    assert found.f == pytest.approx(f, rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(stats.f.sf(f, found.effect_degrees, found.error_degrees))


@given(seed=st.integers(0, 2**32 - 1), sizes=st.lists(st.integers(1, 5), min_size=2, max_size=4))
def test_how_the_items_of_lists_differ_changes_nothing(seed: int, sizes: list[int]) -> None:
    """With three lists, items that a list shows under a system come under each system in turn."""
    assume(max(sizes) > 1)
    chance, count = np.random.default_rng(seed), len(sizes)
    groups = np.repeat(np.arange(count), sizes)
    table = chance.normal(size=(len(groups), count))
    items = chance.normal(size=count)
    shown = items[(groups[:, np.newaxis] + np.arange(count)) % count]
    found, again = (
        variance.analyse_variance(one, groups.tolist()) for one in (table, table + shown)
    )
    assert again.f == pytest.approx(found.f, rel=1e-6, abs=1e-9)
    assert again.p == pytest.approx(found.p, abs=1e-9)
    assert again.epsilon == pytest.approx(found.epsilon)


def test_of_two_systems_it_is_the_t_test_of_two_lists() -> None:
    """Differences of one list against those of the other with their sign turned."""
    table, groups = np.random.default_rng(8).normal(size=(9, 2)), [0] * 6 + [1] * 3
    differences = table[:, 0] - table[:, 1]
    judge = stats.ttest_ind(differences[:6], -differences[6:])
    found = variance.analyse_variance(table, groups)
    assert found.f == pytest.approx(judge.statistic**2)
    assert found.p == pytest.approx(judge.pvalue)


def by_chance(sizes: tuple[int, ...], studies: int = 1500) -> tuple[int, int, int]:
    """Studies without an effect that have p < 0.05: by F, by Tukey, and by F without lists."""
    chance = np.random.default_rng(3)
    groups = np.repeat(np.arange(3), sizes)
    critical = stats.studentized_range.ppf(0.95, 3, 2 * (len(groups) - 3))
    by_f = by_tukey = without = 0
    for _ in range(studies):
        items = chance.normal(0, 0.5, size=3)
        table = chance.normal(0, 0.4, size=(len(groups), 3)) + chance.normal(size=(len(groups), 1))
        table += items[(groups[:, np.newaxis] + np.arange(3)) % 3]
        found = variance.analyse_variance(table, groups.tolist())
        means = variance.system_means(table, groups.tolist())
        spread = np.ptp(means) / np.sqrt(found.error_square / found.equal_rows)
        by_f += found.p < 0.05
        by_tukey += spread > critical
        without += variance.analyse_variance(table).p < 0.05
    return by_f, by_tukey, without


@pytest.mark.parametrize("sizes", [(5, 5, 5), (9, 4, 2), (13, 1, 1)])
def test_unequal_lists_find_no_more_than_they_say(sizes: tuple[int, ...]) -> None:
    by_f, by_tukey, without = by_chance(sizes)
    assert 50 <= by_f <= 100  # 75, and three standard deviations
    assert 50 <= by_tukey <= 100
    # Without lists in the analysis equal lists hide what is there, and unequal ones make it up.
    assert without < 25 if len(set(sizes)) == 1 else without > 200


def a_study_by_chance(
    sizes: list[int], chance: np.random.Generator
) -> tuple[FloatArray, list[int]]:
    """Means of subjects who rate 21 items, which differ, under three systems, which do not."""
    items, rows, groups = chance.normal(3.2, 0.5, size=21), [], []
    for number, size in enumerate(sizes):
        system = (np.arange(21) + number) % 3
        for _ in range(size):
            liking = items + chance.normal(0, 0.4) + chance.normal(0, 0.8, size=21)
            ratings = np.clip(np.round(liking), 1, 5)
            rows.append([ratings[system == place].mean() for place in range(3)])
            groups.append(number)
    return np.array(rows), groups


@pytest.mark.slow
def test_the_readme_says_how_often_something_is_found_by_chance() -> None:
    readme, chance = (FOLDER / "README.md").read_text(encoding="utf-8"), np.random.default_rng(12)
    printed = re.findall(
        r"^\| ([\d, ]+) \| ([\d.]+) % \| ([\d.]+) % \|$", readme, flags=re.MULTILINE
    )
    assert len(printed) == 4
    for sizes, *shares in printed:
        found = np.zeros(2)
        for _ in range(1000):
            table, groups = a_study_by_chance([int(size) for size in sizes.split(", ")], chance)
            found += [variance.analyse_variance(table, of).p < 0.01 for of in ([], groups)]
        for count, share in zip(found / 1000, (float(one) / 100 for one in shares), strict=True):
            # Both are by chance: the printed share of 2,000 studies, this one of 1,000.
            assert count == pytest.approx(share, abs=4 * (max(share, 0.01) * 1.5 / 1000) ** 0.5)


FOUND = [(4, 2, 5), (4, 1, 5), (4, 2, 5), (5, 2, 5)] * 3


def figures_of(folder: Path, lists: tuple[int, ...]) -> tuple[Any, str]:
    by_subject = {f"s{place:02}": values for place, values in enumerate(FOUND)}
    collected = rated(folder, by_subject, lists)
    marks = figures.Marks()
    (found,) = figures.make_figures(collected, marks, items=True)
    return found, report.render([collected], [found], marks)


def test_a_list_without_subjects_leaves_nothing_to_test_and_nothing_marked(tmp_path: Path) -> None:
    found, written = figures_of(a_folder(tmp_path), (1, 2) * 6)
    assert found.by_subjects.anova.p is None
    assert found.by_subjects.differences == found.by_items.differences == ()
    assert [spread.marks for spread in found.systems] == ["", "", ""]
    assert [spread.mean for spread in found.systems] == pytest.approx([4.25, 1.75, 5])
    said = "no subject of list 3 has rated every system, so systems were rated on different items"
    table = written.index("| system |")
    assert written.index(said) < table
    assert written.index("lists have 6, 6, 0 subjects") < table
    assert "give as many subjects to each list" in written


def test_unequal_lists_are_said_above_the_table_and_weigh_the_same(tmp_path: Path) -> None:
    lists = (1,) * 8 + (2,) * 2 + (3,) * 2
    found, written = figures_of(a_folder(tmp_path), lists)
    assert written.index("lists have 8, 2, 2 subjects") < written.index("| system |")
    by_list = [
        np.mean([v for v, n in zip(FOUND, lists, strict=True) if n == m], axis=0) for m in (1, 2, 3)
    ]
    assert [one.mean for one in found.systems] == pytest.approx(np.mean(by_list, axis=0).tolist())
    assert found.by_subjects.anova.error_degrees == 2 * (12 - 3)
    assert found.by_subjects.anova.equal_rows == pytest.approx(9 / (1 / 8 + 1 / 2 + 1 / 2))


def test_a_mark_says_whether_items_agree(tmp_path: Path) -> None:
    """The transducer is better than its rival on every other item, and all subjects agree."""
    key = KIT.ratings.read_key(a_folder(tmp_path, items=18, design="full"))
    always = {"mcdonald": 2, "reference": 5}
    for subject in ("s1", "s2", "s3"):
        record = a_record(
            key, subject, 1, lambda m: always.get(m["system"], 1 + 4 * (int(m["item"][2:]) % 2))
        )
        put(tmp_path, record)
    collected, marks = KIT.ratings.collect(tmp_path), figures.Marks()
    (found,) = figures.make_figures(collected, marks, items=True)
    assert [spread.marks for spread in found.systems] == ["†*", "†", ""]
    assert [spread.confirmed for spread in found.systems] == ["†", "†", ""]
    written = report.render([collected], [found], marks)
    assert "| transducer | 3.00†²\\* (0.00) |" in written
    assert "²: and by items" in written
    (alone,) = figures.make_figures(collected, marks)
    assert "there is no test by items" in report.render([collected], [alone], marks)


def test_items_of_which_lists_show_the_same_systems_are_a_group(tmp_path: Path) -> None:
    key = KIT.ratings.read_key(a_folder(tmp_path / "square", items=7, corpora=("one", "two")))
    groups = list(figures.item_groups(key, "two").values())
    assert sorted(groups.count(group) for group in set(groups)) == [2, 2, 3]
    key = KIT.ratings.read_key(a_folder(tmp_path / "full", items=7, design="full"))
    assert len(set(figures.item_groups(key, "spoken").values())) == 1


def test_the_rates_in_the_readme_are_those_of_the_program() -> None:
    program = [sys.executable, str(FOLDER / "error_rates.py")]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    printed = [line for line in done.stdout.splitlines() if line.endswith("% |")]
    readme = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(printed) == 5
    assert [line for line in readme if line.endswith(" % |")] == printed
