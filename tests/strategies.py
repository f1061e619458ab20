"""Random trees, fragments and rules, with the labels and words that break naive code.

Words and labels are never empty. Only SPACED_WORDS, the words of rules, hold ASCII white space, so
every tree drawn here can be written in brackets and every rule in the rule notation.
"""

from __future__ import annotations

from hypothesis import strategies as st

from laconic.grammar.rule import DELETED, Rule, frontier
from laconic.trees.tree import Tree

ASCII_SPACE = " \t\n\r\v\f"
ODD_LABELS = (
    ",", ".", ":", "``", "''", "-LRB-", "-RRB-", "PRP$", "NP-SBJ", "NP-SBJ-1", "NP=2", "$", "#",
    "S̄", "TOP", "NP_1", "X_e", "<", ">", "a\\b", "[", "]", "->",
)  # fmt: skip
PLAIN_LABELS = ("S", "NP", "VP", "PP", "DT", "NN", "VBZ")
ODD_WORDS = (
    ",", ".", "(", ")", "[", "]", "{", "}", "-LRB-", "-RRB-", "-LSB-", "-RCB-", "\\", "\\-LRB-",
    "and/or", "*", "\\/", "a_1", "x_e", "_1", "_", "a\\_1", "a_1_2", "Señor", "日本語", "e\u0301",
    "\u00a0", "\u2028", "👩‍👧", "\x1f", "<&\"'>", "->", "#", "Boeing-747", "İstanbul",
)  # fmt: skip
PLAIN_WORDS = ("the", "dog", "barks", "loudly", "a", "Dog", "DOG")
# What escapes are made of; joined at random, they give words that only look escaped.
_PIECES = ("-", "L", "R", "RB", "LRB", "RRB", "-LRB", "RSB-", "(", ")", "\\", "/", "_", "1", "e")


def _text(unwritable: str) -> st.SearchStrategy[str]:
    alphabet = st.characters(codec="utf-8", exclude_characters=unwritable)
    return st.text(alphabet, min_size=1, max_size=4)


LABELS = (
    st.sampled_from(PLAIN_LABELS) | st.sampled_from(ODD_LABELS) | _text(ASCII_SPACE + "()")
)  # fmt: skip
WORDS = (
    st.sampled_from(PLAIN_WORDS)
    | st.sampled_from(ODD_WORDS)
    | st.lists(st.sampled_from(_PIECES), min_size=1, max_size=5).map("".join)
    | _text(ASCII_SPACE)
)
SPACED_WORDS = WORDS | st.text(ASCII_SPACE + "ae", min_size=1, max_size=4)


@st.composite
def trees(
    draw: st.DrawFn,
    *,
    labels: st.SearchStrategy[str] = LABELS,
    words: st.SearchStrategy[str] = WORDS,
    max_words: int = 6,
) -> Tree:
    """Complete trees: every leaf has a word. Unary chains and bare preterminals included."""
    leaves = draw(st.lists(_preterminals(labels, words), min_size=1, max_size=max_words))
    return _draw_over(draw, leaves, labels)


@st.composite
def fragments(
    draw: st.DrawFn,
    *,
    labels: st.SearchStrategy[str] = LABELS,
    words: st.SearchStrategy[str] = SPACED_WORDS,
    max_leaves: int = 5,
) -> Tree:
    """Trees whose leaves are words or variables, among them a variable alone."""
    leaf = _preterminals(labels, words) | st.builds(Tree, labels)
    leaves = draw(st.lists(leaf, min_size=1, max_size=max_leaves))
    return _draw_over(draw, leaves, labels)


@st.composite
def rules(
    draw: st.DrawFn,
    *,
    labels: st.SearchStrategy[str] = LABELS,
    words: st.SearchStrategy[str] = SPACED_WORDS,
    max_leaves: int = 5,
) -> Rule:
    """Valid rules: variables reordered, relabelled or deleted, new words, bare-variable targets."""
    source = draw(fragments(labels=labels, words=words, max_leaves=max_leaves))
    if source.is_frontier:
        source = Tree(draw(labels), [source])
    is_kept = [draw(st.booleans()) for _ in frontier(source)]
    order = iter(draw(st.permutations(range(sum(is_kept)))))
    links = tuple(next(order) if kept else DELETED for kept in is_kept)
    variables = [Tree(draw(labels)) for _ in range(sum(is_kept))]
    new = draw(st.lists(_preterminals(labels, words), min_size=not variables, max_size=2))
    leaves = draw(st.permutations(variables + new))
    return Rule(source, _draw_over(draw, list(leaves), labels), links)


@st.composite
def cut_rules(
    draw: st.DrawFn,
    tree: Tree,
    *,
    labels: st.SearchStrategy[str] = LABELS,
    words: st.SearchStrategy[str] = SPACED_WORDS,
) -> Rule:
    """Rules whose source side is cut out of a tree, so that they apply in it.

    On the target side stand what is kept, in any order, and words of the source and new ones; most
    labels are those of the tree, so that other rules may go on from there.
    """
    node = draw(st.sampled_from(list(tree.nodes())))
    source = Tree(node.label, _draw_cut(draw, node.children), word=node.word)
    variables = frontier(source)
    is_kept = [draw(st.booleans()) for _ in variables]
    order = draw(st.permutations(range(sum(is_kept))))
    places = iter(order)
    links = tuple(next(places) if kept else DELETED for kept in is_kept)
    kept_labels = [leaf.label for leaf, kept in zip(variables, is_kept, strict=True) if kept]
    own = st.sampled_from([inner.label for inner in tree.nodes()])
    leaves = [Tree(draw(st.just(kept_labels[order.index(i)]) | own)) for i in range(len(order))]
    some_words = st.sampled_from(source.words()) | words if source.words() else words
    new = st.lists(_preterminals(own | labels, some_words), min_size=not leaves, max_size=3)
    for leaf in draw(new):
        leaves.insert(draw(st.integers(0, len(leaves))), leaf)
    target = _draw_over(draw, leaves, st.just(node.label) | own | labels)
    return Rule(source, target, links)


def _draw_cut(draw: st.DrawFn, children: tuple[Tree, ...]) -> list[Tree]:
    """The children, some of them as variables."""
    return [
        Tree(child.label)
        if draw(st.booleans())
        else Tree(child.label, _draw_cut(draw, child.children), word=child.word)
        for child in children
    ]


def _preterminals(
    labels: st.SearchStrategy[str], words: st.SearchStrategy[str]
) -> st.SearchStrategy[Tree]:
    return st.builds(lambda label, word: Tree(label, word=word), labels, words)


def _draw_over(draw: st.DrawFn, leaves: list[Tree], labels: st.SearchStrategy[str]) -> Tree:
    """A tree with these leaves: neighbours, or one alone, are put under new nodes."""
    roots = list(leaves)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(roots) - 1))
        stop = draw(st.integers(start + 1, len(roots)))
        roots[start:stop] = [Tree(draw(labels), roots[start:stop])]
    return roots[0] if len(roots) == 1 else Tree(draw(labels), roots)
