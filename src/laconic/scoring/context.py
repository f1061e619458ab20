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

from laconic.scoring.layout import Layout
from laconic.trees.heads import HeadTable
from laconic.trees.spans import Spans

Span = tuple[int, int]

_MOST_PRODUCTIONS = 50_000  # whose heads are kept at a time
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
        return _Places(self.lay_out(source)).describe()

    def lay_out(self, source: Spans) -> Layout:
        """The tree with its heads."""
        return Layout(source, self.head_child)

    def head_child(self, label: str, children: tuple[str, ...]) -> int:
        """Which child is the head."""
        place = self.known.get((label, children))
        if place is None:
            if len(self.known) >= _MOST_PRODUCTIONS:
                self.known.clear()
            place = self.known[label, children] = self.heads.rank(label, children)[0]
        return place


class _Places:
    """The places of a tree that is laid out."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.source, self.words, self.tags = layout.source, layout.words, layout.tags

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
        layout, words, tags = self.layout, self.words, self.tags
        word, tag = words[place], tags[place]
        before, after = layout.word(place - 1), layout.word(place + 1)
        left, right = layout.tag(place - 1), layout.tag(place + 1)
        node = layout.largest[place]
        label, parent, above = layout.labels(node)
        governor, governor_tag = self._governor(node)
        depth = min(layout.depths[node], 9)
        tenth = 10 * place // len(words)
        return [
            f"keep tag {tag}",
            f"keep word {word}",
            f"keep tag {tag} after {left}",
            f"keep tag {tag} before {right}",
            f"keep tag {tag} between {left} {right}",
            f"keep tag {tag} after {layout.tag(place - 2)} {left}",
            f"keep tag {tag} before {right} {layout.tag(place + 2)}",
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
            f"keep tag {tag} {'first' if layout.first_places[word] == place else 'again'}",
        ]

    def _cut(self, node: int) -> list[str]:
        """What there is to say of a constituent that goes as a whole."""
        layout, source, words = self.layout, self.source, self.words
        start, stop = source.starts[node], source.stops[node]
        label, parent, above = layout.labels(node)
        head = layout.head_tokens[node]
        word, tag = words[head], self.tags[head]
        governor, governor_tag = self._governor(node)
        head_of_parent = layout.head_tokens[layout.parents[node]]
        side = "head" if head_of_parent == head else "left" if head < head_of_parent else "right"
        previous, following = layout.siblings(node)
        first = words[start]
        size = bisect_left(_SIZES, stop - start)
        depth = min(layout.depths[node], 9)
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
            f"cut {label} after word {layout.word(start - 1)}",
            f"cut {label} before word {layout.word(stop)}",
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

    def _governor(self, node: int) -> tuple[str, str]:
        """The word that a constituent depends on, and its tag."""
        governor = self.layout.governor(self.layout.head_tokens[node])
        return self.layout.word(governor), self.layout.tag(governor)
