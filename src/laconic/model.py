"""`Model`: a grammar with weights and a language model, which rewrites trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.config import Config
from laconic.decoding.decoder import NO_LIMITS, Chart, Limits, search
from laconic.decoding.forest import Forest
from laconic.decoding.matcher import Matcher
from laconic.decoding.ngram_values import NeighbourValues
from laconic.decoding.places import find_places
from laconic.decoding.scores import RuleScores
from laconic.decoding.strata import Strata
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.derivation import Derivation
from laconic.grammar.packed import PackedGrammar, to_arrays
from laconic.grammar.rule import Rule
from laconic.grammar.sides import Sides
from laconic.scoring.context import Context
from laconic.scoring.features import SOURCE_WORDS_FEATURE, FeatureSet
from laconic.scoring.ngram import LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE, NgramModel
from laconic.scoring.tagger import TAGGER_FEATURE, Tagger
from laconic.settings import to_table
from laconic.signing import ModelFile
from laconic.trees.heads import HeadTable, load_head_table
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree
from laconic.weights import Weights

KIND, VERSION = "model", 1
# A model with a tagger is a file that who knows no tagger must not read.
TAGGED_VERSION = 2
GRAMMAR, LM, TAGGER = "grammar_", "lm", "tagger_"  # how members of its file are called or begin
SIGNED = ("kind", "version", "config", "functions", "head_table", "normalisation", "parser")
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Rewritten:
    """What a model makes of a tree: edges of its forest, and their score; all else on demand."""

    score: float
    forest: Forest = field(repr=False)
    edges: tuple[int, ...] = field(repr=False)

    @cached_property
    def derivation(self) -> Derivation:
        """Which rule rewrote which node."""
        return self.forest.derivation(self.edges)

    @cached_property
    def tree(self) -> Tree:
        """The tree that the source became."""
        return self.derivation.target()

    @cached_property
    def kept(self) -> tuple[int, ...] | None:
        """The places of the source words that the target is made of; None if it has others."""
        in_order = all(one < two for one, two in pairwise(self.words))
        is_source = all(word < self.forest.arrays.tokens for word in self.words)
        return self.words if in_order and is_source else None

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The target's words as numbers in the forest's, in which the source's come first."""
        return tuple(self.forest.words_of(self.edges))

    @property
    def marks(self) -> tuple[str, ...]:
        """What is not as it should be: nothing."""
        return ()


