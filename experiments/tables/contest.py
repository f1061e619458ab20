"""`Contest`: the systems of Table 6 on one corpus, as they are and at the lengths of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from contestants import Contestants
from corpora import Corpus
from held_out import HeldOut
from kinds import ILP, MATCHED, MCDONALD, RIVAL_GUARDED, TAGGER, parts_of
from lengths import Frontier, as_long_as, frontiers, of_total
from options import Place
from penalties import TRIES, match_rate
from scores import Outputs, evaluate
from steps import Record, tell

from laconic.corpus import digest_pairs, documents
from laconic.decoding.threads import map_in_order
from laconic.signing import digest
from laconic.systems import System
from laconic.trees.tree import Tree

NAME = "table6"
SECOND = "-second"  # what the names of models at McDonald's rate end in
FEW_TRIES = 3  # of length penalties, with many pairs


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
        train, dev = (self.place.pairs(self.corpus, part) for part in ("train", "dev"))
        label = f"{NAME} {self.corpus.title}"
        return Contestants(self.place, self.corpus.name, label, train, dev)

    @cached_property
    def kinds(self) -> list[str]:
        """The transducers of this corpus: no tagger where there are many pairs, since the tagger
        begins with Google's."""
        many = self.makers.has_many
        return [kind for kind in self.wanted if not (many and TAGGER in parts_of(kind)[1])]

    @cached_property
    def held_out(self) -> HeldOut:
        return HeldOut(self.makers, self.kinds)

    @cached_property
    def trees(self) -> list[Tree]:
        return self._sources(self.part)

    @property
    def articles(self) -> int:
        """How many articles the part has; a pair that names none counts as one."""
        return len(documents(self.place.pairs(self.corpus, self.part)))

    @cached_property
    def rivals(self) -> dict[str, System]:
        return self.makers.rivals()

    @cached_property
    def firsts(self) -> dict[str, System]:
        """Transducer1, of each kind."""
        return {kind: self._transducer(kind, 1.0) for kind in self.kinds}

    @property
    def matched(self) -> list[str]:
        """The transducers that are brought to the rates of rivals; the chosen one always is."""
        return [kind for kind in self.kinds if kind in (*MATCHED, self.held_out.chosen)]

    @cached_property
    def main(self) -> Record:
        """All systems as they are, Transducer2, and the other annotators."""
        seconds = {kind + SECOND: self.at_rate_of(kind, MCDONALD)[1] for kind in self.matched}
        systems = {**self.firsts, **seconds, **self.rivals}
        systems[RIVAL_GUARDED] = self.makers.guarded_rival()
        people = self.corpus.annotators(self.part)
        outputs = {
            name: Outputs(digest([str(one) for one in made]), partial(people.__getitem__, name))
            for name, made in people.items()
        }
        return evaluate(self.place, NAME, systems, self.corpus, part=self.part, outputs=outputs)

    def at_rate_of(self, kind: str, rival: str) -> tuple[float, System]:
        """The penalty that comes nearest to a rival's rate on dev, and the model of it."""

        def rate_of(penalty: float) -> float:
            return self.dev_rate(f"{kind} {penalty:g}", self._transducer(kind, penalty))

        wanted = self.dev_rate(rival, self.rivals[rival])
        tries = FEW_TRIES if self.makers.has_many else TRIES
        penalty = match_rate(rate_of, wanted, tries=tries)
        return penalty, self._transducer(kind, penalty)

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
        """Transducers and rivals, all with this share of the tokens."""
        total = int(rate * sum(len(tree.words()) for tree in self.trees))
        outputs = {
            name: Outputs(
                f"{system.signature}, exact total {total}", partial(self._of_total, name, total)
            )
            for name, system in self.by_length.items()
        }
        name = f"{NAME}-at-{rate:g}"
        return evaluate(self.place, name, {}, self.corpus, part=self.part, outputs=outputs)

    @cached_property
    def by_length(self) -> dict[str, System]:
        """The systems that are asked for compressions of every length; with many sentences not the
        integer programme, which takes a programme for each of them."""
        found = {**self.firsts, MCDONALD: self.rivals[MCDONALD]}
        found[RIVAL_GUARDED] = self.makers.guarded_rival()
        return found if self.makers.has_many else {**found, ILP: self.rivals[ILP]}

    def dev_rate(self, name: str, system: System) -> float:
        """The share of the development part's tokens that a system keeps."""
        pairs, trees = self.place.pairs(self.corpus, "dev"), self._sources("dev")

        def make() -> float:
            tell(f"{NAME} {self.corpus.title}: rate on dev, {name}")
            made = list(map_in_order(system.rewrite, trees, workers=self.place.workers))
            kept = sum(len(one.tree.words()) for one in made)
            return kept / sum(len(tree.words()) for tree in trees)

        settings = {"system": system.signature, "pairs": digest_pairs(pairs)}
        rate: float = self.place.steps.run(f"rate-{self.corpus.name}", settings, make)["result"]
        return rate

    def _transducer(self, kind: str, penalty: float) -> System:
        return self.makers.system(kind, penalty, self.held_out.weights(kind))

    def _total(self, kind: str, rival: str) -> list[Tree]:
        return self._of_total(kind, sum(self._lengths(rival)))

    def _each(self, kind: str, rival: str) -> list[Tree]:
        return as_long_as(self._frontier(kind), self._lengths(rival))

    def _of_total(self, name: str, total: int) -> list[Tree]:
        return of_total(self._frontier(name), total)

    def _frontier(self, name: str) -> list[Frontier]:
        if name not in self._frontiers:
            tell(f"{NAME} {self.corpus.title}: every length, {name}")
            found = frontiers(self.by_length[name], self.trees, self.place.workers)
            self._frontiers[name] = found
        return self._frontiers[name]

    def _lengths(self, rival: str) -> list[int]:
        system = self.rivals[rival]
        made = map_in_order(system.rewrite, self.trees, workers=self.place.workers)
        return [len(one.tree.words()) for one in made]

    def _sources(self, part: str) -> list[Tree]:
        sources = [pair.source for pair in self.place.pairs(self.corpus, part)]
        return [source for source in sources if isinstance(source, Tree)]
