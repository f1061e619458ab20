"""Grammars as arrays: every rule, count and origin comes back, from memory and from a file."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairs import sample_pairs
from strategies import rules

from laconic.archive import open_archive, write_archive
from laconic.errors import FormatError, LaconicError
from laconic.grammar.coverage import Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule, render_rule
from laconic.grammar.packed import PackedGrammar, open_packed, pack, unpack, write_packed
from laconic.grammar.rule import Rule
from laconic.grammar.table import read_grammar, write_grammar
from laconic.induction import ExtractionOptions, extract_grammar
from laconic.trees.labels import NORMALISATIONS, Normalisation
from laconic.trees.tree import Tree

ORIGINS = st.sets(st.sampled_from(list(Origin)), min_size=1).map(
    lambda parts: Origin(sum(part.value for part in parts))
)
ENTRIES = st.builds(Entry, st.integers(0, 10**18 - 1), ORIGINS, st.integers(0, 9))
SURROGATE = Rule(Tree("X\ud800", word="\udfff"), Tree("Y\udbff", word="\ud800\udc00"), ())


@st.composite
def grammars(draw: st.DrawFn) -> Grammar:
    entries = draw(st.dictionaries(rules(max_leaves=4), ENTRIES, max_size=4))
    return Grammar(entries, draw(st.sampled_from(NORMALISATIONS)))


@cache
def sample_grammar(bound: int = 0, normalisation: Normalisation = "none") -> Grammar:
    options = ExtractionOptions(bound=bound, normalisation=normalisation)
    return extract_grammar(sample_pairs(), options=options).grammar


def reopened(grammar: Grammar, folder: Path) -> PackedGrammar:
    write_packed(pack(grammar), folder / "a.grammar")
    return open_packed(folder / "a.grammar")


def check_answers(packed: PackedGrammar, grammar: Grammar) -> None:
    """Every question about a rule is answered as the grammar itself would."""
    assert len(packed) == len(grammar)
    assert packed.normalisation == grammar.normalisation
    for rule, number in grammar.ids.items():
        assert packed.rule(number) == rule
        assert packed.text(number) == render_rule(rule)
        assert packed.entry(number) == grammar.entries[rule]
        assert packed.find(rule) == number


@pytest.mark.parametrize(("bound", "normalisation"), [(0, "lower-digits"), (1, "lower")])
def test_the_sample_grammar_comes_back(
    tmp_path: Path, bound: int, normalisation: Normalisation
) -> None:
    grammar = sample_grammar(bound, normalisation)
    assert unpack(pack(grammar)) == grammar
    assert unpack(reopened(grammar, tmp_path)) == grammar


def test_ids_and_entries_are_the_grammars(tmp_path: Path) -> None:
    grammar = sample_grammar()
    check_answers(pack(grammar), grammar)
    check_answers(reopened(grammar, tmp_path), grammar)


def test_the_name_of_a_grammar_file_says_whether_it_is_packed(tmp_path: Path) -> None:
    grammar = sample_grammar()
    write_grammar(grammar, tmp_path / "a.packed")
    write_packed(pack(grammar), tmp_path / "b")
    assert (tmp_path / "a.packed").read_bytes() == (tmp_path / "b").read_bytes()
    assert read_grammar(tmp_path / "b") == grammar


@given(grammars())
@settings(max_examples=50)
def test_any_grammar_comes_back(tmp_path_factory: pytest.TempPathFactory, grammar: Grammar) -> None:
    packed = pack(grammar)
    check_answers(packed, grammar)
    assert unpack(packed) == grammar
    again = reopened(grammar, tmp_path_factory.getbasetemp())
    assert unpack(again) == grammar
    assert again.labels.strings == packed.labels.strings
    assert again.words.strings == packed.words.strings


@given(grammars(), st.lists(rules(max_leaves=2), max_size=4))
@settings(max_examples=50)
def test_rules_that_are_not_there_are_not_found(grammar: Grammar, others: list[Rule]) -> None:
    packed = pack(grammar)
    for rule in others:
        assert packed.find(rule) == grammar.ids.get(rule)


def test_no_rules_at_all(tmp_path: Path) -> None:
    for packed in (pack(Grammar({})), reopened(Grammar({}), tmp_path)):
        assert len(packed) == 0
        assert packed.find(SURROGATE) is None
        assert unpack(packed) == Grammar({})


def test_words_that_are_no_unicode_text(tmp_path: Path) -> None:
    grammar = Grammar({SURROGATE: Entry(1, Origin.HAND)})
    check_answers(reopened(grammar, tmp_path), grammar)


def test_the_largest_numbers_that_a_grammar_file_may_hold(tmp_path: Path) -> None:
    number = 10**18 - 1
    (tmp_path / "a.txt").write_text(
        "# laconic grammar 1\tnormalisation=none\n"
        "count\tbound\torigin\trule\n"
        f"{number}\t{number}\ttraining+copy+delete+hand\t<A,A> -> <[A a], [A a]>\n"
    )
    grammar = read_grammar(tmp_path / "a.txt")
    check_answers(reopened(grammar, tmp_path), grammar)


def test_the_order_of_arrival_does_not_matter(tmp_path: Path) -> None:
    grammar = sample_grammar()
    entries = list(grammar.entries.items())
    shuffled = random.Random(1).sample(entries, len(entries))
    write_packed(pack(grammar), tmp_path / "one")
    write_packed(pack(Grammar(dict(shuffled))), tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_what_was_read_can_be_written_again(tmp_path: Path) -> None:
    write_packed(pack(sample_grammar()), tmp_path / "one")
    write_packed(open_packed(tmp_path / "one"), tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_source_sides_share_their_beginnings() -> None:
    texts = (
        "<A,A> -> <[A B_1 C_2], [A B_1 C_2]>",
        "<A,A> -> <[A B_1 C_e], [A B_1]>",
        "<A,A> -> <[A B_1 D_2], [A B_1 D_2]>",
        "<A,A> -> <[A B_1 [C c]], [A B_1]>",
    )
    arrays = pack(Grammar({parse_rule(text): Entry(1, Origin.HAND) for text in texts})).arrays
    assert len(arrays["symbols"]) == 1 + 2 + 3  # the root, [A and B, what differs
    assert arrays["first_children"].tolist() == [1, 2, 3, 6, 6, 6, 6]


TEXTS = ("<A,A> -> <[A a], [A b]>", "<A,A> -> <[A B_1], [A B_1]>", "<B,B> -> <[B b], [B b]>")
FEW = Grammar({parse_rule(text): Entry(1, Origin.HAND) for text in TEXTS})


def broken(folder: Path, **changes: object) -> Path:
    """A packed grammar some of whose parts are others, or missing (None)."""
    write_packed(pack(FEW), folder / "sound")
    archive = open_archive(folder / "sound", kind="grammar", version=1)
    arrays = {name: np.array(array) for name, array in archive.arrays.items()}
    parts: dict[str, Any] = {**archive.manifest, **arrays, **changes}
    parts = {name: part for name, part in parts.items() if part is not None}
    arrays = {name: part for name, part in parts.items() if isinstance(part, np.ndarray)}
    manifest = {name: part for name, part in parts.items() if name not in arrays}
    write_archive(folder / "broken", manifest, arrays)
    return folder / "broken"


BREAKS: list[dict[str, object]] = [
    {"symbols": None},
    {"texts": None},
    {"counts": None},
    {"vocabulary_labels": None},
    {"vocabulary_word_starts": None},
    {"normalisation": None},
    {"normalisation": "upper"},
    {"normalisation": ["none"]},
    {"kind": "model"},
    {"version": 2},
    {"symbols": np.zeros(4, dtype=np.int64)},
    {"symbols": np.zeros(4, dtype=">u8")},
    {"symbols": np.zeros((2, 2), dtype=np.uint64)},
    {"origins": np.zeros(4, dtype=np.uint16)},
    {"vocabulary_labels": np.full(9999, 0xFF, dtype=np.uint8)},
    {"vocabulary_word_starts": np.array([0.5, 1.5])},
    {"vocabulary_word_starts": np.zeros((2, 2), dtype=np.uint64)},
    {"vocabulary_word_starts": np.array([3, 2, 1], dtype=np.uint64)},
    {"vocabulary_word_starts": np.array([0, 2**64 - 1], dtype=np.uint64)},
    {"vocabulary_word_starts": np.zeros(0, dtype=np.uint64)},
    {"vocabulary_word_starts": np.array([-3, -1], dtype=np.int64)},
    {"counts": np.zeros(1, dtype=np.uint64)},
    {"bounds": np.zeros(0, dtype=np.uint32)},
    {"text_starts": np.zeros(1, dtype=np.uint64)},
    {"vocabulary_words": np.frombuffer(b"aa", dtype=np.uint8)},
]


@pytest.mark.parametrize("changes", BREAKS, ids="-".join)
def test_files_of_another_form_are_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    path = broken(tmp_path, **changes)
    with pytest.raises(FormatError) as caught:
        open_packed(path)
    assert str(path) in str(caught.value)


def test_nothing_is_wrong_with_what_is_not_broken(tmp_path: Path) -> None:
    assert unpack(open_packed(broken(tmp_path))) == FEW


def test_a_text_grammar_is_no_packed_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# laconic grammar 1\tnormalisation=none\n")
    for path in (tmp_path / "a.txt", tmp_path / "missing"):
        with pytest.raises(LaconicError, match=str(path)):
            open_packed(path)


def test_a_grammar_as_text_is_no_packed_one(tmp_path: Path) -> None:
    write_grammar(Grammar({}), tmp_path / "g.txt")
    with pytest.raises(FormatError, match="a grammar as text is read by read_grammar"):
        open_packed(tmp_path / "g.txt")
    write_grammar(Grammar({}), tmp_path / "G.PACKED")
    assert len(open_packed(tmp_path / "G.PACKED")) == 0
