"""Grammars: counts, origins, the limit of target sides, ids, and the two file forms."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pairs import aligned_pairs, sample_pairs
from strategies import rules as random_rules

from laconic.corpus import Pair
from laconic.errors import FormatError, LaconicError, RuleError
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.extraction import Extracted
from laconic.grammar.grammar import Entry, Grammar, GrammarBuilder
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule
from laconic.grammar.statistics import RuleKinds, kinds_by_bound
from laconic.grammar.table import (
    parse_origin,
    read_grammar,
    read_rules,
    render_origin,
    write_grammar,
)
from laconic.induction import ExtractionOptions, extract_grammar
from laconic.trees.brackets import parse
from laconic.trees.labels import check_normalisation
from laconic.trees.tree import Tree


def copied(label: str, word: str, other: str | None = None) -> Rule:
    return parse_rule(f"<{label},{label}> -> <[{label} {word}], [{label} {other or word}]>")


def induced(pairs: list[Pair], bound: int = 1, normalisation: str = "none") -> Grammar:
    options = ExtractionOptions(bound=bound, normalisation=check_normalisation(normalisation))
    return extract_grammar(pairs, options=options).grammar


def test_counts_and_origins_add_up() -> None:
    builder = GrammarBuilder()
    builder.add_extracted([Extracted(copied("NN", "dog"), 1), Extracted(copied("NN", "cat"), 2)])
    builder.add_extracted([Extracted(copied("NN", "dog"), 0)])
    builder.add_coverage(Coverage(), parse("(NN dog)"))
    builder.add_by_hand([copied("NN", "cat"), copied("NN", "cow")])
    assert builder.build().entries == {
        copied("NN", "dog"): Entry(2, Origin.TRAINING | Origin.COPY, 0),
        copied("NN", "cat"): Entry(1, Origin.TRAINING | Origin.HAND, 2),
        copied("NN", "cow"): Entry(0, Origin.HAND, 0),
    }


def test_the_limit_keeps_the_most_frequent_then_the_minimal_then_by_text() -> None:
    builder = GrammarBuilder()
    often, minimal = copied("NN", "a", "z"), copied("NN", "a", "y")
    specialised = [copied("NN", "a", other) for other in "dcb"]
    builder.add_extracted([Extracted(often, 2)] * 3 + [Extracted(minimal, 0)])
    builder.add_extracted(
        [Extracted(rule, bound) for rule, bound in zip(specialised, [1, 2, 2], strict=True)]
    )
    builder.add_extracted([Extracted(copied("NN", "b"), 0)])
    builder.add_coverage(Coverage(), parse("(NN a)"))
    builder.add_by_hand([copied("NN", "a", "hand")])
    grammar = builder.build(targets_per_source=3)
    assert set(grammar.rules) == {
        often,
        minimal,
        copied("NN", "a", "b"),
        copied("NN", "b"),
        copied("NN", "a"),
        copied("NN", "a", "hand"),
    }
    assert len(builder.build(targets_per_source=None)) == 8


def test_the_limit_compares_sources_without_deletion_marks() -> None:
    builder = GrammarBuilder()
    one = parse_rule("<S,S> -> <[S NP_1 VP_2], [S NP_1 VP_2]>")
    two = parse_rule("<S,VP> -> <[S NP_e VP_1], VP_1>")
    builder.add_extracted([Extracted(one, 0), Extracted(one, 0), Extracted(two, 0)])
    assert builder.build(targets_per_source=1).rules == (one,)


def test_rules_that_are_too_rare_are_left_out_before_the_limit() -> None:
    builder = GrammarBuilder()
    often, twice, rare = (copied("NN", "a", other) for other in "zyx")
    builder.add_extracted([Extracted(often, 1)] * 3 + [Extracted(twice, 1)] * 2)
    builder.add_extracted([Extracted(rare, 0), Extracted(copied("NN", "b"), 0)])
    builder.add_coverage(Coverage(), parse("(NN b)"))
    builder.add_by_hand([rare])
    assert builder.build(min_count=1).entries == builder.build().entries
    entries = builder.build(min_count=2).entries
    assert set(entries) == {often, twice, rare, copied("NN", "b")}
    # What coverage makes, or a hand wrote, stays as that.
    assert entries[rare] == Entry(0, Origin.HAND)
    assert entries[copied("NN", "b")] == Entry(0, Origin.COPY)
    assert entries[twice].count == 2
    assert twice not in builder.build(min_count=3).entries
    both = builder.build(min_count=2, targets_per_source=1).entries
    assert set(both) == {often, rare, copied("NN", "b")}


def test_rare_rules_of_pairs_are_counted_as_left_out() -> None:
    pairs = sample_pairs()
    whole = extract_grammar(pairs, options=ExtractionOptions(coverage=False))
    options = ExtractionOptions(coverage=False, min_count=2)
    often = extract_grammar(pairs, options=options)
    expected = {rule for rule, entry in whole.grammar.entries.items() if entry.count >= 2}
    assert set(often.grammar.rules) == expected
    assert 0 < len(expected) < len(whole.grammar)
    assert often.kinds == whole.kinds
    left_out = len(whole.grammar) - len(expected)
    assert often.over_limit == whole.over_limit + left_out


def test_ids_do_not_depend_on_arrival(tmp_path: Path) -> None:
    pairs = sample_pairs()
    shuffled = random.Random(7).sample(pairs, len(pairs))
    write_grammar(induced(pairs), tmp_path / "one")
    write_grammar(induced(shuffled), tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("normalisation", ["none", "lower", "lower-digits"])
def test_written_grammars_read_back(tmp_path: Path, normalisation: str) -> None:
    grammar = induced(sample_pairs(), normalisation=normalisation)
    write_grammar(grammar, tmp_path / "grammar.txt")
    again = read_grammar(tmp_path / "grammar.txt")
    assert again == grammar
    assert again.rules == grammar.rules
    assert [again.ids[rule] for rule in again.rules] == list(range(len(again)))


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=30, deadline=None)
@given(st.lists(random_rules(), unique=True, max_size=5), st.data())
def test_any_rules_read_back(
    tmp_path_factory: pytest.TempPathFactory, found: list[Rule], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("grammar") / "grammar.txt"
    entries = {
        rule: Entry(data.draw(st.integers(0, 10**12)), data.draw(st.sampled_from(list(Origin))), 1)
        for rule in found
    }
    write_grammar(Grammar(entries, "lower"), path)
    assert read_grammar(path) == Grammar(entries, "lower")


def test_normalisation_belongs_to_the_grammar() -> None:
    pair = Pair("1", parse("(TOP (NP (DT The) (CD 42)))"), (parse("(TOP (NP (CD 42)))"),))
    words = {
        word
        for rule in induced([pair], normalisation="lower-digits").rules
        for word in rule.source.words()
    }
    assert words == {"the", "##"}
    builder = GrammarBuilder("lower")
    builder.add_by_hand([copied("NN", "Dog")])
    assert builder.build().rules == (copied("NN", "dog"),)


GRAMMAR_START = "# laconic grammar 1\tnormalisation=none\ncount\tbound\torigin\trule\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "g:1: found '', expected '# laconic grammar 1', a grammar file"),
        ("hello\n", "g:1: found 'hello', expected '# laconic grammar 1', a grammar file"),
        ("# laconic grammar 1\tnormalisation=odd\ncount\tbound\torigin\trule\n",
         "g:1: unknown word normalisation 'odd'; expected one of none, lower, lower-digits"),
        ("# laconic grammar 1\tnormalisation=none\n1\n",
         "g:2: found '1', expected the columns 'count\\tbound\\torigin\\trule'"),
        (GRAMMAR_START + "1\t0\ttraining\n",
         "g:3: found 3 columns, expected 4 columns: count\tbound\torigin\trule"),
        (GRAMMAR_START + "x\t0\ttraining\t<NN,NN> -> <[NN a], [NN a]>\n",
         "g:3: found count 'x', expected a whole number"),
        (GRAMMAR_START + "1\t0\tmars\t<NN,NN> -> <[NN a], [NN a]>\n",
         "g:3: unknown origin 'mars'; expected one of training, copy, delete, hand"),
        (GRAMMAR_START + "1\t0\ttraining\t<NN,NN> -> <[NN a]>\n",
         "g:3:32: found the end, expected ','"),
        (GRAMMAR_START + "1\t0\ttraining\t<NN,NN> -> <[NN a], [NN a]>\n" * 2,
         "g:4: found <NN,NN> -> <[NN a], [NN a]> again, expected each rule once"),
    ],
)  # fmt: skip
def test_bad_grammar_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g").write_text(text, encoding="utf-8")
    with pytest.raises(LaconicError) as error:
        read_grammar("g")
    assert str(error.value) == message


def test_rules_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("# contractions\n\n<MD,MD> -> <[MD will], [MD 'll]>\n", encoding="utf-8")
    assert [str(rule) for rule in read_rules(path)] == ["<MD,MD> -> <[MD will], [MD 'll]>"]
    path.write_text("<MD,MD> -> <[MD will], [MD 'll]>\n<S,S> -> <[S NP VP_1], VP_1>\n")
    with pytest.raises(FormatError) as error:
        list(read_rules(path))
    assert (error.value.line, error.value.column) == (2, 17)
    path.write_text("\n<S,VP> -> <[S NP_2 VP_1], VP_1>\n")
    with pytest.raises(RuleError, match=r"rules.txt:2: variable 2 occurs on one side only"):
        list(read_rules(path))


def test_origins_as_text() -> None:
    assert render_origin(Origin.TRAINING | Origin.DELETE) == "training+delete"
    assert parse_origin("training+delete") == Origin.TRAINING | Origin.DELETE


def test_kinds_of_rules() -> None:
    rules = [
        parse_rule(text)
        for text in (
            "<NP,NP> -> <[NP DT_1 NN_2], [NP NN_2]>".replace("DT_1", "DT_e").replace("_2", "_1"),
            "<NN,NN> -> <[NN a], [NN a]>",
            "<NP,NP> -> <[NP NP_1 PP_e], NP_1>",
            "<S,VP> -> <[S NP_e VP_1], VP_1>",
            "<S,VP> -> <[S [NP [NN a]] VP_1], VP_1>",
            "<NP,NP> -> <[NP NN_1], [NP [NX NN_1]]>",
            "<TOP,TOP> -> <[TOP S_1], [TOP S_1]>",
        )
    ]
    builder = GrammarBuilder()
    builder.add_extracted([Extracted(rule, 0) for rule in rules])
    (kinds,) = kinds_by_bound(builder, 0)
    assert kinds == RuleKinds(scfg=3, deeper=2, category=1)
    assert kinds.rules == 6


def test_kinds_by_bound_grow() -> None:
    kinds = [
        extract_grammar(sample_pairs(), options=ExtractionOptions(bound=bound)).kinds
        for bound in (0, 1, 2)
    ]
    assert kinds[2][:2] == kinds[1]
    assert kinds[1][:1] == kinds[0]
    assert kinds[2][0].rules < kinds[2][1].rules < kinds[2][2].rules


@given(aligned_pairs())
def test_deletions_only_leaves_other_pairs_out(trees: tuple[Tree, Tree, object]) -> None:
    source, target, _ = trees
    remaining = iter(source.words())
    fits = all(word in remaining for word in target.words())
    pair = Pair("x", source, (target,), place="corpus:1")
    extraction = extract_grammar([pair], options=ExtractionOptions(alignment="deletions"))
    reason = "corpus:1: pair x: the target does more than delete words of the source"
    assert extraction.left_out == (() if fits else (reason,))
    assert extraction.pairs == fits
