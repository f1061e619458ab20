"""Metrics against figures by hand, the definitions, and the packages that others use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics.bleu import BLEU
from strategies import trees

from laconic.errors import MissingPackageError
from laconic.evaluation import extra_metrics
from laconic.evaluation.extra_metrics import extra_families, extra_signature
from laconic.evaluation.metrics import FAMILIES, LOSSES, Family, FloatArray, Metric
from laconic.evaluation.relations import relations_of
from laconic.evaluation.sides import Side
from laconic.evaluation.tree_distance import tree_distance
from laconic.scoring.losses import measure
from laconic.trees.brackets import parse
from laconic.trees.labels import normalise_tree
from laconic.trees.tree import Tree

ALL = (*FAMILIES, *extra_families())
METRICS: dict[str, tuple[Family, Metric]] = {
    metric.name: (family, metric) for family in ALL for metric in family.metrics
}
NO_WORDS = Side((), None, None)
# Few words, so that hits are common; capitals, since metrics do not see them.
WORDS = st.sampled_from(["a", "b", "c", "The", "the", "dog", "Dog"])
OUTPUTS = st.lists(WORDS, max_size=8)
REFERENCES = st.lists(st.lists(WORDS, min_size=1, max_size=8), min_size=1, max_size=3)
CORPORA = st.lists(st.tuples(OUTPUTS, REFERENCES), min_size=1, max_size=5)
TREES = trees(max_words=5)
Case = tuple[int, Side, Sequence[Side]]


def side(words: Sequence[str] | str) -> Side:
    """Words with a flat tree, both as made and as parsed."""
    tokens = tuple(words.split() if isinstance(words, str) else words)
    tree = Tree("S", [Tree("NN", word=word) for word in tokens]) if tokens else None
    return Side(tokens, tree, tree)


def of_tree(tree: Tree) -> Side:
    return Side(tuple(tree.words()), tree, tree)


def count(name: str, *cases: Case) -> FloatArray:
    # Most metrics look only at how many words the source has.
    counts = [
        METRICS[name][0].count(["x"] * words, output, references)
        for words, output, references in cases
    ]
    return np.array(counts, dtype=np.float64)


def figure(name: str, *cases: Case) -> float:
    """The figure over some sentences, from the sums of what is counted in each."""
    return float(METRICS[name][1](count(name, *cases).sum(axis=0)))


def test_rates_over_all_words_and_over_sentences() -> None:
    cases: list[Case] = [(4, side("a b"), []), (3, side("a b c"), []), (1, NO_WORDS, [])]
    assert figure("rate", *cases) == 5 / 8
    assert figure("rate-macro", *cases) == pytest.approx((2 / 4 + 3 / 3 + 0) / 3)


def test_tokens_by_hand() -> None:
    # Hits: the, dog (the second "the" is one too many), and in the second sentence nothing.
    cases = [
        (9, side("The dog the"), [side("the DOG barks today")]),
        (9, side("a"), [side("b c")]),
    ]
    assert figure("token-precision", *cases) == 2 / 4
    assert figure("token-recall", *cases) == 2 / 6
    assert figure("token-f1", *cases) == 4 / 10


@given(CORPORA)
def test_tokens_by_striking_them_out_one_by_one(
    corpus: list[tuple[list[str], list[list[str]]]],
) -> None:
    hits = predicted = wanted = 0
    for output, (first, *_) in corpus:
        left = [word.lower() for word in first]
        predicted, wanted = predicted + len(output), wanted + len(left)
        for word in output:
            if word.lower() in left:
                left.remove(word.lower())
                hits += 1
    cases = [(9, side(output), [side(refs[0])]) for output, refs in corpus]
    assert figure("token-precision", *cases) == (hits / predicted if predicted else 1)
    assert figure("token-recall", *cases) == hits / wanted
    assert figure("token-f1", *cases) == 2 * hits / (predicted + wanted)


@given(st.lists(WORDS, max_size=9), st.lists(WORDS, min_size=1, max_size=9))
def test_token_f1_of_a_sentence_is_rouge_1(output: list[str], reference: list[str]) -> None:
    found = RougeScorer(["rouge1"]).score(" ".join(reference), " ".join(output))["rouge1"]
    case = (9, side(output), [side(reference)])
    assert figure("token-f1", case) == pytest.approx(found.fmeasure)
    assert figure("token-recall", case) == pytest.approx(found.recall)
    assert figure("token-precision", case) == pytest.approx(found.precision if output else 1)


@given(CORPORA)
def test_bleu_is_that_of_sacrebleu(corpus: list[tuple[list[str], list[list[str]]]]) -> None:
    judge = BLEU(tokenize="none", lowercase=True, effective_order=True)
    cases = [(9, side(output), [side(one) for one in several]) for output, several in corpus]
    outputs = [" ".join(output) for output, _ in corpus]
    texts = [[" ".join(one) for one in several] for _, several in corpus]
    most = max(map(len, texts))
    streams = [[text[n] if n < len(text) else None for text in texts] for n in range(most)]
    expected = judge.corpus_score(outputs, streams).score  # type: ignore[arg-type]
    assert 100 * figure("bleu", *cases) == pytest.approx(expected)
    for case, output, several in zip(cases, outputs, texts, strict=True):
        alone = judge.sentence_score(output, several).score
        assert 100 * figure("bleu", case) == pytest.approx(alone)


@pytest.mark.parametrize("name", ["rouge-1", "rouge-2", "rouge-l"])
@settings(max_examples=30)
@given(CORPORA)
def test_rouge_is_the_mean_of_what_rouge_score_gives(
    name: str, corpus: list[tuple[list[str], list[list[str]]]]
) -> None:
    kind = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-l": "rougeL"}[name]
    judge = RougeScorer([kind])
    best = [
        max(judge.score(" ".join(one), " ".join(output))[kind].fmeasure for one in several)
        for output, several in corpus
    ]
    cases = [(9, side(output), [side(one) for one in several]) for output, several in corpus]
    assert figure(name, *cases) == pytest.approx(float(np.mean(best)))


def test_extra_metrics_say_what_made_them_and_what_they_lack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert extra_signature().startswith("sacrebleu-")
    assert " " not in extra_signature()

    def lacking() -> Family:
        raise ModuleNotFoundError("No module named 'sacrebleu'", name="sacrebleu")

    monkeypatch.setattr(extra_metrics, "_bleu_family", lacking)
    with pytest.raises(MissingPackageError, match=r"sacrebleu is not.*pip install 'laconic\[metr"):
        extra_families()


@given(st.lists(st.tuples(TREES, TREES), min_size=1, max_size=3))
def test_losses_are_those_of_training_summed(pairs: list[tuple[Tree, Tree]]) -> None:
    cases = [(9, of_tree(output), [of_tree(reference)]) for output, reference in pairs]
    for loss in LOSSES:
        small = [[normalise_tree(tree, "lower") for tree in pair] for pair in pairs]
        expected = sum(measure(loss, reference, output) for output, reference in small)
        assert figure(loss.name, *cases) == pytest.approx(expected)


def test_the_example_of_table_1() -> None:
    tree = "(S (WHNP (WP what)) (S (NP (NNS {})) (VP (VBP are) (VBN involved))))"
    output, reference = (of_tree(parse(tree.format(word))) for word in ("ones", "records"))
    case = (4, output, [reference])
    values = {loss.name: figure(loss.name, case) for loss in LOSSES}
    # The paper divides Hamming losses by 4, 14 and 9 items; 6 n-grams, as its text defines them.
    assert values == {
        "hamming-tokens": 1,
        "hamming-ngrams": 6,
        "hamming-productions": 1,
        "edit-tokens": 2,
        "f1-tokens": 1 / 4,
    }
    assert figure("token-f1", case) == 3 / 4
    assert figure("tree-distance", case) == 1


def test_losses_of_strings_look_at_the_parsed_tree_where_there_is_no_other() -> None:
    reference = of_tree(parse("(S (NN a) (NN b))"))
    string = Side(("A", "c"), None, parse("(S (X A) (X c))"))
    assert figure("hamming-tokens", (3, string, [reference])) == 1
    assert [family.name for family in ALL if family.needs_tree] == [
        "tree-relations", "tree-distance", "loss hamming-productions",
    ]  # fmt: skip


def test_relations_are_of_parsed_trees_and_tree_relations_of_those_that_were_made() -> None:
    tree = parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    made = parse("(S (NP (DT The)) (VP (VBZ dog) (NP (NN barks))))")
    case = (3, Side(("The", "dog", "barks"), made, tree), [of_tree(tree)])
    assert figure("relations-f1", case) == 1
    # barks → dog and dog → the in the reference, dog → the and dog → barks in what was made.
    assert relations_of(made) == Counter({("dog", "SBJ", "the"): 1, ("dog", "OBJ", "barks"): 1})
    assert figure("tree-relations-f1", case) == 0


@settings(max_examples=50)
@given(TREES, st.lists(TREES, min_size=1, max_size=3))
def test_of_several_references_each_family_takes_the_one_that_fits_best(
    output: Tree, references: list[Tree]
) -> None:
    made, sides = of_tree(output), [of_tree(tree) for tree in references]
    for name, (family, metric) in METRICS.items():
        if (
            not family.needs_reference
            or name.endswith(("-precision", "-recall"))
            or name.startswith(("bleu", "sari"))
        ):
            continue
        best = max if metric.better == "higher" else min
        alone = [figure(name, (9, made, [one])) for one in sides]
        assert figure(name, (9, made, sides)) == pytest.approx(best(alone)), name


def test_precision_and_recall_are_those_of_the_reference_with_the_best_f1() -> None:
    references = [side("a"), side("a b c d"), side("A B C d")]
    case = (9, side("a b c"), references)
    assert figure("token-precision", case) == 1
    assert figure("token-recall", case) == 3 / 4  # the first would give 1, with a lower F1


def test_tree_distance_is_the_mean_edit_distance_of_lower_cased_trees() -> None:
    reference = of_tree(parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"))
    same = of_tree(parse("(S (NP (DT The) (NN Dog)) (VP (VBZ barks)))"))
    longer = of_tree(parse("(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))"))
    cases = [(4, same, [reference]), (4, longer, [reference])]
    assert figure("tree-distance", *cases) == (0 + 2) / 2
    # Nothing at all is as far away as the tree is large: six nodes and three words.
    assert figure("tree-distance", (4, NO_WORDS, [reference])) == 9


@given(TREES, TREES)
def test_tree_distance_is_at_most_that_of_nothing_from_both(one: Tree, two: Tree) -> None:
    first, second = of_tree(one), of_tree(two)
    found = figure("tree-distance", (9, first, [second]))
    assert found == tree_distance(normalise_tree(one, "lower"), normalise_tree(two, "lower"))
    alone = [figure("tree-distance", (9, NO_WORDS, [other])) for other in (first, second)]
    assert found <= sum(alone)


@given(TREES)
def test_the_reference_itself_gets_full_marks_and_nothing_at_all_gets_a_number(tree: Tree) -> None:
    reference = of_tree(tree)
    for name, (family, metric) in METRICS.items():
        value = figure(name, (9, reference, [reference]))
        nothing = figure(name, (9, NO_WORDS, [reference]))
        assert np.isfinite([value, nothing]).all(), name
        if not family.needs_reference or family.name.startswith(("bleu", "rouge", "sari")):
            continue  # these have ideas of their own of what a word is, or look at the source
        assert value == (1 if metric.better == "higher" else 0), name
        assert nothing <= value if metric.better == "higher" else nothing >= value, name


@given(st.lists(st.tuples(TREES, TREES), min_size=4, max_size=4))
def test_formulas_take_many_sums_at_once(pairs: list[tuple[Tree, Tree]]) -> None:
    cases = [(9, of_tree(output), [of_tree(reference)]) for output, reference in pairs]
    for name, (_, metric) in METRICS.items():
        counts = count(name, *cases)
        one_by_one = [float(metric(row)) for row in counts]
        assert metric(counts).tolist() == one_by_one, name
        assert metric(counts.reshape(2, 2, -1)).ravel().tolist() == one_by_one, name


def test_words_of_any_kind_are_counted() -> None:
    odd = side(["İstanbul", "日本語", "\u2028", "\u00a0", "👩‍👧", "(", "ß", "-LRB-"])
    for name, (family, metric) in METRICS.items():
        value = figure(name, (8, odd, [odd]))
        if family.needs_reference and not family.name.startswith(("rouge", "sari")):
            assert value == pytest.approx(1 if metric.better == "higher" else 0), name


def test_metrics_have_names_that_differ_and_words_for_the_page() -> None:
    assert len(METRICS) == sum(len(family.metrics) for family in ALL)
    assert len({family.name for family in ALL}) == len(ALL)
    assert all(metric.title and metric.description.endswith(".") for _, metric in METRICS.values())
