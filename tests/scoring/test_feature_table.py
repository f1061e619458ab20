"""Tables of features against plain dictionaries."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from laconic.scoring.feature_table import FeatureTable, add_up

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
