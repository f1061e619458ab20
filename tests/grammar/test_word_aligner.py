"""The aligner on sentences by hand, and what holds for every pair."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import word_lists

from laconic.grammar.edits import common_subsequence
from laconic.grammar.word_aligner import WordAligner, grow, learn_aligner

# Simpler words for harder ones, phrases that move, words that go: what the aligner is for.
CORPUS = [
    ("The firm terminated the contract .", "The firm ended the contract ."),
    ("They terminated talks yesterday .", "They ended talks ."),
    ("She will terminate the lease .", "She will end the lease ."),
    ("He purchased a car .", "He bought a car ."),
    ("They purchased two houses in May .", "In May they bought two houses ."),
    ("Numerous people left .", "Many people left ."),
    ("Numerous firms failed last year .", "Last year many firms failed ."),
    ("She utilised a hammer .", "She used a hammer ."),
    ("Workers utilised tools .", "Workers used tools ."),
]


@pytest.fixture(scope="module")
def aligner() -> WordAligner:
    return learn_aligner([(source.split(), target.split()) for source, target in CORPUS])


def named(aligner: WordAligner, source: str, target: str) -> set[tuple[str, str]]:
    """The links between words that are not the same, as words."""
    one, two = source.split(), target.split()
    links = aligner.align(one, two)
    return {(one[s], two[t]) for s, t in links if one[s].lower() != two[t].lower()}


def test_new_words_for_old_ones(aligner: WordAligner) -> None:
    found = named(aligner, "Numerous clerks utilised pens today .", "Many clerks used pens .")
    assert found == {("Numerous", "Many"), ("utilised", "used")}


def test_the_table_decides_where_places_do_not(aligner: WordAligner) -> None:
    # Two words are gone and two are new in one gap, in the other order.
    found = named(aligner, "He purchased numerous .", "He many bought .")
    assert found == {("purchased", "bought"), ("numerous", "many")}


def test_moved_words_stay_themselves(aligner: WordAligner) -> None:
    source, target = "They purchased two houses in May .", "In May they bought two houses ."
    assert aligner.align(source.split(), target.split()) == (
        (0, 2), (1, 3), (2, 4), (3, 5), (4, 0), (5, 1), (6, 6),
    )  # fmt: skip


def test_other_forms_of_a_word(aligner: WordAligner) -> None:
    found = named(
        aligner, "While protecting whales they slept .", "They slept , and protect whales ."
    )
    assert found == set()  # the corpus never saw the word
    wider = learn_aligner(
        [(source.split(), target.split()) for source, target in CORPUS]
        + [(["Protecting", "whales", "helps"], ["Helps", "to", "protect", "whales"])]
    )
    found = named(wider, "Protecting whales helps", "Helps to protect whales")
    assert ("Protecting", "protect") in found


def test_the_only_word_of_a_gap_is_the_other_one(aligner: WordAligner) -> None:
    assert named(aligner, "The zebra left .", "The okapi left .") == {("zebra", "okapi")}
    assert named(aligner, "The zebra left .", "The okapi soon left .") == set()


@given(word_lists(max_size=12))
def test_a_sentence_is_aligned_with_itself(words: list[str]) -> None:
    aligner = learn_aligner([(words, words[::-1])])
    upper = [word.upper() for word in words]
    assert aligner.align(words, upper) == tuple((place, place) for place in range(len(words)))


@given(st.lists(st.tuples(word_lists(), word_lists()), min_size=1, max_size=4))
def test_links_of_any_pair(corpus: list[tuple[list[str], list[str]]]) -> None:
    one, two = learn_aligner(corpus), learn_aligner(corpus)
    for source, target in corpus:
        links = one.align(source, target)
        assert links == tuple(sorted(set(links))) == two.align(source, target)
        assert all(0 <= s < len(source) and 0 <= t < len(target) for s, t in links)
        same = [link for link in links if source[link[0]] == target[link[1]]]
        assert len(same) >= len(common_subsequence(source, target))


def test_no_words_no_links(aligner: WordAligner) -> None:
    assert aligner.align([], ["a"]) == aligner.align(["a"], []) == aligner.align([], []) == ()


def test_one_word_becomes_two() -> None:
    corpus = ["He cited it .", "They cited us .", "We cited them ."]
    new = ["He talked about it .", "They talked about us .", "We talked about them ."]
    both = [(one.split(), two.split()) for one, two in zip(corpus, new, strict=True)]
    found = named(learn_aligner(both), "She cited it .", "She talked about it .")
    assert found == {("cited", "talked"), ("cited", "about")}


def test_words_that_only_went_join_nothing() -> None:
    pairs = [("He bought nuts", "He got nuts"), ("They bought old cars", "They got cars")]
    small = learn_aligner([(one.split(), two.split()) for one, two in pairs])
    assert named(small, *pairs[1]) == {("bought", "got")}


def test_growing_stops_where_target_words_are_taken() -> None:
    assert grow([(0, 0), (1, 1)], [(0, 1), (1, 2), (5, 5)]) == {(0, 0), (1, 1), (1, 2)}
