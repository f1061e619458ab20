"""SARI against the published example and against a slow program written from its description."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.evaluation.sari import count_sari, sari_family
from laconic.evaluation.sides import Side

SOURCE = "About 95 species are currently accepted ."
REFERENCES = (
    "About 95 species are currently known .",
    "About 95 species are now accepted .",
    "95 species are now accepted .",
)
METRICS = {metric.name: metric for metric in sari_family().metrics}
# Few words, so that many stand more than once.
WORDS = st.sampled_from(["a", "b", "The", "the"])
LINES = st.lists(WORDS, min_size=1, max_size=8)
CASES = st.tuples(LINES, LINES, st.lists(LINES, min_size=1, max_size=3))
Case = tuple[Sequence[str], Sequence[str], Sequence[Sequence[str]]]


def side(words: Sequence[str]) -> Side:
    return Side(tuple(words), None, None)


def figure(name: str, *cases: Case) -> float:
    counts = [
        count_sari(source, side(output), [side(reference) for reference in references])
        for source, output, references in cases
    ]
    return float(METRICS[name](np.array(counts).sum(axis=0)))


def example(output: str) -> Case:
    return SOURCE.split(), output.split(), [reference.split() for reference in REFERENCES]


def test_words_that_stand_twice_as_the_authors_count_them() -> None:
    # One of two "the" is gone. The reference has one left, so none was rightly deleted: 1 - 1 = 0.
    source, output, reference = "the cat saw the dog .", "cat saw the dog .", "the cat saw dog ."
    case = source.split(), output.split(), [reference.split()]
    assert figure("sari-mean", case) == pytest.approx(0.2143, abs=5e-5)
    # The corpus figure is EASSE's, which takes the smaller of both losses: "the" is a hit, and so
    # is the one sequence of four words that both deleted; of the others, none.
    assert figure("sari-delete", case) == pytest.approx((1 + 0 + 0 + 1) / 4)


def test_what_one_of_two_references_deletes_is_half_right() -> None:
    case = ["a", "b", "c"], ["a", "c"], [["a", "c"], ["a", "b", "c"]]
    # Added: "a c". Kept: "a" and "c" of three wanted words, so F1 is 4/5. Deleted: of each n-gram
    # with "b" two copies are gone, and one reference has it; there are none of four words.
    add, keep, delete = 1 / 4, (4 / 5) / 4, (1 / 2 + 1 / 2 + 1 / 2) / 4
    assert figure("sari-mean", case) == pytest.approx((add + keep + delete) / 3)


@pytest.mark.parametrize(
    ("output", "published"),
    [
        ("About 95 you now get in .", 0.26827),
        ("About 95 species are now agreed .", 0.58899),
        ("About 95 species are currently agreed .", 0.50716),
    ],
)
def test_the_example_of_the_paper(output: str, published: float) -> None:
    assert figure("sari-mean", example(output)) == pytest.approx(published, abs=1e-5)
    # With F1 for deletion it would be another number, so precision is what was published.
    assert slow_sentence(*example(output), f1_for_deletion=True) != pytest.approx(
        published, abs=1e-3
    )


def grams(words: Sequence[str], length: int) -> list[str]:
    lowered = [word.lower() for word in words]
    return [" ".join(lowered[at : at + length]) for at in range(len(words) - length + 1)]


def harmonic(one: float, two: float) -> float:
    return 2 * one * two / (one + two) if one + two else 0.0


def divided(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def tallies(case: Case, length: int) -> dict[str, list[tuple[float, float, float]]]:
    """For each operation and n-gram: how much both did, the output did, the references did.

    Counts of references are means over them, so that nothing has to be multiplied.
    """
    source, output = grams(case[0], length), grams(case[1], length)
    references = [grams(reference, length) for reference in case[2]]
    rows: dict[str, list[tuple[float, float, float]]] = {"add": [], "keep": [], "delete": []}
    for gram in {*source, *output, *(gram for one in references for gram in one)}:
        there, made = source.count(gram), output.count(gram)
        wanted = sum(one.count(gram) for one in references) / len(references)
        if not there:
            rows["add"].append((float(made > 0 and wanted > 0), made > 0, wanted > 0))
        kept, kept_by_others = min(there, made), min(there, wanted)
        rows["keep"].append((min(kept, kept_by_others), kept, kept_by_others))
        gone, gone_by_others = max(there - made, 0), max(there - wanted, 0)
        rows["delete"].append((min(gone, gone_by_others), gone, gone_by_others))
    return rows


def slow_sentence(
    source: Sequence[str],
    output: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    f1_for_deletion: bool = False,
) -> float:
    """SARI of a sentence as its authors' program defines it: each different n-gram counts the same.

    Every reference gets a copy of source and output. What stands in a copy of the source is kept,
    or it is gone; what is gone was rightly deleted as far as no reference has it left.
    """
    copies, scores = len(references), []
    for length in range(1, 5):
        before, after = grams(source, length) * copies, grams(output, length) * copies
        others = [gram for one in references for gram in grams(one, length)]
        new = set(after) - set(before), set(others) - set(before)
        both = len(new[0] & new[1])
        scores.append(harmonic(divided(both, len(new[0])), divided(both, len(new[1]))))
        kept, gone = [], []
        for gram in set(before):
            there, made, wanted = (words.count(gram) for words in (before, after, others))
            kept.append((min(there, made, wanted), min(there, made), min(there, wanted)))
            lost = max(there - made, 0)
            gone.append((max(lost - wanted, 0), lost, max(there - wanted, 0)))
        scores.append(harmonic(averaged(kept, 1), averaged(kept, 2)))
        deleted = averaged(gone, 1)
        scores.append(harmonic(deleted, averaged(gone, 2)) if f1_for_deletion else deleted)
    return sum(scores) / len(scores)


def averaged(rows: Sequence[tuple[int, int, int]], of: int) -> float:
    """The mean share of hits, over the n-grams that were done (1) or wanted (2) at all."""
    shares = [row[0] / row[of] for row in rows if row[of]]
    return divided(sum(shares), len(shares))


def slow_corpus(cases: Sequence[Case]) -> dict[str, float]:
    """Counts of all sentences summed for each length, then divided."""
    parts = {"add": 0.0, "keep": 0.0, "delete": 0.0}
    for length in range(1, 5):
        for name in parts:
            # A sentence with more references has more counts, as it has in EASSE's sums.
            sums = [0.0, 0.0, 0.0]
            for case in cases:
                weight = 1 if name == "add" else len(case[2])
                for row in tallies(case, length)[name]:
                    sums = [total + weight * value for total, value in zip(sums, row, strict=True)]
            precision, recall = divided(sums[0], sums[1]), divided(sums[0], sums[2])
            parts[name] += (precision if name == "delete" else harmonic(precision, recall)) / 4
    return {**parts, "sari": sum(parts.values()) / 3}


@given(st.lists(CASES, min_size=1, max_size=4))
@settings(max_examples=200)
def test_against_the_slow_program(cases: list[Case]) -> None:
    mean = sum(slow_sentence(*case) for case in cases) / len(cases)
    assert figure("sari-mean", *cases) == pytest.approx(mean)
    expected = slow_corpus(cases)
    assert figure("sari", *cases) == pytest.approx(expected["sari"])
    for name in ("add", "keep", "delete"):
        assert figure(f"sari-{name}", *cases) == pytest.approx(expected[name])


def test_copying_and_the_reference_itself() -> None:
    source, reference = ["a", "b", "c", "d", "e", "f"], ["a", "b", "x", "d", "e"]
    assert figure("sari-add", (source, source, [reference])) == 0
    assert figure("sari-delete", (source, source, [reference])) == 0
    for name in METRICS:
        # Of "a b x d e" no four words in a row are the source's, so one keep of four is 0 / 0.
        ideal = {"sari-keep": 0.5, "sari": (1 + 0.5 + 1) / 3, "sari-mean": (1 + 0.5 + 1) / 3}
        found = figure(name, (source, reference, [reference]))
        assert found == pytest.approx(ideal.get(name, 1.0))


def test_one_right_deletion_has_all_of_the_precision_of_a_corpus() -> None:
    source, reference = ["a", "b", "c", "d", "e", "f", "g"], ["a", "c", "d", "e", "g"]
    once = [
        (source, ["a", "b", "c", "d", "e", "g"], [reference]),
        *[(source, source, [reference])] * 9,
    ]
    assert figure("sari-delete", *once) > 0.6
    assert figure("sari-mean", *once) < figure("sari", *once) - 0.15


def test_no_words_at_all() -> None:
    assert 0 < figure("sari", (["a", "b"], [], [["c"]])) < 1
