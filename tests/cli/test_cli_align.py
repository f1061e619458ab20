"""`laconic align`, and alignments given back to `extract` and `train`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import failure, laconic
from pairs import SAMPLES

from laconic.grammar.alignment import parse_links
from laconic.model_file import load_model

PAIRS = [
    ("(TOP (S (NP (PRP He)) (VP (VBD purchased) (NP (NNS nuts)))))",
     "(TOP (S (NP (PRP He)) (VP (VBD bought) (NP (NNS nuts)))))"),
    ("(TOP (S (NP (PRP They)) (VP (VBD purchased) (NP (JJ old) (NNS cars)))))",
     "(TOP (S (NP (PRP They)) (VP (VBD bought) (NP (NNS cars)))))"),
    ("(TOP (S (ADVP (RB Today)) (NP (PRP we)) (VP (VBD slept))))",
     "(TOP (S (NP (PRP We)) (VP (VBD slept)) (ADVP (RB today))))"),
]  # fmt: skip
LINKS = "0-0 1-1 2-2\n0-0 1-1 3-2\n0-2 1-0 2-1\n"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    lines = [json.dumps({"source": source, "references": [target]}) for source, target in PAIRS]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_links_are_written(pairs: Path, tmp_path: Path) -> None:
    output = tmp_path / "links"
    done = laconic("align", pairs, "-o", output)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert output.read_text(encoding="utf-8") == LINKS
    assert laconic("align", pairs).stdout == LINKS


def test_links_for_people(pairs: Path) -> None:
    lines = laconic("align", pairs, "--show").stdout.splitlines()
    assert lines[6:12] == [
        "pair 2",
        "  source  They purchased old cars",
        "  target  They bought cars",
        "  gone    old",
        "  new",
        "  changed purchased → bought",
    ]


def test_links_given_back_give_the_same_grammar(pairs: Path, tmp_path: Path) -> None:
    links, one, two = tmp_path / "links", tmp_path / "one", tmp_path / "two"
    laconic("align", pairs, "-o", links)
    assert laconic("extract", pairs, "-o", one, "--alignment", "ibm1").returncode == 0
    assert laconic("extract", pairs, "-o", two, "--alignments", links).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    text = one.read_text(encoding="utf-8")
    assert "2\t0\ttraining\t<VBD,VBD> -> <[VBD purchased], [VBD bought]>" in text
    assert "<[S ADVP_1 NP_2 VP_3], [S NP_2 VP_3 ADVP_1]>" in text


def test_links_of_trees_with_traces_fit_what_is_extracted(tmp_path: Path) -> None:
    trees, links = tmp_path / "trees", tmp_path / "links"
    # The trace stands first, so without it every word has another number.
    source = "(TOP (S (NP-SBJ-1 (-NONE- *)) (VP (VBD sold) (NP (JJ old) (NNS cars)))))"
    target = "(TOP (S (VP (VBD sold) (NP (NNS cars)))))"
    trees.write_text(f"{source}\n{target}\n", encoding="utf-8")
    one, two = tmp_path / "one", tmp_path / "two"
    cleaned = "--drop-traces", "--drop-function-tags"
    assert laconic("align", trees, "-o", links, *cleaned).returncode == 0
    assert links.read_text(encoding="utf-8") == "0-0 2-1\n"
    assert laconic("extract", trees, "-o", one, "--alignment", "ibm1", *cleaned).returncode == 0
    assert laconic("extract", trees, "-o", two, "--alignments", links, *cleaned).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert "VBD sold" in one.read_text(encoding="utf-8")
    laconic("align", trees, "-o", links)
    assert links.read_text(encoding="utf-8") == "1-0 3-1\n"


def test_links_as_extract_aligns_by_default() -> None:
    found = laconic("align", SAMPLES, "--alignment", "auto").stdout.splitlines()
    assert len(found) == 84
    assert all(parse_links(line) for line in found)


def test_training_with_links(pairs: Path, tmp_path: Path) -> None:
    links, model = tmp_path / "links", tmp_path / "one.laconic"
    laconic("align", pairs, "-o", links)
    settings = ("--set", "grammar_from=same", "--set", "max_rounds=2")
    by_aligner = (*settings, "--set", "extraction.alignment=ibm1")
    done = laconic("train", pairs, "-o", model, *by_aligner)
    assert done.returncode == 0, done.stderr
    other = tmp_path / "two.laconic"
    done = laconic("train", pairs, "-o", other, "--alignments", links, *settings)
    assert done.returncode == 0, done.stderr
    one, two = (load_model(path).grammar for path in (model, other))
    assert [str(one.rule(n)) for n in range(len(one))] == [
        str(two.rule(n)) for n in range(len(two))
    ]


def test_what_cannot_be_aligned_is_named(pairs: Path, tmp_path: Path) -> None:
    output = tmp_path / "links"
    assert failure("align", pairs, "-o", output, "--alignment", "deletions") == (
        f"laconic: {pairs}:1: pair 1: the target does more than delete words of the source"
    )
    assert not output.exists()
    assert failure("align", pairs, "-o", pairs) == (
        f"laconic: {pairs} would overwrite what is read from it"
    )
    empty = tmp_path / "empty"
    empty.write_text("", encoding="utf-8")
    assert failure("align", empty) == f"laconic: there are no pairs in {empty}"
    assert failure("align", empty, "-o", output) == f"laconic: there are no pairs in {empty}"
    assert not output.exists()


def test_wrong_links_are_named_with_their_line(pairs: Path, tmp_path: Path) -> None:
    links, model = tmp_path / "links", tmp_path / "one.laconic"

    def fail(*more: str | Path) -> str:
        return failure("train", pairs, "-o", model, "--alignments", links, *more)

    links.write_text("0-0\n0-9\n\n", encoding="utf-8")
    assert fail() == f"laconic: {links}:2: the link 0-9 lies outside a pair of 4 and 3 words"
    links.write_text("0-0\n0-0 x\n\n", encoding="utf-8")
    assert fail() == f"laconic: {links}:2: found 'x', expected a link such as 0-0"
    links.write_text("0-0\n", encoding="utf-8")
    assert fail() == (
        f"laconic: {links}:2: found the end of the file, expected one line of links for each pair"
        f" of {pairs}"
    )
    assert fail("--alignments", links) == (
        "laconic: 2 files given as --alignments for 1 of pairs; expected one each"
    )
    assert fail("--set", "extraction.all_references=true") == (
        "laconic: --alignments are for first references only; leave out extraction.all_references"
    )
    assert fail("--system", "mcdonald") == "laconic: --alignments are for the transducer only"
    assert not model.exists()
