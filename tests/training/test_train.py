"""Training as a whole: its optimum, what it learns, and that the same run gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from learning_problems import judge
from lms import build
from pairs import sample_pairs
from tiny_corpus import exact, tiny_lm, tiny_pairs

import laconic
from laconic.archive import open_archive, write_archive
from laconic.config import Config
from laconic.corpus import Pair
from laconic.errors import FeatureError, FormatError, LaconicError, LossError
from laconic.grammar.rule import Rule
from laconic.induction import ExtractionOptions, tree_pairs
from laconic.learning import cutting_plane
from laconic.learning.cutting_plane import CuttingPlane
from laconic.learning.problem import objective
from laconic.model import Model
from laconic.model_file import load_model
from laconic.scoring.lm_files import convert_lm
from laconic.scoring.losses import Arguments, Counts, HammingLoss, measure
from laconic.scoring.ngram import NgramModel
from laconic.training.problem import Transduction
from laconic.training.run import Training, train
from laconic.training.trainer import Progress
from laconic.trees.heads import load_head_table


@pytest.fixture(scope="module")
def lm(tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    """A language model of the sample corpus' references."""
    folder = tmp_path_factory.mktemp("lm")
    references = [pair.references[0].words() for pair in sample_pairs()]  # type: ignore[union-attr]
    return build(references, folder / "sample.lm", order=3)


@pytest.mark.parametrize("grammar_from", ["same", "leave-one-out"])
def test_the_sample_corpus_is_trained_to_the_optimum(grammar_from: Any) -> None:
    """The judge's weights over the working sets violate nothing else, by an exact search: so they
    are the optimum of equation (10) over all derivations, and training's value is theirs."""
    training = Training(sample_pairs(), config=exact(grammar_from=grammar_from, max_rounds=500))
    problem = Transduction(training.examples, training.space, beam=None, workers=2)
    exactly = cutting_plane.Settings(c=1.0, epsilon=1e-8, most_sweeps=5000)
    learner = CuttingPlane(problem, exactly)
    while not (found := learner.round()).converged:
        assert found.number < 100
    sets = [
        [problem.row(number, key) for key in block.keys]
        for number, block in enumerate(learner.blocks)
    ]
    dense = []
    for rows in sets:
        part = np.zeros((len(rows) + 1, problem.dimension))
        for place, row in enumerate(rows, 1):
            part[place, row.columns] = row.values
        dense.append(part)
    losses = [np.array([0.0, *(row.loss for row in rows)]) for rows in sets]
    best, weights = judge(dense, losses, 1.0)
    answers = problem.most_violated(weights, range(problem.examples))
    slacks = np.array([max(answer.row.violation(weights), 0.0) for answer in answers])
    assert objective(weights, slacks, 1.0) == pytest.approx(best, rel=1e-6)
    assert found.primal == pytest.approx(best, rel=1e-6)
    assert found.dual == pytest.approx(best, rel=1e-6)


def test_references_within_reach_are_learned(lm: NgramModel) -> None:
    pairs = sample_pairs()
    config = Config(
        extraction=ExtractionOptions(normalisation="none"),
        grammar_from="same",
        loss="hamming-productions",
        c=(1000.0,),
        lm_scale=1.0,
        epsilon=0.01,
        decoding_beam=(1000, 3000),
    )
    model = train(pairs, config=config, lm=lm)
    assert model.facts["stand_ins"] == 0
    for pair in pairs:
        assert isinstance(pair.source, laconic.Tree)
        assert model.rewrite(pair.source).tree == pair.references[0]


def test_what_was_never_seen_is_shortened_as_well() -> None:
    model = train(tiny_pairs(), config=exact(grammar_from="same", c=(100.0,)))
    source = laconic.parse_tree(
        "(TOP (S (NP (DT the) (JJ old) (NN horse)) (VP (VBD ran) (ADVP (RB away))) (. .)))"
    )
    assert model.rewrite(source).tree.words() == ["the", "horse", "ran", "."]


