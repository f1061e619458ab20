"""Labels of the relations between words, phrase by phrase (docs/relations.md lists them all)."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.trees.clause_labels import find_holder, label_clause
from laconic.trees.conjuncts import dependency_table
from laconic.trees.phrases import Phrases
from laconic.trees.relation_words import CLAUSES, LOOSE, NOMINAL, VERB_TAGS
from laconic.trees.verb_labels import label_verb_phrase

_APPOSED = frozenset({"NP", "NX", "NML"})
_MODIFIED = frozenset({"ADJP", "ADVP", "WHADJP", "WHADVP", "QP"})


def label_relations(phrases: Phrases) -> Iterator[tuple[int, int, str]]:
    """Head, dependent and label for every word but the root."""
    punctuation = dependency_table().punctuation
    for node, children in enumerate(phrases.children):
        if len(children) < 2:
            continue
        labels = _label_children(phrases, node)
        for place, (child, hold) in enumerate(zip(children, phrases.holds[node], strict=True)):
            if hold.on < 0:
                continue
            head = phrases.head_words[children[hold.on]]
            if phrases.labels[child] in punctuation:
                label = "P"
            elif hold.label:
                label = hold.label
            else:
                label = labels[place]
                head = find_holder(phrases, node, child, label, head)
            yield head, phrases.head_words[child], label


def _label_children(phrases: Phrases, node: int) -> list[str]:
    label = phrases.labels[node]
    if label == "VP":
        return label_verb_phrase(phrases, node)
    if label in CLAUSES:
        return label_clause(phrases, node)
    if label in ("PP", "WHPP"):
        return _label_prepositional(phrases, node)
    if label in _MODIFIED:
        is_amount = phrases.tag(node) in ("$", "#")
        return _label_all(phrases, node, "NMOD" if is_amount else "AMOD")
    if label in NOMINAL:
        return _label_nominal(phrases, node)
    return _label_other(phrases, node)


def _label_all(phrases: Phrases, node: int, label: str) -> list[str]:
    """One label for all children, but for those that have it from their own kind."""
    return [
        "DEP" if name in LOOSE else "PRN" if name == "PRN" else label
        for name in phrases.child_labels(node)
    ]


def _label_nominal(phrases: Phrases, node: int) -> list[str]:
    labels = _label_all(phrases, node, "NMOD")
    names = phrases.child_labels(node)
    head = phrases.heads[node]
    for place in range(head + 2, len(names)):
        # A noun phrase set off from the one before it.
        if names[place] in _APPOSED and names[head] in _APPOSED and names[place - 1] in (",", ":"):
            labels[place] = "APPO"
    return labels


def _label_prepositional(phrases: Phrases, node: int) -> list[str]:
    labels = _label_all(phrases, node, "AMOD")
    after = range(phrases.heads[node] + 1, len(labels))
    complement = next((place for place in after if labels[place] == "AMOD"), -1)
    if complement >= 0 and phrases.labels[phrases.head_child(node)] not in ("PP", "WHPP"):
        labels[complement] = "PMOD"
    return labels


def _label_other(phrases: Phrases, node: int) -> list[str]:
    """In fragments and under unknown labels, by what the head is."""
    name = phrases.labels[phrases.head_child(node)]
    if name in VERB_TAGS or name == "VP":
        return label_clause(phrases, node)
    if name in CLAUSES:
        names = phrases.child_labels(node)
        labels = label_clause(phrases, node)
        return [
            "DEP" if child in NOMINAL else label for child, label in zip(names, labels, strict=True)
        ]
    if name in NOMINAL:
        return _label_nominal(phrases, node)
    return _label_all(phrases, node, "DEP")
