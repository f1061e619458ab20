"""The study of rewriting, whole but tiny: substitution and reordering are learned from made pairs,
and applied to a sentence that was never seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flat_parser import FlatParser
from table_programs import table_programs

from laconic.corpus import Pair, tree_of, write_pairs
from laconic.grammar.notation import parse_rule
from laconic.trees.brackets import parse

SETTINGS = {
    "max_rounds": 8,
    "c": [100.0],
    "extraction": {"normalisation": "lower"},
    "usual_words": True,
    "soften": 2,
}


@pytest.fixture(scope="module")
def program() -> Iterator[dict[str, Any]]:
    """The modules of the program, by name."""
    with table_programs() as programs:
        yield programs


def source_of(buyer: str, thing: str) -> str:
    return (
        f"(TOP (S (ADVP (RB Yesterday)) (NP (DT the) (NN {buyer}))"
        f" (VP (VBD purchased) (NP (DT a) (NN {thing}))) (. .)))"
    )


def target_of(buyer: str, thing: str) -> str:
    return (
        f"(TOP (S (NP (DT The) (NN {buyer})) (VP (VBD bought) (NP (DT a) (NN {thing})))"
        " (ADVP (RB yesterday)) (. .)))"
    )


def made_pairs() -> list[Pair]:
    both = list(product(["king", "cook", "clerk", "nurse"], ["lamp", "coat", "cake", "boat"]))
    pairs = [Pair(f"made.{n}", parse(source_of(*of)), (parse(target_of(*of)),)) for n, of in
             enumerate(both)]  # fmt: skip
    # One word that is put in place of another only once.
    odd = parse(target_of("cook", "pie"))
    return [*pairs, Pair("made.16", parse(source_of("cook", "tart")), (odd,))]


def tell(what: str, **figures: Any) -> None:
    assert what
    assert isinstance(figures, dict)


def test_substitution_and_reordering_are_learned(program: dict[str, Any]) -> None:
    model = program["rewriting_training"].train(made_pairs(), SETTINGS, None, tell).model
    rewritten = model.rewrite(parse(source_of("queen", "ship")))
    assert " ".join(rewritten.tree.words()) == "the queen bought a ship Yesterday ."
    done = [program["rewriting_rules"].actions_of(step.rule) for step in rewritten.derivation.steps]
    assert {"substitute", "reorder"} <= {action for actions in done for action in actions}


def test_seldom_substitutions_are_put_back(program: dict[str, Any]) -> None:
    softening = program["rewriting_softening"]
    softened = softening.soften(softening.with_links(made_pairs()), 2)
    words = [tree_of(pair.references[0]).words() for pair in softened]
    assert words[-1] == ["The", "cook", "bought", "a", "tart", "yesterday", "."]
    assert words[0] == ["The", "king", "bought", "a", "lamp", "yesterday", "."]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("<S,S> -> <[S NP_1 VP_2], [S NP_1 VP_2]>", ("copy",)),
        ("<S,VP> -> <[S NP_e VP_1], VP_1>", ("delete",)),
        ("<NP,NP> -> <[NP [DT the] NN_1], [NP NN_1]>", ("delete",)),
        ("<VB,VB> -> <[VB get], [VB buy]>", ("substitute",)),
        ("<NP,NP> -> <[NP NN_1], [NP [DT a] NN_1]>", ("insert",)),
        ("<S,S> -> <[S NP_1 VP_2], [S VP_2 NP_1]>", ("reorder",)),
        ("<X,X> -> <[X [A a] [B b]], [X [B b] [A a]]>", ("reorder",)),
        ("<X,X> -> <[X A_e [B b] C_1], [X C_1 [B c] [D d]]>", ("delete", "insert", "substitute")),
    ],
)
def test_what_rules_do(program: dict[str, Any], rule: str, expected: tuple[str, ...]) -> None:
    assert program["rewriting_rules"].actions_of(parse_rule(rule)) == expected


def test_no_sentence_is_on_two_sides(program: dict[str, Any]) -> None:
    corpora = program["rewriting_corpora"]

    def pair(name: str, source: str, target: str) -> Pair:
        one, two = (parse(f"(TOP (X {word}))") for word in (source, target))
        return Pair(name, one, (two,))

    # Two files over the same texts; the second begins at place 10 of the first, and skips.
    pairs = [pair(f"one.{n}", f"a{n}", f"b{n}") for n in range(40)]
    pairs += [pair(f"two.{n}", f"a{10 + 2 * n}", f"c{n}") for n in range(12)]
    places = corpora.places_of(pairs)
    assert places[:40] == list(range(40))
    assert places[40:] == [10 + 2 * n for n in range(12)]
    split = corpora.split_in_runs(pairs, run=4)
    parts = [
        {text for one in part for text in corpora.sentences_of(one)}
        for part in (split.train, split.dev, split.test)
    ]
    assert all(parts)
    assert not (parts[0] & parts[1])
    assert not (parts[0] & parts[2])
    assert not (parts[1] & parts[2])
    assert split == corpora.split_in_runs(pairs, run=4)
    assert len(split.train) + len(split.dev) + len(split.test) + split.dropped == len(pairs)


def test_the_whole_study(
    program: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, corpora = program["rewriting"], program["rewriting_corpora"]
    (tmp_path / "rewriting").mkdir()
    write_pairs(made_pairs(), tmp_path / "rewriting" / "onestop.jsonl")
    monkeypatch.setitem(study.SPLITS, "onestop", lambda pairs: corpora.split_in_runs(pairs, run=2))
    one = {"name": "small", "pairs": 8, "settings": SETTINGS}
    monkeypatch.setitem(study.TRIED, "onestop", [one])
    monkeypatch.setitem(study.BEST, "onestop", ("small",))
    steps: list[str] = []
    kept = program["steps"].Steps(tmp_path / "steps", steps.append)
    place = study.Study(tmp_path, kept, tmp_path / "trees", FlatParser(), None)
    found = study.describe("onestop", place)
    assert found["sizes"]["pairs"] == 17
    assert found["grammar"]["own"] == [found["sizes"]["train"]] * 2
    assert found["test"]["copy"]["scores"]["rate"] == 100
    ours = found["test"]["small, all pairs"]["scores"]
    assert ours["sari-mean"] > found["test"]["copy"]["scores"]["sari-mean"] + 20
    assert ours["bleu"] > found["test"]["general (deletes only)"]["scores"]["bleu"] + 20
    assert any("bought" in one["output"] for one in found["examples"])
    page = study.render({"corpora": {"onestop": found}})
    assert "| small, all pairs, at its point |" in page
    assert json.loads(json.dumps(found)) == found
    # What is done is not done again; with another setting it is.
    assert sum("rewriting begin" in line for line in steps) == 3
    steps.clear()
    assert study.describe("onestop", place) == found
    assert not steps
    monkeypatch.setitem(study.TRIED, "onestop", [{**one, "pairs": 9}])
    study.describe("onestop", place)
    assert any('begin {"step": "onestop small"}' in line for line in steps)
