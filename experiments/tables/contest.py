"""`Contest`: the systems of Table 6 on one corpus, as they are and at the lengths of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from contestants import (
    FEW_KINDS,
    GUARDED,
    MCDONALD,
    NEIGHBOURS,
    PAPER,
    PAPER_SAME,
    TAGGED,
    Contestants,
    nearest,
)
from corpora import Corpus
from lengths import Frontier, as_long_as, frontiers, of_total
from options import Place
from scores import Outputs, evaluate
from steps import Record, tell

from laconic.corpus import digest_pairs
from laconic.decoding.threads import map_in_order
from laconic.systems import System
from laconic.trees.tree import Tree

NAME = "table6"
# The transducers that are brought to the rates of rivals.
MATCHED = (PAPER_SAME, PAPER, GUARDED, NEIGHBOURS, TAGGED)
SECOND = "-2"  # what the names of models at McDonald's rate end in


@dataclass(frozen=True, eq=False)
class Contest:
    """The systems of one corpus on one of its parts; everything is made when it is asked for."""

    place: Place
    corpus: Corpus
    part: str
    wanted: Sequence[str]
    _frontiers: dict[str, list[Frontier]] = field(default_factory=dict)

    @cached_property
    def makers(self) -> Contestants:
        return Contestants(self.place, self.corpus, f"{NAME} {self.corpus.title}")

    @cached_property
    def kinds(self) -> list[str]:
        """The transducers of this corpus."""
        return [kind for kind in self.wanted if kind in FEW_KINDS or not self.makers.has_many]

    @cached_property
    def trees(self) -> list[Tree]:
        return self._sources(self.part)

    @cached_property
    def rivals(self) -> dict[str, System]:
        return self.makers.rivals()

    @cached_property
    def firsts(self) -> dict[str, System]:
        """Transducer1, of each kind."""
        return {kind: self.makers.transducer(kind) for kind in self.kinds}

    @property
    def matched(self) -> list[str]:
        return [kind for kind in self.kinds if kind in MATCHED]

    def main(self) -> Record:
        """All systems as they are, and Transducer2."""
        seconds = {kind + SECOND: self.at_rate_of(kind, MCDONALD)[1] for kind in self.matched}
        systems = {**self.firsts, **seconds, **self.rivals}
        return evaluate(self.place, NAME, systems, self.corpus, part=self.part)

    def at_rate_of(self, kind: str, rival: str) -> tuple[float, System]:
        """The penalty that comes nearest to a rival's rate on dev, and the model of it."""
        wanted = self._dev_rate(rival, self.rivals[rival])
        systems = {
            penalty: self.makers.transducer(kind, penalty)
            for penalty in self.makers.penalties(kind)
        }
        rates = {
            penalty: self._dev_rate(f"{kind} {penalty:g}", system)
            for penalty, system in systems.items()
        }
        chosen = nearest(rates, wanted)
        return chosen, systems[chosen]

    def beside(self, rival: str) -> Record:
        """Transducers at a rival's own rate, in three ways."""
        system = self.rivals[rival]
        systems = {f"{kind}-penalty": self.at_rate_of(kind, rival)[1] for kind in self.matched}
        outputs = {}
        for kind in self.matched:
            signature = f"{self.firsts[kind].signature} at {system.signature}"
            total, each = partial(self._total, kind, rival), partial(self._each, kind, rival)
            outputs[f"{kind}-total"] = Outputs(f"{signature}, exact total", total)
            outputs[f"{kind}-each"] = Outputs(f"{signature}, each", each)
        return evaluate(
            self.place,
            f"{NAME}-beside-{rival}",
            {rival: system, **systems},
            self.corpus,
            part=self.part,
            outputs=outputs,
        )

    def at_rate(self, rate: float) -> Record:
        """Transducers and McDonald's system, all with this share of the tokens."""
        total = int(rate * sum(len(tree.words()) for tree in self.trees))
        outputs = {
            name: Outputs(
                f"{system.signature}, exact total {total}", partial(self._of_total, name, total)
            )
            for name, system in self._by_length.items()
        }
        name = f"{NAME}-at-{rate:g}"
        return evaluate(self.place, name, {}, self.corpus, part=self.part, outputs=outputs)

    def _total(self, kind: str, rival: str) -> list[Tree]:
        return self._of_total(kind, sum(self._lengths(rival)))

    def _each(self, kind: str, rival: str) -> list[Tree]:
        return as_long_as(self._frontier(kind), self._lengths(rival))

    def _of_total(self, name: str, total: int) -> list[Tree]:
        return of_total(self._frontier(name), total)

    @property
    def _by_length(self) -> dict[str, System]:
        """The systems that know their best compression of every length."""
        return {**self.firsts, MCDONALD: self.rivals[MCDONALD]}

    def _frontier(self, name: str) -> list[Frontier]:
        if name not in self._frontiers:
            tell(f"{NAME} {self.corpus.title}: every length, {name}")
            found = frontiers(self._by_length[name], self.trees, self.place.workers)
            self._frontiers[name] = found
        return self._frontiers[name]

    def _lengths(self, rival: str) -> list[int]:
        system = self.rivals[rival]
        made = map_in_order(system.rewrite, self.trees, workers=self.place.workers)
        return [len(one.tree.words()) for one in made]

    def _dev_rate(self, name: str, system: System) -> float:
        pairs, trees = self.place.pairs(self.corpus, "dev"), self._sources("dev")

        def make() -> float:
            tell(f"{NAME} {self.corpus.title}: rate on dev, {name}")
            made = list(map_in_order(system.rewrite, trees, workers=self.place.workers))
            kept = sum(len(one.tree.words()) for one in made)
            return kept / sum(len(tree.words()) for tree in trees)

        settings = {"system": system.signature, "pairs": digest_pairs(pairs)}
        rate: float = self.place.steps.run(f"rate-{self.corpus.name}", settings, make)["result"]
        return rate

    def _sources(self, part: str) -> list[Tree]:
        sources = [pair.source for pair in self.place.pairs(self.corpus, part)]
        return [source for source in sources if isinstance(source, Tree)]
