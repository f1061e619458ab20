"""Rules as values: what is one, what is not, and what follows from their two sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import fragments, rules

from laconic.errors import RuleError
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import DELETED, Rule, frontier, height, link_terminals
from laconic.trees.tree import Tree

NP, VP = Tree("NP"), Tree("VP")
DOG = Tree("NN", word="dog")
NP_VP = Tree("S", [NP, VP])


@pytest.mark.parametrize(
    ("source", "target", "links", "text"),
    [
        (NP_VP, NP_VP, (0, 1), "<S,S> -> <[S NP_1 VP_2], [S NP_1 VP_2]>"),
        (NP_VP, Tree("S", [VP, NP]), (1, 0), "<S,S> -> <[S NP_1 VP_2], [S VP_2 NP_1]>"),
        (NP_VP, VP, (DELETED, 0), "<S,VP> -> <[S NP_e VP_1], VP_1>"),
        (NP_VP, DOG, (DELETED, DELETED), "<S,NN> -> <[S NP_e VP_e], [NN dog]>"),
        (DOG, DOG, (), "<NN,NN> -> <[NN dog], [NN dog]>"),
    ],
)
def test_rules_that_are_ones(source: Tree, target: Tree, links: tuple[int, ...], text: str) -> None:
    rule = Rule(source, target, links)
    assert str(rule) == text
    assert (rule.source, rule.target, rule.links) == (source, target, links)


ONLY_VARIABLE = (
    "the source side is only a variable (NP); "
    "it needs a word or children, or the rule could apply to itself without end"
)


@pytest.mark.parametrize(
    ("source", "target", "links", "message"),
    [
        (NP, NP, (0,), ONLY_VARIABLE),
        (NP, DOG, (DELETED,), ONLY_VARIABLE),
        (NP_VP, VP, (0,), "1 links for 2 source variables"),
        (NP_VP, VP, (), "0 links for 2 source variables"),
        (NP_VP, VP, (DELETED, 0, DELETED), "3 links for 2 source variables"),
        (DOG, DOG, (DELETED,), "1 links for 0 source variables"),
        (
            NP_VP,
            VP,
            (DELETED, DELETED),
            "the target's 1 variables must each be linked once; linked are []",
        ),
        (NP_VP, VP, (0, 0), "the target's 1 variables must each be linked once; linked are [0, 0]"),
        (NP_VP, VP, (0, 1), "the target's 1 variables must each be linked once; linked are [0, 1]"),
        (
            NP_VP,
            NP_VP,
            (0, 2),
            "the target's 2 variables must each be linked once; linked are [0, 2]",
        ),
        (
            NP_VP,
            VP,
            (DELETED, -2),
            "the target's 1 variables must each be linked once; linked are [-2]",
        ),
        (DOG, VP, (), "the target's 1 variables must each be linked once; linked are []"),
        (
            NP_VP,
            DOG,
            (0, DELETED),
            "the target's 0 variables must each be linked once; linked are [0]",
        ),
    ],
)
def test_rules_that_are_none(
    source: Tree, target: Tree, links: tuple[int, ...], message: str
) -> None:
    with pytest.raises(RuleError) as caught:
        Rule(source, target, links)
    assert str(caught.value) == message


def test_rules_cannot_be_changed() -> None:
    rule = Rule(NP_VP, VP, (DELETED, 0))
    with pytest.raises(AttributeError):
        rule.links = (0, DELETED)  # type: ignore[misc]


@given(rules())
def test_equal_rules_hash_alike(rule: Rule) -> None:
    again = Rule(rule.source, rule.target, rule.links)
    assert again == rule
    assert hash(again) == hash(rule)
    assert Rule(Tree("OTHER", [rule.source]), rule.target, rule.links) != rule


@given(rules(), st.data())
def test_no_variable_can_lose_or_double_its_link(rule: Rule, data: st.DataObject) -> None:
    kept = [place for place, link in enumerate(rule.links) if link != DELETED]
    if not kept:
        return
    place = data.draw(st.sampled_from(kept))
    links = list(rule.links)
    links[place] = DELETED
    with pytest.raises(RuleError):
        Rule(rule.source, rule.target, tuple(links))
    if len(kept) > 1:
        links[place] = links[next(other for other in kept if other != place)]
        with pytest.raises(RuleError):
            Rule(rule.source, rule.target, tuple(links))


def test_variables_are_found_left_to_right() -> None:
    fragment = Tree("S", [Tree("A"), Tree("NP", [DOG, Tree("B")]), Tree("C"), Tree("A")])
    assert [node.label for node in frontier(fragment)] == ["A", "B", "C", "A"]
    assert frontier(NP) == [NP]
    assert frontier(DOG) == []


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("<NN,NN> -> <[NN dog], [NN dog]>", [0]),
        ("<NN,NN> -> <[NN dog], [NN cat]>", [-1]),
        ("<NN,NN> -> <[NN dog], [NN Dog]>", [-1]),
        ("<NP,NN> -> <[NP [DT the] [NN dog]], [NN dog]>", [1]),
        ("<NP,NP> -> <[NP [DT a] [NN b]], [NP [NN b] [DT a]]>", [1, 0]),
        ("<NP,NP> -> <[NP [A a] [A a] [A a]], [NP [A a] [A a]]>", [0, 1]),
        ("<NP,NP> -> <[NP [A a]], [NP [A a] [A a]]>", [0, -1]),
        ("<NP,NP> -> <[NP A_1 [B b] C_e], [NP [X x] A_1 [B b]]>", [-1, 0]),
        ("<NP,NP> -> <[NP [A a] B_1], [NP B_1]>", []),
    ],
)
def test_words_link_in_order_then_out_of_order(text: str, links: list[int]) -> None:
    assert link_terminals(parse_rule(text)) == links


@given(rules(words=st.sampled_from(["a", "b", "c"])))
def test_word_links_are_identical_words(rule: Rule) -> None:
    links = link_terminals(rule)
    source, target = rule.source.words(), rule.target.words()
    assert len(links) == len(target)
    kept = [(link, word) for link, word in zip(links, target, strict=True) if link != -1]
    assert all(source[link] == word for link, word in kept)
    assert len({link for link, _ in kept}) == len(kept)
    # A word is new only if all its equals have been used.
    for place, word in enumerate(target):
        if links[place] == -1:
            assert target[:place].count(word) >= source.count(word)


@pytest.mark.parametrize(
    ("fragment", "levels"),
    [
        (NP, 0),
        (DOG, 1),
        (NP_VP, 1),
        (Tree("NP", [DOG, NP]), 2),
        (Tree("NP", [NP, DOG]), 2),
        (Tree("S", [Tree("X", [Tree("Y", [NP])]), DOG]), 3),
    ],
)
def test_height_by_hand(fragment: Tree, levels: int) -> None:
    assert height(fragment) == levels


@given(fragments())
def test_height_agrees_with_recursion(fragment: Tree) -> None:
    def levels(node: Tree) -> int:
        if node.is_leaf:
            return int(node.word is not None)
        return 1 + max(levels(child) for child in node.children)

    assert height(fragment) == levels(fragment)


def test_deep_rules_are_made_and_measured() -> None:
    fragment = NP
    for _ in range(100_000):
        fragment = Tree("X", [fragment])
    rule = Rule(fragment, NP, (0,))
    assert height(rule.source) == 100_000
    assert hash(rule) == hash(Rule(fragment, NP, (0,)))
