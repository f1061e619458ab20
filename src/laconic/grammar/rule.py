"""`Rule`, a production of the synchronous grammar: equation (1), ⟨X,Y⟩ → ⟨α,γ,~⟩."""

from __future__ import annotations

from dataclasses import dataclass

from laconic.errors import RuleError
from laconic.trees.tree import Tree

DELETED = -1


@dataclass(frozen=True, slots=True)
class Rule:
    """Rewrites a source node that looks like `source` (α) as `target` (γ).

    Frontier nodes are the variables. `links` (~) says for each variable of the source, left to
    right, which variable of the target it becomes, or DELETED (ε). The target has no variable of
    its own, and may be nothing but one: then the source node vanishes around what it keeps.

    >>> rule = Rule(Tree("S", [Tree("NP"), Tree("VP")]), Tree("VP"), (DELETED, 0))
    >>> print(rule)
    <S,VP> -> <[S NP_e VP_1], VP_1>
    """

    source: Tree
    target: Tree
    links: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.source.is_frontier:
            raise RuleError(
                f"the source side is only a variable ({self.source.label}); "
                "it needs a word or children, or the rule could apply to itself without end"
            )
        variables, targets = len(frontier(self.source)), len(frontier(self.target))
        if len(self.links) != variables:
            raise RuleError(f"{len(self.links)} links for {variables} source variables")
        kept = sorted([link for link in self.links if link != DELETED])
        if kept != list(range(targets)):
            raise RuleError(
                f"the target's {targets} variables must each be linked once; linked are {kept}"
            )

    def __str__(self) -> str:
        from laconic.grammar.notation import render_rule

        return render_rule(self)


def frontier(fragment: Tree) -> list[Tree]:
    """The variables of a fragment, left to right."""
    found, pending = [], [fragment]
    while pending:
        node = pending.pop()
        if node.children:
            pending.extend(node.children[::-1])
        elif node.word is None:
            found.append(node)
    return found


def link_terminals(rule: Rule) -> list[int]:
    """For each target word, which source word of the rule it came from; −1 if it is new.

    Words link by identity, each to one of its own: first in order, each to the first source word
    that is left; then those that were moved, to the first equal one that is free.

    >>> from laconic.grammar.notation import parse_rule
    >>> link_terminals(parse_rule("<X,X> -> <[X [A a] [B b] [A a]], [X [B b] [A a] [C c]]>"))
    [1, 2, -1]
    >>> link_terminals(parse_rule("<X,X> -> <[X [A a] [B b]], [X [B b] [A a]]>"))
    [1, 0]
    """
    source_words, target_words = rule.source.words(), rule.target.words()
    links, first = [-1] * len(target_words), 0
    for place, word in enumerate(target_words):
        if word in source_words[first:]:
            links[place] = source_words.index(word, first)
            first = links[place] + 1
    for place, word in enumerate(target_words):
        if links[place] < 0:
            free = [n for n, other in enumerate(source_words) if other == word and n not in links]
            links[place] = free[0] if free else -1
    return links


def height(fragment: Tree) -> int:
    """Levels below the root: 0 for a variable, 1 for [NP DT_1 NN_2] and for [NN dog].

    >>> height(Tree("NP", [Tree("DT", word="the"), Tree("NN")]))
    2
    """
    deepest, pending = 0, [(fragment, 0)]
    while pending:
        node, depth = pending.pop()
        deepest = max(deepest, depth + (node.word is not None))
        pending.extend((child, depth + 1) for child in node.children)
    return deepest
