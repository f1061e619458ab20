"""Pairs of text parsed into pairs of trees."""

from __future__ import annotations

from pathlib import Path

import pytest
from flat_parser import FlatParser

from laconic.corpus import Pair, read_pairs, write_pairs
from laconic.errors import LaconicError
from laconic.grammar.packed import open_packed
from laconic.grammar.table import read_grammar, write_grammar
from laconic.induction import extract_grammar
from laconic.parsing.pairs import parse_pairs
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

PAIRS = [
    Pair("1", "the old dog -LRB- barks -RRB-", ("the dog barks", "dog barks")),
    Pair("2", parse("(TOP (NP (DT the) (NN cat)))"), ("the cat",)),
    Pair("3", "the dog barks", ("", "barks")),
    Pair("4", "  ", ("barks",)),
    Pair("5", "dog barks", ("",)),
]


PARSED = [PAIRS[0], PAIRS[2]]


def test_text_becomes_trees_and_trees_stay() -> None:
    parser = FlatParser("flat:7")
    left_out: list[str] = []
    first, second, third = parse_pairs(PAIRS, parser, left_out=left_out)
    assert first.source == FlatParser().parse([["the", "old", "dog", "(", "barks", ")"]])[0]
    assert [words_of_side(reference) for reference in first.references] == [
        ["the", "dog", "barks"], ["dog", "barks"],
    ]  # fmt: skip
    assert second.source is PAIRS[1].source
    assert [words_of_side(reference) for reference in third.references] == [["barks"]]
    assert left_out == ["4", "5"]
    # "the dog barks" stands in two pairs and is parsed once.
    assert parser.sentences.count(["the", "dog", "barks"]) == 1


def words_of_side(side: Tree | str) -> list[str]:
    assert isinstance(side, Tree)
    return side.words()


TREE = parse("(TOP (NN x))")


@pytest.mark.parametrize(
    ("pair", "parser"),
    [
        (Pair("1", "a b", ("a",)), "flat:7"),
        (Pair("1", TREE, (TREE,)), None),
        (Pair("1", TREE, (TREE,), parser="other"), "other"),
        (Pair("1", TREE, (TREE,), parser="flat:7"), "flat:7"),
        (Pair("1", TREE, ("a",)), None),
        (Pair("1", TREE, ("a",), parser="other"), None),
        (Pair("1", TREE, ("a",), parser="flat:7"), "flat:7"),
        # What was said of text is not true of its trees.
        (Pair("1", "a b", ("a",), parser="other"), "flat:7"),
    ],
)
def test_a_pair_says_who_made_all_its_trees(pair: Pair, parser: str | None) -> None:
    (parsed,) = parse_pairs([pair], FlatParser("flat:7"))
    assert parsed.parser == parser


def test_a_signature_that_could_not_be_read_back_is_refused() -> None:
    with pytest.raises(LaconicError, match="white space"):
        list(parse_pairs(PARSED, FlatParser("flat 7")))


def test_links_go_with_the_first_reference() -> None:
    links = ((0, 0),)
    kept, lost = parse_pairs(
        [Pair("1", "a b", ("a", ""), links), Pair("2", "a b", ("", "a"), links)], FlatParser()
    )
    assert (kept.links, lost.links) == (links, None)


def test_plain_text_is_tokenised_when_told_so() -> None:
    pair = Pair("1", "Don't stop.", ("Stop.",))
    (parsed,) = parse_pairs([pair], FlatParser(), tokenized=False)
    assert words_of_side(parsed.source) == ["Do", "n't", "stop", "."]


def test_the_signature_goes_into_the_file_and_the_grammar(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    assert write_pairs(parse_pairs(PARSED, FlatParser("flat:7")), path) == 2
    pairs = list(read_pairs(path))
    assert [pair.parser for pair in pairs] == ["flat:7"] * 2
    grammar = extract_grammar(pairs).grammar
    assert grammar.parser == "flat:7"
    write_grammar(grammar, tmp_path / "grammar.txt")
    write_grammar(grammar, tmp_path / "grammar.packed")
    assert read_grammar(tmp_path / "grammar.txt").parser == "flat:7"
    assert read_grammar(tmp_path / "grammar.packed").parser == "flat:7"
    assert open_packed(tmp_path / "grammar.packed").parser == "flat:7"


def test_trees_of_two_parsers_make_no_grammar() -> None:
    pairs = [*parse_pairs(PAIRS[:1], FlatParser("a")), *parse_pairs(PAIRS[2:3], FlatParser("b"))]
    with pytest.raises(LaconicError, match="different parsers, a and b; parse all"):
        extract_grammar(pairs)


def test_pairs_that_do_not_say_leave_the_parser_unknown() -> None:
    (known,) = parse_pairs(PAIRS[:1], FlatParser("a"))
    unknown = Pair("x", known.source, known.references)
    assert extract_grammar([known, unknown]).grammar.parser is None
