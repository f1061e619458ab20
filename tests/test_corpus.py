"""Parallel corpora in both layouts, with and without alignments, and every way to spoil them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PLAIN_WORDS, trees

from laconic.corpus import Pair, count_pairs, read_pairs, write_pairs
from laconic.errors import AlignmentError, FormatError, LaconicError, TreeError
from laconic.trees.brackets import parse, render
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

LONG = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
SHORT = "(S (NP (NN dog)) (VP (VBZ barks)))"
LONG_TREE, SHORT_TREE = with_root(parse(LONG)), with_root(parse(SHORT))


def saved(folder: Path, *lines: str, name: str = "pairs.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def record(**fields: Any) -> str:
    return json.dumps({"id": "a", "source": LONG, "references": [SHORT]} | fields)


def error_of(path: Path, **options: Any) -> str:
    with pytest.raises(LaconicError) as caught:
        list(read_pairs(path, **options))
    return str(caught.value)


def test_json_lines_of_trees(tmp_path: Path) -> None:
    path = saved(tmp_path, record(), "", record(id="b", references=[SHORT, LONG]))
    assert list(read_pairs(path)) == [
        Pair("a", LONG_TREE, (SHORT_TREE,), place=f"{path}:1"),
        Pair("b", LONG_TREE, (SHORT_TREE, LONG_TREE), place=f"{path}:3"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The dog barks.",
        "(Laughter) he said",
        "(Laughter)",
        "( Laughter )",
        "(LAUGHTER AND APPLAUSE) he said (again)",
        ":-) ((",
        "",
        "{",
        "日本\u2028語",
        "a\ttab and a\nline",
    ],
)
def test_json_lines_of_text(text: str, tmp_path: Path) -> None:
    path = saved(tmp_path, record(source=text, references=[text, "short"]))
    assert list(read_pairs(path)) == [Pair("a", text, (text, "short"), place=f"{path}:1")]


def test_text_and_trees_may_stand_side_by_side(tmp_path: Path) -> None:
    (pair,) = read_pairs(saved(tmp_path, record(source=LONG, references=["dog barks", SHORT])))
    assert pair.source == LONG_TREE
    assert pair.references == ("dog barks", SHORT_TREE)


@pytest.mark.parametrize(
    "text", [f"({SHORT})", f"( {SHORT})", f" (TOP\n{SHORT})", f"(ROOT {SHORT})"]
)
def test_trees_come_under_the_virtual_root(text: str, tmp_path: Path) -> None:
    (pair,) = read_pairs(saved(tmp_path, record(source=text)))
    assert pair.source == SHORT_TREE


def test_absent_ids_are_line_numbers_and_other_keys_are_ignored(tmp_path: Path) -> None:
    bare = json.dumps({"source": "a b", "references": ["a"], "year": 2008, "meta": {"x": [1]}})
    path = saved(tmp_path, bare, "", bare, record(id=7))
    assert [pair.id for pair in read_pairs(path)] == ["1", "3", "7"]


def test_packed_files_and_windows_files_are_read(tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbf" + f"{record()}\r\n\r\n{record(id='b')}\r\n".encode()
    path = tmp_path / "pairs.jsonl.gz"
    path.write_bytes(gzip.compress(raw))
    assert [pair.id for pair in read_pairs(path)] == ["a", "b"]
    assert count_pairs(path) == 2


OBJECT = 'expected an object {"id", "source", "references"}'
LIST = "expected a list of at least one string"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{not json", "found '{not json' (Expecting property name"),
        ('{"source": "a"', "found '{\"source\": \"a\"' (Expecting ',' delimiter"),
        ("(S (NP dog))", "found '(S (NP dog))' (Expecting value"),
        ("[1, 2]", f"found list, {OBJECT}"),
        ("3", f"found int, {OBJECT}"),
        ("null", f"found NoneType, {OBJECT}"),
        ('{"references": ["a"]}', f"found no 'source', {OBJECT}"),
        ('{"source": "a"}', f"found no 'references', {OBJECT}"),
        (record(source=3), 'found "source" of type int, expected a string'),
        (record(source=None), 'found "source" of type NoneType, expected a string'),
        (record(source=[LONG]), 'found "source" of type list, expected a string'),
        (record(references=[]), f'found "references" [], {LIST}'),
        (record(references="a"), f'found "references" a, {LIST}'),
        (record(references=["a", 3]), f"found \"references\" ['a', 3], {LIST}"),
        (record(references=None), f'found "references" None, {LIST}'),
        (record(references={"a": "b"}), f"found \"references\" {{'a': 'b'}}, {LIST}"),
        ('{"source": ' + "[" * 100_000, "found JSON nested too deeply, expected a JSON object"),
    ],
)
def test_bad_json_lines_are_refused_with_their_line(
    line: str, message: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, record(), "", line)
    assert error_of(path).startswith(f"{path}:3: {message}")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"source": "(S (NP dog)"},
            "found the end of the text at character 1 in the source, expected ')' to close 'S'",
        ),
        (
            {"source": "(TOP (NP))"},
            "found ')' at character 9 in the source, expected a word or a child",
        ),
        (
            {"references": [SHORT, "(S (NP dog) barks)"]},
            "found 'barks' at character 13 in reference 2, expected '(' or ')'",
        ),
    ],
)
def test_bad_trees_in_json_are_refused_with_their_place(
    fields: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, record(), record(**fields))
    assert error_of(path).startswith(f"{path}:2: {message}")


def test_two_trees_in_one_string_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, record(source=LONG + SHORT))
    assert error_of(path) == f"{path}:1: found a second tree in the source, expected one tree"


def test_pairs_before_a_bad_line_are_read(tmp_path: Path) -> None:
    pairs = read_pairs(saved(tmp_path, record(), "{"))
    assert next(pairs).id == "a"
    with pytest.raises(FormatError):
        next(pairs)


def test_the_toolkit_layout(tmp_path: Path) -> None:
    path = saved(tmp_path, LONG, SHORT, "", SHORT, "", SHORT, name="pairs.txt")
    assert list(read_pairs(path)) == [
        Pair("1", LONG_TREE, (SHORT_TREE,), place=f"{path}:1"),
        Pair("2", SHORT_TREE, (SHORT_TREE,), place=f"{path}:4"),
    ]
    assert count_pairs(path) == 2


def test_the_toolkit_layout_may_hold_single_preterminals(tmp_path: Path) -> None:
    (pair,) = read_pairs(saved(tmp_path, "(UH yes)", "(UH yes)"))
    assert pair.source == Tree("TOP", [Tree("UH", word="yes")])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([LONG], "2: found the end of the file, expected a target tree"),
        ([LONG, SHORT, LONG], "4: found the end of the file, expected a target tree"),
        ([LONG, "dog barks"], "2:1: found 'dog', expected '('"),
        ([LONG, SHORT, LONG, "(S"], "4:1: found the end of the text, expected ')' to close 'S'"),
        ([LONG + SHORT, SHORT], "1: found a second tree, expected one tree"),
        (["[1, 2]"], "1:1: found '[1,', expected '('"),
        ([LONG, record()], "2:1: found '{\"id\":', expected '('"),
    ],
)
def test_bad_toolkit_files_are_refused_with_their_line(
    lines: list[str], message: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, *lines, name="pairs.txt")
    assert error_of(path).startswith(f"{path}:{message}")


@pytest.mark.parametrize("lines", [[record(), record(id="b")], [LONG, SHORT, LONG, SHORT]])
@pytest.mark.parametrize("end", [[], [""], ["", ""]], ids=len)
def test_alignments_come_from_a_file_of_their_own(
    lines: list[str], end: list[str], tmp_path: Path
) -> None:
    path = saved(tmp_path, *lines)
    alignments = saved(tmp_path, "1-0 2-1", "", *end, name="links.txt")
    one, two = read_pairs(path, alignments=alignments)
    assert one.links == ((1, 0), (2, 1))
    assert two.links == ()
    assert (one.source, one.references, one.place) == (LONG_TREE, (SHORT_TREE,), f"{path}:1")


def test_without_an_alignment_file_there_are_no_links(tmp_path: Path) -> None:
    assert [pair.links for pair in read_pairs(saved(tmp_path, LONG, SHORT))] == [None]


@pytest.mark.parametrize(
    ("lines", "number", "found"),
    [
        ([], 1, "the end of the file"),
        (["1-0"], 2, "the end of the file"),
        (["1-0", "1-0", "1-0"], 3, "more lines"),
        (["1-0", "1-0", "", "1-0"], 4, "more lines"),
    ],
)
def test_alignments_must_be_as_many_as_pairs(
    lines: list[str], number: int, found: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, LONG, SHORT, LONG, SHORT)
    alignments = saved(tmp_path, *lines, name="links.txt")
    assert error_of(path, alignments=alignments) == (
        f"{alignments}:{number}: found {found}, expected one line of links for each pair of {path}"
    )


@pytest.mark.parametrize("link", ["1", "1-", "-1", "a-b", "1-0-2", "1:0", "1--0", "²-1"])
def test_bad_links_are_refused_with_their_line(link: str, tmp_path: Path) -> None:
    path = saved(tmp_path, LONG, SHORT, LONG, SHORT)
    alignments = saved(tmp_path, "1-0", f"1-0 {link}", name="links.txt")
    with pytest.raises(AlignmentError) as caught:
        list(read_pairs(path, alignments=alignments))
    assert str(caught.value) == f"{alignments}:2: found {link!r}, expected a link such as 0-0"


def test_missing_files_are_errors_for_people(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    message = f"cannot read {missing}: No such file or directory"
    assert error_of(missing) == message
    assert error_of(saved(tmp_path, LONG, SHORT), alignments=missing) == message


@pytest.mark.parametrize("lines", [[], [""], ["", " \t", ""]])
def test_an_empty_file_holds_no_pairs(lines: list[str], tmp_path: Path) -> None:
    path = saved(tmp_path, *lines)
    assert list(read_pairs(path)) == []
    assert list(read_pairs(path, alignments=saved(tmp_path, name="links.txt"))) == []
    assert count_pairs(path) == 0


TAGGED = "(S-HLN (NP-SBJ-1 (-NONE- *)) (VP (VBZ barks)))"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "(TOP (S-HLN (NP-SBJ-1 (-NONE- *)) (VP (VBZ barks))))"),
        ({"drop_traces": True}, "(TOP (S-HLN (VP (VBZ barks))))"),
        ({"drop_function_tags": True}, "(TOP (S (NP (-NONE- *)) (VP (VBZ barks))))"),
        (
            {"drop_traces": True, "drop_function_tags": True},
            "(TOP (S (VP (VBZ barks))))",
        ),
    ],
)
@pytest.mark.parametrize("lines", [[TAGGED, TAGGED], [record(source=TAGGED, references=[TAGGED])]])
def test_traces_and_function_tags_may_be_dropped(
    lines: list[str], options: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    (pair,) = read_pairs(saved(tmp_path, *lines), **options)
    assert pair.source == parse(expected)
    assert pair.references == (parse(expected),)


@pytest.mark.parametrize(
    ("lines", "number"),
    [([LONG, "(S (NP (-NONE- *)))"], 2), ([record(source="(S (NP (-NONE- *)))")], 1)],
)
def test_a_tree_of_traces_only_is_refused_when_they_are_dropped(
    lines: list[str], number: int, tmp_path: Path
) -> None:
    path = saved(tmp_path, *lines)
    assert len(list(read_pairs(path))) == 1
    message = error_of(path, drop_traces=True)
    assert message.startswith(f"{path}:{number}: found a tree of traces only")
    assert message.endswith("expected a tree with words")


def test_pairs_are_counted_without_being_read(tmp_path: Path) -> None:
    assert count_pairs(saved(tmp_path, "{", "", "{", "no pair at all")) == 3
    assert count_pairs(saved(tmp_path, "(", "", "(", "(")) == 1


def test_pairs_are_written_as_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write_pairs([Pair("ä", LONG_TREE, ("dog «barks»",)), Pair("b", "x", (SHORT_TREE, "y"))], path)
    assert path.read_text("utf-8").splitlines() == [
        f'{{"id": "ä", "source": "(TOP {LONG})", "references": ["dog «barks»"]}}',
        f'{{"id": "b", "source": "x", "references": ["(TOP {SHORT})", "y"]}}',
    ]


def test_no_pairs_make_an_empty_file(tmp_path: Path) -> None:
    write_pairs([], tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_a_pair_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = saved(tmp_path, record())
    before = path.read_bytes()
    unwritable = Tree("TOP", [Tree("NN", word="a b")])
    with pytest.raises(TreeError):
        write_pairs([Pair("a", LONG_TREE, ("x",)), Pair("b", unwritable, ("x",))], path)
    assert path.read_bytes() == before


ROOTED = trees(words=st.sampled_from(PLAIN_WORDS)).map(with_root)
# Text that opens a bracket may be a tree; see test_json_lines_of_text for what is still text.
TEXTS = st.text().filter(lambda text: not text.lstrip().startswith("("))
SIDES = ROOTED | TEXTS


@given(st.lists(st.tuples(st.text(), SIDES, st.lists(SIDES, min_size=1, max_size=3)), max_size=4))
def test_what_is_written_reads_back_the_same(
    tmp_path_factory: pytest.TempPathFactory,
    fields: list[tuple[str, Tree | str, list[Tree | str]]],
) -> None:
    path = tmp_path_factory.mktemp("corpus") / "pairs.jsonl"
    pairs = [
        Pair(name, source, tuple(references), place=f"{path}:{number}")
        for number, (name, source, references) in enumerate(fields, 1)
    ]
    write_pairs(pairs, path)
    assert list(read_pairs(path)) == pairs
    assert count_pairs(path) == len(pairs)


@pytest.mark.parametrize("text", [LONG, "(ROOT (UH yes))", "(UH yes)"])
def test_a_tree_without_its_root_is_still_a_tree_when_it_is_read_back(
    text: str, tmp_path: Path
) -> None:
    tree = parse(text)
    write_pairs([Pair("a", tree, (tree,))], tmp_path / "out.jsonl")
    (pair,) = read_pairs(tmp_path / "out.jsonl")
    assert isinstance(pair.source, Tree), f"{render(tree)} came back as text"
    assert (pair.source, pair.references) == (with_root(tree), (with_root(tree),))


@pytest.mark.parametrize("text", ["((CROSSTALK)) he said", "(see (a) below) it is", "( ( ) . ."])
def test_text_with_brackets_inside_is_text(tmp_path: Path, text: str) -> None:
    write_pairs([Pair("a", text, (text,))], tmp_path / "pairs.jsonl")
    assert [pair.source for pair in read_pairs(tmp_path / "pairs.jsonl")] == [text]


def test_an_id_that_is_null_is_no_id(tmp_path: Path) -> None:
    (tmp_path / "pairs").write_text('{"id": null, "source": "a", "references": ["a"]}\n')
    assert [pair.id for pair in read_pairs(tmp_path / "pairs")] == ["1"]


def test_half_a_surrogate_pair_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pairs").write_text('{"source": "\\ud800", "references": ["a"]}\n')
    with pytest.raises(FormatError, match=r"pairs:1: found half of a surrogate pair"):
        list(read_pairs(tmp_path / "pairs"))


def test_a_long_text_of_spaces_is_read_at_once(tmp_path: Path) -> None:
    text = "(" + " " * 200_000 + "x"
    write_pairs([Pair("a", text, (text,))], tmp_path / "pairs.jsonl")
    assert [pair.source for pair in read_pairs(tmp_path / "pairs.jsonl")] == [text]
