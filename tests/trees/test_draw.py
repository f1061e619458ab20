"""Trees for the eye: exact text, and SVG that any XML reader accepts."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, SPACED_WORDS, fragments, trees

from laconic.errors import TreeError
from laconic.trees.brackets import parse
from laconic.trees.draw import MAX_DRAWN_DEPTH, draw_svg, draw_text
from laconic.trees.tree import Tree

SVG = "{http://www.w3.org/2000/svg}"


def chain(levels: int) -> Tree:
    """A tree whose deepest node lies this many levels under its root."""
    tree = Tree("NN", word="end")
    for _ in range(levels):
        tree = Tree("X", [tree])
    return tree


def svg_texts(tree: Tree) -> list[str]:
    root = ElementTree.fromstring(draw_svg(tree))
    assert root.tag == f"{SVG}svg"
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def shown(text: str) -> str:
    """What a reader of XML can get to see of a text."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("(UH yes)", ["UH yes"]),
        ("(X (Y (Z z)))", ["X", "└─ Y", "   └─ Z z"]),
        (
            "(S (NP (DT the) (NN dog)) (ADVP (RB never)) (VP (VBZ barks) (PP (IN at) (NP me))))",
            [
                "S",
                "├─ NP",
                "│  ├─ DT the",
                "│  └─ NN dog",
                "├─ ADVP",
                "│  └─ RB never",
                "└─ VP",
                "   ├─ VBZ barks",
                "   └─ PP",
                "      ├─ IN at",
                "      └─ NP me",
            ],
        ),
        ("(NP (-LRB- -LRB-) (NN 日本))", ["NP", "├─ -LRB- (", "└─ NN 日本"]),
    ],
)
def test_text_drawings(text: str, drawn: list[str]) -> None:
    assert draw_text(parse(text)).split("\n") == drawn


def test_variables_are_drawn_as_labels() -> None:
    assert draw_text(Tree("NP", [Tree("DT"), Tree("NN", word="dog")])) == "NP\n├─ DT\n└─ NN dog"


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\n", "\r", "\t", "\x7f", "\x9b", "\ud800"])
def test_control_characters_never_reach_a_terminal(char: str) -> None:
    drawn = draw_text(Tree(f"A{char}", [Tree("B", word=f"{char}[31m")]))
    assert drawn == "A\ufffd\n└─ B \ufffd[31m"


@given(fragments())
def test_text_has_one_line_for_each_node(tree: Tree) -> None:
    lines = draw_text(tree).split("\n")
    nodes = list(tree.nodes())
    assert len(lines) == len(nodes)
    for line, node in zip(lines, nodes, strict=True):
        text = node.label if node.word is None else f"{node.label} {node.word}"
        assert line.endswith(shown(text))


def test_a_tree_too_deep_for_text_is_refused() -> None:
    assert len(draw_text(chain(MAX_DRAWN_DEPTH)).split("\n")) == MAX_DRAWN_DEPTH + 1
    with pytest.raises(TreeError) as caught:
        draw_text(chain(MAX_DRAWN_DEPTH + 1))
    assert str(caught.value) == "the tree is deeper than 1000 levels, too deep to draw"


def test_svg_of_a_small_tree() -> None:
    tree = parse("(NP (DT the) (NN dog))")
    assert svg_texts(tree) == ["NP", "DT", "the", "NN", "dog"]
    root = ElementTree.fromstring(draw_svg(tree))
    assert len(list(root.iter(f"{SVG}line"))) == 4  # to two children and two words
    assert [e.get("font-style") for e in root.iter(f"{SVG}text")] == [
        None, None, "italic", None, "italic",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "word",
    ["<&\"'>", "]]>", "<!--", "&amp;", "\x00\x0b\x1f", "\x85", "\ufffe\uffff", "\ud800", "日本語"],
)
def test_svg_holds_any_word_and_label(word: str) -> None:
    assert svg_texts(Tree(word, [Tree("X", word=word)])) == [shown(word), "X", shown(word)]


@given(trees(labels=LABELS, words=SPACED_WORDS) | fragments())
def test_svg_is_well_formed_and_holds_every_label_and_word(tree: Tree) -> None:
    expected = []
    for node in tree.nodes():
        expected += (
            [shown(node.label)] if node.word is None else [shown(node.label), shown(node.word)]
        )
    assert svg_texts(tree) == expected


@given(trees(max_words=8) | trees(words=st.sampled_from(["日本語日本語", "internationalisation"])))
def test_svg_texts_fit_the_picture_and_do_not_overlap(tree: Tree) -> None:
    root = ElementTree.fromstring(draw_svg(tree))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    rows: dict[float, list[tuple[float, float]]] = defaultdict(list)
    for element in root.iter(f"{SVG}text"):
        centre, baseline = float(element.attrib["x"]), float(element.attrib["y"])
        half = columns(element.text or "") * 14 * 0.5 / 2  # half an em for each column
        assert centre - half >= 0
        assert centre + half <= width
        assert 14 <= baseline <= height
        rows[baseline].append((centre - half, centre + half))
    for row in rows.values():
        for (_, end), (start, _) in zip(sorted(row), sorted(row)[1:], strict=False):
            assert end < start


@given(trees())
def test_svg_lines_join_what_belongs_together(tree: Tree) -> None:
    root = ElementTree.fromstring(draw_svg(tree))
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    baselines: dict[str, list[float]] = defaultdict(list)
    for element in root.iter(f"{SVG}text"):
        baselines[element.attrib["x"]].append(float(element.attrib["y"]))
    lines = list(root.iter(f"{SVG}line"))
    # One to each node but the root, and one to each word.
    assert len(lines) == sum(1 for _ in tree.nodes()) - 1 + len(tree.words())
    for line in lines:
        top, bottom = float(line.attrib["y1"]), float(line.attrib["y2"])
        assert top < bottom
        assert any(0 < top - baseline < 14 for baseline in baselines[line.attrib["x1"]])
        assert any(14 < baseline - bottom < 28 for baseline in baselines[line.attrib["x2"]])


def test_wide_characters_get_more_room() -> None:
    def width(word: str) -> float:
        return float(ElementTree.fromstring(draw_svg(Tree("N", word=word))).attrib["width"])

    assert width("日本語日本語") > width("nihongo") > width("n")


def test_deep_trees_are_drawn_as_svg() -> None:
    depth = 30_000
    drawn = draw_svg(chain(depth))
    assert drawn.count(">X</text>") == depth
    assert ElementTree.fromstring(drawn)[-1].text == "end"
