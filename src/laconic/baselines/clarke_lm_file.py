"""A `TrigramModel` from its file, which may hold anything: every part is checked."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.archive import open_archive
from laconic.baselines.clarke_lm import KIND, LM, SIGNED, VERSION, TrigramModel
from laconic.baselines.mcdonald_file import parser_of
from laconic.baselines.options import IlpOptions
from laconic.baselines.topics import TopicCounts
from laconic.scoring.ngram import NgramModel
from laconic.settings import from_table
from laconic.signing import check_signed, checked
from laconic.trees.vocabulary import from_bytes


def load_trigram_model(path: str | Path, *, verify: bool = True) -> TrigramModel:
    """The model in a file; `verify` compares all of the file with its checksums."""
    archive = open_archive(path, kind=KIND, version=VERSION, verify=verify)
    if verify:
        check_signed(archive, path, SIGNED)
    manifest, arrays = archive.manifest, archive.arrays
    size = checked(lambda: arrays[LM].nbytes, path)
    lm = NgramModel(path, verify=False, offset=archive.offsets[LM], size=size)
    return checked(lambda: _model(manifest, arrays, lm), path)


def _model(
    manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], lm: NgramModel
) -> TrigramModel:
    texts = from_bytes(arrays["topic_starts"], arrays["topics"])
    counts = arrays["topic_counts"]
    if counts.dtype != np.int64 or counts.shape != (len(texts),) or np.any(counts < 1):
        raise ValueError("its counts are not those of its words")
    weight, facts = float(manifest["significance"]), manifest.get("facts")
    if not (isfinite(weight) and weight >= 0):
        raise ValueError(f"its weight of significance is {weight}")
    known = dict(zip(texts, counts.tolist(), strict=True))
    return TrigramModel(
        lm,
        TopicCounts(known, sum(known.values())),
        weight,
        from_table(IlpOptions, manifest["ilp"]),
        parser_of(manifest),
        facts if isinstance(facts, dict) else {},
    )
