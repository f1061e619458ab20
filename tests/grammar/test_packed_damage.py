"""Damaged packed grammars: refused, or matched with, but never the end of the process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import mutate_often
from numpy.typing import NDArray

from laconic.archive import open_archive
from laconic.decoding.matcher import Matcher
from laconic.errors import LaconicError
from laconic.grammar.coverage import Coverage, Origin
from laconic.grammar.grammar import Entry, Grammar
from laconic.grammar.notation import parse_rule
from laconic.grammar.packed import PackedGrammar, open_packed, pack, write_packed
from laconic.trees.brackets import parse

# What is done with each damaged file, in another process, without checksums: nothing but errors for
# people (and plain ValueErrors of the core) may come of it, and no crash.
USE = """
import json, sys
from collections import Counter
from laconic.decoding.matcher import Matcher
from laconic.errors import LaconicError
from laconic.grammar.coverage import Coverage
from laconic.grammar.packed import open_packed, unpack
from laconic.trees.brackets import parse

tree = parse("(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))) (. .)))")
coverage = Coverage()
ends = Counter()
for path in sys.argv[2:]:
    end = "used"
    try:
        grammar = open_packed(path, verify=False)
        if sys.argv[1] == "match":
            Matcher(grammar, None).match(tree)
            forest = Matcher(grammar, coverage).match(tree)
            forest.restrict(keep=[1])
        elif sys.argv[1] == "edges":
            Matcher(grammar, coverage).match(tree).edges
        else:
            whole = unpack(grammar)
            [grammar.find(rule) for rule in whole.rules]
    except LaconicError:
        end = "refused"
    except Exception as error:
        end = "refused" if type(error) is ValueError else f"{type(error).__name__}: {error}"
    ends[end] += 1
print(json.dumps(ends))
"""
RULES = (
    "<TOP,TOP> -> <[TOP S_1], [TOP S_1]>",
    "<S,S> -> <[S NP_1 VP_2 ._3], [S VP_2 [, ,] NP_1 ._3]>",
    "<S,S> -> <[S NP_1 [VP VBZ_2 ADVP_e] [. .]], [S NP_1 [VP VBZ_2] [. !]]>",
    "<NP,NP> -> <[NP DT_1 NN_2], [NP DT_1 NN_2]>",
    "<NP,PRP> -> <[NP [DT the] NN_e], [PRP it]>",
    "<NN,NN> -> <[NN dog], [NN dog]>",
    "<NN,NN> -> <[NN dog], [NN hound]>",
    "<VP,VP> -> <[VP [VBZ barks] [ADVP [RB loudly]]], [VP [RB loudly] [VBZ barks]]>",
    "<VP,VBZ> -> <[VP VBZ_1 ADVP_e], VBZ_1>",
    "<DT,DT> -> <[DT the], [DT é]>",
)


@pytest.fixture
def sound(tmp_path: Path) -> bytes:
    entries = {parse_rule(text): Entry(1, Origin.TRAINING) for text in RULES}
    write_packed(pack(Grammar(entries, "lower")), tmp_path / "sound")
    return (tmp_path / "sound").read_bytes()


def places_of_arrays(path: Path) -> list[tuple[int, NDArray[Any]]]:
    """The arrays of a file that hold anything, each with where its numbers start."""
    content, places = path.read_bytes(), {}
    with zipfile.ZipFile(path) as members:
        for info in members.infolist()[1:]:
            magic = content.index(b"\x93NUMPY", info.header_offset)
            places[info.filename] = content.index(b"\n", magic) + 1
    arrays = open_archive(path, kind="grammar", version=1).arrays
    return [(places[f"{name}.npy"], array) for name, array in arrays.items() if array.size]


def change_numbers(content: bytes, folder: Path, count: int) -> Iterator[bytes]:
    """The file with numbers of its arrays replaced by extreme ones, near ones and each other."""
    whole = places_of_arrays(folder / "sound")
    chance = random.Random(1)
    for _ in range(count):
        changed = bytearray(content)
        for _ in range(chance.choice([1, 1, 2, 4])):
            start, array = chance.choice(whole)
            size, place = array.itemsize, chance.randrange(array.size)
            top = 2 ** (8 * size)
            value = chance.choice(
                [0, 1, top - 1, top - 2, top // 2, top // 2 - 1, chance.randrange(top),
                 int(array[place]) + 1, int(array[place]) - 1, int(chance.choice(array))]
            )  # fmt: skip
            at = start + place * size
            changed[at : at + size] = (value % top).to_bytes(size, "little")
        yield bytes(changed)


def ends_of(contents: Iterable[bytes], use: str, folder: Path) -> dict[str, int]:
    """How using the damaged files ended, and how often so."""
    paths = []
    for number, content in enumerate(contents):
        paths.append(folder / f"{number}")
        paths[-1].write_bytes(content)
    command = [sys.executable, "-c", USE, use, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    ends: dict[str, int] = json.loads(done.stdout)
    return ends


@pytest.mark.parametrize("use", ["match", "edges", "unpack"])
def test_changed_numbers_are_no_crash(tmp_path: Path, sound: bytes, use: str) -> None:
    ends = ends_of(change_numbers(sound, tmp_path, 800), use, tmp_path)
    assert ends["used"] > 80
    assert ends["refused"] > 80
    assert sorted(ends) == ["refused", "used"]


@pytest.mark.parametrize("use", ["match", "edges", "unpack"])
def test_changed_bytes_are_no_crash(tmp_path: Path, sound: bytes, use: str) -> None:
    ends = ends_of(mutate_often(sound, 300), use, tmp_path)
    assert sorted(ends) == ["refused", "used"]


def test_with_checksums_all_damage_to_arrays_is_noticed(tmp_path: Path, sound: bytes) -> None:
    for changed in change_numbers(sound, tmp_path, 300):
        if changed != sound:
            (tmp_path / "changed").write_bytes(changed)
            with pytest.raises(LaconicError, match="does not fit its checksum"):
                open_packed(tmp_path / "changed")


@pytest.mark.parametrize("items", [[], [0, 0, 0, 0], [-1, 0], [0, 1], [-3, 0], [0, -1], [-2, 0]])
def test_target_sides_that_no_rule_has(items: list[int]) -> None:
    packed = pack(Grammar({parse_rule("<A,A> -> <[A A_1], [A A_1]>"): Entry(1, Origin.HAND)}))
    program = [0, 0, Origin.HAND.value, len(items) // 2, *items]
    arrays = {
        **packed.arrays,
        "programs": np.array(program, dtype=np.int32),
        "first_programs": np.array([0, 0, 0, len(program)], dtype=np.uint32),
    }
    changed = PackedGrammar(arrays, packed.labels, packed.words)
    with pytest.raises((LaconicError, ValueError)):
        Matcher(changed, Coverage()).match(parse("(A (A a))"), target_root="A")
