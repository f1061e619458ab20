"""What must be so before training begins: errors for settings and data that do not go together."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.config import Config
from laconic.corpus import Pair
from laconic.errors import LaconicError


def check_settings(config: Config, *, has_dev: bool, has_start: bool) -> None:
    """An error for what needs development pairs or another learner."""
    if not has_dev and (config.is_grid or config.patience):
        what = "a grid over c and feature_scale" if config.is_grid else "patience"
        raise LaconicError(f"{what} needs development pairs to choose by")
    if has_start and config.learner != "adagrad":
        raise LaconicError(
            f"the learner {config.learner} begins with no weights; to start from a model, set"
            " learner to adagrad"
        )


def check_parsers(own: str | None, pairs: Sequence[Pair], kind: str) -> None:
    """An error for trees of another parser than the grammar's; `kind` says whose they are."""
    others = sorted({pair.parser for pair in pairs if pair.parser not in (None, own)} - {None})
    if own is not None and others:
        raise LaconicError(
            f"the {kind} trees are of the parser {others[0]}, those of training of {own};"
            " parse all of them with one"
        )
