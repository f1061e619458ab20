"""`Request`: all that can be asked of a compressor, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any, Literal, get_args

from laconic.errors import LaconicError
from laconic.settings import conform

Guard = Literal["grammar", "negations", "numbers", "quotations", "names", "urls"]
GUARDS: tuple[Guard, ...] = get_args(Guard)
LIMITS = ("rate", "min_rate", "max_words", "max_chars")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """How texts are to be compressed; docs/compress.md says what each field does.

    `rate` and `min_rate` are shares of a sentence's tokens, `max_words` counts words and
    `max_chars` characters of the text that comes out. They hold for each sentence, with `total` for
    the whole text. `keep` and `drop` are words or phrases, wherever they occur. `nbest` is how many
    compressions of each sentence are wanted. `guards` say what must not be cut in half.

    >>> Request(rate=0.5, keep=["car"]).keep
    ('car',)
    >>> Request(rate=50)
    Traceback (most recent call last):
        ...
    laconic.errors.LaconicError: rate is 50.0; expected a number above 0, up to 1
    """

    rate: float | None = None
    min_rate: float | None = None
    max_words: int | None = None
    max_chars: int | None = None
    total: bool = False
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    nbest: int = 1
    guards: tuple[Guard, ...] = GUARDS

    def __post_init__(self) -> None:
        conform(self)
        for name in ("rate", "min_rate"):
            share = getattr(self, name)
            if share is not None and not (isfinite(share) and 0 < share <= 1):
                raise LaconicError(f"{name} is {share}; expected a number above 0, up to 1")
        for name in ("max_words", "max_chars", "nbest"):
            count = getattr(self, name)
            if count is not None and count < 1:
                raise LaconicError(f"{name} is {count}; expected a number from 1 up")
        if self.rate is not None and self.min_rate is not None and self.min_rate > self.rate:
            raise LaconicError(f"min_rate is {self.min_rate}, which is above rate, {self.rate}")
        if self.total and not self.limits:
            raise LaconicError(f"total needs a limit: one of {', '.join(LIMITS)}")
        if self.total and self.nbest > 1:
            raise LaconicError("nbest is for limits of each sentence; with total it must be 1")
        self._check_phrases()
        object.__setattr__(self, "guards", tuple(name for name in GUARDS if name in self.guards))

    def _check_phrases(self) -> None:
        for name in ("keep", "drop"):
            if any(not phrase.strip() for phrase in getattr(self, name)):
                raise LaconicError(f"{name} has a phrase without words; expected at least one word")
        kept = {as_written(phrase) for phrase in self.keep}
        for phrase in self.drop:
            if as_written(phrase) in kept:
                raise LaconicError(f"{phrase!r} is both to be kept and to be dropped")

    @property
    def limits(self) -> tuple[str, ...]:
        """The names of the limits that are set."""
        return tuple(name for name in LIMITS if getattr(self, name) is not None)


def as_written(phrase: str) -> str:
    """A phrase without what makes no difference: case, and how much white space there is.

    >>> as_written(" The  Old car ")
    'the old car'
    """
    return " ".join(phrase.split()).casefold()


def make_request(request: Request | None, options: dict[str, Any]) -> Request:
    """A request, with some of its fields as options say.

    >>> make_request(Request(rate=0.5), {"max_words": 8}).rate
    0.5
    >>> make_request(None, {"maxwords": 8})
    Traceback (most recent call last):
        ...
    laconic.errors.LaconicError: unknown option 'maxwords'; expected one of rate, min_rate, \
max_words, max_chars, total, keep, drop, nbest, guards
    """
    names = [field.name for field in fields(Request)]
    for name in options:
        if name not in names:
            raise LaconicError(f"unknown option {name!r}; expected one of {', '.join(names)}")
    return replace(request or Request(), **options) if options else request or Request()
