"""Damaged files of language models: refused, or used, but never the end of the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from damage import mutate_often
from lms import build, build_arpa, random_text

from laconic.errors import LaconicError
from laconic.scoring.lm_files import Packing, is_packed, open_lm

# What is done with each damaged file, in another process: it must end in an error for people or in
# numbers. Without the checksum nothing tells a damaged table from a sound one; then this shows that
# no damage leads out of the bounds of memory.
USE = """
import sys
from pathlib import Path
from laconic.errors import LaconicError
from laconic.scoring.lm_files import convert_lm, open_lm
from laconic.scoring.text import blocks_of

refused = 0
for path in map(Path, sys.argv[2:]):
    try:
        lm = open_lm(path, verify=sys.argv[1] == "verify")
        words = [*list(lm.words())[:20], "zebra"]
        for order in range(3):
            lm.score(words * 3)
            words = words[7:] + words[:7]
        lm.perplexity(blocks_of([" ".join(words)] * 40))
        spans = [lm.span(words[start : start + 3]) for start in range(0, 18, 3)]
        lm.span(spans, begin=True, end=True).log10_prob
        convert_lm(path, path.with_suffix(".out.lm"))
    except LaconicError as error:
        assert str(error)
        refused += 1
print(refused)
"""


def use_mutations(
    content: bytes, suffix: str, count: int, folder: Path, *, verify: bool = True
) -> int:
    """How many of so many damaged copies were refused; the rest could be used."""
    paths: list[Path] = []
    for changed in mutate_often(content, count):
        paths.append(folder / f"m{len(paths)}{suffix}")
        paths[-1].write_bytes(changed)
    command = [sys.executable, "-c", USE, "verify" if verify else "trust", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    return int(done.stdout)


@pytest.mark.parametrize("bits", [0, 4])
def test_every_damage_to_a_packed_file_is_noticed(tmp_path: Path, bits: int) -> None:
    build(random_text(20, vocabulary=12), tmp_path / "m.lm", packing=Packing(bits, bits))
    content = (tmp_path / "m.lm").read_bytes()
    assert use_mutations(content, ".lm", 1500, tmp_path) == 1500


@pytest.mark.parametrize(("bits", "order"), [(0, 1), (0, 3), (4, 3), (3, 5)])
def test_no_damage_to_a_packed_file_is_a_crash_even_unverified(
    tmp_path: Path, bits: int, order: int
) -> None:
    packing = Packing(bits, bits)
    build(random_text(20, vocabulary=12), tmp_path / "m.lm", order=order, packing=packing)
    content = (tmp_path / "m.lm").read_bytes()
    refused = use_mutations(content, ".lm", 1500, tmp_path, verify=False)
    assert 300 < refused <= 1500


def test_no_damage_to_an_arpa_file_is_a_crash(tmp_path: Path) -> None:
    build_arpa(random_text(10, vocabulary=12), tmp_path / "m.arpa")
    content = (tmp_path / "m.arpa").read_bytes()
    refused = use_mutations(content, ".arpa", 1500, tmp_path)
    assert 700 < refused < 1500


def test_every_length_of_a_cut_file_is_refused(tmp_path: Path) -> None:
    build([["a", "b"]], tmp_path / "m.lm")
    content = (tmp_path / "m.lm").read_bytes()
    for length in range(len(content)):
        (tmp_path / "cut.lm").write_bytes(content[:length])
        with pytest.raises(LaconicError):
            open_lm(tmp_path / "cut.lm")
    assert is_packed(tmp_path / "m.lm")
