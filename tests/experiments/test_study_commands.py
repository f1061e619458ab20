"""The programs of a study as commands: the README is run, and mistakes are told in a line."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from pairs import ROOT
from study_kit import BY_HAND, FOLDER, KIT, SYSTEMS, a_folder, rated, some_items, write_outputs


def run(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Run a command of these programs in this process."""
    _, program, *arguments = shlex.split(command)
    monkeypatch.setattr(sys, "argv", [program, *arguments])
    getattr(KIT, Path(program).stem).main()


def test_the_readme_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    (example,) = re.findall(r"^```json\n(.*?)^```", readme, flags=re.MULTILINE | re.DOTALL)
    items = some_items(21, ("CLspoken", "CLwritten"), (*SYSTEMS, "clarke"))
    write_outputs(tmp_path / "table4.outputs.jsonl", some_items(20, ("CLspoken", "CLwritten")))
    path = write_outputs(tmp_path / "outputs.jsonl", items)
    path.write_text(path.read_text(encoding="utf-8") + example, encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", readme, flags=re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line == "cp -r studies simulated":
                shutil.copytree("studies", "simulated")
            else:
                run(monkeypatch, line)
    said = capsys.readouterr().out
    assert "note: 20 items of a corpus are no multiple of 3 systems" in said
    assert "studies/importance/page.html" in said
    table = Path("simulated/table8.md").read_text(encoding="utf-8")
    assert table in said
    assert "design full, one list of 120 texts" in said
    assert table.startswith("**SIMULATED")
    assert "| system | grammaticality (n = 30) | importance (n = 30) |" in table
    assert table.count("F1(2, 54) = ") == table.count("F2(2, 34) = ") == 4
    record = json.loads(Path("simulated/table8.json").read_text(encoding="utf-8"))
    assert record["simulated"] is True
    assert [(one["corpus"], one["question"]) for one in record["figures"]] == [
        (corpus, question)
        for question in ("grammaticality", "importance")
        for corpus in ("CLspoken", "CLwritten")
    ]
    assert list(Path("studies/importance").glob("ratings")) == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            "python x/materials.py absent.jsonl --study overall -o s",
            "materials.py: cannot read absent",
        ),
        ("python x/page.py absent", r"page.py: cannot read absent/materials.json"),
        ("python x/analyse.py absent", "analyse.py: cannot read absent/key.json"),
        ("python x/simulate.py absent", "simulate.py: cannot read absent/key.json"),
        ("python x/simulate.py study --mean clarke=3", "no system 'clarke', expected transducer"),
        (
            "python x/simulate.py study --mean reference",
            "found --mean reference, expected NAME=NUMBER",
        ),
        ("python x/analyse.py study --rival clarke", "no ratings of 'clarke'"),
        ("python x/simulate.py study", "has other ratings, such as s1.json"),
        ("python x/analyse.py study -o absent/table", "cannot write absent/table.md"),
        ("python x/analyse.py study ./study", r"found the study \S+ 2 times, expected each once"),
    ],
)
def test_a_mistake_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    rated(a_folder(tmp_path / "study"), BY_HAND)
    with pytest.raises(SystemExit, match=message) as caught:
        run(monkeypatch, command)
    assert "\n" not in str(caught.value)


def test_simulated_and_real_studies_do_not_stand_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rated(a_folder(tmp_path / "one"), BY_HAND)
    a_folder(tmp_path / "two")
    run(monkeypatch, "python x/simulate.py two --subjects 3")
    with pytest.raises(SystemExit, match="analyse them by themselves"):
        run(monkeypatch, "python x/analyse.py one two")


def test_studies_of_different_systems_share_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rated(a_folder(tmp_path / "one"), BY_HAND)
    two = a_folder(tmp_path / "two", systems=("ilp", "reference"), study="importance")
    rated(two, {"s1": (1, 3), "s2": (2, 3), "s3": (3, 5)})
    run(monkeypatch, "python x/analyse.py one two")
    said = capsys.readouterr().out
    assert re.search(r"^\| transducer \| 1\.33\S* \(0\.58\) \| – \|$", said, flags=re.MULTILINE)
    assert re.search(r"^\| ilp \| – \| 2\.00\S* \(1\.00\) \|$", said, flags=re.MULTILINE)
    assert "*: differs" not in said
