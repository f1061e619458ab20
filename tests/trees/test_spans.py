"""Trees laid out flat, against the same numbers computed by plain recursion."""

from __future__ import annotations

from hypothesis import given
from strategies import fragments

from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree


def size(tree: Tree) -> int:
    return 1 + sum(size(child) for child in tree.children)


def numbered(tree: Tree, number: int = 0, word: int = 0) -> list[tuple[int, int, int, list[int]]]:
    """For each node in pre-order: its end, its first word, its stop, its children's numbers."""
    children, below = [], []
    next_number, next_word = number + 1, word + (tree.word is not None)
    for child in tree.children:
        children.append(next_number)
        below += numbered(child, next_number, next_word)
        next_number += size(child)
        next_word += len(child.words())
    return [(next_number, word, next_word, children), *below]


def postorder(tree: Tree, number: int = 0) -> list[int]:
    order: list[int] = []
    below = number + 1
    for child in tree.children:
        order += postorder(child, below)
        below += size(child)
    return [*order, number]


def test_a_small_tree_laid_out_by_hand() -> None:
    spans = index_spans(parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"))
    assert [node.label for node in spans.nodes] == ["S", "NP", "DT", "NN", "VP", "VBZ"]
    assert spans.ends == [6, 4, 3, 4, 6, 6]
    assert spans.starts == [0, 0, 0, 1, 2, 2]
    assert spans.stops == [3, 2, 1, 2, 3, 3]
    assert [spans.children(node) for node in range(6)] == [[1, 4], [2, 3], [], [], [5], []]
    assert list(spans.postorder()) == [2, 3, 1, 5, 4, 0]


def test_variables_span_no_words() -> None:
    tree = Tree("S", [Tree("NP"), Tree("VP", [Tree("VBZ", word="barks"), Tree("PP")])])
    spans = index_spans(tree)
    assert spans.starts == [0, 0, 0, 0, 1]
    assert spans.stops == [1, 0, 1, 1, 1]


@given(fragments(max_leaves=8))
def test_layout_agrees_with_recursion(tree: Tree) -> None:
    spans = index_spans(tree)
    assert spans.tree is tree
    assert all(one is two for one, two in zip(spans.nodes, tree.nodes(), strict=True))
    found = [
        (spans.ends[node], spans.starts[node], spans.stops[node], spans.children(node))
        for node in range(len(spans.nodes))
    ]
    assert found == numbered(tree)
    assert list(spans.postorder()) == postorder(tree)


@given(fragments(max_leaves=8))
def test_spans_hold_the_words_and_children_of_their_nodes(tree: Tree) -> None:
    spans, words = index_spans(tree), tree.words()
    for number, node in enumerate(spans.nodes):
        assert words[spans.starts[number] : spans.stops[number]] == node.words()
        assert list(spans.nodes[number : spans.ends[number]]) == list(node.nodes())
        children = [spans.nodes[child] for child in spans.children(number)]
        assert all(one is two for one, two in zip(children, node.children, strict=True))
