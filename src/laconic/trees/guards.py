"""Which tokens of a sentence go only together with which others: what must not be cut in half.

negations: A negation goes only with what it negates; what is negated may go alone (`negations`).
numbers: A number goes with its unit and its currency, and these with it (`quantities`).
quotations: What stands between quotes goes or stays whole, quotes too. Where that is most of the
    sentence nothing could be shortened; then just the two quotes go or stay together. A quote
    without a partner in its sentence is bound to nothing.
names: A name of several words goes or stays whole; a title before it may go (`names`).
grammar: What a phrase cannot do without goes only with the phrase (`requirements`).
urls: An address, a handle or a tag that was cut into tokens goes or stays whole. Text that laconic
    cuts into tokens never has such; text that came in tokens may.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from laconic.errors import LaconicError
from laconic.trees.clauses import find_frames
from laconic.trees.commas import find_commas
from laconic.trees.enclosures import directed_marks, find_enclosures
from laconic.trees.names import find_names
from laconic.trees.negations import find_negations
from laconic.trees.phrases import Phrases, is_word, lay_out
from laconic.trees.quantities import find_numbers
from laconic.trees.requirements import find_requirements
from laconic.trees.tree import Tree

Bound = tuple[Collection[int], Collection[int]]  # tokens, and what must go with them

_MOST_OF_A_SENTENCE = 0.8
_SCHEMES = frozenset({"http", "https", "ftp", "mailto"})
_JOINING = frozenset(":/.?=&#%_~@-+")
_INNER = re.compile(r"[\w:/.?=&#%_~@+-]+")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SIGNED = re.compile(r"[^\W\d_]\w*")


@dataclass(frozen=True, slots=True)
class Bond:
    """What deletes any of these tokens must itself delete all that are needed.

    In a group that goes or stays whole, `needed` is the same as `tokens`. With `any_of` one of the
    needed is enough.
    """

    tokens: frozenset[int]
    needed: frozenset[int]
    guard: str
    any_of: bool = False


@lru_cache(maxsize=8)
def _laid_out(tree: Tree) -> Phrases:
    """A tree as bonds and pairs both look at it; neither changes it."""
    return lay_out(tree)


def find_pairs(tree: Tree, guards: Collection[str]) -> list[frozenset[int]]:
    """Pairs of tokens of which both stay or both go, whatever rules do that.

    >>> from laconic.trees.brackets import parse
    >>> prices_rose = "(S (NP (NNS prices)) (VP (VBD rose)))"
    >>> tree = parse(f"(S (NP (NNP Jo)) (VP (VBD said) {prices_rose}))")
    >>> [sorted(pair) for pair in find_pairs(tree, ["grammar"])]
    [[0, 1]]
    """
    if "grammar" not in guards:
        return []
    places = [place for place, leaf in enumerate(tree.leaves()) if is_word(leaf)]
    return [frozenset(places[word] for word in pair) for pair in find_frames(_laid_out(tree))]


def find_bonds(tree: Tree, guards: Collection[str]) -> list[Bond]:
    """The bonds between the tokens of a tree that these guards ask for.

    >>> from laconic.trees.brackets import parse
    >>> tree = parse("(S (NP (NNP Barack) (NNP Obama)) (VP (VBD did) (RB not) (VP (VB go))))")
    >>> for bond in find_bonds(tree, ["negations", "names"]):
    ...     print(bond.guard, sorted(bond.tokens), sorted(bond.needed))
    negations [3] [4]
    names [0, 1] [0, 1]
    """
    unknown = sorted(set(guards) - set(_FIND))
    if unknown:
        known = ", ".join(_FIND)
        raise LaconicError(f"found the guard {unknown[0]!r}, expected some of {known}")
    leaves = list(tree.leaves())
    # Traces are tokens of a tree, but no words.
    places = [place for place, leaf in enumerate(leaves) if is_word(leaf)]
    words = [leaf.word or "" for leaf in leaves if is_word(leaf)]
    phrases = _laid_out(tree)
    found: dict[Bond, None] = {}
    for kinds, any_of in ((_FIND, False), (_FIND_ANY, True)):
        for guard, find in kinds.items():
            for tokens, needed in find(words, phrases) if guard in guards else ():
                sides = [frozenset(places[word] for word in side) for side in (tokens, needed)]
                found[Bond(sides[0], sides[1], guard, any_of)] = None
    return list(found)


def _negations(_words: Sequence[str], phrases: Phrases) -> Iterator[Bound]:
    return find_negations(phrases)


def _numbers(_words: Sequence[str], phrases: Phrases) -> Iterator[Bound]:
    return find_numbers(phrases)


def _grammar(_words: Sequence[str], phrases: Phrases) -> Iterator[Bound]:
    return find_requirements(phrases)


def _commas(_words: Sequence[str], phrases: Phrases) -> Iterator[Bound]:
    return find_commas(phrases)


def _names(_words: Sequence[str], phrases: Phrases) -> Iterator[Bound]:
    names = [frozenset(name) for name in find_names(phrases)]
    for name in names:
        if not any(name < other for other in names):
            yield name, name


def _quotations(words: Sequence[str], _phrases: Phrases) -> Iterator[Bound]:
    forms = directed_marks(words)
    for first, last in find_enclosures(forms):
        if forms[last] == "''":
            is_most = last + 1 - first > _MOST_OF_A_SENTENCE * len(words)
            whole = (first, last) if is_most else range(first, last + 1)
            yield whole, whole


def _urls(words: Sequence[str], _phrases: Phrases) -> Iterator[Bound]:
    """Addresses in tokens: what begins like one, and goes on as long as a mark joins tokens."""
    place = 0
    while place < len(words):
        stop = _address_end(words, place)
        if stop > place + 1:
            yield range(place, stop), range(place, stop)
        place = stop


def _address_end(words: Sequence[str], start: int) -> int:
    """Where an address that starts here ends, or the next token.

    >>> _address_end(["http", ":", "//x.org", "/", "a", "is", "down"], 0)
    5
    >>> _address_end(["me", "@", "x", ".", "org", "."], 0), _address_end(["so", "."], 0)
    (5, 1)
    """
    word, after = words[start].lower(), words[start + 1 : start + 2]
    if not after:
        return start + 1
    if word in ("@", "#"):
        return start + 1 + (_SIGNED.fullmatch(after[0]) is not None)
    is_link = word.startswith("www") or (word in _SCHEMES and after[0][0] == ":")
    if not (is_link or "@" in word or after[0][0] == "@"):
        return start + 1
    stop = start + 1
    while stop < len(words) and _goes_on(words[stop - 1], words[stop]):
        stop += 1
    while stop > start + 1 and words[stop - 1] in ".?:-":
        stop -= 1
    return stop if is_link or _MAIL.fullmatch("".join(words[start:stop])) else start + 1


def _goes_on(before: str, word: str) -> bool:
    is_joined = before[-1] in _JOINING or word[0] in _JOINING
    return is_joined and _INNER.fullmatch(word) is not None


Find = Callable[[Sequence[str], Phrases], Iterator[Bound]]
_FIND: dict[str, Find] = {
    "grammar": _grammar,
    "negations": _negations,
    "numbers": _numbers,
    "quotations": _quotations,
    "names": _names,
    "urls": _urls,
}
_FIND_ANY: dict[str, Find] = {"grammar": _commas}
