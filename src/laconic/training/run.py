"""`train`: from pairs to a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from laconic.config import Config
from laconic.corpus import Pair
from laconic.decoding.matcher import Matcher
from laconic.decoding.threads import usable_cores
from laconic.errors import LaconicError
from laconic.grammar.rule import Rule
from laconic.model import Model, make_context
from laconic.parsing.pairs import parse_all
from laconic.parsing.parser import Parser
from laconic.scoring.features import FeatureSet, Function
from laconic.scoring.losses import Loss, check_loss
from laconic.scoring.ngram import NgramModel
from laconic.training.checkpoint import Best, read_checkpoint
from laconic.training.checks import check_parsers, check_settings
from laconic.training.development import Development, make_development
from laconic.training.examples import Examples, Preparation, make_tasks, prepare_all
from laconic.training.fingerprint import make_fingerprint
from laconic.training.folds import NO_FOLD, FoldedGrammar, extract_folds, fold_of
from laconic.training.problem import search_form
from laconic.training.space import FeatureSpace
from laconic.training.trainer import Trainer, Watch
from laconic.trees.heads import load_head_table
from laconic.trees.spans import index_spans
from laconic.weights import Weights, make_weights

_EXTRA_KIND = "extra "


@dataclass(frozen=True, eq=False, slots=True)
class Outcome:
    """A model and how it came about: pairs left out, with reasons, and settings tried."""

    model: Model
    left_out: tuple[str, ...]
    tried: tuple[Mapping[str, Any], ...]
    interrupted: bool


def train(
    pairs: Iterable[Pair],
    *,
    config: Config | None = None,
    dev: Iterable[Pair] = (),
    lm: NgramModel | None = None,
    features: Iterable[Function] = (),
    loss: Loss | None = None,
    rules: Iterable[Rule] = (),
    parser: Parser | None = None,
    workers: int | None = None,
    extra: Iterable[Pair] = (),
    start: Model | None = None,
    watch: Watch | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
) -> Model:
    """Train a model. An interrupt gives the best so far, whose facts say "interrupted".

    Args:
        dev: Development pairs; a grid and early stopping need them.
        features: Functions of a rule, or of rule, node and source tree, to be features as well.
        loss: A loss to use in place of the one that the configuration names.
        rules: Rules written by hand, to be added to the grammar.
        parser: What parses pairs of text; the embedded parser if it is not given.
        workers: How many threads search; all cores if not given. The model is the same.
        extra: Pairs that weights are learned from as well, but no rules.
        start: A model whose weights to begin with; for the learner adagrad.
        checkpoint: A file that is written after each round.
        resume: Go on from the checkpoint, if it is there.
    """
    training = Training(
        pairs,
        config=config,
        dev=dev,
        lm=lm,
        features=features,
        loss=loss,
        rules=rules,
        parser=parser,
        workers=workers,
        extra=extra,
        start=None if start is None else start.weights,
    )
    return training.run(watch=watch, checkpoint=checkpoint, resume=resume).model


class Training:
    """A training run made ready: grammar extracted, forests built, derivations found."""

    def __init__(
        self,
        pairs: Iterable[Pair],
        *,
        config: Config | None = None,
        dev: Iterable[Pair] = (),
        lm: NgramModel | None = None,
        features: Iterable[Function] = (),
        loss: Loss | None = None,
        rules: Iterable[Rule] = (),
        parser: Parser | None = None,
        workers: int | None = None,
        extra: Iterable[Pair] = (),
        start: Weights | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.config = config or Config()
        self.lm, self.start = lm, None if start is None else start.by_name
        self.loss = loss or self.config.make_loss()
        check_loss(self.loss)
        self.workers = workers or usable_cores()
        self.left_out: list[str] = []
        tell = tell or (lambda _: None)
        known = parse_all(pairs, parser, self.left_out)
        dev_pairs = parse_all(dev, parser, self.left_out, kind="development ")
        if not known:
            raise LaconicError("there are no pairs to train on")
        check_settings(self.config, has_dev=bool(dev_pairs), has_start=start is not None)
        by_hand, extraction = list(rules), self.config.extraction
        self.heads = load_head_table(extraction.head_table) if extraction.coverage else None
        tell("Extracting the grammar")
        self.grammar = self._extract(known, by_hand)
        more = parse_all(extra, parser, self.left_out, kind=_EXTRA_KIND)
        for kind, others in (("development", dev_pairs), ("extra", more)):
            check_parsers(self.grammar.packed.parser, others, kind)
        self.matcher = Matcher(self.grammar.packed, extraction.make_coverage(self.heads))
        self.features = FeatureSet(self.config.features, features)
        space = self.space = FeatureSpace(
            self.features,
            lm,
            lm_scale=self.config.lm_scale,
            context=make_context(self.heads),
            rare=self.config.rare,
        )
        tell("Building forests, finding derivations")
        space.admit(self.start or ())
        self.examples = self._prepare(known, more)
        self.extra_pairs = len(more)
        space.table.freeze()
        if not space.width:
            hint = "; those of the group ngram need a language model" if lm is None else ""
            raise LaconicError(f"there are no features to learn weights for{hint}")
        self.development = self._development(dev_pairs)
        self.fingerprint = make_fingerprint(
            self.config,
            known,
            dev_pairs,
            more,
            self.start,
            lm,
            self.features,
            space.table,
            self.loss,
            by_hand,
            self.heads,
        )

    def run(
        self,
        *,
        checkpoint: str | Path | None = None,
        resume: bool = False,
        watch: Watch | None = None,
    ) -> Outcome:
        """Train. An interrupt ends it with the best model so far, if there is one yet."""
        checkpoint = None if checkpoint is None else Path(checkpoint)
        trainer = Trainer(
            self.config,
            self.examples,
            self.space,
            self.development,
            workers=self.workers,
            checkpoint=checkpoint,
            fingerprint=self.fingerprint,
            watch=watch,
            start=self.start,
        )
        before = None
        if resume and checkpoint is not None and checkpoint.exists():
            before = read_checkpoint(checkpoint, self.fingerprint)
        try:
            trainer.run(before)
            return self._outcome(trainer, interrupted=False)
        except KeyboardInterrupt:
            # What is best so far; a second interrupt ends this too.
            return self._outcome(trainer, interrupted=True)

    def _outcome(self, trainer: Trainer, *, interrupted: bool) -> Outcome:
        best = trainer.conclude()
        if best is None:
            raise KeyboardInterrupt
        model = self._model(best, interrupted=interrupted)
        return Outcome(model, tuple(self.left_out), tuple(trainer.tried), interrupted)

    def _extract(self, pairs: Sequence[Pair], rules: Sequence[Rule]) -> FoldedGrammar:
        # Coverage rules are made for each tree, those of training trees too.
        return extract_folds(
            pairs,
            replace(self.config.extraction, coverage=False),
            grammar_from=self.config.grammar_from,
            folds=self.config.folds,
            rules=rules,
        )

    def _prepare(self, pairs: Sequence[Pair], extra: Sequence[Pair]) -> Examples:
        config = self.config
        preparation = Preparation(
            self.matcher,
            self.grammar,
            self.space,
            search_form(self.loss, config.rescaling),
            config.unreachable,
            config.search_beam,
        )

        def fold(number: int) -> int:
            return fold_of(number, len(pairs), config.grammar_from, config.folds)

        options, aligner = config.extraction, self.grammar.extraction.aligner
        tasks = list(make_tasks(pairs, options, fold, self.left_out, aligner=aligner))
        tasks += make_tasks(
            extra, options, lambda _: NO_FOLD, self.left_out, kind=_EXTRA_KIND, aligner=aligner
        )
        for task in tasks:
            self.space.count_places(index_spans(task.source))
        return prepare_all(preparation, tasks, config, self.left_out)

    def _development(self, pairs: Sequence[Pair]) -> Development | None:
        found = make_development(
            pairs,
            self.config.extraction,
            self.matcher,
            self.space,
            self.loss,
            self.config.test_beam,
            self.workers,
            self.left_out,
            self.grammar.extraction.aligner,
        )
        if pairs and found is None:
            raise LaconicError(f"no development pair can be used; the last: {self.left_out[-1]}")
        return found

    def _model(self, best: Best, *, interrupted: bool) -> Model:
        space = self.space.scaled(float(best.facts["feature_scale"]))
        packed = self.grammar.packed
        model = Model(
            packed,
            make_weights(space.named_weights(best.weights)),
            self.features,
            self.config,
            np.zeros(0),
            self.lm,
            self._facts(best) | ({"interrupted": True} if interrupted else {}),
            self.heads,
        )
        scores = [
            model.score_rule(packed.rule(number), packed.entry(number).origin)
            for number in range(len(packed))
        ]
        return replace(model, rule_scores=np.array(scores, dtype=np.float64))

    def _facts(self, best: Best) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "examples": len(self.examples),
            "stand_ins": self.examples.stand_ins,
            "left_out": len(self.left_out),
            "features": self.space.width,
            "loss": self.loss.name,
            "corpus": self.fingerprint["corpus"],
            **best.facts,
        }
        if self.extra_pairs:
            facts |= {"extra": self.extra_pairs, "extra_corpus": self.fingerprint["extra corpus"]}
        if self.start is not None:
            facts["start"] = self.fingerprint["start"]
        if self.lm is not None:
            facts["lm"] = {"order": self.lm.order, "sha256": self.fingerprint["language model"]}
        if self.development is not None:
            facts["development_pairs"] = len(self.development.forests)
            facts["development_copy_loss"] = self.development.copy_loss
        return facts
