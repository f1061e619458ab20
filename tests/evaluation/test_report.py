"""A report of three sentences, every figure of which can be checked by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from laconic.errors import LaconicError
from laconic.evaluation.answers import REFERENCES, Answer, Answers, References, Sentence
from laconic.evaluation.extra_metrics import extra_families
from laconic.evaluation.metrics import FAMILIES
from laconic.evaluation.page import render_page
from laconic.evaluation.report import COMPARED, Report, make_report
from laconic.evaluation.sides import Side
from laconic.evaluation.table import SHOWN, render_table
from laconic.trees.tree import Tree

SOURCES = ("a b c d", "e f g", "h i")
FIRST = ("a b", "e f", "h")
SECOND = ("a c", "g", "h i")
SETTINGS = {"laconic": "0", "parser": "flat"}


def flat(words: Sequence[str]) -> Tree | None:
    return Tree("S", [Tree("NN", word=word) for word in words]) if words else None


def side(text: str, *, tree: bool = True) -> Side:
    words = text.split()
    return Side(tuple(words), flat(words) if tree else None, flat(words))


def answers(name: str, *texts: str, tree: bool = True, **rest: Any) -> Answers:
    return Answers(name, [Answer(side(text, tree=tree)) for text in texts], **rest)


def sentences(*references: Sequence[str]) -> list[Sentence]:
    return [
        Sentence(
            str(number),
            tuple(source.split()),
            tuple(Answer(side(column[number])) for column in references),
        )
        for number, source in enumerate(SOURCES)
    ]


def report(
    *systems: Answers, columns: Sequence[Sequence[str]] = (FIRST,), references: References = "best"
) -> Report:
    return make_report(
        sentences(*columns), systems, references=references, settings=SETTINGS, pairs=["p.jsonl"]
    )


# Tokens: 2 hits of 3; all of "e"; nothing at all. The other: all three as they should be, but one.
OURS = answers("ours", "a b c", "e", "", signature="model.1", seconds=1.5)
THEIRS = answers("theirs", "A B", "e f", "i", tree=False)


def test_figures_by_hand() -> None:
    found = report(OURS, THEIRS)
    assert found.score("ours", "rate") == 4 / 9
    assert found.score("ours", "rate-macro") == pytest.approx((3 / 4 + 1 / 3 + 0) / 3)
    assert found.score("ours", "token-precision") == 3 / 4
    assert found.score("ours", "token-recall") == 3 / 5
    assert found.score("ours", "token-f1") == 6 / 9
    # One word too many; one too few; one too few.
    assert found.score("ours", "hamming-tokens") == 1 + 1 + 1
    assert found.score("ours", "edit-tokens") == 1 + 1 + 1
    assert found.score("ours", "f1-tokens") == pytest.approx((1 - 4 / 5) + (1 - 2 / 3) + 1)
    # A tag and its word too many, too few; and all of S, NN and h.
    assert found.score("ours", "tree-distance") == pytest.approx((2 + 2 + 3) / 3)
    assert found.score("theirs", "rate") == 5 / 9
    assert found.score("theirs", "token-f1") == 8 / 10
    assert found.score("theirs", "hamming-tokens") == 1


def test_what_a_report_does_not_have_is_an_error_that_lists_what_it_has() -> None:
    with pytest.raises(LaconicError, match="no 'mine' in the report; it has ours, theirs"):
        report(OURS, THEIRS).score("mine", "rate")
    with pytest.raises(LaconicError, match="no 'bleu' in the report; it has rate, rate-macro, "):
        report(OURS, THEIRS).score("ours", "bleu")


def test_a_system_without_trees_has_no_figures_of_trees() -> None:
    found = report(OURS, THEIRS)
    none = {"tree-distance", "hamming-productions"}
    none |= {f"tree-relations-{kind}" for kind in ("f1", "precision", "recall")}
    for record in found.as_record()["systems"]:
        missing = {name for name, score in record["scores"].items() if score is None}
        assert missing == (none if record["name"] == "theirs" else set())
    # One string among trees is no tree either; no words at all need none.
    mixed = Answers("mixed", [Answer(side("a")), Answer(side("e", tree=False)), Answer(side(""))])
    assert report(mixed).score("mixed", "tree-distance") is None
    assert report(answers("empty", "", "", "")).score("empty", "tree-distance") is None


def test_the_record_is_plain_and_has_all_that_the_page_needs() -> None:
    found = report(OURS, THEIRS)
    record = found.as_record()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert list(record) == [
        "format", "version", "pairs", "count", "references", "confidence", "metrics", "systems",
        "comparisons", "notes", "sentences", "signature",
    ]  # fmt: skip
    assert (record["format"], record["version"]) == ("laconic-report", 1)
    assert (record["pairs"], record["count"], record["confidence"]) == (["p.jsonl"], 3, 0.95)
    names = [metric["name"] for metric in record["metrics"]]
    assert names == [metric.name for family in FAMILIES for metric in family.metrics]
    for system in record["systems"]:
        assert list(system["scores"]) == names
    one = record["sentences"][0]
    assert (one["id"], one["source"], one["references"]) == ("0", list("abcd"), [["a", "b"]])
    assert one["outputs"][0]["tokens"] == ["a", "b", "c"]
    assert one["outputs"][0]["tree"] == "(S (NN a) (NN b) (NN c))"
    assert one["outputs"][0]["scores"]["token-f1"] == 4 / 5
    assert one["outputs"][1]["tree"] is None
    assert one["outputs"][1]["scores"]["tree-distance"] is None
    assert record["sentences"][2]["outputs"][0]["scores"]["token-f1"] == 0
    assert "sentences" not in found.as_record(sentences=False)
    for page in (render_page(record), render_page(found.as_record(sentences=False))):
        assert "p.jsonl" in page


def test_values_lie_in_their_intervals_and_the_sum_over_sentences_is_the_figure() -> None:
    record = report(OURS, THEIRS).as_record()
    for place, system in enumerate(record["systems"]):
        for score in filter(None, system["scores"].values()):
            assert score["low"] <= score["value"] <= score["high"]
        values = [one["outputs"][place]["scores"]["hamming-tokens"] for one in record["sentences"]]
        assert sum(values) == system["scores"]["hamming-tokens"]["value"]


def test_comparisons_are_the_later_system_less_the_earlier() -> None:
    third = answers("third", "a", "e", "h")
    record = report(OURS, THEIRS, third).as_record()
    named = {(one["metric"], one["ours"], one["theirs"]): one for one in record["comparisons"]}
    assert [key[1:] for key in named if key[0] == "token-f1"] == [
        ("theirs", "ours"), ("third", "ours"), ("third", "theirs"),
    ]  # fmt: skip
    # Trees compare only with trees.
    assert [key[1:] for key in named if key[0] == "tree-relations-f1"] == [("third", "ours")]
    assert {key[0] for key in named} == set(COMPARED)
    found = named["token-f1", "theirs", "ours"]
    assert found["difference"] == pytest.approx(8 / 10 - 6 / 9)
    assert found["low"] <= found["difference"] <= found["high"]
    # Sentences: 1 against 4/5, 1 against 2/3, 0 against 0. Both signs the same: 2 of 4 patterns.
    assert found["wilcoxon_p"] == 0.5
    assert (found["higher"], found["lower"]) == (2, 0)
    assert named["hamming-tokens", "theirs", "ours"]["difference"] == 1 - 3


def test_systems_that_are_alike_differ_by_nothing() -> None:
    record = report(OURS, answers("same", "a b c", "e", "")).as_record(sentences=False)
    for found in record["comparisons"]:
        assert (found["difference"], found["low"], found["high"]) == (0, 0, 0)
        assert found["wilcoxon_p"] == 1


def test_the_best_reference_is_sought_in_each_sentence_or_only_the_first_is_looked_at() -> None:
    system = answers("x", "a c", "e f", "h i")
    best = report(system, columns=(FIRST, SECOND))
    assert best.score("x", "token-f1") == 1
    assert best.score("x", "hamming-tokens") == 0
    first = report(system, columns=(FIRST, SECOND), references="first")
    assert first.score("x", "token-f1") == (2 * 4) / (6 + 5)
    assert first.score("x", "hamming-tokens") == 1 + 0 + 1
    assert first.as_record()["references"] == "first"
    assert first.score("x", "rate") == best.score("x", "rate")


def test_the_reference_is_compared_with_the_others_if_there_are_any() -> None:
    reference = answers("reference", *FIRST)
    alone = report(reference, OURS).as_record()["systems"][0]["scores"]
    assert {name for name, score in alone.items() if score} == {"rate", "rate-macro"}
    assert alone["rate"]["value"] == 5 / 9
    for references in REFERENCES:
        several = report(reference, columns=(FIRST, SECOND), references=references)
        # a of "a c"; nothing of "g"; h of "h i".
        assert several.score("reference", "token-f1") == (2 * 2) / (5 + 5)
        assert several.score("reference", "token-precision") == 2 / 5
    compared = report(reference, OURS, columns=(FIRST, SECOND)).as_record()["comparisons"]
    assert compared == []


def test_marks_are_counted() -> None:
    marked = [
        Answer(side("a"), (0,), ("out of time", "no solution")),
        Answer(side("e"), (0,), ("out of time",)),
        Answer(side("h"), (0,)),
    ]
    record = report(Answers("ilp", marked)).as_record()
    assert record["systems"][0]["marks"] == {"no solution": 1, "out of time": 2}
    assert record["sentences"][0]["outputs"][0]["marks"] == ["out of time", "no solution"]
    assert record["sentences"][2]["outputs"][0]["kept"] == [0]
    assert "ilp: no solution (1), out of time (2)" in render_table(record)


TABLE = """\
3 sentences, each against the reference that fits best