def run(folder: Path, config: Config, **more: Any) -> bytes:
    """The bytes of the model that a run gives."""
    training = Training(sample_pairs()[:15], config=config, **more)
    training.run().model.save(folder / "model.laconic")
    return (folder / "model.laconic").read_bytes()


def test_threads_and_memory_change_no_byte(tmp_path: Path, lm: NgramModel) -> None:
    config = Config(c=(3.0,), epsilon=0.05, forest_memory_mb=1)
    one = run(tmp_path, config, lm=lm, workers=1)
    assert one == run(tmp_path, config, lm=lm, workers=1)
    assert one == run(tmp_path, config, lm=lm, workers=3)
    whole = Training(sample_pairs()[:15], config=replace(config, forest_memory_mb=1000), lm=lm)
    model = whole.run().model
    assert (
        model.weights.values.tobytes()
        == load_model(tmp_path / "model.laconic").weights.values.tobytes()
    )


class Stop:
    """Interrupts a run after so many rounds."""

    def __init__(self, rounds: int) -> None:
        self.left = rounds

    def __call__(self, _progress: Progress) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize(
    "settings",
    [
        {"c": (1.0, 3.0), "feature_scale": (1.0, 0.5)},
        {"c": (3.0,), "gold": "highest-score"},
        {"c": (1.0, 3.0), "learner": "frank-wolfe", "epsilon": 0.3},
        {"c": (3.0,), "patience": 2},
        {"c": (3.0,), "max_rounds": 3},
    ],
    ids=["grid", "gold", "frank-wolfe", "patience", "rounds"],
)
def test_an_interrupted_run_goes_on_to_the_same_bytes(
    tmp_path: Path, lm: NgramModel, settings: dict[str, Any]
) -> None:
    config = Config(**{"epsilon": 0.05, "max_rounds": 30, **settings})
    pairs, dev = sample_pairs()[:12], sample_pairs()[20:26]

    def ready() -> Training:
        return Training(pairs, config=config, dev=dev, lm=lm, workers=2)

    whole = ready().run()
    whole.model.save(tmp_path / "whole")
    assert not whole.interrupted
    checkpoint = tmp_path / "checkpoint"
    for rounds in (1, 2, 4, 5):
        ready().run(checkpoint=checkpoint, resume=True, watch=Stop(rounds))
    outcome = ready().run(checkpoint=checkpoint, resume=True)
    outcome.model.save(tmp_path / "parts")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "parts").read_bytes()
    assert outcome.tried == whole.tried


@pytest.mark.parametrize("gold", ["highest-score", "lowest-score"])
def test_a_run_that_chooses_derivations_goes_on_from_any_round(tmp_path: Path, gold: Any) -> None:
    """Also from the last round of a pass, where derivations are chosen by its weights."""
    config = Config(gold=gold, grammar_from="same", c=(10.0,))
    checkpoint, seen = tmp_path / "checkpoint", list[Progress]()

    def ready() -> Training:
        return Training(tiny_pairs(), config=config, workers=1)

    ready().run(watch=seen.append).model.save(tmp_path / "whole")
    assert sum(progress.round.number == 1 for progress in seen) > 1
    for rounds in range(1, len(seen)):
        checkpoint.unlink(missing_ok=True)
        part = ready().run(checkpoint=checkpoint, watch=Stop(rounds))
        assert part.interrupted
        assert part.model.facts["interrupted"]
        ready().run(checkpoint=checkpoint, resume=True).model.save(tmp_path / "parts")
        assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_an_interrupt_while_the_model_is_made_still_gives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, score = [], Model.score_rule

    def stop_once(*arguments: Any) -> float:
        made.append(1)
        if len(made) == 3:
            raise KeyboardInterrupt
        return score(*arguments)

    training = Training(tiny_pairs())
    monkeypatch.setattr(Model, "score_rule", stop_once)
    outcome = training.run()
    assert outcome.interrupted
    assert outcome.model.facts["converged"]


