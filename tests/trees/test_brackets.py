"""Bracketed trees in and out: every form that is read, every error that is made."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import PLAIN_WORDS, WORDS, trees

from laconic.errors import FormatError, LaconicError, TreeError
from laconic.trees.brackets import parse, parse_all, read_trees, render
from laconic.trees.tree import Tree

THE_DOG = Tree("NP", [Tree("DT", word="the"), Tree("NN", word="dog")])


def saved(folder: Path, text: str) -> Path:
    path = folder / "trees.ptb"
    path.write_bytes(text.encode())
    return path


@settings(max_examples=300)
@given(trees())
def test_what_is_written_reads_back_the_same(tree: Tree) -> None:
    assert parse(render(tree)) == tree


@settings(max_examples=500)
@given(WORDS)
def test_every_word_reads_back_the_same(word: str) -> None:
    assert parse(render(Tree("X", word=word))).word == word


@pytest.mark.parametrize(
    "word",
    [
        "-LRB-RRB-",  # the second dash ends one bracket's name and begins another's
        "-LRB-LRB-",
        "-LRB)",  # the bracket's own escape completes a name
        "-RSB(",
        "(RRB-",
        "--LRB-",
        "\\-LRB-",
        "\\(",
        "\\\\",
        "-LRB",
        "LRB-",
    ],
)
def test_words_that_look_like_escapes_read_back_the_same(word: str) -> None:
    assert parse(render(Tree("X", word=word))).word == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("-LRB-", "("),
        ("-RRB-", ")"),
        ("-LSB-", "["),
        ("-RSB-", "]"),
        ("-LCB-", "{"),
        ("-RCB-", "}"),
        ("-LRB-s-RRB-", "(s)"),
        ("\\-LRB-", "-LRB-"),
        ("\\\\-LRB-", "\\("),
        ("\\/", "/"),
        ("and\\/or", "and/or"),
        ("\\*", "*"),
        ("\\*\\*", "**"),
        ("\\\\", "\\"),
        ("\\", "\\"),
        ("C:\\dir", "C:\\dir"),
        ("[", "["),
        ("-lrb-", "-lrb-"),
        ("-LRB", "-LRB"),
        ("日本", "日本"),
        ("a\u00a0b", "a\u00a0b"),
        ("e\u0301\u2028", "e\u0301\u2028"),
    ],
)
def test_words_as_they_are_read(text: str, word: str) -> None:
    assert parse(f"(X {text})") == Tree("X", word=word)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("(", "-LRB-"),
        (")", "-RRB-"),
        ("[", "["),
        ("(s)", "-LRB-s-RRB-"),
        ("-LRB-", "\\-LRB-"),
        ("-RCB-", "\\-RCB-"),
        ("\\", "\\\\"),
        ("and/or", "and/or"),
        ("*", "*"),
    ],
)
def test_words_as_they_are_written(word: str, text: str) -> None:
    assert render(Tree("X", word=word)) == f"(X {text})"


@pytest.mark.parametrize(
    "label", ["-LRB-", ",", ".", "``", "PRP$", "NP-SBJ=1", "\\", "S̄", "[", "#"]
)
def test_labels_are_taken_as_they_are(label: str) -> None:
    tree = Tree(label, [Tree(label, word="x")])
    assert render(tree) == f"({label} ({label} x))"
    assert parse(render(tree)) == tree


@pytest.mark.parametrize(
    "text",
    [
        "( (NP (DT the) (NN dog)))",
        "((NP (DT the) (NN dog)))",
        "(\n  (NP (DT the)\n    (NN dog)) )",
        "(TOP (NP (DT the) (NN dog)))",
        "  (TOP(NP(DT the)(NN dog)))  ",
        "\t(TOP\t(NP (DT\tthe)\r\n(NN\v\fdog)))\n\n",
    ],
)
def test_layout_and_an_empty_top_label(text: str) -> None:
    assert parse(text) == Tree("TOP", [THE_DOG])


def test_an_empty_top_label_may_hold_several_children() -> None:
    assert parse("((DT the) (NN dog))") == Tree("TOP", THE_DOG.children)


def test_a_preterminal_alone_is_a_tree() -> None:
    assert parse("(UH yes)") == Tree("UH", word="yes")


def test_frontier_nodes_are_written_but_not_read() -> None:
    assert render(Tree("NP", [Tree("DT"), Tree("NN", word="dog")])) == "(NP (DT) (NN dog))"
    with pytest.raises(FormatError):
        parse("(NP (DT) (NN dog))")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \n\t\n", []),
        ("(A a)(B b) (C c)", ["a", "b", "c"]),
        ("(A a)\n\n\n(B b)\n", ["a", "b"]),
        ("(X\n(A a)\n\n(B b)) (C\nc)", ["a", "b", "c"]),
    ],
)
def test_parse_all_takes_any_number_of_trees(text: str, words: list[str]) -> None:
    assert [word for tree in parse_all(text) for word in tree.words()] == words


@given(
    st.lists(trees(words=st.sampled_from(PLAIN_WORDS), max_words=3), max_size=4),
    st.sampled_from(["", " ", "\n", "\n\n", "\r\n"]),
)
def test_trees_read_back_however_they_are_joined(many: list[Tree], between: str) -> None:
    assert list(parse_all(between.join(map(render, many)))) == many


FILE = "(NP (DT the) (NN dog))\n(TOP\n (UH Señor)) (A (B b))\n\n"
IN_FILE = [THE_DOG, Tree("TOP", [Tree("UH", word="Señor")]), Tree("A", [Tree("B", word="b")])]


@pytest.mark.parametrize(
    "raw",
    [
        FILE.encode(),
        FILE.strip().encode(),
        FILE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + FILE.encode(),
        b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode(),
    ],
    ids=["plain", "no line end", "CRLF", "BOM", "BOM and CRLF"],
)
@pytest.mark.parametrize("suffix", ["ptb", "ptb.gz"])
def test_files_are_read(raw: bytes, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"trees.{suffix}"
    path.write_bytes(gzip.compress(raw) if suffix.endswith("gz") else raw)
    assert list(read_trees(path)) == IN_FILE
    assert list(read_trees(str(path))) == IN_FILE


def test_files_are_read_one_tree_at_a_time(tmp_path: Path) -> None:
    reading = read_trees(saved(tmp_path, "(A a)\n(B b)\n)"))
    assert [next(reading), next(reading)] == [Tree("A", word="a"), Tree("B", word="b")]
    with pytest.raises(FormatError):
        next(reading)


def test_an_empty_file_holds_no_trees(tmp_path: Path) -> None:
    assert list(read_trees(saved(tmp_path, ""))) == []


TRACES = """
( (S (NP-SBJ-1 (-NONE- *T*-1)) (VP (VBZ barks) (NP=2 (-NONE- *)))))
( (S (NP-SBJ (-NONE- *))))
(-NONE- *)
(NP-SBJ (PRP$ its) (-LRB- -LRB-))
"""


@pytest.mark.parametrize(
    ("drop_traces", "drop_function_tags", "expected"),
    [
        (
            False,
            False,
            [
                "(TOP (S (NP-SBJ-1 (-NONE- *T*-1)) (VP (VBZ barks) (NP=2 (-NONE- *)))))",
                "(TOP (S (NP-SBJ (-NONE- *))))",
                "(-NONE- *)",
                "(NP-SBJ (PRP$ its) (-LRB- -LRB-))",
            ],
        ),
        (
            True,
            False,
            ["(TOP (S (VP (VBZ barks))))", "(NP-SBJ (PRP$ its) (-LRB- -LRB-))"],
        ),
        (
            False,
            True,
            [
                "(TOP (S (NP (-NONE- *T*-1)) (VP (VBZ barks) (NP (-NONE- *)))))",
                "(TOP (S (NP (-NONE- *))))",
                "(-NONE- *)",
                "(NP (PRP$ its) (-LRB- -LRB-))",
            ],
        ),
        (True, True, ["(TOP (S (VP (VBZ barks))))", "(NP (PRP$ its) (-LRB- -LRB-))"]),
    ],
)
def test_traces_and_function_tags_are_dropped(
    drop_traces: bool, drop_function_tags: bool, expected: list[str], tmp_path: Path
) -> None:
    found = read_trees(
        saved(tmp_path, TRACES), drop_traces=drop_traces, drop_function_tags=drop_function_tags
    )
    assert [render(tree) for tree in found] == expected


BAD = [
    ("", "line 1: found the end of the text, expected a tree"),
    (" \n ", "line 1: found the end of the text, expected a tree"),
    ("dog", "line 1, column 1: found 'dog', expected '('"),
    (" )", "line 1, column 2: found ')', expected '('"),
    ("()", "line 1, column 2: found ')', expected a word or a child"),
    ("(NP)", "line 1, column 4: found ')', expected a word or a child"),
    ("(S\n (NP ))", "line 2, column 6: found ')', expected a word or a child"),
    ("(S ((NN dog)))", "line 1, column 5: found '(', expected a label"),
    ("(NN dog cat)", "line 1, column 9: found 'cat', expected ')' after a word"),
    ("(NN dog (DT the))", "line 1, column 9: found '(', expected ')' after a word"),
    (
        "(NP (NN dog)\n\ncat)",
        "line 3, column 1: found 'cat', expected '(' or ')': a word stands alone",
    ),
    ("(NN dog) (NN cat)", "found a second tree, expected one tree"),
    ("(NN dog))", "line 1, column 9: found ')', expected '('"),
    ("(NN dog) cat", "line 1, column 10: found 'cat', expected '('"),
    (
        "(NP\n (NN dog",
        "line 2, column 2: found the end of the text, expected ')' to close 'NN', which opens here",
    ),
    (
        "(NP\n (NN dog)",
        "line 1, column 1: found the end of the text, expected ')' to close 'NP', which opens here",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_text_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert str(caught.value) == message


def test_errors_in_files_name_the_file(tmp_path: Path) -> None:
    path = saved(tmp_path, "(A a)\r\n(B\r\n  (日本 b) c)\r\n")
    with pytest.raises(FormatError) as caught:
        list(read_trees(path))
    error = caught.value
    assert str(error) == f"{path}:3:10: found 'c', expected '(' or ')': a word stands alone"
    assert (error.path, error.line, error.column) == (path, 3, 10)
    assert (error.found, error.expected) == ("'c'", "'(' or ')': a word stands alone")


def test_a_truncated_file_names_the_open_bracket(tmp_path: Path) -> None:
    path = saved(tmp_path, "(A a)\n(B (C c)\n")
    with pytest.raises(FormatError) as caught:
        list(read_trees(path))
    assert str(caught.value).startswith(f"{path}:2:1: found the end of the text, expected ')' to")


def test_parse_all_names_the_path_it_is_given() -> None:
    with pytest.raises(FormatError, match=r"^a\.ptb:1:1: found 'x', expected '\('$"):
        list(parse_all("x", path="a.ptb"))


def test_a_missing_file_is_an_error_for_people(tmp_path: Path) -> None:
    with pytest.raises(
        LaconicError, match=r"^cannot read .*missing\.ptb: No such file or directory"
    ):
        list(read_trees(tmp_path / "missing.ptb"))


@pytest.mark.parametrize("text", ["( (S (NP (DT the)\n(NN dog)) (-RRB- -RRB-)))", "(UH yes)"])
def test_every_truncation_is_refused(text: str) -> None:
    for length in range(len(text)):
        with pytest.raises(FormatError):
            parse(text[:length])


@given(trees(max_words=3), st.data())
def test_any_truncation_of_any_tree_is_refused(tree: Tree, data: st.DataObject) -> None:
    text = render(tree)
    with pytest.raises(FormatError):
        parse(text[: data.draw(st.integers(0, len(text) - 1))])


@settings(max_examples=500)
@given(st.text("() a\n\\-"))
def test_junk_is_read_or_refused_and_what_is_read_can_be_written(text: str) -> None:
    try:
        found = list(parse_all(text))
    except (FormatError, TreeError):
        return
    assert [parse(render(tree)) for tree in found] == found


@given(st.lists(st.sampled_from(["(", ")", "-LRB-", "RRB-", "\\", "a", " ", "(X "])).map("".join))
def test_junk_of_larger_pieces_is_read_or_refused(text: str) -> None:
    try:
        found = list(parse_all(text))
    except (FormatError, TreeError):
        return
    assert [parse(render(tree)) for tree in found] == found


@pytest.mark.parametrize("word", ["", " ", "a b", "a\nb", "\t", "a\r", "\v", "\f"])
def test_words_that_brackets_cannot_hold_are_refused(word: str) -> None:
    with pytest.raises(TreeError) as caught:
        render(Tree("NP", [Tree("NN", word=word)]))
    assert str(caught.value) == (
        f"the word {word!r} cannot be written in brackets: empty, or with white space"
    )


@pytest.mark.parametrize("label", ["", " ", "N P", "NP\n", "(", "N)P", "\f"])
@pytest.mark.parametrize("place", ["top", "inner", "preterminal"])
def test_labels_that_brackets_cannot_hold_are_refused(label: str, place: str) -> None:
    leaf = Tree(label if place == "preterminal" else "NN", word="dog")
    inner = Tree(label if place == "inner" else "NP", [leaf])
    with pytest.raises(TreeError) as caught:
        render(Tree(label if place == "top" else "S", [inner]))
    assert str(caught.value) == (
        f"the label {label!r} cannot be written in brackets: "
        "empty, or with white space or a bracket"
    )
