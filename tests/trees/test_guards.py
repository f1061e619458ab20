"""What goes only together: a table of sentences for each guard, and what holds for any tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from laconic.errors import LaconicError
from laconic.trees.brackets import parse
from laconic.trees.guards import Bond, find_bonds
from laconic.trees.tree import Tree

GUARDS = ["grammar", "negations", "numbers", "quotations", "names", "urls"]


def told(tree: Tree, bonds: list[Bond]) -> list[str]:
    """Bonds as text: "not > say" goes one way, "New York" goes or stays whole."""
    words = tree.words()

    def spell(places: frozenset[int]) -> str:
        return " ".join(words[place] for place in sorted(places))

    return sorted(
        spell(bond.tokens)
        if bond.tokens == bond.needed
        else f"{spell(bond.tokens)} > {spell(bond.needed)}"
        for bond in bonds
    )


def find(guard: str, text: str) -> list[str]:
    tree = parse(text)
    return told(tree, find_bonds(tree, [guard]))


def flat(text: str) -> Tree:
    """A sentence of which only the words matter."""
    return Tree("S", [Tree("NN", word=word) for word in text.split()])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (NP (PRP I)) (VP (VBD did) (RB not) (VP (VB say) (NP (DT that)))))", ["not > say"]),
        ("(S (NP (PRP I)) (VP (MD ca) (RB n't) (VP (VB have) (VP (VBN gone)))))", ["n't > gone"]),
        ("(S (NP (PRP I)) (VP (MD can't) (VP (VB go))))", ["can't > go"]),
        ("(S (NP (PRP I)) (VP (MD cannot) (VP (VB go))))", ["cannot > go"]),
        ("(S (NP (PRP I)) (VP (MD can) (RB n’t) (VP (VB go))))", ["n’t > go"]),
        ("(S (NP (PRP I)) (ADVP (RB never)) (VP (MD would) (VP (VB go))))", ["never > go"]),
        ("(S (NP (PRP I)) (ADVP (RB hardly)) (VP (VBD left)))", ["hardly > left"]),
        ("(S (NP (PRP It)) (VP (VBZ is) (RB not) (ADJP (JJ late))))", ["not > is"]),
        ("(S (NP (PRP He)) (VP (VBD pleaded) (RB not) (ADJP (JJ guilty))))", ["not > guilty"]),
        ("(S (NP (PRP He)) (VP (VBD pleaded) (RB not) (JJ guilty)))", ["not > guilty"]),
        ("(S (RB not) (VP (TO to) (VP (VB go))))", ["not > go"]),
        ("(SQ (MD Ca) (RB n't) (NP (PRP you)) (VP (VB go)) (. ?))", ["n't > go"]),
        (
            "(S (NP (PRP I)) (VP (VBD did) (RB not) (VP (VP (VB eat)) (CC or) (VP (VB sleep)))))",
            ["not > eat sleep"],
        ),
        ("(S (NP (PRP We)) (VP (VBP have) (NP (DT no) (JJ clear) (NN proof))))", ["no > proof"]),
        (
            "(S (NP (PRP He)) (VP (ADVP (RB no) (RBR longer)) (VBZ lives) (ADVP (RB here))))",
            ["no longer > lives"],
        ),
        ("(S (NP (PRP He)) (VP (VBD left) (ADVP (RB not) (RB long) (RB ago))))", ["not > ago"]),
        ("(S (NP (NN Nothing)) (VP (VBZ has) (VP (VBN changed))))", ["Nothing > changed"]),
        ("(S (NP (DT No) (NN one)) (VP (VBD came)))", ["No one > came"]),
        (
            "(S (NP (NP (NN None)) (PP (IN of) (NP (PRP them)))) (VP (VBD came)))",
            ["None > came"],
        ),
        (
            "(S (NP (PRP He)) (VP (VBD left) (PP (IN without) (NP (DT a) (NN word)))))",
            ["without > word"],
        ),
        (
            "(VP (VBD left) (PP (IN without) (S (VP (VBG having) (VP (VBN paid))))))",
            ["without > paid"],
        ),
        (
            "(NP (CC neither) (NP (DT the) (NN cat)) (CC nor) (NP (DT the) (NN dog)))",
            ["neither > cat", "nor > dog"],
        ),
        ("(SINV (CC Nor) (VBD did) (NP (PRP he)) (VP (VB leave)))", ["Nor > leave"]),
        (
            "(NP (NP (NNS youths)) (RB not) (VP (VBG taking) (NP (NNS drugs))))",
            ["not > taking"],
        ),
        ("(PP (RB not) (IN in) (NP (NNP Paris)))", ["not > in Paris"]),
        ("(S (INTJ (UH No)) (, ,) (NP (PRP he)) (VP (VBD left)))", []),
        ("(FRAG (RB Not))", []),
        ("(S (NP (PRP He)) (VP (VBD left)))", []),
    ],
)
def test_negations(text: str, expected: list[str]) -> None:
    assert find("negations", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP (QP ($ $) (CD 5) (CD million)))", ["$ 5 million"]),
        ("(NP (QP (RB about) ($ US$) (CD 5)))", ["US$ 5"]),
        ("(NP (CD 5) (NNS kilometers))", ["5 kilometers"]),
        ("(NP (CD 3.5) (NN %))", ["3.5 %"]),
        ("(NP (QP (CD 2) (CD million)) (NN percent))", ["2 million percent"]),
        ("(NP (QP (CD 5) (TO to) (CD 10)) (NNS miles))", ["5 to 10 miles"]),
        ("(NP (CD 40) (JJ square) (NNS miles))", ["40 square miles"]),
        ("(NP (CD 3) (NNS years))", ["3 years"]),
        ("(NP (CD 10) (RB a.m.))", ["10 a.m."]),
        ("(NP (CD 4) (CD 1/2) (NN hour) (NN wait))", ["4 1/2 hour"]),
        ("(NP (NN No.) (CD 5))", ["No. 5"]),
        ("(NP (QP (SYM minus) (CD 5)) (NNS degrees) (NNP Celsius))", ["minus 5 degrees Celsius"]),
        ("(NP (CD 5) (NNS degrees) (NNP Monday))", ["5 degrees"]),
        ("(NP (NNP May) (CD 5))", ["May > 5"]),
        ("(NP (CD 5) (NNP May) (CD 1999))", ["May > 5"]),
        ("(NP (CD 10) (NNS people))", []),
        ("(NP (NP (CD two) (NNS dogs)) (CC and) (NP (CD three) (NNS cats)))", []),
        ("(S (PP (IN In) (NP (CD 1999))) (NP (NNS days)) (VP (VBD passed)))", []),
        ("(S (NP (CD 5)) (PP (IN in) (NP (NN all))))", []),
        ("(NP (DT the) ($ $) (NN amount))", []),
    ],
)
def test_numbers(text: str, expected: list[str]) -> None:
    assert find("numbers", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP (NNP Barack) (NNP Obama))", ["Barack Obama"]),
        ("(NP (NNP President) (NNP Barack) (NNP Obama))", ["Barack Obama"]),
        ("(NP (NNP Mr.) (NNP Smith))", []),
        ("(NP (NNP Prime) (NNP Minister) (NNP Tony) (NNP Blair))", ["Tony Blair"]),
        (
            "(NP (NNP Long) (NNP Beach) (NNP Mayor) (NNP Bob) (NNP Foster))",
            ["Bob Foster", "Long Beach"],
        ),
        ("(NP (DT the) (NNP New) (NNP York) (NN mayor))", ["New York"]),
        (
            "(NP (NML (NNP New) (NNP York)) (NNP Stock) (NNP Exchange))",
            ["New York Stock Exchange"],
        ),
        ("(NP (NP (NNP Bank)) (PP (IN of) (NP (NNP America))))", ["Bank of America"]),
        (
            "(NP (NP (DT the) (NNP House)) (PP (IN of) (NP (DT the) (NNP Lords))))",
            ["House of the Lords"],
        ),
        (
            "(NP (NP (NNP John) (NNP Smith)) (PP (IN of) (NP (NNP Boston))))",
            ["John Smith"],
        ),
        ("(NP (NNP Procter) (CC &) (NNP Gamble))", ["Procter & Gamble"]),
        ("(NP (NNP Vincent) (NNP van) (NNP Gogh))", ["Vincent van Gogh"]),
        ("(NP (NNP Charles) (FW de) (NNP Gaulle))", ["Charles de Gaulle"]),
        ("(NP (NNP John) (CC and) (NNP Mary))", []),
        ("(NP (NNP Paris) (, ,) (NNP France))", []),
        ("(NP (NNP Monday) (NNP May) (CD 5))", []),
        ("(NP (NP (NNP Germany) (POS 's)) (NNP Merkel))", []),
        ("(NP (NP (NNP Angela) (NNP Merkel) (POS 's)) (NN plan))", ["Angela Merkel"]),
        ("(S (NP (NNP John)) (NP (NNP Monday)) (VP (VBD left)))", []),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    assert find("names", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said `` we will go '' and left .", ["`` we will go ''"]),
        ('He said " we will go " and left .', ['" we will go "']),
        ("He said “ we go ” and left .", ["“ we go ”"]),
        ("`` We will go , '' he said .", ["`` We will go , ''"]),
        ("`` We will go and see the very old town today , '' he said .", ["`` ''"]),
        ("`` We will go . ''", ["`` ''"]),
        ("`` We will go .", []),
        ("go , '' he said .", []),
        ("The `` old '' and the `` new '' town .", ["`` new ''", "`` old ''"]),
        ("a ( b c ) d e f", []),
        ("the ` old ' town of the dogs ' tails", []),
    ],
)
def test_quotations(text: str, expected: list[str]) -> None:
    tree = flat(text)
    assert told(tree, find_bonds(tree, ["quotations"])) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see http : //www.x.org / a ? b=c now .", ["http : //www.x.org / a ? b=c"]),
        ("see http://x.org now", []),
        ("see www . x . org .", ["www . x . org"]),
        ("write to me @ x . org .", ["me @ x . org"]),
        ("write to me@x . org now", ["me@x . org"]),
        ("thank @ bob and # tag", ["# tag", "@ bob"]),
        ("item # 5 costs 5 @ 3", []),
        ("so : this - and that .", []),
        ("@", []),
    ],
)
def test_urls(text: str, expected: list[str]) -> None:
    tree = flat(text)
    assert told(tree, find_bonds(tree, ["urls"])) == expected


TEXT = "(S (NP (NNP Al) (NNP Gore)) (VP (VBD did) (RB not) (VP (VB pay) (NP ($ $) (CD 5)))))"


def test_only_what_is_asked_for() -> None:
    tree = parse(TEXT)
    assert find_bonds(tree, []) == []
    assert [bond.guard for bond in find_bonds(tree, ["numbers", "names"])] == ["numbers", "names"]
    assert find_bonds(tree, ["names"]) == [
        Bond(frozenset({0, 1}), frozenset({0, 1}), "names"),
    ]
    with pytest.raises(LaconicError, match="found the guard 'name', expected some of grammar"):
        find_bonds(tree, ["name"])


def test_traces_are_counted_as_tokens() -> None:
    tree = parse("(S (NP (-NONE- *)) (VP (VBD did) (RB not) (VP (VB go))))")
    assert find_bonds(tree, GUARDS) == [
        Bond(frozenset({1}), frozenset({3}), "grammar"),
        Bond(frozenset({3}), frozenset({1}), "grammar"),
        Bond(frozenset({2}), frozenset({3}), "negations"),
    ]


def test_a_tree_without_words() -> None:
    assert find_bonds(parse("(S (NP (-NONE- *)))"), GUARDS) == []


LABELS = "S NP VP PP ADVP QP NML SBAR NNP CD RB DT NN VBD MD IN CC $ ,"
WORDS = "not no n't never without nor one New York of $ 5 million km May , `` '' \" @ # www . may"


@given(
    trees(
        labels=st.sampled_from(LABELS.split()), words=st.sampled_from(WORDS.split()), max_words=10
    )
)
def test_any_tree_has_bonds_between_its_own_tokens(tree: Tree) -> None:
    size = len(tree.words())
    for bond in find_bonds(tree, GUARDS):
        assert bond.needed
        assert bond.tokens
        assert all(0 <= token < size for token in bond.tokens | bond.needed)
        assert bond.tokens == bond.needed or not bond.tokens >= bond.needed
        assert bond.guard in GUARDS
