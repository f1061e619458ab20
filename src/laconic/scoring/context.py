"""Features of the place where words are kept or cut: what the source tree says of it.

1. Rules are unlexicalised for the most part, and see one or two levels of the tree. These features
   say what is at stake: the words, what they depend on, where in the sentence they stand.
2. A kept token has features of its own, wherever the rule that keeps it is applied. A constituent
   that goes as a whole has features too, in place of those of its words.
3. So the features of an edge are those of the tokens that it brings into the target and of the
   spans that it deletes; both are described once for each tree.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from laconic.trees.heads import HeadTable
from laconic.trees.labels import normalise_word
from laconic.trees.spans import Spans

Span = tuple[int, int]

_MOST_PRODUCTIONS = 50_000  # whose heads are kept at a time
_EDGE = "|"  # before the first word and after the last
_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24)
_NAMES = frozenset({"NNP", "NNPS"})
_NEGATIONS = frozenset({"not", "n't", "no", "never", "nothing", "nobody", "without", "neither"})


@dataclass(frozen=True, slots=True)
class Described:
    """Names of features: of each token, if it is kept, and of each span, if it is cut."""

    tokens: list[list[str]]
    spans: dict[Span, list[str]]


@dataclass(frozen=True, slots=True)
class Context:
    """Describes the places of trees; heads are found by a table."""

    heads: HeadTable
    known: dict[tuple[str, tuple[str, ...]], int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def describe(self, source: Spans) -> Described:
        """The features of all places of a tree."""
        return _Places(source, self).describe()

    def head_child(self, label: str, children: tuple[str, ...]) -> int:
        """Which child is the head."""
        place = self.known.get((label, children))
        if place is None:
            if len(self.known) >= _MOST_PRODUCTIONS:
                self.known.clear()
            place = self.known[label, children] = self.heads.rank(label, children)[0]
        return place


class _Places:
    """A tree laid out with heads and parents."""

    def __init__(self, source: Spans, context: Context) -> None:
        self.source = source
        nodes = source.nodes
        leaves = [node for node in nodes if node.word is not None]
        self.words = [normalise_word(leaf.word or "", "lower-digits") for leaf in leaves]
        self.tags = [leaf.label for leaf in leaves]
        self.first_places: dict[str, int] = {}
        for place, word in enumerate(self.words):
            self.first_places.setdefault(word, place)
        size = len(nodes)
        self.parents, self.head_tokens, self.depths = [-1] * size, [0] * size, [0] * size
        self.children = [tuple(source.children(node)) for node in range(size)]
        for node in range(size):
            for child in self.children[node]:
                self.parents[child] = node
                self.depths[child] = self.depths[node] + (len(self.children[node]) > 1)
        for node in range(size - 1, -1, -1):
            children = self.children[node]
            if not children:
                self.head_tokens[node] = source.starts[node]
                continue
            labels = tuple([nodes[child].label for child in children])
            head = children[context.head_child(nodes[node].label, labels)]
            self.head_tokens[node] = self.head_tokens[head]
        # The largest constituent that a token heads: the first in pre-order.
        self.largest = [0] * len(leaves)
        for node in range(size - 1, -1, -1):
            self.largest[self.head_tokens[node]] = node

    def describe(self) -> Described:
        tokens = [self._token(place) for place in range(len(self.words))]
        spans: dict[Span, list[str]] = {}
        for node in range(1, len(self.source.nodes)):
            span = self.source.starts[node], self.source.stops[node]
            # Of a unary chain, the highest node.
            if span not in spans:
                spans[span] = self._cut(node)
        return Described(tokens, spans)

    def _token(self, place: int) -> list[str]:
        """What there is to say of a token that is kept."""
        words, tags = self.words, self.tags
        word, tag = words[place], tags[place]
        before, after = self._word(place - 1), self._word(place + 1)
        left, right = self._tag(place - 1), self._tag(place + 1)
        node = self.largest[place]
        label, parent, above = self._labels(node)
        governor, governor_tag = self._governor(node)
        depth = min(self.depths[node], 9)
        tenth = 10 * place // len(words)
        return [
            f"keep tag {tag}",
            f"keep word {word}",
            f"keep tag {tag} after {left}",
            f"keep tag {tag} before {right}",
            f"keep tag {tag} between {left} {right}",
            f"keep tag {tag} after {self._tag(place - 2)} {left}",
            f"keep tag {tag} before {right} {self._tag(place + 2)}",
            f"keep word {word} after {before}",
            f"keep word {word} before {after}",
            f"keep tag {tag} ending {word[-3:]}",
            f"keep tag {tag} heading {label} under {parent}",
            f"keep head of {label} under {parent} under {above}",
            f"keep word {word} heading {label} under {parent}",
            f"keep word {word} of {governor}",
            f"keep head of {label} of {governor}",
            f"keep tag {tag} of {governor_tag} under {parent}",
            f"keep head of {label} depth {depth}",
            f"keep tag {tag} depth {depth} tenth {tenth}",
            f"keep tag {tag} place {min(place, 6)}",
            f"keep tag {tag} size {bisect_left(_SIZES, len(words))}",
            f"keep tag {tag} {'first' if self.first_places[word] == place else 'again'}",
        ]

    def _cut(self, node: int) -> list[str]:
        """What there is to say of a constituent that goes as a whole."""
        source, words = self.source, self.words
        start, stop = source.starts[node], source.stops[node]
        label, parent, above = self._labels(node)
        head = self.head_tokens[node]
        word, tag = words[head], self.tags[head]
        governor, governor_tag = self._governor(node)
        head_of_parent = self.head_tokens[self.parents[node]]
        side = "head" if head_of_parent == head else "left" if head < head_of_parent else "right"
        siblings = self.children[self.parents[node]]
        at = siblings.index(node)
        previous = source.nodes[siblings[at - 1]].label if at else _EDGE
        following = source.nodes[siblings[at + 1]].label if at + 1 < len(siblings) else _EDGE
        first = words[start]
        size = bisect_left(_SIZES, stop - start)
        depth = min(self.depths[node], 9)
        named = [
            f"cut {label}",
            f"cut {label} {side} under {parent}",
            f"cut {label} under {parent} under {above}",
            f"cut {label} under {parent} between {previous} {following}",
            f"cut {label} {side} after {previous}",
            f"cut {label} {side} before {following}",
            f"cut {label} head {word}",
            f"cut {label} head {tag} under {parent}",
            f"cut {label} of {governor}",
            f"cut {label} {side} of {governor_tag}",
            f"cut {label} head {word} of {governor}",
            f"cut {label} from {first}",
            f"cut {label} from {first} of {governor}",
            f"cut {label} from {first} head {word}",
            f"cut {label} after word {self._word(start - 1)}",
            f"cut {label} before word {self._word(stop)}",
            f"cut {label} size {size}",
            f"cut {label} size {size} depth {depth}",
            f"cut {label} share {10 * (stop - start) // len(words)}",
            f"cut {label} tenth {10 * start // len(words)}",
            f"cut {label} under {parent} depth {depth}",
            f"cut {label} leaves {len(words) - stop if len(words) - stop < 3 else 'more'}",
        ]
        tags = set(self.tags[start:stop])
        if tags & _NAMES:
            named.append(f"cut {label} with a name")
        if "CD" in tags:
            named.append(f"cut {label} with a number")
        if not _NEGATIONS.isdisjoint(words[start:stop]):
            named.append(f"cut {label} with a negation")
        return named

    def _word(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else _EDGE

    def _tag(self, place: int) -> str:
        return self.tags[place] if 0 <= place < len(self.tags) else _EDGE

    def _labels(self, node: int) -> tuple[str, str, str]:
        """The labels of a node, its parent, and the parent of that."""
        nodes, parents = self.source.nodes, self.parents
        parent = parents[node]
        above = parents[parent] if parent >= 0 else -1
        return (
            nodes[node].label,
            nodes[parent].label if parent >= 0 else _EDGE,
            nodes[above].label if above >= 0 else _EDGE,
        )

    def _governor(self, node: int) -> tuple[str, str]:
        """The word that a constituent depends on, and its tag."""
        head = self.head_tokens[node]
        top = self.parents[self.largest[head]]
        if top < 0:
            return _EDGE, _EDGE
        governor = self.head_tokens[top]
        return self.words[governor], self.tags[governor]
