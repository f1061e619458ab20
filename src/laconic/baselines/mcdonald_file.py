"""A `BigramModel` from its file, which may hold anything: every part is checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.archive import open_archive
from laconic.baselines.bigram_features import TEMPLATES
from laconic.baselines.mcdonald import KIND, SIGNED, VERSION, BigramModel
from laconic.baselines.options import IlpOptions, MiraOptions
from laconic.baselines.symbols import KeyArray, Symbols, split_key
from laconic.settings import from_table
from laconic.signing import check_numbers, check_signed, checked
from laconic.trees.vocabulary import from_bytes


def load_bigram_model(path: str | Path, *, verify: bool = True) -> BigramModel:
    """The model in a file; `verify` compares all of the file with its checksums."""
    archive = open_archive(path, kind=KIND, version=VERSION, verify=verify)
    if verify:
        check_signed(archive, path, SIGNED)
    return checked(lambda: _model(archive.manifest, archive.arrays), path)


def _model(manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> BigramModel:
    texts = from_bytes(arrays["symbol_starts"], arrays["symbols"])
    if len(set(texts)) < len(texts):
        raise ValueError("a symbol is there twice")
    index = _keys(arrays["keys"], len(texts))
    ilp, facts = manifest["ilp"], manifest.get("facts")
    return BigramModel(
        Symbols({text: number for number, text in enumerate(texts, 1)}, frozen=True),
        index,
        check_numbers(arrays["weights"], len(index)),
        from_table(MiraOptions, manifest["mira"]),
        None if ilp is None else from_table(IlpOptions, ilp),
        parser_of(manifest),
        facts if isinstance(facts, dict) else {},
    )


def parser_of(manifest: Mapping[str, Any]) -> str | None:
    """The parser that a manifest names."""
    parser = manifest.get("parser")
    if parser is not None and not isinstance(parser, str):
        raise ValueError(f"its parser is {parser!r:.40}")
    return parser


def _keys(keys: NDArray[Any], texts: int) -> KeyArray:
    if keys.dtype != np.uint64 or keys.ndim != 1 or np.any(keys[1:] <= keys[:-1]):
        raise ValueError("its keys are not in order")
    if len(keys):
        template = split_key(int(keys[-1]))[0]
        largest = max(max(split_key(key)[1:3]) for key in keys.tolist())
        if template >= len(TEMPLATES) or largest > texts:
            raise ValueError("its keys name what is not there")
    return keys
