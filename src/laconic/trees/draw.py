"""Trees for the eye: lines of text for a terminal, SVG for a notebook or a page."""

from __future__ import annotations

import unicodedata
from html import escape

from laconic.errors import TreeError
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

MAX_DRAWN_DEPTH = 1_000  # as text, each level indents all below it

_LEVEL, _SIZE, _MARGIN, _GAP = 44.0, 14.0, 10.0, 12.0
_CHARACTER = 0.62 * _SIZE  # an advance width that fits common sans-serif fonts


def draw_text(tree: Tree) -> str:
    """The tree as indented lines.

    >>> from laconic.trees.brackets import parse
    >>> print(draw_text(parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")))
    S
    ├─ NP
    │  ├─ DT the
    │  └─ NN dog
    └─ VP
       └─ VBZ barks
    """
    lines: list[str] = []
    pending = [(tree, "", "", 0)]
    while pending:
        node, branch, indent, depth = pending.pop()
        if depth > MAX_DRAWN_DEPTH:
            raise TreeError(f"the tree is deeper than {MAX_DRAWN_DEPTH} levels, too deep to draw")
        lines.append(branch + " ".join(_printable(text) for text in _texts(node)))
        last = len(node.children) - 1
        for place in range(last, -1, -1):
            corner, below = ("└─ ", "   ") if place == last else ("├─ ", "│  ")
            pending.append((node.children[place], indent + corner, indent + below, depth + 1))
    return "\n".join(lines)


def draw_svg(tree: Tree) -> str:
    """The tree as an SVG document: labels over their children, words at the leaves."""
    spans = index_spans(tree)
    widths = _widths(spans)
    shapes: list[str] = []
    bottom = 0.0
    placed = [(_MARGIN + widths[0] / 2, _MARGIN)] * len(spans.nodes)  # centre and top of each node
    for number, node in enumerate(spans.nodes):
        centre, top = placed[number]
        shapes.append(_text(node.label, centre, top + _SIZE))
        if node.word is not None:
            shapes.append(_edge(centre, top, centre))
            shapes.append(_text(node.word, centre, top + _LEVEL + _SIZE, ' font-style="italic"'))
        bottom = max(bottom, top + _LEVEL * (node.word is not None))
        children = spans.children(number)
        left = centre - sum(widths[child] for child in children) / 2
        for child in children:
            placed[child] = left + widths[child] / 2, top + _LEVEL
            left += widths[child]
            shapes.append(_edge(centre, top, placed[child][0]))
    width, height = 2 * _MARGIN + widths[0], bottom + 1.4 * _SIZE + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" font-family="sans-serif" '
        f'font-size="{_SIZE:.0f}" text-anchor="middle" fill="currentColor">'
        + "".join(shapes)
        + "</svg>"
    )


def _texts(node: Tree) -> list[str]:
    return [node.label] if node.word is None else [node.label, node.word]


def _widths(spans: Spans) -> list[float]:
    """The room each node needs: for its own text, and for its children side by side."""
    widths = [
        max(_columns(text) for text in _texts(node)) * _CHARACTER + _GAP for node in spans.nodes
    ]
    for number in range(len(widths) - 1, -1, -1):
        below = sum(widths[child] for child in spans.children(number))
        widths[number] = max(widths[number], below)
    return widths


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _printable(text: str) -> str:
    """The text without control characters, which would disturb a terminal and are no XML."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_control(char) else char for char in text)


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs") or char in "\ufffe\uffff"


def _edge(x: float, top: float, below: float) -> str:
    """A line from a node to one a level lower."""
    return (
        f'<line x1="{x:.1f}" y1="{top + 1.4 * _SIZE:.1f}" '
        f'x2="{below:.1f}" y2="{top + _LEVEL - 0.2 * _SIZE:.1f}" '
        'stroke="currentColor" stroke-opacity="0.5"/>'
    )


def _text(text: str, x: float, y: float, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{style}>{escape(_printable(text))}</text>'
