"""How rules spell words: as the grammar's normalisation says, but nothing that a rule brings in
itself is masked, since no source word could fill it in again."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.grammar.rule import Rule
from laconic.trees.labels import (
    Normalisation,
    normalise_new_word,
    normalise_tree,
    normalise_word,
)
from laconic.trees.tree import Tree, replace_leaves


def normalise_pair(
    source: Tree, target: Tree, links: Sequence[tuple[int, int]], normalisation: Normalisation
) -> tuple[Tree, Tree]:
    """Both trees as rules spell them; a target word is masked only like a source word it is from.

    >>> from laconic.trees.brackets import parse, render
    >>> one, two = parse("(X (CD 15) (CD 1,200))"), parse("(X (CD 15) (CD 1200))")
    >>> render(normalise_pair(one, two, [(0, 0), (1, 1)], "lower-digits")[1])
    '(X (CD ##) (CD 1200))'
    """
    source = normalise_tree(source, normalisation)
    supplies: list[list[int]] = [[] for _ in target.words()]
    for s, t in links:
        supplies[t].append(s)
    return source, _respell(target, source.words(), supplies, normalisation)


def respell_kept(
    source: Tree, target: Tree, links: Sequence[tuple[int, int]], normalisation: Normalisation
) -> Tree:
    """The target with words that differ only in case from the source word they are linked to
    spelled like it, since that is how a rule that keeps them spells them.

    >>> from laconic.trees.brackets import parse, render
    >>> one, two = parse("(S (RB then) (PRP it) (VBD fell))"), parse("(S (PRP It) (VBD fell))")
    >>> render(respell_kept(one, two, [(1, 0), (2, 1)], "lower"))
    '(S (PRP it) (VBD fell))'
    """
    words, spelled = source.words(), target.words()
    for s, t in links:
        if normalise_new_word(words[s], normalisation) == normalise_new_word(
            spelled[t], normalisation
        ):
            spelled[t] = words[s]
    if spelled == target.words():
        return target
    leaves = zip(target.leaves(), spelled, strict=True)
    return replace_leaves(target, [Tree(leaf.label, word=word) for leaf, word in leaves])


def normalise_rule(rule: Rule, normalisation: Normalisation) -> Rule:
    """A rule written by hand, with the grammar's spelling of its words."""
    source = normalise_tree(rule.source, normalisation)
    words = source.words()
    supplies = [list(range(len(words)))] * len(rule.target.words())
    return Rule(source, _respell(rule.target, words, supplies, normalisation), rule.links)


def _respell(
    target: Tree,
    source_words: Sequence[str],
    supplies: Sequence[Sequence[int]],
    normalisation: Normalisation,
) -> Tree:
    """The target with each word normalised if one of its suppliers is equal and still free."""
    if normalisation == "none":
        return target
    taken: set[int] = set()
    remaining = iter(supplies)
    leaves = []
    for leaf in target.leaves():
        if leaf.word is None:
            leaves.append(leaf)
            continue
        word = normalise_word(leaf.word, normalisation)
        free = [s for s in next(remaining) if s not in taken and source_words[s] == word]
        taken.update(free[:1])
        spelled = word if free else normalise_new_word(leaf.word, normalisation)
        leaves.append(Tree(leaf.label, word=spelled))
    return replace_leaves(target, leaves)
