"""The plots of a report: round ticks, points in their places, colours for every eye and page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from laconic.evaluation.page_figures import length_bins
from laconic.evaluation.page_style import figure, resource
from laconic.evaluation.plots import COLOURS, Estimate, fit, lines, scatter, ticks


def test_ticks_are_round_and_inside() -> None:
    assert [label for _, label in ticks(-0.4, 1.3, most=4)] == ["0.0", "0.5", "1.0"]
    assert [label for _, label in ticks(0, 60_000)] == [
        f"{n}0000".lstrip("0") or "0" for n in range(7)
    ]
    for low, high in ((0.123, 0.1231), (-1e9, 5e12), (3, 3.5)):
        values = [value for value, _ in ticks(low, high)]
        assert 3 <= len(values) <= 8
        assert all(low - 1e-9 <= value <= high + 1e-9 for value in values)


def test_points_stand_where_the_axes_say() -> None:
    scale = fit([10.0, 20.0], 0, 100, pad=0.1)
    assert (scale.place(9), scale.place(15), scale.place(21)) == pytest.approx((0, 50, 100))
    point = Estimate(1, 1, 1)
    svg = scatter([("a", (point, point)), ("b", None)], title="t", x_title="x", y_title="y")
    assert svg.count("<path") == 3  # a point, and the signs of two systems
    drawn = lines([("1–2", 4)], [("a", [point]), ("b", [None])], title="t", x_title="", y_title="")
    assert "n = 4" in drawn
    ElementTree.fromstring(drawn)


def test_bins_hold_every_length_once() -> None:
    lengths = [number * number % 41 for number in range(100)]
    last = length_bins(lengths)
    assert last == sorted(set(last))
    assert last[-1] == max(lengths)
    assert len(last) <= 6
    assert length_bins([]) == []


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_colours_stand_out_on_light_and_dark_pages() -> None:
    pages = re.findall(r"--page: (#[0-9a-f]{6});", resource("page.css"))
    assert len(pages) == 2
    for page in pages:
        for colour in COLOURS:
            dark, light = sorted((luminance(page), luminance(colour)))
            assert (light + 0.05) / (dark + 0.05) >= 3


def test_figures_round_to_two_decimals() -> None:
    assert figure(-0.00001, "percent") == "0.00"
    assert figure(-0.00001, "percent", signed=True) == "0.00"
    assert figure(1234567.891, "number") == "1234567.89"