def test_of_estimated_rounds_the_last_one_counts() -> None:
    config = Config(c=(30.0,), learner="frank-wolfe", max_rounds=4)
    model = train(sample_pairs()[:12], config=config)
    assert model.facts["rounds"] == 4


def test_an_interrupt_ends_with_the_best_so_far(tmp_path: Path) -> None:
    training = Training(tiny_pairs(), config=Config(c=(1.0, 10.0)), dev=tiny_pairs())
    outcome = training.run(watch=Stop(2))
    assert outcome.interrupted
    assert outcome.model.facts["rounds"] <= 2
    assert outcome.model.facts["development_loss"] is not None
    outcome.model.save(tmp_path / "best.laconic")
    assert load_model(tmp_path / "best.laconic").facts == outcome.model.facts


def test_an_interrupt_before_the_first_round_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_arguments: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Transduction, "most_violated", stop)
    with pytest.raises(KeyboardInterrupt):
        train(tiny_pairs())


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Training(tiny_pairs(), config=Config(c=(1.0,))).run(checkpoint=path, watch=Stop(1))
    other = Training(tiny_pairs()[:4], config=Config(c=(2.0,)))
    message = "is of a run with another configuration and another corpus and .*; delete it to begin"
    with pytest.raises(LaconicError, match=message):
        other.run(checkpoint=path, resume=True)
    same = Training(tiny_pairs(), config=Config(c=(1.0,)))
    archive = open_archive(path, kind="training checkpoint", version=1)
    manifest, arrays = dict(archive.manifest), {k: np.array(v) for k, v in archive.arrays.items()}
    damaged: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"setting": 7}, {}),
        ({"setting": -1}, {}),
        ({"current": {}}, {}),
        ({"current": {**manifest["current"], "primal": None}}, {}),
        ({"current": {**manifest["current"], "primal": 1e999}}, {}),
        ({"last": 5}, {}),
        ({"last": {"number": "a", "converged": False, "stale": 0}}, {}),
        ({"setting": 1e999}, {}),
        ({"tried": [5]}, {}),
        ({"tried": [{}]}, {}),
        ({"tried": "ab"}, {}),
        ({}, {"current": arrays["current"][:-1]}),
        ({}, {"current": arrays["current"] * np.nan}),
        ({}, {"golds": -1 - arrays["golds"]}),
        ({}, {"golds": arrays["golds"] + 10**6}),
        ({}, {"learner_keys": np.zeros(0, dtype=int)}),
        ({}, {"learner_alphas": np.zeros(1)}),
        ({}, {"learner_keys": arrays["learner_keys"] + 10**6}),
        ({}, {"gold_sizes": arrays["gold_sizes"][:2]}),
    ]
    for facts, changed in damaged:
        write_archive(path, {**manifest, **facts}, {**arrays, **changed})
        with pytest.raises(FormatError, match="a damaged checkpoint"):
            same.run(checkpoint=path, resume=True)
    for missing in ("last", "setting", "tried", "passes"):
        write_archive(path, {k: v for k, v in manifest.items() if k != missing}, arrays)
        with pytest.raises(FormatError, match="a damaged checkpoint"):
            same.run(checkpoint=path, resume=True)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(LaconicError, match="damaged"):
        other.run(checkpoint=path, resume=True)


def test_a_grid_takes_the_least_development_loss() -> None:
    seen: list[Progress] = []
    config = Config(c=(0.001, 10.0), feature_scale=(1.0, 2.0))
    training = Training(tiny_pairs(), config=config, dev=tiny_pairs())
    outcome = training.run(watch=seen.append)
    tried = {(fact["c"], fact["feature_scale"]): fact["development_loss"] for fact in outcome.tried}
    assert set(tried) == {(c, scale) for c in config.c for scale in config.feature_scale}
    facts = outcome.model.facts
    assert facts["development_loss"] == min(tried.values()) < max(tried.values())
    assert tried[facts["c"], facts["feature_scale"]] == min(tried.values())
    assert {progress.c for progress in seen} == set(config.c)
    for config in (Config(c=(1.0, 2.0)), Config(patience=3)):
        with pytest.raises(LaconicError, match="needs development pairs to choose by"):
            train(tiny_pairs(), config=config)


