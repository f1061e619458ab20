"""Analyses the ratings that came back: the tables of section 7, and the tests behind them.

    python experiments/study/analyse.py FOLDER [FOLDER ...] [--no-items] [-o NAME]

A FOLDER has key.json and ratings/*.json. Several studies stand side by side, as grammaticality and
importance do in Table 8. Prints Markdown; -o writes NAME.md and NAME.json. What is computed, and
how, is at the top of rating_figures.py and variance.py, and in a line under the tables.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rating_figures import ALPHA, Effect, Figures, Marks, make_figures
from ratings import Collected, collect

from laconic.errors import LaconicError
from laconic.evaluation.page_style import MISSING, chance, figure
from laconic.files import replacing

SIMULATED = (
    "**SIMULATED: a program made these ratings, not people. They say nothing of any system.**"
)
HOW = (
    "Mean (standard deviation) over subjects, of each subject's mean rating of a system; F1 is an "
    "analysis of variance with repeated measures over these means, F2 the same over items. p with "
    "Greenhouse & Geisser's correction stands behind ε. Tukey's tests use the studentized range on "
    "the error of F1's analysis. Single ratings are not averaged first, and not independent: two "
    "by one subject are alike."
)


def render(studies: Sequence[Collected], figures: Sequence[Figures], marks: Marks) -> str:
    """The figures as Markdown: a table for each corpus, then the tests, then what is to be said."""
    parts = [SIMULATED] if any(study.simulated for study in studies) else []
    parts += [
        f"{study.key.id}: {len(study.subjects)} subjects, "
        f"{len(study.key.lists)} lists, {len(study.ratings)} ratings"
        for study in studies
    ]
    for corpus in dict.fromkeys(one.corpus for one in figures):
        here = [one for one in figures if one.corpus == corpus]
        parts += [
            f"## {corpus}",
            _means(here),
            _legend(marks, here),
            "Single ratings:",
            _single(here),
        ]
        for one in here:
            parts += _tests(one)
    notes = [f"- {study.key.id}: {note}" for study in studies for note in study.notes]
    notes += [f"- {one.corpus}, {one.question}: {note}" for one in figures for note in one.notes]
    return "\n\n".join([*parts, *(["\n".join(notes)] if notes else []), HOW]) + "\n"


def _means(figures: Sequence[Figures]) -> str:
    """Table 8: a row for each system, a column for each question."""
    rows = []
    for system in _systems(figures):
        cells = []
        for one in figures:
            found = [spread for spread in one.systems if spread.system == system]
            cells.append(
                f"{_pair(found[0].mean, found[0].deviation, found[0].marks)}" if found else MISSING
            )
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
    signs = [("†", marks.reference), ("*", marks.rival)]
    said = [f"{sign}: differs from {name}" for sign, name in signs if name in rated]
    return "; ".join([*said, f"Tukey's test, α = {marks.alpha:g}"])


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


def _pair(mean: float | None, deviation: float | None, marks: str) -> str:
    return (
        MISSING
        if mean is None
        else f"{mean:.2f}{marks.replace('*', chr(92) + '*')} ({_number(deviation)})"
    )


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
            {"id": study.key.id, "subjects": len(study.subjects), "notes": study.notes}
            for study in studies
        ],
        "figures": [asdict(one) for one in figures],
    }


def run(options: argparse.Namespace) -> None:
    """Read, compute, print and write."""
    studies = [collect(path, keep_incomplete=options.keep_incomplete) for path in options.folders]
    if len({study.simulated for study in studies}) > 1:
        raise LaconicError("some of the folders have simulated ratings: analyse them by themselves")
    rated = set.intersection(*(set(study.key.systems) for study in studies))
    marks = Marks(
        options.reference or ("reference" if "reference" in rated else None),
        options.rival or ("mcdonald" if "mcdonald" in rated else None),
        options.alpha,
    )
    figures = [one for study in studies for one in make_figures(study, marks, items=options.items)]
    written = render(studies, figures, marks)
    print(written, end="")
    if options.output:
        with replacing(f"{options.output}.md") as stream:
            stream.write(written)
        with replacing(f"{options.output}.json") as stream:
            json.dump(as_record(studies, figures, marks), stream, indent=1, allow_nan=False)
            stream.write("\n")


def main() -> None:
    """Analyse the ratings of a study or several."""
    parser = argparse.ArgumentParser(description="Analyse the ratings of a study or several.")
    parser.add_argument(
        "folders", type=Path, nargs="+", metavar="FOLDER", help="with key.json, ratings/"
    )
    parser.add_argument(
        "--reference", help="the system that † is about; reference, if rated in all"
    )
    parser.add_argument("--rival", help="the system that * is about; mcdonald, if rated in all")
    parser.add_argument("--alpha", type=float, default=ALPHA)
    parser.add_argument(
        "--items", action=argparse.BooleanOptionalAction, default=True, help="F2, by items, too"
    )
    parser.add_argument("--keep-incomplete", action="store_true", help="who has not rated all, too")
    parser.add_argument("-o", "--output", help="the files to write, without their endings")
    try:
        run(parser.parse_args())
    except LaconicError as error:
        raise SystemExit(f"analyse.py: {error}") from None


if __name__ == "__main__":
    main()
