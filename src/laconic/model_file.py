"""A model from its file, which may hold anything: every part is checked before it is used.

The file is an archive (laconic/archive): manifest, grammar, scores of rules, weights by name, the
language model, the tagger. Loading it runs no code of its author, and opens no other file:
functions that a user wrote as features are known by name, and the user passes them again; the head
table is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from laconic.archive import open_archive
from laconic.config import Config
from laconic.errors import LaconicError
from laconic.grammar.packed import PackedGrammar, from_arrays
from laconic.model import GRAMMAR, KIND, LM, SIGNED, TAGGED_VERSION, TAGGER, VERSION, Model
from laconic.scoring.features import FeatureSet, Function
from laconic.scoring.ngram import NgramModel
from laconic.scoring.tagger import Tagger, tagger_from_arrays
from laconic.settings import from_table
from laconic.signing import check_numbers, check_signed, checked
from laconic.trees.heads import HeadTable, head_table_from
from laconic.trees.vocabulary import check_starts
from laconic.weights import Weights


def load_model(
    path: str | Path, *, features: Iterable[Function] = (), verify: bool = True
) -> Model:
    """The model in a file; `features` are the functions it was trained with, if any.

    `verify` compares all of the file with its checksums.
    """
    archive = open_archive(path, kind=KIND, version=(VERSION, TAGGED_VERSION), verify=verify)
    if verify:
        check_signed(archive, path, SIGNED)
    manifest, arrays = archive.manifest, archive.arrays
    config = checked(lambda: from_table(Config, manifest["config"]), path)
    heads = checked(lambda: _heads(config, manifest["head_table"], path), path)
    spelling, parser = manifest.get("normalisation"), manifest.get("parser")
    grammar = from_arrays(_part(arrays, GRAMMAR), spelling, parser, path)
    weights = checked(lambda: _weights(arrays), path)
    checked(lambda: _check_spelling(config, grammar), path)
    rule_scores = checked(lambda: check_numbers(arrays["rule_scores"], len(grammar)), path)
    functions = checked(lambda: _function_names(manifest["functions"]), path)
    facts = manifest.get("facts")
    lm = None
    if LM in arrays:
        lm = NgramModel(path, verify=False, offset=archive.offsets[LM], size=arrays[LM].nbytes)
    return Model(
        grammar,
        weights,
        _feature_set(config, functions, features, path),
        config,
        rule_scores,
        lm,
        facts if isinstance(facts, dict) else {},
        heads,
        checked(lambda: _tagger(arrays, manifest["version"]), path),
    )


def _part(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    """The members whose names begin with this, without it."""
    return {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


def _tagger(arrays: Mapping[str, NDArray[Any]], version: int) -> Tagger | None:
    held = _part(arrays, TAGGER)
    if bool(held) != (version == TAGGED_VERSION):
        raise ValueError(f"a model of version {version} has {'a' if held else 'no'} tagger")
    return tagger_from_arrays(held) if held else None


def _heads(config: Config, data: Any, path: str | Path) -> HeadTable | None:
    """The head table of a model. Only its own: what the settings name may be any file."""
    return head_table_from(data, path=path) if config.extraction.coverage else None


def _function_names(names: Any) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("the names of functions are no list of names")
    return names


def _check_spelling(config: Config, grammar: PackedGrammar) -> None:
    if config.extraction.normalisation != grammar.normalisation:
        raise ValueError("its grammar spells words otherwise than its settings")


def _feature_set(
    config: Config, wanted: list[str], functions: Iterable[Function], path: str | Path
) -> FeatureSet:
    """The features of a model, once exactly the functions that it names were given."""
    found = FeatureSet(config.features, functions)
    missing = [name for name in wanted if name not in found.function_names]
    surplus = [name for name in found.function_names if name not in wanted]
    if missing:
        raise LaconicError(
            f"{path} was trained with the feature {missing[0]}, which was not given; pass the"
            f" function: laconic.load(path, features=[{missing[0]}]), or --features FILE.py"
        )
    if surplus:
        listed = f"only {', '.join(wanted)}" if wanted else "none"
        raise LaconicError(f"{path} knows no feature {surplus[0]}; it was trained with {listed}")
    return found


def _weights(arrays: Mapping[str, NDArray[Any]]) -> Weights:
    starts, texts = arrays["feature_starts"], arrays["features"]
    check_starts(starts, texts)
    weights = Weights(starts, texts, check_numbers(arrays["weights"], len(starts) - 1))
    weights.check()
    return weights
