"""The parser that ships: what it does with anything, and that company does not change a tree."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from batchings import batchings
from hypothesis import given, settings
from hypothesis import strategies as st
from pairs import NO_SHARED_DATA, ROOT, SHARED_DATA

from laconic.archive import open_archive, write_archive
from laconic.errors import FormatError, LaconicError, ParserError
from laconic.evaluation.brackets import score_trees
from laconic.files import read_lines
from laconic.parsing.embedded import EmbeddedParser
from laconic.parsing.network import KIND, VERSION, Network
from laconic.parsing.sentences import read_sentences
from laconic.trees.brackets import parse, read_trees

PARSER = EmbeddedParser.shipped()
FILE = Path(str(__import__("laconic").__file__)).parent / "models" / "english.parser"
SAMPLES = [line.split() for line in read_lines(ROOT / "samples" / "sentences.txt")]


@pytest.mark.parametrize(
    "tree",
    [
        "(TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))",
        "(TOP (S (NP (PRP She)) (VP (VBD gave) (NP (PRP him)) (NP (DT a) (NN book))) (. .)))",
        "(TOP (S (NP (DT The) (NN council)) (VP (VBD approved) (NP (NP (DT a) (NN plan))"
        " (PP (IN for) (NP (DT the) (NN bridge))))) (. .)))",
        "(TOP (S (NP (PRP He)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD was)"
        " (ADJP (JJ late)))))) (. .)))",
    ],
)
def test_plain_sentences(tree: str) -> None:
    expected = parse(tree)
    assert PARSER.parse([expected.words()]) == [expected]


ODD = {
    "one word": ["Dogs"],
    "only punctuation": ["...", "!", "?", ")"],
    "one mark": ["."],
    "400 words": (["The", "dog", "that", "barked", "at", "the", "cat", ","] * 50)[:400],
    "1,200 words without a comma": ["buffalo"] * 1200,
    "German": ["Der", "Hund", ",", "den", "ich", "gestern", "sah", ",", "bellt", "nicht", "."],
    "Japanese": ["これ", "は", "犬", "です", "。"],
    "Arabic": ["هذا", "كلب"],
    "emoji": ["👩‍👧", "❤️", "🇫🇷", "😀😀😀"],
    "one long word": ["x" * 5000],
    "a long address": ["https://example.org/" + "/".join("abcdefgh" * 200)],
    "what vanishes": ["\u200d", "\ufeff", "\x00", "\u00ad"],
    "capitals": ["STOP", "THE", "TRAINS", "NOW"],
    "half of a surrogate pair": ["bad", "\ud83d", "half"],
    "marks of the encoder": ["[SEP]", "[CLS]", "[PAD]", "[UNK]"],
    "brackets and quotes": ["(", "``", "[", "-LRB-", "''", ")", "\\", "{"],
}


@pytest.mark.parametrize("name", ODD)
def test_a_tree_comes_back(name: str) -> None:
    (tree,) = PARSER.parse([ODD[name]])
    assert tree.label == "TOP"
    assert tree.words() == ODD[name]
    assert all(leaf.word is not None for leaf in tree.leaves())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.text(min_size=1), min_size=1, max_size=8), max_size=4))
def test_any_tokens(sentences: list[list[str]]) -> None:
    trees = PARSER.parse(sentences)
    assert [tree.words() for tree in trees] == sentences
    assert all(tree.label == "TOP" for tree in trees)


def test_no_sentences_and_no_words() -> None:
    assert PARSER.parse([]) == []
    with pytest.raises(ParserError, match="without words"):
        PARSER.parse([["a"], []])
    with pytest.raises(ParserError, match="found the text 'hello', expected a list of tokens"):
        PARSER.parse(["hello"])
    with pytest.raises(ParserError, match="found generator, expected a list"):
        PARSER.parse(words for words in [["a"]])  # type: ignore[arg-type]
    with pytest.raises(ParserError, match="found str"):
        PARSER.parse("hello")


def differing(sentences: list[list[str]]) -> int:
    """How many sentences get different trees in the five batchings."""
    found = batchings(PARSER, sentences)
    return sum(len(set(trees)) > 1 for trees in zip(*found.values(), strict=True))


def test_company_does_not_change_a_tree() -> None:
    odd = [words for name, words in ODD.items() if name != "1,200 words without a comma"]
    assert differing(SAMPLES + odd) == 0


def test_company_does_not_change_a_score() -> None:
    network = Network.open(FILE)
    pieces = [PARSER.cutter.cut(words) for words in SAMPLES[:60]]
    together = dict(network.score(pieces, lambda number, scores: (number, scores)))
    for number, item in enumerate(pieces):
        (alone,) = network.score([item], lambda _, scores: scores)
        assert np.array_equal(alone.spans, together[number].spans)
        assert np.array_equal(alone.tags, together[number].tags)


def test_threads_do_not_change_a_tree() -> None:
    assert EmbeddedParser.shipped(threads=1).parse(SAMPLES) == PARSER.parse(SAMPLES)
    assert EmbeddedParser.shipped(threads=3).parse(SAMPLES) == PARSER.parse(SAMPLES)


@pytest.mark.slow
@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
def test_company_does_not_change_10_000_trees() -> None:
    lines = read_lines(SHARED_DATA / "text" / "wikinews.txt.gz")
    sentences = (sentence.words for line in lines for sentence in read_sentences(line))
    assert differing([list(words) for words in islice(sentences, 10_000)]) == 0


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
def test_it_parses_well() -> None:
    golds = list(
        islice(
            read_trees(SHARED_DATA / "trees" / "gum.dev.ptb", drop_function_tags=True), 0, 1500, 10
        )
    )
    parsed = PARSER.parse([gold.words() for gold in golds])
    scores = score_trees(zip(golds, parsed, strict=True))
    assert scores.f1 > 0.86
    assert scores.tag_accuracy > 0.94


def test_case_helps_but_is_not_needed() -> None:
    sentence = ["Paris", "is", "in", "France", "."]
    assert next(PARSER.parse([sentence])[0].leaves()).label == "NNP"
    lowered = [word.lower() for word in sentence]
    tree = PARSER.parse([lowered])[0]
    assert tree.words() == lowered
    assert [node.label for node in tree.nodes() if not node.is_leaf] == [
        node.label for node in PARSER.parse([sentence])[0].nodes() if not node.is_leaf
    ]


def test_quotes_say_themselves_which_they_are() -> None:
    words = ["``", "No", ",", "''", "he", "said", ",", "``", "never", ".", "''"]
    leaves = PARSER.parse([words])[0].leaves()
    assert [leaf.label for leaf in leaves if leaf.word in ("``", "''")] == ["``", "''"] * 2


def test_it_is_small() -> None:
    assert FILE.stat().st_size < 30_000_000


def test_the_signature_names_the_weights() -> None:
    archive = open_archive(FILE, kind=KIND, version=VERSION)
    assert PARSER.signature == f"embedded.1.{archive.manifest['digest'][:16]}"
    assert EmbeddedParser.open(FILE).signature == PARSER.signature


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match="cannot read"):
        EmbeddedParser.open(tmp_path / "missing.parser")
    other = tmp_path / "other.parser"
    other.write_bytes(b"something else")
    with pytest.raises(FormatError, match="damaged"):
        EmbeddedParser.open(other)
    content = bytearray(FILE.read_bytes())
    content[len(content) // 2] ^= 1
    other.write_bytes(content)
    with pytest.raises(FormatError, match="checksum"):
        EmbeddedParser.open(other)
    archive = open_archive(FILE, kind=KIND, version=VERSION)
    for name in ("vocabulary", "graph.words", "start.bias", "piece_embedding.weight.scale"):
        arrays = {key: array for key, array in archive.arrays.items() if key != name}
        write_archive(other, archive.manifest, arrays)
        with pytest.raises(FormatError, match=f"a parser without '{name}'"):
            EmbeddedParser.open(other)
    wrong: list[tuple[str, object, str]] = [
        ("labels", ["", "NP"], "2 labels and weights for"),
        ("tags", ["NN"], "1 tags and weights for"),
        ("empty_bonus", "x", "cannot be run"),
    ]
    for key, value, message in wrong:
        write_archive(other, {**archive.manifest, key: value}, archive.arrays)
        with pytest.raises(FormatError, match=message):
            EmbeddedParser.open(other)
    for key in ("labels", "tags", "empty_bonus", "digest", "weights"):
        manifest = {name: value for name, value in archive.manifest.items() if name != key}
        write_archive(other, manifest, archive.arrays)
        with pytest.raises(FormatError, match=f"a parser without '{key}'"):
            EmbeddedParser.open(other)
    write_archive(
        other,
        archive.manifest,
        {**archive.arrays, "vocabulary": np.frombuffer(b"{}", np.uint8)},
    )
    with pytest.raises(FormatError, match="cannot be run"):
        EmbeddedParser.open(other)
