"""Words that mean something else without their neighbours: fixed expressions, and words of degree.

1. A fixed expression (because of, as well as, at least) goes or stays whole.
2. A word that turns the sense of another (too old, less likely, little time, the most popular) goes
   only with that one; "a little" and "a few" turn nothing round.
3. What is compared goes only with what it is compared to: "more people came than before". The
   latter may go alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.trees.coordination import Required
from laconic.trees.phrases import Phrases
from laconic.trees.words import word_set

_FIXED = word_set(
    "according_to ahead_of all_but along_with apart_from as_far_as as_if as_long_as as_part_of "
    "as_soon_as as_though as_well_as aside_from at_least away_from because_of close_to "
    "compared_to compared_with depending_on due_to even_if even_though except_for far_from "
    "for_example for_instance in_case in_fact in_front_of in_order_to in_spite_of in_terms_of "
    "instead_of kind_of more_or_less next_to no_longer no_more not_only of_course on_behalf_of "
    "once_again once_more only_if other_than out_of owing_to prior_to rather_than regardless_of "
    "so_far sort_of such_as thanks_to together_with up_to yet_again"
)
_EXPRESSIONS = [tuple(words.split("_")) for words in sorted(_FIXED)]
_BY_FIRST = {
    first: [words for words in _EXPRESSIONS if words[0] == first]
    for first in {words[0] for words in _EXPRESSIONS}
}
_TURNING = word_set("too less least fewer fewest few little most")
_TURNING_TAGS = word_set("RB RBR RBS JJ JJR JJS")
_MODIFIED = word_set("NP NX ADJP ADVP QP")
_DESCRIBING = word_set("JJ RB VBN VBG")
_ARTICLES = word_set("a an the his her its their our my your")
_COMPARATIVE = word_set("JJR RBR")
_COMPARING = word_set("other rather different more less")
_REACH = 12  # how many words before "than" it may be said of


def find_expressions(phrases: Phrases) -> Iterator[Required]:
    """Words of fixed expressions, which go only with all of their expression.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(PP (RB because) (IN of) (NP (NN rain)))")
    >>> list(find_expressions(lay_out(tree)))
    [((0,), (1,)), ((1,), (0,))]
    """
    place = 0
    while place < len(phrases.words):
        size = _length_at(phrases.words, place)
        span = range(place, place + size)
        for word in span if size > 1 else ():
            yield (word,), tuple(other for other in span if other != word)
        place += size


def _length_at(words: list[str], place: int) -> int:
    """How many words the longest expression has that starts here; one if there is none."""
    found = _BY_FIRST.get(words[place], [])
    return max((len(each) for each in found if _is_at(words, place, each)), default=1)


def _is_at(words: list[str], place: int, expression: tuple[str, ...]) -> bool:
    return tuple(words[place : place + len(expression)]) == expression


def find_degrees(phrases: Phrases) -> Iterator[Required]:
    """Words that turn the sense of others, with these.

    >>> from laconic.trees.brackets import parse
    >>> from laconic.trees.phrases import lay_out
    >>> tree = parse("(NP (ADJP (RB too) (JJ little)) (NN time))")
    >>> sorted(find_degrees(lay_out(tree)))
    [((0,), (1,)), ((1,), (2,))]
    """
    for leaf, children in enumerate(phrases.children):
        if children or phrases.parents[leaf] < 0:
            continue
        word = phrases.head_words[leaf]
        if phrases.words[word] in _TURNING and phrases.tags[word] in _TURNING_TAGS:
            yield from _turned(phrases, leaf)
    yield from _compared(phrases)


def _turned(phrases: Phrases, leaf: int) -> Iterator[Required]:
    """What a word turns: the head of the phrase that it modifies, if it stands before it."""
    word = phrases.head_words[leaf]
    if phrases.words[word] in ("few", "little", "most") and _has_article(phrases, word):
        return
    node = leaf
    while (above := phrases.parents[node]) >= 0 and phrases.head_words[above] == word:
        node = above
    if above < 0 or phrases.labels[above] not in _MODIFIED:
        return
    # "the most popular man": an adverb is said of the word after it, an adjective of the noun.
    is_adverb = node == leaf and phrases.tags[word].startswith("RB")
    is_next = is_adverb and not _DESCRIBING.isdisjoint(phrases.tags[word + 1 : word + 2])
    turned = word + 1 if is_next else phrases.head_words[above]
    if turned > word:
        yield (word,), (turned,)


def _has_article(phrases: Phrases, word: int) -> bool:
    return word > 0 and phrases.words[word - 1] in _ARTICLES and phrases.tags[word] != "RBS"


def _compared(phrases: Phrases) -> Iterator[Required]:
    for place, word in enumerate(phrases.words):
        if word == "than":
            before = range(place - 1, max(place - _REACH, -1), -1)
            found = next((other for other in before if _compares(phrases, other)), None)
            if found is not None:
                yield (found,), (place,)


def _compares(phrases: Phrases, word: int) -> bool:
    return phrases.tags[word] in _COMPARATIVE or phrases.words[word] in _COMPARING
