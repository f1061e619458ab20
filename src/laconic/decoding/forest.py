"""`Forest`: every way to rewrite a tree, as arrays, with rules and words to look at on demand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.decoding.deletions import Deletions
from laconic.decoding.made import Key, MadeRules
from laconic.errors import DerivationError, ForestError
from laconic.grammar.coverage import Origin
from laconic.grammar.derivation import Derivation, Step
from laconic.grammar.rule import Rule
from laconic.scoring.feature_table import sum_rows
from laconic.trees.guards import Bond
from laconic.trees.labels import Normalisation
from laconic.trees.spans import Spans

Vertex = tuple[int, str]  # a source node and a target label


@dataclass(frozen=True, slots=True)
class Edge:
    """One rule applied at one place.

    `word_sources` says for each target word of the rule which source token it is, −1 if it is new;
    `deletions` are spans of source tokens, one for each word or constituent that goes; `covered`
    is how many source tokens the edge accounts for: kept by it, deleted by it, rewritten by it.
    """

    node: int
    rule: Rule
    origin: Origin
    tails: tuple[Vertex, ...]
    word_sources: tuple[int, ...]
    deletions: tuple[tuple[int, int], ...]
    covered: int

    @property
    def head(self) -> Vertex:
        return self.node, self.rule.target.label


@dataclass(frozen=True, eq=False)
class Forest:
    """The edges of a source tree in canonical order; an edge's id is its place.

    `arrays` is the hypergraph (core/forest/forest.h); `words` are those its yields name: the
    tokens of the source, then the words that rules bring in. `made` are the rules made for each
    node of the tree, `whole_edges` the ids that the edges had before the forest was restricted.
    """

    source: Spans = field(repr=False)
    arrays: _core.Forest = field(repr=False)
    words: tuple[str, ...]
    labels: Sequence[str]
    normalisation: Normalisation
    target_root: str
    rule_of: Callable[[int], Rule] = field(repr=False)
    made: Sequence[MadeRules] = field(repr=False)
    whole_edges: NDArray[np.uint32] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return self.arrays.edges

    def fresh(self) -> Forest:
        """The same forest, without what was looked up in it and kept."""
        return replace(self)

    @property
    def is_empty(self) -> bool:
        """True if there is no derivation at all."""
        return self.arrays.root < 0

    def check_not_empty(self) -> None:
        """An error that says why there is no derivation, if there is none."""
        if self.is_empty:
            root = self.source.tree.label
            hint = f"; is target_root={root!r} meant?" if root != self.target_root else ""
            raise ForestError(
                f"there is no derivation: no rules lead from the tree, whose root is {root}, "
                f"to a target whose root is {self.target_root}{hint}"
            )

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges, each with its rule; a decoder works on the arrays instead."""
        return tuple(self.edge(number) for number in range(len(self)))

    def edge(self, number: int) -> Edge:
        """One edge, with its rule."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no edge {number}; the forest has {len(self)}")
        lists = self._lists
        tails = lists.tails[lists.tail_starts[number] : lists.tail_starts[number + 1]]
        yields = lists.yields[lists.yield_starts[number] : lists.yield_starts[number + 1]]
        cuts = slice(lists.deletion_starts[number], lists.deletion_starts[number + 1])
        tokens = self.arrays.tokens
        return Edge(
            lists.vertices[lists.heads[number]][0],
            self.rule(number),
            Origin(lists.origins[number]),
            tuple(lists.vertices[tail] for tail in tails),
            tuple(word if word < tokens else -1 for word in yields if word >= 0),
            lists.deletions[cuts],
            lists.covered[number],
        )

    def rule(self, number: int) -> Rule:
        """The rule of an edge."""
        made = self.made_at(number)
        return self.rule_of(self._lists.rules[number]) if made is None else made[0].rule(made[1])

    def rule_key(self, number: int) -> tuple[int] | tuple[Key, int]:
        """What tells the rules of edges apart in all forests of a matcher, without making them."""
        made = self.made_at(number)
        return (self._lists.rules[number],) if made is None else (made[0].key, made[1])

    def made_at(self, number: int) -> tuple[MadeRules, int] | None:
        """Rules made for the tree, and which of them an edge has; None if it has another."""
        if self._lists.rules[number] >= 0:
            return None
        made = self._lists.made[number]
        node = bisect_right(self._made_starts, made) - 1
        return self.made[node], made - self._made_starts[node]

    def rules_at(self, node: int, label: str) -> list[Rule]:
        """The rules that rewrite a source node as a target label."""
        return [edge.rule for edge in self.edges if edge.head == (node, label)]

    def derivation(self, edge_ids: Sequence[int]) -> Derivation:
        """The derivation that applies these edges, given in the order of a derivation."""
        nodes, heads = self._lists.vertices, self._lists.heads
        steps = [Step(nodes[heads[number]][0], self.rule(number)) for number in edge_ids]
        return Derivation(self.source.tree, tuple(steps))

    def words_of(self, edge_ids: Sequence[int]) -> list[int]:
        """The target's words, as numbers in `words`, of edges in the order of a derivation."""
        starts, yields = self._lists.yield_starts, self._lists.yields
        built: list[list[int]] = []
        for number in reversed(edge_ids):
            words: list[int] = []
            for piece in yields[starts[number] : starts[number + 1]]:
                if piece < 0 and not built:
                    raise DerivationError(f"edge {number} lacks what its variables stand for")
                words += built.pop() if piece < 0 else (piece,)
            built.append(words)
        if len(built) != 1:
            raise DerivationError(f"the edges make {len(built)} targets where there should be one")
        return built.pop()

    def sum_words(self, values: NDArray[Any]) -> NDArray[Any]:
        """For each edge the sum of a value over the words it brings into the target itself."""
        if values.shape != (len(self.words),):
            raise ValueError(f"{len(self.words)} words need a value each; got {values.shape}")
        padded = np.append(values, np.zeros(1, dtype=values.dtype))
        yields = np.where(self.arrays.yields < 0, len(self.words), self.arrays.yields)
        return sum_rows(padded[yields], self.arrays.yield_starts)

    def restrict(self, *, keep: Iterable[int] = (), drop: Iterable[int] = ()) -> Forest:
        """The part in which these source tokens are all kept, and those all gone.

        Keeping is always possible where copying is. An error says what cannot be dropped.
        """
        self.check_not_empty()
        keep, drop = ({self._checked(token) for token in tokens} for tokens in (keep, drop))
        clash = keep & drop
        if clash:
            raise ForestError(f"{self._quote(clash)} cannot be both kept and dropped")
        allowed = self.deletions.avoid(keep) & self._without_copied(drop)
        part = self.mask(allowed)
        if part.is_empty:
            raise self._out_of_reach(keep, drop)
        return part

    def _out_of_reach(self, keep: Collection[int], drop: Collection[int]) -> ForestError:
        """What to say of tokens that cannot all be kept and dropped."""
        if self.mask(self.deletions.avoid(keep)).is_empty:
            return ForestError(f"{self._quote(keep)} cannot be kept: no rules do that")
        alone = self.mask(self._without_copied(drop)).is_empty
        beside = f" while {self._quote(keep)} is kept" if keep and not alone else ""
        return ForestError(f"{self._quote(drop)} cannot be dropped{beside}: no rules do that")

    def respecting(self, bonds: Sequence[Bond]) -> Forest:
        """The part in which every edge that deletes some of a bond's tokens deletes all it needs.

        Two edges that would do so together are not seen. Copying is always left where there is
        copying; an error names what stands in the way where there is none.
        """
        self.check_not_empty()
        if not bonds:
            return self
        for token in frozenset[int]().union(*(bond.tokens | bond.needed for bond in bonds)):
            self._checked(token)
        part = self.mask(~np.any(self.deletions.cut(bonds), axis=0))
        if part.is_empty:
            raise self._cut_apart(bonds)
        return part

    def _cut_apart(self, bonds: Sequence[Bond]) -> ForestError:
        """What to say of bonds that every derivation breaks."""
        alone = zip(bonds, self.deletions.cut(bonds), strict=True)
        broken = [bond for bond, cuts in alone if self.mask(~cuts).is_empty] or bonds
        names = ", ".join(sorted({bond.guard for bond in broken}))
        words = self._quote(frozenset[int]().union(*(bond.tokens for bond in broken)))
        return ForestError(f"{words} cannot be left whole ({names}): no rules do that")

    def mask(self, allowed: NDArray[np.bool_]) -> Forest:
        """The part that these edges make, without what cannot be finished or reached then."""
        if len(allowed) != len(self):
            raise ValueError("the mask needs one entry for each edge")
        part, kept = self.arrays.cut(np.ascontiguousarray(allowed, dtype=np.uint8))
        kept = kept if self.whole_edges is None else self.whole_edges[kept]
        return Forest(
            self.source,
            part,
            self.words,
            self.labels,
            self.normalisation,
            self.target_root,
            self.rule_of,
            self.made,
            kept,
        )

    @property
    def deletions(self) -> Deletions:
        """What each edge deletes."""
        arrays = self.arrays
        return Deletions(arrays.tokens, arrays.deletions, arrays.deletion_starts)

    def _without_copied(self, tokens: Collection[int]) -> NDArray[np.bool_]:
        """Which edges bring none of these tokens into the target."""
        unwanted = np.zeros(len(self.words), dtype=np.int64)
        unwanted[list(tokens)] = 1
        is_without: NDArray[np.bool_] = self.sum_words(unwanted) == 0
        return is_without

    def _checked(self, token: int) -> int:
        token = index(token)
        if not 0 <= token < self.arrays.tokens:
            last = self.arrays.tokens - 1
            raise ForestError(f"there is no token {token}; the sentence has tokens 0 to {last}")
        return token

    def _quote(self, tokens: Collection[int]) -> str:
        return ", ".join(f"{self.words[token]!r} (token {token})" for token in sorted(tokens))

    @cached_property
    def _made_starts(self) -> list[int]:
        return list(accumulate((len(made) for made in self.made), initial=0))

    @cached_property
    def _lists(self) -> _Lists:
        arrays = self.arrays
        vertices = zip(arrays.vertex_nodes.tolist(), arrays.vertex_labels.tolist(), strict=True)
        return _Lists(
            [(node, self.labels[label]) for node, label in vertices],
            arrays.heads.tolist(),
            arrays.tail_starts.tolist(),
            arrays.tails.tolist(),
            arrays.yield_starts.tolist(),
            arrays.yields.tolist(),
            arrays.deletion_starts.tolist(),
            tuple((start, stop) for start, stop in arrays.deletions.tolist()),
            arrays.covered.tolist(),
            arrays.rules.tolist(),
            arrays.made.tolist(),
            arrays.origins.tolist(),
        )


@dataclass(frozen=True, slots=True)
class _Lists:
    """The arrays of a forest as lists, which Python reads faster one by one."""

    vertices: list[Vertex]
    heads: list[int]
    tail_starts: list[int]
    tails: list[int]
    yield_starts: list[int]
    yields: list[int]
    deletion_starts: list[int]
    deletions: tuple[tuple[int, int], ...]
    covered: list[int]
    rules: list[int]
    made: list[int]
    origins: list[int]
