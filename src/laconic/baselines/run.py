"""Training of the comparison systems: from pairs to a model."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

from laconic.baselines.clarke_lm import TrigramModel
from laconic.baselines.examples import false_words, find_kept, read_examples
from laconic.baselines.mcdonald import BigramModel, make_bigram_model
from laconic.baselines.mcdonald_training import MiraTrainer, Watch
from laconic.baselines.options import (
    BaselineConfig,
    ClarkeIlpConfig,
    ClarkeLmConfig,
    McDonaldConfig,
)
from laconic.baselines.sentence import read_sentence
from laconic.baselines.topics import make_topic_counts
from laconic.corpus import Pair, digest_pairs, documents, one_parser, tree_of
from laconic.errors import LaconicError
from laconic.parsing.pairs import parse_all
from laconic.parsing.parser import Parser
from laconic.scoring.ngram import NgramModel
from laconic.settings import to_table
from laconic.signing import digest

BaselineModel = BigramModel | TrigramModel


@dataclass(frozen=True, eq=False, slots=True)
class BaselineOutcome:
    """A model and how it came about: pairs left out, with reasons, and settings tried."""

    model: BaselineModel
    left_out: tuple[str, ...]
    tried: tuple[Mapping[str, Any], ...]
    interrupted: bool


@dataclass(frozen=True, eq=False)
class Material:
    """What a run starts from: parsed pairs, those left out, and whose trees they are."""

    pairs: Sequence[Pair]
    dev: Sequence[Pair]
    left_out: list[str]
    parser: str | None
    tell: Callable[[str], None]

    @cached_property
    def corpus(self) -> str:
        """A hash of the pairs."""
        return digest_pairs(self.pairs)


class BigramTraining:
    """A training run of McDonald's system, with or without constraints: features read."""

    def __init__(self, material: Material, config: McDonaldConfig | ClarkeIlpConfig) -> None:
        self.material, self.config = material, config
        options, left_out = config.mira, material.left_out
        every = options.all_references
        examples = list(read_examples(material.pairs, left_out, all_references=every))
        if not examples:
            raise LaconicError(f"no pair can be used; the first: {left_out[0]}")
        development = list(read_examples(material.dev, left_out))
        if len(options.c) > 1 and not development:
            raise LaconicError("several numbers for c need development pairs to choose by")
        material.tell("Reading features")
        self.trainer = MiraTrainer(examples, development, options)

    def run(
        self,
        *,
        checkpoint: str | Path | None = None,
        resume: bool = False,
        watch: Watch | None = None,
    ) -> BaselineOutcome:
        """Train. An interrupt ends it with the best model so far, if there is one yet."""
        trainer, config, left_out = self.trainer, self.config, self.material.left_out
        completed = trainer.run(
            watch=watch,
            checkpoint=None if checkpoint is None else Path(checkpoint),
            fingerprint=self.fingerprint,
            resume=resume,
        )
        facts = trainer.facts() | {"left_out": len(left_out), "corpus": self.material.corpus}
        model = make_bigram_model(
            trainer.symbols,
            trainer.index,
            trainer.weights,
            config.mira,
            ilp=config.ilp if isinstance(config, ClarkeIlpConfig) else None,
            parser=self.material.parser,
            facts=facts | ({} if completed else {"interrupted": True}),
        )
        return BaselineOutcome(model, tuple(left_out), (), not completed)

    @property
    def fingerprint(self) -> dict[str, str]:
        """A hash for each thing that must be the same to go on with a run."""
        mira = to_table(self.config.mira)
        if len(mira["c"]) == 1:
            mira["passes"] = None  # how many are to be made may change
        return {
            "version of laconic": metadata.version("laconic"),
            "configuration": digest({"mira": mira}),
            "corpus": self.material.corpus,
            "development corpus": digest_pairs(self.material.dev),
        }


class TrigramTraining:
    """A run of the system that learns nothing from pairs: nouns and verbs are counted, and the
    weight of significance is chosen by development pairs."""

    def __init__(self, material: Material, config: ClarkeLmConfig, lm: NgramModel) -> None:
        self.material, self.config, self.lm = material, config, lm
        if len(config.significance) > 1 and not material.dev:
            raise LaconicError(
                "several weights of significance need development pairs to choose by"
            )

    def run(
        self,
        *,
        checkpoint: str | Path | None = None,
        resume: bool = False,
        watch: Watch | None = None,
    ) -> BaselineOutcome:
        """Choose. An interrupt ends it with the best weight so far, if there is one yet.

        There are no passes to tell of, and nothing to go on with: what other runs take is taken,
        and not used.
        """
        del checkpoint, resume, watch
        sources = (read_sentence(tree_of(pair.source)) for pair in self.material.pairs)
        counts = make_topic_counts(sources)
        parser = self.material.parser
        model = TrigramModel(self.lm, counts, self.config.significance[0], self.config.ilp, parser)
        tried: list[dict[str, Any]] = []
        try:
            for weight in self.config.significance:
                self.material.tell(f"Trying significance {weight:g}")
                loss = _loss(replace(model, significance=weight), self.material.dev)
                tried.append({"significance": weight, "development_loss": loss})
        except KeyboardInterrupt:
            if not tried:
                raise
        interrupted = len(tried) < len(self.config.significance)
        best = min(tried, key=lambda one: one["development_loss"] or 0)
        facts = self._facts | best | ({"interrupted": True} if interrupted else {})
        chosen = replace(model, significance=best["significance"], facts=facts)
        return BaselineOutcome(chosen, tuple(self.material.left_out), tuple(tried), interrupted)

    @property
    def _facts(self) -> dict[str, Any]:
        sha256 = hashlib.sha256(self.lm.packed_bytes()).hexdigest()
        return {
            "examples": len(self.material.pairs),
            "left_out": len(self.material.left_out),
            "corpus": self.material.corpus,
            "lm": {"order": self.lm.order, "sha256": sha256},
            "development_pairs": len(self.material.dev),
        }


def make_training(
    pairs: Iterable[Pair],
    config: BaselineConfig,
    *,
    dev: Iterable[Pair] = (),
    lm: NgramModel | None = None,
    parser: Parser | None = None,
    tell: Callable[[str], None] | None = None,
) -> BigramTraining | TrigramTraining:
    """A training run of the system whose settings these are, made ready."""
    left_out: list[str] = []
    known = parse_all(pairs, parser, left_out)
    development = parse_all(dev, parser, left_out, kind="development ")
    if not known:
        raise LaconicError("there are no pairs to train on")
    signature = one_parser([pair.parser for pair in (*known, *development)])
    material = Material(known, development, left_out, signature, tell or (lambda _: None))
    if isinstance(config, ClarkeLmConfig):
        if lm is None:
            raise LaconicError("this system needs a language model: --lm FILE")
        return TrigramTraining(material, config, lm)
    if lm is not None:
        raise LaconicError("McDonald's scores use no language model; leave it out")
    return BigramTraining(material, config)


def _loss(model: TrigramModel, pairs: Sequence[Pair]) -> int | None:
    """McDonald's loss on development pairs, those of an article together; None without any."""
    if not pairs:
        return None
    wrong = 0
    for numbers in documents(pairs):
        sources = [tree_of(pairs[number].source) for number in numbers]
        within = model.for_document(sources)
        for number, source in zip(numbers, sources, strict=True):
            reference = find_kept(source, tree_of(pairs[number].references[0]))
            wrong += false_words(within.rewrite(source).kept, reference)
    return wrong
