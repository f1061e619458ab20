"""Explanations add up: to the difference of two scores, and cut by cut to what is gone."""

from __future__ import annotations

import json

import pytest
from tiny_corpus import exact, tiny_lm, tiny_pairs

from laconic.compressor.explanation import Explanation, explain
from laconic.grammar.coverage import Origin
from laconic.model import Model, Rewritten
from laconic.scoring.ngram import LOG10_PROB_FEATURE
from laconic.training.run import train
from laconic.trees.brackets import parse
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

LONG = parse(
    "(S (ADVP (RB then)) (NP (DT the) (JJ old) (NN man)) (VP (VBD saw) (NP (DT the) (JJ big)"
    " (JJ old) (NN dog)) (ADVP (RB loudly))) (. .))"
)
SOURCES = [*(pair.source for pair in tiny_pairs()), LONG]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    lm = tiny_lm(tmp_path_factory.mktemp("lm"))
    return train(tiny_pairs(), config=exact(c=(10.0,)), lm=lm)


@pytest.fixture(scope="module")
def without_copying() -> Model:
    """A model that knows only what it was taught."""
    config = exact(
        c=(10.0,), extraction={"coverage": False}, features=("rule", "token"), grammar_from="same"
    )
    return train(tiny_pairs()[:1], config=config)


def explained(model: Model, tree: Tree | str) -> tuple[Rewritten, Explanation]:
    assert isinstance(tree, Tree)
    rewritten = model.rewrite(tree)
    return rewritten, explain(model, rewritten)


@pytest.mark.parametrize("tree", SOURCES)
def test_contributions_add_up_to_the_difference_in_score(model: Model, tree: Tree) -> None:
    rewritten, explanation = explained(model, tree)
    forest = model.matcher.match(with_root(tree))
    copied = model.search(forest.restrict(keep=range(forest.arrays.tokens))).best
    assert explanation.score == rewritten.score
    assert explanation.copy_score == pytest.approx(copied.score)
    assert explanation.difference == pytest.approx(rewritten.score - copied.score)
    added = [part.added for part in explanation.contributions]
    assert sum(added) == pytest.approx(explanation.difference, abs=1e-6)
    assert all(added)
    assert [abs(part) for part in added] == sorted(map(abs, added), reverse=True)
    if len(rewritten.tree.words()) < len(tree.words()):
        assert LOG10_PROB_FEATURE in {part.feature for part in explanation.contributions}


@pytest.mark.parametrize("tree", SOURCES)
def test_cuts_are_what_is_gone(model: Model, tree: Tree) -> None:
    rewritten, explanation = explained(model, tree)
    deleted = [
        place
        for cut in explanation.cuts
        for start, end in cut.deleted
        for place in range(start, end)
    ]
    assert rewritten.kept is not None
    gone = set(range(len(tree.words()))) - set(rewritten.kept)
    assert sorted(deleted) == sorted(gone)
    assert set(explanation.kept) == set(rewritten.kept)


@pytest.mark.parametrize("tree", SOURCES)
def test_a_cut_and_its_neighbours_make_the_score_without_the_language_model(
    model: Model, tree: Tree
) -> None:
    rewritten, explanation = explained(model, tree)
    scores = model.score_edges(rewritten.forest)
    edges = {
        tuple(sorted(rewritten.forest.edge(number).deletions)): float(scores[number])
        for number in rewritten.edges
    }
    for cut in explanation.cuts:
        places = {place for start, end in cut.deleted for place in range(start, end)}
        found = [
            score
            for spans, score in edges.items()
            if {place for start, end in spans for place in range(start, end)} == places
        ]
        assert found == [pytest.approx(cut.score)]


def test_steps_are_those_of_figure_4_and_cuts_name_them(model: Model) -> None:
    rewritten, explanation = explained(model, SOURCES[1])
    assert len(explanation.steps) == 1 + len(rewritten.derivation.steps)
    assert explanation.steps[0].startswith("[TOP/TOP [S [NP [DT a] [JJ old] [NN cat]]")
    assert explanation.steps[-1].endswith("[TOP [S [NP [DT a] [NN cat]] [VP [VBD slept]] [. .]]]")
    (cut,) = explanation.cuts
    assert explanation.text_of(cut) == "old"
    marks = {f"⇒{'₀₁₂₃₄₅₆₇₈₉'[int(digit)]}" for digit in str(cut.step)}
    assert any(step.startswith(tuple(marks)) for step in explanation.steps)
    assert cut.rule in {step.rule for step in rewritten.derivation.steps}
    assert Origin.TRAINING in cut.origin or Origin.DELETE in cut.origin


def test_ranges_that_touch_are_one(model: Model) -> None:
    tree = parse("(S (NP (DT the) (NN dog)) (VP (VBD barked) (ADVP (RB so) (RB loudly))) (. .))")
    forest = model.matcher.match(with_root(tree)).restrict(drop=[3, 4])
    best = model.search(forest).best
    rewritten = Rewritten(best.score, forest, best.edges)
    explanation = explain(model, rewritten)
    assert [explanation.text_of(cut) for cut in explanation.cuts] == ["so loudly"]
    # What was forced on the model may score less than copying.
    assert sum(part.added for part in explanation.contributions) == pytest.approx(
        explanation.difference, abs=1e-6
    )


def test_where_nothing_can_be_copied_the_score_itself_is_explained(without_copying: Model) -> None:
    _, explanation = explained(without_copying, tiny_pairs()[0].source)
    assert explanation.copy_score is None
    assert sum(part.added for part in explanation.contributions) == pytest.approx(explanation.score)
    assert explanation.difference == explanation.score


def test_the_record_is_json(model: Model) -> None:
    _, explanation = explained(model, LONG)
    record = json.loads(json.dumps(explanation.as_record()))
    assert record["steps"] == list(explanation.steps)
    assert [cut["text"] for cut in record["cuts"]] == [
        explanation.text_of(cut) for cut in explanation.cuts
    ]
    for part in record["contributions"]:
        assert part["added"] == part["value"] * part["weight"]
