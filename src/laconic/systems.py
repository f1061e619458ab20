"""Systems: what compresses a tree, by whatever model; loaded from a file or trained from pairs.

What only one of them needs is imported when it is needed: to compress is to wait for little else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from laconic.archive import kind_of
from laconic.config import Config
from laconic.errors import LaconicError
from laconic.model import KIND, Model
from laconic.model_file import load_model
from laconic.trees.tree import Tree

if TYPE_CHECKING:
    from laconic.baselines.options import BaselineConfig
    from laconic.baselines.run import BaselineModel
    from laconic.corpus import Pair
    from laconic.grammar.rule import Rule
    from laconic.parsing.parser import Parser
    from laconic.scoring.features import Function
    from laconic.scoring.losses import Loss
    from laconic.scoring.ngram import NgramModel

TRANSDUCER = "transducer"
SYSTEMS = (TRANSDUCER, "mcdonald", "clarke-ilp", "clarke-lm")


class Compression(Protocol):
    """What a system makes of a tree.

    `kept` are the places of the source words that it kept, None if it did more than delete;
    `marks` say what is not as it should be.
    """

    @property
    def tree(self) -> Tree: ...
    @property
    def score(self) -> float: ...
    @property
    def kept(self) -> tuple[int, ...] | None: ...
    @property
    def marks(self) -> tuple[str, ...]: ...


class System(Protocol):
    """What compresses trees: a `Model`, or one of the comparison systems."""

    @property
    def system(self) -> str: ...
    @property
    def signature(self) -> str: ...

    def for_document(self, trees: Iterable[Tree], /) -> Self: ...
    def rewrite(self, tree: Tree, /) -> Compression: ...
    def save(self, path: str | Path, /) -> None: ...


def load(
    path: str | Path, *, features: Iterable[Function] = (), verify: bool = True
) -> Model | BaselineModel:
    """The model in a file, of whichever system it is.

    Args:
        features: The functions that a transducer was trained with, if any.
        verify: Compare all of the file with its checksums.
    """
    kind, functions = kind_of(path), list(features)
    load_baseline = None if kind == KIND else baseline_loader(kind)
    if load_baseline is None:
        return load_model(path, features=functions, verify=verify)
    if functions:
        raise LaconicError(f"{path} takes no features; they are for the transducer")
    return load_baseline(path, verify=verify)


def baseline_loader(kind: str | None) -> Callable[..., BaselineModel] | None:
    """What loads a model of a comparison system, by the kind that its file says it is."""
    from laconic.baselines import clarke_lm, mcdonald
    from laconic.baselines.clarke_lm_file import load_trigram_model
    from laconic.baselines.mcdonald_file import load_bigram_model

    if kind == mcdonald.KIND:
        return load_bigram_model
    return load_trigram_model if kind == clarke_lm.KIND else None


def config_type(system: str) -> type[Config] | type[BaselineConfig]:
    """What can be set for a system; an unknown one is an error that lists what there is."""
    from laconic.baselines.options import CONFIGS

    if system == TRANSDUCER:
        return Config
    if system not in CONFIGS:
        raise LaconicError(f"unknown system {system!r}; expected one of {', '.join(SYSTEMS)}")
    return CONFIGS[system]


def train(
    pairs: Iterable[Pair],
    *,
    config: Config | BaselineConfig | None = None,
    system: str | None = None,
    dev: Iterable[Pair] = (),
    lm: NgramModel | None = None,
    features: Iterable[Function] = (),
    loss: Loss | None = None,
    rules: Iterable[Rule] = (),
    parser: Parser | None = None,
    workers: int | None = None,
    extra: Iterable[Pair] = (),
    start: Model | None = None,
    watch: Callable[[Any], None] | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
) -> Model | BaselineModel:
    """Train a model. An interrupt gives the best so far, whose facts say "interrupted".

    Args:
        config: Settings, of the kind that the system takes; they can stand for its name.
        system: transducer (if not given), mcdonald, clarke-ilp or clarke-lm.
        dev: Development pairs; a grid and early stopping need them.
        features: Functions of a rule, or of rule, node and source tree, to be features as well.
        loss: A loss to use in place of the one that the configuration names.
        rules: Rules written by hand, to be added to the grammar.
        parser: What parses pairs of text; the embedded parser if it is not given.
        workers: How many threads the transducer searches with; all cores if not given. The model
            is the same.
        extra: Pairs that weights are learned from as well, but no rules.
        start: A model whose weights to begin with; for the learner adagrad.
        watch: Is told of each round, or pass.
        checkpoint: A file that is written after each round.
        resume: Go on from the checkpoint, if it is there.

    Features, loss, rules, extra and start are for the transducer alone.
    """
    chosen = _config(config, system)
    if isinstance(chosen, Config):
        from laconic.training import run as transducer

        return transducer.train(
            pairs,
            config=chosen,
            dev=dev,
            lm=lm,
            features=features,
            loss=loss,
            rules=rules,
            parser=parser,
            workers=workers,
            extra=extra,
            start=start,
            watch=watch,
            checkpoint=checkpoint,
            resume=resume,
        )
    given = {"features": list(features), "rules": list(rules), "extra": list(extra)}
    for name, value in {**given, "loss": loss, "start": start}.items():
        if value:
            raise LaconicError(f"{name} is for the transducer alone")
    from laconic.baselines.run import make_training

    training = make_training(pairs, chosen, dev=dev, lm=lm, parser=parser)
    return training.run(checkpoint=checkpoint, resume=resume, watch=watch).model


def _config(config: Config | BaselineConfig | None, system: str | None) -> Config | BaselineConfig:
    """The settings to train with: those given, if they are the system's, or its defaults."""
    if system is None:
        return Config() if config is None else config
    kind = config_type(system)
    if config is None:
        return kind()
    if not isinstance(config, kind):
        raise LaconicError(f"config is a {type(config).__name__}; {system} takes a {kind.__name__}")
    return config
