"""What was tried for rewriting, and what came out best on development pairs.

Beside the settings of `laconic.Config` there are `soften`, `usual_words` and `lm`
(rewriting_training.py). `pairs` and `references` say how many training pairs are used, and how many
references of each; for the final model all pairs are.
"""

from __future__ import annotations

from typing import Any

# The grammar that is described: all rules, in the spelling of training.
EXTRACTION: dict[str, Any] = {"alignment": "ibm1", "normalisation": "lower"}
RULES = {"normalisation": "lower", "min_count": 2}
PLACES: dict[str, Any] = {
    "features": ["rule", "token", "ngram", "context"],
    "learner": "adagrad",
    "rare": 3,
    "gold": "words",
    "loss": "edit-tokens",
    "max_rounds": 5,
    "c": [300.0],
    "grammar_from": "folds",
    "extraction": {**RULES, "deletions": "any"},
}
RANKED = PLACES | {"extraction": RULES, "gold": "most-rules"}
ONLY_DELETIONS = PLACES | {"extraction": {**PLACES["extraction"], "min_count": 1_000_000}}
SOFT = {"soften": 2, "usual_words": True}
PAPER: dict[str, Any] = {
    "c": [30.0],
    "max_rounds": 15,
    "grammar_from": "folds",
    "extraction": RULES,
}

# Trained with all pairs. The first was made to put in new words, and its outputs are shown; the
# second had the higher mean SARI in trials with fewer pairs; the third is the second without any
# rule that was extracted, so that what these add can be told from what deleting does.
BEST = {
    "onestop": ("places, softened", "places", "places, deletions only"),
    "asset": ("places, softened", "places", "places, deletions only"),
}
TRIED: dict[str, list[dict[str, Any]]] = {
    "onestop": [
        {"name": "the paper's features, cutting planes", "pairs": 300, "settings": PAPER},
        {"name": "places", "pairs": 500, "settings": PLACES},
        {"name": "places, deletions only", "pairs": 500, "settings": ONLY_DELETIONS},
        {"name": "places, softened", "pairs": 500, "settings": PLACES | SOFT},
        {"name": "ranked deletions, softened", "pairs": 500, "settings": RANKED | SOFT},
    ],
    "asset": [
        {"name": "places", "pairs": 400, "references": 2, "settings": PLACES},
        {
            "name": "places, deletions only",
            "pairs": 400,
            "references": 2,
            "settings": ONLY_DELETIONS,
        },
        {"name": "places, softened", "pairs": 400, "references": 2, "settings": PLACES | SOFT},
        {
            "name": "ranked deletions, softened",
            "pairs": 400,
            "references": 2,
            "settings": RANKED | SOFT,
        },
    ],
}
