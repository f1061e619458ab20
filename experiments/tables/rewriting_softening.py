"""References with fewer new words: what no rule could learn is put back.

Most words that a reference puts in place of others it puts there once in the whole corpus; a rule
for that is of no use elsewhere. Yet a model that is to come near such a reference learns to delete
the old word, since that is one error less than keeping it. So where a word stands for another that
it seldom stands for, the source's word is put back, with its tag: what can be learned is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from laconic.corpus import Pair, tree_of
from laconic.grammar.alignment import Links
from laconic.grammar.word_aligner import learn_aligner
from laconic.trees.tree import Tree, replace_leaves


def soften(pairs: Sequence[Pair], least: int) -> list[Pair]:
    """The pairs with those substitutions that at least so many pairs have, and no others."""
    sides = [[(tree_of(pair.source), tree_of(side)) for side in pair.references] for pair in pairs]
    aligner = learn_aligner(
        (source.words(), target.words()) for found in sides for source, target in found
    )
    links = [
        [aligner.align(source.words(), target.words()) for source, target in found]
        for found in sides
    ]
    counts: Counter[tuple[str, str]] = Counter()
    for found, linked in zip(sides, links, strict=True):
        counts.update(
            {
                change
                for (source, target), one in zip(found, linked, strict=True)
                for _, _, change in changes(source, target, one)
            }
        )
    usual = {change for change, count in counts.items() if count >= least}
    return [
        replace(
            pair,
            references=tuple(
                _put_back(source, target, one, usual)
                for (source, target), one in zip(found, linked, strict=True)
            ),
        )
        for pair, found, linked in zip(pairs, sides, links, strict=True)
    ]


def changes(source: Tree, target: Tree, links: Links) -> Iterator[tuple[int, int, tuple[str, str]]]:
    """Places and lower-cased words where one word stands for one other."""
    old, new = source.words(), target.words()
    often_source, often_target = Counter(s for s, _ in links), Counter(t for _, t in links)
    for s, t in links:
        change = old[s].lower(), new[t].lower()
        if change[0] != change[1] and often_source[s] == often_target[t] == 1:
            yield s, t, change


def _put_back(source: Tree, target: Tree, links: Links, usual: set[tuple[str, str]]) -> Tree:
    old, leaves = list(source.leaves()), list(target.leaves())
    for s, t, change in changes(source, target, links):
        if change not in usual:
            leaves[t] = old[s]
    return replace_leaves(target, leaves)
