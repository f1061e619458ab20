"""A file of trees as a parser."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from laconic.errors import FormatError, LaconicError, ParserError
from laconic.parsing.adapters.bracketed import BracketedFile
from laconic.trees.brackets import parse

TREES = """
( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ barks) (NP (-NONE- *T*-1)))) )
(ROOT (NP (-LRB- -LRB-) (NN dog)
          (-RRB- -RRB-)))
(S (UH Yes)) (FRAG (UH Yes))
"""


@pytest.fixture
def bracketed(tmp_path: Path) -> Path:
    path = tmp_path / "trees.ptb"
    path.write_text(TREES, encoding="utf-8")
    return path


def test_a_file_gives_the_trees_by_their_words(bracketed: Path) -> None:
    wanted = [["(", "dog", ")"], ["Yes"], ["The", "dog", "barks"], ["Yes"]]
    assert BracketedFile(bracketed).parse(wanted) == [
        parse("(TOP (NP (-LRB- -LRB-) (NN dog) (-RRB- -RRB-)))"),
        parse("(TOP (S (UH Yes)))"),  # the first of two
        parse("(TOP (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ barks))))"),
        parse("(TOP (S (UH Yes)))"),
    ]


def test_a_packed_file_is_the_same(bracketed: Path) -> None:
    packed = bracketed.with_name("trees.ptb.gz")
    packed.write_bytes(gzip.compress(bracketed.read_bytes()))
    plain, unpacked = BracketedFile(bracketed), BracketedFile(str(packed))
    assert unpacked.parse([["Yes"]]) == plain.parse([["Yes"]])
    assert unpacked.signature.split("#")[1] == plain.signature.split("#")[1]


def test_the_signature_follows_the_content(bracketed: Path) -> None:
    before = BracketedFile(bracketed).signature
    assert before.startswith("file:trees.ptb#")
    assert BracketedFile(bracketed).signature == before
    bracketed.write_text(TREES.replace("FRAG", "INTJ"), encoding="utf-8")
    assert BracketedFile(bracketed).signature != before


def test_a_sentence_that_the_file_does_not_have_is_named(bracketed: Path) -> None:
    with pytest.raises(ParserError) as caught:
        BracketedFile(bracketed).parse([["Yes"], ["The", "cat", "barks"]])
    assert str(caught.value) == f"{bracketed} has no tree for the sentence 'The cat barks'"


def test_bad_brackets_are_named_with_their_place(bracketed: Path) -> None:
    bracketed.write_text("(S (UH Yes))\n(S (UH No)))\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        BracketedFile(bracketed)
    assert str(caught.value) == f"{bracketed}:2:12: found ')', expected '('"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match=r"^cannot read .*nowhere\.ptb: No such file"):
        BracketedFile(tmp_path / "nowhere.ptb")
