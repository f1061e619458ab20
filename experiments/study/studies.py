"""What subjects are asked: a study is its questions, its scale, its instructions, what subjects are
to say of themselves, and whether the source is shown. The paper's three are the TOML files beside
this module; others are read alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from laconic.errors import LaconicError
from laconic.files import reason_of

FOLDER = Path(__file__).parent
NAMES = ("grammaticality", "importance", "overall")
CONSENT = (
    "Taking part is voluntary. You may stop at any time by closing this page, or by “Stop and "
    "save”. Your answers stay on this device until you hand them over yourself; they carry the "
    "code below and no name."
)


@dataclass(frozen=True, slots=True)
class Question:
    """One rating that is asked for, with words for the two ends of its scale."""

    name: str
    text: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class About:
    """One thing that subjects say of themselves before they begin, by one of some answers."""

    name: str
    text: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """What subjects read and are asked; ratings are whole numbers from 1 to `points`."""

    name: str
    title: str
    source_shown: bool
    instructions: tuple[str, ...]
    questions: tuple[Question, ...]
    points: int = 5
    consent: str = CONSENT
    contact: str = ""
    language: str = "en"
    about: tuple[About, ...] = ()

    def as_record(self) -> dict[str, Any]:
        """The study as JSON would give it back; `study_of` is the way back."""
        record = asdict(self)
        about = [{**one, "answers": list(one["answers"])} for one in record["about"]]
        lists = {name: list(record[name]) for name in ("instructions", "questions")}
        return record | lists | {"about": about}


KINDS: dict[str, type[Question | About]] = {"questions": Question, "about": About}


def read_study(name: str) -> Study:
    """One of the studies of the paper by its name, or one of your own by its file.

    >>> read_study("importance").source_shown, read_study("grammaticality").source_shown
    (True, False)
    """
    path = FOLDER / f"{name}.toml" if name in NAMES else Path(name)
    if path.suffix != ".toml":
        raise LaconicError(f"no study {name!r}: found no such name, expected {_choices()}")
    try:
        record = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise LaconicError(f"cannot read {path}: {reason_of(error)}") from error
    return study_of(record, path)


def study_of(record: Mapping[str, Any], path: Path) -> Study:
    """A study from plain data, which came from a file; every part is checked."""
    _check(record, Study, path, "the study")
    made = Study(
        **{
            **record,
            "instructions": _texts(record["instructions"], path, "instructions", "paragraphs"),
            "questions": tuple(Question(**one) for one in _tables(record, "questions", path)),
            "about": tuple(
                About(**{**one, "answers": _texts(one["answers"], path, "answers", "texts")})
                for one in _tables(record, "about", path)
            ),
        }
    )
    if not made.questions:
        raise LaconicError(f"{path}: a study needs at least one of [[questions]]")
    if not all(one.answers for one in made.about):
        raise LaconicError(f"{path}: every one of [[about]] needs at least one of its answers")
    for asked in (made.questions, made.about):
        names = [one.name for one in asked]
        if len(set(names)) < len(names):
            raise LaconicError(f"{path}: two questions have the same name: {', '.join(names)}")
    if not 2 <= made.points <= 9:
        raise LaconicError(f"{path}: found {made.points} points, expected a scale of 2 to 9")
    if not made.name.isidentifier():
        raise LaconicError(f"{path}: the name {made.name!r} is part of file names: use a-z, 0-9, _")
    return made


def _tables(record: Mapping[str, Any], name: str, path: Path) -> list[Mapping[str, Any]]:
    """The questions of one kind, every one checked."""
    found = record.get(name, [])
    if not isinstance(found, list):
        raise LaconicError(f"{path}: found {name} = {found!r}, expected [[{name}]]")
    for one in found:
        _check(one, KINDS[name], path, f"one of [[{name}]]")
    return found


def _texts(found: Any, path: Path, name: str, what: str) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise LaconicError(f"{path}: {name} are a list of {what}")
    return tuple(found)


def _check(record: Any, kind: type[Study | Question | About], path: Path, what: str) -> None:
    """Refuse keys that are missing, unknown, or of another type than they should be."""
    if not isinstance(record, Mapping):
        raise LaconicError(f"{path}: {what} is no table of keys and values")
    types = {"str": str, "bool": bool, "int": int}
    fields = kind.__dataclass_fields__
    for key, value in record.items():
        if key not in fields:
            raise LaconicError(f"{path}: {what} has an unknown key {key!r}; {', '.join(fields)}")
        wanted = types.get(str(fields[key].type))
        if wanted and type(value) is not wanted:
            raise LaconicError(f"{path}: found {key} = {value!r}, expected {wanted.__name__}")
    given = ("points", "consent", "contact", "language", "about")
    missing = [key for key in fields if key not in record and key not in given]
    if missing:
        raise LaconicError(f"{path}: {what} lacks {', '.join(missing)}")


def _choices() -> str:
    return ", ".join(NAMES) + " or a file in .toml"
