"""The ratings that come back, read with the key of their study; what cannot be is refused.

Mail and phones rename files, so a file in FOLDER/ratings is known by what it holds. One that is
named *.json has to hold ratings; others that hold none are passed over, and named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from materials import KEY, read_record
from studies import Study, study_of

from laconic.errors import LaconicError

RATINGS = "ratings"
FORMAT = "laconic-study-ratings"


@dataclass(frozen=True, slots=True)
class Key:
    """What the experimenter knows: the lists, and what each text stands for."""

    id: str
    study: Study
    systems: tuple[str, ...]
    corpora: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]
    lists: tuple[tuple[str, ...], ...]

    def items(self, number: int) -> list[str]:
        """The texts of a list (counted from 1) that count: no fillers."""
        return [name for name in self.lists[number - 1] if self.texts[name]["kind"] == "item"]

    def shown(self, number: int) -> set[str]:
        """All that a subject with this list sees."""
        practice = {name for name, meaning in self.texts.items() if meaning["kind"] == "practice"}
        return practice | set(self.lists[number - 1])


@dataclass(frozen=True, slots=True)
class Rating:
    """One judgement of one subject, with what was judged."""

    subject: str
    corpus: str
    item: str
    system: str
    question: str
    value: int


@dataclass(frozen=True, slots=True)
class Subject:
    """One file of ratings: practice and fillers are left out, what is missing is counted."""

    name: str
    list: int
    path: Path
    simulated: bool
    about: Mapping[str, str]
    ratings: tuple[Rating, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class Collected:
    """All ratings of a study that count, and what is to be said of them.

    `simulated` is of all that came back, also of those that are left out.
    """

    key: Key
    subjects: tuple[Subject, ...]
    notes: tuple[str, ...]
    simulated: bool

    @property
    def list_sizes(self) -> list[int]:
        """How many subjects each list has."""
        lists = [subject.list for subject in self.subjects]
        return [lists.count(number) for number in range(1, len(self.key.lists) + 1)]

    @property
    def ratings(self) -> list[Rating]:
        return [rating for subject in self.subjects for rating in subject.ratings]


def read_key(folder: Path) -> Key:
    """The key of a study's folder."""
    path = folder / KEY
    record = read_record(path, "laconic-study-key")
    try:
        return Key(
            record["id"],
            study_of(record["study"], path),
            tuple(record["systems"]),
            tuple(record["corpora"]),
            dict(record["texts"].items()),
            tuple(tuple(row) for row in record["lists"]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise LaconicError(f"{path} is damaged: {error}; make the materials again") from None


def collect(folder: Path, *, keep_incomplete: bool = False) -> Collected:
    """The ratings in FOLDER/ratings; who has not rated all is left out, unless they are to stay."""
    key = read_key(folder)
    paths, others = find_files(folder / RATINGS)
    if not paths:
        passed = f" (passed over: {', '.join(others)})" if others else ""
        raise LaconicError(
            f"found no ratings in {folder / RATINGS}{passed}; put the files that came back there"
        )
    subjects: dict[str, Subject] = {}
    for path in paths:
        subject = read_subject(path, key)
        if subject.name in subjects:
            other = subjects[subject.name].path
            raise LaconicError(
                f"{path}: subject {subject.name!r} is in {other} as well; keep one of the two files"
            )
        subjects[subject.name] = subject
    simulated = {subject.simulated for subject in subjects.values()}
    if len(simulated) > 1:
        raise LaconicError(f"{folder / RATINGS} mixes simulated ratings with ratings of people")
    kept = tuple(one for one in subjects.values() if keep_incomplete or not one.missing)
    made = Collected(key, kept, (), simulated == {True})
    return replace(made, notes=tuple(_notes(made, list(subjects.values()), others)))


def find_files(folder: Path) -> tuple[list[Path], list[str]]:
    """The files of ratings in a folder, and the names of what else is there."""
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    paths = [path for path in there if path.is_file() and _is_meant(path)]
    return paths, [path.name for path in there if path not in paths]


def _is_meant(path: Path) -> bool:
    """Whether a file is named as ratings are, or holds some; a system's own begin with a dot."""
    if path.suffix.lower() == ".json" and not path.name.startswith("."):
        return True
    try:
        read_record(path, FORMAT)
    except LaconicError:
        return False
    return True


def read_subject(path: Path, key: Key) -> Subject:
    """The ratings in a file that came back."""
    return subject_of(read_record(path, FORMAT), path, key)


def subject_of(record: Mapping[str, Any], path: Path, key: Key) -> Subject:
    """One subject's ratings, which came from a file; every one is checked against the key."""
    if record.get("study") != key.id:
        found = f"ratings of the study {record.get('study')!r}"
        raise LaconicError(f"{path}: found {found}, expected {key.id!r}: another page made them")
    name, number, entries = (record.get(part) for part in ("subject", "list", "ratings"))
    if not isinstance(name, str) or not name:
        raise LaconicError(f"{path}: found the subject {name!r}, expected a code")
    if type(number) is not int or not 1 <= number <= len(key.lists):
        raise LaconicError(f"{path}: found the list {number!r}, expected 1 to {len(key.lists)}")
    if not isinstance(entries, list):
        raise LaconicError(f"{path}: found ratings = {entries!r}, expected a list of them")
    values = _values(entries, path, key, key.shown(number))
    wanted = [(text, one.name) for text in key.items(number) for one in key.study.questions]
    ratings = [
        _rating(name, key.texts[text], question, values[text, question])
        for text, question in wanted
        if (text, question) in values
    ]
    return Subject(
        name,
        number,
        path,
        record.get("simulated") is True,
        _about(record.get("about", {}), path, key),
        tuple(ratings),
        len(wanted) - len(ratings),
    )


def _about(found: Any, path: Path, key: Key) -> Mapping[str, str]:
    """What a subject has said of themselves; no question has to be answered."""
    if not isinstance(found, dict):
        raise LaconicError(f"{path}: found about = {found!r}, expected answers by question")
    answers = {one.name: one.answers for one in key.study.about}
    for name, answer in found.items():
        if answer not in answers.get(name, ()):
            expected = f"{', '.join(answers.get(name, ()))}" or "no such question"
            raise LaconicError(f"{path}: found {name} = {answer!r}, expected {expected}")
    return found


def _values(
    entries: Sequence[Any], path: Path, key: Key, shown: set[str]
) -> dict[tuple[str, str], int]:
    """The ratings of a file by text and question."""
    questions = [question.name for question in key.study.questions]
    values: dict[tuple[str, str], int] = {}
    for place, entry in enumerate(entries, 1):
        where = f"{path}: rating {place}"
        if not isinstance(entry, dict):
            raise LaconicError(f"{where}: found {entry!r}, expected text, question and rating")
        text, question, value = (entry.get(part) for part in ("text", "question", "rating"))
        if text not in key.texts:
            raise LaconicError(f"{where}: found the text {text!r}, which the key does not know")
        if text not in shown:
            raise LaconicError(f"{where}: the text {text} is not in this subject's list")
        if question not in questions:
            expected = f"expected {', '.join(questions)}"
            raise LaconicError(f"{where}: found the question {question!r}, {expected}")
        if (text, question) in values:
            raise LaconicError(f"{where}: the text {text} is rated twice; keep one of them")
        if type(value) is not int or not 1 <= value <= key.study.points:
            expected = f"a whole number from 1 to {key.study.points}"
            raise LaconicError(f"{where}: found {value!r} for {text}, expected {expected}")
        values[text, question] = value
    return values


def _rating(subject: str, meaning: Mapping[str, str], question: str, value: int) -> Rating:
    return Rating(subject, meaning["corpus"], meaning["item"], meaning["system"], question, value)


def _notes(made: Collected, found: Sequence[Subject], others: Sequence[str]) -> Iterable[str]:
    if others:
        yield f"no ratings, passed over: {', '.join(others)}"
    incomplete = [one for one in found if one.missing]
    if incomplete:
        names = ", ".join(f"{one.name} ({one.missing} missing)" for one in incomplete)
        kept = len(made.subjects) == len(found)
        fate = "are kept" if kept else "are left out; --keep-incomplete keeps them"
        yield f"{len(incomplete)} of {len(found)} subjects have not rated all and {fate}: {names}"
    sizes = made.list_sizes
    if len(set(sizes)) > 1:
        yield (
            f"lists have {', '.join(map(str, sizes))} subjects: single ratings of systems are not "
            "of the same items equally often, and tests find less than with lists alike"
        )
