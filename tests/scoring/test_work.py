"""Long native work: its limits, and how it is watched, stopped and used again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lms import build, build_arpa, random_text

from laconic.errors import LaconicError
from laconic.scoring.estimation import EstimationOptions, build_lm
from laconic.scoring.lm_files import convert_lm
from laconic.scoring.work import Work


@pytest.mark.parametrize("order", [1, 2, 3, 7, 10])
@pytest.mark.parametrize("prune", [0, 1e-6])
def test_a_limit_on_memory_changes_nothing(tmp_path: Path, order: int, prune: float) -> None:
    text = random_text(40_000 if order == 3 else 8_000, vocabulary=5_000)
    paths = tmp_path / "large.lm", tmp_path / "small.lm"
    build(text, paths[0], order=order, prune=prune)
    spilled = tmp_path / "spilled"
    spilled.mkdir()
    work = Work(memory_mb=20, temporary=spilled)
    build(text, paths[1], order=order, prune=prune, work=work)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert list(spilled.iterdir()) == []


def test_the_work_can_be_watched_and_stopped(tmp_path: Path) -> None:
    steps: set[str] = set()

    def stop_at_the_end(step: str, _done: int, _total: int) -> None:
        steps.add(step)
        if step != "Reading text.txt":
            raise KeyboardInterrupt

    (tmp_path / "text.txt").write_text("\n".join(map(" ".join, random_text(60_000))))
    with pytest.raises(KeyboardInterrupt):
        build_lm(
            [tmp_path / "text.txt"],
            tmp_path / "m.lm",
            options=EstimationOptions(order=6),
            work=Work(watch=stop_at_the_end),
        )
    assert "Reading text.txt" in steps
    assert len(steps) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


# Builds a model and prints the most memory the process has had, in megabytes.
PEAK = """
import sys
from pathlib import Path
from laconic.scoring.estimation import EstimationOptions, build_lm
from laconic.scoring.work import Work

work = Work(memory_mb=int(sys.argv[3]))
build_lm([sys.argv[1]], sys.argv[2], options=EstimationOptions(order=5, prune=1e-7), work=work)
print(int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) // 1024)
"""


def test_the_limit_on_memory_is_kept(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("\n".join(map(" ".join, random_text(100_000, vocabulary=20_000))))

    def peak(memory_mb: int) -> int:
        command = [sys.executable, "-c", PEAK, str(text), str(tmp_path / "m.lm"), str(memory_mb)]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    # Python, the vocabulary and the text that is being read come on top.
    assert peak(20) < 20 + 60
    assert peak(2000) > 140


def test_work_goes_on_after_an_error(tmp_path: Path) -> None:
    arpa = build_arpa([["a", "b"]], tmp_path / "m.arpa")
    cut = tmp_path / "cut.arpa"
    cut.write_text(arpa.read_text()[:-10])
    work = Work()
    with pytest.raises(LaconicError):
        convert_lm(cut, tmp_path / "m.lm", work=work)
    convert_lm(arpa, tmp_path / "m.lm", work=work)


def test_limits_and_folders_that_cannot_be(tmp_path: Path) -> None:
    for memory_mb in (1, 10**12):
        with pytest.raises(LaconicError, match=f"memory_mb is {memory_mb}; expected 20 to"):
            Work(memory_mb=memory_mb)
    for folder in (tmp_path / "nowhere", Path("/proc"), Path("/dev/null")):
        with pytest.raises(LaconicError, match=f"cannot use {folder} for temporary files: "):
            Work(temporary=folder)


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("\n".join(map(" ".join, random_text(60_000))))
    options = f"-o {tmp_path}/m.lm --memory-mb 20 --temporary {tmp_path}"
    for blocks in (500, 4_000):
        command = f"{sys.executable} -m laconic lm build {text} --order 5 {options}"
        shell = f"ulimit -f {blocks}; {command}"
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=120)
        assert done.returncode == 1
        assert done.stderr == (
            f"laconic: cannot use {tmp_path} for temporary files: File too large; "
            "give more memory, or another folder as temporary\n"
        )
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]
