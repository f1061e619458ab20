"""The native search, judged by an exact one in plain Python, on any forest."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forests import forests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lms import build, foreign_ngrams, random_text, write_arpa
from reference.decoder import all_derivations, decode, make_windows

from laconic.decoding.decoder import EXACT, Beam, Chart, search
from laconic.decoding.forest import Forest
from laconic.decoding.ngram_values import Boundary, Ngram, NgramValues
from laconic.decoding.strata import Strata, length_strata
from laconic.scoring.lm_files import open_lm
from laconic.scoring.ngram import NgramModel

WORDS = st.sampled_from(["w0", "w1", "w2", "w3", "w9", "unknown"])
SCORES = st.floats(-3, 3).map(lambda score: round(score, 3))
CASES = settings(
    max_examples=400, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
MANY = 2_000  # edges and strata of a case that plain Python still manages


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> list[NgramModel | None]:
    """No model, and models of orders 1 to 4, built and from elsewhere."""
    folder: Path = tmp_path_factory.mktemp("models")
    text = random_text(300, vocabulary=10)
    built = [build(text, folder / f"{order}.lm", order=order) for order in (1, 2, 3, 4)]
    foreign = [
        open_lm(
            write_arpa(foreign_ngrams(random.Random(order), order=order), folder / f"{order}.arpa")
        )
        for order in (2, 3)
    ]
    return [None, *built, *foreign]


@st.composite
def ngram_values(draw: st.DrawFn) -> NgramValues:
    """Values for the n-grams of some reference, and for all others."""
    order = draw(st.integers(1, 3))
    reference: list[str | Boundary] = [
        Boundary.START,
        Boundary.START,
        *draw(st.lists(WORDS, min_size=1, max_size=6)),
        Boundary.END,
    ]
    values: dict[Ngram, float] = {}
    for length in range(1, order + 1):
        for start in range(len(reference) - length + 1):
            ngram = tuple(reference[start : start + length])
            if ngram[-1] is not Boundary.START and ngram != (Boundary.END,):
                values[ngram] = draw(SCORES)
    dropped = draw(st.lists(st.sampled_from(sorted(values, key=str)), max_size=4))
    for ngram in dropped:
        values.pop(ngram, None)
    return NgramValues(values, tuple(draw(SCORES) for _ in range(order)))


@st.composite
def some_strata(draw: st.DrawFn, forest: Forest) -> Strata:
    """Any counts and caps, with any values to steer by."""
    counts = draw(st.integers(1, 3))
    rows = st.lists(st.integers(0, 2), min_size=counts, max_size=counts)
    increments = draw(st.lists(rows, min_size=len(forest), max_size=len(forest)))
    caps = tuple(draw(st.integers(0, 4)) for _ in range(counts))
    values = tables = None
    if draw(st.booleans()):
        chance = np.random.default_rng(draw(st.integers(0, 99)))
        values = chance.normal(size=(2, *(cap + 1 for cap in caps)))
        tables = chance.integers(0, 2, size=forest.arrays.vertices).astype(np.int32)
    return Strata(np.array(increments, dtype=np.int32), caps, values, tables)


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A forest with everything that a search takes, but for the model."""
    forest = draw(forests(words=WORDS))
    scores = draw(st.lists(SCORES, min_size=len(forest), max_size=len(forest)))
    ngrams = draw(st.none() | ngram_values())
    kind = draw(st.sampled_from(["none", "some", "length"]))
    strata = None
    if kind == "some":
        strata = draw(some_strata(forest))
    elif kind == "length":
        strata = length_strata(forest)
    return {
        "forest": forest,
        "edge_scores": np.array(scores),
        "ngrams": ngrams,
        "strata": strata,
        "lm_weight": draw(st.sampled_from([1.0, 0.5, -0.3])),
    }


def close_to(score: Any) -> Any:
    """Within 1e-6; more only where a model without `<unk>` gives -100 many times, as floats."""
    return pytest.approx(score, abs=1e-6, rel=1e-7)


