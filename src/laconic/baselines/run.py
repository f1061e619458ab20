"""Training of the comparison systems: from pairs to a model."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from laconic.baselines.clarke_lm import TrigramModel
from laconic.baselines.examples import false_words, find_kept, read_examples
from laconic.baselines.mcdonald import BigramModel, make_bigram_model
from laconic.baselines.mcdonald_training import MiraTrainer, Watch
from laconic.baselines.options import BaselineConfig, ClarkeIlpConfig, ClarkeLmConfig
from laconic.baselines.sentence import read_sentence
from laconic.baselines.topics import make_topic_counts
from laconic.corpus import Pair, digest_pairs, documents, tree_of
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


class BaselineTraining:
    """A training run of a comparison system: pairs parsed, words to keep found."""

    def __init__(
        self,
        pairs: Iterable[Pair],
        config: BaselineConfig,
        *,
        dev: Iterable[Pair] = (),
        lm: NgramModel | None = None,
        parser: Parser | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.config, self.lm = config, lm
        self.left_out: list[str] = []
        self.tell = tell or (lambda _: None)
        self.pairs = parse_all(pairs, parser, self.left_out)
        self.dev = parse_all(dev, parser, self.left_out, kind="development ")
        self.parser = _one_parser([*self.pairs, *self.dev])
        if not self.pairs:
            raise LaconicError("there are no pairs to train on")
        if isinstance(config, ClarkeLmConfig):
            _check_lm_run(config, lm, self.dev)
        else:
            if lm is not None:
                raise LaconicError("McDonald's scores use no language model; leave it out")
            self.trainer = self._trainer(config)

    def _trainer(self, config: BaselineConfig) -> MiraTrainer:
        if isinstance(config, ClarkeLmConfig):
            raise TypeError("this system has no weights to train")
        options = config.mira
        if len(options.c) > 1 and not self.dev:
            raise LaconicError("several numbers for c need development pairs to choose by")
        examples = list(
            read_examples(self.pairs, self.left_out, all_references=options.all_references)
        )
        if not examples:
            raise LaconicError(f"no pair can be used; the first: {self.left_out[0]}")
        self.tell("Reading features")
        return MiraTrainer(examples, list(read_examples(self.dev, self.left_out)), options)

    def run(
        self,
        *,
        checkpoint: str | Path | None = None,
        resume: bool = False,
        watch: Watch | None = None,
    ) -> BaselineOutcome:
        """Train. An interrupt ends it with the best model so far, if there is one yet."""
        if isinstance(self.config, ClarkeLmConfig):
            return self._choose_significance(self.config)
        completed = self.trainer.run(
            watch=watch,
            checkpoint=None if checkpoint is None else Path(checkpoint),
            fingerprint=self.fingerprint,
            resume=resume,
        )
        trainer, config = self.trainer, self.config
        facts = trainer.facts() | self._facts | ({} if completed else {"interrupted": True})
        model = make_bigram_model(
            trainer.symbols,
            trainer.index,
            trainer.weights,
            config.mira,
            ilp=config.ilp if isinstance(config, ClarkeIlpConfig) else None,
            parser=self.parser,
            facts=facts,
        )
        return BaselineOutcome(model, tuple(self.left_out), (), not completed)

    @property
    def fingerprint(self) -> dict[str, str]:
        """A hash for each thing that must be the same to go on with a run."""
        table = to_table(self.config)
        if len(table["mira"]["c"]) == 1:
            # How many passes are to be made may change.
            table["mira"] = {**table["mira"], "passes": None}
        return {
            "version of laconic": metadata.version("laconic"),
            "configuration": digest({"mira": table["mira"]}),
            "corpus": digest_pairs(self.pairs),
            "development corpus": digest_pairs(self.dev),
        }

    @property
    def _facts(self) -> dict[str, Any]:
        return {"left_out": len(self.left_out), "corpus": digest_pairs(self.pairs)}

    def _choose_significance(self, config: ClarkeLmConfig) -> BaselineOutcome:
        """The system without pairs to learn from: its one weight by the development pairs."""
        if self.lm is None:
            raise TypeError("a language model is needed")
        counts = make_topic_counts(read_sentence(tree_of(pair.source)) for pair in self.pairs)
        tried: list[dict[str, Any]] = []
        models: list[TrigramModel] = []
        for weight in config.significance:
            self.tell(f"Trying significance {weight:g}")
            model = TrigramModel(self.lm, counts, weight, config.ilp, self.parser)
            loss = _loss(model, self.dev) if self.dev else None
            tried.append({"significance": weight, "development_loss": loss})
            models.append(model)
        best = min(range(len(tried)), key=lambda number: tried[number]["development_loss"] or 0)
        facts = {
            **self._facts,
            "examples": len(self.pairs),
            "lm": {
                "order": self.lm.order,
                "sha256": hashlib.sha256(self.lm.packed_bytes()).hexdigest(),
            },
            "development_pairs": len(self.dev),
            **tried[best],
        }
        chosen = models[best]
        model = TrigramModel(self.lm, counts, chosen.significance, config.ilp, self.parser, facts)
        return BaselineOutcome(model, tuple(self.left_out), tuple(tried), interrupted=False)


def _check_lm_run(config: ClarkeLmConfig, lm: NgramModel | None, dev: Sequence[Pair]) -> None:
    if lm is None:
        raise LaconicError("this system needs a language model: --lm FILE")
    if len(config.significance) > 1 and not dev:
        raise LaconicError("several weights of significance need development pairs to choose by")


def _loss(model: TrigramModel, pairs: Sequence[Pair]) -> int:
    """McDonald's loss on development pairs, those of an article together."""
    wrong = 0
    for numbers in documents(pairs):
        sources = [tree_of(pairs[number].source) for number in numbers]
        within = model.for_document(sources)
        for number, source in zip(numbers, sources, strict=True):
            reference = find_kept(source, tree_of(pairs[number].references[0]))
            wrong += false_words(within.rewrite(source).kept, reference)
    return wrong


def _one_parser(pairs: Sequence[Pair]) -> str | None:
    """The parser of all pairs; None if some do not say. Two are an error."""
    known = {pair.parser for pair in pairs}
    if len(known - {None}) > 1:
        names = " and ".join(sorted(name for name in known if name is not None))
        raise LaconicError(f"the trees are of different parsers, {names}; parse all with one")
    return known.pop() if len(known) == 1 else None
