"""Analyses the ratings that came back: the tables of section 7, and the tests behind them.

    python experiments/study/analyse.py FOLDER [FOLDER ...] [--no-items] [-o NAME]

A FOLDER has key.json and the files that came back, in ratings. Several studies stand side by side,
as grammaticality and importance do in Table 8. Prints Markdown; -o writes NAME.md and NAME.json.
What is computed, and how, is at the top of rating_figures.py and variance.py, and in a line under
the tables.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rating_figures import ALPHA, Marks, make_figures
from ratings import Collected, collect
from report import as_record, render

from laconic.errors import LaconicError
from laconic.files import replacing


def check_together(studies: Sequence[Collected]) -> None:
    """Refuse studies that cannot stand side by side."""
    if len({study.simulated for study in studies}) > 1:
        raise LaconicError("some of the folders have simulated ratings: analyse them by themselves")
    (name, times), *_ = Counter(study.key.id for study in studies).most_common()
    if times > 1:
        raise LaconicError(
            f"found the study {name} {times} times, expected each once; put all ratings of a study "
            "into one folder"
        )


def run(options: argparse.Namespace) -> None:
    """Read, compute, print and write."""
    studies = [collect(path, keep_incomplete=options.keep_incomplete) for path in options.folders]
    check_together(studies)
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
