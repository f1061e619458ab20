"""Features of rules and edges: the templates of section 4, and functions that a user writes.

1. A template gives named values for a rule with its origins; all are 1 or 0, zeros left out, unless
   it counts something.
2. Templates have names, and groups: "rule" and "token" are Table 5's, "ngram" are the features of
   the language model, which the search itself adds up.
3. The words that an edge covers are counted where the rule is applied (Table 2's asterisk).
4. The group "context" is no part of the paper: features of what is kept and cut, by its place in
   the source tree (scoring/context).
5. A user's function takes a rule, or a rule, a node and the source tree, and returns a mapping. Its
   name is part of the names of its features.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from laconic.errors import FeatureError, LaconicError
from laconic.grammar.coverage import Origin
from laconic.grammar.rule import Rule
from laconic.grammar.sides import Sides, sides_of
from laconic.scoring.ngram import LOG10_PROB_FEATURE, UNKNOWN_WORDS_FEATURE
from laconic.trees.tree import Tree

Named = Iterator[tuple[str, float]]
RuleFeature = Callable[[Rule], Mapping[str, float]]
EdgeFeature = Callable[[Rule, int, Tree], Mapping[str, float]]
Function = RuleFeature | EdgeFeature

SOURCE_WORDS_FEATURE = "words source"
_LARGEST = 1e9  # of a user's feature: squares of sums are still exact enough to learn from


def _type(_sides: Sides, origin: Origin) -> Named:
    for member in origin:
        yield f"type={str(member.name).lower()}", 1


def _root(sides: Sides, _origin: Origin) -> Named:
    source, target = sides.roots
    yield f"root source={source}", 1
    yield f"root target={target}", 1
    yield f"root {source} -> {target}", 1


def _identity(sides: Sides, _origin: Origin) -> Named:
    return _identities("identity", sides.plain, sides.marked)


def _unlexicalised(sides: Sides, _origin: Origin) -> Named:
    return _identities("unlexicalised", sides.unlexicalised_plain, sides.unlexicalised_marked)


def _identities(name: str, plain: tuple[str, str], marked: tuple[str, str]) -> Named:
    """Each side without marks, both with them, and whether they are the same tree."""
    source, target = plain
    yield f"{name} source={source}", 1
    yield f"{name} target={target}", 1
    yield f"{name} {' -> '.join(marked)}", 1
    if source == target:
        yield f"{name} same", 1


def _rule_count(_sides: Sides, _origin: Origin) -> Named:
    yield "rules", 1


def _target_words(sides: Sides, _origin: Origin) -> Named:
    yield "words target", len(sides.words[1])


def _yield_words(sides: Sides, _origin: Origin) -> Named:
    return _yields("word", *sides.words)


def _yield_labels(sides: Sides, _origin: Origin) -> Named:
    return _yields("label", *sides.labels)


def _yields(name: str, source: Sequence[str], target: Sequence[str]) -> Named:
    """Both sequences together, each item that is in both, and each that is only in the source."""
    if source or target:
        yield f"yield {name}s [{' '.join(source)}] -> [{' '.join(target)}]", 1
    for item in dict.fromkeys(source):
        yield f"yield {name} {item} {'kept' if item in target else 'gone'}", 1


def _length(sides: Sides, _origin: Origin) -> Named:
    source, target = sides.labels
    difference = len(source) - len(target)
    yield "length difference", difference
    yield "length shorter", difference > 0


RULE, TOKEN, NGRAM, CONTEXT = "rule", "token", "ngram", "context"
_TEMPLATES: dict[str, tuple[str, Callable[[Sides, Origin], Named]]] = {
    "type": (RULE, _type),
    "root": (RULE, _root),
    "identity": (RULE, _identity),
    "unlexicalised": (RULE, _unlexicalised),
    "rules": (RULE, _rule_count),
    "target-words": (TOKEN, _target_words),
    "yield-words": (TOKEN, _yield_words),
    "yield-labels": (RULE, _yield_labels),
    "length": (RULE, _length),
}
_SOURCE_WORDS, _LOG10_PROB, _UNKNOWN_WORDS = "source-words", "log10-prob", "unknown-words"
_KEPT_WORDS, _CUTS = "kept-words", "cuts"
# Which template is in which group; the last ones are not functions of a rule alone.
TEMPLATES: Mapping[str, str] = {
    **{name: group for name, (group, _) in _TEMPLATES.items()},
    _SOURCE_WORDS: TOKEN,
    _LOG10_PROB: NGRAM,
    _UNKNOWN_WORDS: NGRAM,
    _KEPT_WORDS: CONTEXT,
    _CUTS: CONTEXT,
}
GROUPS = (RULE, TOKEN, NGRAM)  # the paper's


@dataclass(frozen=True, slots=True)
class _UserFeature:
    """A function with its name, and whether it looks at an edge or only at the rule."""

    name: str
    function: Callable[..., Mapping[str, float]]
    of_edge: bool

    def values(self, *arguments: Any) -> Named:
        """What the function says, under its name, checked."""
        try:
            found = self.function(*arguments)
        except Exception as error:
            raise self._wrong(f"failed with {type(error).__name__}: {error}", *arguments) from error
        if not isinstance(found, Mapping):
            raise self._wrong(f"gave a {type(found).__name__}", *arguments)
        for name, value in found.items():
            number = _as_number(value)
            if not abs(number) <= _LARGEST:
                raise self._wrong(f"gave {value!r:.40} for {name!r}", *arguments)
            yield f"{self.name}: {name}", number

    def _wrong(self, found: str, rule: Rule, *_rest: Any) -> FeatureError:
        return FeatureError(
            f"the feature {self.name} {found}, at the rule {rule}; expected a mapping from names to"
            f" numbers, up to {_LARGEST:g}"
        )


class FeatureSet:
    """The features of a model: which templates, and which functions of the user.

    `templates` are names of templates or of groups.

    >>> from laconic.grammar.notation import parse_rule
    >>> rule = parse_rule("<NP,NN> -> <[NP DT_e NN_1], NN_1>")
    >>> FeatureSet(["type", "length"]).of_rule(rule, Origin.DELETE)
    {'type=delete': 1.0, 'length difference': 1.0, 'length shorter': 1.0}
    """

    def __init__(
        self, templates: Iterable[str] = GROUPS, functions: Iterable[Function] = ()
    ) -> None:
        chosen = check_templates(templates)
        self.templates = tuple(name for name in TEMPLATES if name in chosen)
        self._of_rule = [_TEMPLATES[name][1] for name in self.templates if name in _TEMPLATES]
        functions = tuple(functions)
        named = [_user_feature(function) for function in functions]
        self.functions = functions
        self.function_names = tuple(feature.name for feature in named)
        twice = [name for name in self.function_names if self.function_names.count(name) > 1]
        if twice:
            raise LaconicError(f"two features are called {twice[0]}; each needs a name of its own")
        self._user_rule = [feature for feature in named if not feature.of_edge]
        self._user_edge = [feature for feature in named if feature.of_edge]

    @property
    def counts_source_words(self) -> bool:
        """Whether the words that an edge covers are a feature."""
        return _SOURCE_WORDS in self.templates

    @property
    def context(self) -> tuple[bool, bool]:
        """Whether kept words, and whether cuts, have features of their places."""
        return _KEPT_WORDS in self.templates, _CUTS in self.templates

    @property
    def has_edge_functions(self) -> bool:
        """Whether a function of the user looks at edges."""
        return bool(self._user_edge)

    @property
    def ngram_features(self) -> tuple[str, ...]:
        """The names of the features that come from the language model."""
        named = {_LOG10_PROB: LOG10_PROB_FEATURE, _UNKNOWN_WORDS: UNKNOWN_WORDS_FEATURE}
        return tuple(named[name] for name in self.templates if name in named)

    @property
    def has_rule_functions(self) -> bool:
        """Whether a function of the user looks at rules."""
        return bool(self._user_rule)

    def of_rule(self, rule: Rule, origin: Origin) -> dict[str, float]:
        """The features of a rule with these origins that are not 0."""
        named = self.of_sides(sides_of(rule), origin)
        for feature in self._user_rule:
            named |= {name: value for name, value in feature.values(rule) if value}
        return named

    def of_sides(self, sides: Sides, origin: Origin) -> dict[str, float]:
        """The features of a rule that are no functions of the user."""
        named = [pair for template in self._of_rule for pair in template(sides, origin)]
        return {name: float(value) for name, value in named if value}

    def of_edge(self, rule: Rule, node: int, tree: Tree) -> dict[str, float]:
        """What the user's functions say of a rule applied at a node, given in pre-order."""
        named = [pair for feature in self._user_edge for pair in feature.values(rule, node, tree)]
        return {name: value for name, value in named if value}


def _as_number(value: object) -> float:
    """A value as a number; what is none, or too large, is not finite."""
    try:
        return float(value) if isinstance(value, Real) else math.nan
    except OverflowError:
        return math.inf


def check_templates(names: Iterable[str]) -> set[str]:
    """The templates that these names of templates or groups stand for."""
    chosen: set[str] = set()
    for name in names:
        found = [template for template, group in TEMPLATES.items() if name in (template, group)]
        if not found:
            known = ", ".join([*GROUPS, CONTEXT, *TEMPLATES])
            raise LaconicError(f"unknown features {name!r}; expected some of {known}")
        chosen.update(found)
    return chosen


def _user_feature(function: Function) -> _UserFeature:
    name = getattr(function, "__name__", "")
    if not callable(function) or not name or not name.isidentifier():
        raise LaconicError(f"{function!r} is no feature; expected a function with a name")
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # a built-in function that does not say
        parameters = []
    count = sum(
        parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in parameters
    )
    if count not in (1, 3):
        raise LaconicError(
            f"the feature {name} takes {count} arguments; expected one, the rule, or three: rule,"
            " node and source tree"
        )
    return _UserFeature(name, function, count == 3)
