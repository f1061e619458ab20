"""`laconic extract` from the outside."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import GOLDEN, failure, laconic
from figures import FIGURE_1_SOURCE, FIGURE_1_TARGET, FIGURE_6_LINKS, FIGURE_7
from pairs import SAMPLES

from laconic.grammar.coverage import Origin
from laconic.grammar.table import read_grammar
from laconic.trees.brackets import render
from laconic.trees.labels import with_root


@pytest.fixture
def figure_1(tmp_path: Path) -> Path:
    """The pair of Figure 1 in the layout of the authors' toolkit."""
    path = tmp_path / "figure1.trees"
    trees = with_root(FIGURE_1_SOURCE), with_root(FIGURE_1_TARGET)
    path.write_text("".join(f"{render(tree)}\n" for tree in trees), encoding="utf-8")
    return path


def extract_json(*arguments: str | Path) -> dict[str, object]:
    done = laconic("extract", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    summary: dict[str, object] = json.loads(done.stdout)
    return summary


def test_golden_grammar(figure_1: Path, tmp_path: Path) -> None:
    done = laconic("extract", figure_1, "-o", tmp_path / "grammar.txt", "--check")
    assert (done.returncode, done.stderr) == (0, "")
    golden = (GOLDEN / "figure1.summary.txt").read_text(encoding="utf-8")
    assert done.stdout.replace(str(tmp_path), ".") == golden
    written = (tmp_path / "grammar.txt").read_text(encoding="utf-8")
    assert written == (GOLDEN / "figure1.grammar.txt").read_text(encoding="utf-8")


def test_golden_summary_of_the_samples(tmp_path: Path) -> None:
    output = tmp_path / "grammar.txt"
    done = laconic("extract", SAMPLES, "-o", output, "--bound", "2", "--all-references", "--check")
    golden = (GOLDEN / "samples.summary.txt").read_text(encoding="utf-8")
    assert done.stdout.replace(str(tmp_path), ".") == golden


def test_minimal_rules_without_coverage(figure_1: Path, tmp_path: Path) -> None:
    output = tmp_path / "grammar.txt"
    summary = extract_json(figure_1, "-o", output, "--bound", "0", "--no-coverage")
    grammar = read_grammar(output)
    assert {rule for rule in grammar.rules if rule.source.label != "TOP"} == set(FIGURE_7)
    assert all(entry.origin == Origin.TRAINING for entry in grammar.entries.values())
    assert summary["by_bound"] == [{"bound": 0, "rules": 12, "scfg": 8, "deeper": 1, "category": 3}]


@pytest.mark.parametrize(("flag", "rules"), [("--all-choices", 27), ("--highest", 12)])
def test_choices(figure_1: Path, tmp_path: Path, flag: str, rules: int) -> None:
    output = tmp_path / "g"
    extract_json(figure_1, "-o", output, "--bound", "0", "--no-coverage", flag)
    found = [rule for rule in read_grammar(output).rules if rule.source.label != "TOP"]
    assert len(found) == rules


def test_alignments_from_a_file(figure_1: Path, tmp_path: Path) -> None:
    links = tmp_path / "links"
    links.write_text(" ".join(f"{s}-{t}" for s, t in FIGURE_6_LINKS) + "\n")
    one, two = tmp_path / "one", tmp_path / "two"
    extract_json(figure_1, "-o", one)
    extract_json(figure_1, "-o", two, "--alignments", links)
    assert one.read_bytes() == two.read_bytes()
    links.write_text("0-0\n")
    extract_json(figure_1, "-o", two, "--alignments", links, "--no-coverage")
    assert one.read_bytes() != two.read_bytes()


def test_pairs_that_cannot_be_used_are_listed(tmp_path: Path) -> None:
    output = tmp_path / "g"
    done = laconic("extract", SAMPLES, "-o", output, "--alignment", "deletions")
    assert done.returncode == 0
    assert done.stdout.startswith("pairs        55\n")
    assert "left out: 29 pairs\n" in done.stdout
    assert (
        f"  {SAMPLES}:55: pair s55: the target does more than delete words of the source"
        in done.stdout
    )
    assert "and 19 more; --json lists all" in done.stdout
    left_out = extract_json(SAMPLES, "-o", output, "--alignment", "deletions")["left_out"]
    assert isinstance(left_out, list)
    assert len(left_out) == 29


def test_the_limit_can_put_a_pair_out_of_reach(tmp_path: Path) -> None:
    summary = extract_json(
        SAMPLES, "-o", tmp_path / "g", "--targets-per-source", "1", "--no-coverage", "--check"
    )
    assert summary["checked"] == 84
    assert summary["not_derived"]
    assert summary["over_limit"]


def test_rare_rules_and_any_choice_of_children(figure_1: Path, tmp_path: Path) -> None:
    output = tmp_path / "g"
    rare = extract_json(SAMPLES, "-o", output, "--min-count", "2", "--no-coverage")
    assert min(entry.count for entry in read_grammar(output).entries.values()) == 2
    assert rare["over_limit"]
    ranked = extract_json(figure_1, "-o", output)
    some = extract_json(figure_1, "-o", output, "--deletions", "any")
    assert some["extracted"] == ranked["extracted"]
    assert isinstance(some["coverage"], int)
    assert isinstance(ranked["coverage"], int)
    assert some["coverage"] > ranked["coverage"]
    assert " deletions=any " in str(some["settings"])
    assert "'all' is not one of 'ranked', 'any'" in laconic(
        "extract", figure_1, "-o", output, "--deletions", "all"
    ).stderr.replace("\n", " ")


def test_rules_by_hand(figure_1: Path, tmp_path: Path) -> None:
    by_hand = tmp_path / "rules"
    by_hand.write_text("<MD,MD> -> <[MD Will], [MD 'll]>\n")
    output = tmp_path / "g"
    extract_json(figure_1, "-o", output, "--rules", by_hand, "--normalisation", "lower")
    found = laconic("inspect", output, "--origin", "hand")
    assert "0\t0\thand\t<MD,MD> -> <[MD will], [MD 'll]>" in found.stdout


def test_a_gzipped_corpus_and_penn_annotation(tmp_path: Path) -> None:
    import gzip

    corpus = tmp_path / "pairs.gz"
    line = "( (S (NP-SBJ-1 (NNP Ann)) (VP (VBZ sleeps) (NP (-NONE- *T*-1)))))\n"
    corpus.write_bytes(gzip.compress((line + line).encode()))
    extract_json(corpus, "-o", tmp_path / "g", "--drop-traces", "--drop-function-tags")
    labels = {rule.source.label for rule in read_grammar(tmp_path / "g").rules}
    assert labels == {"TOP", "S", "NP", "VP", "NNP", "VBZ"}


def test_user_mistakes(figure_1: Path, tmp_path: Path) -> None:
    output = tmp_path / "g"
    missing = tmp_path / "missing"
    assert failure("extract", missing, "-o", figure_1) == (
        f"laconic: cannot read {missing}: No such file or directory"
    )
    assert failure("extract", tmp_path, "-o", output) == (
        f"laconic: cannot read {tmp_path}: Is a directory"
    )
    assert failure("extract", figure_1, "-o", tmp_path) == (
        f"laconic: cannot write {tmp_path}: it is a folder, or not writable"
    )
    assert failure("extract", missing, "-o", output) == (
        f"laconic: cannot read {missing}: No such file or directory"
    )
    assert failure("extract", figure_1, "-o", missing / "g") == (
        f"laconic: cannot write {missing / 'g'}: No such file or directory"
    )
    assert failure("extract", figure_1, "-o", figure_1) == (
        f"laconic: {figure_1} would overwrite what is read from it"
    )
    by_hand = tmp_path / "rules"
    by_hand.write_text("")
    assert failure("extract", figure_1, "-o", by_hand, "--rules", by_hand) == (
        f"laconic: {by_hand} would overwrite what is read from it"
    )
    assert failure("extract", figure_1, "-o", output, "--all-choices", "--highest") == (
        "laconic: --all-choices and --highest exclude each other"
    )
    text = tmp_path / "text.jsonl"
    text.write_text('{"id": "x1", "source": "Hello there .", "references": ["Hello ."]}\n')
    assert failure("extract", text, "-o", output) == (
        f"laconic: {text}:1: pair x1 holds the text 'Hello there .'; "
        "expected a tree, such as (TOP (S ...)); laconic parse --pairs makes trees of text"
    )
    broken = tmp_path / "broken.trees"
    broken.write_text("(S (NP (NN a))\n(S (NN a))\n")
    assert failure("extract", broken, "-o", output) == (
        f"laconic: {broken}:1:1: found the end of the text, "
        "expected ')' to close 'S', which opens here"
    )
    links = tmp_path / "links"
    links.write_text("99-0\n")
    assert failure("extract", figure_1, "-o", output, "--alignments", links) == (
        f"laconic: {links}:1: the link 99-0 lies outside a pair of 10 and 4 words"
    )
    both = ("--alignments", links, "--alignment", "ibm1")
    assert failure("extract", figure_1, "-o", output, *both) == (
        "laconic: --alignment and --alignments exclude each other"
    )
    assert failure("extract", figure_1, "-o", output, "--head-table", "nobody") == (
        "laconic: no head table 'nobody': neither one that ships (collins, dependencies) nor a file"
    )
    assert not output.exists()


def test_a_wrong_option_is_exit_code_2(figure_1: Path) -> None:
    done = laconic("extract", figure_1, "-o", "x", "--bound", "7")
    assert done.returncode == 2
    assert "--bound" in done.stderr


def test_an_empty_corpus_gives_an_empty_grammar(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    assert extract_json(tmp_path / "empty", "-o", tmp_path / "g")["pairs"] == 0
    assert len(read_grammar(tmp_path / "g")) == 0


def test_pairs_from_a_pipe(tmp_path: Path) -> None:
    output = tmp_path / "g"
    shell = f"cat {SAMPLES} | {sys.executable} -m laconic extract /dev/stdin -o {output} --json"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["pairs"] == 84
    again = subprocess.run(shell + " --check", shell=True, capture_output=True, text=True)
    assert again.returncode == 1
    assert again.stderr == "laconic: --check reads the pairs again; give a file\n"


@pytest.mark.parametrize("output", ["-", "/dev/stdout"])
def test_the_grammar_on_standard_output(figure_1: Path, tmp_path: Path, output: str) -> None:
    golden = (GOLDEN / "figure1.grammar.txt").read_text(encoding="utf-8")
    done = laconic("extract", figure_1, "-o", output)
    assert done.stdout == golden
    assert done.stderr.startswith("pairs        1\n")
    kept = tmp_path / "kept"
    kept.write_text("before\n")
    shell = f"{sys.executable} -m laconic extract {figure_1} -o {output} >> {kept}"
    subprocess.run(shell, shell=True, check=True, capture_output=True)
    assert kept.read_text() == "before\n" + golden


def test_a_named_pipe_as_output(figure_1: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE, text=True) as reader:
        assert laconic("extract", figure_1, "-o", tmp_path / "pipe").returncode == 0
        assert reader.stdout is not None
        assert reader.stdout.read() == (GOLDEN / "figure1.grammar.txt").read_text(encoding="utf-8")


def test_a_packed_grammar(figure_1: Path, tmp_path: Path) -> None:
    extract_json(figure_1, "-o", tmp_path / "g.gz")
    extract_json(figure_1, "-o", tmp_path / "again.gz")
    assert (tmp_path / "g.gz").read_bytes() == (tmp_path / "again.gz").read_bytes()
    assert len(read_grammar(tmp_path / "g.gz")) > 0


def test_standard_output_that_is_full(figure_1: Path, tmp_path: Path) -> None:
    shell = f"{sys.executable} -m laconic extract {figure_1} -o {tmp_path / 'g'} > /dev/full"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "No space left on device" in done.stderr


def test_an_interrupt_leaves_no_file(tmp_path: Path) -> None:
    fifo, output = tmp_path / "pairs", tmp_path / "g"
    output.write_text("old")
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [sys.executable, "-m", "laconic", "extract", str(fifo), "-o", str(output)],
        stderr=subprocess.PIPE,
        text=True,
    )
    with fifo.open("w") as stream:  # opens once the command reads
        stream.flush()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert output.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g", "pairs"]


def test_a_terminal_sees_a_progress_bar(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "laconic", "extract", str(SAMPLES), "-o", str(tmp_path / "g")],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    process.communicate(timeout=30)
    assert process.returncode == 0
    assert b"Extracting" in shown
    assert b"84/84" in shown
