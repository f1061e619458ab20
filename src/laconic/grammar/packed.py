"""A grammar as flat arrays: what the native matcher reads, in memory or mapped from a file.

1. Source sides become rows of symbols, a trie over them becomes two arrays, its states numbered by
   level (core/forest/rule_index.h says what each array means).
2. A rule itself is kept as its text; `Rule` objects are made when somebody asks for one.
3. A rule's id is its place, and places follow the order of texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.archive import is_archive, open_archive, write_archive
from laconic.errors import FormatError, LaconicError
from laconic.grammar.coverage import Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule, render_rule
from laconic.grammar.rule import DELETED, Rule, frontier, link_terminals
from laconic.trees.labels import Normalisation, check_normalisation
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import (
    Vocabulary,
    check_starts,
    decode,
    from_bytes,
    make_vocabulary,
    to_bytes,
)

_KIND, _VERSION = "grammar", 1
_NODE, _WORD = 1 << 63, 1 << 62  # marks of symbols; a variable has none
_SOURCE_WORD, _NEW_WORD = -1, -2  # labels of items that are no variables
_MOST_RULES_KEPT = 50_000
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class PackedGrammar:
    """Rules with their counts and origins, as arrays."""

    arrays: Arrays
    labels: Vocabulary
    words: Vocabulary
    normalisation: Normalisation = "none"
    parser: str | None = None
    made: dict[int, Rule] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.arrays["counts"])

    def text(self, rule_id: int) -> str:
        """The text of a rule."""
        start, stop = self.arrays["text_starts"][rule_id : rule_id + 2]
        try:
            return decode(self.arrays["texts"][start:stop])
        except UnicodeDecodeError as error:
            raise FormatError(f"rule {rule_id} is no text: {error}", "a rule") from error

    def rule(self, rule_id: int) -> Rule:
        """The rule with this id."""
        rule = self.made.get(rule_id)
        if rule is None:
            rule = parse_rule(self.text(rule_id))
            if len(self.made) >= _MOST_RULES_KEPT:
                self.made.clear()
            self.made[rule_id] = rule
        return rule

    def entry(self, rule_id: int) -> Entry:
        """What is known of the rule with this id."""
        count, bound, origin = (
            int(self.arrays[name][rule_id]) for name in ("counts", "bounds", "origins")
        )
        return Entry(count, Origin(origin), bound)

    def find(self, rule: Rule) -> int | None:
        """The id of a rule, None if the grammar does not hold it."""
        text = render_rule(rule)
        place = bisect_left(range(len(self)), text, key=self.text)
        return place if place < len(self) and self.text(place) == text else None


def pack(grammar: Grammar) -> PackedGrammar:
    """A grammar as arrays."""
    return pack_rules(
        [(render_rule(rule), rule, grammar.entries[rule]) for rule in grammar.rules],
        normalisation=grammar.normalisation,
        parser=grammar.parser,
    )


def unpack(packed: PackedGrammar) -> Grammar:
    """The grammar that was packed."""
    entries = {packed.rule(number): packed.entry(number) for number in range(len(packed))}
    return Grammar(entries, packed.normalisation, packed.parser)


def write_packed(packed: PackedGrammar, path: str | Path) -> None:
    """Write a packed grammar, to be mapped into memory later."""
    manifest = {
        "kind": _KIND,
        "version": _VERSION,
        "normalisation": packed.normalisation,
        "parser": packed.parser,
        "rules": len(packed),
    }
    write_archive(path, manifest, to_arrays(packed))


def open_packed(path: str | Path, *, verify: bool = True) -> PackedGrammar:
    """Map a packed grammar into memory; a million rules take well under a second."""
    if Path(path).is_file() and not is_archive(path):
        expected = "a packed grammar; a grammar as text is read by read_grammar"
        raise FormatError("a file that is no archive", expected, path=path)
    archive = open_archive(path, kind=_KIND, version=_VERSION, verify=verify)
    facts = archive.manifest
    return from_arrays(archive.arrays, facts.get("normalisation"), facts.get("parser"), path)


def to_arrays(packed: PackedGrammar) -> dict[str, NDArray[Any]]:
    """The arrays of a packed grammar, with its vocabularies."""
    label_starts, labels = to_bytes(packed.labels.strings)
    word_starts, words = to_bytes(packed.words.strings)
    return {
        **packed.arrays,
        "vocabulary_label_starts": label_starts,
        "vocabulary_labels": labels,
        "vocabulary_word_starts": word_starts,
        "vocabulary_words": words,
    }


def from_arrays(
    held: Arrays, normalisation: object, parser: object, path: str | Path
) -> PackedGrammar:
    """The packed grammar that arrays of a file make, once all of them fit together."""
    arrays = dict(held)
    try:
        labels, words = (
            make_vocabulary(
                from_bytes(
                    arrays.pop(f"vocabulary_{name}_starts"), arrays.pop(f"vocabulary_{name}s")
                )
            )
            for name in ("label", "word")
        )
        for name, known in (("label", labels), ("word", words)):
            if len(known) + 1 != len(held[f"vocabulary_{name}_starts"]):
                raise ValueError(f"a {name} is there twice")
        missing = {name for name, _ in _FORMS} - set(arrays)
        if missing:
            raise KeyError(min(missing))
        for name, kind in _FORMS:
            if arrays[name].dtype != kind or arrays[name].ndim != 1:
                raise TypeError(f"{name} has another form")
        count = len(arrays["counts"])
        check_starts(arrays["text_starts"], arrays["texts"])
        for name, size in (("bounds", count), ("origins", count), ("text_starts", count + 1)):
            if len(arrays[name]) != size:
                raise ValueError(f"{name} has {len(arrays[name])} numbers, not {size}")
        if count and arrays["origins"].max() > (~Origin(0)).value:
            raise ValueError("a rule has an unknown origin")
        spelling = check_normalisation(str(normalisation))
    except (KeyError, TypeError, ValueError, LaconicError) as error:
        found = f"a grammar file in which something is wrong: {error}"
        raise FormatError(found, "one that laconic wrote", path=path) from error
    return PackedGrammar(arrays, labels, words, spelling, None if parser is None else str(parser))


_FORMS: tuple[tuple[str, type[np.number[Any]]], ...] = (
    ("symbols", np.uint64),
    ("first_children", np.uint32),
    ("first_programs", np.uint32),
    ("programs", np.int32),
    ("counts", np.uint64),
    ("bounds", np.uint64),
    ("origins", np.uint8),
    ("text_starts", np.uint64),
    ("texts", np.uint8),
)


def pack_rules(
    rules: Sequence[tuple[str, Rule, Entry]],
    *,
    labels: Vocabulary | None = None,
    words: Vocabulary | None = None,
    normalisation: Normalisation = "none",
    parser: str | None = None,
) -> PackedGrammar:
    """Rules in the order of their texts as arrays; vocabularies that are given are added to."""
    sides = [side for _, rule, _ in rules for side in (rule.source, rule.target)]
    nodes = [node for side in sides for node in side.nodes()]
    old_labels, old_words = labels or make_vocabulary([]), words or make_vocabulary([])
    # Sorted, so that ids do not depend on the order of rules.
    labels = old_labels.with_more(sorted({node.label for node in nodes}))
    words = old_words.with_more(sorted({node.word for node in nodes if node.word is not None}))
    by_source: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, (_, rule, entry) in enumerate(rules):
        program = by_source[_source_symbols(rule.source, labels, words)]
        items = _items(rule, labels, words)
        head = labels.ids[rule.target.label]
        program += (number, head, entry.origin.value, len(items) // 2, *items)
    arrays = _pack_trie(by_source)
    text_starts, texts = to_bytes([text for text, _, _ in rules])
    arrays |= {
        "counts": np.array([entry.count for _, _, entry in rules], dtype=np.uint64),
        "bounds": np.array([entry.bound for _, _, entry in rules], dtype=np.uint64),
        "origins": np.array([entry.origin.value for _, _, entry in rules], dtype=np.uint8),
        "text_starts": text_starts,
        "texts": texts,
    }
    return PackedGrammar(arrays, labels, words, normalisation, parser)


def _source_symbols(source: Tree, labels: Vocabulary, words: Vocabulary) -> tuple[int, ...]:
    symbols = []
    for node in source.nodes():
        label = labels.ids[node.label]
        if node.children:
            symbols.append(_NODE | label << 32 | len(node.children))
        elif node.word is not None:
            symbols.append(_WORD | label << 32 | words.ids[node.word])
        else:
            symbols.append(label)
    return tuple(symbols)


def _pack_trie(by_source: Mapping[tuple[int, ...], list[int]]) -> dict[str, NDArray[Any]]:
    """The trie of source sides, and what their rules do, in the order of its states."""
    rows = sorted(by_source)
    symbols, first_children, first_programs = [0], [], []
    programs: list[int] = []
    level = [(0, len(rows))]  # for each state of a level, the rows that pass through it
    depth = 0
    while level:
        below = []
        for first, last in level:
            first_children.append(len(symbols))
            first_programs.append(len(programs))
            if last - first == 1 and len(rows[first]) == depth:
                programs += by_source[rows[first]]
                continue
            start = first
            while start < last:
                symbol, stop = rows[start][depth], start + 1
                while stop < last and rows[stop][depth] == symbol:
                    stop += 1
                symbols.append(symbol)
                below.append((start, stop))
                start = stop
        level, depth = below, depth + 1
    first_children.append(len(symbols))
    first_programs.append(len(programs))
    return {
        "symbols": np.array(symbols, dtype=np.uint64),
        "first_children": np.array(first_children, dtype=np.uint32),
        "first_programs": np.array(first_programs, dtype=np.uint32),
        "programs": np.array(programs, dtype=np.int32),
    }


def _items(rule: Rule, labels: Vocabulary, words: Vocabulary) -> list[int]:
    """The leaves of the target side, two numbers each: what it is, and where it comes from."""
    variables = [0] * len(frontier(rule.target))
    for place, link in enumerate(rule.links):
        if link != DELETED:
            variables[link] = place
    from_source, next_variable = iter(link_terminals(rule)), iter(variables)
    items: list[int] = []
    for leaf in rule.target.leaves():
        if leaf.word is None:
            items += (labels.ids[leaf.label], next(next_variable))
        elif (place := next(from_source)) >= 0:
            items += (_SOURCE_WORD, place)
        else:
            items += (_NEW_WORD, words.ids[leaf.word])
    return items
