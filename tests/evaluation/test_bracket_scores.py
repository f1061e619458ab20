"""The labelled bracketing scores, against cases counted by hand."""

from __future__ import annotations

import pytest

from laconic.errors import TreeError
from laconic.evaluation.brackets import BracketScores, score_tree, score_trees
from laconic.trees.brackets import parse

GOLD = "(TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (NNS cats)))) (. .)))"


@pytest.mark.parametrize(
    ("gold", "parsed", "matched", "in_gold", "in_parsed"),
    [
        # S, NP, VP, PP, NP: all five are right.
        (GOLD, GOLD, 5, 5, 5),
        # PP attached to S: the VP over one word is wrong, S, both NPs and the PP are right.
        (
            GOLD,
            "(TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (PP (IN at) (NP (NNS cats))) (. .)))",
            4, 5, 5,
        ),
        # The full stop is out, so S over five words is the same with and without it.
        (
            GOLD,
            "(TOP (S (S (NP (DT The) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (NNS cats)))))"
            " (. .)))",
            5, 5, 6,
        ),
        # PRT counts as ADVP.
        (
            "(TOP (VP (VB give) (PRT (RP up))))",
            "(TOP (VP (VB give) (ADVP (RB up))))",
            2, 2, 2,
        ),
        # The same bracket twice is matched once when the other tree has it once.
        ("(TOP (NP (NP (NN a))))", "(TOP (NP (NN a)))", 1, 2, 1),
        # Function tags, traces and other names of the root do not count.
        (
            "( (S (NP-SBJ-1 (PRP I)) (VP (VBP run) (NP (-NONE- *T*-1)))))",
            "(ROOT (S (NP (PRP I)) (VP (VBP run))))",
            3, 3, 3,
        ),
        # A bracket over nothing but punctuation is out, by the gold tags.
        ("(TOP (S (UH Oh) (, ,)))", "(TOP (S (UH Oh) (NP (NN ,))))", 1, 1, 1),
        # Dashes and brackets of sentences: a colon is punctuation, -LRB- is not.
        (
            "(TOP (NP (NN a) (: --) (PRN (-LRB- -LRB-) (NN b) (-RRB- -RRB-))))",
            "(TOP (NP (NP (NN a) (: --)) (PRN (-LRB- -LRB-) (NN b) (-RRB- -RRB-))))",
            2, 2, 3,
        ),
        # Nothing but punctuation has no brackets at all.
        ("(TOP (S (. .)))", "(TOP (X (. .)))", 0, 0, 0),
    ],
)  # fmt: skip
def test_counts(gold: str, parsed: str, matched: int, in_gold: int, in_parsed: int) -> None:
    scores = score_tree(parse(gold), parse(parsed))
    assert (scores.matched, scores.gold, scores.parsed) == (matched, in_gold, in_parsed)


def test_rates() -> None:
    wrong = "(TOP (S (NP (DT The)) (NN dog) (VP (VBZ barks) (IN at) (NP (NN cats))) (. .)))"
    scores = score_tree(parse(GOLD), parse(wrong))
    # S, VP and the last NP of the five gold brackets; NP over "The" is wrong; one tag is wrong.
    assert scores == BracketScores(1, 0, 3, 5, 4, 4, 5, 5, 6)
    assert scores.precision == pytest.approx(3 / 4)
    assert scores.recall == pytest.approx(3 / 5)
    assert scores.f1 == pytest.approx(2 * 3 / 9)
    assert scores.tag_accuracy == pytest.approx(4 / 5)  # the full stop is out
    assert scores.all_tag_accuracy == pytest.approx(5 / 6)
    assert scores.exact_match == 0


def test_counts_are_summed_before_they_are_divided() -> None:
    right, wrong = parse(GOLD), parse("(TOP (X (DT a) (NN b)))")
    gold = parse("(TOP (NP (DT a) (NN b)))")
    scores = score_trees([(right, right), (gold, wrong)])
    assert (scores.sentences, scores.exact, scores.matched, scores.gold) == (2, 1, 5, 6)
    assert scores.exact_match == 0.5
    assert scores.f1 == pytest.approx(10 / 12)


def test_exact_match_goes_by_brackets() -> None:
    other_tag = parse(GOLD.replace("(NN dog)", "(NNP dog)"))
    assert score_tree(parse(GOLD), other_tag).exact == 1


def test_no_sentences() -> None:
    scores = score_trees([])
    assert (scores.precision, scores.recall, scores.f1, scores.exact_match) == (0, 0, 0, 0)
    assert scores.tag_accuracy == scores.all_tag_accuracy == 0


def test_trees_of_other_sentences_are_refused() -> None:
    with pytest.raises(TreeError, match="2 words, the gold tree 6"):
        score_tree(parse(GOLD), parse("(TOP (NP (DT a) (NN b)))"))


def test_deep_trees_do_not_recurse() -> None:
    deep = parse("(NP " * 5000 + "(NN a)" + ")" * 5000)
    assert score_tree(deep, deep).matched == 5000
