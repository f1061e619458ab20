"""Every rule that applies somewhere in a tree, found by the native matcher.

1. Rules come from a grammar, packed or not, from further rules, and from coverage; one that
   several of them hold is one edge with all its origins.
2. Edges that cannot be finished, or not be reached from (root, target root), are cut.
3. Edges are in canonical order: by node in post-order, then by the rule's text.
"""

from __future__ import annotations

from collections.abc import Iterable

from laconic import _core
from laconic.decoding.forest import Forest
from laconic.decoding.made import MadeRules, RuleMaker
from laconic.errors import FormatError
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import render_rule
from laconic.grammar.packed import PackedGrammar, pack, pack_rules
from laconic.grammar.rule import Rule
from laconic.grammar.spelling import normalise_rule
from laconic.trees.arrays import flatten_nodes
from laconic.trees.labels import ROOT_LABEL
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree
from laconic.trees.vocabulary import UNKNOWN


class Matcher:
    """A grammar made ready to be matched against trees; may be used from many threads.

    `more_rules` are as rules by hand: their origin is HAND, their ids follow the grammar's. With
    `coverage` every tree has a derivation: the copy.
    """

    def __init__(
        self,
        grammar: Grammar | PackedGrammar,
        coverage: Coverage | None,
        *,
        more_rules: Iterable[Rule] = (),
    ) -> None:
        self.grammar = grammar if isinstance(grammar, PackedGrammar) else pack(grammar)
        self.normalisation = self.grammar.normalisation
        self.coverage = coverage
        self._maker = None if coverage is None else RuleMaker(coverage, self.normalisation)
        self._packed = [self.grammar]
        written = {
            render_rule(rule): rule
            for rule in (normalise_rule(rule, self.normalisation) for rule in more_rules)
        }
        if written:
            self._packed.append(
                pack_rules(
                    [(text, written[text], Entry(0, Origin.HAND)) for text in sorted(written)],
                    labels=self.grammar.labels,
                    words=self.grammar.words,
                    normalisation=self.normalisation,
                )
            )
        self.labels, self.words = self._packed[-1].labels, self._packed[-1].words
        self._indexes = [_index(packed) for packed in self._packed]

    def __len__(self) -> int:
        """How many rules there are, those of coverage not counted."""
        return sum(len(packed) for packed in self._packed)

    def rule(self, rule_id: int) -> Rule:
        """The rule with this id."""
        first = len(self.grammar)
        if rule_id < first:
            return self.grammar.rule(rule_id)
        return self._packed[1].rule(rule_id - first)

    def match(self, tree: Tree, *, target_root: str = ROOT_LABEL) -> Forest:
        """All rules that apply in a tree, and lead from its root to a complete target."""
        spans = index_spans(tree)
        flat = flatten_nodes(spans.nodes, self.labels, self.words, self.normalisation)
        made: list[MadeRules] = []
        if self._maker is not None:
            made = self._maker.make(spans.nodes)
        labels = self.labels.strings
        root = self.labels.id_of(target_root)
        if flat.new_labels:
            labels += flat.new_labels
        if root == UNKNOWN:
            root = labels.index(target_root) if target_root in flat.new_labels else len(labels)
        arrays = _core.match(
            self._indexes,
            flat.labels,
            flat.child_counts,
            flat.words,
            b"".join([rules.codes for rules in made]) or bytes(4 * len(spans.nodes)),
            b"".join([rules.texts for rules in made]),
            root,
        )
        new_words = [self.words.strings[word] for word in arrays.new_words.tolist()]
        words = (*[node.word for node in spans.nodes if node.word is not None], *new_words)
        return Forest(
            spans, arrays, words, labels, self.normalisation, target_root, self.rule, made
        )


def _index(packed: PackedGrammar) -> _core.RuleIndex:
    try:
        return _core.RuleIndex(dict(packed.arrays), len(packed.labels), len(packed.words))
    except ValueError as error:
        found = f"a packed grammar in which something is wrong: {error}"
        raise FormatError(found, "one that laconic wrote") from error
