"""What holds for the dependencies of every tree, and of odd ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, trees

from laconic.trees.brackets import parse
from laconic.trees.conjuncts import arrange
from laconic.trees.dependencies import Dependency, find_dependencies
from laconic.trees.labels import TRACE_LABEL, without_function_tags, without_traces
from laconic.trees.tree import Tree, fold

LABEL_TEXT = (
    "S SINV SQ SBARQ SBAR FRAG VP NP NML QP PP ADJP ADVP PRN UCP RRC CONJP WHNP WHADVP WHPP INTJ X "
    "PRT NN NNS NNP PRP JJ RB DT CD $ IN TO MD VB VBD VBG VBN VBZ CC WP WDT WRB RP POS UH EX , . : "
    "`` '' NP-SBJ S-TPC-1 PP-LOC=2"
)
PENN = st.sampled_from(LABEL_TEXT.split())
TREES = trees(labels=PENN, max_words=12) | trees(labels=PENN | LABELS)
TAGS = st.sampled_from(["", "-SBJ", "-TMP", "-1", "=2", "-PRD-TPC-3"])


def heads_of(tree: Tree) -> list[int]:
    return [arc.head for arc in find_dependencies(tree)]


def reaches_root(heads: list[int], place: int) -> bool:
    for _ in heads:
        if place == -1:
            return True
        place = heads[place]
    return place == -1


@given(TREES)
def test_every_word_has_one_head_and_reaches_the_root(tree: Tree) -> None:
    arcs = find_dependencies(tree)
    words = [leaf for leaf in tree.leaves() if leaf.label != TRACE_LABEL]
    heads = [arc.head for arc in arcs]
    assert [arc.dependent for arc in arcs] == list(range(len(words)))
    assert [arc.head for arc in arcs if arc.label == "ROOT"] == ([-1] if words else [])
    assert heads.count(-1) == bool(words)
    assert all(reaches_root(heads, place) for place in range(len(heads)))


@given(TREES, st.data())
def test_function_tags_change_nothing(tree: Tree, data: st.DataObject) -> None:
    def tag(node: Tree, children: list[Tree]) -> Tree:
        # A word's label that starts with a dash is its whole tag.
        suffix = data.draw(TAGS) if children and not node.label.startswith("-") else ""
        return Tree(node.label + suffix, children, word=node.word)

    plain = without_function_tags(tree)
    assert find_dependencies(fold(plain, tag)) == find_dependencies(plain)


@given(TREES, st.data())
def test_traces_change_nothing(tree: Tree, data: st.DataObject) -> None:
    trace = Tree("NP-SBJ", [Tree(TRACE_LABEL, word="*T*-1")])

    def add(node: Tree, children: list[Tree]) -> Tree:
        wanted: bool = data.draw(st.booleans())
        if children and wanted:
            children.insert(data.draw(st.integers(0, len(children))), trace)
        return Tree(node.label, children, word=node.word)

    bare = without_traces(tree)
    assert find_dependencies(fold(tree, add)) == (find_dependencies(bare) if bare else ())


@given(PENN, st.lists(PENN, min_size=1, max_size=9))
def test_children_hang_on_their_sisters_without_cycles(label: str, children: list[str]) -> None:
    holds = [hold.on for hold in arrange(label, tuple(children))]
    assert holds.count(-1) == 1
    assert all(reaches_root(holds, place) for place in range(len(holds)))


def test_a_conjunction_may_head_a_phrase_that_has_nothing_better() -> None:
    assert [hold.on for hold in arrange("PP-LOC=2", ("VP", "CC", "S"))] == [1, -1, 1]


def test_a_deep_tree_takes_no_recursion() -> None:
    chain = Tree("NN", word="echo")
    for label in ("S", "VP", "NP", "SBAR", "X") * 4_000:
        chain = Tree(label, [chain])
    assert find_dependencies(chain) == (Dependency(-1, 0, "ROOT"),)
    comb = Tree("VP", [Tree("VB", word="go")])
    for _ in range(5_000):
        comb = Tree("VP", [comb, Tree("ADVP", [Tree("RB", word="on")])])
    assert heads_of(comb) == [-1] + [0] * 5_000


def test_a_word_alone_is_the_root() -> None:
    for brackets in ("(UH Yes)", "(TOP (S (VP (VB Stop))))", "(TOP (. !))"):
        assert find_dependencies(parse(brackets)) == (Dependency(-1, 0, "ROOT"),)


def test_punctuation_alone_still_has_a_root() -> None:
    arcs = find_dependencies(parse("(TOP (: --) (NP (`` ``) (. .)))"))
    assert [(arc.head, arc.label) for arc in arcs] == [(-1, "ROOT"), (0, "P"), (1, "P")]


def test_a_tree_of_traces_and_a_frontier_node_have_no_words() -> None:
    assert find_dependencies(parse("(TOP (NP (-NONE- *)))")) == ()
    assert find_dependencies(Tree("NP")) == ()


def test_unknown_labels_are_headed_by_their_first_word() -> None:
    arcs = find_dependencies(parse("(Q (, ,) (AA one) (BB two))"))
    assert [(arc.head, arc.label) for arc in arcs] == [(1, "P"), (-1, "ROOT"), (1, "DEP")]
