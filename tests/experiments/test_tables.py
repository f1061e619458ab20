"""The programs of the paper's tables, whole but tiny: corpora, steps, and what they write."""

from __future__ import annotations

import doctest
import gzip
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lms import build
from pairs import ROOT, sample_pairs
from table_programs import FOLDER, own_options, table_programs, write_corpus
from tiny_corpus import tiny_lm, tiny_pairs

from laconic.config import Config
from laconic.corpus import Pair, read_pairs, write_pairs
from laconic.errors import FormatError, LaconicError

GOLDEN = ROOT / "tests" / "golden"


@pytest.fixture(scope="module")
def program() -> Iterator[dict[str, Any]]:
    """The modules of the programs, by name."""
    with table_programs() as programs:
        yield programs


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The sample pairs in the place of CLspoken, and nothing in that of the others."""
    pairs = [
        replace(pair, article=f"article {number // 10}")
        for number, pair in enumerate(sample_pairs())
    ]
    parts = {"train": pairs[:60], "dev": pairs[60:72], "test": pairs[72:]}
    write_corpus(tmp_path / "data" / "compression", parts, prefix="clspoken.")
    return tmp_path / "data"


@pytest.fixture
def own(tmp_path: Path) -> list[str]:
    """Options that name a corpus of one's own, and text for language models."""
    return own_options(tmp_path)


def golden(name: str, found: str) -> None:
    assert found == (GOLDEN / name).read_text(encoding="utf-8")


def test_table_3_as_markdown(program: dict[str, Any], data: Path, tmp_path: Path) -> None:
    program["table3"].main([str(data), f"--work={tmp_path / 'work'}"])
    golden("table3.md", (tmp_path / "work" / "table3.md").read_text("utf-8"))
    assert (tmp_path / "work" / "table3.svg").read_text("utf-8").startswith("<svg")


def test_grammar_as_markdown(program: dict[str, Any], data: Path, tmp_path: Path) -> None:
    arguments = [str(data), f"--work={tmp_path / 'work'}", f"--output={tmp_path / 'out'}"]
    program["grammar"].main(arguments)
    golden("grammar.md", (tmp_path / "out" / "grammar.md").read_text("utf-8"))
    record = json.loads((tmp_path / "out" / "grammar.json").read_text("utf-8"))
    kinds = record["corpora"][0]["record"]["result"]["kinds"]
    assert [sum(kind.values()) for kind in kinds] == sorted(sum(kind.values()) for kind in kinds)


