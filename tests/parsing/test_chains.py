"""Trees as labelled spans and back."""

from __future__ import annotations

from hypothesis import given
from strategies import trees

from laconic.parsing.chains import spans_of, tree_of
from laconic.trees.brackets import parse
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree


def test_nodes_over_the_same_words_are_one_label() -> None:
    tree = parse("(TOP (S (NP (PRP I)) (VP (VBP run) (S (VP (TO to) (VP (VB win)))))))")
    spans, tags, words = spans_of(tree)
    assert sorted(spans) == [
        (0, 1, "NP"), (0, 4, "S"), (1, 4, "VP"), (2, 4, "S|VP"), (3, 4, "VP"),
    ]  # fmt: skip
    assert tags == ["PRP", "VBP", "TO", "VB"]
    assert words == ["I", "run", "to", "win"]


def test_the_order_of_spans_does_not_matter() -> None:
    tree = parse("(TOP (S (NP (DT a) (NN b)) (VP (VB c) (NP (NN d)))))")
    spans, tags, words = spans_of(tree)
    for order in (spans, spans[::-1], sorted(spans)):
        assert tree_of(order, tags, words) == tree


def test_without_spans_words_hang_from_the_root() -> None:
    assert tree_of([], ["UH", "."], ["Oh", "."]) == parse("(TOP (UH Oh) (. .))")


@given(trees().filter(lambda tree: not any("|" in node.label for node in tree.nodes())))
def test_round_trip(tree: Tree) -> None:
    spans, tags, words = spans_of(tree)
    assert tree_of(spans, tags, words) == with_root(tree)


def test_deep_trees_do_not_recurse() -> None:
    deep = with_root(parse("(NP " * 5000 + "(NN a)" + ")" * 5000))
    assert tree_of(*spans_of(deep)) == deep
