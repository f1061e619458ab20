"""The grammar of a corpus: what is aligned, what rules do, which references they reach, and how
many of the words that references bring in they know.

It is the grammar that the model `rules` is trained with: of the same references, aligned in the
same way; and beside it the one that has the rules that were seen only once too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rewriting_corpora import Split, is_one_sentence, single_sentences
from rewriting_models import some
from rewriting_rules import count_kinds
from rewriting_settings import EXTRACTION, REFERENCES
from rewriting_softening import aligner_of, with_links, words_of

from laconic.corpus import Pair, tree_of
from laconic.decoding.gold import find_gold
from laconic.decoding.matcher import Matcher
from laconic.grammar.grammar import Grammar
from laconic.grammar.packed import pack
from laconic.grammar.rule import Rule
from laconic.grammar.spelling import respell_kept
from laconic.grammar.word_aligner import Aligner
from laconic.induction import ExtractionOptions, extract_grammar, link_pair

OWN = 300  # training pairs that are derived again by their own rules

Share = list[int]  # a part and the whole
Tell = Callable[..., None]


def describe_grammar(split: Split, tell: Tell) -> dict[str, Any]:
    """What words are aligned, what rules do, and what they reach."""
    training = with_links([single_sentences(pair, REFERENCES) for pair in split.train])
    aligner, test = aligner_of(training), split.test
    options = ExtractionOptions(**EXTRACTION, coverage=False)
    whole, twice, bare = (
        extract_grammar(pairs, options=replace(options, min_count=least)).grammar
        for pairs, least in ((training, 1), (training, 2), ([], 1))
    )
    tell("grammar", rules=len(whole), twice=len(twice))
    own = some(training, OWN)
    reached = {"own": count_reached(own, whole, aligner)["first"]}
    for name, grammar in (("whole", whole), ("twice", twice), ("bare", bare)):
        found = count_reached(test, grammar, aligner)
        reached |= {f"{name}_{which}": share for which, share in found.items()}
        tell("reached", grammar=name, **found)
    first = [is_one_sentence(tree_of(pair.references[0])) for pair in test]
    return {
        **count_aligned(training),
        "examples": len(training),
        "rules": len(whole),
        "rules_twice": len(twice),
        "kinds": count_kinds(whole),
        "kinds_twice": count_kinds(twice),
        "one_sentence": [sum(first), len(first)],
        "reached": reached,
        "new_words": count_new_words(test, aligner, whole.rules, twice.rules),
    }


def count_aligned(pairs: Sequence[Pair]) -> dict[str, float]:
    """Shares of words that are linked, and of links between equal words."""
    source_words = target_words = source_linked = target_linked = equal = links = 0
    for pair in pairs:
        (source, target), found = words_of(pair), pair.links or ()
        source_words, target_words = source_words + len(source), target_words + len(target)
        source_linked += len({s for s, _ in found})
        target_linked += len({t for _, t in found})
        links += len(found)
        equal += sum(source[s].lower() == target[t].lower() for s, t in found)
    return {
        "source_aligned": source_linked / source_words,
        "target_aligned": target_linked / target_words,
        "same": equal / max(links, 1),
    }


def count_reached(pairs: Sequence[Pair], grammar: Grammar, aligner: Aligner) -> dict[str, Share]:
    """Of how many pairs the rules, and those of coverage, derive the first reference, as a tree;
    and of how many any reference."""
    options = ExtractionOptions(**EXTRACTION)
    matcher = Matcher(pack(grammar), options.make_coverage())
    first = either = 0
    for pair in pairs:
        source = tree_of(pair.source)
        forest = matcher.match(source)
        reached = []
        for number, side in enumerate(pair.references):
            # Links that a pair came with are those of its first reference.
            given = None if number else pair.links
            links = link_pair(source, tree_of(side), options, given, aligner)
            spelled = respell_kept(source, tree_of(side), links, options.normalisation)
            reached.append(find_gold(forest, spelled) is not None)
        first, either = first + reached[0], either + any(reached)
    return {"first": [first, len(pairs)], "any": [either, len(pairs)]}


def count_new_words(
    pairs: Iterable[Pair], aligner: Aligner, *grammars: Iterable[Rule]
) -> dict[str, Any]:
    """The words that first references bring in: how many, how many of them stand for no word of the
    source, and for each grammar how many a rule of one word each puts there for such a word."""
    known = [one_word_rules(rules) for rules in grammars]
    words = unlinked = 0
    found = [0] * len(known)
    for pair in pairs:
        for new, old in words_brought_in(pair, aligner):
            words += 1
            unlinked += not old
            for number, rules in enumerate(known):
                found[number] += any((word, new) in rules for word in old)
    return {"words": words, "unlinked": unlinked, "found": found}


def one_word_rules(rules: Iterable[Rule]) -> set[tuple[str, str]]:
    """What rules with one word on each side put in place of what."""
    return {
        (rule.source.words()[0], rule.target.words()[0])
        for rule in rules
        if len(rule.source.words()) == len(rule.target.words()) == 1
    }


def words_brought_in(pair: Pair, aligner: Aligner) -> Iterator[tuple[str, set[str]]]:
    """Words of the first reference that are linked to no equal word, and the words that they are
    linked to; all in lower case."""
    source, target = words_of(pair)
    links = aligner.align(source, target) if pair.links is None else pair.links
    for place, word in enumerate(target):
        old = {source[s].lower() for s, t in links if t == place}
        if word.lower() not in old:
            yield word.lower(), old
