"""Word alignment by deletions and edits, and equation (2) taken literally."""

from __future__ import annotations

import itertools

import pytest
from figures import FIGURE_6_LINKS, SOURCE_SPANS, TARGET_SPANS
from hypothesis import given
from pairs import aligned_pairs, deletion_pairs, sample_pairs, word_lists

from laconic.errors import AlignmentError
from laconic.grammar.alignment import (
    align,
    align_constituents,
    align_deletions,
    align_edits,
    check_links,
    parse_links,
)
from laconic.grammar.deletions import best_subsequence
from laconic.grammar.edits import common_subsequence
from laconic.trees.brackets import parse
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree

Links = tuple[tuple[int, int], ...]


def spans_of(brackets: str) -> Spans:
    return index_spans(parse(brackets))


def test_figure_6_words() -> None:
    assert align(SOURCE_SPANS, TARGET_SPANS) == FIGURE_6_LINKS


def test_figure_6_constituents() -> None:
    alignment = align_constituents(SOURCE_SPANS, TARGET_SPANS, FIGURE_6_LINKS)
    named = [
        (
            f"{SOURCE_SPANS.nodes[s].label} {' '.join(SOURCE_SPANS.nodes[s].words())}",
            f"{TARGET_SPANS.nodes[t].label} {' '.join(TARGET_SPANS.nodes[t].words())}",
        )
        for s, t in alignment.pairs()
    ]
    assert named == [
        ("S exactly what records made it and which ones are involved",
         "S what records are involved"),
        ("WHNP exactly what", "WHNP what"),
        ("WHNP exactly what", "WP what"),
        ("WP what", "WHNP what"),
        ("WP what", "WP what"),
        ("S records made it", "NP records"),
        ("S records made it", "NNS records"),
        ("NP records", "NP records"),
        ("NP records", "NNS records"),
        ("NNS records", "NP records"),
        ("NNS records", "NNS records"),
        ("SBAR which ones are involved", "VP are involved"),
        ("S ones are involved", "VP are involved"),
        ("VP are involved", "VP are involved"),
        ("VBP are", "VBP are"),
        ("VP involved", "VP involved"),
        ("VP involved", "VBN involved"),
        ("VBN involved", "VP involved"),
        ("VBN involved", "VBN involved"),
    ]  # fmt: skip
    deleted = [
        " ".join(node.words())
        for node, is_deleted in zip(SOURCE_SPANS.nodes, alignment.deleted, strict=True)
        if is_deleted and not node.is_leaf
    ]
    assert deleted == ["made it", "it", "which", "ones"]


@given(aligned_pairs())
def test_constituents_as_equation_2_says(pair: tuple[Tree, Tree, Links]) -> None:
    source, target, links = index_spans(pair[0]), index_spans(pair[1]), pair[2]
    expected = []
    for s in range(len(source.nodes)):
        for t in range(len(target.nodes)):
            inside = [
                (source.starts[s] <= i < source.stops[s], target.starts[t] <= j < target.stops[t])
                for i, j in links
            ]
            if (True, True) in inside and not any(one ^ two for one, two in inside):
                expected.append((s, t))
    alignment = align_constituents(source, target, links)
    assert alignment.pairs() == expected
    assert alignment.deleted == [
        not any(start <= i < stop for i, _ in links)
        for start, stop in zip(source.starts, source.stops, strict=True)
    ]


def test_unary_chains_align_many_to_many() -> None:
    source, target = spans_of("(A (B (C x)))"), spans_of("(D (E x))")
    alignment = align_constituents(source, target, [(0, 0)])
    assert alignment.targets == [[0, 1], [0, 1], [0, 1]]