def string_of(forest: Forest, edges: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(forest.words[word] for word in forest.words_of(edges))


def score_of(case: dict[str, Any], lm: NgramModel | None, edges: tuple[int, ...]) -> float:
    """The score of a derivation, from its string as a whole."""
    windows = make_windows(lm, case["lm_weight"], case["ngrams"])
    words = string_of(case["forest"], edges)
    starts = [((Boundary.START,), True)] * windows.room
    pieces = [((word,), True) for word in words]
    score = windows.join([*starts, *pieces, ((Boundary.END,), True)])[1]
    return float(score + case["edge_scores"][list(edges)].sum())


def counts_of(strata: Strata | None, edges: tuple[int, ...]) -> tuple[int, ...]:
    if strata is None:
        return ()
    sums = strata.increments[list(edges)].sum(axis=0).tolist()
    return tuple(min(total, cap) for total, cap in zip(sums, strata.caps, strict=True))


def check_against_reference(case: dict[str, Any], lm: NgramModel | None, chart: Chart) -> None:
    windows = make_windows(lm, case["lm_weight"], case["ngrams"])
    expected = decode(case["forest"], case["edge_scores"].tolist(), windows, case["strata"])
    assert {final.counts for final in chart.finals} == set(expected)
    for number, final in enumerate(chart.finals):
        assert final.score == close_to(expected[final.counts].score)
        found = chart.found(number)
        assert counts_of(case["strata"], found.edges) == final.counts
        assert score_of(case, lm, found.edges) == close_to(final.score)


@pytest.mark.parametrize("number", range(7))
@CASES
@given(case=cases())
def test_without_pruning_it_is_exact(
    models: list[NgramModel | None], number: int, case: dict[str, Any]
) -> None:
    lm = models[number]
    check_against_reference(case, lm, search(**case, lm=lm, beam=EXACT))


@pytest.mark.parametrize("number", [0, 3])
@CASES
@given(case=cases(), unique=st.integers(1, 4), total=st.integers(1, 6))
def test_a_beam_never_finds_more_than_there_is(
    models: list[NgramModel | None], number: int, case: dict[str, Any], unique: int, total: int
) -> None:
    lm = models[number]
    exact = {final.counts: final.score for final in search(**case, lm=lm, beam=EXACT).finals}
    chart = search(**case, lm=lm, beam=Beam(unique, total))
    assert chart.finals
    for number, final in enumerate(chart.finals):
        assert final.score <= exact[final.counts] + 1e-9
        assert score_of(case, lm, chart.found(number).edges) == close_to(final.score)


@pytest.mark.parametrize("number", [0, 3])
@CASES
@given(case=cases())
def test_a_beam_that_holds_everything_is_exact(
    models: list[NgramModel | None], number: int, case: dict[str, Any]
) -> None:
    exact = search(**case, lm=models[number], beam=EXACT)
    wide = search(**case, lm=models[number], beam=Beam(10**6, 10**6))
    assert wide.finals == exact.finals
    assert wide.statistics.pops == exact.statistics.pops


@pytest.mark.parametrize("number", [0, 3])
@CASES
@given(case=cases(), distinct=st.booleans())
def test_k_best_lists_all_derivations_in_order(
    models: list[NgramModel | None], number: int, case: dict[str, Any], distinct: bool
) -> None:
    lm, forest = models[number], case["forest"]
    some = sorted(all_derivations(forest))[:MANY]
    if len(some) == MANY:
        return
    chart = search(**case, lm=lm, beam=EXACT)
    scored = sorted(((score_of(case, lm, edges), edges) for edges in some), reverse=True)
    found = chart.k_best(len(some) + 1, distinct=distinct)
    if distinct:
        best: dict[tuple[tuple[str, ...], tuple[int, ...]], float] = {}
        for score, edges in scored:
            key = string_of(forest, edges), counts_of(case["strata"], edges)
            best.setdefault(key, score)
        by_string: dict[tuple[str, ...], float] = {}
        for (string, _), score in best.items():
            by_string[string] = max(score, by_string.get(string, score))
        assert len({string_of(forest, one.edges) for one in found}) == len(found)
        expected = sorted(by_string.values(), reverse=True)
    else:
        assert len({one.edges for one in found}) == len(found)
        expected = [score for score, _ in scored]
    assert [one.score for one in found] == close_to(expected)
    for one in found:
        assert score_of(case, lm, one.edges) == close_to(one.score)
        assert one.counts == counts_of(case["strata"], one.edges)


@CASES
@given(case=cases(), data=st.data())
def test_length_limits_are_met_whenever_they_can_be(
    models: list[NgramModel | None], case: dict[str, Any], data: st.DataObject
) -> None:
    lm = models[3]
    forest = case["forest"]
    least, greatest = sorted([data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))])
    case["strata"] = length_strata(forest)
    every = {final.counts[0]: final.score for final in search(**case, lm=lm, beam=EXACT).finals}
    case["strata"] = length_strata(forest, least=least, greatest=greatest)
    wanted = {length for length in every if least <= length <= greatest}
    exact = search(**case, lm=lm, beam=EXACT)
    assert {final.counts[0]: pytest.approx(final.score) for final in exact.finals} == {
        length: every[length] for length in wanted
    }
    narrow = search(**case, lm=lm, beam=Beam(1, 1))
    assert {final.counts[0] for final in narrow.finals} == wanted
