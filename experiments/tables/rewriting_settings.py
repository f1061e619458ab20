"""What is tried for rewriting: the models, on every corpus the same ones.

- `rules`: extracted rules that were seen twice or more, any choice of children to delete, features
  of places. It is what could rewrite.
- `deletions`: the same without any extracted rule. It can only delete, so it tells what the rules
  of the first are good for: it is that model's control.
- `soft rules` and `soft deletions`: the same two, learned from references in which what no rule
  could learn has been put back (rewriting_softening.py). The second is the control of the first.
- `soft ranked rules`: deletions in the order of a head table, as in the paper, not any choice.
- `paper`: the features and the learner of the paper.

Beside the settings of `laconic.Config` there are `soften`, how often a word must stand for another,
and `usual_words`, the feature of new words (rewriting_training.py).
"""

from __future__ import annotations

from typing import Any

Settings = dict[str, Any]

RULES = {"normalisation": "lower", "min_count": 2}
# The grammar that is described: that of `rules`, with the rules that were seen once besides.
EXTRACTION: Settings = {"normalisation": "lower", "deletions": "any"}
REFERENCES = 2  # of one sentence each, that are learned from where there are more
PLACES: Settings = {
    "features": ["rule", "token", "ngram", "context"],
    "learner": "adagrad",
    "rare": 3,
    "gold": "words",
    "loss": "edit-tokens",
    "max_rounds": 5,
    "c": [300.0],
    "grammar_from": "folds",
}
SOFT = {"soften": 2}
WITH_RULES: Settings = PLACES | {
    "extraction": {**RULES, "deletions": "any"},
    "usual_words": True,
}
# No rule is seen so often.
WITHOUT: Settings = PLACES | {
    "extraction": {**RULES, "min_count": 1_000_000, "deletions": "any"},
}
RANKED: Settings = WITH_RULES | {"extraction": RULES, "gold": "most-rules"}
PAPER: Settings = {
    "c": [30.0],
    "max_rounds": 15,
    "grammar_from": "folds",
    "extraction": RULES,
}

# Each tried with so many training pairs.
TRIED: dict[str, tuple[int, Settings]] = {
    "paper": (300, PAPER),
    "rules": (500, WITH_RULES),
    "deletions": (500, WITHOUT),
    "soft rules": (500, WITH_RULES | SOFT),
    "soft deletions": (500, WITHOUT | SOFT),
    "soft ranked rules": (500, RANKED | SOFT),
}
# Trained with all pairs, and compared with their controls on held-out pairs.
CONTROLS = {"rules": "deletions", "soft rules": "soft deletions"}
BEST = ("rules", "deletions", "soft rules", "soft deletions")
SHOWN = "soft rules"  # the model that was made to put in new words; its outputs are shown
