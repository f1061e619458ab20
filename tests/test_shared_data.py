"""The rules of a pair derive the pair, on real trees: the files in shared/data, if they are there.

Two corpora are made from them: OneStop's sentence pairs with their silver trees (substitution,
reordering and deletion together), and deletion-only pairs, treebank sentences with constituents cut
out at random. By default every tenth pair is tried; `pytest -m slow` tries all.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from pairs import NO_SHARED_DATA, SHARED_DATA, onestop_pairs, pruned_pairs

from laconic.corpus import Pair
from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.grammar.grammar import GrammarBuilder
from laconic.induction import ExtractionOptions, extract_pair, tree_pairs
from laconic.trees.brackets import parse, read_trees, render

pytestmark = pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)

TREEBANKS = [path.name for path in sorted((SHARED_DATA / "trees").glob("*.ptb*"))]


@cache
def corpus(name: str) -> list[Pair]:
    if name == "onestop":
        return onestop_pairs()
    files = ("gum.dev.ptb", "wsj-sample.gold.noncommercial.ptb.gz")
    trees = [
        tree
        for file in files
        for tree in read_trees(
            SHARED_DATA / "trees" / file, drop_traces=True, drop_function_tags=True
        )
    ]
    return pruned_pairs(trees)


def underivable(pairs: list[Pair], bound: int) -> list[str]:
    options = ExtractionOptions(bound=bound)
    failed = []
    for pair in pairs:
        ((source, target),) = tree_pairs(pair)
        builder = GrammarBuilder()
        builder.add_extracted(extract_pair(source, target, options))
        forest = Matcher(builder.build(targets_per_source=None), None).match(source)
        edges = find_gold(forest, target)
        derivation = None if edges is None else forest.derivation(edges)
        if (
            derivation is None
            or derivation.target() != target
            or derivation.rebuild_source() != source
        ):
            failed.append(pair.id)
    return failed


@pytest.mark.parametrize("name", ["onestop", "pruned"])
def test_a_tenth_of_the_pairs_is_derived(name: str) -> None:
    pairs = corpus(name)[::10]
    assert len(pairs) > 500
    assert underivable(pairs, bound=1) == []


@pytest.mark.slow
@pytest.mark.parametrize("bound", [0, 1, 2])
@pytest.mark.parametrize("name", ["onestop", "pruned"])
def test_every_pair_is_derived(name: str, bound: int) -> None:
    pairs = corpus(name)
    assert len(pairs) > 5_000
    assert underivable(pairs, bound) == []


@pytest.mark.parametrize("name", TREEBANKS)
def test_treebanks_read_and_write(name: str) -> None:
    trees = list(islice(read_trees(SHARED_DATA / "trees" / name), 2_000))
    assert trees
    assert all(parse(render(tree)) == tree for tree in trees)
