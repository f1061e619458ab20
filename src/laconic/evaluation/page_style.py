"""How the page of a report writes what it is given: text made safe, numbers rounded, gaps shown."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape
from importlib.resources import files
from typing import Any

MISSING = "–"

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def text(value: object) -> str:
    """Anything as text that is safe in HTML, in a quoted attribute and in SVG.

    >>> text('a"b<c>'), text("bell\\a")
    ('a&quot;b&lt;c&gt;', 'bell\N{REPLACEMENT CHARACTER}')
    """
    return escape(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", str(value)))


def finite(value: Any) -> float | None:
    """The number, or None where there is none to show or to draw.

    >>> finite(2), finite(float("nan")), finite(1e200), finite(None)
    (2.0, None, None, None)
    """
    return float(value) if value is not None and abs(value) < 1e100 else None


def scaled(value: Any, unit: str) -> float | None:
    """The number as a reader sees it: a share as its percentage.

    >>> scaled(0.25, "percent"), scaled(3, "number")
    (25.0, 3.0)
    """
    number = finite(value)
    return number if number is None or unit != "percent" else 100 * number


def figure(value: Any, unit: str, *, signed: bool = False) -> str:
    """The number with two decimals, a share as its percentage.

    >>> figure(0.5412, "percent"), figure(-3, "number"), figure(None, "number")
    ('54.12', '−3.00', '–')
    >>> figure(0.02, "percent", signed=True)
    '+2.00'
    """
    number = scaled(value, unit)
    if number is None:
        return MISSING
    sign = "+" if signed and round(number, 2) else ""
    written = f"{number:{sign}z.2f}" if abs(number) < 1e12 else f"{number:{sign}.3e}"
    return written.replace("-", "−")


def interval(low: Any, high: Any, unit: str) -> str:
    """The ends of an interval, or nothing where one is missing.

    >>> interval(0.51, 0.57, "percent"), interval(None, 1, "number")
    ('[51.00, 57.00]', '')
    """
    ends = [figure(end, unit) for end in (low, high)]
    return "" if MISSING in ends else f"[{ends[0]}, {ends[1]}]"


def chance(p: Any) -> str:
    """A probability, with four decimals.

    >>> chance(0.03), chance(1e-9), chance(None)
    ('0.0300', '<0.0001', '–')
    """
    number = finite(p)
    if number is None:
        return MISSING
    return "<0.0001" if number < 0.0001 else f"{number:.4f}"


def counted(count: int, noun: str) -> str:
    """A count and its noun.

    >>> counted(1, "sentence"), counted(1200, "system")
    ('1 sentence', '1,200 systems')
    """
    return f"{count:,} {noun}" + "s" * (count != 1)


def sign(place: int) -> str:
    """A system's sign, which the page has drawn once under this number."""
    return f'<svg class="sign" aria-hidden="true"><use href="#sign{place}"></use></svg>'


def resource(name: str) -> str:
    """The text of a file beside this module, such as the page's style or its script."""
    return (files("laconic.evaluation") / name).read_text(encoding="utf-8")


def policy(script: str) -> str:
    """What a browser may do with the page: run this one script, load nothing.

    >>> policy("")[:43]
    "default-src 'none'; style-src 'unsafe-inlin"
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