def test_table_5_of_ones_own_corpus(
    program: dict[str, Any], own: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program["table5"].main([*own, "--on=tiny"])
    first = capsys.readouterr()
    assert "table5 1/14 max general rules" in first.err
    record = json.loads((tmp_path / "work" / "tiny" / "table5.json").read_text("utf-8"))
    rows = program["table5"].ROWS
    assert set(record["training"]) == {row.key for row in rows}
    # Each model is trained once, though the default stands in five rows.
    models = list((tmp_path / "work" / "steps").glob("*.laconic"))
    assert len(models) == len({row.key for row in rows}) == len(rows) - 4
    assert not list((tmp_path / "work" / "steps").glob("*.checkpoint"))
    bounds = [record["training"][key]["result"]["rules"] for key in ("bound-0", "default")]
    assert bounds[0] < bounds[1]
    orders = {key: one["result"]["facts"]["lm"]["order"] for key, one in record["training"].items()}
    assert (orders["unigram"], orders["bigram"], orders["default"]) == (1, 2, 3)
    assert first.out.count("| default") == 0
    for row in rows:
        assert f"| {row.title} |" in first.out
        if row.paper is not None:
            assert f"| {row.paper[1]:.2f} |" in first.out
    # The second run reads what is there, and writes the same.
    program["table5"].main([*own, "--on=tiny"])
    again = capsys.readouterr()
    assert (again.out, again.err) == (first.out, "")


def test_table_4_and_its_outputs(program: dict[str, Any], own: list[str], tmp_path: Path) -> None:
    program["table4"].main([*own, "--on=tiny"])
    losses = [row.loss for row in program["table4"].ROWS]
    record = json.loads((tmp_path / "work" / "tiny" / "table4.json").read_text("utf-8"))
    for loss in losses:
        assert record["training"][loss]["settings"]["config"]["loss"] == loss
        # What was chosen has the least of its own loss.
        tried = record["training"][loss]["result"]["tried"]
        assert len(tried) == len(program["table4"].C) * len(program["table4"].SCALES)
        least = min(one["development_loss"] for one in tried)
        assert record["training"][loss]["result"]["facts"]["development_loss"] == least
    lines = (tmp_path / "work" / "tiny" / "table4.outputs.jsonl").read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    assert len(lines) == len(tiny_pairs())
    assert (first["corpus"], first["source"]) == ("tiny", "the old dog barked loudly.")
    assert list(first["outputs"]) == [*losses, "reference"]
    assert first["outputs"]["reference"] == "the dog barked."


def make_job(program: dict[str, Any], folder: Path, **settings: Any) -> Any:
    lm = tiny_lm(folder)
    config = Config(c=(1.0, 10.0), **settings)
    return program["steps"].Job(config, tiny_pairs(), tiny_pairs(), lm, "tiny")


def endings(folder: Path) -> set[str]:
    """What files are there, but for locks."""
    return {path.suffix for path in folder.glob("[!.]*")}


def test_an_interrupted_training_goes_on(program: dict[str, Any], tmp_path: Path) -> None:
    steps, job = program["steps"], make_job(program, tmp_path)

    def train(folder: str, tell: Callable[[str], None]) -> Any:
        kept = steps.Steps(tmp_path / folder, tell)
        return steps.train(kept, "transducer", job, label="tiny", workers=1)

    def interrupt(what: str) -> None:
        if "round" in what:
            raise KeyboardInterrupt

    said: list[str] = []
    whole = train("whole", said.append)
    with pytest.raises(KeyboardInterrupt):
        train("parts", interrupt)
    assert endings(tmp_path / "parts") == {".checkpoint"}
    parts = train("parts", said.append)
    assert (whole.record["result"]["resumed"], parts.record["result"]["resumed"]) == (False, True)
    assert parts.model.signature == whole.model.signature
    assert parts.record["settings"] == whole.record["settings"]
    assert endings(tmp_path / "parts") == {".json", ".laconic"}
    said.clear()
    assert train("parts", said.append).record == parts.record
    assert said == []


WAITS = """
import sys, time
from pathlib import Path
from steps import Steps
folder = Path(sys.argv[1])

def make():
    (folder / sys.argv[2]).touch()
    end = time.monotonic() + 60
    while not (folder / "go").exists() and time.monotonic() < end:
        time.sleep(0.01)
    return sys.argv[2]

print(Steps(folder / "steps").run("one", {"c": 1}, make)["result"])
"""


def wait_for(path: Path) -> None:
    end = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_what_one_program_has_begun_others_wait_for(tmp_path: Path) -> None:
    def begin(name: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WAITS, str(tmp_path), name]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=FOLDER)

    with begin("first") as first:
        wait_for(tmp_path / "first")
        with begin("second") as second:
            with pytest.raises(subprocess.TimeoutExpired):
                second.wait(timeout=2)
            (tmp_path / "go").touch()
            assert [one.communicate()[0] for one in (first, second)] == ["first\n", "first\n"]
    assert not (tmp_path / "second").exists()


