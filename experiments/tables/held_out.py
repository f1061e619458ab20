"""What Table 6 chooses before it looks at a test part: weights that are not learned, and one kind.

1. The training pairs are parted into folds, whole articles together. Systems that learn from the
   others compress each fold. Where there are many training pairs, or all are of one article, the
   development part stands in for the folds.
2. All kinds with features of places are scored on what was held out, with each weight of a grid.
3. A kind's weights are those with the best relations F1, and so is the kind that is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from contestants import Contestants
from kinds import CHOSEN_FROM, MCDONALD, RIVAL_GUARDED, WEIGHTS, weighed_parts
from output import Table, percent
from scores import scores_of
from steps import Record

import laconic
from laconic.corpus import Pair, digest_pairs, documents, tree_of
from laconic.decoding.threads import map_in_order
from laconic.systems import System
from laconic.trees.tree import Tree

FOLDS = 5
HEAD = ("kind", "weights", "rate", "relations F1", "token F1", "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A kind with weights of the parts that are not learned."""

    kind: str
    weights: Mapping[str, float]

    @property
    def name(self) -> str:
        return "@".join([self.kind, *(f"{weight:g}" for weight in self.weights.values())])

    @property
    def said(self) -> str:
        return ", ".join(f"{part} {weight:g}" for part, weight in self.weights.items())


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The candidates of a corpus, scored on pairs that they have not learned from."""

    whole: Contestants
    kinds: Sequence[str]

    @property
    def candidates(self) -> list[Candidate]:
        return [
            Candidate(kind, dict(zip(parts, weights, strict=True)))
            for kind in self.kinds
            if kind in CHOSEN_FROM
            for parts in [weighed_parts(kind)]
            for weights in product(*(WEIGHTS[part] for part in parts))
        ]

    @cached_property
    def report(self) -> Record:
        """The scores of all candidates, and of McDonald's system with and without guards."""
        whole = self.whole
        systems = {one.name: whole.system(one.kind, 1.0, one.weights) for one in self.candidates}
        settings = {
            "systems": {name: system.signature for name, system in systems.items()},
            "rival": whole.mcdonald.signature,
            "pairs": [digest_pairs(whole.train), digest_pairs(whole.dev)],
            "articles": documents(whole.train),
            "parser": whole.place.parser.signature,
        }
        step = whole.place.steps.run(f"held-out-{whole.name}", settings, self._score)
        found: Record = step["result"]
        return found

    def best(self, kind: str) -> Candidate:
        """A kind with its best weights."""
        return self._first([one for one in self.candidates if one.kind == kind])

    def weights(self, kind: str) -> Mapping[str, float]:
        """The best weights of a kind; of one that has none to be chosen, none."""
        return self.best(kind).weights if weighed_parts(kind) else {}

    @property
    def chosen(self) -> str:
        """The kind that stands for the transducer."""
        return self._first(self.candidates).kind

    def _first(self, candidates: Sequence[Candidate]) -> Candidate:
        scores = scores_of(self.report)
        # Of two as good, the one that came first: it has fewer parts.
        return max(candidates, key=lambda one: scores[one.name]["relations-f1"]["value"])

    def _score(self) -> Record:
        place, parts = self.whole.place, list(self._parts())
        outputs: dict[str, list[Tree]] = {one.name: [] for one in self.candidates}
        outputs |= {MCDONALD: [], RIVAL_GUARDED: []}
        for makers, pairs in parts:
            place.steps.tell(f"{makers.label}: {len(self.candidates)} candidates")
            sources = [tree_of(pair.source) for pair in pairs]
            systems: dict[str, System] = {
                one.name: makers.system(one.kind, 1.0, one.weights) for one in self.candidates
            }
            systems |= {MCDONALD: makers.mcdonald, RIVAL_GUARDED: makers.guarded_rival()}
            for name, system in systems.items():
                made = map_in_order(system.rewrite, sources, workers=place.workers)
                outputs[name] += [one.tree for one in made]
        report = laconic.evaluate(
            {},
            [pair for _, pairs in parts for pair in pairs],
            outputs=outputs,
            standard=("copy",),
            references="first",
            parser=place.parser,
            workers=place.workers,
        )
        record = report.as_record(sentences=False)
        return {"count": record["count"], "systems": record["systems"]}

    def _parts(self) -> Iterator[tuple[Contestants, list[Pair]]]:
        """Who has learned without some pairs, and these pairs."""
        whole, folds = self.whole, parted(self.whole.train, FOLDS)
        if whole.has_many or len(folds) == 1:
            yield whole, whole.dev
            return
        # Its settings are those chosen with all pairs.
        mira = replace(whole.mcdonald.mira, c=(whole.mcdonald.facts["c"],))
        for number, held in enumerate(folds, 1):
            left = [pair for place, pair in enumerate(whole.train) if place not in held]
            name = f"{whole.name}-fold{number}"
            label = f"{whole.label}, fold {number} of {len(folds)}"
            makers = Contestants(whole.place, name, label, left, whole.dev, mira)
            yield makers, [whole.train[place] for place in sorted(held)]

    def table(self, title: str) -> Table:
        """Each kind with its best weights."""
        scores = scores_of(self.report)
        rows = []
        for kind in dict.fromkeys(one.kind for one in self.candidates):
            best = self.best(kind)
            rows.append(_row(kind, best.said, scores[best.name], kind == self.chosen))
        rows += [_row(name, "", scores[name]) for name in (MCDONALD, RIVAL_GUARDED, "copy")]
        count = self.report["count"]
        return Table(HEAD, rows, numbers=4, title=f"{title}: on {count:,} held-out pairs")


def _row(name: str, weights: str, scores: Mapping[str, Record], chosen: bool = False) -> list[str]:
    figures = (percent(scores[metric]) for metric in ("rate", "relations-f1", "token-f1"))
    return [name, weights, *figures, "chosen" if chosen else ""]


def parted(pairs: Sequence[Pair], folds: int) -> list[set[int]]:
    """The places of pairs in folds of about the same size, whole articles together."""
    found: list[set[int]] = [set() for _ in range(folds)]
    for article in sorted(documents(pairs), key=len, reverse=True):
        min(found, key=len).update(article)
    return [fold for fold in found if fold]
