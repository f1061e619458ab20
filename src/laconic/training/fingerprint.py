"""What a run depends on, in hashes: a checkpoint is for runs in which all are the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import metadata

from laconic.config import Config
from laconic.corpus import Pair, digest_pairs
from laconic.grammar.notation import render_rule
from laconic.grammar.rule import Rule
from laconic.scoring.feature_table import FeatureTable
from laconic.scoring.features import FeatureSet
from laconic.scoring.losses import SMALL, Loss, small_arguments, value_of
from laconic.scoring.ngram import NgramModel
from laconic.settings import to_table
from laconic.signing import digest
from laconic.trees.heads import HeadTable

_OF_LOSS = ("name", "items", "clipped", "per_predicted", "per_hit", "needs")


def make_fingerprint(
    config: Config,
    pairs: Sequence[Pair],
    dev: Sequence[Pair],
    extra: Sequence[Pair],
    start: Mapping[str, float] | None,
    lm: NgramModel | None,
    features: FeatureSet,
    table: FeatureTable,
    loss: Loss,
    rules: Sequence[Rule],
    heads: HeadTable | None,
) -> dict[str, str]:
    """A hash for each thing, under the name that a message calls it by."""
    return {
        "version of laconic": metadata.version("laconic"),
        "configuration": digest(to_table(config)),
        "corpus": digest_pairs(pairs),
        "development corpus": digest_pairs(dev),
        "extra corpus": digest_pairs(extra),
        "start": "none" if start is None else digest(dict(start)),
        "language model": "none" if lm is None else hashlib.sha256(lm.packed_bytes()).hexdigest(),
        # What a user's function says is in the table; its code is not looked at.
        "set of features": digest([features.function_names, table.digest()]),
        "loss": digest([[str(getattr(loss, name)) for name in _OF_LOSS], _values(loss)]),
        "set of rules": digest([render_rule(rule) for rule in rules]),
        "head table": "none" if heads is None else digest(heads.as_data()),
    }


def _values(loss: Loss) -> list[str]:
    """What a loss says of small counts: its code and parameters are not looked at."""
    values = [str(value_of(loss, arguments)) for arguments in small_arguments()]
    return values + [str(loss.predicted_cap(size)) for size in range(1, SMALL)]
