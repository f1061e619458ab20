"""The study of rewriting, whole but tiny: substitution and reordering are learned from made pairs,
and applied to a sentence that was never seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flat_parser import FlatParser
from table_programs import TEXT, table_programs

from laconic.corpus import Pair, tree_of, write_pairs
from laconic.errors import LaconicError
from laconic.grammar.notation import parse_rule
from laconic.induction import ExtractionOptions, extract_grammar
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


def trained(program: dict[str, Any], folder: Path, settings: dict[str, Any]) -> Any:
    """The model of made pairs, and what made it."""
    job = program["rewriting_training"].make_job(made_pairs(), settings, None)
    steps = program["steps"].Steps(folder, lambda _: None)
    return program["steps"].train(steps, "made", job, label="made", workers=1).model


def test_substitution_and_reordering_are_learned(program: dict[str, Any], tmp_path: Path) -> None:
    model = trained(program, tmp_path, SETTINGS)
    rewritten = model.rewrite(parse(source_of("queen", "ship")))
    assert " ".join(rewritten.tree.words()) == "the queen bought a ship Yesterday ."
    done = [program["rewriting_rules"].actions_of(step.rule) for step in rewritten.derivation.steps]
    assert {"substitute", "reorder"} <= {action for actions in done for action in actions}


def test_what_a_model_has_no_weight_of_is_not_shifted(
    program: dict[str, Any], tmp_path: Path
) -> None:
    training = program["rewriting_training"]
    model = trained(program, tmp_path, SETTINGS)
    more = training.shifted(model, -0.5, 2.0).weights
    assert more["words target"] == pytest.approx(model.weights["words target"] - 0.5)
    assert more["new_word: words"] == pytest.approx(model.weights["new_word: words"] + 2)
    plain = {name: value for name, value in SETTINGS.items() if name != "usual_words"}
    without = trained(program, tmp_path, plain)
    with pytest.raises(ValueError, match="no weight of 'new_word: words'"):
        training.shifted(without, 0.0, 1.0)
    assert training.shifted(without, 0.0, 0.0).weights.by_name == without.weights.by_name
    # So a point of new words is only looked for where there is one.
    pairs = made_pairs()[:2]
    tried = [training.choose_point(one, pairs, tell)["tried"] for one in (model, without)]
    assert [one["new"] for one in tried[0]] == [0.0] * len(training.LENGTH_STEPS) + [1.0, 2.0]
    assert [one["new"] for one in tried[1]] == [None] * len(training.LENGTH_STEPS)


def test_all_that_can_substitute_has_the_feature_and_its_control(program: dict[str, Any]) -> None:
    settings = program["rewriting_settings"]
    for ours, theirs in settings.CONTROLS.items():
        (_, one), (_, other) = settings.TRIED[ours], settings.TRIED[theirs]
        assert one["usual_words"]
        # The control differs in extracted rules alone, and in the feature that needs them.
        assert one["extraction"] | {"min_count": 0} == other["extraction"] | {"min_count": 0}
        apart = ("extraction", "usual_words")
        assert {k: v for k, v in one.items() if k not in apart} == {
            k: v for k, v in other.items() if k not in apart
        }


def tell(what: str, **figures: Any) -> None:
    assert what
    assert isinstance(figures, dict)


def test_an_interrupted_study_goes_on_and_keeps_nothing_half_trained(
    program: dict[str, Any], tmp_path: Path
) -> None:
    models, corpora = program["rewriting_models"], program["rewriting_corpora"]
    pairs = made_pairs()
    split = corpora.Split(pairs[:13], pairs[13:15], pairs[15:])

    def try_it(tell: Callable[[str], None]) -> Any:
        kept = program["steps"].Steps(tmp_path, tell)
        study = models.Study(kept, tmp_path / "trees", FlatParser(), None)
        return models.try_model(study, "made", split, "rules", 13)

    def interrupt(what: str) -> None:
        if "round 1" in what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        try_it(interrupt)
    assert {path.suffix for path in tmp_path.glob("[!.]*")} == {".checkpoint"}
    said: list[str] = []
    found = try_it(said.append)
    assert {path.suffix for path in tmp_path.glob("[!.]*")} == {".json", ".laconic"}
    assert found["facts"]["pairs"] == 13
    # Choosing the point begins when the model is there: no second is counted for both.
    begin = next(place for place, line in enumerate(said) if "begin" in line)
    assert not any("round" in line for line in said[begin:])
    assert any("round" in line for line in said[:begin])
    said.clear()
    assert try_it(said.append) == found
    assert not said


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


@pytest.fixture
def own(tmp_path: Path) -> list[str]:
    """Options that name a corpus of one's own, of trees, and text for language models."""
    write_pairs(made_pairs(), tmp_path / "made.jsonl")
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    return [
        str(tmp_path / "empty"),
        f"--pairs=made={tmp_path / 'made.jsonl'}",
        f"--text={tmp_path / 'text.txt'}",
        f"--work={tmp_path / 'work'}",
        "--workers=1",
    ]


