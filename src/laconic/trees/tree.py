"""`Tree`, the one value that flows through the pipeline: a label over children, or over a word.

A leaf of a sentence's tree is a preterminal with its word, `Tree("NN", word="dog")`. In the
fragments that rules are made of, a leaf may have neither children nor word: a frontier node.
Nothing here recurses over depth, so a tree of any depth can be built, compared, hashed, copied
and pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Tree:
    """An immutable labelled tree; equal trees have equal labels, words and children.

    >>> tree = Tree("NP", [Tree("DT", word="the"), Tree("NN", word="dog")])
    >>> tree
    Tree('(NP (DT the) (NN dog))')
    >>> [leaf.word for leaf in tree.leaves()]
    ['the', 'dog']
    """

    label: str
    children: tuple[Tree, ...] = ()
    word: str | None = field(default=None, kw_only=True)
    _hash: int = field(init=False)

    def __init__(
        self, label: str, children: Iterable[Tree] = (), *, word: str | None = None
    ) -> None:
        children = tuple(children)
        if word is not None and children:
            raise ValueError(f"node {label!r} cannot have both a word ({word!r}) and children")
        assign = object.__setattr__
        assign(self, "label", label)
        assign(self, "children", children)
        assign(self, "word", word)
        try:
            # Children carry their own hashes, so this is cheap and never recurses.
            assign(self, "_hash", hash((label, word, tuple([child._hash for child in children]))))
        except AttributeError:
            raise TypeError(
                f"the children of {label!r} must be trees; a word goes into Tree(label, word=...)"
            ) from None

    @property
    def is_leaf(self) -> bool:
        return not self.children

    @property
    def is_frontier(self) -> bool:
        """True for a node with neither children nor word: a variable of a rule's fragment."""
        return not self.children and self.word is None

    def nodes(self) -> Iterator[Tree]:
        """Every node, each before its children, left to right."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def leaves(self) -> Iterator[Tree]:
        """The nodes without children, left to right."""
        return (node for node in self.nodes() if not node.children)

    def words(self) -> list[str]:
        """The words of the leaves, left to right; frontier nodes have none."""
        return [node.word for node in self.nodes() if node.word is not None]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        pending = [(self, other)]
        while pending:
            one, two = pending.pop()
            if one is two:
                continue
            if (
                one._hash != two._hash
                or one.label != two.label
                or one.word != two.word
                or len(one.children) != len(two.children)
            ):
                return False
            pending.extend(zip(one.children, two.children, strict=True))
        return True

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        from laconic.trees.brackets import render_unchecked

        return f"Tree({render_unchecked(self)!r})"

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from laconic.trees.draw import draw_svg

        return draw_svg(self)

    def __copy__(self) -> Tree:
        return self

    def __deepcopy__(self, memo: object) -> Tree:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        nodes = list(self.nodes())
        return from_preorder, (
            [node.label for node in nodes],
            [len(node.children) for node in nodes],
            [node.word for node in nodes],
        )


def from_preorder(
    labels: Sequence[str], child_counts: Sequence[int], words: Sequence[str | None]
) -> Tree:
    """The tree whose nodes, each before its children, have these labels, child counts and words.

    >>> from_preorder(["NP", "DT", "NN"], [2, 0, 0], [None, "the", "dog"])
    Tree('(NP (DT the) (NN dog))')
    """
    built: list[Tree] = []
    for label, count, word in zip(
        reversed(labels), reversed(child_counts), reversed(words), strict=True
    ):
        # Built from the end, so the nearest trees on the stack are this node's children.
        if count > len(built):
            raise ValueError(f"{label!r} is to have {count} children; {len(built)} follow it")
        children = tuple([built.pop() for _ in range(count)])
        built.append(Tree(label, children, word=word))
    if len(built) != 1:
        raise ValueError(f"the nodes make {len(built)} trees, not one")
    return built[0]


def fold(tree: Tree, build: Callable[[Tree, list[Result]], Result]) -> Result:
    """A value made bottom-up, each node's from the values of its children (right to left).

    >>> fold(Tree("NP", [Tree("DT"), Tree("NN")]), lambda node, sizes: 1 + sum(sizes))
    3
    """
    built: list[Result] = []
    for node in reversed(list(tree.nodes())):
        built.append(build(node, [built.pop() for _ in node.children]))
    return built.pop()


def replace_leaves(tree: Tree, replacements: Sequence[Tree]) -> Tree:
    """The tree with its leaves, left to right, replaced by these trees.

    >>> replace_leaves(Tree("NP", [Tree("DT"), Tree("NN", word="dog")]),
    ...                [Tree("DT", word="a"), Tree("NN", word="cat")])
    Tree('(NP (DT a) (NN cat))')
    """
    remaining = list(replacements)

    def replace(node: Tree, children: list[Tree]) -> Tree:
        return Tree(node.label, children) if children else remaining.pop()

    if len(remaining) != sum(1 for _ in tree.leaves()):
        raise ValueError(f"{len(remaining)} replacements do not fit the leaves of {tree!r}")
    return fold(tree, replace)
