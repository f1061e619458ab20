"""Copies what the tables' programs have written, Markdown and plots, to docs/results.

python experiments/tables/publish.py [--work FOLDER] [--only rewriting]
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from all import PROGRAMS, chosen
from options import FOLDER, run_program

from laconic.errors import LaconicError
from laconic.files import replacing_path

OF_SENTENCES = ("table7",)
RESULTS = Path(__file__).parent.parent.parent / "docs" / "results"


def written(work: Path, program: str) -> list[Path]:
    """The pages and plots of a program; a table that is not there is an error."""
    found = [
        path
        for path in sorted(work.glob(f"{program}.*"))
        if path.suffix in (".md", ".svg") and not {".dev", ".outputs"} & set(path.suffixes)
    ]
    if work / f"{program}.md" not in found:
        raise LaconicError(f"there is no {program}.md in {work}; run {program}.py first")
    return found


def main(arguments: Sequence[str]) -> None:
    """Copy everything, or nothing."""
    parser = argparse.ArgumentParser(description="Copy tables to docs/results.")
    parser.add_argument("--work", type=Path, default=FOLDER, help="where the tables were written")
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--only", metavar="NAMES", help="what some programs have written")
    options = parser.parse_args(arguments)
    programs = ["all", *PROGRAMS] if options.only is None else chosen(options.only)
    paths = [
        path
        for program in programs
        if program not in OF_SENTENCES
        for path in written(options.work, program)
    ]
    options.output.mkdir(parents=True, exist_ok=True)
    for path in paths:
        with replacing_path(options.output / path.name) as temporary:
            shutil.copyfile(path, temporary)
        print(path.name, file=sys.stderr)


if __name__ == "__main__":
    run_program(main)
