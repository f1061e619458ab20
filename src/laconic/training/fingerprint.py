"""What a run depends on, in hashes: a checkpoint is for runs in which all are the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from laconic.config import Config
from laconic.corpus import Pair
from laconic.grammar.notation import render_rule
from laconic.grammar.rule import Rule
from laconic.scoring.feature_table import FeatureTable
from laconic.scoring.features import FeatureSet
from laconic.scoring.losses import Loss
from laconic.scoring.ngram import NgramModel
from laconic.settings import to_table
from laconic.trees.brackets import render
from laconic.trees.tree import Tree

_OF_LOSS = ("name", "items", "clipped", "per_predicted", "per_hit", "needs")


def make_fingerprint(
    config: Config,
    pairs: Sequence[Pair],
    dev: Sequence[Pair],
    lm: NgramModel | None,
    features: FeatureSet,
    table: FeatureTable,
    loss: Loss,
    rules: Sequence[Rule],
) -> dict[str, str]:
    """A hash for each thing, under the name that a message calls it by."""
    return {
        "version of laconic": metadata.version("laconic"),
        "configuration": _hash(to_table(config)),
        "corpus": _hash([_plain(pair) for pair in pairs]),
        "development corpus": _hash([_plain(pair) for pair in dev]),
        "language model": "none" if lm is None else hashlib.sha256(lm.read_bytes()).hexdigest(),
        # What a user's function says is in the table; its code is not looked at.
        "set of features": _hash([features.function_names, table.digest()]),
        "loss": _hash([str(getattr(loss, name)) for name in _OF_LOSS]),
        "set of rules": _hash([render_rule(rule) for rule in rules]),
    }


def _plain(pair: Pair) -> Any:
    sides = (pair.source, *pair.references)
    return [render(side) if isinstance(side, Tree) else side for side in sides], pair.links


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
