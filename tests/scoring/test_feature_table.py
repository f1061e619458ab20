"""Tables of features against plain dictionaries."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from laconic.scoring.feature_table import FeatureTable, add_up, entries_of, sum_rows

NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
VALUES = st.integers(-3, 3).map(float)
ROWS = st.lists(st.dictionaries(NAMES, VALUES, max_size=5), min_size=1, max_size=8)


@given(ROWS, ROWS)
def test_rows_score_as_dictionaries_do_and_new_names_are_left_out(
    known: list[dict[str, float]], later: list[dict[str, float]]
) -> None:
    table = FeatureTable()
    assert [table.add(row) for row in known] == list(range(len(known)))
    table.freeze()
    for row in later:
        table.add(row)
    weights = {name: float(place + 1) for place, name in enumerate(table.columns_of)}
    expected = [
        sum(weights.get(name, 0) * value for name, value in row.items()) for row in known + later
    ]
    assert table.dot(np.array(list(weights.values()))).tolist() == expected


@given(ROWS, st.data())
def test_entries_of_rows_add_up(rows: list[dict[str, float]], data: st.DataObject) -> None:
    table = FeatureTable()
    for row in rows:
        table.add(row)
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=6))
    columns, values = add_up(*table.entries(chosen))
    expected: dict[str, float] = {}
    for number in chosen:
        for name, value in rows[number].items():
            expected[name] = expected.get(name, 0) + value
    names = list(table.columns_of)
    found = {names[column]: value for column, value in zip(columns, values, strict=True)}
    assert found == {name: value for name, value in expected.items() if value}
    assert sorted(columns.tolist()) == columns.tolist()


@given(ROWS, st.data())
def test_some_rows_score_as_all_do_bit_for_bit(
    rows: list[dict[str, float]], data: st.DataObject
) -> None:
    table = FeatureTable()
    for row in rows:
        table.add({name: value / 3 for name, value in row.items()})
    weights = np.random.default_rng(len(rows)).normal(size=table.width)
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=9))
    wanted = np.array(chosen, dtype=np.int32)
    assert table.dot(weights, wanted).tobytes() == table.dot(weights)[wanted].tobytes()


@given(st.lists(st.lists(st.integers(-9, 9), max_size=4), max_size=6), st.data())
def test_rows_one_after_the_other(rows: list[list[int]], data: st.DataObject) -> None:
    flat = np.array([number for row in rows for number in row], dtype=np.int64)
    starts = np.cumsum([0, *map(len, rows)])
    assert sum_rows(flat, starts).tolist() == [sum(row) for row in rows]
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=6) if rows else st.just([]))
    places = entries_of(starts, np.array(chosen, dtype=np.int64))
    assert flat[places].tolist() == [number for place in chosen for number in rows[place]]


def test_columns_for_names() -> None:
    table = FeatureTable()
    assert table.columns_for(["a", "b", "a"]) == [0, 1, 0]
    assert table.columns_for(["c", "a"]) == [2, 0]
    table.freeze()
    assert table.columns_for(["never seen", "b", "c"]) == [1, 2]
    assert table.width == 3
