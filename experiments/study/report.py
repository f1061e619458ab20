"""How the figures of a study are written: Markdown for readers, and the same as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rating_figures import Effect, Figures, Marks, Spread
from ratings import Collected

from laconic.evaluation.page_style import MISSING, chance, figure

SIMULATED = (
    "**SIMULATED: a program made these ratings, not people. They say nothing of any system.**"
)
HOW = (
    "Mean (standard deviation) over subjects, of each subject's mean rating of a system; every "
    "list adds as much to a mean as any other. F1 is an analysis of variance with repeated "
    "measures over these means, with lists as groups of subjects, F2 the same over items, with "
    "those as groups that every list shows under one system. p with Greenhouse & Geisser's "
    "correction stands behind ε. Tukey's tests under each analysis use the studentized range on "
    "the error of that analysis; marks are of F1's. Single ratings are not averaged first, and "
    "not independent: two by one subject are alike."
)


def render(studies: Sequence[Collected], figures: Sequence[Figures], marks: Marks) -> str:
    """The figures as Markdown: what is to be said first, then tables and tests for each corpus."""
    parts = [SIMULATED] if any(study.simulated for study in studies) else []
    for study in studies:
        parts += _head(study)
    for corpus in dict.fromkeys(one.corpus for one in figures):
        here = [one for one in figures if one.corpus == corpus]
        parts += [f"## {corpus}", *_notes(here), _means(here), _legend(marks, here)]
        parts += ["Single ratings:", _single(here)]
        for one in here:
            parts += _tests(one)
    return "\n\n".join([*parts, HOW]) + "\n"


def _head(study: Collected) -> Iterator[str]:
    yield (
        f"{study.key.id}: {len(study.subjects)} subjects, "
        f"{len(study.key.lists)} lists, {len(study.ratings)} ratings"
    )
    for question, counts in count_answers(study).items():
        listed = ", ".join(f"{answer} {count}" for answer, count in counts.items()) or MISSING
        yield f"{question} {listed}"
    if study.notes:
        yield "\n".join(f"- {note}" for note in study.notes)


def count_answers(study: Collected) -> dict[str, dict[str, int]]:
    """How many subjects have said what of themselves, question by question."""
    return {
        one.text: dict(
            Counter(subject.about.get(one.name, "not answered") for subject in study.subjects)
        )
        for one in study.key.study.about
    }


def _notes(figures: Sequence[Figures]) -> Iterator[str]:
    """What is to be known before the table is read, why nothing is marked above all."""
    notes = [f"- {one.question}: {note}" for one in figures for note in one.notes]
    notes += [
        f"- {one.question}: {one.by_subjects.anova.note}"
        for one in figures
        if one.by_subjects.anova.p is None
    ]
    if notes:
        yield "\n".join(notes)


def _means(figures: Sequence[Figures]) -> str:
    """Table 8: a row for each system, a column for each question."""
    rows = []
    for system in _systems(figures):
        cells = []
        for one in figures:
            found = [spread for spread in one.systems if spread.system == system]
            cells.append(_pair(found[0]) if found else MISSING)
        rows.append([system, *cells])
    return _table(["system", *(f"{one.question} (n = {one.subjects})" for one in figures)], rows)


def _single(figures: Sequence[Figures]) -> str:
    """Table 4: mean and standard deviation of all ratings."""
    rows = [
        [spread.system, one.question, str(spread.ratings)]
        + [_number(value) for value in (spread.rating_mean, spread.rating_deviation)]
        for one in figures
        for spread in one.systems
    ]
    return _table(["system", "question", "ratings", "rating", "std. dev"], rows)


def _legend(marks: Marks, figures: Sequence[Figures]) -> str:
    rated = _systems(figures)
    signs = [("†", marks.reference), ("\\*", marks.rival)]
    said = [f"{sign}: differs from {name}" for sign, name in signs if name in rated]
    said += [f"Tukey's test by subjects, α = {marks.alpha:g}"]
    said += [
        "²: and by items; a mark without it is of these items alone"
        if any(one.by_items for one in figures)
        else "of these items alone, for there is no test by items"
    ]
    return "; ".join(said)


def _systems(figures: Sequence[Figures]) -> list[str]:
    return list(dict.fromkeys(spread.system for one in figures for spread in one.systems))


def _tests(figures: Figures) -> Iterator[str]:
    tests = [("F1", "subjects", figures.by_subjects), ("F2", "items", figures.by_items)]
    for name, rows, test in tests:
        if test is None:
            continue
        yield f"{figures.question}, {name} by {test.anova.rows} {rows}: {_effect(name, test)}"
        if test.differences:
            yield _table(
                ["difference", "of means", "p (Tukey)"],
                [
                    [
                        f"{one.first} − {one.second}",
                        figure(one.difference, "number", signed=True),
                        chance(one.p),
                    ]
                    for one in test.differences
                ],
            )


def _effect(name: str, test: Effect) -> str:
    anova = test.anova
    if anova.f is None:
        return anova.note or ""
    return (
        f"{name}({anova.effect_degrees}, {anova.error_degrees}) = {anova.f:.2f}, "
        f"p = {chance(anova.p)}; ε = {anova.epsilon:.2f}, p = {chance(anova.p_corrected)}"
    ).replace("= <", "< ")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def _pair(spread: Spread) -> str:
    if spread.mean is None:
        return MISSING
    signs = "".join(sign + "²" * (sign in spread.confirmed) for sign in spread.marks)
    return f"{spread.mean:.2f}{signs.replace('*', chr(92) + '*')} ({_number(spread.deviation)})"


def _number(value: float | None) -> str:
    return MISSING if value is None else f"{value:.2f}"


def as_record(
    studies: Sequence[Collected], figures: Sequence[Figures], marks: Marks
) -> dict[str, Any]:
    """The same as data."""
    return {
        "format": "laconic-study-figures",
        "version": 1,
        "simulated": any(study.simulated for study in studies),
        "alpha": marks.alpha,
        "reference": marks.reference,
        "rival": marks.rival,
        "studies": [
            {
                "id": study.key.id,
                "subjects": len(study.subjects),
                "lists": study.list_sizes,
                "about": count_answers(study),
                "notes": study.notes,
            }
            for study in studies
        ],
        "figures": [asdict(one) for one in figures],
    }