def test_early_stopping_keeps_the_best_round() -> None:
    losses: list[float | None] = []
    config = exact(c=(50.0,), patience=2, epsilon=1e-4)
    training = Training(tiny_pairs()[:3], config=config, dev=tiny_pairs())
    outcome = training.run(watch=lambda progress: losses.append(progress.development_loss))
    assert outcome.model.facts["development_loss"] == min(
        loss for loss in losses if loss is not None
    )


@pytest.mark.parametrize("gold", ["highest-score", "lowest-score"])
def test_early_stopping_keeps_the_best_round_of_all_passes(gold: Any) -> None:
    losses: list[float] = []

    def watch(progress: Progress) -> None:
        assert progress.development_loss is not None
        losses.append(progress.development_loss)

    config = Config(c=(5.0,), gold=gold, grammar_from="same", patience=3)
    pairs = sample_pairs()
    outcome = Training(pairs[:20], config=config, dev=pairs[60:]).run(watch=watch)
    assert outcome.model.facts["development_loss"] == min(losses)


def test_frank_wolfe_goes_on_with_another_c_within_a_scale() -> None:
    first: dict[tuple[float, float], Progress] = {}

    def watch(progress: Progress) -> None:
        first.setdefault((progress.feature_scale, progress.c), progress)

    config = exact(c=(0.9, 1.0), feature_scale=(1.0, 2.0), learner="frank-wolfe", max_rounds=20)
    train(tiny_pairs(), config=config, dev=tiny_pairs(), watch=watch)
    for scale in config.feature_scale:
        assert first[scale, 1.0].round.gap < first[scale, 0.9].round.gap / 2


def test_scaling_all_features_is_the_same_as_another_c() -> None:
    """Without a language model: features times s and C are features as they are and C · s²."""
    models = [
        train(tiny_pairs(), config=exact(c=(c,), feature_scale=(scale,), epsilon=1e-6))
        for c, scale in ((4.0, 1.0), (1.0, 2.0))
    ]
    one, two = (
        dict(zip(model.weights.names, model.weights.values, strict=True)) for model in models
    )
    for name in one.keys() | two.keys():
        assert one.get(name, 0) == pytest.approx(two.get(name, 0), abs=2e-3)


@pytest.mark.parametrize("gold", ["highest-score", "lowest-score", "random"])
def test_other_derivations_can_be_learned(gold: Any, tmp_path: Path) -> None:
    config = exact(gold=gold, grammar_from="same", c=(10.0,))
    training = Training(tiny_pairs(), config=config, lm=tiny_lm(tmp_path))
    first = training.examples.golds
    model = training.run().model
    changed = [one != two for one, two in zip(first, training.examples.golds, strict=True)]
    assert any(changed) == (gold != "random")
    for number, pair in enumerate(tiny_pairs()):
        example = training.examples[number]
        assert example.edges.forest.derivation(example.gold).target() == pair.references[0]
    assert len(model.weights) > 0


@dataclass(frozen=True)
class Twice:
    """A loss of a user: what is missing counts double, and words are compared with their number."""

    name: str = "twice"
    items: Literal["tokens"] = "tokens"
    clipped: bool = True
    per_predicted: float = 1.0
    per_hit: float = -3.0
    needs: tuple[Literal["predicted", "hits"], ...] = ()
    extra: float = 0.0

    def predicted_cap(self, _reference: int) -> None:
        return None

    def rest(self, arguments: Arguments) -> Counts:
        return 2 * arguments.reference + self.extra + 0 * arguments.predicted


