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

PAIRS = [
    Pair("1", "the old dog -LRB- barks -RRB-", ("the dog barks", "dog barks")),
    Pair("2", parse("(TOP (NP (DT the) (NN cat)))"), ("the cat",)),
    Pair("3", "the dog barks", ("", "barks")),
    Pair("4", "  ", ("barks",)),
    Pair("5", "dog barks", ("",)),
]


def test_text_becomes_trees_and_trees_stay() -> None:
    parser = FlatParser("flat:7")
    first, second, third = parse_pairs(PAIRS, parser)
    assert first.source == FlatParser().parse([["the", "old", "dog", "(", "barks", ")"]])[0]
    assert [reference.words() for reference in first.references if not isinstance(reference, str)]
    assert second.source is PAIRS[1].source
    assert len(third.references) == 1
    assert {pair.parser for pair in (first, second, third)} == {"flat:7"}
    # "the dog barks" stands in two pairs and is parsed once.
    assert parser.sentences.count(["the", "dog", "barks"]) == 1


def test_the_signature_goes_into_the_file_and_the_grammar(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    assert write_pairs(parse_pairs(PAIRS, FlatParser("flat:7")), path) == 3
    pairs = list(read_pairs(path))
    assert [pair.parser for pair in pairs] == ["flat:7"] * 3
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
