"""Copies what the tables' programs have written, Markdown and plots, to docs/results.

python experiments/tables/publish.py [--work FOLDER] [--only rewriting]
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from all import PROGRAMS, chosen
from options import FOLDER, run_program

from laconic.errors import LaconicError
from laconic.files import replacing_path

OF_SENTENCES = ("table7",)
PLOT = re.compile(r"^!\[.*\]\(([^/()]+\.svg)\)$", re.MULTILINE)
RESULTS = Path(__file__).parent.parent.parent / "docs" / "results"


def written(work: Path, program: str) -> list[Path]:
    """The page of a program and the plots on it; a table that is not there is an error."""
    page = work / f"{program}.md"
    if not page.is_file():
        raise LaconicError(f"there is no {page.name} in {work}; run {program}.py first")
    return [page, *(work / name for name in PLOT.findall(page.read_text(encoding="utf-8")))]


def main(arguments: Sequence[str]) -> None:
    """Copy everything, or nothing."""
    parser = argparse.ArgumentParser(description="Copy tables to docs/results.")
    parser.add_argument("--work", type=Path, default=FOLDER, help="where the tables were written")
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--only", metavar="NAMES", help="what some programs have written")
    options = parser.parse_args(arguments)
    programs = ["all", *PROGRAMS] if options.only is None else chosen(options.only)
    kept_back = [name for name in programs if name in OF_SENTENCES]
    if kept_back and options.only is not None:
        raise LaconicError(f"{kept_back[0]} is not published: it has sentences of the corpora")
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