def test_a_loss_of_the_user(tmp_path: Path) -> None:
    model = train(tiny_pairs(), config=exact(c=(100.0,)), dev=tiny_pairs(), loss=Twice())
    assert model.facts["loss"] == "twice"
    expected = 0.0
    for pair in tiny_pairs():
        source, reference = next(tree_pairs(pair))
        expected += measure(Twice(), reference, model.rewrite(source).tree)
    assert model.facts["development_loss"] == expected
    model.save(tmp_path / "model")
    with pytest.raises(LaconicError, match=r"the loss twice is -\d+.* expected a number from 0 up"):
        train(tiny_pairs(), config=exact(), loss=Twice(extra=-50.0))


def test_a_loss_that_contradicts_itself_ends_the_run() -> None:
    @dataclass(frozen=True)
    class Capped(Twice):
        needs: tuple[Literal["predicted", "hits"], ...] = ("predicted",)

        def predicted_cap(self, reference: int) -> int:  # type: ignore[override]
            return reference

        def rest(self, arguments: Arguments) -> Counts:
            return np.abs(arguments.reference - arguments.predicted)

    @dataclass(frozen=True)
    class Needy(Twice):
        def rest(self, arguments: Arguments) -> Counts:
            return 2 * arguments.reference + 0.5 * arguments.hits

    @dataclass(frozen=True)
    class Nothing(Twice):
        needs: tuple[Literal["predicted", "hits"], ...] = ("predicted",)

        def rest(self, arguments: Arguments) -> Counts:
            return np.nan * arguments.predicted

    @dataclass(frozen=True)
    class NothingForNothing(Twice):
        def rest(self, arguments: Arguments) -> Counts:
            return 2 * arguments.reference + (np.nan if arguments.reference == 0 else 0)

    for loss in (Capped(), Needy()):
        with pytest.raises(LossError, match=r"but .* by the counts that it says it needs"):
            train(tiny_pairs(), config=exact(), loss=loss)
    with pytest.raises(LossError, match=r"is nan for .*; expected a finite number"):
        train(tiny_pairs(), config=exact(), loss=Nothing())
    with pytest.raises(LossError, match=r"no finite number for some counts; they begin at 0"):
        train(tiny_pairs(), config=exact(), loss=NothingForNothing())


def test_a_run_goes_on_with_the_same_loss_only(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Training(tiny_pairs(), loss=HammingLoss()).run(checkpoint=path, watch=Stop(1))
    other = Training(tiny_pairs(), loss=HammingLoss(length_penalty=0.1))
    with pytest.raises(LaconicError, match="another loss"):
        other.run(checkpoint=path, resume=True)
    again = train(tiny_pairs(), loss=HammingLoss(), checkpoint=str(path), resume=True)
    assert again.facts["converged"]


def test_a_reference_in_other_case_is_learned_as_the_source_spells_it() -> None:
    source = "(TOP (S (ADVP (RB Then)) (NP (DT the) (NN man)) (VP (VBD left)) (. .)))"
    target = "(TOP (S (NP (DT The) (NN man)) (VP (VBD left)) (. .)))"
    pairs = [Pair("1", laconic.parse_tree(source), (laconic.parse_tree(target),))]
    model = train(pairs, config=exact(grammar_from="same", c=(100.0,)), dev=pairs)
    assert model.facts["stand_ins"] == model.facts["development_loss"] == 0
    assert model.facts["primal"] < 10
    assert model.rewrite(laconic.parse_tree(source)).tree.words() == ["the", "man", "left", "."]


def test_a_head_table_of_the_user_is_in_the_model(tmp_path: Path) -> None:
    """So the model needs no file beside it, and opens none."""
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'name = "mine"\npunctuation = "."\n[default]\nfrom = "left"\n[heads.NP]\nfrom = "left"\n'
    )
    config = Config(extraction=ExtractionOptions(normalisation="lower", head_table=str(mine)))
    model = train(tiny_pairs(), config=config)
    model.save(tmp_path / "m.laconic")
    source = tiny_pairs()[0].source
    assert isinstance(source, laconic.Tree)
    expected = model.rewrite(source)
    mine.unlink()
    loaded = load_model(tmp_path / "m.laconic")
    assert loaded.rewrite(source).score == expected.score
    assert loaded.signature == model.signature
    assert loaded.heads == model.heads != load_head_table("collins")
    mine.write_text("# " + "x" * 100_000)
    with pytest.raises(LaconicError, match="a head table of at most"):
        train(tiny_pairs(), config=config)
    mine.unlink()
    with pytest.raises(LaconicError, match="no head table"):
        train(tiny_pairs(), config=config)


