"""What rules do, and a feature that tells how usual a new word is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from laconic.corpus import Pair, tree_of
from laconic.grammar.grammar import Grammar
from laconic.grammar.rule import DELETED, Rule, height, link_terminals
from laconic.scoring.features import Function
from laconic.trees.labels import ROOT_LABEL

KINDS = ("copy", "delete", "insert", "substitute", "reorder")


def actions_of(rule: Rule) -> tuple[str, ...]:
    """What a rule does, of KINDS in this order; "copy" if nothing.

    Words that go and words that are new are substituted one for one; what is left over of them is
    deleted or inserted.
    """
    links = link_terminals(rule)
    new, kept = links.count(-1), [link for link in links if link >= 0]
    gone = len(rule.source.words()) - len(kept)
    done = {
        "delete": DELETED in rule.links or gone > new,
        "insert": new > gone,
        "substitute": min(new, gone) > 0,
        "reorder": kept != sorted(kept) or _crosses(rule),
    }
    return tuple(name for name, is_done in done.items() if is_done) or ("copy",)


def _crosses(rule: Rule) -> bool:
    kept = [link for link in rule.links if link != DELETED]
    return kept != sorted(kept)


def new_words(rule: Rule) -> int:
    """How many words a rule brings in."""
    return link_terminals(rule).count(-1)


def count_kinds(grammar: Grammar) -> dict[str, float]:
    """How many extracted rules there are, and the shares that do something; one may do several
    things. Rules of the virtual root are left out."""
    rules = [rule for rule in grammar.rules if rule.source.label != ROOT_LABEL]
    counts: Counter[str] = Counter()
    for rule in rules:
        done = actions_of(rule)
        counts.update(done)
        counts["delete only"] += done == ("delete",)
        counts["more than delete"] += not set(done) <= {"copy", "delete"}
        counts["several"] += len(done) > 1
        counts["with words"] += bool(rule.source.words() or rule.target.words())
        counts["deeper"] += max(height(rule.source), height(rule.target)) > 1
        counts["category"] += rule.source.label != rule.target.label
    names = [*KINDS, "delete only", "more than delete", "several", "with words", "deeper"]
    shares = {name: counts[name] / max(len(rules), 1) for name in [*names, "category"]}
    return {"rules": float(len(rules)), **shares}


def usual_words(grammar: Grammar, pairs: Iterable[Pair]) -> Function:
    """A feature of rules that bring in words: how many, and how usual that is for what is there.

    Of a source word, or of the rarest of several, it is the logarithm of how often the rule was
    extracted for how often the word stood in a source; one less, since the pair that is looked at
    may be one of them.
    """
    sources = Counter(word.lower() for pair in pairs for word in tree_of(pair.source).words())
    counts: Mapping[Rule, int] = {rule: entry.count for rule, entry in grammar.entries.items()}

    def new_word(rule: Rule) -> dict[str, float]:
        count = new_words(rule)
        words = rule.source.words()
        if not count:
            return {}
        if not words:
            return {"inserted": float(count)}
        often = min(sources[word] for word in words)
        rate = max(counts.get(rule, 0) - 1, 0.1) / max(often, 1)
        return {"words": float(count), "log_rate": math.log(min(rate, 1.0))}

    return new_word
