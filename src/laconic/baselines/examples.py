"""Pairs as the comparison systems learn from them: a sentence, and the words to be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from laconic.baselines.sentence import Sentence, read_sentence
from laconic.corpus import Pair, name_of
from laconic.grammar.alignment import Links, align
from laconic.grammar.edits import fold_case
from laconic.induction import tree_pairs
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A sentence and the words that its reference keeps."""

    sentence: Sentence
    kept: tuple[int, ...]


def read_examples(
    pairs: Iterable[Pair], left_out: list[str], *, all_references: bool = False
) -> Iterator[Example]:
    """An example for each pair, or for each reference; reasons for others go to `left_out`."""
    for pair in pairs:
        for number, (source, reference) in enumerate(
            tree_pairs(pair, all_references=all_references)
        ):
            kept = find_kept(source, reference, None if number else pair.links)
            if kept:
                yield Example(read_sentence(source), kept)
            else:
                left_out.append(f"{name_of(pair)}: its reference keeps no word of the source")


def find_kept(source: Tree, target: Tree, links: Links | None = None) -> tuple[int, ...]:
    """The source words that a target keeps; where it does more than delete, those it has too.

    `links`, if given, say which words of the two belong together.

    >>> from laconic.trees.brackets import parse
    >>> find_kept(parse("(S (X I) (X do) (X see))"), parse("(S (X I) (X see))"))
    (0, 2)
    """
    spans = index_spans(source), index_spans(target)
    words, others = (fold_case(tree.words()) for tree in (source, target))
    if links is None:
        links = align(*spans)
    return tuple(sorted({s for s, t in links if words[s] == others[t]}))


def false_words(kept: Iterable[int], reference: Iterable[int]) -> int:
    """McDonald's loss: how many words are wrongly kept or wrongly dropped.

    >>> false_words([0, 1], [1, 2, 3])
    3
    """
    return len(set(kept) ^ set(reference))
