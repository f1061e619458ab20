"""The systems of Table 6: transducers for each length penalty, and those they are compared with.

`paper-same` is the transducer of the paper: its features, rules and loss, with C tuned as in Table
5, and all training pairs' rules for each of them. `paper` leaves a pair's own rules out when it is
learned from; `paper-guarded` is that under all guards of `laconic compress`. `places` has features
of places and every choice of children deleted (places.toml), and `guarded` is that under guards.
With one more feature, `neighbours` has McDonald's scores of neighbouring words (neighbours.py), and
`tagged` a tagger, which begins with the one that ships in `headline` and goes on learning from the
pairs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from corpora import Corpus
from neighbours import with_neighbours
from options import Place
from output import numbers
from steps import EPSILON, GRIDS, ROUNDS, Job, Trained, train

import laconic
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.options import IlpOptions, McDonaldConfig, MiraOptions
from laconic.compressor.compressor import Compressor
from laconic.config import Config, GrammarFrom, read_config
from laconic.corpus import digest_pairs
from laconic.errors import FormatError, LaconicError
from laconic.model import Model
from laconic.scoring.tagger import TAGGER_FEATURE, Tagger
from laconic.settings import to_table
from laconic.systems import System
from laconic.systems import load as load_system
from laconic.weights import make_weights

HERE = Path(__file__).parent
PAPER, PLACES, GUARDED, TAGGED = "paper", "places", "guarded", "tagged"
PAPER_SAME, PAPER_GUARDED, NEIGHBOURS = "paper-same", "paper-guarded", "neighbours"
KINDS = (PAPER_SAME, PAPER, PAPER_GUARDED, PLACES, GUARDED, NEIGHBOURS, TAGGED)
MCDONALD, ILP = "mcdonald", "clarke-ilp"
# The length penalties tried for a rival's rate; the paper's are 0.25 and 0.5. With many pairs
# there are fewer of them, and fewer transducers: everything takes long.
PENALTIES: Mapping[str, tuple[float, ...]] = {
    PAPER: (0.25, 0.5, 1.0, 2.0),
    PLACES: (0.25, 0.4, 0.6, 1.0, 1.6),
}
FEW_KINDS = (PAPER, GUARDED, NEIGHBOURS)
FEW_PENALTIES: Mapping[str, tuple[float, ...]] = {PAPER: (1.0,), PLACES: (1.0, 1.6)}
PAPERS: Mapping[str, GrammarFrom] = {
    PAPER_SAME: "same",
    PAPER: "leave-one-out",
    PAPER_GUARDED: "leave-one-out",
}
BOUNDS = (0.001, 0.01, 0.1)  # on a change, tried by McDonald's system
# Of more training pairs, McDonald's system tries one bound and four passes, and the paper's
# transducer learns from the first so many.
MANY, FIRST = 5000, 1500
WEIGHTS = (0.5, 1.0, 2.0, 4.0)  # of a feature that is not learned with the others


@dataclass(frozen=True, eq=False)
class Contestants:
    """Makes the systems of a corpus when they are asked for, each once; they stay in memory."""

    place: Place
    corpus: Corpus
    label: str
    # To read a model again takes longer than most steps.
    _made: dict[tuple[str, float], System] = field(default_factory=dict, repr=False)

    def rivals(self) -> dict[str, System]:
        """McDonald's system, and the integer programme over its scores."""
        bigrams = self._mcdonald
        return {MCDONALD: bigrams, ILP: replace(bigrams, ilp=IlpOptions())}

    def transducer(self, kind: str, penalty: float = 1.0) -> System:
        """A transducer of this kind, trained with this length penalty."""
        key = kind, penalty
        if key not in self._made:
            self._made[key] = self._make(kind, penalty)
        return self._made[key]

    def _make(self, kind: str, penalty: float) -> System:
        if kind in PAPERS:
            settings = self._paper_config(PAPERS[kind], penalty)
            paper = self._train(settings, "transducer", first=FIRST).model
            return Compressor(paper) if kind == PAPER_GUARDED else paper
        config = replace(read_config(HERE / "places.toml"), length_penalty=penalty)
        model = self._train(config, "places", needs_lm=False).model
        if kind == PLACES:
            return model
        return Compressor(model) if kind == GUARDED else self._with_feature(kind, model)

    def _with_feature(self, kind: str, model: Model) -> Compressor:
        """A transducer with one more feature, whose weight is the best on dev."""
        scores = self.weight_scores(kind)
        weight = max(WEIGHTS, key=lambda weight: (scores[f"{weight:g}"], -weight))
        return self._weighed(kind, model, weight)

    def _weighed(self, kind: str, model: Model, weight: float) -> Compressor:
        if kind == NEIGHBOURS:
            return Compressor(with_neighbours(model, self._mcdonald, weight))
        return Compressor(with_tagger(model, self._tuned, weight))

    def weight_scores(self, kind: str) -> dict[str, float]:
        """Relations F1 on dev for each weight of a feature, with a length penalty of 1."""
        base, dev = self.transducer(PLACES), self.place.pairs(self.corpus, "dev")
        assert isinstance(base, Model)
        systems = {f"{weight:g}": self._weighed(kind, base, weight) for weight in WEIGHTS}
        settings = {
            "systems": {name: system.signature for name, system in systems.items()},
            "dev": digest_pairs(dev),
            "parser": self.place.parser.signature,
        }

        def make() -> dict[str, float | None]:
            self.place.steps.tell(f"{self.label}, weights of {kind} on dev")
            report = laconic.evaluate(
                systems,
                dev,
                standard=(),
                references="first",
                parser=self.place.parser,
                workers=self.place.workers,
            )
            return {name: report.score(name, "relations-f1") for name in systems}

        name = f"weights-{kind}-{self.corpus.name}"
        scores: dict[str, float] = self.place.steps.run(name, settings, make)["result"]
        return scores

    def penalties(self, kind: str) -> tuple[float, ...]:
        """The length penalties to try."""
        penalties = FEW_PENALTIES if self.has_many else PENALTIES
        return penalties[PAPER if kind in PAPERS else PLACES]

    @property
    def has_many(self) -> bool:
        """Whether there are so many training pairs that less is tried."""
        return len(self.place.pairs(self.corpus, "train")) > MANY

    def _paper_config(self, origin: GrammarFrom, penalty: float) -> Config:
        config = Config(grammar_from=origin, c=GRIDS[origin], max_rounds=ROUNDS, epsilon=EPSILON)
        if penalty == 1.0:
            return config
        # C is chosen once, with the loss as it is; then it does not begin with what a smaller one
        # came to, and needs more rounds.
        chosen = self._train(config, "transducer", first=FIRST).facts["c"]
        return replace(config, c=(chosen,), length_penalty=penalty, max_rounds=2 * ROUNDS)

    def _train(
        self, config: Config, name: str, *, first: int | None = None, needs_lm: bool = True
    ) -> Trained:
        place, corpus = self.place, self.corpus
        if needs_lm:
            job = place.job(config, corpus)
        else:
            job = Job(config, place.pairs(corpus, "train"), place.pairs(corpus, "dev"), None)
        if first is not None and len(job.pairs) > MANY:
            job = replace(job, pairs=job.pairs[:first])
        label = f"{self.label}, {name} with penalty {config.length_penalty:g}"
        step = f"{name}-{corpus.name}"
        return train(place.steps, step, job, label=label, workers=place.workers)

    @cached_property
    def _mcdonald(self) -> BigramModel:
        place = self.place
        pairs, dev = (place.pairs(self.corpus, part) for part in ("train", "dev"))
        few = MiraOptions(c=(BOUNDS[1],), passes=4)
        config = McDonaldConfig(mira=few if self.has_many else MiraOptions(c=BOUNDS))
        settings = {
            "config": to_table(config),
            "pairs": digest_pairs(pairs),
            "dev": digest_pairs(dev),
        }

        def make(path: Path) -> None:
            place.steps.tell(f"{self.label}, McDonald's system on {len(pairs)} pairs")
            laconic.train(pairs, dev=dev, config=config).save(path)

        model = self._kept(f"mcdonald-{self.corpus.name}", settings, make)
        if not isinstance(model, BigramModel):
            raise LaconicError(f"expected McDonald's system, found {model.system}")
        return model

    @cached_property
    def _tuned(self) -> Tagger:
        """The tagger of the corpus: the one that ships in `headline`, after the training pairs."""
        shipped, base = laconic.load("headline").model, self.transducer(PLACES)
        assert isinstance(shipped, Model)
        assert isinstance(base, Model)
        tagger = shipped.tagger
        assert tagger is not None
        pairs, tuning = self.place.pairs(self.corpus, "train"), import_tuning()
        settings = {
            "begins with": shipped.signature,
            "model": base.signature,
            "pairs": digest_pairs(pairs),
            "tuning": to_table(tuning.TuningSettings()),
        }

        def make(path: Path) -> None:
            self.place.steps.tell(f"{self.label}, tuning the tagger on {len(pairs)} pairs")
            tuned = tuning.tune_tagger(tagger, pairs, tuning.TuningSettings())
            with_tagger(base, tuned, 1.0).save(path)

        # Kept in the file of a model, as there is none of its own.
        found = self._kept(f"tagger-{self.corpus.name}", settings, make)
        assert isinstance(found, Model)
        assert found.tagger is not None
        return found.tagger

    def _kept(self, name: str, settings: Mapping[str, Any], make: Callable[[Path], None]) -> System:
        """The model that a step writes, made now if it is not there."""
        path = self.place.steps.path(name, settings, "laconic")

        def write() -> dict[str, str]:
            path.parent.mkdir(parents=True, exist_ok=True)
            make(path)
            return {"signature": load_system(path).signature}

        record = self.place.steps.run(name, settings, write, beside=path)
        model = load_system(path)
        if model.signature != record["result"]["signature"]:
            raise FormatError("another model", "the one that the step made; delete it", path=path)
        return model


