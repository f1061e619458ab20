"""What Table 6 chooses before it looks at a test part, and the systems that it puts beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_programs import own_options, table_programs, write_corpus
from tiny_corpus import tiny_pairs

import laconic
from laconic.baselines.constraints import find_constraints
from laconic.baselines.options import IlpOptions
from laconic.baselines.sentence import read_sentence
from laconic.baselines.viterbi import path_score
from laconic.corpus import Pair, tree_of

WEIGHED = "places+guards+neighbours"


@pytest.fixture(scope="module")
def program() -> Iterator[dict[str, Any]]:
    """The modules of the programs, by name."""
    with table_programs() as programs:
        yield programs


@pytest.fixture(scope="module")
def contest(program: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    options = own_options(tmp_path_factory.mktemp("tables"))
    parsed = program["table6"].table6_options("").parse_args(options)
    place = program["options"].find_place(parsed)
    kinds = ["places", "places+neighbours", WEIGHED]
    return program["contest"].Contest(place, place.corpus("tiny"), "test", kinds)


@given(
    st.lists(st.floats(0.3, 1.0), min_size=25, max_size=25).map(sorted),
    st.floats(0.2, 1.0),
    st.integers(1, 9),
)
def test_a_penalty_as_near_as_a_few_tries_lead_to(
    program: dict[str, Any], rates: list[float], wanted: float, tries: int
) -> None:
    penalties = program["penalties"]
    steps = range(-penalties.LAST, penalties.LAST + 1)
    rate_of: dict[float, float] = {
        penalties.penalty_at(step): rates[step + penalties.LAST] for step in steps
    }
    tried: list[float] = []

    def measured(penalty: float) -> float:
        tried.append(penalty)
        return rate_of[penalty]

    found = penalties.match_rate(measured, wanted, tries=tries)
    off = {penalty: abs(rate_of[penalty] - wanted) for penalty in tried}
    assert len(set(tried)) == len(tried) <= tries
    assert off[found] == min(off.values())


@given(st.floats(0.05, 0.08), st.floats(0.1, 0.6), st.floats(0.2, 1.0))
def test_where_rates_grow_evenly_no_penalty_is_nearer(
    program: dict[str, Any], slope: float, first: float, wanted: float
) -> None:
    penalties = program["penalties"]
    steps = range(-penalties.LAST, penalties.LAST + 1)
    rates = {
        penalties.penalty_at(step): first + slope * (step + penalties.LAST) / penalties.STEPS
        for step in steps
    }
    found = penalties.match_rate(rates.__getitem__, wanted)
    nearest = min(abs(rate - wanted) for rate in rates.values())
    assert abs(rates[found] - wanted) <= max(nearest + 1e-9, penalties.WITHIN)


@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=30), st.integers(1, 6))
def test_folds_part_the_pairs_by_articles(
    program: dict[str, Any], articles: list[str], folds: int
) -> None:
    pairs = [Pair(str(number), "a", ("a",), article=one) for number, one in enumerate(articles)]
    found = program["held_out"].parted(pairs, folds)
    assert sorted(place for fold in found for place in fold) == list(range(len(pairs)))
    assert len(found) == min(folds, len(set(articles)))
    for one, other in combinations(found, 2):
        assert {articles[place] for place in one}.isdisjoint(articles[place] for place in other)


def test_nobody_is_scored_on_what_it_has_learned(contest: Any) -> None:
    train = {pair.id for pair in contest.makers.train}
    seen: list[str] = []
    for makers, pairs in contest.held_out._parts():
        ids = {pair.id for pair in pairs}
        assert ids.isdisjoint(pair.id for pair in makers.train)
        assert ids | {pair.id for pair in makers.train} == train
        seen += ids
    assert sorted(seen) == sorted(train)


def test_the_best_on_held_out_pairs_is_chosen(program: dict[str, Any], contest: Any) -> None:
    held = contest.held_out
    scores = program["scores"].scores_of(held.report)
    figures = {one.name: scores[one.name]["relations-f1"]["value"] for one in held.candidates}
    assert set(figures) >= {"places", "places+guards+neighbours@1"}
    best = held.best(WEIGHED)
    assert figures[best.name] == max(
        figure for name, figure in figures.items() if name.startswith(WEIGHED)
    )
    assert held.weights(WEIGHED) == best.weights
    assert held.weights("paper") == {}
    of_chosen = max(figure for name, figure in figures.items() if name.split("@")[0] == held.chosen)
    assert of_chosen == max(figures.values())
    assert "| chosen |" in held.table("tiny").markdown()
    assert held.chosen in contest.matched


def test_weights_of_mcdonalds_scores_are_all_that_a_guarded_rival_has(contest: Any) -> None:
    rival = contest.makers.guarded_rival()
    assert len(rival.model.weights.by_name) == 0
    for tree in contest.trees:
        sentence = read_sentence(tree)
        scores = contest.makers.mcdonald.score(sentence)
        made = rival.rewrite(tree)
        assert made.score == pytest.approx(path_score(scores, made.kept))


def test_the_frontier_of_the_programme_is_the_best_under_constraints(
    program: dict[str, Any], contest: Any
) -> None:
    lengths, model = program["lengths"], replace(contest.makers.mcdonald, ilp=IlpOptions())
    for tree in contest.trees:
        sentence = read_sentence(tree)
        scores, constraints = model.score(sentence), find_constraints(sentence)
        best: dict[int, float] = {}
        for size in range(1, len(sentence) + 1):
            for kept in combinations(range(len(sentence)), size):
                if all(constraint.is_met(kept) for constraint in constraints):
                    score = path_score(scores, kept)
                    best[size] = max(score, best.get(size, score))
        found = {one.tokens: one.score for one in lengths.frontier(model, tree)}
        assert found == pytest.approx(best)


def test_an_interrupted_rival_is_no_finished_step(
    contest: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = laconic.train

    def interrupted(*arguments: Any, **options: Any) -> Any:
        model = whole(*arguments, **options)
        return replace(model, facts={**model.facts, "interrupted": True})

    monkeypatch.setattr(laconic, "train", interrupted)
    makers = replace(contest.makers, place=replace(contest.place, work=tmp_path))
    with pytest.raises(KeyboardInterrupt):
        _ = makers.mcdonald
    assert not list(tmp_path.glob("steps/[!.]*"))
    monkeypatch.undo()
    assert makers.mcdonald.signature == contest.makers.mcdonald.signature


def test_other_annotators_stand_beside_the_systems(program: dict[str, Any], tmp_path: Path) -> None:
    pair = tiny_pairs()[0]
    shorter = tree_of(pair.references[0])
    three = replace(pair, references=(shorter, pair.source, shorter))
    folder = write_corpus(tmp_path / "own", {"train": [three], "dev": [pair], "test": [three]})
    [*_, own] = program["corpora"].find_corpora(tmp_path, tmp_path, own={"own": folder})
    assert own.annotators("test") == {"annotator-2": [pair.source], "annotator-3": [shorter]}
    assert own.annotators("dev") == {}
    options = [
        str(tmp_path),
        f"--corpus=own={folder}",
        f"--work={tmp_path / 'work'}",
        "--workers=1",
    ]
    place = program["options"].find_place(program["options"].table_options("").parse_args(options))
    contest = program["contest"].Contest(place, place.corpus("own"), "test", ["places"])
    # What people wrote is a part of what the figures are known by.
    scores = program["scores"].scores_of
    before = scores(contest.main)["annotator-2"]["rate"]["value"]
    changed = replace(three, references=(shorter, shorter, shorter))
    write_corpus(folder, {"test": [changed]})
    again = program["contest"].Contest(place, place.corpus("own"), "test", ["places"])
    assert before == 1 > scores(again.main)["annotator-2"]["rate"]["value"]
    for name in ("main_table", "rivals_table"):
        markdown = getattr(program["contest_tables"], name)(contest).markdown()
        assert "| annotator-2 |" in markdown
        assert "| annotator-3 |" in markdown
