"""Plots as SVG text: they need no library, no style sheet, and suit light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laconic.evaluation.page_style import figure, scaled, text

# Told apart by the colour-blind, and at least 3:1 against white and against a dark page.
COLOURS = ("#0077bb", "#d55e00", "#009e73", "#871eff", "#e1004b", "#7878ff")
# Seven shapes and six colours: the pairs repeat only after 42 systems.
SHAPES = (
    "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z",
    "M-4.5,-4.5h9v9h-9z",
    "M0,-6l5.6,10h-11.2z",
    "M0,-6.3l6.3,6.3l-6.3,6.3l-6.3,-6.3z",
    "M0,6l5.6,-10h-11.2z",
    "M-2,-5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5z",
    "M-5.5,-3l2.5,-2.5l3,3l3,-3l2.5,2.5l-3,3l3,3l-2.5,2.5l-3,-3l-3,3l-2.5,-2.5l3,-3z",
)

_WIDTH, _HEIGHT = 760.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 560.0, 34.0, 340.0
_BAND = 46.0  # the height of one histogram
_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the ends of its interval; where none is known, the figure itself."""

    value: float
    low: float
    high: float

    @property
    def ends(self) -> tuple[float, float, float]:
        return self.low, self.value, self.high


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` laid out from the pixel `start` to the pixel `end`.

    >>> Scale(0, 10, 100, 200).place(2.5)
    125.0
    """

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def estimate(score: Mapping[str, Any] | None, unit: str) -> Estimate | None:
    """A score of a report as it is drawn, if there is one.

    >>> estimate({"value": 0.5, "low": 0.25, "high": None}, "percent")
    Estimate(value=50.0, low=25.0, high=50.0)
    """
    if score is None or (value := scaled(score["value"], unit)) is None:
        return None
    low, high = (scaled(score[end], unit) for end in ("low", "high"))
    return Estimate(value, value if low is None else low, value if high is None else high)


def fit(values: Iterable[float], start: float, end: float, *, pad: float = 0.06) -> Scale:
    """A scale that holds all values with some room at both ends.

    >>> fit([1, 3], 0, 100, pad=0.5)
    Scale(low=0.0, high=4.0, start=0, end=100)
    """
    known = list(values) or [0.0, 1.0]
    low, high = min(known), max(known)
    room = (high - low) * pad
    if high - low <= 1e-9 * max(abs(low), abs(high), 1e-9):
        room = abs(high) * 0.1 if abs(high) > 1e-6 else 1.0
    return Scale(low - room, high + room, start, end)


def ticks(low: float, high: float, *, most: int = 7) -> list[tuple[float, str]]:
    """Round values between two ends, with their labels.

    >>> ticks(0.13, 0.52)
    [(0.2, '0.2'), (0.3, '0.3'), (0.4, '0.4'), (0.5, '0.5')]
    """
    rough = (high - low) / most
    power = math.floor(math.log10(rough))
    step = next(
        unit * 10.0**power for unit in (1, 2, 5, 10, 20) if unit * 10.0**power >= rough * 0.999
    )
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    form = f"z.{digits}f" if abs(power) < 7 else "g"
    values = [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return [(round(value, digits), f"{value:{form}}".replace("-", "−")) for value in values]


def scatter(
    points: Sequence[tuple[str, tuple[Estimate, Estimate] | None]],
    *,
    title: str,
    x_title: str,
    y_title: str,
) -> str:
    """One point for each system, with its intervals along both axes."""
    known = [point for _, point in points if point]
    across = fit((end for x, _ in known for end in x.ends), _LEFT, _RIGHT)
    up = fit((end for _, y in known for end in y.ends), _BOTTOM, _TOP)
    shapes = [_rows(up), _columns(across), _titles(x_title, y_title)]
    for place, (name, point) in enumerate(points):
        if point:
            shapes.append(_point(place, name, point, across, up))
    return _frame(title, shapes, _HEIGHT, [name for name, _ in points])


def lines(
    bins: Sequence[tuple[str, int]],
    series: Sequence[tuple[str, Sequence[Estimate | None]]],
    *,
    title: str,
    x_title: str,
    y_title: str,
) -> str:
    """One line for each system over bins, each with its label and how many it holds."""
    known = [estimate for _, row in series for estimate in row if estimate]
    up = fit((end for found in known for end in found.ends), _BOTTOM, _TOP)
    across = Scale(0, max(1, len(bins)), _LEFT, _RIGHT)
    shapes = [_rows(up), _titles(x_title, y_title, lower=16)]
    for place, (label, count) in enumerate(bins):
        x = across.place(place + 0.5)
        shapes.append(_text(label, x, _BOTTOM + 18, "middle"))
        shapes.append(_text(f"n = {count:,}", x, _BOTTOM + 33, "middle", ' font-size="11"'))
    aside = min(7.0, (across.place(0.6) - _LEFT) / max(1, len(series)))
    for place, (name, row) in enumerate(series):
        shift = aside * (place - (len(series) - 1) / 2)
        places = [across.place(number + 0.5) + shift for number in range(len(row))]
        shapes.append(_line(place, name, list(zip(places, row, strict=True)), up))
    return _frame(title, shapes, _HEIGHT + 12, [name for name, _ in series])


def histograms(
    rows: Sequence[tuple[str, int | None, Sequence[float], str]],
    labels: Sequence[str],
    *,
    title: str,
    x_title: str,
) -> str:
    """Distributions one below another: name, place among the systems, share of each bin, a note."""
    bottom = 8 + _BAND * len(rows)
    across = Scale(0, max(1, len(labels)), 170, _RIGHT - 20)
    shapes = []
    for number, (name, place, shares, note) in enumerate(rows):
        base, most = 8 + _BAND * (number + 1), max(shares, default=0.0) or 1.0
        shapes.append(_segment(across.start, base, across.end, base, "currentColor", 0.3))
        shapes.append(_key(place, name, 14, base - 14))
        shapes.append(_text(note, across.end + 12, base - 10, style=' font-size="11"'))
        for slot, share in enumerate(shares):
            hint = f"{name}: {figure(share, 'percent')} %"
            shapes.append(_bar(across, slot, base, (_BAND - 8) * share / most, place, hint))
    for slot, label in enumerate(labels):
        shapes.append(_text(label, across.place(slot + 0.5), bottom + 16, "middle"))
    shapes.append(_text(x_title, (across.start + across.end) / 2, bottom + 38, "middle"))
    return _frame(title, shapes, bottom + 50)


def strip(marks: Sequence[tuple[int | None, Estimate]], scale: Scale, *, zero: bool = False) -> str:
    """Intervals one below another in the room of a table cell; the cells beside it say the same."""
    step = min(8.0, 60 / max(1, len(marks)))
    height = max(14.0, step * len(marks) + 4)
    x = scale.place(0)
    shapes = [_segment(x, 0, x, height, "currentColor", 0.4)] if zero else []
    for number, (place, mark) in enumerate(marks):
        y, colour = height / 2 + step * (number - (len(marks) - 1) / 2), _colour(place)
        shapes.append(_segment(scale.place(mark.low), y, scale.place(mark.high), y, colour))
        shapes.append(
            f'<circle cx="{scale.place(mark.value):.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
        )
    return _svg(scale.end + 6, height, 'aria-hidden="true"', shapes)


def marker(place: int, x: float = 0.0, y: float = 0.0) -> str:
    """The sign of a system: its shape in its colour."""
    return (
        f'<path d="{SHAPES[place % len(SHAPES)]}" fill="{_colour(place)}" '
        f'transform="translate({x:.1f},{y:.1f})"/>'
    )


def _colour(place: int | None) -> str:
    return "currentColor" if place is None else COLOURS[place % len(COLOURS)]


def _svg(width: float, height: float, attributes: str, shapes: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" {attributes}>{"".join(shapes)}</svg>'
    )


def _frame(title: str, shapes: Iterable[str], height: float, names: Sequence[str] = ()) -> str:
    height = max(height, _TOP + 20 * len(names))
    style = 'font-family="sans-serif" font-size="12" fill="currentColor"'
    attributes = f'role="img" aria-label="{text(title)}" {style}'
    return _svg(
        _WIDTH, height, attributes, [f"<title>{text(title)}</title>", *shapes, _legend(names)]
    )


def _text(words: str, x: float, y: float, anchor: str = "start", style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{text(words)}</text>'


def _segment(x1: float, y1: float, x2: float, y2: float, colour: str, opacity: float = 1.0) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-opacity="{opacity:g}" stroke-width="1.5"/>'
    )


def _rows(up: Scale) -> str:
    """The ticks of the vertical axis, each with a faint line across the plot."""
    return "".join(
        _segment(_LEFT, up.place(value), _RIGHT, up.place(value), "currentColor", 0.12)
        + _text(label, _LEFT - 8, up.place(value) + 4, "end")
        for value, label in ticks(up.low, up.high)
    ) + _segment(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, "currentColor", 0.5)


def _columns(across: Scale) -> str:
    return "".join(
        _segment(across.place(value), _TOP, across.place(value), _BOTTOM, "currentColor", 0.12)
        + _text(label, across.place(value), _BOTTOM + 18, "middle")
        for value, label in ticks(across.low, across.high)
    )


def _titles(x_title: str, y_title: str, *, lower: float = 0.0) -> str:
    below = _text(x_title, (_LEFT + _RIGHT) / 2, _BOTTOM + 40 + lower, "middle")
    return below + _text(y_title, 8, 16, style=' font-weight="bold"')


def _key(place: int | None, name: str, x: float, y: float) -> str:
    """A system's sign and name, the name cut where it is too long."""
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    sign = "" if place is None else marker(place, x, y)
    return f"<g><title>{text(name)}</title>{sign}{_text(short, x + 12, y + 4)}</g>"


def _legend(names: Sequence[str]) -> str:
    return "".join(
        _key(place, name, _RIGHT + 26, _TOP + 6 + 20 * place) for place, name in enumerate(names)
    )


def _bars(place: int, x: float, y: Estimate, up: Scale) -> str:
    return _segment(x, up.place(y.low), x, up.place(y.high), _colour(place), 0.55)


def _point(
    place: int, name: str, point: tuple[Estimate, Estimate], across: Scale, up: Scale
) -> str:
    x, y = point
    middle, height = across.place(x.value), up.place(y.value)
    level = _segment(
        across.place(x.low), height, across.place(x.high), height, _colour(place), 0.55
    )
    hint = f"{name}: {figure(y.value, 'number')} at {figure(x.value, 'number')}"
    bars = level + _bars(place, middle, y, up)
    return f"<g><title>{text(hint)}</title>{bars}{marker(place, middle, height)}</g>"


def _line(place: int, name: str, points: Sequence[tuple[float, Estimate | None]], up: Scale) -> str:
    """A system's line, which passes over bins without a value."""
    known = [(x, found) for x, found in points if found]
    path = " ".join(f"{x:.1f},{up.place(found.value):.1f}" for x, found in known)
    shapes = [f'<polyline points="{path}" fill="none" stroke="{_colour(place)}" stroke-width="2"/>']
    for x, found in known:
        hint = f"<title>{text(name)}: {figure(found.value, 'number')}</title>"
        shapes += ["<g>", hint, _bars(place, x, found, up)]
        shapes += [marker(place, x, up.place(found.value)), "</g>"]
    return "".join(shapes)


def _bar(across: Scale, slot: int, base: float, height: float, place: int | None, hint: str) -> str:
    if not height:
        return ""
    left, width = across.place(slot) + 1, across.place(1) - across.place(0) - 2
    return (
        f'<rect x="{left:.1f}" y="{base - height:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" fill="{_colour(place)}" fill-opacity="0.8">'
        f"<title>{text(hint)}</title></rect>"
    )
