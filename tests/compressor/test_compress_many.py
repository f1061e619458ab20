"""Many texts: in order, lazily, as one by one, and never an exception on the way."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest
from compressors import DOG, SmallParser, tiny_compressor
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.compressor.compressor import Compressor
from laconic.compressor.inputs import Given
from laconic.compressor.result import Result
from laconic.compressor.stream import LARGEST_BATCH
from laconic.errors import LaconicError
from laconic.trees.brackets import parse

LINES = st.sampled_from(
    ["Old dogs bark loudly.", "", "One two. Three four!", "a bad word", " \n", "\x00", "don't go"]
)


@pytest.fixture(scope="module")
def compressor(tmp_path_factory: pytest.TempPathFactory) -> Compressor:
    return tiny_compressor(tmp_path_factory.mktemp("many"))


def seen(result: Result) -> tuple[Any, ...]:
    return result.text, result.marks, result.score, [one.tokens for one in result.sentences]


@given(st.lists(LINES, max_size=30), st.integers(1, 3), st.sampled_from([{}, {"max_words": 2}]))
@settings(max_examples=40)
def test_many_are_as_one_by_one(
    compressor: Compressor, lines: list[str], workers: int, options: dict[str, Any]
) -> None:
    many = list(compressor.compress_many(lines, workers=workers, **options))
    assert [seen(result) for result in many] == [
        seen(compressor.compress(line, **options)) for line in lines
    ]


def test_nothing_is_read_before_it_is_needed(compressor: Compressor) -> None:
    read: list[int] = []

    def endless() -> Iterator[Given]:
        for number in count():
            read.append(number)
            yield f"Old dogs number {number} bark."

    results = compressor.compress_many(endless(), workers=2)
    assert read == []
    first = next(results)
    assert "0" in first.source
    assert len(read) < 40
    for number, result in enumerate(islice(results, 500), 1):
        assert f" {number} " in result.source
        assert len(read) <= number + 2 * LARGEST_BATCH
    results.close()  # type: ignore[attr-defined]


def test_texts_are_parsed_in_batches(compressor: Compressor) -> None:
    parser = SmallParser()
    list(Compressor(compressor.model, parser=parser).compress_many(["Dogs bark."] * 600))
    assert sum(parser.batches) == 600
    assert parser.batches[0] < 20
    assert max(parser.batches) == LARGEST_BATCH
    assert len(parser.batches) < 12


def test_memory_does_not_grow(compressor: Compressor) -> None:
    seen: list[weakref.ref[Result]] = []
    for number, result in enumerate(compressor.compress_many(["Old dogs bark."] * 400, workers=2)):
        seen.append(weakref.ref(result))
        if number % 100 == 99:
            assert sum(one() is not None for one in seen) < 5


def test_one_sentence_that_fails_does_not_end_the_work(
    compressor: Compressor, monkeypatch: pytest.MonkeyPatch
) -> None:
    model: Any = compressor.model
    real = type(model).score_edges

    def fails(self: Any, forest: Any) -> Any:
        if "boom" in forest.words:
            raise MemoryError("no room")
        return real(self, forest)

    monkeypatch.setattr(type(model), "score_edges", fails)
    lines = ["dogs bark", "boom goes it", "cats sleep"]
    first, second, third = compressor.compress_many(lines, max_words=1)
    assert (first.marks, third.marks) == ((), ())
    assert second.text == "boom goes it"
    assert second.marks == ("failed: MemoryError('no room')",)


def test_phrases_are_marks_in_a_batch(compressor: Compressor) -> None:
    lines = ["Old cats sleep.", "Dogs bark.", ""]
    one, two, three = compressor.compress_many(lines, keep=["old cats"], drop=["cats"])
    assert one.text == "Old cats sleep."
    assert one.marks == (
        "kept and dropped: 'cats' is in 'old cats', to be kept, and in 'cats', to be dropped",
    )
    assert two.marks == ("no match: keep 'old cats'", "no match: drop 'cats'")
    assert two.text
    assert three.marks == two.marks


def test_trees_and_texts_may_be_mixed(compressor: Compressor) -> None:
    one, two = compressor.compress_many([parse(DOG), "Dogs bark."])
    assert one.text == "the dog barked."
    assert two.source == "Dogs bark."


def test_mistakes_are_errors_at_once(compressor: Compressor) -> None:
    with pytest.raises(LaconicError, match="found one text, expected several"):
        compressor.compress_many("Dogs bark.")
    with pytest.raises(LaconicError, match="workers is 0"):
        compressor.compress_many([], workers=0)
    with pytest.raises(LaconicError, match="unknown option 'words'"):
        compressor.compress_many([], words=3)
    wrong: Any = [None]
    with pytest.raises(LaconicError, match="found NoneType, expected a text or a tree"):
        list(compressor.compress_many(wrong))
