"""The options of `laconic compress`: those of the request, and what goes with what."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer
from here import refused, run
from pairs import ROOT

from laconic.cli.compress import compress
from laconic.cli.request_options import ALL, read_guards
from laconic.request import GUARDS, Request

pytestmark = pytest.mark.usefixtures("one_parser")

TEXT = "The old dog barked loudly."
OTHERS = {
    "text", "file", "output", "model", "lines", "tokenized", "parsed", "subtitles", "as_json",
    "trees", "explain", "diff", "frontier", "strict", "features", "parser", "workers", "help",
}  # fmt: skip


def options() -> dict[str, Any]:
    app = typer.Typer(add_completion=False)
    app.command()(compress)
    command = typer.main.get_command(app)
    return {str(option.name): option for option in command.params}


def test_options_are_the_fields_of_the_request() -> None:
    found = options()
    names = {field.name for field in fields(Request)}
    assert set(found) - OTHERS == names
    for field in fields(Request):
        option, default = found[field.name], getattr(Request(), field.name)
        assert option.opts == ["--" + field.name.replace("_", "-")]
        assert option.help
        if field.name == "guards":
            assert option.default == ALL
            assert read_guards(option.default) == default
        else:
            assert (option.default or ()) == (default or ())
        assert option.multiple == isinstance(default, tuple) or field.name == "guards"


def test_every_option_is_documented() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    names = {name for option in options().values() for name in option.opts}
    for name in names - {"text", "--help"}:
        assert f"`{name}" in page, name


def test_every_option_reaches_the_request(monkeypatch: pytest.MonkeyPatch, models: Path) -> None:
    made: list[Request] = []
    check = Request.__post_init__

    def note(self: Request) -> None:
        check(self)
        made.append(self)

    monkeypatch.setattr(Request, "__post_init__", note)
    run(
        "compress", TEXT, "--model", models / "hand", "--rate", "0.9", "--min-rate", "0.1",
        "--max-words", "9", "--max-chars", "99", "--keep", "dog", "--keep", "barked", "--drop",
        "old", "--nbest", "2", "--guards", "names,numbers",
    )  # fmt: skip
    wanted: dict[str, Any] = {
        "rate": 0.9, "min_rate": 0.1, "max_words": 9, "max_chars": 99, "keep": ("dog", "barked"),
        "drop": ("old",), "nbest": 2, "guards": ("numbers", "names"),
    }  # fmt: skip
    assert Request(**wanted) in made
    run("compress", TEXT, "--model", models / "hand", "--rate", "0.5", "--total")
    assert Request(rate=0.5, total=True) in made


@pytest.mark.parametrize(
    ("given", "guards"),
    [("all", GUARDS), ("none", ()), ("names", ("names",)), (" urls , names", ("urls", "names"))],
)
def test_guards(given: str, guards: tuple[str, ...]) -> None:
    assert read_guards(given) == guards


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--guards", "name"], "--guards has 'name'; expected some of all, none, grammar,"),
        (["--guards", ""], "--guards has ''; expected some of"),
        (["--rate", "50"], "rate is 50.0; expected a number above 0, up to 1"),
        (["--rate", "0.2", "--min-rate", "0.5"], "min_rate is 0.5, which is above rate, 0.2"),
        (["--max-words", "0"], "max_words is 0; expected a number from 1 up"),
        (["--total"], "total needs a limit"),
        (["--keep", "dog", "--drop", "Dog"], "'Dog' is both to be kept and to be dropped"),
        (["--keep", " "], "keep has a phrase without words"),
        (["--diff", "--explain"], "--diff and --explain exclude each other"),
        (["--trees", "--frontier"], "--frontier and --trees exclude each other"),
        (["--trees", "--nbest", "2"], "--trees and --nbest exclude each other"),
        (["--diff", "--json"], "--diff and --json exclude each other"),
        (["--frontier", "--total", "--rate", "0.5"], "--frontier and --total exclude each other"),
        (["--subtitles", "srt"], "--subtitles are read from a file or standard input"),
    ],
)
def test_what_does_not_go_together(given: list[str], said: str, models: Path) -> None:
    assert refused("compress", TEXT, "--model", models / "hand", *given).startswith(said)


@pytest.mark.parametrize("option", [["--rate", "0.5"], ["--keep", "dog"], ["--nbest", "2"]])
def test_limits_need_a_transducer(option: list[str], models: Path) -> None:
    said = refused("compress", TEXT, "--model", models / "mcdonald", *option)
    assert said.endswith("needs a transducer; this model is mcdonald")
    assert "transducer" in refused("compress", TEXT, "--model", models / "mcdonald", "--frontier")


def test_limits_are_kept(models: Path) -> None:
    command = ("compress", TEXT, "--model", models / "hand")
    assert run(*command).lines == ["The dog barked."]
    assert run(*command, "--keep", "loudly").lines == ["The dog barked loudly."]
    assert run(*command, "--max-words", "2").lines == ["Dog barked."]
    assert run(*command, "--max-chars", "11").lines == ["Dog barked."]
    assert run(*command, "--rate", "0.5").lines == ["Dog barked."]
    assert run(*command, "--min-rate", "0.95").lines == [TEXT]
    assert run(*command, "--drop", "the").lines == ["Dog barked."]


def test_limits_of_the_whole_text(models: Path, tmp_path: Path) -> None:
    text = [TEXT, "A old cat slept.", "Then the man left."]
    (tmp_path / "text").write_text("\n\n".join(text), encoding="utf-8")
    total = ("--max-words", "6", "--total")
    command = ("compress", "--model", models / "hand", *total)
    direct = run(*command, *text)
    assert sum(len(line.split()) for line in direct.lines) <= 6
    assert len(direct.lines) == 3
    assert run(*command, "--file", tmp_path / "text").lines == direct.lines
    by_line = run(*command, "--file", tmp_path / "text", "--lines")
    assert by_line.lines == [direct.lines[0], "", direct.lines[1], "", direct.lines[2]]


def test_a_phrase_that_does_not_occur(models: Path, tmp_path: Path) -> None:
    phrase = ("--model", models / "hand", "--keep", "zebra")
    assert "'zebra'" in refused("compress", TEXT, *phrase)
    several = (TEXT, "A old zebra slept.", "--lines", *phrase)
    assert run("compress", *several).lines == ["The dog barked.", "A zebra slept."]
    assert "'q'" in refused("compress", *several, "--keep", "q")
    (tmp_path / "text").write_text(f"{TEXT}\nA old zebra slept.\n", encoding="utf-8")
    done = run("compress", "--lines", "--file", tmp_path / "text", *phrase)
    assert (done.code, done.lines) == (0, ["The dog barked.", "A zebra slept."])
    assert done.said == "laconic: no match: 1 sentence\n"
