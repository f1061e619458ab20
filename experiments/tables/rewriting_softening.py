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
from laconic.grammar.word_aligner import Aligner, learn_aligner
from laconic.trees.tree import replace_leaves


def with_links(pairs: Sequence[Pair]) -> list[Pair]:
    """A pair for each reference, aligned once for all that is done with it; links that a pair came
    with are kept."""
    single = [
        replace(
            pair,
            id=f"{pair.id}/{number}",
            references=(side,),
            # Links that a pair came with are those of its first reference.
            links=None if number else pair.links,
        )
        for pair in pairs
        for number, side in enumerate(pair.references)
    ]
    aligner = aligner_of(single)
    return [
        pair if pair.links is not None else replace(pair, links=aligner.align(*words_of(pair)))
        for pair in single
    ]


def aligner_of(pairs: Sequence[Pair]) -> Aligner:
    """IBM model 1, learned from pairs with one reference each."""
    return learn_aligner([words_of(pair) for pair in pairs])


def words_of(pair: Pair) -> tuple[list[str], list[str]]:
    """The words of the source and of the first reference."""
    return tree_of(pair.source).words(), tree_of(pair.references[0]).words()


def soften(pairs: Sequence[Pair], least: int) -> list[Pair]:
    """The aligned pairs with those substitutions that at least so many have, and no others."""
    found = [list(changes(pair)) for pair in pairs]
    counts = Counter(change for some in found for change in {change for _, _, change in some})
    return [_put_back(pair, some, counts, least) for pair, some in zip(pairs, found, strict=True)]


def changes(pair: Pair) -> Iterator[tuple[int, int, tuple[str, str]]]:
    """Places and lower-cased words where one word stands for one other."""
    old, new = words_of(pair)
    links = pair.links or ()
    often_source, often_target = Counter(s for s, _ in links), Counter(t for _, t in links)
    for s, t in links:
        change = old[s].lower(), new[t].lower()
        if change[0] != change[1] and often_source[s] == often_target[t] == 1:
            yield s, t, change


def _put_back(
    pair: Pair,
    found: Sequence[tuple[int, int, tuple[str, str]]],
    counts: Counter[tuple[str, str]],
    least: int,
) -> Pair:
    target = tree_of(pair.references[0])
    old, leaves = list(tree_of(pair.source).leaves()), list(target.leaves())
    for s, t, change in found:
        if counts[change] < least:
            leaves[t] = old[s]
    return replace(pair, references=(replace_leaves(target, leaves),))
