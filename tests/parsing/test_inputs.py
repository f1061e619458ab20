"""Text, lines, tokens and trees as sentences to parse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flat_parser import FlatParser

from laconic.parsing.inputs import (
    BATCH,
    INPUT_FORMS,
    Item,
    parse_items,
    parse_text,
    read_items,
    split_tokens,
)
from laconic.trees.brackets import parse
from laconic.trees.labels import with_root

TREE = "(TOP (UH Yes))"


def test_text_is_split_into_sentences_within_paragraphs() -> None:
    lines = ["He left. She", "stayed.", "", "A title", "", TREE, "It rained."]
    assert list(read_items(lines, "text")) == [
        ["He", "left", "."], ["She", "stayed", "."], ["A", "title"], parse(TREE),
        ["It", "rained", "."],
    ]  # fmt: skip


def test_lines_are_sentences_and_empty_lines_count() -> None:
    lines = ["He left. She stayed.", "", "  ", TREE, "Don't."]
    assert list(read_items(lines, "lines")) == [
        ["He", "left", ".", "She", "stayed", "."], None, None, parse(TREE), ["Do", "n't", "."],
    ]  # fmt: skip


def test_tokens_are_taken_as_they_are() -> None:
    lines = ["don't stop -LRB- now -RRB-  .", "", TREE, "a\u00a0b `` c ''"]
    assert list(read_items(lines, "tokenized")) == [
        ["don't", "stop", "(", "now", ")", "."], None, parse(TREE), ["a\u00a0b", "``", "c", "''"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "(Laughter) Yes.", "((JS)) On the test, I scored (too).", "(See (a) above.)",
        "(NYSE (GE))", "((laughs))", "(f(x) = (x + 1))", "(())", "(Reuters (London bureau))",
        "( The ( old ) dog )", "(AT&T (NYSE T) said.)", "(TOP (NP (NN dog)) (VP))", "(ROOT (",
    ],
)  # fmt: skip
def test_text_in_brackets_is_text(text: str) -> None:
    for form in INPUT_FORMS:
        items = list(read_items([text], form))
        assert all(isinstance(item, list) for item in items)
        assert "".join("".join(item) for item in items if isinstance(item, list)) == "".join(
            text.split()
        )


@pytest.mark.parametrize(
    "text", ["(TOP (UH Yes))", "( (S (NP (NN a)) (VP (VB b))) )", "(S-1 (-LRB- -LRB-) (NN a))"]
)
def test_a_tree_is_a_tree(text: str) -> None:
    for form in INPUT_FORMS:
        (item,) = read_items([text], form)
        assert item == with_root(parse(text))


def test_a_very_long_paragraph_is_cut_at_a_line_break() -> None:
    lines = ["One more sentence."] * 20_000
    items = list(read_items(lines, "text"))
    assert len(items) == 20_000
    assert all(item == ["One", "more", "sentence", "."] for item in items)


def test_split_tokens_knows_ascii_space_only() -> None:
    assert split_tokens("\t a  b\u2003c \r") == ["a", "b\u2003c"]
    assert split_tokens(" \t") == split_tokens("\u00a0\u3000") == []


def test_trees_come_in_order_and_in_batches() -> None:
    items: list[Item] = [["a", str(number)] for number in range(2 * BATCH)]
    items[3], items[BATCH] = None, parse(TREE)
    parser = FlatParser()
    trees = list(parse_items(parser, items))
    assert parser.batches == [BATCH - 1, BATCH - 1]
    assert trees[3] is None
    assert trees[BATCH] == parse(TREE)
    assert [tree.words()[1] for tree in trees[:3] if tree] == ["0", "1", "2"]
    assert len(trees) == len(items)


def test_a_batch_without_sentences_asks_no_parser() -> None:
    parser = FlatParser()
    assert list(parse_items(parser, [None, parse(TREE)])) == [None, parse(TREE)]
    assert parser.batches == []


def test_input_is_read_only_as_far_as_needed() -> None:
    taken = 0

    def items() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield ["word"]

    next(parse_items(FlatParser(), items()))
    assert taken == BATCH


def test_parse_text() -> None:
    trees = parse_text("He left.\n\n(TOP (UH Yes))\nShe stayed.", FlatParser())
    assert [tree.words() for tree in trees] == [
        ["He", "left", "."], ["Yes"], ["She", "stayed", "."],
    ]  # fmt: skip
