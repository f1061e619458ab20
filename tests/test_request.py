"""Requests: what can be asked for, and errors for what cannot."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from laconic.errors import LaconicError
from laconic.request import GUARDS, Request, as_written, make_request


def test_by_default_nothing_is_asked_but_all_guards_are_on() -> None:
    request = Request()
    assert request.limits == ()
    assert (request.keep, request.drop, request.nbest, request.total) == ((), (), 1, False)
    assert request.guards == GUARDS
    assert GUARDS == ("grammar", "negations", "numbers", "quotations", "names", "urls")


def test_a_request_does_not_change() -> None:
    request = Request()
    with pytest.raises(FrozenInstanceError):
        request.rate = 0.5  # type: ignore[misc]
    assert hash(Request(rate=0.5)) == hash(Request(rate=0.5))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rate": 0}, "rate is 0.0; expected a number above 0, up to 1"),
        ({"rate": 1.5}, "rate is 1.5; expected"),
        ({"rate": float("nan")}, "rate is nan; expected"),
        ({"rate": "half"}, "rate is 'half'; expected a number"),
        ({"min_rate": -0.1}, "min_rate is -0.1; expected a number above 0"),
        ({"rate": 0.4, "min_rate": 0.5}, "min_rate is 0.5, which is above rate, 0.4"),
        ({"max_words": 0}, "max_words is 0; expected a number from 1 up"),
        ({"max_words": 2.5}, "max_words is 2.5; expected a whole number"),
        ({"max_chars": -3}, "max_chars is -3; expected a number from 1 up"),
        ({"nbest": 0}, "nbest is 0; expected a number from 1 up"),
        ({"total": True}, "total needs a limit: one of rate, min_rate, max_words, max_chars"),
        ({"total": True, "rate": 0.5, "nbest": 2}, "with total it must be 1"),
        ({"total": 1}, "total is 1; expected true or false"),
        ({"keep": [" "]}, "keep has a phrase without words"),
        ({"drop": ["a", ""]}, "drop has a phrase without words"),
        ({"keep": [3]}, "keep is 3; expected a text"),
        ({"keep": ["The  car"], "drop": ["the Car"]}, "'the Car' is both to be kept and to be"),
        ({"guards": ["verbs"]}, "guards is 'verbs'; expected one of grammar, negations, numbers"),
    ],
)
def test_what_cannot_be_asked_is_an_error_that_says_why(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(LaconicError) as error:
        Request(**options)
    assert message in str(error.value)
    with pytest.raises(LaconicError, match=r"expected|total|keep|drop|kept|above"):
        make_request(Request(), options)


def test_values_get_their_types_and_guards_their_order() -> None:
    given: dict[str, Any] = {"rate": 1, "keep": "car", "guards": ["names", "numbers", "names"]}
    request = Request(**given)
    assert (request.rate, request.keep) == (1.0, ("car",))
    assert isinstance(request.rate, float)
    assert request.guards == ("numbers", "names")
    assert Request(guards=()).guards == ()


def test_limits_are_named_in_order() -> None:
    assert Request(max_chars=5, rate=0.5).limits == ("rate", "max_chars")


def test_options_change_fields_of_a_request() -> None:
    base = Request(rate=0.5, nbest=2)
    assert make_request(base, {}) is base
    assert make_request(base, {"rate": None}) == Request(nbest=2)
    assert make_request(None, {"max_words": 8}) == Request(max_words=8)
    with pytest.raises(LaconicError) as error:
        make_request(base, {"rates": 1})
    names = ", ".join(field.name for field in fields(Request))
    assert str(error.value) == f"unknown option 'rates'; expected one of {names}"


def test_case_and_white_space_make_no_difference() -> None:
    assert as_written("STRASSE\n 5") == as_written(" straße  5")
