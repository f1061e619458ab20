"""What phrases cannot do without: a table of trees, and what is left of their derivations."""

from __future__ import annotations

import pytest
from bonds import find
from hypothesis import given
from hypothesis import strategies as st
from matched_forests import derivations
from strategies import trees

from laconic.decoding.matcher import Matcher
from laconic.grammar.coverage import Coverage
from laconic.grammar.grammar import Grammar
from laconic.trees.brackets import parse
from laconic.trees.guards import find_bonds
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # "that" may go from a clause with a subject, not where it is the subject.
        ("(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))", False),
        ("(SBAR (IN that) (S (VP (VBD left))))", True),
    ],
)
def test_that_may_go_from_a_clause_with_a_subject(text: str, expected: bool) -> None:
    assert ("that > left" in find(text)) == expected


@pytest.mark.parametrize(
    ("text", "bond", "is_bound"),
    [
        ("(S (NP (NN man)) (VP (VBD said) {}))", "man > said", False),
        ("(S (NP (PRP I)) (VP (VBP think) {}))", "I > think", True),
        ("(S (NP (NN plan)) (VP (VBZ is) {}))", "plan > is", True),
    ],
)
def test_a_subject_may_go_where_a_clause_can_stay_alone(
    text: str, bond: str, is_bound: bool
) -> None:
    clause = "(SBAR (S (NP (NNP Jo)) (VP (VBD left))))"
    assert (bond in find(text.format(clause))) == is_bound


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(PP (IN of) (NP (NN rain)))", ["of > rain", "rain > of"]),
        ("(PP (TO to) (, ,) (NP (NN town)))", ["to > town", "town > to"]),
        ("(PP (IN of) (S (VP (VBG leaving))))", ["leaving > of", "of > leaving"]),
        ("(PP (IN of))", []),
        (
            "(PP (NP (CD two) (NNS days)) (IN before) (NP (NNP May)))",
            ["May > before", "before > May", "days > two days"],
        ),
        ("(PP (VBG following) (NP (NN rain)))", ["following > rain", "rain > following"]),
        # A parser may leave them side by side.
        ("(X (NP (NNS men)) (IN of) (NP (NN honour)))", ["honour > of", "of > honour"]),
        ("(PP (VBG including) (ADVP (RB here)))", []),
    ],
)
def test_prepositions(text: str, expected: list[str]) -> None:
    assert find(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(VP (MD will) (VP (VB go)))", ["go > will", "will > go"]),
        ("(VP (TO to) (VP (VB go)))", ["go > to", "to > go"]),
        (
            "(VP (VBZ has) (RB not) (VP (VBN gone) (NP (NN home))))",
            ["gone > gone home", "gone > has", "has > gone", "home > gone"],
        ),
        (
            "(VP (VBD ate) (NP (NN rice)) (ADVP (RB here)))",
            ["ate > ate rice here", "rice > ate"],
        ),
        ("(VP (VBD slept) (NP (DT all) (NN day)))", ["day > all day", "slept > slept all day"]),
        ("(VP (VBD won) (NP (CD 3) (: -) (CD 1)))", ["1 > 3 - 1", "won > won 3 - 1"]),
        (
            "(VP (VBD set) (PRT (RP up)) (NP (NN shop)))",
            ["set > set up shop", "shop > set", "up > set"],
        ),
        (
            "(VP (VBD told) (NP (NN men)) (SBAR (S (NP (PRP he)) (VP (VBD left)))))",
            ["he > left", "left > he", "men > told", "told > men"],
        ),
        (
            "(VP (VB make) (S (NP (PRP it)) (ADVP (NN home))))",
            ["it > make", "make > make it home"],
        ),
        ("(VP (VBD left))", []),
        (
            "(VP (MD will) (ADVP (RB soon)) (VB go) (NP (NN home)))",
            ["go > will", "will > go", "will > will soon go home"],
        ),
        ("(VP (VBZ is) (VBN shut))", ["is > is shut", "is > shut", "shut > is"]),
        ("(VP (VBZ is) (ADJP (JJ late)))", ["is > is late", "late > is"]),
        (
            "(VP (VBZ is) (ADVP (RB also)) (ADJP (JJ late)))",
            ["is > is also late", "late > is"],
        ),
        (
            "(VP (VBZ is) (ADVP (RB back)) (ADVP (RB now)))",
            ["back > is", "is > is back now"],
        ),
        ("(VP (VBZ is) (ADVP (RB well)))", ["is > is well", "well > is"]),
        ("(VP (VBZ is) (PRN (NN x)))", ["is > is x"]),
    ],
)
def test_verbs(text: str, expected: list[str]) -> None:
    assert find(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP (DT the) (JJ old) (NN dog))", ["dog > the old dog"]),
        ("(NP (NP (NNP Al) (POS 's)) (NN dog))", ["Al > Al 's", "dog > Al 's dog"]),
        ("(NP (NP (NN tea)) (, ,) (NP (DT a) (NN drink)))", ["drink > a drink"]),
        ("(NP (NN dog))", []),
        (
            "(NP (NP (NN need)) (PP (IN for) (NP (NN aid))))",
            ["aid > for", "for > aid", "for > need", "need > need for aid"],
        ),
        (
            "(NP (NP (NN part)) (, ,) (PP (IN of) (NP (NN course))))",
            ["course > of", "of > course", "part > part , of course"],
        ),
        (
            "(NP (NP (DT the) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBD left)))))",
            ["left > who", "man > the man", "man > the man who left", "who > left"],
        ),
        (
            "(SBAR (NP (WDT that)) (S (VP (VBD left))))",
            ["left > that", "that > left"],
        ),
    ],
)
def test_nouns(text: str, expected: list[str]) -> None:
    assert find(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(ADJP (RB very) (JJ old))", ["old > very old"]),
        ("(ADJP (JJ old) (CC and) (JJ poor))", ["and > poor", "old > and", "poor > and"]),
        (
            "(ADVP (NP (CD two) (NNS years)) (RB ago))",
            ["ago > two years ago", "years > ago", "years > two years"],
        ),
    ],
)
def test_adjectives_and_adverbs(text: str, expected: list[str]) -> None:
    assert find(text) == expected


