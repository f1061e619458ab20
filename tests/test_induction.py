"""Options of extraction are checked, and pairs that are no trees are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from figures import FIGURE_1_SOURCE, FIGURE_1_TARGET

from laconic.corpus import Pair
from laconic.errors import LaconicError
from laconic.grammar.alignment import Links
from laconic.grammar.coverage import Origin
from laconic.grammar.notation import parse_rule
from laconic.induction import ExtractionOptions, extract_grammar, link_pair
from laconic.trees.brackets import parse


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bound": -1}, "the bound is -1; expected 0 or more"),
        ({"choice": "odd"}, "choice is 'odd'; expected one of own-label, highest, all"),
        ({"alignment": "x"}, "alignment is 'x'; expected one of auto, deletions, edits, ibm1"),
        (
            {"normalisation": "Lower"},
            "normalisation is 'Lower'; expected one of none, lower, lower-digits",
        ),
        ({"targets_per_source": 0}, "targets_per_source is 0; expected 1 or more, or None"),
        ({"min_count": 0}, "min_count is 0; expected 1 or more"),
        ({"min_count": None}, "min_count is None; expected a whole number"),
        ({"deletions": "all"}, "deletions is 'all'; expected one of ranked, any"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LaconicError) as error:
        ExtractionOptions(**options)
    assert str(error.value) == message


def test_an_unknown_head_table_is_refused() -> None:
    with pytest.raises(LaconicError, match="no head table 'nobody'"):
        extract_grammar([], options=ExtractionOptions(head_table="nobody"))


def test_options_describe_themselves() -> None:
    assert ExtractionOptions(bound=2).describe().startswith("bound=2 choice=own-label ")


def test_rules_by_hand_and_coverage_are_added() -> None:
    pair = Pair("1", FIGURE_1_SOURCE, (FIGURE_1_TARGET,))
    rule = parse_rule("<MD,MD> -> <[MD will], [MD 'll]>")
    grammar = extract_grammar([pair], rules=[rule]).grammar
    assert grammar.entries[rule].origin == Origin.HAND
    assert grammar.count(Origin.COPY) > 0
    bare = extract_grammar([pair], options=ExtractionOptions(coverage=False)).grammar
    assert bare.extracted == len(bare)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Hello .",
            "pair 1 holds the text 'Hello .'; expected a tree, such as (TOP (S ...)); "
            "laconic parse --pairs makes trees of text",
        ),
        (
            "(TOP (S (NP (NN a",
            "pair 1 holds no tree: line 1, column 13: found the end of the text, "
            "expected ')' to close 'NN', which opens here",
        ),
    ],
)
def test_text_is_no_tree(text: str, message: str) -> None:
    with pytest.raises(LaconicError) as error:
        extract_grammar([Pair("1", text, (text,))])
    assert str(error.value) == message


SUBSTITUTED = [
    ("(TOP (S (NP (PRP He)) (VP (VBD quit))))", "(TOP (S (NP (PRP He)) (VP (VBD left))))"),
    ("(TOP (S (NP (PRP She)) (VP (VBD quit))))", "(TOP (S (NP (PRP She)) (VP (VBD left))))"),
]


def test_an_aligner_is_learned_from_the_pairs() -> None:
    pairs = [Pair(one, parse(one), (parse(two),)) for one, two in SUBSTITUTED]
    options = ExtractionOptions(alignment="ibm1", coverage=False)
    extraction = extract_grammar(iter(pairs), options=options)
    rule = parse_rule("<VBD,VBD> -> <[VBD quit], [VBD left]>")
    assert extraction.grammar.entries[rule].count == 2
    assert extraction.aligner is not None
    assert extraction.aligner.align(["They", "quit"], ["They", "left"]) == ((0, 0), (1, 1))
    assert extract_grammar(pairs).aligner is None
    assert extract_grammar([], options=options).pairs == 0


def test_an_aligner_of_the_user_and_links_of_a_pair_go_first() -> None:
    class Nothing:
        def align(self, _source: Sequence[str], _target: Sequence[str]) -> Links:
            return ()

    first, second = (Pair(one, parse(one), (parse(two),)) for one, two in SUBSTITUTED)
    pairs = [first, replace(second, links=((0, 0), (1, 1)))]
    grammar = extract_grammar(pairs, aligner=Nothing()).grammar
    rule = parse_rule("<VBD,VBD> -> <[VBD quit], [VBD left]>")
    assert grammar.entries[rule].count == 1


def test_a_pair_alone_cannot_be_aligned_by_what_is_to_be_learned() -> None:
    source, target = map(parse, SUBSTITUTED[0])
    with pytest.raises(LaconicError, match="ibm1 is learned from pairs; give link_pair an aligner"):
        link_pair(source, target, ExtractionOptions(alignment="ibm1"))
