"""`Model`: a grammar with weights and a language model, which rewrites trees; and its file.

The file is an archive (laconic/archive): manifest, grammar, scores of rules, weights by name, the
language model. Loading it runs no code of its author: functions that a user wrote as features are
known by name, and the user passes them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.archive import Archive, open_archive, write_archive
from laconic.config import Config
from laconic.decoding.decoder import Chart, search
from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.decoding.scores import RuleScores
from laconic.errors import FormatError, LaconicError
from laconic.grammar.coverage import Origin
from laconic.grammar.derivation import Derivation
from laconic.grammar.packed import PackedGrammar, from_arrays, to_arrays
from laconic.grammar.rule import Rule
from laconic.scoring.features import SOURCE_WORDS_FEATURE, FeatureSet, Function
from laconic.scoring.ngram import LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE, NgramModel
from laconic.settings import from_table, to_table
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import check_starts
from laconic.weights import Weights

KIND, VERSION = "model", 1
_GRAMMAR, _LM = "grammar_", "lm"
_LARGEST = 1e30  # of a weight or score
_SIGNED = ("kind", "version", "config", "functions", "normalisation", "parser")
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Rewritten:
    """What a model makes of a tree: the derivation, its score, and the edges of its forest."""

    derivation: Derivation
    score: float
    forest: Forest = field(repr=False)
    edges: tuple[int, ...] = field(repr=False)

    @cached_property
    def tree(self) -> Tree:
        """The tree that the source became."""
        return self.derivation.target()


@dataclass(frozen=True, eq=False)
class Model:
    """All that is needed to rewrite a tree.

    `rule_scores` are those of the grammar's rules; `facts` say how it was trained.
    """

    grammar: PackedGrammar = field(repr=False)
    weights: Weights = field(repr=False)
    features: FeatureSet = field(repr=False)
    config: Config
    rule_scores: FloatArray = field(repr=False)
    lm: NgramModel | None = field(default=None, repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def matcher(self) -> Matcher:
        """The grammar ready to be matched, with coverage rules as in training."""
        return Matcher(self.grammar, self.config.extraction.make_coverage())

    def rewrite(self, tree: Tree) -> Rewritten:
        """The best derivation of a tree."""
        forest = self.matcher.match(tree)
        best = self.search(forest).best
        return Rewritten(forest.derivation(best.edges), best.score, forest, best.edges)

    def search(self, forest: Forest, *, k_best: bool = True) -> Chart:
        """Search a forest with the weights of this model."""
        lm_weight = self.weights[LOG10_PROB_FEATURE]
        return search(
            forest,
            self.score_edges(forest),
            lm=self.lm if lm_weight else None,
            lm_weight=lm_weight,
            beam=self.config.test_beam,
            k_best=k_best,
        )

    def score_edges(self, forest: Forest) -> FloatArray:
        """One score for each edge, all but the language model's log-probability."""
        scores = self._scores.score_edges(forest)
        if self.weights[SOURCE_WORDS_FEATURE]:
            covered = forest.arrays.covered.astype(np.float64)
            scores = scores + self.weights[SOURCE_WORDS_FEATURE] * covered
        if self.weights[UNKNOWN_WORDS_FEATURE]:
            scores = scores + self.weights[UNKNOWN_WORDS_FEATURE] * self._unknown_words(forest)
        if self.features.has_edge_functions:
            for number, edge in enumerate(forest.edges):
                named = self.features.of_edge(edge.rule, edge.node, forest.source.tree)
                scores[number] += self.weights.score(named)
        return scores

    def score_rule(self, rule: Rule, origin: Origin) -> float:
        """What a rule with these origins adds to a score wherever it is applied."""
        return self.weights.score(self.features.of_rule(rule, origin))

    def explain(self, rewritten: Rewritten) -> dict[str, float]:
        """Ψ of a derivation, by name: equation (6). Features without weight are there too."""
        forest, vector = rewritten.forest, dict[str, float]()
        for number in rewritten.edges:
            edge = forest.edge(number)
            named = self.features.of_rule(edge.rule, edge.origin)
            named |= self.features.of_edge(edge.rule, edge.node, forest.source.tree)
            if self.features.counts_source_words:
                named[SOURCE_WORDS_FEATURE] = float(edge.covered)
            for name, value in named.items():
                vector[name] = vector.get(name, 0.0) + value
        if self.lm is not None:
            found = self.lm.features(rewritten.tree.words())
            vector |= {name: found[name] for name in self.features.ngram_features}
        return vector

    @cached_property
    def _scores(self) -> RuleScores:
        # With functions of a user scores are made anew: they are what these functions say now.
        known = None if self.features.function_names else self.rule_scores
        return RuleScores(self.matcher, self.score_rule, grammar_scores=known)

    def _unknown_words(self, forest: Forest) -> FloatArray:
        ids = np.array([] if self.lm is None else self.lm.word_ids(forest.words))
        unknown: FloatArray = forest.sum_words((ids == 0).astype(np.float64))
        return unknown

    @cached_property
    def signature(self) -> str:
        """A name that changes whenever the model may rewrite a tree in another way."""
        return _signature(self._manifest, self._hashes)

    @cached_property
    def _hashes(self) -> dict[str, str]:
        return {name: _hash(array) for name, array in self._members().items()}

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes."""
        manifest = {**self._manifest, "hashes": self._hashes, "signature": self.signature}
        write_archive(path, manifest, self._members())

    @property
    def _manifest(self) -> dict[str, Any]:
        return {
            "kind": KIND,
            "version": VERSION,
            "laconic": metadata.version("laconic"),
            "config": to_table(self.config),
            "functions": list(self.features.function_names),
            "normalisation": self.grammar.normalisation,
            "parser": self.grammar.parser,
            "facts": dict(self.facts),
        }

    def _members(self) -> dict[str, NDArray[Any]]:
        members = {_GRAMMAR + name: array for name, array in to_arrays(self.grammar).items()}
        members |= {
            "rule_scores": self.rule_scores,
            "feature_starts": self.weights.starts,
            "features": self.weights.texts,
            "weights": self.weights.values,
        }
        if self.lm is not None:
            members[_LM] = np.frombuffer(self.lm.read_bytes(), dtype=np.uint8)
        return members


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
    held = {
        name.removeprefix(_GRAMMAR): array
        for name, array in arrays.items()
        if name.startswith(_GRAMMAR)
    }
    grammar = from_arrays(held, manifest.get("normalisation"), manifest.get("parser"), path)
    weights = _checked(lambda: _weights(arrays), path)
    rule_scores = _checked(lambda: _numbers(arrays["rule_scores"], len(grammar)), path)
    functions = _checked(lambda: [str(name) for name in manifest["functions"]], path)
    facts = manifest.get("facts")
    lm = None
    if _LM in arrays:
        lm = NgramModel(path, verify=False, offset=archive.offsets[_LM], size=arrays[_LM].nbytes)
    return Model(
        grammar,
        weights,
        _feature_set(config, functions, features, path),
        config,
        rule_scores,
        lm,
        facts if isinstance(facts, dict) else {},
    )


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
    except (KeyError, TypeError, ValueError, LaconicError) as error:
        found = f"a model in which something is wrong: {error}"
        raise FormatError(found, "one that laconic wrote", path=path) from error


def _check_hashes(archive: Archive, path: str | Path) -> None:
    hashes = archive.manifest.get("hashes")
    if not isinstance(hashes, dict) or set(hashes) != set(archive.arrays):
        raise FormatError("hashes of other members", "one for each", path=path)
    for name, array in archive.arrays.items():
        if hashes[name] != _hash(array):
            raise FormatError(f"a damaged file: {name} has another hash", "its own", path=path)
    if archive.manifest.get("signature") != _signature(archive.manifest, hashes):
        raise FormatError("a signature of another model", "its own", path=path)


def _hash(array: NDArray[Any]) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()


def _signature(manifest: Mapping[str, Any], hashes: Mapping[str, str]) -> str:
    signed = {name: manifest.get(name) for name in _SIGNED}
    whole = json.dumps([signed, dict(hashes)], sort_keys=True)
    return f"{KIND}.{VERSION}.{hashlib.sha256(whole.encode()).hexdigest()[:16]}"
