"""Relations found without function tags against the function tags of gold trees.

The gold trees are a sample of the Wall Street Journal in shared/data, if it is there. A gold pair
is the head word of a phrase with the tag and the word that it should hang on: for -SBJ the head of
its clause; for -PRD the verb (where a clause has none, the predicate is its head and is left out);
for -LGS, which is on the noun phrase under "by", the verb, with "by" as the dependent. A subject
that is a trace of a wh-phrase stands for that phrase; any other trace is nobody's subject.
"""

from __future__ import annotations

from functools import cache

import pytest
from pairs import NO_SHARED_DATA, SHARED_DATA

from laconic.trees.brackets import read_trees
from laconic.trees.dependencies import find_dependencies
from laconic.trees.labels import TRACE_LABEL, without_function_tags, without_traces
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

GOLD = SHARED_DATA / "trees" / "wsj-sample.gold.noncommercial.ptb.gz"
pytestmark = pytest.mark.skipif(not GOLD.is_file(), reason=NO_SHARED_DATA)

Arc = tuple[int, int]


def tags_of(label: str) -> list[str]:
    return [] if label.startswith("-") else label.split("-")[1:]


def words_before(spans: Spans) -> list[int]:
    """How many words that are no traces come before each place."""
    counts = [0]
    for leaf in spans.tree.leaves():
        counts.append(counts[-1] + (leaf.label != TRACE_LABEL))
    return counts


def fronted(spans: Spans, node: int) -> int:
    """The wh-phrase that an empty subject is the trace of; −1 for none."""
    trace = next(spans.nodes[node].leaves()).word or ""
    for number, other in enumerate(spans.nodes):
        is_same = trace.startswith("*T*-") and other.label.split("-")[-1] == trace[4:]
        if is_same and other.label.startswith("WH"):
            return number
    return -1


def gold_arcs(tree: Tree, tag: str, heads: list[int]) -> set[Arc]:
    """Head and dependent for each phrase with a function tag."""
    spans = index_spans(tree)
    before = words_before(spans)

    def head_word(node: int) -> int:
        places = range(before[spans.starts[node]], before[spans.stops[node]])
        tops = [place for place in places if heads[place] not in places]
        return tops[-1] if tops else -1

    arcs = set()
    for parent in range(len(spans.nodes)):
        for child in spans.children(parent):
            if tag not in tags_of(spans.nodes[child].label):
                continue
            phrase, holder = child, parent
            if head_word(child) < 0:
                phrase = fronted(spans, child)
            elif tag == "LGS":
                phrase, holder = parent, ancestor(spans, parent)
            arc = (head_word(holder), head_word(phrase) if phrase >= 0 else -1)
            if -1 not in arc and arc[0] != arc[1]:
                arcs.add(arc)
    return arcs


def ancestor(spans: Spans, node: int) -> int:
    above = [number for number in range(node) if spans.ends[number] >= spans.ends[node]]
    return above[-1]


@cache
def agreement(label: str) -> tuple[float, float]:
    """Precision and recall of a label, over all sentences."""
    right = found = expected = 0
    for tree in read_trees(GOLD):
        words = without_traces(tree)
        if words is None:
            continue
        arcs = find_dependencies(without_function_tags(words))
        gold = gold_arcs(tree, label, [arc.head for arc in arcs])
        ours = {(arc.head, arc.dependent) for arc in arcs if arc.label == label}
        right += len(gold & ours)
        found += len(ours)
        expected += len(gold)
    return right / found, right / expected


@pytest.mark.parametrize(
    ("label", "precision", "recall"),
    [("SBJ", 0.995, 0.99), ("PRD", 0.94, 0.96), ("LGS", 0.93, 0.94)],
)
def test_relations_agree_with_function_tags(label: str, precision: float, recall: float) -> None:
    reached = agreement(label)
    assert reached[0] > precision
    assert reached[1] > recall