@pytest.mark.parametrize(
    "text", ["(X (X x))", "(NP dog)", "(NP (-NONE- *))", "(SBAR (-NONE- 0) (S (-NONE- *T*)))"]
)
def test_odd_trees_have_none(text: str) -> None:
    assert find(text) == []


def test_traces_are_tokens_but_nothing_needs_them() -> None:
    bonds = find_bonds(parse("(S (NP (-NONE- *)) (VP (VBD ate) (NP (NN rice))))"), ["grammar"])
    assert [(set(bond.tokens), set(bond.needed)) for bond in bonds] == [({2}, {1}), ({1}, {1, 2})]


LABELS = "S SBAR SINV NP VP PP ADVP ADJP QP X WHNP NN VBD VBZ MD TO IN CC RB PRP , -NONE-"
WORDS = "is has will that if he dog ate of and , *"


@given(trees(labels=st.sampled_from(LABELS.split()), words=st.sampled_from(WORDS.split())))
def test_every_bond_of_any_tree_asks_for_more(tree: Tree) -> None:
    leaves = list(tree.leaves())
    for bond in find_bonds(tree, ["grammar"]):
        assert len(bond.tokens) == 1
        assert bond.needed - bond.tokens
        assert all(leaves[place].label != "-NONE-" for place in bond.tokens | bond.needed)


SENTENCES = [
    "(S (NP (DT the) (NN dog)) (VP (MD will) (VP (VB bark) (PP (IN at) (NP (NNP Al))))) (. .))",
    "(S (NP (PRP he)) (VP (VBZ is) (ADVP (RB also)) (NP (DT a) (NN fan))))",
    "(S (NP (NNP Al)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD rained))))))",
    "(S (NP (NP (NN tea)) (CC and) (NP (NN rum))) (VP (VBD came)))",
]


@pytest.mark.parametrize("text", SENTENCES)
def test_no_derivation_that_is_left_cuts_a_phrase_apart(text: str) -> None:
    tree = with_root(parse(text))
    bonds = find_bonds(tree, ["grammar"])
    forest = Matcher(Grammar({}), Coverage(deletions="any")).match(tree)
    every = range(len(tree.words()))
    left = {frozenset(every) - set(part.words_of(found)) for part in [forest.respecting(bonds)]
            for found in derivations(part)}  # fmt: skip
    assert frozenset() in left
    for gone in left:
        assert all(bond.needed <= gone for bond in bonds if bond.tokens & gone)
    whole = {frozenset(every) - set(forest.words_of(found)) for found in derivations(forest)}
    assert left < whole
