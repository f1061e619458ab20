"""A tree laid out for dependencies: no function tags, no traces, and a head for each phrase."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from laconic.trees.conjuncts import Hold, arrange, dependency_table
from laconic.trees.labels import TRACE_LABEL, strip_function_tags
from laconic.trees.tree import Tree

PUNCTUATION = ","  # what a phrase of nothing but punctuation is called


@dataclass(frozen=True, slots=True)
class Phrases:
    """The nodes of a tree, numbered so that children come before their parents.

    Words are numbered left to right, and are written small; a trace is no word.

    >>> from laconic.trees.brackets import parse
    >>> phrases = lay_out(parse("(NP-SBJ (NP (DT The) (NN roof)) (NP (-NONE- *)))"))
    >>> phrases.words, phrases.labels[-1], phrases.head_words[-1]
    (['the', 'roof'], 'NP', 1)
    """

    words: list[str]
    tags: list[str]
    labels: list[str] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    holds: list[tuple[Hold, ...]] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)  # the place of the head among the children
    head_words: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # the first word
    with_subject: set[int] = field(default_factory=set)  # clauses seen to have one
    # Verb phrases seen to have the predicate of their verb, or the verb of their auxiliary.
    complete: set[int] = field(default_factory=set)

    def head_child(self, node: int) -> int:
        return self.children[node][self.heads[node]]

    def word(self, node: int) -> str:
        """The head word of a node."""
        return self.words[self.head_words[node]]

    def tag(self, node: int) -> str:
        """The tag of a node's head word."""
        return self.tags[self.head_words[node]]

    def words_of(self, node: int) -> list[int]:
        """The words of a node, in no order."""
        pending, found = [node], []
        while pending:
            node = pending.pop()
            pending += self.children[node]
            if not self.children[node]:
                found.append(self.head_words[node])
        return found

    def child_labels(self, node: int) -> list[str]:
        return [self.labels[child] for child in self.children[node]]

    def add_leaf(self, label: str, place: int) -> int:
        """A new node over one word."""
        self._add(label, [], (), -1)
        self.head_words.append(place)
        self.starts.append(place)
        return len(self.labels) - 1

    def add_phrase(self, label: str, children: list[int]) -> int:
        """A new node over these."""
        names = tuple([self.labels[child] for child in children])
        punctuation = dependency_table().punctuation
        if punctuation.issuperset(names):
            label = PUNCTUATION
        holds = arrange(label, names)
        head = [hold.on for hold in holds].index(-1)
        self._add(label, children, holds, head)
        for child in children:
            self.parents[child] = len(self.labels) - 1
        self.head_words.append(self.head_words[children[head]])
        self.starts.append(self.starts[children[0]])
        return len(self.labels) - 1

    def _add(self, label: str, children: list[int], holds: tuple[Hold, ...], head: int) -> None:
        self.labels.append(label)
        self.children.append(children)
        self.parents.append(-1)
        self.holds.append(holds)
        self.heads.append(head)


def lay_out(tree: Tree) -> Phrases:
    """The phrases of a tree; without any word there are none."""
    nodes = list(tree.nodes())
    leaves = [node for node in nodes if is_word(node)]
    words = [leaf.word.lower() for leaf in leaves if leaf.word is not None]
    phrases = Phrases(words, [_tag(leaf.label) for leaf in leaves])
    place = len(words)
    built: list[int] = []
    for node in reversed(nodes):
        if node.children:
            children = [child for child in [built.pop() for _ in node.children] if child >= 0]
            added = phrases.add_phrase(category(node.label), children) if children else -1
        elif is_word(node):
            place -= 1
            added = phrases.add_leaf(phrases.tags[place], place)
        else:
            added = -1
        built.append(added)
    return phrases


def is_word(node: Tree) -> bool:
    """True for a leaf with a word, other than a trace.

    >>> is_word(Tree("NN", word="dog")), is_word(Tree("-NONE-", word="*"))
    (True, False)
    """
    return node.word is not None and node.label != TRACE_LABEL


def _tag(label: str) -> str:
    """The tag of a word; a word right under the label of a phrase is as good as untagged."""
    tag = category(label)
    return "XX" if tag in dependency_table().heads else tag


@lru_cache(maxsize=10_000)
def category(label: str) -> str:
    """A label without function tags, as `strip_function_tags` says, remembered."""
    return strip_function_tags(label)
