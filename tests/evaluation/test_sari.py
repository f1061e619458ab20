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
WORDS = st.sampled_from(["a", "b", "c", "The", "the"])
LINES = st.lists(WORDS, min_size=1, max_size=7)
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
    """SARI of a sentence: each different n-gram counts the same."""
    scores = []
    for length in range(1, 5):
        for name, rows in tallies((source, output, references), length).items():
            precision, recall = (
                divided(
                    sum(divided(row[0], row[of]) for row in rows), sum(row[of] > 0 for row in rows)
                )
                for of in (1, 2)
            )
            alone = name == "delete" and not f1_for_deletion
            scores.append(precision if alone else harmonic(precision, recall))
    return sum(scores) / len(scores)


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
@settings(max_examples=60)
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
