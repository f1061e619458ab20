"""The parser's network without torch: onnxruntime over weights kept in 8 bits.

1. A file holds each matrix as numbers of 8 bits with one scale for each column (for each row of
   the table of pieces); they are turned into floats when the file is opened. What runs is ordinary
   floating-point arithmetic, so nothing depends on the other sentences of a batch.
2. Three graphs run one after the other: over pieces, over words, over spans. A batch holds
   sentences of one length only, so there is no padding to mask. Batches run side by side on
   several threads, each on one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from laconic.archive import Archive, open_archive
from laconic.decoding.threads import map_in_order, usable_cores
from laconic.errors import FormatError
from laconic.parsing.cky import Floats, span_order
from laconic.parsing.pieces import PieceCutter, Pieces

if TYPE_CHECKING:
    import onnxruntime

Result = TypeVar("Result")

KIND, VERSION = "parser", 1
SCALE = ".scale"  # what the name of a matrix's scales ends in
PIECES = "piece_embedding.weight"
POSITIONS = "position_embedding.weight"
GRAPHS = ("pieces", "words", "spans")
VOCABULARY = "vocabulary"
_MOST_PIECES_AT_ONCE = 512
_MOST_SPANS_AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of a sentence: rows of `spans` are in `span_order`, those of `tags` are words."""

    spans: Floats
    tags: Floats


class Network:
    """An opened parser file, ready to score sentences."""

    def __init__(self, archive: Archive, *, threads: int | None = None) -> None:
        said, arrays = archive.manifest, archive.arrays
        self.labels: list[str] = said["labels"]
        self.tags: list[str] = said["tags"]
        self.empty_bonus = float(said["empty_bonus"])
        self.digest = str(said["digest"])
        self._threads = threads or usable_cores()
        self._piece_table, self._piece_scales = arrays[PIECES], arrays[PIECES + SCALE]
        self._positions = _floats(arrays, POSITIONS)
        self.cutter = PieceCutter(bytes(arrays[VOCABULARY]).decode())
        self._sessions = {
            name: _session(bytes(arrays[f"graph.{name}"]), arrays, said["weights"][name])
            for name in GRAPHS
        }
        _check_sizes(
            {
                "labels": (len(self.labels), len(arrays["span_label.bias"])),
                "tags": (len(self.tags), len(arrays["tag_label.bias"])),
                "pieces": (self.cutter.size, len(self._piece_table)),
                "scales": (self.cutter.size, len(self._piece_scales)),
            }
        )

    @classmethod
    def open(cls, path: str | Path, *, threads: int | None = None) -> Network:
        """Map the file and make it ready; `threads` is the number of cores if not given."""
        archive = open_archive(path, kind=KIND, version=VERSION)
        try:
            return cls(archive, threads=threads)
        except KeyError as error:
            found = f"a parser without {error}"
        except Exception as error:  # what onnxruntime raises is not known beforehand
            found = f"a parser that cannot be run ({error})"
        raise FormatError(found, "a parser that laconic wrote", path=path)

    @property
    def most_pieces(self) -> int:
        """The longest sentence the encoder takes, in pieces with both marks."""
        return len(self._positions)

    def score(
        self, sentences: Sequence[Pieces], use: Callable[[int, Scores], Result]
    ) -> Iterator[Result]:
        """What `use` makes of each sentence's number and scores, in no order.

        It is called as soon as scores are known, in the thread that made them: they are large, and
        so few sentences have theirs at the same time.
        """
        ends: dict[int, Floats] = {}

        def run_pieces(numbers: list[int]) -> list[tuple[int, Floats]]:
            states = self._piece_states([sentences[number].ids for number in numbers])
            return [
                (number, _two_ends(states[row], sentences[number]))
                for row, number in enumerate(numbers)
            ]

        def run_words(numbers: list[int]) -> list[Result]:
            shapes = np.array([sentences[number].shapes for number in numbers], dtype=np.int64)
            stacked = np.stack([ends.pop(number) for number in numbers])
            starts, stops, tags = self._run("words", piece_ends=stacked, shapes=shapes)
            return [
                use(number, Scores(self._span_scores(starts[row], stops[row]), tags[row]))
                for row, number in enumerate(numbers)
            ]

        for found in self._map(run_pieces, [len(sentence.ids) for sentence in sentences]):
            ends.update(found)
        for made in self._map(run_words, [len(sentence.shapes) for sentence in sentences]):
            yield from made

    def _map(self, run: Callable[[list[int]], Result], lengths: list[int]) -> Iterator[Result]:
        """What `run` gives for each group of sentences of one length, groups side by side."""
        groups = list(_of_one_length(lengths))
        return map_in_order(run, groups, workers=min(self._threads, len(groups)))

    def _piece_states(self, ids: list[list[int]]) -> Floats:
        numbers = np.array(ids)
        table: Floats = self._piece_table[numbers].astype(np.float32)
        table *= self._piece_scales[numbers][..., None]
        table += self._positions[: numbers.shape[1]]
        return self._run("pieces", embedded=table)[0]

    def _span_scores(self, starts: Floats, ends: Floats) -> Floats:
        first, second = span_order(len(starts) - 1)
        parts = []
        for begin in range(0, len(first), _MOST_SPANS_AT_ONCE):
            part = slice(begin, begin + _MOST_SPANS_AT_ONCE)
            given = {"starts": starts[first[part]], "ends": ends[second[part]]}
            parts.append(self._run("spans", **given)[0])
        return np.concatenate(parts)

    def _run(self, graph: str, **inputs: Any) -> list[Floats]:
        found: list[Floats] = self._sessions[graph].run(None, inputs)
        return found


def _check_sizes(sizes: dict[str, tuple[int, int]]) -> None:
    for name, (named, there) in sizes.items():
        if named != there:
            raise ValueError(f"{named} {name} and weights for {there}")


def _two_ends(states: Floats, sentence: Pieces) -> Floats:
    """The states of the first and of the last piece of each mark and word, side by side."""
    return np.concatenate([states[sentence.first], states[sentence.last]], axis=1)


def _of_one_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of sentences in groups of the same length, each small enough to run at once."""
    groups: dict[int, list[int]] = {}
    for number, length in enumerate(lengths):
        groups.setdefault(length, []).append(number)
    for length in sorted(groups):
        most = max(1, _MOST_PIECES_AT_ONCE // length)
        for begin in range(0, len(groups[length]), most):
            yield groups[length][begin : begin + most]


def _floats(arrays: Any, name: str) -> Floats:
    """A weight as floats, whether it was kept so or in 8 bits."""
    array = arrays[name]
    if array.dtype != np.int8:
        return np.array(array, dtype=np.float32)
    floats: Floats = np.multiply(array, arrays[name + SCALE], dtype=np.float32)
    return floats


def _session(graph: bytes, arrays: Any, weights: Iterable[str]) -> onnxruntime.InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # Sentences run side by side, the arithmetic of one never does: nothing depends on threads.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Both keep memory for every length that was met; without them nothing is slower.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    names = list(weights)
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(_floats(arrays, name)) for name in names]
    options.add_external_initializers(names, values)
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
