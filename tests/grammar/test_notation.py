"""Rules as text: the paper's own rules, any rule there and back, and every error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import LABELS, SPACED_WORDS, fragments, rules

from laconic.errors import FormatError, RuleError
from laconic.grammar.notation import parse_rule, render_fragment, render_rule
from laconic.grammar.rule import DELETED, Rule
from laconic.trees.tree import Tree

# S-bar is SBAR in the Penn Treebank; both spellings are here.
FIGURE_3 = [
    "<WHNP,WHNP> -> <[WHNP RB_e WP_1], [WHNP WP_1]>",
    "<S,NP> -> <[S NP_1 VP_e], NP_1>",
    "<S,VP> -> <[S NP_e VP_1], VP_1>",
    "<SBAR,VP> -> <[SBAR WHNP_e S_1], VP_1>",
    "<S̄,VP> -> <[S̄ WHNP_e S_1], VP_1>",
    "<S,S> -> <[S [SBAR WHNP_1 S_2] [CC and] SBAR_3], [S WHNP_1 [S NP_2 VP_3]]>",
    "<WP,WP> -> <[WP what], [WP what]>",
    "<NP,NP> -> <[NP NNS_1], [NP NNS_1]>",
    "<NNS,NNS> -> <[NNS records], [NNS records]>",
    "<VP,VP> -> <[VP VBP_1 VP_2], [VP VBP_1 VP_2]>",
    "<VBP,VBP> -> <[VBP are], [VBP are]>",
    "<VP,VP> -> <[VP VBN_1], [VP VBN_1]>",
    "<VBN,VBN> -> <[VBN involved], [VBN involved]>",
]
OTHERS = [
    "<SBAR,VP> -> <[SBAR [WHNP [WP which]] [S NP_e VP_1]], VP_1>",
    "<NP,NNS> -> <[NP CD_e ADJP_e [NNS activists]], [NNS activists]>",
    "<PP,PP> -> <[PP IN_1 NP_2], [PP NP_2 IN_1]>",
    "<,,,> -> <[, ,], [, ,]>",
    "<,,,> -> <[, ,_1], ,_1>",
    "<-LRB-,.> -> <[-LRB- (], [. )]>",
    r"<NN,NN> -> <[NN a\_1], [NN x\_e]>",
    r"<NN,NN> -> <[NN a_x], [NN a\_01]>",
    r"<A_1,B_e> -> <[A_1 A_1_1], [B_e B_e_1]>",
    r"<\[,\]> -> <[\[ \]], [\] \\]>",
    r"<NN,NN> -> <[NN New\sYork], [NN \t\n\r\v\f]>",
    "<<,>> -> <[< <_1 >_2], [> >_2 ->_1]>",
    "<NN,NN> -> <[NN a,], [NN ,>]>",
    "<NN,日本> -> <[NN 日本], [日本 Señor]>",
    "<X,X> -> <[X A_1 A_2 A_3 A_4 A_5 A_6 A_7 A_8 A_9 A_10], "
    "[X A_10 A_9 A_8 A_7 A_6 A_5 A_4 A_3 A_2 A_1]>",
]


@pytest.mark.parametrize("text", FIGURE_3 + OTHERS)
def test_rules_read_and_write_back_unchanged(text: str) -> None:
    assert render_rule(parse_rule(text)) == text


def test_a_rule_read_by_hand() -> None:
    rule = parse_rule("<S,S> -> <[S [SBAR WHNP_1 S_2] [CC and] SBAR_e], [S NP_2 [S WHNP_1]]>")
    sbar = Tree("SBAR", [Tree("WHNP"), Tree("S")])
    assert rule == Rule(
        Tree("S", [sbar, Tree("CC", word="and"), Tree("SBAR")]),
        Tree("S", [Tree("NP"), Tree("S", [Tree("WHNP")])]),
        (1, 0, DELETED),
    )


@settings(max_examples=200)
@given(rules())
def test_any_rule_reads_back_the_same(rule: Rule) -> None:
    text = render_rule(rule)
    assert "\n" not in text
    assert "\t" not in text
    assert parse_rule(text) == rule
    assert render_rule(parse_rule(text)) == text


@given(rules(labels=LABELS | SPACED_WORDS))
def test_labels_may_hold_anything_too(rule: Rule) -> None:
    assert parse_rule(render_rule(rule)) == rule


@settings(max_examples=400)
@given(SPACED_WORDS, SPACED_WORDS)
def test_any_word_and_label_reads_back_the_same(label: str, word: str) -> None:
    source, target = Tree(label, [Tree(label)]), Tree(label, [Tree(label), Tree("X", word=word)])
    rule = Rule(source, target, (0,))
    assert parse_rule(render_rule(rule)) == rule


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  <S,VP> -> <[S NP_e VP_1], VP_1>\r\n", "<S,VP> -> <[S NP_e VP_1], VP_1>"),
        ("<S,VP> -> <[ S  NP_e\tVP_1 ] ,VP_1 >", "<S,VP> -> <[S NP_e VP_1], VP_1>"),
        ("<S,S> -> <[S[NP A_1]B_2],[S B_2 A_1]>", "<S,S> -> <[S [NP A_1] B_2], [S B_2 A_1]>"),
        # Numbers are only names: they are written anew along the source.
        ("<S,S> -> <[S A_7 B_e C_3], [S C_3 A_7]>", "<S,S> -> <[S A_1 B_e C_2], [S C_2 A_1]>"),
        # A backslash takes the next character as it is.
        (r"<N,N> -> <[N \d\og], [N \,]>", "<N,N> -> <[N dog], [N ,]>"),
    ],
)
def test_other_spellings_of_a_rule(text: str, expected: str) -> None:
    assert render_rule(parse_rule(text)) == expected


ANY = "expected a rule: <X,Y> -> <source, target>"
VARIABLE = "expected a node, or a variable with its number, such as NP_1 or NP_e"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"found '', {ANY}"),
        ("<S,VP>", f"found '<S,VP>', {ANY}"),
        ("<S,VP>->[S NP_e VP_1], VP_1", f"found '<S,VP>->[S NP_e VP_1], VP_1', {ANY}"),
        ("x" * 41, f"found '{'x' * 37}...', {ANY}"),
        (
            "<S,VP> -> [S VP_1], VP_1",
            "column 11: found '[S VP_1], VP_1', expected <source, target> after the arrow",
        ),
        (
            "<S,VP> -> <[S VP_1], VP_1",
            "column 11: found '<[S VP_1], VP_1', expected <source, target> after the arrow",
        ),
        ("<S,VP> -> <>", "column 12: found the end, expected '[': the source side is a node"),
        ("<S,VP> -> <[S VP_1]>", "column 20: found the end, expected ','"),
        ("<S,VP> -> <[S VP_1] VP_1>", "column 21: found 'VP_1', expected ','"),
        ("<S,VP> -> <[S VP_1], >", "column 22: found the end, expected the target side"),
        ("<S,VP> -> <[S VP_1], VP_1 x>", "column 27: found 'x', expected '>' at the end"),
        ("<S,VP> -> <[S VP_1], VP_1]>", "column 26: found ']', expected '>' at the end"),
        ("<S,VP> -> <[S VP_1], VP>", f"column 22: found 'VP', {VARIABLE}"),
        ("<S,VP> -> <[S NP_e VP], VP_1>", f"column 20: found 'VP], VP_1', {VARIABLE}"),
        (
            "<S,VP> -> <[S NP VP_1], VP_1>",
            "column 18: found 'VP_1], VP_1', "
            "expected ']' after the word 'NP' (a variable has a number: NP_1, or NP_e)",
        ),
        (
            "<S,VP> -> <[S the dog], [S the]>",
            "column 19: found 'dog], [S the]', "
            "expected ']' after the word 'the' (a variable has a number: the_1, or the_e)",
        ),
        (
            "<S,VP> -> <[S the [NN dog]], [S the]>",
            "column 19: found '[NN dog]], [S the]', "
            "expected ']' after the word 'the' (a variable has a number: the_1, or the_e)",
        ),
        (
            "<S,VP> -> <[S], VP_1>",
            "column 14: found '], VP_1', expected a word, a variable or a node",
        ),
        ("<S,VP> -> <[], VP_1>", "column 13: found '], VP_1', expected a label"),
        ("<S,VP> -> <[[S a] b], VP_1>", "column 13: found '[S a] b], VP_1', expected a label"),
        (
            "<S,VP> -> <], VP_1>",
            "column 12: found '], VP_1', expected '[': the source side is a node",
        ),
        ("<S,VP> -> <[S [NP a>", "column 20: found the end, expected ']'"),
        ("<S,S> -> <[S VP_1], VP_1>", "found '<S,S>', expected <S,VP> before the arrow"),
        ("S -> <[S VP_1], VP_1>", "found 'S', expected <S,VP> before the arrow"),
        ("<S, VP> -> <[S VP_1], VP_1>", "found '<S, VP>', expected <S,VP> before the arrow"),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rule(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "<S,S> -> <[S NP_1], [S NP_1 VP_e]>",
            "a variable of the target side is marked _e; only source nodes are deleted",
        ),
        (
            "<S,S> -> <[S NP_1 VP_1], [S NP_1]>",
            "a variable's number occurs twice on the source side",
        ),
        (
            "<S,S> -> <[S NP_1], [S NP_1 VP_1]>",
            "a variable's number occurs twice on the target side",
        ),
        (
            "<S,S> -> <[S NP_1 VP_2], [S NP_1]>",
            "variable 2 occurs on one side only; mark deleted ones _e",
        ),
        (
            "<S,S> -> <[S NP_e], [S NP_1]>",
            "variable 1 occurs on one side only; mark deleted ones _e",
        ),
    ],
)
def test_variables_that_do_not_fit_are_refused(text: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_rule(text)
    assert str(caught.value) == message


def test_a_source_that_is_only_a_variable_is_refused() -> None:
    with pytest.raises(FormatError, match=r"expected '\[': the source side is a node$"):
        parse_rule("<NP,NP> -> <NP_1, NP_1>")


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(["<", ">", "[", "]", ",", " ", " -> ", "\\", "A", "_", "_1", "_e", "<A,A>"])
    ).map("".join)
)
def test_junk_is_read_or_refused(text: str) -> None:
    for candidate in (text, f"<A,A> -> <{text}>", f"<A,A> -> <[A A_1{text}], [A A_1]>"):
        try:
            rule = parse_rule(candidate)
        except (FormatError, RuleError):
            continue
        assert parse_rule(render_rule(rule)) == rule


@given(rules(), st.data())
def test_a_truncated_rule_is_refused(rule: Rule, data: st.DataObject) -> None:
    text = render_rule(rule)
    with pytest.raises((FormatError, RuleError)):
        parse_rule(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize("tree", [Tree("NN", word=""), Tree("", word="dog"), Tree("", [Tree("A")])])
def test_what_is_empty_cannot_be_written(tree: Tree) -> None:
    with pytest.raises(RuleError, match=r"^an empty label or word cannot be written$"):
        render_fragment(tree)
    with pytest.raises(RuleError, match=r"^an empty label or word cannot be written$"):
        render_rule(Rule(tree, Tree("NN", word="dog"), (DELETED,) * (not tree.is_leaf)))


def test_fragments_are_written_with_or_without_marks() -> None:
    fragment = Tree("S", [Tree("NP"), Tree("VP", [Tree("VBZ", word="barks"), Tree("PP")])])
    assert render_fragment(fragment) == "[S NP [VP [VBZ barks] PP]]"
    assert render_fragment(fragment, ["2", "e"]) == "[S NP_2 [VP [VBZ barks] PP_e]]"
    assert render_fragment(Tree("NP"), ["1"]) == "NP_1"


@given(fragments())
def test_every_fragment_is_one_line(fragment: Tree) -> None:
    text = render_fragment(fragment)
    assert not set(text) & set("\t\n\r\v\f")


def test_deep_rules_read_back_the_same() -> None:
    fragment = Tree("NP")
    for _ in range(100_000):
        fragment = Tree("X", [fragment])
    rule = Rule(fragment, Tree("NP"), (0,))
    assert parse_rule(render_rule(rule)) == rule