@pytest.fixture
def small(program: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Models that are soon trained."""
    settings = program["rewriting_settings"]
    without = {k: v for k, v in SETTINGS.items() if k != "usual_words"} | {
        "extraction": {"normalisation": "lower", "min_count": 1_000_000}
    }
    for name in settings.TRIED:
        one = without if name in settings.CONTROLS.values() else SETTINGS
        soft = {"soften": 2 if "soft" in name else 0}
        monkeypatch.setitem(settings.TRIED, name, (8, one | soft))


@pytest.mark.usefixtures("small")
def test_the_whole_study(
    program: dict[str, Any], own: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program["rewriting"].main([*own, "--on=made"])
    first = capsys.readouterr()
    work = tmp_path / "work" / "made"
    found = json.loads((work / "rewriting.json").read_text("utf-8"))["corpora"]["made"]
    assert found["sizes"]["pairs"] == 17
    train, test = (found["sizes"][part] for part in ("train", "test"))
    assert found["grammar"]["reached"]["own"] == [train] * 2
    scores, done = found["test"]["scores"], found["test"]["done"]
    assert scores["copy"]["rate"] == 100
    assert scores["rules"]["sari-mean"] > scores["copy"]["sari-mean"] + 20
    assert scores["rules"]["bleu"] > scores["general"]["bleu"] + 20
    # All outputs substitute and reorder; the control cannot.
    assert done["soft rules"]["substitute"] == done["soft rules"]["reorder"] == [test, test]
    assert done["soft rules"]["new"] == [test, test]
    assert done["deletions"]["substitute"] == done["deletions"]["new"] == [0, test]
    against = {(one["ours"], one["theirs"]): one for one in found["test"]["comparisons"]}
    value, low, high = against["rules", "deletions"]["sari-mean"]
    assert value == pytest.approx(scores["rules"]["sari-mean"] - scores["deletions"]["sari-mean"])
    assert low <= value <= high
    assert ("soft rules, at its point", "soft deletions, at its point") in against
    assert ("soft rules, at its point", "deletions, at its point") in against
    assert all("bought" in one["output"] for one in found["examples"])
    # The grammar that is described is the one that `rules` was trained with.
    assert found["chosen"][0]["facts"]["pairs"] == train
    assert found["chosen"][0]["facts"]["rules"] == found["grammar"]["rules"]
    assert (work / "rewriting.svg").read_text("utf-8").startswith("<svg")
    page = (work / "rewriting.md").read_text("utf-8")
    assert page in first.out
    assert "![rewriting.svg](rewriting.svg)" in page
    assert "| rules, at its point |" in page
    assert "purchased" not in page
    assert "purchased" in (work / "rewriting.outputs.md").read_text("utf-8")
    # What is done is not done again.
    program["rewriting"].main([*own, "--on=made"])
    again = capsys.readouterr()
    assert again.out == first.out
    assert "begin" not in again.err


@pytest.mark.usefixtures("small")
def test_alignments_from_a_file(program: dict[str, Any], own: list[str], tmp_path: Path) -> None:
    links = tmp_path / "links"
    # With no link of "purchased" and "bought" there is no substitution to learn.
    links.write_text("0-5 1-0 2-1 4-3 5-4 6-6\n" * 17, encoding="utf-8")
    program["rewriting"].main([*own, "--on=made", f"--alignments=made={links}"])
    found = json.loads((tmp_path / "work" / "made" / "rewriting.json").read_text("utf-8"))
    made = found["corpora"]["made"]
    assert made["aligned_by"] == "a file"
    assert made["grammar"]["source_aligned"] == pytest.approx(6 / 7)
    new = made["grammar"]["new_words"]
    assert new["words"] == new["unlinked"] > 0
    assert "made | a file |" not in (tmp_path / "work" / "made" / "rewriting.outputs.md").read_text(
        "utf-8"
    )


def test_mistakes_about_corpora_are_named(
    program: dict[str, Any], own: list[str], tmp_path: Path
) -> None:
    def fail(*more: str) -> str:
        with pytest.raises(LaconicError) as error:
            program["rewriting"].main([*own, *more])
        return str(error.value)

    known = "onestop, asset, made"
    assert fail("--on=mad") == f"--on has 'mad'; expected some of {known}"
    assert fail("--alignments=mad=x") == f"--alignments has 'mad'; expected some of {known}"
    assert fail("--in-runs=asset") == "--in-runs has 'asset'; expected some of made"
    assert fail("--pairs=made=x") == "--pairs has 'made' twice; expected each name once"
    assert fail(f"--pairs=asset={tmp_path / 'made.jsonl'}") == (
        "--pairs has 'asset', which is a corpus of the data; call it otherwise"
    )
    missing = tmp_path / "empty" / "rewriting" / "onestop.jsonl"
    assert fail("--on=onestop") == f"there is no file {missing}; expected pairs that rewrite"
    made = tmp_path / "made.jsonl"
    assert fail("--on=made", "--in-runs=made") == (
        f"{made} has too few pairs (17): drawn runs of 50, none are left for train"
    )
    links = tmp_path / "links"
    links.write_text("0-0\n", encoding="utf-8")
    assert f"{links}:2: found the end of the file, expected one line of links for each pair" in (
        fail("--on=made", f"--alignments=made={links}")
    )
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    assert fail("--on=none", f"--pairs=none={tmp_path / 'none.jsonl'}") == (
        f"there are no pairs in {tmp_path / 'none.jsonl'}"
    )


def test_new_words_with_and_without_a_link(program: dict[str, Any]) -> None:
    source, target = "(TOP (S (A He) (B got) (C it)))", "(TOP (S (A he) (B bought) (D two) (C it)))"
    pair = Pair("1", parse(source), (parse(target),), links=((0, 0), (1, 1), (2, 3)))
    rules = [parse_rule("<B,B> -> <[B got], [B bought]>")]
    found = program["rewriting_grammar"].count_new_words([pair, pair], None, rules, [])
    assert found == {"words": 4, "unlinked": 2, "found": [2, 0]}


def test_a_pair_is_reached_by_any_reference(program: dict[str, Any]) -> None:
    source = parse("(TOP (S (A a) (B b) (C c)))")
    odd, shorter = parse("(TOP (S (A x) (B y) (C z)))"), parse("(TOP (S (A a) (C c)))")
    grammar = extract_grammar([], options=ExtractionOptions(coverage=False)).grammar
    pairs = [Pair("1", source, (odd, shorter)), Pair("2", source, (shorter, odd))]
    aligner = program["rewriting_softening"].aligner_of(pairs)
    found = program["rewriting_grammar"].count_reached(pairs, grammar, aligner)
    assert found == {"first": [1, 2], "any": [2, 2]}


def test_lost_negations_and_new_words_are_counted(program: dict[str, Any]) -> None:
    sources = [["He", "did", "n't", "go"], ["He", "went"], ["No", "one", "never", "goes"]]
    lines = [["He", "did", "go"], ["he", "left"], ["no", "one", "never", "goes"]]
    found = program["rewriting_outputs"].count_words(sources, lines)
    assert found == {"new": [1, 3], "negation": [1, 2]}