def test_a_model_holds_the_language_model_it_was_trained_with(tmp_path: Path) -> None:
    lm = tiny_lm(tmp_path)
    assert lm.order == 3
    model = train(tiny_pairs(), config=Config(c=(1.0,)), lm=lm)
    other = tmp_path / "other.lm"
    build([["a", "b"]], other, order=1).path.replace(lm.path)
    model.save(tmp_path / "m.laconic")
    loaded = load_model(tmp_path / "m.laconic")
    assert loaded.lm is not None
    assert loaded.lm.order == 3
    lm.path.unlink()
    model.save(tmp_path / "again.laconic")
    assert (tmp_path / "again.laconic").read_bytes() == (tmp_path / "m.laconic").read_bytes()


def test_a_language_model_may_be_arpa_text(tmp_path: Path) -> None:
    arpa = tmp_path / "tiny.arpa"
    convert_lm(tiny_lm(tmp_path).path, arpa)
    model = train(tiny_pairs(), config=Config(c=(1.0,)), lm=laconic.open_lm(arpa))
    model.save(tmp_path / "m.laconic")
    loaded = load_model(tmp_path / "m.laconic")
    source = tiny_pairs()[0].source
    assert isinstance(source, laconic.Tree)
    assert loaded.lm is not None
    assert loaded.rewrite(source).score == model.rewrite(source).score


def test_equal_settings_give_the_same_bytes_however_they_are_written(tmp_path: Path) -> None:
    whole: Any = {"c": 5, "feature_scale": [1], "lm_scale": 1}
    for name, config in (("one", Config(**whole)), ("two", Config(c=(5.0,), lm_scale=1.0))):
        train(tiny_pairs(), config=config).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert load_model(tmp_path / "one").signature == load_model(tmp_path / "two").signature


def negation(rule: Rule) -> Mapping[str, float]:
    return {"not": float("not" in rule.source.words()), "old": float("old" in rule.source.words())}


def place(_rule: Rule, node: int, _tree: laconic.Tree) -> Mapping[str, float]:
    return {"early": float(node < 4)}


def test_functions_of_the_user_are_learned_and_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "model.laconic"
    features: Iterable[Any] = [negation, place]
    model = train(tiny_pairs(), config=exact(c=(10.0,)), features=features)
    learned = [name for name in model.weights.names if name.startswith(("negation: ", "place: "))]
    assert "negation: old" in learned
    model.save(path)
    loaded = load_model(path, features=[place, negation])
    for pair in tiny_pairs():
        assert isinstance(pair.source, laconic.Tree)
        one, two = model.rewrite(pair.source), loaded.rewrite(pair.source)
        assert one.tree == two.tree
        assert two.score == pytest.approx(one.score, abs=1e-9)
        explained = sum(loaded.weights[name] * value for name, value in loaded.explain(two).items())
        assert explained == pytest.approx(two.score, abs=1e-6)
    with pytest.raises(
        LaconicError, match="was trained with the feature place, which was not given"
    ):
        load_model(path, features=[negation])

    def surplus(_rule: Rule) -> Mapping[str, float]:
        return {}

    with pytest.raises(
        LaconicError, match="knows no feature surplus; it was trained with only neg"
    ):
        load_model(path, features=[negation, place, surplus])


