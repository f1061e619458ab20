"""Tree pairs to test with: random ones, the repository's sample corpus, and the shared data.

Random pairs use few labels and words, so that alignments are ambiguous and unary chains common.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

from hypothesis import strategies as st

from laconic.corpus import Pair, read_pairs
from laconic.trees.brackets import read_trees
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples" / "pairs.jsonl"
SHARED_DATA = ROOT.parent / "shared" / "data"
NO_SHARED_DATA = f"needs the data files in {SHARED_DATA.name}/ beside the repository"

LABELS = ["S", "NP", "VP", "NN"]
WORDS = ["a", "b", "c", "d"]


def sample_pairs() -> list[Pair]:
    return list(read_pairs(SAMPLES))


def random_tree(words: list[str], generator: random.Random, depth: int = 0) -> Tree:
    """A tree over these words, with unary nodes here and there."""
    label = generator.choice(LABELS)
    if generator.random() < 0.2 and depth < 6:
        return Tree(label, [random_tree(words, generator, depth + 1)])
    if len(words) == 1:
        return Tree(label, word=words[0])
    cuts = sorted(
        generator.sample(range(1, len(words)), min(len(words) - 1, generator.choice([1, 1, 2])))
    )
    parts = [words[i:j] for i, j in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    return Tree(label, [random_tree(part, generator, depth + 1) for part in parts])


@st.composite
def word_lists(draw: st.DrawFn, max_size: int = 8) -> list[str]:
    return draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=max_size))


@st.composite
def aligned_pairs(
    draw: st.DrawFn, max_size: int = 8
) -> tuple[Tree, Tree, tuple[tuple[int, int], ...]]:
    """Two unrelated trees under TOP, and any set of links between their words."""
    generator = draw(st.randoms(use_true_random=False))
    source_words, target_words = draw(word_lists(max_size)), draw(word_lists(max_size))
    pairs = [(s, t) for s in range(len(source_words)) for t in range(len(target_words))]
    links = draw(st.lists(st.sampled_from(pairs), max_size=10, unique=True))
    source = random_tree(source_words, generator)
    target = random_tree(target_words, generator)
    return with_root(source), with_root(target), tuple(sorted(links))


@st.composite
def deletion_pairs(draw: st.DrawFn, max_size: int = 9) -> tuple[Tree, list[str]]:
    """A tree, and some of its words."""
    generator = draw(st.randoms(use_true_random=False))
    words = draw(word_lists(max_size))
    kept = draw(st.sets(st.sampled_from(range(len(words))), min_size=1))
    return random_tree(words, generator), [words[place] for place in sorted(kept)]


def onestop_pairs() -> list[Pair]:
    """OneStop's sentence pairs, each sentence with its tree from the silver treebank.

    The trees are of the same sentences, tokenised; letters and digits identify them.
    """
    trees: dict[str, Tree] = {}
    for tree in read_trees(SHARED_DATA / "trees" / "onestop.silver.ptb.gz"):
        trees.setdefault(_letters("".join(tree.words())), with_root(tree))
    pairs = []
    with (SHARED_DATA / "rewriting" / "onestop.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            source = trees.get(_letters(record["source"]))
            target = trees.get(_letters(record["references"][0]))
            if source is not None and target is not None:
                pairs.append(Pair(record["id"], source, (target,)))
    return pairs


def pruned_pairs(trees: list[Tree], seed: int = 0) -> list[Pair]:
    """Deletion-only pairs: each tree, and what is left when some constituents are cut out."""
    generator = random.Random(seed)
    pairs = []
    for number, tree in enumerate(trees):
        target = _prune(tree, generator)
        if target is not None:
            pairs.append(Pair(str(number), with_root(tree), (with_root(target),)))
    return pairs


def _prune(tree: Tree, generator: random.Random, depth: int = 0) -> Tree | None:
    if depth > 1 and generator.random() < 0.15:
        return None
    if tree.is_leaf:
        return tree
    kept = [_prune(child, generator, depth + 1) for child in tree.children]
    children = [child for child in kept if child is not None]
    if not children:
        return None
    # What is left of a phrase often loses a level when it is parsed anew.
    if len(children) == 1 and len(tree.children) > 1 and generator.random() < 0.3:
        return children[0]
    return Tree(tree.label, children)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())
