"""What the tagger reads of each token: names of inputs, from the tree alone, and its governor.

Case and digits are not seen, so that text in lower case is read as any other.
"""

from __future__ import annotations

from bisect import bisect_left

from laconic.scoring.layout import EDGE, Layout

WORD = "word "  # how the names of words begin
_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
_FARTHEST = 12  # places from either end of the sentence


def describe_tokens(layout: Layout) -> list[list[str]]:
    """The inputs of each token, as many for each."""
    return [_describe(layout, place) for place in range(len(layout.words))]


def governors(layout: Layout) -> list[int]:
    """The token that each token depends on; -1 for the head of all."""
    return [layout.governor(place) for place in range(len(layout.words))]


def _describe(layout: Layout, place: int) -> list[str]:
    word, tag, size = layout.words[place], layout.tags[place], len(layout.words)
    node, governor = layout.largest[place], layout.governor(place)
    label, parent, above = layout.labels(node)
    previous, following = layout.siblings(node) if governor >= 0 else (EDGE, EDGE)
    start, stop = layout.source.starts[node], layout.source.stops[node]
    again = "" if layout.first_places[word] == place else " again"
    return [
        f"{WORD}{word}",
        f"ending {word[-3:]}",
        f"tag {tag}{again}",
        f"tag {tag} {label}",
        f"head {label} {parent}",
        f"above {parent} {above}",
        f"previous {previous}",
        f"following {following}",
        f"governor {layout.tag(governor)} {_distance(place, governor)}",
        f"depth {min(layout.depths[node], _FARTHEST)}",
        f"place {min(place, _FARTHEST)}",
        f"left {min(size - place, _FARTHEST)}",
        f"tenth {10 * place // size}",
        f"size {_bucket(size)}",
        f"span {_bucket(stop - start)} {_bucket(place - start)}",
    ]


def _distance(place: int, governor: int) -> str:
    side = "before" if governor < place else "after"
    return EDGE if governor < 0 else f"{side} {_bucket(abs(place - governor))}"


def _bucket(size: int) -> int:
    return bisect_left(_SIZES, size)
