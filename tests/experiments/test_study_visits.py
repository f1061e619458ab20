"""What can happen on one device, and no answer lost: another person, two tabs, stopping, keys."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from study_kit import KIT, a_folder, put

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")
TEXTS = 6

TWO_QUESTIONS = """name = "two"
title = "T"
source_shown = false
instructions = []
about = [{ name = "native", text = "Native?", answers = ["yes", "no"] }]
questions = [
  { name = "one", text = "One?", low = "no", high = "yes" },
  { name = "other", text = "Other?", low = "no", high = "yes" },
]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = a_folder(tmp_path / "study", items=TEXTS)
    KIT.page.run(folder)
    return folder


def visit(folder: Path, name: str) -> Any:
    harness = Path(__file__).parent / "study_visits.js"
    arguments = [str(NODE), str(harness), str(folder / "page.html"), name]
    done = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_second_person_does_not_go_on_with_the_answers_of_the_first(folder: Path) -> None:
    done = visit(folder, "shared")
    assert done["offered"] == ["begin", False, "Continue as first"]
    assert done["asked"] == [True, False]
    assert done["code"] != "first"
    assert done["theirs"] == [done["code"], *[2] * TEXTS]
    assert done["last"] == f"Continue as {done['code']}"
    assert done["kept"] == 2


def test_a_code_that_is_on_the_device_is_asked_about(folder: Path) -> None:
    done = visit(folder, "sameCode")
    assert done["offered"] == ["begin", False, "Continue as first"]
    assert done["heading"] == f"Text 2 of {TEXTS}"
    assert done["kept"] == 1


def test_the_next_person_takes_nothing_away(folder: Path) -> None:
    done = visit(folder, "nextPerson")
    assert done["hidden"] is False
    assert done["shown"] == ["begin", True, True]
    assert done["subjects"] == ["first", "second", "third"]
    assert done["same"]
    assert done["kept"] == 3
    assert done["linked"] is True  # a link that names a person is for nobody else


def test_of_two_tabs_the_one_behind_follows(folder: Path) -> None:
    done = visit(folder, "twoTabs")
    assert done["behind"] == f"Text 1 of {TEXTS}"
    assert done["heading"] == f"Text 4 of {TEXTS}"
    assert done["said"]
    assert done["caughtUp"] == f"Text 5 of {TEXTS}"
    assert done["values"] == [1, 1, 1, 2, 3, 3]


def test_tabs_that_are_told_of_each_other(folder: Path) -> None:
    done = visit(folder, "toldTabs")
    assert done["heading"] == f"Text 2 of {TEXTS}"
    assert done["end"] == ["end", True]
    assert done["quiet"] == 0  # who is told answers nothing: else tabs would never be done
    assert (done["kept"], done["reloads"], done["shown"]) == ([], 1, "begin")


def test_who_stops_hands_over_what_there_is(folder: Path) -> None:
    done = visit(folder, "stop")
    key, stopped = KIT.ratings.read_key(folder), done["stopped"]
    assert stopped["file"] == f"ratings-{key.id}-s1-unfinished.json"
    assert stopped["heading"] == f"3 of {TEXTS} texts are rated"
    assert json.loads(stopped["written"])["finished"] is None
    put(folder, json.loads(stopped["written"]))
    (subject,) = KIT.ratings.collect(folder, keep_incomplete=True).subjects
    assert (subject.missing, len(subject.ratings)) == (TEXTS - 3, 3)
    assert subject.about == {"native": "no"}
    assert done["open"]
    assert done["next"] == ["rate", f"Text 4 of {TEXTS}"]
    assert done["values"] == [1, 2, 3, 4, 4, 4]
    assert done["finished"]
    assert done["closed"]
    assert done["file"] == f"ratings-{key.id}-s1.json"


def test_digits_rate_one_question_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TWO_QUESTIONS, encoding="utf-8")
    folder = a_folder(tmp_path / "study", study=str(path))
    KIT.page.run(folder)
    assert visit(folder, "keyboard") == [4, 2, 4, 3, 1, 5, 5, 1, 2, 3]
