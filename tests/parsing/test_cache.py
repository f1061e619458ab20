"""Trees kept under the signature of the parser that made them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flat_parser import FlatParser

from laconic.errors import LaconicError
from laconic.parsing.cache import CachedParser, file_name

SENTENCES = [["a", "dog"], ["(", "b", ")"], ["a", "dog"], ["``", "c\\/d", "''"]]


def test_nothing_is_parsed_twice(tmp_path: Path) -> None:
    inner = FlatParser()
    cached = CachedParser(inner, tmp_path / "new" / "folder")
    assert cached.signature == "flat"
    assert cached.parse(SENTENCES) == FlatParser().parse(SENTENCES)
    assert inner.sentences == [SENTENCES[0], SENTENCES[1], SENTENCES[3]]
    assert cached.parse([*SENTENCES, ["new"]]) == FlatParser().parse([*SENTENCES, ["new"]])
    assert inner.batches == [3, 1]


def test_it_is_there_the_next_time(tmp_path: Path) -> None:
    first = CachedParser(FlatParser(), tmp_path).parse(SENTENCES)
    inner = FlatParser()
    assert CachedParser(inner, tmp_path).parse(SENTENCES) == first
    assert inner.batches == []


def test_another_parser_does_not_see_it(tmp_path: Path) -> None:
    CachedParser(FlatParser("one:1"), tmp_path).parse(SENTENCES)
    other = FlatParser("one:2")
    CachedParser(other, tmp_path).parse(SENTENCES)
    assert len(other.sentences) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one%3A1.sqlite", "one%3A2.sqlite"]


def test_many_sentences(tmp_path: Path) -> None:
    sentences = [["word", str(number)] for number in range(3000)]
    trees = CachedParser(FlatParser(), tmp_path).parse(sentences)
    inner = FlatParser()
    assert CachedParser(inner, tmp_path).parse(sentences) == trees
    assert inner.batches == []


def test_tokens_that_join_to_the_same_text_are_different_sentences(tmp_path: Path) -> None:
    cached = CachedParser(FlatParser(), tmp_path)
    assert [len(tree.words()) for tree in cached.parse([["a b"], ["a", "b"]])] == [1, 2]
    # A word with a space in it cannot be written in brackets, and is parsed each time.
    assert [len(tree.words()) for tree in cached.parse([["a b"], ["a", "b"]])] == [1, 2]


def test_a_damaged_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "flat.sqlite"
    path.write_bytes(b"something else entirely, and long enough to be looked at" * 100)
    with pytest.raises(LaconicError, match=r"cannot use the cache of trees .*flat\.sqlite"):
        CachedParser(FlatParser(), tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LaconicError, match="cannot use the cache"):
        CachedParser(FlatParser(), tmp_path / "file" / "folder")


def test_different_signatures_have_different_files(tmp_path: Path) -> None:
    names = ["mine:en/1", "mine:en:1", "mine-en-1", "mine en 1", "mine%3Aen:1", "é"]
    assert len({file_name(name) for name in names}) == len(names)
    assert all("/" not in file_name(name) for name in names)
    assert file_name("embedded.1.0123456789abcdef") == "embedded.1.0123456789abcdef"
    CachedParser(FlatParser("file:/data/x y.ptb#12"), tmp_path)


@pytest.mark.parametrize("wrong", ["(TOP (NN other))", "(TOP (NN", "", None, 7])
def test_a_row_that_is_no_tree_of_the_sentence_is_made_again(tmp_path: Path, wrong: object) -> None:
    cached = CachedParser(FlatParser(), tmp_path)
    right = cached.parse([["a", "dog"]])
    with closing(sqlite3.connect(cached.path)) as database:
        database.execute("UPDATE trees SET tree = ?", (wrong,))
        database.commit()
    inner = FlatParser()
    assert CachedParser(inner, tmp_path).parse([["a", "dog"]]) == right
    assert inner.batches == [1]
    assert CachedParser(inner, tmp_path).parse([["a", "dog"]]) == right
    assert inner.batches == [1]


def test_half_of_a_surrogate_pair_is_not_kept(tmp_path: Path) -> None:
    inner = FlatParser()
    cached = CachedParser(inner, tmp_path)
    for _ in range(2):
        assert cached.parse([["a", "\ud83d"]])[0].words() == ["a", "\ud83d"]
    assert inner.batches == [1, 1]
