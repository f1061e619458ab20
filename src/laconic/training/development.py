"""The loss on pairs that were not trained on, decoded as the model will be used."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from laconic.corpus import Pair, name_of
from laconic.decoding.decoder import Beam, search
from laconic.decoding.matcher import Matcher
from laconic.decoding.threads import map_in_order
from laconic.errors import AlignmentError, ForestError
from laconic.grammar.spelling import respell_kept
from laconic.grammar.word_aligner import Aligner
from laconic.induction import ExtractionOptions, link_pair, tree_pairs
from laconic.learning.problem import FloatArray
from laconic.scoring.losses import Loss, measure
from laconic.training.space import Edges, FeatureSpace
from laconic.trees.tree import Tree


@dataclass(frozen=True, eq=False, slots=True)
class Development:
    """Forests of development pairs, with their first references."""

    forests: tuple[Edges, ...]
    references: tuple[Tree, ...]
    loss: Loss
    beam: Beam | None
    workers: int

    def measure(self, space: FeatureSpace, weights: FloatArray) -> float:
        """The sum of losses with these weights."""
        row_scores, lm_weight = space.row_scores(weights), space.lm_weight(weights)

        def loss_of(number: int) -> float:
            edges = self.forests[number]
            chart = search(
                edges.forest,
                space.score_edges(edges, weights, row_scores),
                lm=space.lm if lm_weight else None,
                lm_weight=lm_weight,
                beam=self.beam,
                k_best=False,
            )
            found = edges.forest.derivation(chart.best.edges).target()
            return measure(self.loss, self.references[number], found)

        return sum(map_in_order(loss_of, range(len(self.forests)), workers=self.workers))

    @property
    def copy_loss(self) -> float:
        """The loss of leaving everything as it is."""
        both = zip(self.forests, self.references, strict=True)
        return sum(measure(self.loss, target, edges.forest.source.tree) for edges, target in both)


def make_development(
    pairs: Sequence[Pair],
    options: ExtractionOptions,
    matcher: Matcher,
    space: FeatureSpace,
    loss: Loss,
    beam: Beam | None,
    workers: int,
    left_out: list[str],
    aligner: Aligner | None = None,
) -> Development | None:
    """Development pairs made ready, None if there are none; reasons for others go to `left_out`."""
    forests, references = [], []
    for pair in pairs:
        source, reference = next(tree_pairs(pair))
        with suppress(AlignmentError):  # then all its words are new
            links = link_pair(source, reference, options, pair.links, aligner)
            reference = respell_kept(source, reference, links, options.normalisation)
        forest = matcher.match(source)
        try:
            forest.check_not_empty()
        except ForestError as error:
            left_out.append(f"development {name_of(pair)}: {error}")
            continue
        forests.append(space.place(forest))
        references.append(reference)
    if not forests:
        return None
    return Development(tuple(forests), tuple(references), loss, beam, workers)
