"""Relations as a bag: which arcs of a tree count, and how often."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from strategies import trees

from laconic.evaluation.relations import relations_of
from laconic.trees.brackets import parse
from laconic.trees.dependencies import find_dependencies
from laconic.trees.tree import Tree


def test_relations_are_small_and_leave_out_root_and_punctuation() -> None:
    tree = parse(
        "(TOP (S (`` ``) (NP (PRP WE)) (VP (VBD saw) (NP (DT The) (NN Comet))) (, ,) (. .)))"
    )
    assert relations_of(tree) == Counter(
        {("saw", "SBJ", "we"): 1, ("saw", "OBJ", "comet"): 1, ("comet", "NMOD", "the"): 1}
    )


def test_a_relation_counts_as_often_as_it_holds() -> None:
    tree = parse(
        "(S (NP (DT the) (NN dog)) (VP (VBD chased) (NP (DT the) (NN dog))) (ADVP (RB again)))"
    )
    assert relations_of(tree) == Counter(
        {
            ("dog", "NMOD", "the"): 2,
            ("chased", "SBJ", "dog"): 1,
            ("chased", "OBJ", "dog"): 1,
            ("chased", "ADV", "again"): 1,
        }
    )


def test_function_tags_and_traces_do_not_count() -> None:
    plain = parse("(S (NP (PRP They)) (VP (VBP want) (S (VP (TO to) (VP (VB sing))))))")
    gold = parse(
        "(S (NP-SBJ-1 (PRP They)) (VP (VBP want)"
        " (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB sing))))))"
    )
    assert relations_of(gold) == relations_of(plain)


def test_one_word_and_punctuation_alone_have_no_relations() -> None:
    assert relations_of(parse("(TOP (UH Yes) (. .))")) == Counter()
    assert relations_of(parse("(TOP (: --) (. .))")) == Counter()
    assert relations_of(parse("(TOP (NP (-NONE- *)))")) == Counter()


def test_a_word_under_punctuation_does_not_count() -> None:
    # A bracket is tagged as punctuation wherever it stands; its neighbours keep their relations.
    tree = parse("(NP (NP (NN rain)) (PRN (-LRB- -LRB-) (NP (NN snow)) (-RRB- -RRB-)))")
    assert relations_of(tree) == Counter({("rain", "PRN", "snow"): 1})


@given(trees())
def test_there_are_never_more_relations_than_words_but_one(tree: Tree) -> None:
    count = sum(relations_of(tree).values())
    assert count <= max(0, len(find_dependencies(tree)) - 1)