def import_tuning() -> Any:
    """The module that tunes taggers: only where it is needed, since it needs torch."""
    folder = str(HERE.parent / "models")
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        return import_module("tagger_tuning")
    except ImportError as error:
        raise LaconicError(
            f"the tagger cannot be tuned ({error}); install torch (pip install"
            " 'laconic[training]'), or leave it out with --without-tagger"
        ) from None


def with_tagger(model: Model, tagger: Tagger, weight: float) -> Model:
    """The model with one more feature."""
    weights = make_weights({**model.weights.by_name, TAGGER_FEATURE: weight})
    return replace(model, tagger=tagger, weights=weights)


def nearest(rates: Mapping[float, float], wanted: float) -> float:
    """The penalty whose rate is nearest to the one wanted.

    >>> nearest({0.5: 0.7, 1.0: 0.82}, 0.75)
    0.5
    """
    return min(rates, key=lambda penalty: (abs(rates[penalty] - wanted), penalty))


def describe_kinds(kinds: Sequence[str]) -> list[str]:
    """What is said of the transducers under the table."""
    said = {
        PAPER_SAME: "paper-same: the paper's features, rules and loss (bound 1, token Hamming loss,"
        " trigrams, most rules); learned with the rules of all training pairs, as the paper's was;"
        f" C of {numbers(GRIDS[PAPERS[PAPER_SAME]])} by the development loss.",
        PAPER: "paper: the same, but a training pair's own rules are left out when it is learned"
        f" from, as in Tables 4 and 5; C of {numbers(GRIDS[PAPERS[PAPER]])}; of more than 5,000"
        " training pairs it learns from the first 1,500.",
        PAPER_GUARDED: "paper-guarded: paper under all guards of `laconic compress`.",
        PLACES: "places: features of places and every choice of children deleted (places.toml).",
        GUARDED: "guarded: places under all guards.",
        NEIGHBOURS: "neighbours: guarded, with McDonald's scores of neighbouring words as one more"
        " feature.",
        TAGGED: "tagged: guarded, with a tagger as one more feature, which begins with the one of"
        " `headline`, trained on 107,425 Google pairs that no other system here has seen, and goes"
        " on learning from the corpus.",
    }
    return [said[kind] for kind in kinds]
