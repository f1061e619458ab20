"""`evaluate`: systems of the test's own on the sample pairs, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from flat_parser import FlatParser
from pairs import sample_pairs

import laconic
from laconic.comparison import Output, evaluate
from laconic.corpus import Pair, documents, read_pairs, write_pairs
from laconic.errors import FormatError, LaconicError
from laconic.evaluation.report import Report
from laconic.trees.brackets import parse
from laconic.trees.labels import with_root
from laconic.trees.pruning import keep_words
from laconic.trees.tree import Tree

PAIRS = sample_pairs()[:6]
SOURCE = with_root(parse("(S (NP (DT The) (JJ old) (NN dog)) (VP (VBZ barks)) (. .))"))
TARGET = with_root(parse("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))"))
PAIR = Pair("1", SOURCE, (TARGET,))


@dataclass(frozen=True)
class Made:
    tree: Tree
    kept: tuple[int, ...] | None
    marks: tuple[str, ...] = ()
    score: float = 0.0


@dataclass
class Beginning:
    """A system that keeps the first words, and notes what it was given."""

    words: int = 4
    system: str = "beginning"
    parser: str | None = None
    seen: list[list[str]] = field(default_factory=list)

    @property
    def signature(self) -> str:
        return f"beginning.{self.words}"

    def for_document(self, trees: Iterable[Tree]) -> Beginning:
        self.seen.append([" ".join(tree.words()) for tree in trees])
        return self

    def rewrite(self, tree: Tree) -> Made:
        kept = tuple(range(min(self.words, len(tree.words()))))
        short = ("short",) if len(kept) < self.words else ()
        return Made(keep_words(tree, set(kept)), kept, short)

    def save(self, path: str | Path) -> None:
        raise NotImplementedError(path)


def run(systems: Any = (), pairs: Iterable[Pair] = PAIRS, **options: Any) -> Report:
    options.setdefault("parser", FlatParser())
    return evaluate(systems, pairs, **options)


def error_of(systems: Any = (), pairs: Iterable[Pair] = PAIRS, **options: Any) -> str:
    with pytest.raises(LaconicError) as caught:
        run(systems, pairs, **options)
    return str(caught.value)


def without_seconds(report: Report) -> dict[str, Any]:
    record = report.as_record()
    for system in record["systems"]:
        del system["seconds"]
    return record


def test_systems_stand_beside_copying_and_the_reference() -> None:
    report = run(Beginning())
    record = report.as_record()
    names = [system["name"] for system in record["systems"]]
    assert names == ["copy", "reference", "beginning"]
    assert [one["id"] for one in record["sentences"]] == [pair.id for pair in PAIRS]
    assert record["pairs"] == ["pairs.jsonl"]
    copy, reference, beginning = record["systems"]
    assert copy["scores"]["rate"]["value"] == copy["scores"]["token-recall"]["value"] == 1
    assert reference["scores"]["token-f1"] is None  # not all pairs have a second reference
    assert beginning["seconds"] >= 0
    assert copy["seconds"] is reference["seconds"] is None
    lengths = [len(one["source"]) for one in record["sentences"]]
    kept = sum(min(4, length) for length in lengths)
    assert beginning["scores"]["rate"]["value"] == pytest.approx(kept / sum(lengths))
    assert record["signature"].endswith(" parser=flat case=lower system:beginning=beginning.4")
    assert "references=best" in record["signature"]


def test_tree_metrics_see_the_tree_that_was_made_and_relations_the_one_parsed_again() -> None:
    flat = FlatParser()
    record = run([], [PAIR], outputs={"trees": [TARGET], "words": ["the dog barks ."]}, parser=flat)
    assert record.score("trees", "tree-distance") == 0
    assert record.score("trees", "tree-relations-f1") == 1
    assert record.score("words", "tree-distance") is None
    assert record.score("words", "relations-f1") == record.score("words", "token-f1") == 1
    # Source, reference, and the words with a small letter; each string once.
    texts = [" ".join(words) for words in flat.sentences]
    assert sorted(texts) == ["The dog barks .", "The old dog barks .", "the dog barks ."]


@pytest.mark.parametrize("output", [TARGET, "The dog barks .", ["The", "dog", "barks", "."]])
def test_outputs_may_be_trees_strings_or_tokens(output: Output) -> None:
    record = run([], [PAIR, PAIR], outputs={"other": [output, output]}).as_record()
    for sentence in record["sentences"]:
        found = sentence["outputs"][2]
        assert found["tokens"] == ["The", "dog", "barks", "."]
        assert found["kept"] == [0, 2, 3, 4]
        assert found["scores"]["token-f1"] == 1
        assert (found["tree"] is None) == (not isinstance(output, Tree))


@pytest.mark.parametrize(
    ("output", "tokens", "kept"),
    [
        ("", [], []),
        (" \t", [], []),
        ([], [], []),
        ("the DOG", ["the", "DOG"], [0, 2]),
        ("dog The", ["dog", "The"], None),
        ("The cat", ["The", "cat"], None),
        ("-LRB- dog", ["(", "dog"], None),
        (parse("(NP (NN dog))"), ["dog"], [2]),
    ],
)
def test_which_words_were_kept(output: Output, tokens: list[str], kept: list[int] | None) -> None:
    record = run([], [PAIR], outputs={"other": [output]}).as_record()
    found = record["sentences"][0]["outputs"][2]
    assert (found["tokens"], found["kept"]) == (tokens, kept)
    assert record["sentences"][0]["outputs"][0]["kept"] == [0, 1, 2, 3, 4]
    assert record["sentences"][0]["outputs"][1]["kept"] == [0, 2, 3, 4]


def test_what_a_system_says_it_kept_and_its_marks_are_passed_on() -> None:
    record = run({"mine": Beginning(9)}, [PAIR]).as_record()
    found = record["sentences"][0]["outputs"][2]
    assert found["kept"] == [0, 1, 2, 3, 4]
    assert found["marks"] == ["short"]
    assert record["systems"][2]["marks"] == {"short": 1}


def test_names_are_given_or_those_of_the_kind_numbered() -> None:
    def names(systems: Any) -> list[str]:
        scored = run(systems, [PAIR], standard=[]).scored
        return [one.system.name for one in scored]

    assert names(Beginning()) == ["beginning"]
    assert names([Beginning(1), Beginning(2, "other"), Beginning(3)]) == [
        "beginning-1", "other", "beginning-2",
    ]  # fmt: skip
    assert names({"x": Beginning(), "y": Beginning()}) == ["x", "y"]
    assert names([]) == []


def test_only_the_standard_systems_asked_for() -> None:
    for wanted in ([], ["copy"], ["reference"], ["reference", "copy"]):
        found = run([], [PAIR], standard=wanted)
        assert [one.system.name for one in found.scored] == wanted


def test_mistakes_are_told_before_any_work_is_done() -> None:
    idle = Beginning()
    assert "two systems are called copy; give them" in error_of({"copy": idle})
    assert "two systems are called x" in error_of({"x": idle}, outputs={"x": ["a"] * 6})
    assert "reference stands for the first reference" in error_of({"reference": idle}, standard=[])
    assert "called 'a b'; expected a name without white space" in error_of({"a b": idle})
    assert "called ''" in error_of({"": idle})
    assert error_of(idle, standard=["gold"]) == (
        "unknown system 'gold'; expected copy or reference"
    )
    assert error_of(idle, references="all") == "references is 'all'; expected one of best, first"
    assert error_of(idle, []) == "there are no pairs to evaluate on"
    assert error_of(idle, [Pair("1", "a", ("",))]) == "there are no pairs to evaluate on"
    assert error_of(idle, outputs={"other": ["a"] * 5}) == (
        "other has 5 outputs for 6 pairs; expected one each"
    )
    assert idle.seen == []


def test_outputs_do_not_fit_pairs_of_which_some_are_left_out() -> None:
    pairs = [Pair("1", "a b", ("a",)), Pair("2", "a", ("",), place="p.jsonl:2")]
    assert error_of([], pairs, outputs={"x": ["a", "a"]}) == (
        "outputs would not fit the pairs: p.jsonl:2: pair 2: it has no words"
    )
    assert run([], pairs).as_record()["count"] == 1


def test_references_without_words_are_left_out() -> None:
    record = run([], [Pair("1", "a b", ("", "a")), Pair("2", "c d", ("c", "", "d"))]).as_record()
    assert [one["references"] for one in record["sentences"]] == [[["a"]], [["c"], ["d"]]]


def test_sources_of_an_article_are_given_together_and_answers_stay_in_order() -> None:
    articles = ["x", None, "y", "x", None, "y"]
    pairs = [replace(pair, article=name) for pair, name in zip(PAIRS, articles, strict=True)]
    assert documents(pairs) == [[0, 3], [1], [2, 5], [4]]
    system = Beginning()
    record = run(system, pairs).as_record()
    texts = [" ".join(one["source"]) for one in record["sentences"]]
    assert system.seen == [[texts[0], texts[3]], [texts[1]], [texts[2], texts[5]], [texts[4]]]
    for sentence in record["sentences"]:
        assert sentence["outputs"][2]["tokens"] == sentence["source"][:4]


def test_the_number_of_workers_changes_nothing() -> None:
    pairs = [replace(pair, article=str(n % 4)) for n, pair in enumerate(sample_pairs()[:20])]
    outputs = {"first": [tree_words(pair)[:1] for pair in pairs]}
    one, two = (
        without_seconds(run([Beginning(2), Beginning(5)], pairs, workers=workers, outputs=outputs))
        for workers in (1, 2)
    )
    assert json.dumps(one) == json.dumps(two)


def tree_words(pair: Pair) -> Sequence[str]:
    assert isinstance(pair.source, Tree)
    return pair.source.words()


def test_trees_of_the_same_parser_are_not_parsed_again_and_others_are() -> None:
    for signature, again in (("flat", 0), ("other", 2), (None, 2)):
        flat = FlatParser()
        record = run([], [replace(PAIR, parser=signature)], parser=flat)
        assert len(flat.sentences) == again
        # Under a flat tree the last word is the head of all; the reference's own tree has others.
        assert record.score("copy", "tree-relations-f1") == 2 * 2 / (3 + 2)
        assert (record.score("copy", "relations-f1") == 2 * 2 / (3 + 2)) == (again == 0)


def test_what_is_being_done_is_told() -> None:
    steps: list[tuple[str, int, int]] = []
    run(Beginning(), watch=lambda *step: steps.append(step))
    assert ("compressing, beginning", 6, 6) in steps
    assert {step.split(",")[0] for step, _, _ in steps} == {"compressing", "parsing"}
    assert all(0 < done <= total for _, done, total in steps)


def test_the_signature_is_that_of_the_pairs_and_not_of_their_file() -> None:
    def pairs_part(pairs: Iterable[Pair]) -> str:
        return run([], pairs, standard=["copy"]).settings["pairs"]

    assert pairs_part(PAIRS) == pairs_part([replace(pair, id="x", place="") for pair in PAIRS])
    assert pairs_part(PAIRS) != pairs_part(PAIRS[:5])
    assert pairs_part(PAIRS) != pairs_part(PAIRS[::-1])


def test_the_shipped_parser_and_all_metrics() -> None:
    text = Pair("2", "The old dog barks .", ("The dog barks .", "The old dog ."))
    report = laconic.evaluate(Beginning(3), [PAIR, text], outputs={"x": ["dog", ""]}, extra=True)
    assert report.settings["parser"].startswith("embedded.")
    assert report.settings["extra"].startswith("sacrebleu-")
    # "The old dog" has dog → The and dog → old: the first of them in one reference, both in the
    # best reference of the other sentence.
    assert report.score("beginning", "relations-precision") == 3 / 4
    assert report.score("beginning", "bleu") is not None
    assert str(report).splitlines()[-1] == report.signature


def test_articles_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    write_pairs([replace(PAIR, article="Wall Street 12"), PAIR], path)
    first, second = (json.loads(line) for line in path.read_text().splitlines())
    assert first["article"] == "Wall Street 12"
    assert "article" not in second
    assert [pair.article for pair in read_pairs(path)] == ["Wall Street 12", None]
    path.write_text('{"source": "a", "references": ["a"], "article": 12}\n')
    with pytest.raises(FormatError, match=r'jsonl:1: found "article" of type int, expected a str'):
        list(read_pairs(path))


def test_pairs_without_words_are_left_out_with_a_note() -> None:
    report = run(pairs=[PAIR, Pair("2", "", ("a b", ""))])
    assert report.as_record()["notes"] == ["left out: pair 2: it has no words"]
    assert "left out: pair 2: it has no words" in str(report).split("\n")


def test_which_pairs_are_of_one_article_is_signed() -> None:
    pairs = [PAIR, replace(PAIR, id="2")]
    together = [replace(pair, article="a") for pair in pairs]
    apart = [replace(pair, article=pair.id) for pair in pairs]
    assert run(pairs=pairs).signature == run(pairs=apart).signature
    assert run(pairs=pairs).signature != run(pairs=together).signature


def test_references_without_words_are_noted() -> None:
    report = run(pairs=[Pair("3", "a b c", ("", "a b"))])
    assert report.notes == ["left out: pair 3: a reference without words"]


def test_what_is_no_system_no_output_or_no_number_is_an_error() -> None:
    assert error_of("mine.laconic").startswith("mine.laconic is a name; laconic.load")
    assert error_of(outputs={"x": [None]}, pairs=[PAIR]).startswith("an output is None;")
    assert error_of(workers=-1) == "workers is -1; expected a number from 1 up, or none"
    assert len(run(standard="copy").scored) == 1


def test_what_a_system_cannot_do_names_system_and_pair() -> None:
    class Broken(Beginning):
        def rewrite(self, tree: Tree) -> Made:
            raise LaconicError(f"too much: {len(tree.words())}")

    assert error_of(Broken(), [PAIR]) == "beginning, pair 1: too much: 5"
