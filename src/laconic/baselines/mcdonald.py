"""`BigramModel`: McDonald's system (2006), and Clarke & Lapata's that puts constraints on it.

A compression scores the sum over its neighbouring words of weights times features, the start and
the end of the sentence being neighbours too: equation (15).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from laconic.baselines.bigram_features import TEMPLATES, GapFeatures, read_features
from laconic.baselines.clarke_ilp import solve_bigrams
from laconic.baselines.gap_scores import FloatArray, path_vectors, score_pairs
from laconic.baselines.options import IlpOptions, MiraOptions
from laconic.baselines.sentence import Compressed, Sentence, compress_to, read_sentence
from laconic.baselines.symbols import KeyArray, Symbols, make_keys, split_key
from laconic.baselines.viterbi import best_path, path_score
from laconic.settings import to_table
from laconic.signing import ModelFile
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import to_bytes

KIND, VERSION = "bigram", 1
SIGNED = ("kind", "version", "mira", "ilp", "parser")


@dataclass(frozen=True, eq=False)
class BigramModel:
    """Weights of features by key; with `ilp`, compressions also meet constraints.

    `index` has the keys, sorted, and `weights` a number for each.
    """

    symbols: Symbols = field(repr=False)
    index: KeyArray = field(repr=False)
    weights: FloatArray = field(repr=False)
    mira: MiraOptions
    ilp: IlpOptions | None = None
    parser: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def system(self) -> Literal["mcdonald", "clarke-ilp"]:
        """The name of the system."""
        return "mcdonald" if self.ilp is None else "clarke-ilp"

    def for_document(self, _trees: Iterable[Tree]) -> BigramModel:
        """The model for the sentences of one document: the same for all."""
        return self

    def rewrite(self, tree: Tree) -> Compressed:
        """The best compression of a tree."""
        sentence = read_sentence(tree)
        scores = self.score(sentence)
        if self.ilp is None:
            best = best_path(scores)
            return compress_to(sentence, best.kept, best.score)
        solution = solve_bigrams(scores, sentence, self.ilp)
        score = path_score(scores, solution.kept)
        return compress_to(sentence, solution.kept, score, solution.marks)

    def score(self, sentence: Sentence) -> FloatArray:
        """The score of each two places as neighbours."""
        return score_pairs(self._features(sentence), self._padded)

    def explain(self, tree: Tree, kept: Sequence[int]) -> dict[str, tuple[float, float]]:
        """The features of a compression that have a weight: value and weight by name."""
        columns, vectors = path_vectors(self._features(read_sentence(tree)), [kept])
        both = zip(columns.tolist(), vectors[0].tolist(), strict=True)
        return {
            self.name(column): (value, float(self.weights[column]))
            for column, value in both
            if column < len(self.weights) and value
        }

    def name(self, column: int) -> str:
        """A feature in words.

        The names of texts follow that of the template, and then a code.
        """
        template, first, second, code = split_key(int(self.index[column]))
        parts = [TEMPLATES[template], *(self._texts[text] for text in (first, second) if text)]
        return " ".join([*parts, str(code)])

    def strongest(self, count: int | None = None) -> list[tuple[str, float]]:
        """Names and weights, those farthest from 0 first."""
        ranked = np.argsort(-np.abs(self.weights), kind="stable")[:count]
        return [(self.name(column), float(self.weights[column])) for column in ranked.tolist()]

    @cached_property
    def signature(self) -> str:
        """A name that changes whenever the model may compress a tree in another way."""
        return self._file.signature

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes."""
        self._file.write(path)

    def _features(self, sentence: Sentence) -> GapFeatures:
        return read_features(sentence, self.symbols).as_columns(self.index)

    @cached_property
    def _padded(self) -> FloatArray:
        return np.append(self.weights, 0.0)

    @cached_property
    def _texts(self) -> list[str]:
        return self.symbols.texts()

    @property
    def _file(self) -> ModelFile:
        entries = {
            "mira": to_table(self.mira),
            "ilp": None if self.ilp is None else to_table(self.ilp),
            "parser": self.parser,
            "facts": dict(self.facts),
        }
        return ModelFile(KIND, VERSION, entries, self._members, SIGNED)

    @property
    def _members(self) -> dict[str, NDArray[Any]]:
        starts, texts = to_bytes(self._texts[1:])
        return {
            "symbol_starts": starts,
            "symbols": texts,
            "keys": self.index,
            "weights": self.weights,
        }


def make_bigram_model(
    symbols: Symbols, index: KeyArray, weights: FloatArray, mira: MiraOptions, **rest: Any
) -> BigramModel:
    """A model of the features that have a weight, and of the symbols that these need."""
    keys = index[weights != 0]
    parts = np.array([split_key(key) for key in keys.tolist()], dtype=np.int64).reshape(-1, 4)
    texts = symbols.texts()
    used = sorted({int(text) for text in np.unique(parts[:, 1:3])} - {0}, key=lambda n: texts[n])
    renumbered = np.zeros(len(texts), dtype=np.int64)
    renumbered[used] = np.arange(1, len(used) + 1)
    first, second = renumbered[parts[:, 1]], renumbered[parts[:, 2]]
    new_keys = make_keys(parts[:, 0], first, second, parts[:, 3])
    order = np.argsort(new_keys)
    known = Symbols({texts[text]: number for number, text in enumerate(used, 1)}, frozen=True)
    return BigramModel(known, new_keys[order], weights[weights != 0][order], mira, **rest)
