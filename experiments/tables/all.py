"""All tables, one after another, from the data and nothing else.

    python experiments/tables/all.py ../shared/data [--only table3,grammar] [options of all]

Every program runs in a process of its own, with the same options, so that its memory is given back.
What has been made is kept in the folder of work: after an interrupt the same command goes on. The
time in all is printed at the end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from options import run_program
from steps import tell

from laconic.errors import LaconicError

PROGRAMS = ("table3", "grammar", "table4", "table5", "table6", "table7", "rewriting")
TAGGERS = ("table6", "table7")  # the programs that tune a tagger, if they may
HERE = Path(__file__).parent


def chosen(only: str | None) -> list[str]:
    """The programs to run, in their order; a name that is none of theirs is an error."""
    names = PROGRAMS if only is None else tuple(only.split(","))
    for name in names:
        if name not in PROGRAMS:
            raise LaconicError(
                f"--only has {name!r}; expected some of {', '.join(PROGRAMS)}, with commas between"
            )
    return [name for name in PROGRAMS if name in names]


def run(name: str, arguments: Sequence[str]) -> float:
    """Run a program; how many seconds it took. One that fails ends it all: it has said why."""
    started = time.perf_counter()
    tell(f"{name} begins")
    done = subprocess.run([sys.executable, str(HERE / f"{name}.py"), *arguments], check=False)
    if done.returncode:
        raise LaconicError(f"{name} ended with the code {done.returncode}; see above")
    seconds = time.perf_counter() - started
    tell(f"{name} took {seconds:.0f} seconds")
    return seconds


def main(arguments: Sequence[str]) -> None:
    """Run them all."""
    parser = argparse.ArgumentParser(description="Make all tables.", allow_abbrev=False)
    parser.add_argument("--only", metavar="NAMES", help=f"some of {','.join(PROGRAMS)}")
    parser.add_argument("--without-tagger", action="store_true", help="of Table 6: needs no torch")
    options, rest = parser.parse_known_args(arguments)
    own = {name: ["--without-tagger"] for name in TAGGERS if options.without_tagger}
    times = {name: run(name, [*rest, *own.get(name, [])]) for name in chosen(options.only)}
    for name, seconds in {**times, "all": sum(times.values())}.items():
        print(f"{name}\t{seconds / 60:.1f} minutes")


if __name__ == "__main__":
    run_program(main)
