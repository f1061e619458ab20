"""All tables from the data and nothing else.

    python experiments/tables/all.py ../shared/data [--only table3,grammar] [--on NAME] [options]

Every program runs in a process of its own, with the same options, so that its memory is given back.
As many run at once as there are cores, each with its share of the threads: only the searches of
training run side by side. What has been made is kept in the folder of work: after an interrupt the
same command goes on. What the programs print comes in the order of the paper, and then the time of
each and of all, which also goes to all.md if all were run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from options import FOLDER, run_program
from output import Page, Table, write_output
from steps import read_record, tell

from laconic.decoding.threads import usable_cores
from laconic.errors import LaconicError

PROGRAMS = ("table3", "grammar", "table4", "table5", "table6", "table7", "rewriting")
# In which they begin: those that take long first. Table 7 shows what Table 6 makes.
BEGIN = ("table3", "grammar", "table6", "table4", "rewriting", "table5", "table7")
TAGGERS = ("table6", "table7")  # the programs that tune a tagger, if they may
OF_ONE = ("table4", "table5", "table6", "table7")  # those that can be of one corpus alone
ON_ITS_OWN = "rewriting"  # has corpora of its own
HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Done:
    """A program that has ended: what it printed, and how long it took."""

    printed: str
    seconds: float


def chosen(only: str | None) -> list[str]:
    """The programs to run, in the order of the paper; a name that is none of theirs is an error."""
    names = PROGRAMS if only is None else tuple(only.split(","))
    for name in names:
        if name not in PROGRAMS:
            raise LaconicError(
                f"--only has {name!r}; expected some of {', '.join(PROGRAMS)}, with commas between"
            )
    return [name for name in PROGRAMS if name in names]


@dataclass(frozen=True, slots=True)
class Programs:
    """Runs programs, and knows which are running."""

    running: set[subprocess.Popen[str]] = field(default_factory=set)

    def run(self, name: str, arguments: Sequence[str]) -> Done:
        """Run a program. One that fails is an error; it has said why."""
        started = time.perf_counter()
        tell(f"{name} begins")
        command = [sys.executable, str(HERE / f"{name}.py"), *arguments]
        environment = {**os.environ, "PYTHONUTF8": "1"}
        # In a group of its own: a key pressed in the terminal reaches it only once, from here.
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, encoding="utf-8", env=environment, process_group=0
        ) as process:
            self.running.add(process)
            printed, _ = process.communicate()
            self.running.discard(process)
        if process.returncode:
            raise LaconicError(f"{name} ended with the code {process.returncode}; see above")
        seconds = time.perf_counter() - started
        tell(f"{name} took {seconds:.0f} seconds")
        return Done(printed, seconds)

    def interrupt(self) -> None:
        """Interrupt them."""
        for process in [*self.running]:
            process.terminate()


def run_all(
    names: Sequence[str], arguments: Mapping[str, Sequence[str]], at_once: int
) -> tuple[dict[str, Done], list[LaconicError]]:
    """Run programs, so many at once; what they came to. After one that failed no other begins."""
    failures: list[LaconicError] = []
    programs = Programs()

    def run_next(name: str) -> Done | None:
        if failures:
            return None
        try:
            return programs.run(name, arguments[name])
        except LaconicError as error:
            failures.append(error)
            return None

    with ThreadPoolExecutor(at_once) as pool:
        begun = {name: pool.submit(run_next, name) for name in BEGIN if name in names}
        try:
            wait(begun.values())
        except KeyboardInterrupt:
            failures.append(LaconicError("interrupted"))
            programs.interrupt()
            raise
    found = {name: begun[name].result() for name in names}
    return {name: done for name, done in found.items() if done is not None}, failures


def time_page(times: Mapping[str, float], steps: float, at_once: int) -> Page:
    """How long what took."""
    rows = [(name, f"{seconds / 60:.1f}") for name, seconds in times.items()]
    rows.append(("steps", f"{steps / 60:.1f}"))
    return Page(
        "Time of all tables",
        f"Minutes by the clock, of {at_once} programs at once on {usable_cores()} cores. What was"
        " there already took none. The last line adds up all steps in the folder, each with the"
        " minutes it took when it was made, by one program: training, choosing and scoring, without"
        " parsing and language models.",
        [Table(("", "minutes"), rows)],
    )


def main(arguments: Sequence[str]) -> None:
    """Run them all."""
    parser = argparse.ArgumentParser(
        description="Make all tables. What the programs are told besides (--corpus, --text,"
        " --ziff-davis) is handed on to each of them.",
        allow_abbrev=False,
    )
    parser.add_argument("data", type=Path, help="the folder with compression/ and text/")
    parser.add_argument("--only", metavar="NAMES", help=f"some of {','.join(PROGRAMS)}")
    parser.add_argument(
        "--on", metavar="NAME", help="a corpus: what can be of one alone is, without rewriting.py"
    )
    parser.add_argument("--without-tagger", action="store_true", help="of Table 6: needs no torch")
    parser.add_argument(
        "--at-once", type=int, default=usable_cores(), help="programs; as many as there are cores"
    )
    parser.add_argument("--work", type=Path, default=FOLDER, help="trees, models and steps")
    parser.add_argument("--output", type=Path, help="what is written; as the programs have it")
    options, rest = parser.parse_known_args(arguments)
    if options.at_once < 1:
        raise LaconicError(f"--at-once is {options.at_once}; expected a number from 1 up")
    names = chosen(options.only)
    if options.on is not None:
        names = [name for name in names if name != ON_ITS_OWN]
        if not names:
            raise LaconicError(f"{ON_ITS_OWN} is never of the corpus of --on; leave --on out")
    at_once = min(options.at_once, len(names))
    shared = [str(options.data), f"--workers={max(1, usable_cores() // at_once)}"]
    shared += [f"--work={options.work}", *rest]
    if options.output is not None:
        shared.append(f"--output={options.output}")
    own: dict[str, list[str]] = {name: [] for name in names}
    for name in names:
        if options.without_tagger and name in TAGGERS:
            own[name].append("--without-tagger")
        if options.on is not None and name in OF_ONE:
            own[name].append(f"--on={options.on}")
    started = time.perf_counter()
    done, failures = run_all(names, {name: [*shared, *own[name]] for name in names}, at_once)
    for one in done.values():
        print(one.printed)
    for error in failures:
        raise error
    times = {name: one.seconds for name, one in done.items()}
    times["all"] = time.perf_counter() - started
    records = [read_record(path) for path in (options.work / "steps").glob("*.json")]
    page = time_page(times, sum(record["seconds"] for record in records), at_once)
    print(page.markdown())
    if options.only is None and options.on is None:
        write_output(options.output or options.work, "all", page, {"seconds": times})


if __name__ == "__main__":
    run_program(main)
