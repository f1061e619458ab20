"""The programs of experiments/study, and small studies to try them on."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pairs import ROOT

FOLDER = ROOT / "experiments" / "study"
NAMES = (
    "studies",
    "outputs",
    "design",
    "materials",
    "page",
    "ratings",
    "variance",
    "rating_figures",
    "report",
    "analyse",
    "simulate",
)
SYSTEMS = ("transducer", "mcdonald", "reference")
# By subject, a rating for each system.
BY_HAND = {"s1": (1, 1, 3), "s2": (1, 2, 3), "s3": (2, 1, 5)}


def _load() -> SimpleNamespace:
    """The modules by name; their short names are taken back, for other tests' sake."""
    sys.path.insert(0, str(FOLDER))
    try:
        return SimpleNamespace(**{name: import_module(name) for name in NAMES})
    finally:
        sys.path.remove(str(FOLDER))
        for name in NAMES:
            sys.modules.pop(name, None)


KIT: Any = _load()


def an_item(corpus: str, number: int, systems: tuple[str, ...] = SYSTEMS) -> Any:
    texts = {system: f"Text {number} of {corpus}, {place}." for place, system in enumerate(systems)}
    return KIT.outputs.Item(corpus, f"id{number}", f"Source {number} of {corpus}.", texts)


def some_items(
    count: int = 8, corpora: tuple[str, ...] = ("spoken",), systems: tuple[str, ...] = SYSTEMS
) -> list[Any]:
    return [an_item(corpus, number, systems) for corpus in corpora for number in range(count)]


def write_outputs(path: Path, items: list[Any]) -> Path:
    rows = [
        {"corpus": one.corpus, "id": one.id, "source": one.source, "outputs": dict(one.outputs)}
        for one in items
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def a_study(name: str = "grammaticality") -> Any:
    return KIT.studies.read_study(name)


def a_folder(
    path: Path,
    *,
    items: int = 6,
    corpora: tuple[str, ...] = ("spoken",),
    systems: tuple[str, ...] = SYSTEMS,
    study: str = "grammaticality",
    design: str = "latin",
    extras: bool = False,
) -> Path:
    """A study's folder with materials and key."""
    extra = KIT.outputs.Extra
    made = KIT.materials.make_materials(
        some_items(items, corpora, systems),
        systems,
        a_study(study),
        design=design,
        count=items,
        practice=[extra("p", "Practice source.", "Practice.")] if extras else [],
        fillers=[extra("f", "Filler source.", "Filler.")] if extras else [],
    )
    KIT.materials.write_materials(made, path)
    return path


def a_record(key: Any, subject: str, number: int, rate: Any) -> dict[str, Any]:
    """A file of ratings: `rate` gives the rating of what the key says of a text."""
    ratings = [
        {"text": text, "question": question.name, "rating": rate(key.texts[text])}
        for text in sorted(key.shown(number))
        for question in key.study.questions
    ]
    head = {"format": "laconic-study-ratings", "version": 1, "study": key.id}
    return {**head, "subject": subject, "list": number, "simulated": False, "ratings": ratings}


def put(folder: Path, record: dict[str, Any], name: str | None = None) -> Path:
    """Put a file of ratings where it belongs."""
    path = folder / "ratings" / f"{name or record['subject']}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def rated(
    folder: Path,
    by_subject: Mapping[str, tuple[int, ...]],
    lists: tuple[int, ...] = (),
    **options: Any,
) -> Any:
    """A study in which each subject rates each system always the same; lists come in turn."""
    key = KIT.ratings.read_key(folder)
    for place, (subject, values) in enumerate(by_subject.items()):
        number = lists[place] if lists else 1 + place % len(key.lists)
        by_system = dict(zip(key.systems, values, strict=True))
        record = a_record(key, subject, number, lambda m, by=by_system: by.get(m.get("system"), 1))
        put(folder, record)
    return KIT.ratings.collect(folder, **options)