def test_a_function_that_fails_ends_the_run_and_says_where() -> None:
    def fails(rule: Rule) -> Mapping[str, float]:
        return {"x": 1.0 / (rule.source.label != "VP")}

    def gives(rule: Rule) -> Any:
        return {"x": 10**400 if rule.source.label == "VP" else np.int64(1)}

    with pytest.raises(FeatureError, match=r"fails failed with ZeroDivision.* at the rule <VP"):
        train(tiny_pairs(), features=[fails])
    with pytest.raises(FeatureError, match=r"the feature gives gave 10000.* at the rule <VP"):
        train(tiny_pairs(), features=[gives])


def test_a_function_that_changed_is_no_run_to_go_on_with(tmp_path: Path) -> None:
    path, weight = tmp_path / "checkpoint", 1.0

    def mine(rule: Rule) -> Mapping[str, float]:
        return {"x": weight * len(rule.links)}

    train(tiny_pairs(), features=[mine], checkpoint=path, watch=Stop(1))
    weight = 2.0
    with pytest.raises(LaconicError, match="of a run with another set of features; delete it"):
        train(tiny_pairs(), features=[mine], checkpoint=path, resume=True)


def test_a_function_of_rules_is_asked_once_for_each_rule_also_beside_one_of_edges() -> None:
    asked: list[Rule] = []

    def counting(rule: Rule) -> Mapping[str, float]:
        asked.append(rule)
        return {"x": 1.0}

    Training(tiny_pairs(), config=exact(grammar_from="same"), features=[counting, place])
    assert len(asked) == len(set(asked))


def test_there_must_be_something_to_learn() -> None:
    message = "no features to learn weights for; those of the group ngram need a language model"
    with pytest.raises(LaconicError, match=message):
        train(tiny_pairs(), config=Config(features=("ngram",)))


def test_development_pairs_that_cannot_be_used_are_listed() -> None:
    config = Config(grammar_from="same", extraction=ExtractionOptions(coverage=False))
    pairs = [replace(pair, place=f"dev:{number}") for number, pair in enumerate(tiny_pairs())]
    training = Training(tiny_pairs()[:4], config=config, dev=pairs)
    assert training.left_out == [
        "development dev:4: pair 4: there is no derivation: no rules lead from the tree, whose"
        " root is TOP, to a target whose root is TOP"
    ]
    assert training.development is not None
    assert len(training.development.forests) == 4
    with pytest.raises(LaconicError, match="no development pair can be used; the last: dev"):
        Training(tiny_pairs()[:4], config=config, dev=pairs[4:])


def test_a_model_scores_as_training_did(tmp_path: Path) -> None:
    lm = tiny_lm(tmp_path)
    training = Training(tiny_pairs(), config=exact(c=(10.0,), feature_scale=(0.5,)), lm=lm)
    model: Model = training.run().model
    for pair in tiny_pairs():
        assert isinstance(pair.source, laconic.Tree)
        rewritten = model.rewrite(pair.source)
        vector = model.explain(rewritten)
        product = sum(model.weights[name] * value for name, value in vector.items())
        assert product == pytest.approx(rewritten.score, abs=1e-6)
    assert set(model.weights.names) <= set(training.space.table.columns_of)


def test_development_trees_of_another_parser_are_refused() -> None:
    pairs = [replace(pair, parser="one") for pair in tiny_pairs()]
    dev = [replace(pair, parser="two") for pair in tiny_pairs()]
    assert len(train(pairs, dev=pairs).weights)
    with pytest.raises(LaconicError, match="of the parser two, those of training of one"):
        train(pairs, dev=dev)


def test_text_is_parsed_first() -> None:
    pairs = [
        laconic.Pair("1", "The old dog barked loudly .", ("The dog barked .",)),
        laconic.Pair("2", "The old cat slept here .", ("The cat slept .",)),
        laconic.Pair("3", "", ("",)),
    ]
    training = Training(pairs, config=Config(c=(10.0,)))
    assert training.left_out == ["pair 3: it has no words"]
    model = training.run().model
    assert model.grammar.parser is not None
    assert model.grammar.parser.startswith("embedded.")
