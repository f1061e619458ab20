"""Makes the materials of a study from the outputs of systems.

    python experiments/study/materials.py OUTPUTS.jsonl --study grammaticality -o FOLDER

Writes FOLDER/materials.json, which the page is made of and which names no system, and
FOLDER/key.json, which says what each text is. The experimenter keeps the key to themselves.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from design import DESIGNS, LATIN, balance_note, choose, plan
from outputs import Extra, Item, of_corpora, read_extras, read_items
from studies import Study, read_study

from laconic.errors import LaconicError
from laconic.files import replacing

ITEMS, SEED = 20, 1  # of each corpus, as in section 5.3
MATERIALS, KEY = "materials.json", "key.json"


@dataclass(frozen=True, slots=True)
class Materials:
    """What the page shows, under names that say nothing, and what these names stand for."""

    page: dict[str, Any]
    key: dict[str, Any]

    @property
    def notes(self) -> list[str]:
        return list(self.key["notes"])


@dataclass(frozen=True, slots=True)
class _Text:
    """One text that can be shown, and what the key says of it."""

    text: str
    source: str
    meaning: dict[str, str]


def make_materials(
    items: Sequence[Item],
    systems: Sequence[str],
    study: Study,
    *,
    design: str = LATIN,
    count: int = ITEMS,
    seed: int = SEED,
    practice: Sequence[Extra] = (),
    fillers: Sequence[Extra] = (),
) -> Materials:
    """The materials of a study: texts, the lists of its design, and their key."""
    chosen = choose(items, count, seed)
    shown = [_text_of(item, system) for item in chosen for system in systems]
    extras = [*_extra_texts(practice, "practice"), *_extra_texts(fillers, "filler")]
    # All outputs are more than the page has: who has only the page cannot draw the names again.
    every = sorted(json.dumps(asdict(item), sort_keys=True) for item in items)
    salt = _digest([seed, list(systems), every], digits=64)
    names = _opaque_names(len(shown) + len(extras), salt)
    texts = dict(zip(names, shown + extras, strict=True))
    cells, others = names[: len(shown)], names[len(shown) :]
    fillers_shown = others[len(practice) :]
    lists = [
        [cells[place * len(systems) + system] for place, system in row] + fillers_shown
        for row in plan(design, len(chosen), len(systems))
    ]
    page = {
        "format": "laconic-study-materials",
        "version": 1,
        "study": study.as_record(),
        "texts": {name: _page_text(texts[name], study) for name in sorted(texts)},
        "practice": others[: len(practice)],
        # Sorted, so that the place of a text in its list says nothing of what it is.
        "lists": [sorted(row) for row in lists],
    }
    key = {
        "format": "laconic-study-key",
        "version": 1,
        "study": study.as_record(),
        "design": design,
        "seed": seed,
        "systems": list(systems),
        "corpora": list(dict.fromkeys(item.corpus for item in chosen)),
        "texts": {name: texts[name].meaning for name in sorted(texts)},
        "lists": page["lists"],
        "notes": list(_notes(chosen, systems, count, design)),
    }
    name = f"{study.name}-{_digest([page, key])}"
    return Materials({**page, "id": name}, {**key, "id": name})


def _text_of(item: Item, system: str) -> _Text:
    meaning = {"kind": "item", "corpus": item.corpus, "item": item.id, "system": system}
    return _Text(item.outputs[system], item.source, meaning)


def _extra_texts(extras: Iterable[Extra], kind: str) -> list[_Text]:
    return [_Text(one.text, one.source, {"kind": kind, "item": one.id}) for one in extras]


def _opaque_names(count: int, salt: str) -> list[str]:
    """Names in an order of chance: neither a name nor two together tell a system."""
    width = len(str(count))
    names = [f"t{number:0{width}}" for number in range(1, count + 1)]
    random.Random(salt).shuffle(names)
    return names


def _page_text(text: _Text, study: Study) -> dict[str, str]:
    return {"text": text.text} | ({"source": text.source} if study.source_shown else {})


def _digest(record: Any, *, digits: int = 8) -> str:
    written = json.dumps(record, sort_keys=True)
    return hashlib.sha256(written.encode("ascii")).hexdigest()[:digits]


def _notes(
    chosen: Sequence[Item], systems: Sequence[str], count: int, design: str
) -> Iterator[str]:
    note = balance_note(count, len(systems), len(chosen) // count)
    if note and design == LATIN:
        yield note
    alike = sum(len(set(item.outputs.values())) < len(systems) for item in chosen)
    if alike:
        yield f"of {alike} of {len(chosen)} items two or more systems made the same text"
    empty = sum(not text.strip() for item in chosen for text in item.outputs.values())
    if empty:
        yield f"{empty} outputs have no words; the page says so in their place"


def write_materials(materials: Materials, folder: Path) -> None:
    """Write both files, unless the folder has the key of another study already."""
    path = folder / KEY
    if path.exists() and read_record(path, "laconic-study-key")["id"] != materials.key["id"]:
        raise LaconicError(
            f"{path} is the key of another study, without which its ratings mean nothing; choose "
            "another folder, or remove that file"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LaconicError(f"cannot make {folder}: {error.strerror}") from error
    for name, record in ((MATERIALS, materials.page), (KEY, materials.key)):
        with replacing(folder / name) as stream:
            json.dump(record, stream, indent=1)
            stream.write("\n")


def read_record(path: Path, kind: str) -> dict[str, Any]:
    """A JSON file that these programs have written, known by its `format`."""
    try:
        record = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise LaconicError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise LaconicError(f"{path}: found no JSON ({error}), expected {kind}") from None
    if not isinstance(record, dict) or record.get("format") != kind or record.get("version") != 1:
        found = (
            (record.get("format"), record.get("version"))
            if isinstance(record, dict)
            else "no object"
        )
        raise LaconicError(f"{path}: found {found}, expected ({kind!r}, 1) as format and version")
    return record


def run(options: argparse.Namespace) -> None:
    """Read, make, write, and say what was made."""
    study = read_study(options.study)
    if options.contact:
        study = replace(study, contact=options.contact)
    systems = tuple(options.systems.split(",")) if options.systems else ()
    items, systems = read_items(options.outputs, systems)
    if options.corpora:
        items = of_corpora(items, options.corpora.split(","))
    materials = make_materials(
        items,
        systems,
        study,
        design=options.design,
        count=options.items,
        seed=options.seed,
        practice=read_extras(options.practice) if options.practice else (),
        fillers=read_extras(options.fillers) if options.fillers else (),
    )
    write_materials(materials, options.output)
    key, page = materials.key, materials.page
    lists = f"{len(page['lists'])} lists" if len(page["lists"]) > 1 else "one list"
    print(
        f"{key['id']}: {options.items} items of each of {', '.join(key['corpora'])}; "
        f"systems {', '.join(systems)}; design {key['design']}, {lists} of {len(page['lists'][0])} "
        f"texts after {len(page['practice'])} for practice, "
        f"in {options.output}"
    )
    for note in materials.notes:
        print(f"note: {note}")


def main() -> None:
    """Make the materials of a study."""
    parser = argparse.ArgumentParser(description="Make the materials of a study.")
    parser.add_argument("outputs", type=Path, help="outputs of systems, JSON lines (README.md)")
    parser.add_argument(
        "--study", required=True, help="grammaticality, importance, overall or FILE.toml"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="the study's folder")
    parser.add_argument(
        "--design", choices=DESIGNS, default=LATIN, help="full: everybody sees every output"
    )
    parser.add_argument("--items", type=int, default=ITEMS, help="of each corpus")
    parser.add_argument("--systems", help="which to compare, with commas; all, if not given")
    parser.add_argument("--corpora", help="which to draw from, with commas; all, if not given")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--practice", type=Path, help="texts that everybody sees first, JSON lines")
    parser.add_argument("--fillers", type=Path, help="texts among the others that do not count")
    parser.add_argument("--contact", default="", help="whom to send ratings to, for the last page")
    try:
        run(parser.parse_args())
    except LaconicError as error:
        raise SystemExit(f"materials.py: {error}") from None


if __name__ == "__main__":
    main()
