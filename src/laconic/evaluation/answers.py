"""What systems made of sentences, and what each family of metrics counts in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from laconic.errors import TreeError
from laconic.evaluation.metrics import Family, FloatArray
from laconic.evaluation.sides import Side

References = Literal["best", "first"]
REFERENCES: tuple[References, ...] = get_args(References)
REFERENCE = "reference"  # the system that gives the first reference


@dataclass(frozen=True, eq=False, slots=True)
class Answer:
    """What a system, or a person, made of a sentence; `kept` are the source tokens it kept, if it
    did nothing but delete."""

    side: Side
    kept: tuple[int, ...] | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Sentence:
    """A sentence of the test set: its source tokens, and references."""

    id: str
    source: tuple[str, ...]
    references: tuple[Answer, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Answers:
    """What a system made of all sentences, in order, and how long it took."""

    name: str
    answers: Sequence[Answer]
    signature: str | None = None
    seconds: float | None = None


@dataclass(frozen=True, eq=False)
class Scored:
    """A system with its counts: for each family a row for each sentence.

    A family is missing if it does not apply: it needs trees that the system does not make, or a
    reference other than the system's own answer.
    """

    system: Answers
    counts: Mapping[str, FloatArray] = field(repr=False)


def score_answers(
    system: Answers,
    sentences: Sequence[Sentence],
    families: Sequence[Family],
    references: References,
    notes: list[str],
) -> Scored:
    """Count what all families count; what cannot be counted is left out, and `notes` say why."""
    counts: dict[str, FloatArray] = {}
    is_reference = system.name == REFERENCE
    made = [answer.side for answer in system.answers]
    # Of no words at all there is no tree, whatever made the others.
    has_trees = any(side.tree is not None for side in made) and all(
        side.tree is not None or not side.tokens for side in made
    )
    against = [_against(sentence, references, is_reference=is_reference) for sentence in sentences]
    for family in families:
        lacks = family.needs_reference and not all(against)
        if lacks or (family.needs_tree and not has_trees) or not sentences:
            continue
        rows = []
        for sentence, answer, sides in zip(sentences, system.answers, against, strict=True):
            try:
                rows.append(family.count(sentence.source, answer.side, sides))
            except TreeError as error:
                notes.append(f"no {family.name} of {system.name}: {sentence.id}: {error}")
                break
        else:
            counts[family.name] = np.array(rows, dtype=np.float64)
    return Scored(system, counts)


def _against(sentence: Sentence, references: References, *, is_reference: bool) -> tuple[Side, ...]:
    sides = tuple(reference.side for reference in sentence.references)
    if is_reference:
        return sides[1:]
    return sides if references == "best" else sides[:1]
