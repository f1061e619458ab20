"""Features of rules: Table 2, rules worked out by hand, groups, and functions of a user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from laconic.errors import LaconicError
from laconic.grammar.coverage import Origin
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule
from laconic.scoring.features import CONTEXT, GROUPS, TEMPLATES, FeatureSet
from laconic.trees.tree import Tree


def features(text: str, origin: Origin) -> dict[str, float]:
    return FeatureSet().of_rule(parse_rule(text), origin)


def test_table_2() -> None:
    """Its rows from top to bottom; the number of source terminals is an edge's, not a rule's."""
    rule = "<NP,NNS> -> <[NP CD_e ADJP_e [NNS activists]], [NNS activists]>"
    assert features(rule, Origin.TRAINING) == {
        "type=training": 1,
        "root source=NP": 1,
        "root target=NNS": 1,
        "root NP -> NNS": 1,
        "identity source=[NP CD ADJP [NNS activists]]": 1,
        "identity target=[NNS activists]": 1,
        "identity [NP CD_e ADJP_e [NNS activists]] -> [NNS activists]": 1,
        "unlexicalised source=[NP CD ADJP NNS]": 1,
        "unlexicalised target=NNS": 1,
        "unlexicalised [NP CD_e ADJP_e NNS] -> NNS": 1,
        "rules": 1,
        "words target": 1,
        "yield words [activists] -> [activists]": 1,
        "yield word activists kept": 1,
        "yield labels [CD ADJP NNS] -> [NNS]": 1,
        "yield label CD gone": 1,
        "yield label ADJP gone": 1,
        "yield label NNS kept": 1,
        "length difference": 2,
        "length shorter": 1,
    }


def test_the_same_tree_on_both_sides_with_two_origins() -> None:
    """α = γ although the links cross; copied and extracted."""
    rule = "<NP,NP> -> <[NP NP_1 [CC and] NP_2], [NP NP_2 [CC and] NP_1]>"
    assert features(rule, Origin.TRAINING | Origin.COPY) == {
        "type=training": 1,
        "type=copy": 1,
        "root source=NP": 1,
        "root target=NP": 1,
        "root NP -> NP": 1,
        "identity source=[NP NP [CC and] NP]": 1,
        "identity target=[NP NP [CC and] NP]": 1,
        "identity [NP NP_1 [CC and] NP_2] -> [NP NP_2 [CC and] NP_1]": 1,
        "identity same": 1,
        "unlexicalised source=[NP NP CC NP]": 1,
        "unlexicalised target=[NP NP CC NP]": 1,
        "unlexicalised [NP NP_1 CC NP_2] -> [NP NP_2 CC NP_1]": 1,
        "unlexicalised same": 1,
        "rules": 1,
        "words target": 1,
        "yield words [and] -> [and]": 1,
        "yield word and kept": 1,
        "yield labels [NP CC NP] -> [NP CC NP]": 1,
        "yield label NP kept": 1,
        "yield label CC kept": 1,
    }


def test_a_word_that_goes_in_a_rule_that_is_the_same_without_words() -> None:
    """α = γ only without words; a terminal only in the source; two types at once."""
    rule = "<VP,VP> -> <[VP [MD will] VB_1], [VP [MD can] VB_1]>"
    assert features(rule, Origin.TRAINING | Origin.DELETE) == {
        "type=training": 1,
        "type=delete": 1,
        "root source=VP": 1,
        "root target=VP": 1,
        "root VP -> VP": 1,
        "identity source=[VP [MD will] VB]": 1,
        "identity target=[VP [MD can] VB]": 1,
        "identity [VP [MD will] VB_1] -> [VP [MD can] VB_1]": 1,
        "unlexicalised source=[VP MD VB]": 1,
        "unlexicalised target=[VP MD VB]": 1,
        "unlexicalised [VP MD VB_1] -> [VP MD VB_1]": 1,
        "unlexicalised same": 1,
        "rules": 1,
        "words target": 1,
        "yield words [will] -> [can]": 1,
        "yield word will gone": 1,
        "yield labels [MD VB] -> [MD VB]": 1,
        "yield label MD kept": 1,
        "yield label VB kept": 1,
    }


def test_reordering_substitution_and_a_target_that_is_longer() -> None:
    rule = (
        "<S,SINV> -> <[S NP_1 [VP [VBD left] NP_2 ADVP_e]],"
        " [SINV NP_2 [VP [VBD was] [VBN left] [PP [IN by] NP_1]]]>"
    )
    assert features(rule, Origin.HAND) == {
        "type=hand": 1,
        "root source=S": 1,
        "root target=SINV": 1,
        "root S -> SINV": 1,
        "identity source=[S NP [VP [VBD left] NP ADVP]]": 1,
        "identity target=[SINV NP [VP [VBD was] [VBN left] [PP [IN by] NP]]]": 1,
        "identity [S NP_1 [VP [VBD left] NP_2 ADVP_e]] ->"
        " [SINV NP_2 [VP [VBD was] [VBN left] [PP [IN by] NP_1]]]": 1,
        "unlexicalised source=[S NP [VP VBD NP ADVP]]": 1,
        "unlexicalised target=[SINV NP [VP VBD VBN [PP IN NP]]]": 1,
        "unlexicalised [S NP_1 [VP VBD NP_2 ADVP_e]] -> [SINV NP_2 [VP VBD VBN [PP IN NP_1]]]": 1,
        "rules": 1,
        "words target": 3,
        "yield words [left] -> [was left by]": 1,
        "yield word left kept": 1,
        "yield labels [NP VBD NP ADVP] -> [NP VBD VBN IN NP]": 1,
        "yield label NP kept": 1,
        "yield label VBD kept": 1,
        "yield label ADVP gone": 1,
        "length difference": -1,
    }


def test_words_that_look_like_brackets_stay_apart() -> None:
    one = features("<X,X> -> <[X [A a\\sb]], [X [A a\\sb]]>", Origin.HAND)
    two = features("<X,X> -> <[X [A a] [A b]], [X [A a] [A b]]>", Origin.HAND)
    assert "yield words [a\\sb] -> [a\\sb]" in one
    assert "yield words [a b] -> [a b]" in two


RULE = parse_rule("<NP,NN> -> <[NP DT_e [NN dog]], [NN dog]>")


def test_every_template_is_in_one_group_and_all_groups_are_all_features() -> None:
    assert set(TEMPLATES.values()) == {*GROUPS, CONTEXT}
    whole = FeatureSet().of_rule(RULE, Origin.DELETE)
    parts = [FeatureSet([group]).of_rule(RULE, Origin.DELETE) for group in GROUPS]
    assert {name: value for part in parts for name, value in part.items()} == whole
    assert sum(map(len, parts)) == len(whole)


def test_groups_of_table_5() -> None:
    assert set(FeatureSet(["token"]).of_rule(RULE, Origin.DELETE)) == {
        "words target",
        "yield words [dog] -> [dog]",
        "yield word dog kept",
    }
    only_rules = FeatureSet(["rule"])
    assert not only_rules.counts_source_words
    assert only_rules.ngram_features == ()
    assert FeatureSet(["ngram"]).ngram_features == ("lm_log10_prob", "lm_unknown_words")
    assert FeatureSet(["log10-prob"]).ngram_features == ("lm_log10_prob",)


def test_unknown_templates_are_named() -> None:
    with pytest.raises(LaconicError, match="unknown features 'lexical'; expected some of rule"):
        FeatureSet(["lexical"])


def negation(rule: Rule) -> Mapping[str, float]:
    return {"negation": 1.0 * ("not" in rule.source.words()), "none": 0.0}


def depth(_rule: Rule, node: int, tree: Tree) -> Mapping[str, float]:
    return {"first": float(node == 0), "words": len(tree.words())}


def test_functions_of_a_user_are_features_under_their_names() -> None:
    chosen = FeatureSet(["rules"], [negation, depth])
    rule = parse_rule("<RB,RB> -> <[RB not], [RB not]>")
    assert chosen.function_names == ("negation", "depth")
    assert chosen.of_rule(rule, Origin.COPY) == {"rules": 1, "negation: negation": 1}
    tree = Tree("TOP", [Tree("RB", word="not")])
    assert chosen.of_edge(rule, 0, tree) == {"depth: first": 1, "depth: words": 1}
    assert chosen.has_edge_functions
    assert not FeatureSet(["rules"], [negation]).has_edge_functions


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda rule: {}, "is no feature; expected a function with a name"),  # noqa: ARG005
        (dict, "the feature dict takes 0 arguments"),
        ("a text", "is no feature"),
    ],
)
def test_what_is_no_function(function: Any, message: str) -> None:
    with pytest.raises(LaconicError, match=message):
        FeatureSet((), [function])


def test_functions_that_cannot_be_used() -> None:
    def two(_rule: Rule, _node: int) -> Mapping[str, float]:
        return {}

    def wild(_rule: Rule) -> Any:
        return {"infinite": float("inf")}

    def large(_rule: Rule) -> Any:
        return {"large": 1e200}

    def text(_rule: Rule) -> Any:
        return "one"

    with pytest.raises(LaconicError, match="the feature two takes 2 arguments; expected one"):
        FeatureSet((), [two])  # type: ignore[list-item]
    with pytest.raises(LaconicError, match="two features are called negation"):
        FeatureSet((), [negation, negation])
    with pytest.raises(
        LaconicError, match=r"the feature wild gave inf for 'infinite', at the rule"
    ):
        FeatureSet((), [wild]).of_rule(RULE, Origin.COPY)
    with pytest.raises(LaconicError, match=r"the feature large gave 1e\+200 .*, up to 1e\+09"):
        FeatureSet((), [large]).of_rule(RULE, Origin.COPY)
    with pytest.raises(LaconicError, match="the feature text gave a str"):
        FeatureSet((), [text]).of_rule(RULE, Origin.COPY)
