"""What all programs of the tables share: their options, the place they work in, how they end.

parser = table_options("Table 5", "…")
place = find_place(parser.parse_args(arguments))
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NoReturn

from corpora import Corpus, find_corpora, find_corpus
from language_models import open_text_lm
from steps import Job, Steps, hash_of_lm, tell

from laconic.config import Config
from laconic.corpus import Pair
from laconic.decoding.threads import usable_cores
from laconic.errors import LaconicError
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.scoring.ngram import NgramModel

PAPERS_CHOICE = "clspoken"  # the corpus on which the paper chose its settings
FOLDER = Path(__file__).parent.parent.parent / "checkpoints" / "tables"


@dataclass(frozen=True, slots=True)
class Place:
    """Where things are: the data, what is made on the way, and what is written."""

    data: Path
    work: Path
    output: Path
    corpora: tuple[Corpus, ...]
    text: Path | None
    workers: int
    # What was read before: to read it again takes longer than most steps.
    _pairs: dict[tuple[str, str], list[Pair]] = field(default_factory=dict, repr=False)
    _lms: dict[int, NgramModel] = field(default_factory=dict, repr=False)

    @property
    def steps(self) -> Steps:
        return Steps(self.work / "steps")

    @property
    def parser(self) -> Parser:
        return embedded_parser()

    def corpus(self, name: str) -> Corpus:
        return find_corpus(self.corpora, name)

    def pairs(self, corpus: Corpus, part: str) -> list[Pair]:
        """The pairs of a part as trees."""
        key = corpus.name, part
        if key not in self._pairs:
            self._pairs[key] = corpus.pairs(part, self.work, self.parser)
        return self._pairs[key]

    def lm(self, order: int = 3) -> NgramModel:
        """The language model of the text."""
        if order not in self._lms:
            self._lms[order] = open_text_lm(self.data, self.work, order, self.text, tell)
        return self._lms[order]

    def job(self, config: Config, corpus: Corpus, *, order: int = 3) -> Job:
        """A transducer of a corpus, tuned on its development part."""
        lm = self.lm(order)
        pairs, dev = self.pairs(corpus, "train"), self.pairs(corpus, "dev")
        return Job(config, pairs, dev, lm, hash_of_lm(lm))


@cache
def embedded_parser() -> Parser:
    """The parser that ships."""
    return load_parser()


def table_options(description: str) -> argparse.ArgumentParser:
    """A parser of what every program of the tables is told."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("data", type=Path, help="the folder with compression/ and text/")
    parser.add_argument("--work", type=Path, default=FOLDER, help="trees, models and steps")
    parser.add_argument(
        "--output",
        type=Path,
        help="what is written; the folder of work, or one in it that is named as --on",
    )
    parser.add_argument(
        "--corpus",
        type=own_corpus,
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="a corpus of your own: train.jsonl, dev.jsonl, test.jsonl, of trees or of tokens with"
        " spaces between them",
    )
    parser.add_argument("--ziff-davis", type=Path, metavar="FOLDER", help="see ziff_davis.py")
    parser.add_argument(
        "--text", type=Path, help="text for language models: a sentence of tokens a line"
    )
    parser.add_argument("--workers", type=int, default=usable_cores(), help="threads that search")
    return parser


def own_corpus(text: str) -> tuple[str, Path]:
    """The name and the folder of a corpus of one's own."""
    return _named(text, "FOLDER")


def own_file(text: str) -> tuple[str, Path]:
    """The name of a corpus and a file of it."""
    return _named(text, "FILE")


def by_name(option: str, given: Sequence[tuple[str, Path]]) -> dict[str, Path]:
    """What was given for each name; a name twice is an error."""
    found: dict[str, Path] = {}
    for name, path in given:
        if name in found:
            raise LaconicError(f"{option} has {name!r} twice; expected each name once")
        found[name] = path
    return found


def _named(text: str, what: str) -> tuple[str, Path]:
    name, _, path = text.partition("=")
    if not (name and path) or not name.replace("-", "").replace("_", "").isalnum():
        raise argparse.ArgumentTypeError(
            f"{text!r} is no NAME={what} with a name of letters, digits, - and _"
        )
    return name, Path(path)


def find_place(options: argparse.Namespace, on: str | None = None) -> Place:
    """Where a program works, by its options; tables `on` some corpora go to a folder of theirs."""
    if not options.data.is_dir():
        raise LaconicError(f"there is no folder {options.data}; expected one with compression/")
    if options.workers < 1:
        raise LaconicError(f"--workers is {options.workers}; expected a number from 1 up")
    output = options.output or options.work / (on or "")
    for folder in (options.work, output):
        make_folder(folder)
    own = by_name("--corpus", options.corpus)
    corpora = find_corpora(options.data, options.work, ziff_davis=options.ziff_davis, own=own)
    return Place(options.data, options.work, output, tuple(corpora), options.text, options.workers)


def make_folder(folder: Path) -> None:
    """Make a folder that is not there; an error says why it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LaconicError(f"cannot make the folder {folder}: {error.strerror}") from error


def print_of_corpus(
    description: str, make: Callable[[Place, Corpus], str], arguments: Sequence[str]
) -> None:
    """Print what is made of one corpus, which `--on` names."""
    parser = table_options(description)
    parser.add_argument("--on", metavar="NAME", help="the corpus, if not clspoken as in the paper")
    options = parser.parse_args(arguments)
    place = find_place(options, options.on)
    print(make(place, place.corpus(options.on or PAPERS_CHOICE)))


def end_as_interrupted() -> None:
    """Whoever ends this program is understood as with Ctrl-C: what is under way is kept."""
    for name in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(name) != signal.SIG_IGN:
            signal.signal(name, signal.default_int_handler)


def keep_output_apart() -> None:
    """What the solver of integer programmes prints, whatever it is told, goes to standard error."""
    sys.stdout.flush()
    sys.stdout = os.fdopen(os.dup(1), "w", encoding=sys.stdout.encoding)
    os.dup2(2, 1)


def run_program(main: Callable[[Sequence[str]], None]) -> NoReturn:
    """Run a program: a user's mistake is one line, and an interrupt says how to go on."""
    name = Path(sys.argv[0]).stem
    end_as_interrupted()
    keep_output_apart()
    try:
        main(sys.argv[1:])
    except LaconicError as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        sys.exit(f"{name}: interrupted; the same command goes on")
    sys.exit(0)
