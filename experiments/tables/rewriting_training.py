"""Models of pairs that rewrite: made ready for training, and set to an operating point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rewriting_rules import usual_words
from rewriting_scores import CHOSEN_BY, score_lines
from rewriting_softening import soften, with_links
from steps import Job, hash_of_lm

from laconic.config import Config
from laconic.corpus import Pair, tree_of
from laconic.induction import extract_grammar
from laconic.model import Model
from laconic.scoring.ngram import NgramModel
from laconic.settings import from_table
from laconic.weights import make_weights

LENGTH_FEATURE, NEW_FEATURE = "words target", "new_word: words"
# What is added to the weight of each word of the output, and of each new word.
LENGTH_STEPS = (0.0, -0.25, -0.5, -0.75)
NEW_STEPS = (0.0, 1.0, 2.0)

Tell = Callable[..., None]


def make_job(pairs: Sequence[Pair], settings: Mapping[str, Any], lm: NgramModel | None) -> Job:
    """What `steps.train` is to train; beside the settings of `Config`: `usual_words`, a feature of
    new words, and `soften`, how often a word must stand for another."""
    table = dict(settings)
    wants_usual, least = table.pop("usual_words", False), table.pop("soften", 0)
    config = from_table(Config, table)
    pairs = with_links(pairs)
    if least:
        pairs = soften(pairs, least)
    functions = []
    if wants_usual:
        options = replace(config.extraction, coverage=False)
        functions.append(usual_words(extract_grammar(pairs, options=options).grammar, pairs))
    return Job(config, pairs, (), lm, "none" if lm is None else hash_of_lm(lm), functions)


def shifted(model: Model, length: float, new: float) -> Model:
    """The model with something added to what each word of the output weighs, and each new word.

    To shift a weight that the model does not have would change nothing; it is an error.
    """
    weights = dict(model.weights.by_name)
    for name, more in ((LENGTH_FEATURE, length), (NEW_FEATURE, new)):
        if not more:
            continue
        if name not in weights:
            raise ValueError(f"the model has no weight of {name!r} that could be shifted")
        weights[name] += more
    changed = replace(model, weights=make_weights(weights))
    packed = model.grammar
    scores = [
        changed.score_rule(packed.rule(number), packed.entry(number).origin)
        for number in range(len(packed))
    ]
    return replace(changed, rule_scores=np.array(scores, dtype=np.float64))


def choose_point(model: Model, pairs: Sequence[Pair], tell: Tell) -> dict[str, Any]:
    """Where the model is best on these pairs: first the length, then new words, each only if the
    model has a weight of it. `new` is None in a model without a weight of new words.
    """
    new = 0.0 if NEW_FEATURE in model.weights.by_name else None
    found = score_model(model, pairs)
    best = {"length": 0.0, "new": new, **found}
    tried = [best]

    def consider(length: float, new: float | None) -> None:
        nonlocal best
        scores = score_model(shifted(model, length, new or 0.0), pairs)
        tried.append({"length": length, "new": new, **scores})
        tell("point", length=length, new=new, score=scores[CHOSEN_BY])
        if scores[CHOSEN_BY] > best[CHOSEN_BY]:
            best = tried[-1]

    if LENGTH_FEATURE in model.weights.by_name:
        for length in LENGTH_STEPS[1:]:
            consider(length, new)
    if new is not None:
        length = best["length"]
        for step in NEW_STEPS[1:]:
            consider(length, step)
    scores = {name: best[name] for name in found}
    return {"length": best["length"], "new": best["new"], "dev": scores, "tried": tried}


def at_point(model: Model, point: Mapping[str, Any]) -> Model:
    """The model at the point that was chosen."""
    return shifted(model, point["length"], point["new"] or 0.0)


def score_model(model: Model, pairs: Sequence[Pair]) -> dict[str, float]:
    """The scores of what a model makes of sources."""
    return score_lines([model.rewrite(tree_of(pair.source)).tree.words() for pair in pairs], pairs)
