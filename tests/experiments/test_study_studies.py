"""What subjects are asked: the studies of the paper, one of one's own, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from study_kit import KIT, a_study

from laconic.errors import LaconicError

studies = KIT.studies


@pytest.mark.parametrize("name", studies.NAMES)
def test_the_studies_of_the_paper(name: str) -> None:
    study = a_study(name)
    assert (study.name, study.points) == (name, 5)
    assert study.source_shown == (name != "grammaticality")
    assert [one.name for one in study.about] == ["native"]
    assert studies.study_of(json.loads(json.dumps(study.as_record())), Path("key.json")) == study


MINE = """name = "mine"
title = "T"
source_shown = true
instructions = ["one", "two"]
points = 7
[[questions]]
name = "q"
text = "Q?"
low = "no"
high = "yes"
"""


def test_a_study_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    study = studies.read_study(str(path))
    assert (study.points, study.instructions) == (7, ("one", "two"))
    assert study.questions[0].high == "yes"
    assert study.about == ()
    path.write_text("\ufeff" + MINE + ABOUT, encoding="utf-8")
    (about,) = studies.read_study(str(path)).about
    assert (about.name, about.answers) == ("age", ("young", "old"))


ABOUT = """[[about]]
name = "age"
text = "How old are you?"
answers = ["young", "old"]
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = 7", "points = 1", "expected a scale of 2 to 9"),
        ("points = 7", "points = true", "found points = True, expected int"),
        ("points = 7", "colour = 7", "unknown key 'colour'"),
        ('title = "T"', "", "lacks title"),
        ('low = "no"', "", "questions.. lacks low"),
        ('["one", "two"]', '"one"', "list of paragraphs"),
        ('"mine"', '"my/study"', "part of file names"),
        ("points = 7", "points = ", "cannot read"),
        (MINE[MINE.index("[[") :], "questions = []\n", "at least one"),
        ("[[questions]]", MINE[MINE.index("[[") :] + "[[questions]]", "the same name"),
        ("[[questions]]", ABOUT + ABOUT + "[[questions]]", "the same name: age, age"),
        (
            "[[questions]]",
            ABOUT.replace('["young", "old"]', '"young"') + "[[questions]]",
            "answers",
        ),
        ("[[questions]]", ABOUT.replace('"young", "old"', "") + "[[questions]]", "at least one"),
        ("points = 7", "about = 7", r"found about = 7, expected \[\[about\]\]"),
    ],
)
def test_a_study_that_is_none(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace(old, new), encoding="utf-8")
    with pytest.raises(LaconicError, match=message):
        studies.read_study(str(path))


def test_a_study_that_is_not_there() -> None:
    with pytest.raises(LaconicError, match="expected grammaticality, importance, overall"):
        studies.read_study("readability")
    with pytest.raises(LaconicError, match=r"cannot read .*absent\.toml"):
        studies.read_study("absent.toml")
