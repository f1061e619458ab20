"""A model from its file, which may hold anything: every part is checked before it is used.

The file is an archive (laconic/archive): manifest, grammar, scores of rules, weights by name, the
language model. Loading it runs no code of its author, and opens no other file: functions that a
user wrote as features are known by name, and the user passes them again; the head table is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.archive import Archive, open_archive
from laconic.config import Config
from laconic.errors import FormatError, LaconicError
from laconic.grammar.packed import PackedGrammar, from_arrays
from laconic.model import GRAMMAR, KIND, LM, VERSION, FloatArray, Model, hash_of, sign
from laconic.scoring.features import FeatureSet, Function
from laconic.scoring.ngram import NgramModel
from laconic.settings import from_table
from laconic.trees.heads import HeadTable, head_table_from
from laconic.trees.vocabulary import check_starts
from laconic.weights import Weights

_LARGEST = 1e30  # of a weight or score


def load_model(
    path: str | Path, *, features: Iterable[Function] = (), verify: bool = True
) -> Model:
    """The model in a file; `features` are the functions it was trained with, if any.

    `verify` compares all of the file with its checksums.
    """
    archive = open_archive(path, kind=KIND, version=VERSION, verify=verify)
    if verify:
        _check_hashes(archive, path)
    manifest, arrays = archive.manifest, archive.arrays
    config = _checked(lambda: from_table(Config, manifest["config"]), path)
    heads = _checked(lambda: _heads(config, manifest["head_table"], path), path)
    held = {
        name.removeprefix(GRAMMAR): array
        for name, array in arrays.items()
        if name.startswith(GRAMMAR)
    }
    grammar = from_arrays(held, manifest.get("normalisation"), manifest.get("parser"), path)
    weights = _checked(lambda: _weights(arrays), path)
    _checked(lambda: _check_spelling(config, grammar), path)
    rule_scores = _checked(lambda: _numbers(arrays["rule_scores"], len(grammar)), path)
    functions = _checked(lambda: _function_names(manifest["functions"]), path)
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
    )


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
    weights = Weights(starts, texts, _numbers(arrays["weights"], len(starts) - 1))
    if len(set(weights.names)) < len(weights):
        raise ValueError("a feature is there twice")
    return weights


def _numbers(array: NDArray[Any], size: int) -> FloatArray:
    if array.dtype != np.float64 or array.shape != (size,):
        raise ValueError(f"an array is not {size} numbers")
    if not (np.abs(array) <= _LARGEST).all():
        raise ValueError("a number is too large, or none")
    return array


def _checked(read: Callable[[], Any], path: str | Path) -> Any:
    """What a function reads from a file that may hold anything."""
    try:
        return read()
    except (KeyError, TypeError, ValueError, OverflowError, LaconicError) as error:
        found = f"a model in which something is wrong: {error}"
        raise FormatError(found, "one that laconic wrote", path=path) from error


def _check_hashes(archive: Archive, path: str | Path) -> None:
    hashes = archive.manifest.get("hashes")
    if not isinstance(hashes, dict) or set(hashes) != set(archive.arrays):
        raise FormatError("hashes of other members", "one for each", path=path)
    for name, array in archive.arrays.items():
        if hashes[name] != hash_of(array):
            raise FormatError(f"a damaged file: {name} has another hash", "its own", path=path)
    if archive.manifest.get("signature") != sign(archive.manifest, hashes):
        raise FormatError("a signature of another model", "its own", path=path)
