"""What each negation of a sentence negates.

1. An adverb (not, never, hardly) negates the verb of its phrase: the main one of "did not say",
   each one of "did not eat or sleep". In another phrase it negates the head: "not surprisingly".
2. What adds nothing to it (no longer, not yet, no one) goes with it.
3. Beside a verb that is none of its group, "not" negates what follows it: "pleaded not guilty".
4. "no" and "neither" before a noun negate the noun. A pronoun (nothing, nobody) stands for what is
   not there: it negates what its phrase belongs to, as a rule the verb.
5. "without" negates its object, "neither" and "nor" what they join.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.trees.phrases import PUNCTUATION, Phrases
from laconic.trees.relation_words import VERB_TAGS, is_auxiliary
from laconic.trees.words import word_set

Negation = tuple[frozenset[int], frozenset[int]]  # words that negate; words that are negated

_NEGATIONS = word_set(
    "not n't nt never no none nothing nobody noone no-one nowhere neither nor without cannot "
    "hardly scarcely barely rarely seldom"
)
_JOINING = word_set("neither nor")
_PREDICATES = word_set("JJ JJR JJS VBG VBN")
_ADDING_NOTHING = {
    "ADVP": word_set("longer more yet even ever again quite really always anymore so just at all"),
    "NP": word_set("one"),
}


def find_negations(phrases: Phrases) -> Iterator[Negation]:
    """The negations of a sentence, each with what it negates.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB know))))")
    >>> list(find_negations(lay_out(tree)))
    [(frozenset({2}), frozenset({3}))]
    """
    for leaf, children in enumerate(phrases.children):
        if not children and is_negation(phrases.word(leaf), phrases.tag(leaf)):
            node = _outermost(phrases, leaf)
            tokens = frozenset(phrases.words_of(node))
            negated = frozenset(_negated(phrases, leaf, node)) - tokens
            if negated:
                yield tokens, negated


def is_negation(word: str, tag: str) -> bool:
    """Is it a negation; "no" as an answer is none.

    >>> is_negation("n’t", "RB"), is_negation("can't", "MD"), is_negation("no", "UH")
    (True, True, False)
    """
    plain = word.replace("’", "'")
    return tag != "UH" and (plain in _NEGATIONS or plain.endswith("n't"))


def _outermost(phrases: Phrases, leaf: int) -> int:
    """The largest phrase around a negation that adds nothing to it: no longer, no one."""
    node = leaf
    while (above := phrases.parents[node]) >= 0:
        others = [word for word in phrases.words_of(above) if word != phrases.head_words[leaf]]
        nothing = _ADDING_NOTHING.get(phrases.labels[above], frozenset())
        if not nothing.issuperset(phrases.words[word] for word in others):
            break
        node = above
    return node


def _negated(phrases: Phrases, leaf: int, node: int) -> list[int]:
    word, after = phrases.head_words[leaf], _next_sister(phrases, leaf)
    if after >= 0 and _negates_next(phrases, leaf, after):
        return main_words(phrases, after)
    above = phrases.parents[node]
    while above >= 0 and set(main_words(phrases, above)) <= {word, phrases.head_words[node]}:
        above = phrases.parents[above]
    if above < 0:
        return []
    negated = main_words(phrases, above)
    if phrases.labels[above] == "PP":
        objects = [child for child in phrases.children[above] if phrases.labels[child] == "NP"]
        negated += [found for child in objects for found in main_words(phrases, child)]
    return negated


def _negates_next(phrases: Phrases, leaf: int, after: int) -> bool:
    """Does a negation concern its next sister, not the phrase that it stands in?"""
    word, tag = phrases.word(leaf), phrases.tag(leaf)
    if tag == "IN":
        return True
    if word in _JOINING:
        return tag != "DT" and phrases.labels[after] not in VERB_TAGS
    head = phrases.head_child(phrases.parents[leaf])
    is_beside = head not in (leaf, after) and not is_auxiliary(phrases, head, after)
    is_phrase = bool(phrases.children[after]) or phrases.tag(after) in _PREDICATES
    return tag == "RB" and is_beside and is_phrase


def _next_sister(phrases: Phrases, node: int) -> int:
    above = phrases.parents[node]
    sisters = phrases.children[above] if above >= 0 else []
    after = sisters[sisters.index(node) + 1 :] if sisters else []
    return next((sister for sister in after if phrases.labels[sister] != PUNCTUATION), -1)


def main_words(phrases: Phrases, node: int) -> list[int]:
    """The words that a phrase is about: its head, or the main verb of a group; of each conjunct.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> phrases = lay_out(parse("(VP (MD will) (VP (VP (VB eat)) (CC or) (VP (VB sleep))))"))
    >>> [phrases.words[word] for word in main_words(phrases, len(phrases.labels) - 1)]
    ['eat', 'sleep']
    """
    pending, found = [node], []
    while pending:
        node = pending.pop()
        if not phrases.children[node]:
            found.append(phrases.head_words[node])
            continue
        holds = zip(phrases.children[node], phrases.holds[node], strict=True)
        pending += reversed([child for child, hold in holds if hold.label == "COORD"])
        pending.append(_main_child(phrases, node))
    return found


def _main_child(phrases: Phrases, node: int) -> int:
    head = phrases.head_child(node)
    verbs = [child for child in phrases.children[node] if phrases.labels[child] == "VP"]
    if phrases.children[head] or not verbs or not is_auxiliary(phrases, head, verbs[0]):
        return head
    return verbs[0]