@dataclass(frozen=True, eq=False)
class Model:
    """All that is needed to rewrite a tree.

    `rule_scores` are those of the grammar's rules; `facts` say how it was trained; `heads` is the
    head table of coverage rules, None for the one that the configuration names; `tagger` has a
    feature of its own, if there is one.
    """

    grammar: PackedGrammar = field(repr=False)
    weights: Weights = field(repr=False)
    features: FeatureSet = field(repr=False)
    config: Config
    rule_scores: FloatArray = field(repr=False)
    lm: NgramModel | None = field(default=None, repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict)
    heads: HeadTable | None = field(default=None, repr=False)
    tagger: Tagger | None = field(default=None, repr=False)

    @cached_property
    def coverage(self) -> Coverage | None:
        """What makes copy and deletion rules, as in training."""
        return self.config.extraction.make_coverage(self.heads)

    @cached_property
    def matcher(self) -> Matcher:
        """The grammar ready to be matched, with coverage rules."""
        return Matcher(self.grammar, self.coverage)

    @property
    def system(self) -> str:
        """The name of the system."""
        return "transducer"

    @property
    def parser(self) -> str | None:
        """The signature of the parser of its training trees, if known."""
        return self.grammar.parser

    def for_document(self, _trees: Iterable[Tree]) -> Model:
        """The model for the sentences of one document: the same for all."""
        return self

    def rewrite(self, tree: Tree) -> Rewritten:
        """The best derivation of a tree, which gets the virtual root if it has none."""
        forest = self.matcher.match(with_root(tree))
        best = self.search(forest, k_best=False).best
        return Rewritten(best.score, forest, best.edges)

    def search(
        self,
        forest: Forest,
        *,
        scores: FloatArray | None = None,
        strata: Strata | None = None,
        limits: Limits = NO_LIMITS,
        k_best: bool = True,
    ) -> Chart:
        """Search a forest with the weights of this model; `scores` are its edges', if known."""
        lm_weight = self.weights[LOG10_PROB_FEATURE]
        return search(
            forest,
            self.score_edges(forest) if scores is None else scores,
            lm=self.lm if lm_weight else None,
            lm_weight=lm_weight,
            ngrams=self.score_neighbours(forest),
            strata=strata,
            beam=self.config.test_beam,
            limits=limits,
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
        if any(self.features.context):
            scores = scores + self._score_places(forest)
        if self.weights[TAGGER_FEATURE]:
            scores = scores + self.weights[TAGGER_FEATURE] * self._log_odds(forest)
        if self.features.has_edge_functions:
            for number, edge in enumerate(forest.edges):
                named = self.features.of_edge(edge.rule, edge.node, forest.source.tree)
                scores[number] += self.weights.score(named)
        return scores

    def score_neighbours(self, _forest: Forest) -> NeighbourValues | None:
        """What two source tokens add that become neighbours: nothing, but who inherits may say."""
        return None

    def score_rule(self, rule: Rule, origin: Origin) -> float:
        """What a rule with these origins adds to a score wherever it is applied."""
        return self.weights.score(self.features.of_rule(rule, origin))

    def explain(self, rewritten: Rewritten) -> dict[str, float]:
        """Ψ of a derivation, by name: equation (6). Features without weight are there too."""
        vector: dict[str, float] = {}
        for named in self.explain_edges(rewritten.forest, rewritten.edges):
            for name, value in named.items():
                vector[name] = vector.get(name, 0.0) + value
        if self.lm is not None:
            found = self.lm.features(rewritten.tree.words())
            vector |= {name: found[name] for name in self.features.ngram_features}
        return vector

    def explain_edges(self, forest: Forest, numbers: Iterable[int]) -> Iterator[dict[str, float]]:
        """The features of each of these edges, by name; those of the language model are of none."""
        places, names = find_places(forest, self._context, self.features.context)
        log_odds = self._log_odds(forest)
        for number in numbers:
            edge = forest.edge(number)
            named = self.features.of_rule(edge.rule, edge.origin)
            named |= self.features.of_edge(edge.rule, edge.node, forest.source.tree)
            if self.features.counts_source_words:
                named[SOURCE_WORDS_FEATURE] = float(edge.covered)
            for place in places.of_edges(forest, [number]).tolist():
                for name in names[place]:
                    named[name] = named.get(name, 0.0) + 1.0
            if self.tagger is not None:
                named[TAGGER_FEATURE] = float(log_odds[number])
            yield named

    @cached_property
    def _scores(self) -> RuleScores:
        # With functions of a user scores are made anew: they are what these functions say now.
        known = None if self.features.function_names else self.rule_scores
        return RuleScores(
            self.matcher,
            self.score_rule,
            grammar_scores=known,
            score_sides=None if self.features.has_rule_functions else self._score_sides,
        )

    def _score_sides(self, sides: Sides, origin: Origin) -> float:
        return self.weights.score(self.features.of_sides(sides, origin))

    def _score_places(self, forest: Forest) -> FloatArray:
        places, names = find_places(forest, self._context, self.features.context)
        return places.sum_edges(forest, self.weights.sum_lists(names))

    def _log_odds(self, forest: Forest) -> FloatArray:
        """For each edge, those of the tokens that it keeps."""
        values = np.zeros(len(forest.words))
        if self.tagger is not None:
            layout = self._context.lay_out(forest.source)
            values[: forest.arrays.tokens] = self.tagger.log_odds(layout)
        sums: FloatArray = forest.sum_words(values)
        return sums

    @cached_property
    def _context(self) -> Context:
        return make_context(self.heads)

    def _unknown_words(self, forest: Forest) -> FloatArray:
        ids = np.array([] if self.lm is None else self.lm.word_ids(forest.words))
        unknown: FloatArray = forest.sum_words((ids == 0).astype(np.float64))
        return unknown

    @cached_property
    def signature(self) -> str:
        """A name that changes whenever the model may rewrite a tree in another way."""
        return self._file.signature

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes."""
        self._file.write(path)

    @property
    def _file(self) -> ModelFile:
        entries = {
            "config": to_table(self.config),
            "functions": list(self.features.function_names),
            # All of it: a file of that name may be another one where the model is used.
            "head_table": None if self.coverage is None else self.coverage.heads.as_data(),
            "normalisation": self.grammar.normalisation,
            "parser": self.grammar.parser,
            "facts": dict(self.facts),
        }
        version = VERSION if self.tagger is None else TAGGED_VERSION
        return ModelFile(KIND, version, entries, self._members, SIGNED)

    @property
    def _members(self) -> dict[str, NDArray[Any]]:
        members = {GRAMMAR + name: array for name, array in to_arrays(self.grammar).items()}
        members |= {
            "rule_scores": self.rule_scores,
            "feature_starts": self.weights.starts,
            "features": self.weights.texts,
            "weights": self.weights.values,
        }
        if self.lm is not None:
            members[LM] = np.frombuffer(self.lm.packed_bytes(), dtype=np.uint8)
        if self.tagger is not None:
            arrays = self.tagger.to_arrays()
            members |= {TAGGER + name: array for name, array in arrays.items()}
        return members


def make_context(heads: HeadTable | None) -> Context:
    """What describes the places of trees, by the head table of coverage rules or Collins' own."""
    return Context(heads or load_head_table("collins"))
