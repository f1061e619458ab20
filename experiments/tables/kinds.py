"""The transducers of Table 6: a base, and what is put to it, with `+` between.

>>> parts_of("places+guards+tagger")
('places', ('guards', 'tagger'))
>>> "places+guards+tagger" == kind_of("places", "guards", "tagger")
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from output import numbers
from steps import GRIDS

from laconic.config import Config, GrammarFrom, read_config

PAPER, LOO, PLACES = "paper", "paper-loo", "places"
GUARDS, NEIGHBOURS, TAGGER = "guards", "neighbours", "tagger"
MCDONALD, ILP = "mcdonald", "clarke-ilp"
# Which rules a training pair of the paper's transducer may use.
PAPERS: Mapping[str, GrammarFrom] = {PAPER: "same", LOO: "leave-one-out"}
# Of more training pairs, McDonald's system tries two bounds and four passes, and the paper's
# transducers learn from the first so many.
MANY, FIRST = 5000, 1500
# What is put to a base that is not learned with it, and the weights that are tried for it.
WEIGHTS: Mapping[str, tuple[float, ...]] = {
    NEIGHBOURS: (1.0, 2.0, 4.0, 8.0),
    TAGGER: (0.5, 1.0, 2.0),
}


def kind_of(base: str, *parts: str) -> str:
    """The name of a base with parts."""
    return "+".join((base, *parts))


def parts_of(kind: str) -> tuple[str, tuple[str, ...]]:
    """A kind's base, and what is put to it."""
    base, *parts = kind.split("+")
    return base, tuple(parts)


def weighed_parts(kind: str) -> list[str]:
    """The parts of a kind that have a weight."""
    return [part for part in parts_of(kind)[1] if part in WEIGHTS]


GUARDED = kind_of(PLACES, GUARDS)
RIVAL_GUARDED = kind_of(MCDONALD, GUARDS)
KINDS = (
    PAPER,
    LOO,
    kind_of(LOO, GUARDS),
    PLACES,
    kind_of(PLACES, NEIGHBOURS),
    GUARDED,
    kind_of(GUARDED, NEIGHBOURS),
    kind_of(GUARDED, TAGGER),
    kind_of(GUARDED, NEIGHBOURS, TAGGER),
)
# Those with features of places are trained in seconds, so that they can be chosen among by folds.
CHOSEN_FROM = tuple(kind for kind in KINDS if parts_of(kind)[0] == PLACES)
# Those that are brought to the rates of rivals, besides the kind that is chosen.
MATCHED = (PAPER, LOO, *(kind for kind in CHOSEN_FROM if GUARDS in parts_of(kind)[1]))


def places_config() -> Config:
    """The settings of the base that goes beyond the paper's features."""
    return read_config(Path(__file__).parent / "places.toml")


def describe_kinds(kinds: Sequence[str]) -> list[str]:
    """What is said of the transducers under the table."""
    said = {
        PAPER: "paper: the paper's features, rules and loss (bound 1, token Hamming loss, trigrams,"
        " most rules), learned with the rules of all training pairs; C of"
        f" {numbers(GRIDS[PAPERS[PAPER]])}.",
        LOO: "paper-loo: the same, but what is learned from a pair does without the rules of that"
        f" pair (leave one out), as in Tables 4 and 5; C of {numbers(GRIDS[PAPERS[LOO]])}. Of more"
        f" than {MANY:,} training pairs both learn from the first {FIRST:,}.",
        PLACES: "places: features of places and every choice of children deleted (places.toml); C"
        f" of {numbers(places_config().c)}.",
        GUARDS: "+guards: under all guards of `laconic compress`, which forbid deletions that leave"
        " a sentence ungrammatical or change a name, a number or a negation. mcdonald+guards:"
        " McDonald's scores alone, in the same search under the same guards.",
        NEIGHBOURS: "+neighbours: McDonald's scores of neighbouring words as one more feature.",
        TAGGER: "+tagger: a tagger's score of each kept word as one more feature. The tagger begins"
        " with the one that ships in `headline`, trained on 107,425 Google pairs that no other"
        " system on the corpora it is used on has seen, and goes on learning from the corpus.",
    }
    used = {part for kind in kinds for part in (parts_of(kind)[0], *parts_of(kind)[1])}
    return [text for part, text in said.items() if part in used]
