"""Makes up ratings, to try the whole way without subjects. They are labelled as simulated.

    python experiments/study/simulate.py FOLDER [--subjects 30] [--mean NAME=4.2 ...] [--seed 1]

Writes FOLDER/ratings/simulated-NN.json, lists in turn. A rating is the mean of its system (3.5 if
not given: no system is better), plus a part of the subject's, one of the item's, and one of the
system's with that item, plus noise, rounded to the scale. What analyse.py prints of them says that
they are simulated.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping
from math import inf, isfinite
from pathlib import Path
from typing import Any

from design import order_for
from ratings import FORMAT, RATINGS, Key, find_files, read_key

from laconic.errors import LaconicError
from laconic.files import replacing

MEAN = 3.5
SUBJECT, ITEM, BOTH, NOISE = 0.4, 0.5, 0.3, 0.8  # standard deviations; BOTH: of system with item

_Item = tuple[str, str]  # its corpus and its name


def simulate(
    key: Key, subjects: int, means: Mapping[str, float], seed: int
) -> list[dict[str, Any]]:
    """Files of ratings by subjects who do not exist."""
    unknown = [name for name in means if name not in key.systems]
    if unknown:
        raise LaconicError(f"found no system {unknown[0]!r}, expected {', '.join(key.systems)}")
    items = sorted({_item(meaning) for meaning in key.texts.values()})
    chance = random.Random(f"{seed} items")
    easy = {(item, ""): chance.gauss(0, ITEM) for item in items}
    easy |= {(item, name): chance.gauss(0, BOTH) for item in items for name in key.systems}
    return [
        _file(key, number, 1 + number % len(key.lists), means, easy, seed)
        for number in range(subjects)
    ]


def _file(
    key: Key,
    number: int,
    shown: int,
    means: Mapping[str, float],
    easy: Mapping[tuple[_Item, str], float],
    seed: int,
) -> dict[str, Any]:
    chance, name = random.Random(f"{seed} subject {number}"), f"simulated-{number + 1:02}"
    kind = chance.gauss(0, SUBJECT)
    ratings = []
    for text in order_for(key.id, shown, name, key.lists[shown - 1]):
        meaning = key.texts[text]
        item, system = _item(meaning), meaning.get("system", "")
        middle = means.get(system, MEAN) + kind + easy[item, ""]
        middle += easy[item, system] if system else 0.0
        for question in key.study.questions:
            value = min(key.study.points, max(1, round(chance.gauss(middle, NOISE))))
            ratings.append({"text": text, "question": question.name, "rating": value})
    head = {"format": FORMAT, "version": 1, "study": key.id, "subject": name, "list": shown}
    return {**head, "simulated": True, "about": {}, "ratings": ratings}


def _item(meaning: Mapping[str, str]) -> _Item:
    return meaning.get("corpus", ""), meaning["item"]


def run(options: argparse.Namespace) -> None:
    """Make up ratings and write them."""
    if options.subjects < 1:
        raise LaconicError(f"found --subjects {options.subjects}, expected a number from 1 up")
    key = read_key(options.folder)
    means = dict(_mean(given) for given in options.mean)
    files = simulate(key, options.subjects, means, options.seed)
    folder = options.folder / RATINGS
    folder.mkdir(exist_ok=True)
    others = {path.name for path in find_files(folder)[0]} - {
        f"{one['subject']}.json" for one in files
    }
    if others:
        raise LaconicError(
            f"{folder} has other ratings, such as {min(others)}; move them away first"
        )
    for record in files:
        with replacing(folder / f"{record['subject']}.json") as stream:
            json.dump(record, stream, indent=1)
            stream.write("\n")
    print(f"{len(files)} SIMULATED files of ratings in {folder}")


def _mean(given: str) -> tuple[str, float]:
    name, _, value = given.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = inf
    if not isfinite(number):
        raise LaconicError(f"found --mean {given}, expected NAME=NUMBER")
    return name, number


def main() -> None:
    """Make up ratings."""
    parser = argparse.ArgumentParser(description="Make up ratings, to try the whole way.")
    parser.add_argument("folder", type=Path, help="the study's folder")
    parser.add_argument("--subjects", type=int, default=30)
    parser.add_argument("--mean", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--seed", type=int, default=1)
    try:
        run(parser.parse_args())
    except LaconicError as error:
        raise SystemExit(f"simulate.py: {error}") from None


if __name__ == "__main__":
    main()
