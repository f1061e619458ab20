"""Results: what they hold, and their records."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from compressors import DOG, tiny_compressor

from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import MOST_CHARS, MOST_TOKENS
from laconic.compressor.marks import MARKS
from laconic.compressor.result import SCHEMA, Word
from laconic.errors import LaconicError
from laconic.grammar.notation import parse_rule
from laconic.request import GUARDS, Request
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

SHORT = "(TOP (S (NP (DT the) (NN dog)) (VP (VBD barked)) (. .)))"
FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"


@pytest.fixture(scope="module")
def compressor(tmp_path_factory: pytest.TempPathFactory) -> Compressor:
    return tiny_compressor(tmp_path_factory.mktemp("result"))


def test_a_text_of_one_sentence_has_what_its_sentence_has(compressor: Compressor) -> None:
    result = compressor.compress(parse(DOG))
    [sentence] = result.sentences
    assert result.tokens == sentence.tokens
    assert result.tokens[1] == Word("dog", 2)
    assert [word.text for word in result.tokens] == ["the", "dog", "barked", "."]
    assert result.tree == sentence.tree == parse(SHORT)
    assert result.source_tree == parse(DOG)
    assert result.derivation is not None
    assert result.derivation.target() == result.tree
    assert result.rate == sentence.rate == 4 / 6
    assert result.score == sentence.score
    assert sentence.kept == (0, 2, 3, 5)
    assert "the dog barked." in repr(result)


def test_a_text_of_several_says_where_to_look(compressor: Compressor) -> None:
    result = compressor.compress("One two. Three.")
    for name in ("tokens", "tree", "source_tree", "derivation"):
        with pytest.raises(LaconicError, match=f"2 sentences; expected one for result.{name}"):
            getattr(result, name)
    assert result.score == sum(sentence.score for sentence in result.sentences)


def test_a_record_is_plain_json_of_a_known_version(compressor: Compressor) -> None:
    result = compressor.compress("Old dogs bark loudly. A bad word.", nbest=2)
    record = json.loads(json.dumps(result.as_record()))
    assert record["version"] == SCHEMA == 1
    assert list(record) == ["version", "text", "source", "rate", "score", "marks", "sentences"]
    first, second = record["sentences"]
    assert list(first) == [
        *("text", "source", "tokens", "source_tokens", "rate", "score", "marks"),
        *("tree", "source_tree", "derivation", "alternatives"),
    ]
    assert parse(first["tree"]) == result.sentences[0].tree
    assert [first["source_tokens"][place] for _, place in first["tokens"]] == [
        word for word, _ in first["tokens"]
    ]
    for step in first["derivation"]:
        assert parse_rule(step["rule"])
    [other] = first["alternatives"]
    assert list(other) == ["text", "tokens", "rate", "score", "marks", "tree", "derivation"]
    assert (second["tree"], second["derivation"], second["alternatives"]) == (None, None, [])
    assert second["marks"] == record["marks"]


def test_trees_can_be_left_out(compressor: Compressor) -> None:
    record = compressor.compress("Old dogs bark.", nbest=2).as_record(trees=False)
    [sentence] = record["sentences"]
    for part in (sentence, sentence["alternatives"][0]):
        assert not {"tree", "source_tree", "derivation"} & set(part)


def test_a_tree_that_brackets_cannot_hold_is_null(compressor: Compressor) -> None:
    tree = Tree("S", [Tree("NN", word="a b"), Tree("NN", word="c")])
    record = compressor.compress(tree).as_record()
    assert record["sentences"][0]["source_tree"] is None


def test_every_key_is_documented(compressor: Compressor) -> None:
    text = FORMATS.read_text(encoding="utf-8")
    section = text[text.index("## Compressions") :]

    def keys(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    for key in keys(compressor.compress("Old dogs bark.", nbest=2).as_record()):
        assert f"`{key}`" in section


def test_every_mark_and_option_is_documented() -> None:
    text = FORMATS.with_name("compress.md").read_text(encoding="utf-8")
    for name in (*MARKS, *(field.name for field in fields(Request)), *GUARDS):
        assert f"`{name}`" in text
    assert f"more than {MOST_TOKENS} tokens" in text
    assert f"{MOST_CHARS:,} characters" in text
