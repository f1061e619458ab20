"""Makes the systems of Table 6: transducers of each kind and length penalty (kinds.py), and those
that they are compared with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from kinds import (
    FIRST,
    GUARDS,
    ILP,
    MANY,
    MCDONALD,
    NEIGHBOURS,
    PAPERS,
    PLACES,
    TAGGER,
    parts_of,
    places_config,
)
from neighbours import with_neighbours
from options import Place
from steps import EPSILON, GRIDS, ROUNDS, Job, Record, hash_of_lm, train

import laconic
from laconic.baselines.mcdonald import BigramModel
from laconic.baselines.options import IlpOptions, McDonaldConfig, MiraOptions
from laconic.compressor.compressor import Compressor
from laconic.config import Config
from laconic.corpus import Pair, digest_pairs
from laconic.errors import FormatError, LaconicError
from laconic.model import Model
from laconic.scoring.tagger import TAGGER_FEATURE, Tagger
from laconic.settings import to_table
from laconic.systems import System
from laconic.systems import load as load_system
from laconic.weights import make_weights

HERE = Path(__file__).parent
BOUNDS = (0.0001, 0.001, 0.01, 0.1)  # on a change, tried by McDonald's system
FEW = MiraOptions(c=(0.001, 0.01), passes=4)  # with many pairs


@dataclass(frozen=True, eq=False)
class Contestants:
    """Makes systems of training and development pairs when they are asked for.

    Each is made once, since to read a model again takes longer than most steps. `name` is that of
    files, `label` what is said.
    """

    place: Place
    name: str
    label: str
    train: list[Pair]
    dev: list[Pair]
    mira: MiraOptions | None = None  # McDonald's, where they are not to be chosen again
    _made: dict[tuple[str, float], Model] = field(default_factory=dict, repr=False)

    @property
    def has_many(self) -> bool:
        """Whether there are so many training pairs that less is tried."""
        return len(self.train) > MANY

    def rivals(self) -> dict[str, System]:
        """McDonald's system, and the integer programme over its scores."""
        return {MCDONALD: self.mcdonald, ILP: replace(self.mcdonald, ilp=IlpOptions())}

    def guarded_rival(self) -> System:
        """McDonald's scores in the transducer's search, under its guards."""
        nothing = replace(self._base(PLACES, 1.0), weights=make_weights({"none": 0.0}))
        return Compressor(with_neighbours(nothing, self.mcdonald, 1.0))

    def system(self, kind: str, penalty: float, weights: Mapping[str, float]) -> System:
        """A transducer of this kind, trained with this length penalty.

        `weights` are those of parts that are not learned.
        """
        base, parts = parts_of(kind)
        model = self._base(base, penalty)
        if TAGGER in parts:
            model = with_tagger(model, self._tuned, weights[TAGGER])
        if NEIGHBOURS in parts:
            model = with_neighbours(model, self.mcdonald, weights[NEIGHBOURS])
        return Compressor(model) if GUARDS in parts else model

    def _base(self, base: str, penalty: float) -> Model:
        key = base, penalty
        if key not in self._made:
            self._made[key] = self._train(base, penalty)
        return self._made[key]

    def _train(self, base: str, penalty: float) -> Model:
        pairs, lm = self.train, None
        if base in PAPERS:
            origin = PAPERS[base]
            config = Config(
                grammar_from=origin, c=GRIDS[origin], max_rounds=ROUNDS, epsilon=EPSILON
            )
            pairs, lm = pairs[:FIRST] if self.has_many else pairs, self.place.lm()
        else:
            config = places_config()
        config = replace(config, length_penalty=penalty)
        job = Job(config, pairs, self.dev, lm, "none" if lm is None else hash_of_lm(lm))
        label = f"{self.label}, {base} with penalty {penalty:g}"
        step = f"{'transducer' if base in PAPERS else base}-{self.name}"
        return train(self.place.steps, step, job, label=label, workers=self.place.workers).model

    @cached_property
    def mcdonald(self) -> BigramModel:
        mira = self.mira or (FEW if self.has_many else MiraOptions(c=BOUNDS))
        config = McDonaldConfig(mira=mira)
        settings = {
            "config": to_table(config),
            "pairs": digest_pairs(self.train),
            "dev": digest_pairs(self.dev),
        }

        def make(path: Path) -> None:
            self.place.steps.tell(f"{self.label}, McDonald's system on {len(self.train)} pairs")
            model = laconic.train(self.train, dev=self.dev, config=config)
            if "interrupted" in model.facts:
                # The weights so far are not those asked for.
                raise KeyboardInterrupt
            model.save(path)

        model = self._kept(f"{MCDONALD}-{self.name}", settings, make)
        if not isinstance(model, BigramModel):
            raise LaconicError(f"expected McDonald's system, found {model.system}")
        return model

    @cached_property
    def _tuned(self) -> Tagger:
        """The tagger of the corpus: the one that ships in `headline`, after the training pairs."""
        shipped, base = laconic.load("headline").model, self._base(PLACES, 1.0)
        assert isinstance(shipped, Model)
        tagger = shipped.tagger
        assert tagger is not None
        tuning = import_tuning()
        settings = {
            "begins with": shipped.signature,
            "model": base.signature,
            "pairs": digest_pairs(self.train),
            "tuning": to_table(tuning.TuningSettings()),
        }

        def make(path: Path) -> None:
            self.place.steps.tell(f"{self.label}, tuning the tagger on {len(self.train)} pairs")
            tuned = tuning.tune_tagger(tagger, self.train, tuning.TuningSettings())
            with_tagger(base, tuned, 1.0).save(path)

        # Kept in the file of a model, as there is none of its own.
        found = self._kept(f"{TAGGER}-{self.name}", settings, make)
        assert isinstance(found, Model)
        assert found.tagger is not None
        return found.tagger

    def _kept(self, name: str, settings: Mapping[str, Any], make: Callable[[Path], None]) -> System:
        """The model that a step writes, made now if it is not there."""
        path = self.place.steps.path(name, settings, "laconic")

        def write() -> Record:
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