@given(deletion_pairs())
def test_deletions_against_all_alignments(pair: tuple[Tree, list[str]]) -> None:
    source, words = index_spans(pair[0]), pair[1]
    tokens = pair[0].words()

    def badness(places: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        gaps = sum(after - before > 1 for before, after in itertools.pairwise(places))
        kept = [
            len(set(range(start, stop)) & set(places)) / (stop - start)
            for start, stop in zip(source.starts, source.stops, strict=True)
        ]
        return gaps, sum(0 < share < 1 for share in kept), tuple(-place for place in places)

    possible = [
        places
        for places in itertools.combinations(range(len(tokens)), len(words))
        if [tokens[place] for place in places] == words
    ]
    best: tuple[int, ...] = min(possible, key=badness)
    assert best_subsequence(source, tokens, words) == list(best)


@pytest.mark.parametrize(
    ("brackets", "target", "places"),
    [
        # fewest gaps: the second "the" goes with "dog"
        ("(S (NP (D the) (N cat)) (V saw) (NP (D the) (N dog)))", "the dog", [3, 4]),
        # fewest broken constituents: the whole second phrase goes, not two halves
        ("(S (NP (N a) (N b)) (NP (N a) (N b)))", "a b", [2, 3]),
        ("(S (X (N a)) (Y (N b) (N a) (N c)))", "a", [0]),
        # rightmost
        ("(S (N I) (N I) (V think))", "I think", [1, 2]),
        ("(S (N a) (N a) (N a))", "a a", [1, 2]),
    ],
)
def test_equal_deletions_are_told_apart(brackets: str, target: str, places: list[int]) -> None:
    source = spans_of(brackets)
    assert best_subsequence(source, source.tree.words(), target.split()) == places


def test_long_repetition_is_no_trouble() -> None:
    source = index_spans(Tree("S", [Tree("N", word="ab"[i % 2]) for i in range(400)]))
    places = best_subsequence(source, source.tree.words(), ["a"] * 150)
    assert places == list(range(100, 400, 2))


def test_one_word_over_and_over_is_no_trouble() -> None:
    source = index_spans(Tree("S", [Tree("N", word="a")] * 300))
    assert best_subsequence(source, ["a"] * 300, ["a"] * 150) == list(range(150, 300))


def test_no_subsequence_is_no_deletion() -> None:
    source, target = spans_of("(S (N a) (N b))"), spans_of("(S (N b) (N a))")
    assert align_deletions(source, target) is None
    assert align(source, target) == align_edits(source, target)


def named_links(source: str, target: str) -> set[tuple[str, str]]:
    one, two = spans_of(source), spans_of(target)
    return {(one.tree.words()[s], two.tree.words()[t]) for s, t in align_edits(one, two)}


def test_edits_link_kept_moved_and_substituted_words() -> None:
    links = named_links(
        "(S (NNP Yesterday) (NP (DT the) (NN firm)) (VP (VBD purchased) (NP (DT the) (NN mill))))",
        "(S (NP (DT the) (NN company)) (VP (VBD bought) (NP (DT the) (NN mill)) (NNP yesterday)))",
    )
    assert links == {
        ("Yesterday", "yesterday"),
        ("the", "the"),
        ("firm", "company"),
        ("purchased", "bought"),
        ("mill", "mill"),
    }


def test_a_word_that_is_common_is_not_moved() -> None:
    links = named_links(
        "(S (DT the) (NN dog) (VBD bit) (DT the) (NN man))",
        "(S (NN dog) (VBD bit) (NN man) (IN of) (DT the) (NN house))",
    )
    assert links == {("dog", "dog"), ("bit", "bit"), ("man", "man")}


@pytest.mark.parametrize(
    ("source", "target", "substituted"),
    [
        # the only open-class words of a gap, whatever their tags
        ("(NN error) (VBD was)", "(NNS mistakes) (VBD was)", {("error", "mistakes")}),
        # the same kind, from the right, and never an auxiliary for a full verb
        ("(VBD were) (VBN printed)", "(VBD appeared)", {("printed", "appeared")}),
        ("(MD can) (VB be) (VBN used)", "(VBP use)", {("used", "use")}),
        ("(JJ big) (NN city) (NN park)", "(NN garden)", {("park", "garden")}),
        # a common stem before a common tag
        ("(VBG protecting) (NNS eagles)", "(NNS birds) (NN protection)",
         {("protecting", "protection")}),
        # function words only where nothing else could be meant
        ("(DT a)", "(DT the)", {("a", "the")}),
        ("(DT a) (JJ red)", "(DT the)", set()),
        ("(IN of)", "(DT the)", set()),
        ("(IN by) (NN car)", "(IN in) (NNS cars)", {("car", "cars")}),
    ],
)  # fmt: skip
def test_substitution_in_a_gap(source: str, target: str, substituted: set[tuple[str, str]]) -> None:
    links = named_links(f"(S (X left) {source} (X right))", f"(S (X left) {target} (X right))")
    assert links - {("left", "left"), ("right", "right"), ("was", "was")} == substituted


def test_a_function_word_is_no_anchor() -> None:
    links = named_links(
        "(S (NN rain) (CC and) (NN wind) (VBD came))", "(S (NN wind) (VBD came) (CC and) (NN rain))"
    )
    assert ("and", "and") not in links
    assert ("rain", "rain") in links


def test_deletions_but_for_case_are_deletions() -> None:
    source, target = spans_of("(S (RB Now) (DT the) (NN sun))"), spans_of("(S (DT The) (NN sun))")
    assert align_deletions(source, target) == ((1, 0), (2, 1))


@given(aligned_pairs())
def test_edits_keep_a_longest_common_subsequence(pair: tuple[Tree, Tree, Links]) -> None:
    source, target = index_spans(pair[0]), index_spans(pair[1])
    one, two = source.tree.words(), target.tree.words()
    links = align_edits(source, target)
    assert len({s for s, _ in links}) == len({t for _, t in links}) == len(links)
    same = [(s, t) for s, t in links if one[s] == two[t]]
    lengths = [[0] * (len(two) + 1) for _ in range(len(one) + 1)]
    for i, j in itertools.product(range(len(one)), range(len(two))):
        lengths[i + 1][j + 1] = max(
            lengths[i][j + 1], lengths[i + 1][j], lengths[i][j] + (one[i] == two[j])
        )
    assert len(same) >= lengths[-1][-1]


@given(word_lists(6), word_lists(6))
def test_kept_words_stand_in_the_fewest_runs(one: list[str], two: list[str]) -> None:
    possible = [
        list(zip(places, others, strict=True))
        for size in range(min(len(one), len(two)) + 1)
        for places in itertools.combinations(range(len(one)), size)
        for others in itertools.combinations(range(len(two)), size)
        if [one[s] for s in places] == [two[t] for t in others]
    ]
    longest = max(map(len, possible))
    fewest = min(runs(links) for links in possible if len(links) == longest)
    found = common_subsequence(one, two)
    assert found in possible
    assert (len(found), runs(found)) == (longest, fewest)


def runs(links: list[tuple[int, int]]) -> int:
    """How many stretches of neighbouring links there are."""
    return len(links) - sum((s + 1, t + 1) == after for (s, t), after in itertools.pairwise(links))


def test_alignment_is_a_function_of_the_trees() -> None:
    for pair in sample_pairs():
        assert isinstance(pair.source, Tree)
        assert isinstance(pair.references[0], Tree)
        source, target = index_spans(pair.source), index_spans(pair.references[0])
        assert align(source, target) == align(source, target)


def test_links_from_a_file() -> None:
    assert parse_links("") == ()
    assert check_links(parse_links("2-1 0-0 0-0"), 3, 2) == ((0, 0), (2, 1))
    with pytest.raises(AlignmentError, match=r"^found '1:2', expected a link such as 0-0$"):
        parse_links("0-0 1:2")
    with pytest.raises(AlignmentError, match="3-0 lies outside a pair of 3 and 2 words"):
        check_links([(3, 0)], 3, 2)
    for text in ("-1-2", "0", "0-", "a-b", "9" * 5000 + "-0", "٣-0"):
        with pytest.raises(AlignmentError):
            parse_links(text)