def test_after_one_that_failed_no_program_begins(
    program: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything, begun = program["all"], []

    def run(_: Any, name: str, arguments: list[str]) -> Any:
        begun.append(name)
        if name == "table6":
            raise LaconicError("table6 ended with the code 1; see above")
        return everything.Done(" ".join(arguments), 1.0)

    monkeypatch.setattr(everything.Programs, "run", run)
    names = everything.PROGRAMS
    arguments = {name: [name] for name in names}
    done, failures = everything.run_all(names, arguments, 1)
    assert (list(done), [str(error) for error in failures]) == (
        ["table3", "grammar"],
        ["table6 ended with the code 1; see above"],
    )
    assert begun == ["table3", "grammar", "table6"]
    others = [name for name in names if name != "table6"]
    done, failures = everything.run_all(others, arguments, 2)
    assert {name: one.printed for name, one in done.items()} == {name: name for name in others}
    assert failures == []
    assert sorted(everything.BEGIN) == sorted(everything.PROGRAMS)


SLEEPS = """
import signal, sys, time
from pathlib import Path
signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    Path(sys.argv[1]).touch()
    time.sleep(60)
except KeyboardInterrupt:
    Path(sys.argv[1]).write_text("interrupted")
    sys.exit("interrupted")
"""


def test_programs_are_interrupted_with_the_one_that_runs_them(
    program: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    everything, said = program["all"], tmp_path / "said"
    (tmp_path / "sleeps.py").write_text(SLEEPS, encoding="utf-8")
    monkeypatch.setattr(everything, "HERE", tmp_path)
    programs = everything.Programs()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(programs.run, "sleeps", [str(said)])
        wait_for(said)
        programs.interrupt()
        with pytest.raises(LaconicError, match="sleeps ended with the code 1"):
            running.result()
    assert said.read_text("utf-8") == "interrupted"
    assert not programs.running


def test_one_corpus_is_taken_by_those_that_can(
    program: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    everything = program["all"]
    given: dict[str, list[str]] = {}

    def run(_: Any, name: str, arguments: list[str]) -> Any:
        given[name] = arguments
        return everything.Done("", 0.0)

    monkeypatch.setattr(everything.Programs, "run", run)
    everything.main(["data", "--on=mine", "--corpus=mine=here", f"--work={tmp_path}"])
    assert set(given) == {*everything.PROGRAMS} - {"rewriting"}
    assert {name for name, options in given.items() if "--on=mine" in options} == {
        "table4",
        "table5",
        "table6",
        "table7",
    }
    assert all("--corpus=mine=here" in options for options in given.values())
    # The time of some is not that of all.
    assert not (tmp_path / "all.md").exists()
    with pytest.raises(LaconicError, match="rewriting is never of the corpus of --on"):
        everything.main(["data", "--only=rewriting", "--on=mine", f"--work={tmp_path}"])


def test_what_a_corpus_cannot_be(program: dict[str, Any], own: list[str], tmp_path: Path) -> None:
    def fail(name: str, *more: str) -> str:
        with pytest.raises(LaconicError) as error:
            program[name].main([*own, *more])
        return str(error.value)

    folder = tmp_path / "own"
    assert fail("table3", f"--corpus=tiny={folder}") == (
        "--corpus has 'tiny' twice; expected each name once"
    )
    pairs = list(read_pairs(folder / "dev.jsonl"))
    write_pairs([replace(pairs[0], id="bare", source=""), *pairs], folder / "dev.jsonl")
    assert fail("table4", "--on=tiny") == (
        f"no words on one side: {folder / 'dev.jsonl'}:1: pair bare; take such pairs out"
    )
    (folder / "dev.jsonl").write_text("", encoding="utf-8")
    for name in ("table3", "table4"):
        found = fail(name, *["--on=tiny"] * (name == "table4"))
        assert found == f"{folder / 'dev.jsonl'} has no pairs; expected some as the dev part"
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert fail("table3", f"--output={tmp_path / 'file' / 'in'}") == (
        f"cannot make the folder {tmp_path / 'file' / 'in'}: Not a directory"
    )


def test_the_time_of_all_is_written(
    program: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    everything, steps = program["all"], program["steps"]
    monkeypatch.setattr(
        everything.Programs, "run", lambda _, name, __: everything.Done(f"# {name}", 90.0)
    )
    steps.write_record(tmp_path / "steps" / "a.json", {"seconds": 60, "result": 1})
    steps.write_record(tmp_path / "steps" / "b.json", {"seconds": 120, "result": 1})
    everything.main(["data", f"--work={tmp_path}"])
    written = (tmp_path / "all.md").read_text("utf-8")
    assert capsys.readouterr().out.endswith(written + "\n")
    assert "| table6 | 1.5 |\n" in written
    assert "| steps | 3.0 |\n" in written
    assert set(json.loads((tmp_path / "all.json").read_text("utf-8"))["seconds"]) == {
        *everything.PROGRAMS,
        "all",
    }


def test_a_step_runs_anew_when_its_settings_change(program: dict[str, Any], tmp_path: Path) -> None:
    steps = program["steps"].Steps(tmp_path)
    runs: list[int] = []

    def make() -> tuple[int, ...]:
        runs.append(1)
        return (len(runs),)

    first = steps.run("count", {"c": 1}, make)
    assert first["result"] == [1]
    assert steps.run("count", {"c": 1}, make) == first
    assert steps.run("count", {"c": 2}, make)["result"] == [2]
    settings = make_job(program, tmp_path).settings()
    assert settings != make_job(program, tmp_path, loss="f1-tokens").settings()


def test_a_step_that_fails_leaves_nothing(program: dict[str, Any], tmp_path: Path) -> None:
    steps = program["steps"].Steps(tmp_path)
    with pytest.raises(ZeroDivisionError):
        steps.run("count", {}, lambda: 1 / 0)
    assert endings(tmp_path) == set()


def test_a_damaged_record_is_told_of(program: dict[str, Any], tmp_path: Path) -> None:
    steps = program["steps"].Steps(tmp_path)
    steps.path("count", {}).write_text("{", encoding="utf-8")
    with pytest.raises(
        FormatError, match=r"found no JSON .* expected the record of a step; delete"
    ):
        steps.run("count", {}, lambda: 1)


def test_pairs_are_parsed_once_and_anew_when_their_file_changes(
    program: dict[str, Any], tmp_path: Path
) -> None:
    text = Pair("a", "Dogs bark .", ("Dogs .", "bark ."))
    parts = {"train": [text], "dev": [text], "test": [text]}
    own = {"mine": write_corpus(tmp_path / "mine", parts)}
    corpora, parser = program["corpora"], program["options"].embedded_parser()

    def read() -> list[Pair]:
        found = corpora.find_corpora(tmp_path / "nothing", tmp_path, own=own)
        pairs: list[Pair] = corpora.find_corpus(found, "mine").pairs("dev", tmp_path, parser)
        return pairs

    (pair,) = read()
    assert pair.parser == parser.signature
    assert [" ".join(side.words()) for side in pair.references if not isinstance(side, str)] == [
        "Dogs ."
    ]
    assert read() == [pair]
    write_corpus(tmp_path / "mine", {"dev": [text, text]})
    assert len(read()) == 2


def test_what_a_corpus_of_ones_own_needs(program: dict[str, Any], tmp_path: Path) -> None:
    find = program["corpora"].find_corpora
    folder = write_corpus(tmp_path / "mine", {"train": tiny_pairs()})
    with pytest.raises(LaconicError, match=r"mine has no dev\.jsonl and no test\.jsonl in"):
        find(tmp_path, tmp_path, own={"mine": folder})
    write_corpus(folder, {"dev": tiny_pairs(), "test": tiny_pairs()})
    with pytest.raises(LaconicError, match="called google, as one of the paper"):
        find(tmp_path, tmp_path, own={"google": folder})
    found = find(tmp_path, tmp_path, own={"mine": folder})
    with pytest.raises(LaconicError, match="no corpus 'clspoken'; there is mine"):
        program["corpora"].find_corpus(found, "clspoken")
    ziff_davis = next(corpus for corpus in found if corpus.name == "ziff-davis")
    with pytest.raises(LaconicError, match="no dev part of Ziff-Davis; it is not available"):
        ziff_davis.texts("dev")


def write_lines(folder: Path, name: str, lines: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def ziff_davis(folder: Path, pairs: int = 40) -> Path:
    numbers = [str(number) for number in range(pairs)]
    write_lines(folder, "train.sentence", [f"the word {number} ." for number in numbers])
    write_lines(folder, "train.compression", [f"word {number} ." for number in numbers])
    write_lines(folder, "test.sentences", ["so it ended ."])
    write_lines(folder, "test.compressions", ["it ended ."])
    return folder


def test_ziff_davis_in_aligned_lines(program: dict[str, Any], tmp_path: Path) -> None:
    folder = ziff_davis(tmp_path / "zd")
    parts = program["ziff_davis"].read_ziff_davis(folder)
    assert {part: len(pairs) for part, pairs in parts.items()} == {
        "train": 8,
        "dev": 32,
        "test": 1,
    }
    ids = [pair.id for pair in parts["train"] + parts["dev"]]
    assert len(set(ids)) == 40
    assert parts == program["ziff_davis"].read_ziff_davis(folder)
    for pair in parts["dev"]:
        assert pair.source == f"the {pair.references[0]}"
    options = program["options"]
    arguments = [str(tmp_path), f"--ziff-davis={folder}", f"--work={tmp_path / 'work'}"]
    place = options.find_place(options.table_options("").parse_args(arguments))
    corpus = place.corpus("ziff-davis")
    assert [len(corpus.texts(part)) for part in ("train", "dev", "test")] == [8, 32, 1]
    assert "| Ziff-Davis | – | – | 41 | 1,084 | 8 | 1,020 |" in program["table3"].make(place)


def test_ziff_davis_in_json_lines(program: dict[str, Any], tmp_path: Path) -> None:
    pairs = [Pair(str(number), f"a b {number}", (f"a {number}",)) for number in range(33)]
    folder = write_corpus(tmp_path / "zd", {"train": pairs, "test": pairs[:2]})
    read = program["ziff_davis"].read_ziff_davis
    assert len(read(folder)["dev"]) == 32
    write_corpus(folder, {"dev": pairs[:3]})
    assert [len(read(folder)[part]) for part in ("train", "dev", "test")] == [33, 3, 2]


def test_what_is_wrong_with_files_of_ziff_davis(program: dict[str, Any], tmp_path: Path) -> None:
    read = program["ziff_davis"].read_ziff_davis
    with pytest.raises(LaconicError, match=r"there is no folder .*none; expected one with PART"):
        read(tmp_path / "none")
    folder = ziff_davis(tmp_path / "zd", 32)
    with pytest.raises(LaconicError, match="has 32 training pairs; expected more than 32"):
        read(folder)
    write_lines(folder, "train.compression", ["word 0 ."])
    with pytest.raises(FormatError, match=r"train\.compression:2: found the end of the file"):
        read(folder)
    write_lines(folder, "train.compression", ["", *["word ."] * 31])
    with pytest.raises(FormatError, match=r"train\.compression:1: found an empty line"):
        read(folder)
    (folder / "train.compression").unlink()
    with pytest.raises(LaconicError, match=r"only one of train\.sentence and train\.compression"):
        read(folder)
    (folder / "train.sentence").unlink()
    with pytest.raises(LaconicError, match="has no pairs of the part train"):
        read(folder)


def test_language_models_of_the_open_text(program: dict[str, Any], tmp_path: Path) -> None:
    texts = tmp_path / "data" / "text"
    make = program["language_models"].open_text_lm
    said: list[str] = []
    with pytest.raises(LaconicError, match=r"there is no folder .*text; .* with --text FILE"):
        make(tmp_path / "data", tmp_path, 2, None, said.append)
    texts.mkdir(parents=True)
    for name in ("wikinews", "eltec-novels", "state_union", "inaugural"):
        with gzip.open(texts / f"{name}.txt.gz", "wt", encoding="utf-8") as stream:
            stream.write("The dog barked. A cat slept.\n")
    with gzip.open(texts / "amalgum.tagged.tsv.gz", "wt", encoding="utf-8") as stream:
        stream.write("news\tthe man left .\tDT NN VBD .\nwhow\tnot open .\tRB JJ .\n")
    models = [make(tmp_path / "data", tmp_path, order, None, said.append) for order in (1, 2)]
    assert [lm.order for lm in models] == [1, 2]
    words = [["the", "dog", "barked", "."], ["a", "cat", "slept", "."]] * 4 + [
        ["the", "man", "left", "."]
    ]
    alone = build(words, tmp_path / "alone.lm", order=2, normalisation="lower")
    assert models[1].packed_bytes() == alone.packed_bytes()
    assert said[0] == "the open text, split into sentences"
    assert len(said) == 3


def test_the_examples_in_docstrings(program: dict[str, Any]) -> None:
    found = doctest.testmod(program["output"])
    assert (found.failed, found.attempted > 3) == (0, True)


def test_all_programs_by_one_command(program: dict[str, Any], data: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(FOLDER / "all.py"), str(data), f"--work={tmp_path / 'work'}"]
    assert subprocess.run([*command, "--at-once=0"], capture_output=True).returncode == 1
    done = subprocess.run([*command, "--only=grammar,table3"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^\| (\w+) \| [\d.]+ \|$", done.stdout, flags=re.MULTILINE)[-4:] == [
        "table3",
        "grammar",
        "all",
        "steps",
    ]
    # The time of some is not that of all.
    assert not (tmp_path / "work" / "all.md").exists()
    assert done.stdout.index("# Table 3") < done.stdout.index("# Section 6.1")
    with pytest.raises(LaconicError, match="--only has 'table9'; expected some of table3, "):
        program["all"].chosen("table3,table9")


def test_a_mistake_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, str(FOLDER / "table3.py"), str(tmp_path / "nowhere")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("table3: there is no folder ")
    assert done.stderr.count("\n") == 1


def test_what_was_written_is_published_whole_or_not(
    program: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publish, names = program["publish"], ("all", *program["all"].PROGRAMS)
    work, output = tmp_path / "work", tmp_path / "results"
    work.mkdir()
    arguments = [f"--work={work}", f"--output={output}"]
    plots = {"table6": "table6.clspoken.svg", "rewriting": "rewriting.svg"}
    pages = {name: f"![{plots[name]}]({plots[name]})\n" if name in plots else "" for name in names}
    for name in names[:-1]:
        (work / f"{name}.md").write_text(f"a page\n\n{pages[name]}", encoding="utf-8")
    for name in ("table6.dev.md", "rewriting.outputs.md"):
        (work / name).write_text("not this", encoding="utf-8")
    for name in (*plots.values(), "table6.stale.svg"):
        (work / name).write_text("<svg/>", encoding="utf-8")
    (work / "table6.json").write_text("{}", encoding="utf-8")
    with pytest.raises(LaconicError, match=rf"there is no {names[-1]}\.md in .*run {names[-1]}"):
        publish.main(arguments)
    assert not output.exists()
    (work / f"{names[-1]}.md").write_text(pages[names[-1]], encoding="utf-8")
    publish.main(arguments)
    expected = {f"{name}.md" for name in names if name != "table7"} | set(plots.values())
    assert {path.name for path in output.iterdir()} == expected
    assert set(capsys.readouterr().err.split()) == expected
    publish.main([f"--work={work}", f"--output={tmp_path / 'one'}", "--only=rewriting"])
    one = {path.name for path in (tmp_path / "one").iterdir()}
    assert one == {"rewriting.md", "rewriting.svg"}
    with pytest.raises(LaconicError, match="table7 is not published: it has sentences"):
        publish.main([f"--work={work}", f"--output={tmp_path / 'two'}", "--only=table7"])
