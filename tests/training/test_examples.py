"""Pairs made ready: rules left out, derivations that stand in, and forests that are not kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pairs import sample_pairs
from reference.derivations import forest_derivations
from tiny_corpus import exact, tiny_lm, tiny_pairs

from laconic.config import Config
from laconic.corpus import Pair
from laconic.errors import LaconicError
from laconic.grammar.coverage import Origin
from laconic.grammar.notation import parse_rule
from laconic.induction import ExtractionOptions, extract_pair, tree_pairs
from laconic.scoring.losses import measure
from laconic.training.folds import extract_folds, fold_of
from laconic.training.run import Training
from laconic.trees.brackets import parse

OPTIONS = ExtractionOptions(coverage=False)


@pytest.mark.parametrize(("grammar_from", "folds"), [("leave-one-out", 10), ("folds", 4)])
def test_a_pair_does_without_the_rules_that_only_its_fold_has(
    grammar_from: str, folds: int
) -> None:
    pairs = sample_pairs()
    whole = extract_folds(pairs, OPTIONS, grammar_from=grammar_from, folds=folds)  # type: ignore[arg-type]
    for number in (0, 7, 80):
        fold = fold_of(number, len(pairs), grammar_from, folds)  # type: ignore[arg-type]
        others = [
            pair
            for place, pair in enumerate(pairs)
            if fold_of(place, len(pairs), grammar_from, folds) != fold  # type: ignore[arg-type]
        ]
        rest = {
            rule
            for pair in others
            for source, target in tree_pairs(pair)
            for rule, _ in extract_pair(source, target, OPTIONS)
        }
        kept = {
            whole.packed.rule(place)
            for place, only in enumerate(whole.only_folds.tolist())
            if only != fold
        }
        assert kept == rest & set(whole.extraction.grammar.rules)


def test_the_same_grammar_leaves_nothing_out() -> None:
    whole = extract_folds(sample_pairs(), OPTIONS, grammar_from="same", folds=10)
    assert set(whole.only_folds.tolist()) == {-1}


def test_the_same_pair_twice_is_two_pairs() -> None:
    pairs = sample_pairs()[:6]
    twice = extract_folds([*pairs, *pairs], OPTIONS, grammar_from="leave-one-out", folds=10)
    assert set(twice.only_folds.tolist()) == {-1}


def test_folds_are_runs_of_pairs_of_nearly_equal_length() -> None:
    found = [fold_of(number, 23, "folds", 5) for number in range(23)]
    assert found == sorted(found)
    assert sorted({found.count(fold) for fold in found}) == [4, 5]
    assert max(found) == 4


def test_a_rule_of_the_pair_alone_stays_if_coverage_makes_it_but_is_not_of_training() -> None:
    training = Training(tiny_pairs(), config=exact(grammar_from="leave-one-out"))
    # "barked" stands in the first pair only; the rule that copies it is a copy rule as well.
    example = training.examples[0]
    edges = example.edges
    rule = parse_rule("<VBD,VBD> -> <[VBD barked], [VBD barked]>")
    number = next(n for n, edge in enumerate(edges.forest.edges) if edge.rule == rule)
    names = list(training.space.table.columns_of)
    columns, _ = training.space.table.entries([int(edges.rows[number])])
    types = {names[column] for column in columns if names[column].startswith("type=")}
    assert types == {"type=copy"}
    assert Origin.TRAINING in edges.forest.edge(number).origin


@pytest.mark.parametrize("penalty", [1.0, 0.0005])
def test_the_derivation_of_least_loss_stands_in(penalty: float) -> None:
    config = exact(grammar_from="leave-one-out", length_penalty=penalty)
    training = Training(tiny_pairs(), config=config)
    loss = training.loss
    examples = [training.examples[number] for number in range(len(training.examples))]
    assert any(example.stands_in for example in examples)
    assert any(not example.stands_in for example in examples)
    assert training.examples.stand_ins == sum(example.stands_in for example in examples)
    for example in examples:
        forest, reference = example.edges.forest, example.task.reference
        losses = [
            measure(loss, reference, forest.derivation(edges).target())
            for edges in forest_derivations(forest.edges, (0, "TOP"))
        ]
        found = measure(loss, reference, forest.derivation(example.gold).target())
        assert found == min(losses)
        if not example.stands_in:
            assert forest.derivation(example.gold).target() == reference


def test_of_equal_losses_that_with_the_aligned_words_stands_in() -> None:
    """The second "the" is in the reference, so keeping the first costs nothing: it must go."""
    source = parse("(TOP (S (NP (DT the) (NN sun)) (VP (VBD hid) (NP (DT the) (NN moon)))))")
    target = parse("(TOP (X (VBD hid) (DT the) (NN moon)))")
    rule = parse_rule("<S,S> -> <[S NP_e VP_1], [S VP_1]>")
    other = Pair("other", source, (source,))
    config = exact(grammar_from="leave-one-out", loss="hamming-tokens")
    training = Training([Pair("one", source, (target,)), other], config=config, rules=[rule])
    example = training.examples[0]
    assert example.stands_in
    words = example.edges.forest.derivation(example.gold).target().words()
    assert words == ["hid", "the", "moon"]


def test_pairs_out_of_reach_can_be_left_out_with_the_reason() -> None:
    config = exact(grammar_from="leave-one-out", unreachable="leave-out")
    training = Training(tiny_pairs(), config=config)
    kept = Training(tiny_pairs(), config=replace(config, unreachable="stand-in"))
    assert len(training.examples) == len(kept.examples) - kept.examples.stand_ins
    assert training.examples.stand_ins == 0
    assert len(training.left_out) == kept.examples.stand_ins
    assert training.left_out == ["pair 4: the reference is out of reach of the rules"]


def test_pairs_that_do_more_than_delete_can_be_refused() -> None:
    moved = Pair(
        "moved",
        parse("(TOP (S (A a) (B b)))"),
        (
            parse(
                "(TOP (S (B b) (A a)))",
            ),
        ),
        place="x:1",
    )
    config = Config(extraction=ExtractionOptions(alignment="deletions"))
    training = Training([*tiny_pairs(), moved], config=config)
    assert training.left_out == [
        "x:1: pair moved: the target does more than delete words of the source"
    ]
    with pytest.raises(LaconicError, match="no pair can be used; the first: x:1: pair moved"):
        Training([moved], config=config)
    with pytest.raises(LaconicError, match="there are no pairs"):
        Training([])


def test_every_reference_is_an_example_if_wanted() -> None:
    pairs = [replace(pair, references=(*pair.references, pair.source)) for pair in tiny_pairs()]
    options = ExtractionOptions(all_references=True)
    assert len(Training(pairs, config=Config(extraction=options)).examples) == 2 * len(pairs)


def test_forests_that_do_not_fit_are_built_again(tmp_path: Path) -> None:
    pairs = sample_pairs()[:30]
    lm = tiny_lm(tmp_path)
    whole = Training(pairs, config=Config(), lm=lm).examples
    some = Training(pairs, config=Config(forest_memory_mb=1), lm=lm).examples
    assert whole.whole == 30
    assert some.whole < 30
    for number in (0, 28, 29):
        one, two = whole[number], some[number]
        assert one.gold == two.gold
        assert one.edges.rows.tolist() == two.edges.rows.tolist()
        assert one.edges.forest.arrays.rules.tolist() == two.edges.forest.arrays.rules.tolist()
        assert (one.augmentation.edge_values == two.augmentation.edge_values).all()
