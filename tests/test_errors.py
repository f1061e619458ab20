"""The family of errors: one root, a place, and sentences for people."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from laconic import errors
from laconic.errors import FormatError, LaconicError

FAMILY = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, BaseException)
]


def test_the_family_is_found() -> None:
    assert {LaconicError, FormatError, errors.TreeError, errors.RuleError} <= set(FAMILY)


@pytest.mark.parametrize("error", FAMILY)
def test_one_except_clause_catches_them_all(error: type[Exception]) -> None:
    assert issubclass(error, LaconicError)
    assert error.__doc__
    # None of them hides behind a built-in error that other code may swallow.
    assert error.__mro__[-4:] == (LaconicError, Exception, BaseException, object)


@pytest.mark.parametrize(
    ("path", "line", "column", "place"),
    [
        ("a.ptb", 3, 7, "a.ptb:3:7: "),
        (Path("b") / "a.ptb", 3, 7, "b/a.ptb:3:7: "),
        ("a.ptb", 3, None, "a.ptb:3: "),
        ("a.ptb", None, None, "a.ptb: "),
        (None, 3, 7, "line 3, column 7: "),
        (None, 3, None, "line 3: "),
        (None, None, 7, "column 7: "),
        (None, None, None, ""),
    ],
)
def test_a_format_error_says_where_what_and_what_instead(
    path: str | Path | None, line: int | None, column: int | None, place: str
) -> None:
    error = FormatError("')'", "a label", path=path, line=line, column=column)
    assert str(error) == f"{place}found ')', expected a label"
    assert (error.found, error.expected) == ("')'", "a label")
    assert (error.path, error.line, error.column) == (path, line, column)


def test_a_format_error_moves_into_the_file_around_it() -> None:
    inner = FormatError("')'", "a label", line=1, column=7)
    outer = inner.at("pairs.jsonl", 12)
    assert inner.at("pairs.jsonl", 12, offset=30).column == 37
    assert str(outer) == "pairs.jsonl:12:7: found ')', expected a label"
    assert (outer.found, outer.expected, outer.column) == ("')'", "a label", 7)
    assert str(inner) == "line 1, column 7: found ')', expected a label"
    assert str(inner.at(None, None)) == "column 7: found ')', expected a label"
    assert FormatError("x", "y").at("a.ptb", 2, offset=30).column is None


def test_a_format_error_can_be_sent_to_another_process() -> None:
    error = FormatError("a", "b", path="file", line=1, column=2)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert (again.found, again.expected, again.line) == ("a", "b", 1)
