"""Models of pairs that rewrite: trained, set to an operating point, and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rewriting_rules import usual_words
from rewriting_softening import soften, with_links

from laconic.config import Config
from laconic.corpus import Pair, tree_of
from laconic.evaluation.extra_metrics import extra_families
from laconic.evaluation.metrics import LENGTH
from laconic.evaluation.sides import Side
from laconic.induction import extract_grammar
from laconic.model import Model
from laconic.scoring.ngram import NgramModel
from laconic.settings import from_table
from laconic.training.run import Training
from laconic.weights import make_weights

METRICS = ("rate", "bleu", "sari", "sari-add", "sari-keep", "sari-delete", "sari-mean")
CHOSEN_BY = "sari-mean"
LENGTH_FEATURE, NEW_FEATURE = "words target", "new_word: words"
# What is added to the weight of each word of the output, and of each new word.
LENGTH_STEPS = (0.0, -0.25, -0.5, -0.75)
NEW_STEPS = (0.0, 1.0, 2.0)

Tell = Callable[..., None]
Lines = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Trained:
    """A model, and how long what took."""

    model: Model
    facts: Mapping[str, Any]


def train(
    pairs: Sequence[Pair],
    settings: Mapping[str, Any],
    lm: NgramModel | None,
    tell: Tell,
    *,
    workers: int = 1,
) -> Trained:
    """A model with these settings; beside those of `Config`: `usual_words`, a feature of new words;
    `soften`, how often a word must stand for another; `lm`, whether there is a language model."""
    table = dict(settings)
    functions = []
    wants_usual, wants_lm = table.pop("usual_words", False), table.pop("lm", True)
    softened = table.pop("soften", 0)
    config = from_table(Config, table)
    pairs = with_links(pairs)
    if softened:
        pairs = soften(pairs, softened)
    if wants_usual:
        options = replace(config.extraction, coverage=False)
        grammar = extract_grammar(pairs, options=options).grammar
        functions.append(usual_words(grammar, pairs))
    training = Training(
        pairs, config=config, lm=lm if wants_lm else None, features=functions, workers=workers
    )
    facts = {
        "pairs": len(pairs),
        "examples": len(training.examples),
        "stand_ins": training.examples.stand_ins,
        "rules": len(training.grammar.packed),
        "features": training.space.width,
    }
    tell("ready", **facts)

    def watch(progress: Any) -> None:
        tell("round", number=progress.round.number, primal=round(progress.round.primal, 1))

    return Trained(training.run(watch=watch).model, facts)


def shifted(model: Model, length: float, new: float) -> Model:
    """The model with something added to what each word of the output weighs, and each new word."""
    weights = dict(model.weights.by_name)
    for name, more in ((LENGTH_FEATURE, length), (NEW_FEATURE, new)):
        weights[name] = weights.get(name, 0.0) + more
    changed = replace(model, weights=make_weights(weights))
    packed = model.grammar
    scores = [
        changed.score_rule(packed.rule(number), packed.entry(number).origin)
        for number in range(len(packed))
    ]
    return replace(changed, rule_scores=np.array(scores, dtype=np.float64))


def choose_point(model: Model, pairs: Sequence[Pair], tell: Tell) -> tuple[Model, dict[str, Any]]:
    """The model at the point that is best on these pairs: first the length, then new words."""
    best, point, found = model, (0.0, 0.0), score_model(model, pairs)
    tried = [{"length": 0.0, "new": 0.0, **found}]
    for which, steps in ((0, LENGTH_STEPS), (1, NEW_STEPS)):
        start = point
        for step in steps[1:]:
            at = (step, start[1]) if which == 0 else (start[0], step)
            one = shifted(model, *at)
            scores = score_model(one, pairs)
            tried.append({"length": at[0], "new": at[1], **scores})
            tell("point", length=at[0], new=at[1], score=scores[CHOSEN_BY])
            if scores[CHOSEN_BY] > found[CHOSEN_BY]:
                best, point, found = one, at, scores
    return best, {"length": point[0], "new": point[1], "dev": found, "tried": tried}


def score_model(model: Model, pairs: Sequence[Pair]) -> dict[str, float]:
    """The scores of what a model makes of sources."""
    return score_lines([model.rewrite(tree_of(pair.source)).tree.words() for pair in pairs], pairs)


def score_lines(
    lines: Lines, pairs: Sequence[Pair], references: Sequence[Lines] | None = None
) -> dict[str, float]:
    """All metrics of some outputs, in percent; against the pairs' references if not others."""
    against = references or [[tree_of(side).words() for side in pair.references] for pair in pairs]
    figures = {}
    for family in (LENGTH, *extra_families()):
        wanted = [metric for metric in family.metrics if metric.name in METRICS]
        if not wanted:
            continue
        counts = [
            family.count(tree_of(pair.source).words(), _side(line), [_side(one) for one in others])
            for pair, line, others in zip(pairs, lines, against, strict=True)
        ]
        total = np.array(counts, dtype=np.float64).sum(axis=0)
        figures |= {metric.name: round(100 * float(metric(total)), 2) for metric in wanted}
    return {name: figures[name] for name in METRICS}


def _side(words: Sequence[str]) -> Side:
    return Side(tuple(words), None, None)
