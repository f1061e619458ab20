"""Features of places: exact names on a small tree, and what holds for any tree."""

from __future__ import annotations

from hypothesis import given
from strategies import trees

from laconic.scoring.context import Context, Described
from laconic.trees.brackets import parse
from laconic.trees.heads import load_head_table
from laconic.trees.labels import with_root
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

CONTEXT = Context(load_head_table("collins"))
SOURCE = parse(
    "(TOP (S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (CD 12) (NNS cats))"
    " (PP (IN in) (NP (NNP Rome)))) (. .)))"
)


def describe(tree: Tree) -> Described:
    return CONTEXT.describe(index_spans(tree))


def test_a_token_that_is_kept() -> None:
    """The object's head: words in lower case, digits masked, the verb as what it depends on."""
    assert describe(SOURCE).tokens[4] == [
        "keep tag NNS",
        "keep word cats",
        "keep tag NNS after CD",
        "keep tag NNS before IN",
        "keep tag NNS between CD IN",
        "keep tag NNS after VBD CD",
        "keep tag NNS before IN NNP",
        "keep word cats after ##",
        "keep word cats before in",
        "keep tag NNS ending ats",
        "keep tag NNS heading NP under VP",
        "keep head of NP under VP under S",
        "keep word cats heading NP under VP",
        "keep word cats of saw",
        "keep head of NP of saw",
        "keep tag NNS of VBD under VP",
        "keep head of NP depth 2",
        "keep tag NNS depth 2 tenth 5",
        "keep tag NNS place 4",
        "keep tag NNS size 5",
        "keep tag NNS first",
    ]


def test_the_head_of_all_and_the_ends_of_a_sentence() -> None:
    tokens = describe(SOURCE).tokens
    assert "keep word saw of |" in tokens[2]
    assert "keep head of TOP under | under |" in tokens[2]
    assert "keep tag DT after | |" in tokens[0]
    assert "keep word . before |" in tokens[7]


def test_a_constituent_that_goes() -> None:
    assert describe(SOURCE).spans[5, 7] == [
        "cut PP",
        "cut PP right under VP",
        "cut PP under VP under S",
        "cut PP under VP between NP |",
        "cut PP right after NP",
        "cut PP right before |",
        "cut PP head in",
        "cut PP head IN under VP",
        "cut PP of saw",
        "cut PP right of VBD",
        "cut PP head in of saw",
        "cut PP from in",
        "cut PP from in of saw",
        "cut PP from in head in",
        "cut PP after word cats",
        "cut PP before word .",
        "cut PP size 1",
        "cut PP size 1 depth 2",
        "cut PP share 2",
        "cut PP tenth 6",
        "cut PP under VP depth 2",
        "cut PP leaves 1",
        "cut PP with a name",
    ]


def test_sides_numbers_and_negations() -> None:
    spans = describe(SOURCE).spans
    assert "cut NP left under S" in spans[0, 2]
    assert "cut VP head under S" in spans[2, 7]
    assert "cut NP with a number" in spans[3, 5]
    assert "cut CD with a number" in spans[3, 4]
    assert not any(name.endswith("negation") for names in spans.values() for name in names)
    denied = parse("(TOP (S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB know)))))")
    spans = describe(denied).spans
    assert {span for span, names in spans.items() if names[-1].endswith("with a negation")} == {
        (0, 4), (1, 4), (2, 3)
    }  # fmt: skip


def test_a_word_that_was_there_before() -> None:
    tree = parse("(TOP (NP (NN Tea) (, ,) (NN tea) (CC and) (NN tea)))")
    last = [names[-1] for names in describe(tree).tokens]
    assert last == ["keep tag NN first", "keep tag , first", "keep tag NN again",
                    "keep tag CC first", "keep tag NN again"]  # fmt: skip


def test_of_a_unary_chain_the_highest_node_is_cut() -> None:
    tree = parse("(TOP (S (NP (PRP it)) (VP (VBD rained))))")
    spans = describe(tree).spans
    assert set(spans) == {(0, 2), (0, 1), (1, 2)}
    assert [spans[span][0] for span in sorted(spans)] == ["cut NP", "cut S", "cut VP"]


@given(trees(max_words=6))
def test_every_token_and_constituent_of_any_tree_is_described(tree: Tree) -> None:
    source = index_spans(with_root(tree))
    described = CONTEXT.describe(source)
    assert len(described.tokens) == len(tree.words())
    assert set(described.spans) == {
        (source.starts[node], source.stops[node]) for node in range(1, len(source.nodes))
    }
    for names in [*described.tokens, *described.spans.values()]:
        assert len(set(names)) == len(names)
    assert Context(load_head_table("collins")).describe(source) == described
