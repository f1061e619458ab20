"""Marks: what a result says of a sentence that is not as it should be.

A mark is one of the fixed strings below, with a detail after ": " where there is one to give.
docs/compress.md lists them; scripts may rely on what stands before the colon.
"""

from __future__ import annotations

# The sentence came back as it was.
NOT_PARSED = "not parsed"
TOO_LONG = "too long"
NO_DERIVATION = "no derivation"
CLASH = "kept and dropped"
FAILED = "failed"
# A limit that was out of reach.
OVER = {"rate": "over rate", "max_words": "over max_words", "max_chars": "over max_chars"}
UNDER = "under min_rate"
# Words to keep or drop.
NO_MATCH = "no match"
NOT_KEPT = "not kept"
NOT_DROPPED = "not dropped"

MARKS = (
    NOT_PARSED,
    TOO_LONG,
    NO_DERIVATION,
    CLASH,
    FAILED,
    *OVER.values(),
    UNDER,
    NO_MATCH,
    NOT_KEPT,
    NOT_DROPPED,
)


def make_mark(name: str, detail: object = "") -> str:
    """A mark with its detail, on one line.

    >>> make_mark(NOT_PARSED, "a sentence without words has no tree")
    'not parsed: a sentence without words has no tree'
    """
    said = " ".join(str(detail).split())
    return f"{name}: {said}" if said else name


def name_of_mark(mark: str) -> str:
    """The fixed part of a mark.

    >>> name_of_mark("over max_words: 7, at most 5")
    'over max_words'
    """
    return mark.partition(": ")[0]
