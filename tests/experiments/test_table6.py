"""Tables 6 and 7, whole but tiny: systems at the lengths of others, and what is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_programs import own_options, table_programs
from tiny_corpus import tiny_pairs

from laconic.compressor.compressor import Compressor
from laconic.corpus import tree_of
from laconic.errors import LaconicError
from laconic.trees.brackets import parse
from laconic.trees.tree import Tree

KINDS = [
    "paper",
    "paper-loo",
    "paper-loo+guards",
    "places",
    "places+neighbours",
    "places+guards",
    "places+guards+neighbours",
]


@pytest.fixture(scope="module")
def program() -> Iterator[dict[str, Any]]:
    """The modules of the programs, by name."""
    with table_programs() as programs:
        yield programs


@pytest.fixture(scope="module")
def made(
    program: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[str]]:
    """The folder of a run of both programs, and the options it was run with."""
    folder = tmp_path_factory.mktemp("tables")
    options = [*own_options(folder), "--on=tiny", "--without-tagger"]
    for name in ("table6", "table7"):
        program[name].main(options)
    return folder / "work", options


@pytest.fixture(scope="module")
def contest(program: dict[str, Any], made: tuple[Path, list[str]]) -> Any:
    _, options = made
    parsed = program["table6"].table6_options("").parse_args(options)
    place = program["options"].find_place(parsed)
    return program["contest"].Contest(place, place.corpus("tiny"), "test", KINDS)


def test_table_6_has_every_system(made: tuple[Path, list[str]]) -> None:
    folder, _ = made
    markdown = (folder / "tiny" / "table6.md").read_text("utf-8")
    for row in (
        *(f"Transducer1, {kind}" for kind in KINDS),
        "Transducer2, paper",
        "Transducer2, places+guards",
        "McDonald",
        "Clarke ILP",
        "mcdonald+guards",
        "reference",
        "copy",
    ):
        assert f"| {row} |" in markdown.replace("* |", " |")
    assert (folder / "tiny" / "table6.tiny.svg").read_text("utf-8").startswith("<svg")
    record = json.loads((folder / "tiny" / "table6.json").read_text("utf-8"))
    [corpus] = record["corpora"]
    assert corpus["part"] == "test"
    assert set(corpus["beside"]) == {"mcdonald", "clarke-ilp"}
    assert list(corpus["rates"]) == ["0.5", "0.6", "0.7", "0.8", "0.9"]


def test_a_second_run_reads_what_is_there(
    program: dict[str, Any], made: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, options = made
    before = (folder / "tiny" / "table6.md").read_text("utf-8")
    program["table6"].main(options)
    found = capsys.readouterr()
    assert (found.out, found.err) == (before + "\n", "")


def rate_of(report: dict[str, Any], name: str) -> float:
    [system] = [system for system in report["systems"] if system["name"] == name]
    rate: float = system["scores"]["rate"]["value"]
    return rate


def test_limits_hold(made: tuple[Path, list[str]]) -> None:
    folder, _ = made
    [corpus] = json.loads((folder / "tiny" / "table6.json").read_text("utf-8"))["corpora"]
    for rate, report in corpus["rates"].items():
        for name in (*KINDS, "mcdonald", "mcdonald+guards"):
            assert rate_of(report, name) == pytest.approx(int(float(rate) * 26) / 26)
    for rival, report in corpus["beside"].items():
        for kind in ("paper", "places+guards"):
            assert rate_of(report, f"{kind}-total") == rate_of(report, rival)


def test_each_sentence_is_as_long_as_the_rivals(program: dict[str, Any], contest: Any) -> None:
    lengths = program["lengths"]
    for kind in KINDS:
        frontiers = contest._frontier(kind)
        wanted = [frontier[0].tokens for frontier in frontiers]
        found = lengths.as_long_as(frontiers, wanted)
        assert [len(tree.words()) for tree in found] == wanted
        longest = lengths.as_long_as(frontiers, [100] * len(frontiers))
        assert [len(tree.words()) for tree in longest] == [one[-1].tokens for one in frontiers]


def test_the_frontier_of_a_system_holds_what_it_makes(
    program: dict[str, Any], contest: Any
) -> None:
    """The best of all lengths is the compression without a limit."""
    for system in (*contest.firsts.values(), contest.rivals["mcdonald"]):
        for tree in contest.trees:
            best = max(program["lengths"].frontier(system, tree), key=lambda one: one.score)
            made = system.rewrite(tree)
            assert best.score == pytest.approx(made.score)
            assert best.make().words() == made.tree.words()
    with pytest.raises(LaconicError, match="clarke-lm has no compressions of every length"):
        program["lengths"].frontier(_Other(), contest.trees[0])


class _Other:
    system = "clarke-lm"


CHOICES = st.lists(
    st.dictionaries(st.integers(1, 6), st.integers(-9, 9), min_size=1, max_size=4),
    min_size=1,
    max_size=4,
)


@given(CHOICES, st.integers(1, 20))
def test_the_best_of_so_many_tokens_in_all(
    program: dict[str, Any], choices: list[dict[int, int]], total: int
) -> None:
    lengths = program["lengths"]
    frontiers = [
        [lengths.Choice(tokens, float(score), _maker(tokens)) for tokens, score in given.items()]
        for given in choices
    ]
    found = [len(tree.words()) for tree in lengths.of_total(frontiers, total)]
    every = [taken for taken in product(*choices) if sum(taken) <= total]
    if not every:
        # The shortest of each, since none are so short together.
        assert found == [min(given) for given in choices]
        return

    def score(taken: Iterable[int]) -> int:
        return sum(given[tokens] for given, tokens in zip(choices, taken, strict=True))

    # So many exactly, if that can be had.
    every = [taken for taken in every if sum(taken) == total] or every
    assert tuple(found) in every
    assert score(found) == max(map(score, every))


def _maker(tokens: int) -> Any:
    return lambda: parse("(X " + "(NN a) " * tokens + ")")


def test_the_penalty_brings_a_transducer_near_the_rivals_rate(contest: Any) -> None:
    kind = "places+guards"
    penalty, system = contest.at_rate_of(kind, "mcdonald")
    wanted = contest.dev_rate("mcdonald", contest.rivals["mcdonald"])
    first = contest.dev_rate(kind, contest.firsts[kind])
    assert abs(contest.dev_rate(kind, system) - wanted) <= abs(first - wanted)
    assert isinstance(system, Compressor)
    assert system.signature == contest.makers.system(kind, penalty, {}).signature


def test_table_7_and_what_a_study_needs(made: tuple[Path, list[str]]) -> None:
    folder, _ = made
    lines = (folder / "tiny" / "table7.outputs.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["id"] for record in records] == [pair.id for pair in tiny_pairs()]
    for record, pair in zip(records, tiny_pairs(), strict=True):
        assert list(record["outputs"]) == ["mcdonald", "paper", "transducer", "reference"]
        reference = tree_of(pair.references[0])
        assert record["outputs"]["reference"].split() == _spoken(reference)
    drawn = json.loads((folder / "tiny" / "table7.json").read_text("utf-8"))["examples"]["tiny"]
    for record in drawn:
        assert record["source"] not in (
            record["outputs"]["mcdonald"],
            record["outputs"]["transducer"],
        )


def _spoken(tree: Tree) -> list[str]:
    return " ".join(tree.words()).replace(" .", ".").split()


def test_without_any_corpus(program: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match="there is no corpus in"):
        program["table6"].main([str(tmp_path), f"--work={tmp_path / 'work'}"])
    with pytest.raises(LaconicError, match="there is no corpus 'clspoken'"):
        program["table6"].main([str(tmp_path), f"--work={tmp_path / 'work'}", "--on=clspoken"])
