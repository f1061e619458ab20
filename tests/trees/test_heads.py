"""Head tables: Collins' rules worked by hand, rankings run to the end, and tables of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS

from laconic.errors import FormatError, LaconicError
from laconic.trees.heads import HeadTable, head_table_from, load_head_table

PENN_LABELS = (
    "NP", "NX", "VP", "PP", "S", "SBAR", "QP", "ADVP", "FRAG", "WHNP", "NN", "NNS", "POS", "DT",
    "PRP$", "JJ", "CD", "$", "IN", "TO", "VB", "VBZ", ",", ".", "-LRB-", "NP-SBJ", "X",
)  # fmt: skip


@pytest.fixture(scope="module")
def collins() -> HeadTable:
    return load_head_table("collins")


@pytest.mark.parametrize(
    ("label", "children", "ranked"),
    [
        # Cohn & Lapata's own example.
        ("NP", "DT JJ NN", "NN DT JJ"),
        ("NP", "DT NN POS", "POS NN DT"),
        ("NP", "NNP POS", "POS NNP"),
        ("NP", "PRP$ JJ NNS", "NNS PRP$ JJ"),
        ("NP", "NP PP", "NP PP"),
        ("NP", "NP , NP CC NP", "NP NP NP , CC"),
        ("NP", "$ CD", "$ CD"),
        ("NP", "DT CD", "CD DT"),
        # The determiner follows all that the head's own step finds.
        ("NP", "DT JJ JJ", "JJ JJ DT"),
        ("NP", "PRP", "PRP"),
        # No step finds anything: from the right, the first that is no punctuation.
        ("NP", "DT ADVP .", "ADVP DT ."),
        ("NX", "DT JJ NN", "NN DT JJ"),
        ("NML", "JJ NN", "NN JJ"),
        ("VP", "VBD NP PP", "VBD NP PP"),
        ("VP", "ADVP VBZ NP", "VBZ NP ADVP"),
        ("VP", "MD RB VP", "MD VP RB"),
        ("VP", "TO VP", "TO VP"),
        # VBD comes before VBN in the table, wherever it stands; but the first conjunct is the head.
        ("VP", "VBN PP VBD", "VBD VBN PP"),
        ("VP", "VBN CC VBD", "VBN VBD CC"),
        ("NP", "NN CC NN", "NN NN CC"),
        ("NP", "DT NN , CC NN", "NN NN DT , CC"),
        ("ADVP", "RB CC RB", "RB RB CC"),
        ("PP", "PP CC PP", "PP PP CC"),
        ("NP", "CC NN", "NN CC"),
        ("PP", "IN NP", "IN NP"),
        ("PP", "VBG IN NP", "IN VBG NP"),
        ("PP", "ADVP TO NP", "TO ADVP NP"),
        ("S", "NP VP .", "VP NP ."),
        ("S", "SBAR , NP VP .", "VP SBAR NP . ,"),
        ("S", "S CC S", "S S CC"),
        ("SBAR", "WHNP S", "WHNP S"),
        ("SBAR", "RB IN S", "IN S RB"),
        ("QP", "RB CD CD", "RB CD CD"),
        ("QP", "IN $ CD CD", "$ IN CD CD"),
        ("ADJP", "RB JJ PP", "JJ RB PP"),
        ("ADVP", "RB RBR", "RB RBR"),
        ("WHPP", "IN WHNP", "IN WHNP"),
        ("FRAG", "NP ADVP .", "ADVP NP ."),
        ("INTJ", ", UH ,", "UH , ,"),
    ],
)
def test_collins_by_hand(collins: HeadTable, label: str, children: str, ranked: str) -> None:
    names = children.split()
    assert [names[place] for place in collins.rank(label, names)] == ranked.split()


@pytest.mark.parametrize(
    ("label", "children", "ranked"),
    [
        ("NP", ["NN", "NN"], [1, 0]),  # from the right
        ("NP", ["NP", "NP"], [0, 1]),  # from the left
        ("NP", ["DT", "PRP$", "NN"], [2, 1, 0]),  # after the head, from the right
        ("NP", ["NN", "CD", "DT"], [0, 2, 1]),
        ("VP", ["VB", "VB"], [0, 1]),
        ("PP", ["IN", "IN", "NP"], [1, 0, 2]),
        ("QP", ["CD", "CD"], [0, 1]),
    ],
)
def test_equal_labels_rank_by_side(
    collins: HeadTable, label: str, children: list[str], ranked: list[int]
) -> None:
    assert collins.rank(label, children) == ranked


@pytest.mark.parametrize(
    ("label", "children", "ranked"),
    [
        ("UNKNOWN", ["A", "B", "C"], [0, 1, 2]),
        ("UNKNOWN", [",", "A", "B"], [1, 0, 2]),
        ("UNKNOWN", ["``", "-LRB-", "A"], [2, 1, 0]),
        ("", ["A"], [0]),
    ],
)
def test_a_label_the_table_lacks_takes_its_first_child_that_is_no_punctuation(
    collins: HeadTable, label: str, children: list[str], ranked: list[int]
) -> None:
    assert collins.rank(label, children) == ranked


def test_punctuation_alone_ranks_from_the_tables_side(collins: HeadTable) -> None:
    assert collins.rank("UNKNOWN", [":", ",", "."]) == [0, 1, 2]
    assert collins.rank("FRAG", [":", ",", "."]) == [2, 1, 0]
    assert collins.rank("NP", [":", ","]) == [1, 0]


def test_unlisted_children_follow_the_listed_ones_nearest_the_head_first(
    collins: HeadTable,
) -> None:
    # VP finds TO, at 2, and NP, at 6; the five others are 1, 1, 2, 2 and 3 away from TO.
    children = ["X", "X", "TO", "X", "X", "X", "NP"]
    assert collins.rank("VP", children) == [2, 6, 1, 3, 0, 4, 5]


def test_function_tags_do_not_matter(collins: HeadTable) -> None:
    plain = collins.rank("S", ["SBAR", ",", "NP", "VP", "."])
    assert collins.rank("S-HLN", ["SBAR-ADV-1", ",", "NP-SBJ=2", "VP-X", "."]) == plain


def test_no_children_have_no_rank(collins: HeadTable) -> None:
    assert collins.rank("NP", []) == []


@given(
    st.sampled_from(PENN_LABELS) | LABELS,
    st.lists(st.sampled_from(PENN_LABELS) | LABELS, max_size=8),
)
def test_a_ranking_is_always_a_permutation(label: str, children: list[str]) -> None:
    ranked = load_head_table("collins").rank(label, children)
    assert sorted(ranked) == list(range(len(children)))


MINE = """
name = "mine"
punctuation = ", ."
default = { from = "right" }
[heads]
S = { from = "right", order = "VP NP" }
[heads.NP]
from = "left"
after_head = "DT"
steps = [{ from = "left", any = "NN NNS" }, { from = "right", any = "JJ" }]
[same]
WHNP = "NP"
"""


def saved(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_of_ones_own_is_loaded(tmp_path: Path) -> None:
    path = saved(tmp_path, MINE)
    table = load_head_table(path)
    assert table == load_head_table(str(path))
    assert table.name == "mine"
    assert table.rank("S", ["NP", "VP", "X", "VP", "NP"]) == [3, 1, 4, 0, 2]
    assert table.rank("NP", ["JJ", "DT", "JJ", "NN", "NNS"]) == [3, 4, 1, 2, 0]
    assert table.rank("WHNP", ["DT", "NN"]) == [1, 0]
    assert table.rank("X", ["A", "B", "."]) == [1, 0, 2]


def test_a_table_comes_back_from_plain_values(tmp_path: Path) -> None:
    for table in (load_head_table("collins"), load_head_table(saved(tmp_path, MINE))):
        data = json.loads(json.dumps(table.as_data()))
        assert head_table_from(data, path="somewhere") == table


def test_the_file_that_is_named_is_the_file_that_is_read(tmp_path: Path) -> None:
    path = saved(tmp_path, MINE.replace('name = "mine"', 'name = "other"')).with_suffix("")
    path.write_text(MINE, encoding="utf-8")
    assert load_head_table(path).name == "mine"


@pytest.mark.parametrize("name", ["missing.toml", "stanford", "."])
def test_a_missing_table_is_an_error_that_names_those_that_ship(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LaconicError) as caught:
        load_head_table(name)
    assert str(caught.value) == (
        f"no head table {name!r}: neither one that ships (collins, dependencies) nor a file"
    )


def test_a_table_that_is_no_text_is_an_error_for_people(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'name = "\xff"')
    with pytest.raises(LaconicError, match=r"mine\.toml"):
        load_head_table(path)


def test_bad_toml_is_refused_with_its_place(tmp_path: Path) -> None:
    path = saved(tmp_path, 'name = "mine"\nheads = left\n')
    with pytest.raises(FormatError) as caught:
        load_head_table(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: found ")
    assert "line 2" in message
    assert message.endswith("expected a head table in TOML")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            'default = { from = "right" }',
            'default = { from = "up" }',
            "ValueError from = 'up', which is neither 'left' nor 'right'",
        ),
        ('{ from = "right", any', '{ from = "Left", any', "ValueError from = 'Left', which"),
        ('S = { from = "right"', "S = { from = 1", "ValueError from = 1, which is neither"),
        ('S = { from = "right", ', "S = { ", "KeyError 'from'"),
        ('WHNP = "NP"', 'WHNP = "QP"', "KeyError 'QP'"),
        ('name = "mine"', "", "KeyError 'name'"),
        ('punctuation = ", ."', "", "KeyError 'punctuation'"),
        ('punctuation = ", ."', 'punctuation = [","]', "AttributeError 'list' object has no"),
        ('default = { from = "right" }', "", "KeyError 'default'"),
        ('default = { from = "right" }', 'default = "right"', "TypeError 'right' is no table"),
        ('any = "JJ"', "all = 1", "KeyError 'any'"),
        ('order = "VP NP"', "order = 3", "AttributeError 'int' object has no"),
        ('order = "VP NP"', 'ordr = "VP NP"', "ValueError unknown key 'ordr'"),
        ('name = "mine"', 'name = "mine"\nnotes = ""', "ValueError unknown key 'notes'"),
    ],
)
def test_a_table_that_lacks_something_is_refused(
    old: str, new: str, found: str, tmp_path: Path
) -> None:
    assert old in MINE
    path = saved(tmp_path, MINE.replace(old, new))
    with pytest.raises(FormatError) as caught:
        load_head_table(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: found {found}")
    assert message.endswith(
        "expected a head table: name, punctuation, default and heads (see docs/formats.md)"
    )


def test_a_head_after_a_conjunction_gives_way(collins: HeadTable) -> None:
    assert collins.rank("NP", ["NN", "CC", "NN"]) == [0, 2, 1]
    assert collins.rank("NP", ["DT", "NN", ",", "CC", "NN"]) == [1, 4, 0, 2, 3]
    assert collins.rank("UCP", ["ADJP", "CC", "PP"]) == [0, 2, 1]
    assert collins.rank("NP", ["NN", "CC", "NN", "NN"]) == [3, 2, 0, 1]