system            rate     token-f1   relations-f1  tree-relations-f1  tree-distance  hamming-tokens  seconds
reference        55.56            –              –                  –              –               –        –
           50.00–66.67
ours             44.44        66.67           0.00               0.00            2.3             3.0      1.5
            0.00–75.00   0.00–80.00    0.00–100.00        0.00–100.00        2.0–3.0         3.0–3.0
theirs           55.56        80.00         100.00                  –              –             1.0        –
           50.00–66.67  0.00–100.00  100.00–100.00                                           0.0–3.0
theirs: late (1)

metric          system  less  difference        interval  Wilcoxon p
token-f1        theirs  ours       13.33  -7.14 to 33.33      0.5000
relations-f1    theirs  ours      100.00  0.00 to 100.00      0.5000
hamming-tokens  theirs  ours        -2.0     -3.0 to 0.0      0.5000

laconic=0 parser=flat
"""  # noqa: E501


def test_the_table_in_the_terminal() -> None:
    first, *rest = THEIRS.answers
    late = Answers("theirs", [Answer(first.side, None, ("late",)), *rest])
    found = report(answers("reference", *FIRST), OURS, late)
    shown = str(found)
    assert shown == "\n".join(render_table(found.as_record()))
    assert shown == "\n".join(render_table(json.loads(json.dumps(found.as_record()))))
    assert shown.splitlines() == TABLE.splitlines()


def test_a_report_is_the_same_every_time_and_ends_with_its_signature() -> None:
    one, two = report(OURS, THEIRS), report(OURS, THEIRS)
    assert json.dumps(one.as_record()) == json.dumps(two.as_record())
    assert str(one).splitlines()[-1] == "laconic=0 parser=flat" == one.signature
    assert one.as_record()["signature"] == one.signature


def test_one_sentence_gives_intervals_without_width() -> None:
    whole = [Answers(one.name, one.answers[:1]) for one in (OURS, THEIRS)]
    found = make_report(sentences(FIRST)[:1], whole)
    record = found.as_record()
    for system in record["systems"]:
        for score in filter(None, system["scores"].values()):
            assert score["low"] == pytest.approx(score["value"]) == score["high"]
    assert all(one["wilcoxon_p"] == 1 for one in record["comparisons"])
    assert len(str(found).splitlines()) > 5


def test_no_sentences_and_no_systems_still_give_a_report() -> None:
    empty = make_report([], [Answers("x", [])])
    record = empty.as_record()
    assert all(score is None for score in record["systems"][0]["scores"].values())
    assert record["comparisons"] == record["sentences"] == []
    assert str(empty).startswith("0 sentences")
    assert render_page(make_report(sentences(FIRST), []).as_record()).startswith("<!doctype html>")


def test_extra_metrics_have_columns_too() -> None:
    families = (*FAMILIES, *extra_families())
    found = make_report(sentences(FIRST), [OURS, THEIRS], families=families)
    record = found.as_record()
    assert {metric["name"] for metric in record["metrics"]} >= set(SHOWN)
    assert " bleu " in str(found)
    score = record["systems"][1]["scores"]["rouge-l"]
    assert score["value"] == pytest.approx(2 / 3)
    assert score["low"] <= score["value"] <= score["high"] <= 1


def test_a_metric_that_cannot_be_had_is_left_out_with_a_note() -> None:
    deep = Tree("A", word="a")
    for number in range(200):
        beside = Tree("B", word="b")
        deep = Tree("X", [deep, beside] if number % 2 else [beside, deep])
    words = tuple(deep.words())
    large = Side(words, deep, deep)
    found = make_report([Sentence("7", words, (Answer(large),))], [Answers("one", [Answer(large)])])
    (note,) = found.as_record()["notes"]
    assert note.startswith("no tree-distance of one: 7: trees of ")
    assert found.score("one", "tree-distance") is None
    assert found.score("one", "token-f1") == 1
