"""What the tagger knows of words before it learns: vectors of the encoder in the parser that ships.

A word is the mean of its pieces, brought down to the tagger's width by principal components, and
turned by chance so that no component is larger than another.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from laconic.archive import open_archive
from laconic.parsing.embedded import SHIPPED
from laconic.parsing.network import KIND, PIECES, SCALE, VERSION, VOCABULARY
from laconic.parsing.pieces import PieceCutter

SEED = 1


def word_vectors(words: Sequence[str], width: int) -> NDArray[np.float32]:
    """A vector for each word, of mean 0 and variance 1 over all their numbers; # is a digit."""
    path = Path(str(resources.files("laconic.models") / SHIPPED))
    arrays = open_archive(path, kind=KIND, version=VERSION).arrays
    cutter = PieceCutter(bytes(arrays[VOCABULARY]).decode())
    table, scales = arrays[PIECES], arrays[PIECES + SCALE]
    cut = cutter.pieces_of([word.replace("#", "1") for word in words])
    found = np.stack([(table[list(one)] * scales[list(one), None]).mean(axis=0) for one in cut])
    left, sizes, _ = np.linalg.svd(found - found.mean(axis=0), full_matrices=False)
    main = (left * sizes)[:, :width]
    turned = np.zeros((len(words), width))
    turned[:, : main.shape[1]] = main
    turned = turned @ np.linalg.qr(np.random.default_rng(SEED).normal(size=(width, width)))[0]
    return (turned / max(turned.std(), 1e-9)).astype(np.float32)
