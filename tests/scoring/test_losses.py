"""The losses of section 3.6: Table 1, and their properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import LaconicError
from laconic.scoring.losses import (
    Arguments,
    EditLoss,
    F1Loss,
    HammingLoss,
    Items,
    Loss,
    bag_of,
    compare,
    measure,
    ngram_count,
    ngrams_of,
    type_counts,
    value_of,
)
from laconic.trees.brackets import parse

REFERENCE = parse("(S (WHNP (WP what)) (S (NP (NNS records)) (VP (VBP are) (VP (VBN involved)))))")
PREDICTED = parse("(S (WHNP (WP what)) (S (NP (NNS ones)) (VP (VBP are) (VBN involved))))")
FLAT_REFERENCE = parse("(S (WHNP (WP what)) (S (NP (NNS records)) (VP (VBP are) (VBN involved))))")
BAGS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=8).map(Counter)


def arguments(loss: Loss) -> Arguments:
    return compare(loss, bag_of(REFERENCE, loss.items), bag_of(PREDICTED, loss.items))


def test_table_1_tokens() -> None:
    assert arguments(HammingLoss("tokens")) == Arguments(predicted=4, hits=3, reference=4)
    assert measure(HammingLoss("tokens"), REFERENCE, PREDICTED) == 1


def test_table_1_ngrams_by_the_padding_that_the_text_describes() -> None:
    assert arguments(HammingLoss("ngrams")) == Arguments(predicted=14, hits=8, reference=14)
    assert measure(HammingLoss("ngrams"), REFERENCE, PREDICTED) == 6


def test_table_1_productions_without_the_inner_vp() -> None:
    loss = HammingLoss("productions")
    flat = compare(loss, bag_of(FLAT_REFERENCE, "productions"), bag_of(PREDICTED, "productions"))
    assert flat == Arguments(predicted=9, hits=8, reference=9)
    assert measure(loss, FLAT_REFERENCE, PREDICTED) == 1
    # As the reference is printed, with one level more, it is not "identical syntactic structure".
    assert arguments(loss) == Arguments(predicted=9, hits=7, reference=10)


def test_table_1_types_edit_distance_and_f1() -> None:
    bags = bag_of(REFERENCE, "tokens"), bag_of(PREDICTED, "tokens")
    assert type_counts(*bags) == (1, 0, 1, 1, 1)
    assert measure(EditLoss(), REFERENCE, PREDICTED) == 2
    assert measure(F1Loss(), REFERENCE, PREDICTED) == 1 / 4


def test_the_paper_divides_its_hamming_losses_by_the_number_of_items() -> None:
    for items, printed in (("tokens", 1 / 4), ("productions", 1 / 9)):
        reference = FLAT_REFERENCE
        loss = HammingLoss(items)  # type: ignore[arg-type]
        size = bag_of(reference, loss.items).total()
        assert measure(loss, reference, PREDICTED) / size == printed


@given(BAGS, BAGS)
def test_edit_distance_and_f1_are_the_formulas(
    reference: Counter[Hashable], predicted: Counter[Hashable]
) -> None:
    common = sum(min(predicted[item], reference[item]) for item in reference)
    edit, f1 = EditLoss(), F1Loss()
    p, q = predicted.total(), reference.total()
    assert value_of(edit, compare(edit, reference, predicted)) == p + q - 2 * common
    precision, recall = common / p, common / q
    mean = 2 * precision * recall / (precision + recall) if common else 0
    assert value_of(f1, compare(f1, reference, predicted)) == pytest.approx(1 - mean)


@given(BAGS, BAGS, st.sampled_from([1.0, 0.5, 0.25]))
def test_hamming_is_the_formula(
    reference: Counter[Hashable], predicted: Counter[Hashable], factor: float
) -> None:
    loss = HammingLoss(length_penalty=factor)
    true_positives = sum(predicted[item] for item in predicted if item in reference)
    false_positives = predicted.total() - true_positives
    penalty = max(reference.total() - (true_positives + false_positives), 0)
    assert value_of(loss, compare(loss, reference, predicted)) == false_positives + factor * penalty


@given(BAGS)
def test_the_reference_itself_has_no_loss(reference: Counter[Hashable]) -> None:
    losses: list[Loss] = [HammingLoss(), EditLoss(), F1Loss()]
    for loss in losses:
        assert value_of(loss, compare(loss, reference, reference)) == 0


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=9))
def test_the_number_of_ngrams_follows_from_the_length(words: list[str]) -> None:
    assert len(ngrams_of(words)) == ngram_count(len(words))


def test_unknown_items() -> None:
    items: Items = "letters"  # type: ignore[assignment]
    with pytest.raises(LaconicError, match="unknown items 'letters'; expected tokens"):
        bag_of(REFERENCE, items)
