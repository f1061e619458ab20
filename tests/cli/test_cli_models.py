"""`laconic models`, as a user meets it."""

from __future__ import annotations

import json

from command import failure, laconic

from laconic.shipped import list_shipped


def test_models_are_listed_with_their_terms() -> None:
    done = laconic("models")
    assert (done.returncode, done.stderr) == (0, "")
    heading, *rows = done.stdout.splitlines()
    assert heading == "name\tsize\tfor\tterms"
    assert [row.split("\t")[0].removesuffix(" (default)") for row in rows] == [
        model.name for model in list_shipped()
    ]
    (parser,) = (row for row in rows if row.startswith("english.parser\t"))
    assert parser.split("\t")[1] == "28.4 MB"
    assert "CC BY-SA" in parser.split("\t")[3]


def test_a_card_is_printed() -> None:
    done = laconic("models", "english.parser")
    assert done.returncode == 0
    assert done.stdout.startswith("# english.parser\n\nThe parser of English")
    assert done.stdout.endswith("silver trees.\n")


def test_json() -> None:
    records = json.loads(laconic("models", "--json").stdout)
    assert [record["name"] for record in records] == [model.name for model in list_shipped()]
    one = json.loads(laconic("models", "english.parser", "--json").stdout)
    assert one in records
    assert one["facts"]["For"].startswith("parsing English")


def test_an_unknown_name_lists_what_there_is() -> None:
    said = failure("models", "nothing")
    assert said.startswith("laconic: no model called 'nothing' ships; expected one of ")
    assert "english.parser" in said
