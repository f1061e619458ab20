"""Language models from text: interpolated modified Kneser-Ney smoothing (Chen & Goodman 1999)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from laconic import _core
from laconic.errors import LaconicError
from laconic.scoring.lm_files import Packing, write_lists
from laconic.scoring.ngram import MAX_ORDER, reading
from laconic.scoring.text import BadUtf8, TextBlock, blocks_of, read_text
from laconic.scoring.work import Work, wait_for
from laconic.trees.labels import Normalisation, check_normalisation

ORDER = 3
_MOST_CUTOFF = 10**15


@dataclass(frozen=True, kw_only=True)
class EstimationOptions:
    """How a model is estimated.

    `cutoffs`, one for each order: n-grams seen so often or less are left out, words become the
    unknown word; the last one given holds for the orders after it. `prune`: n-grams are left out as
    long as each raises the perplexity of the text by less than this part of it.
    """

    order: int = ORDER
    normalisation: Normalisation = "none"
    cutoffs: tuple[int, ...] = (0,)
    prune: float = 0.0

    def __post_init__(self) -> None:
        check_normalisation(self.normalisation)
        if not 1 <= self.order <= MAX_ORDER:
            raise LaconicError(f"order is {self.order}; expected 1 to {MAX_ORDER}")
        if not self.prune >= 0:
            raise LaconicError(f"prune is {self.prune}; expected 0 or more")
        _check_cutoffs(self.cutoffs, self.order)

    @property
    def all_cutoffs(self) -> list[int]:
        """One cut-off for each order."""
        return [self.cutoffs[min(at, len(self.cutoffs) - 1)] for at in range(self.order)]


class OrderReport(NamedTuple):
    """What was found and kept of one order."""

    order: int
    seen: int
    kept: int
    discounts: tuple[float, float, float]
    discounts_estimated: bool


class EstimationReport(NamedTuple):
    """What a model was made of."""

    sentences: int
    words: int
    replaced_utf8: int
    orders: tuple[OrderReport, ...]


def build_lm(
    texts: Iterable[str | Path],
    output: str | Path,
    *,
    options: EstimationOptions | None = None,
    packing: Packing | None = None,
    bad_utf8: BadUtf8 = "refuse",
    work: Work | None = None,
) -> EstimationReport:
    """Estimate a model from text files, a sentence on each line, and write it."""
    estimation = Estimation(options or EstimationOptions(), work or Work())
    estimation.add_texts(texts, bad_utf8=bad_utf8)
    return estimation.write(output, packing or Packing())


def build_lm_from_sentences(
    sentences: Iterable[str],
    output: str | Path,
    *,
    options: EstimationOptions | None = None,
    packing: Packing | None = None,
    work: Work | None = None,
) -> EstimationReport:
    """Estimate a model from sentences in memory and write it."""
    options = options or EstimationOptions()
    estimation = Estimation(options, work or Work())
    estimation.add(blocks_of(sentences, normalisation=options.normalisation), "the sentences")
    return estimation.write(output, packing or Packing())


class Estimation:
    """A model in the making: text first, then the model, once."""

    def __init__(self, options: EstimationOptions, work: Work) -> None:
        self._options, self._work = options, work
        self._corpus = _core.Corpus(work.workspace)
        self._replaced = 0

    def add_texts(self, texts: Iterable[str | Path], *, bad_utf8: BadUtf8 = "refuse") -> None:
        """Count text files."""
        for path in texts:
            read = read_text(path, normalisation=self._options.normalisation, bad_utf8=bad_utf8)
            with closing(read) as blocks:
                self.add(_watched(blocks, Path(path), self._work), path)

    def add(self, blocks: Iterable[TextBlock], path: str | Path) -> None:
        """Count a text; the next block is read while the one before it is being counted."""
        with reading(path), ThreadPoolExecutor(1) as pool:
            counting: Future[None] | None = None
            try:
                for block in blocks:
                    if counting is not None:
                        counting.result()
                    counting = pool.submit(self._corpus.add, block.lines, block.first_line)
                    self._replaced += block.replaced
            finally:
                if counting is not None:
                    wait_for(counting)
            if counting is not None:
                counting.result()

    def estimate(self) -> _core.Estimate:
        """The model as lists of n-grams; the text is gone after that."""
        options = self._options
        if self._corpus.words == 0:
            raise LaconicError("found no words, expected text to estimate a model from")
        return self._work.run(
            lambda: _core.estimate(
                self._corpus,
                options.order,
                options.all_cutoffs,
                options.prune,
                options.normalisation,
            )
        )

    def write(self, output: str | Path, packing: Packing) -> EstimationReport:
        """Estimate the model and write it."""
        estimate = self.estimate()
        write_lists(estimate.lists, output, packing, self._work)
        return self.report(estimate)

    def report(self, estimate: _core.Estimate) -> EstimationReport:
        """What the model was made of."""
        orders = [
            OrderReport(order, seen, estimate.lists.count(order), (one, two, more), estimated)
            for order, seen, (one, two, more), estimated in zip(
                range(1, self._options.order + 1),
                estimate.seen,
                estimate.discounts,
                estimate.discounts_estimated,
                strict=True,
            )
        ]
        return EstimationReport(
            self._corpus.sentences, self._corpus.words, self._replaced, tuple(orders)
        )


def _watched(blocks: Iterable[TextBlock], path: Path, work: Work) -> Iterator[TextBlock]:
    total = path.stat().st_size
    for block in blocks:
        yield block
        work.tell(f"Reading {path.name}", block.bytes_read, total)


def _check_cutoffs(cutoffs: Sequence[int], order: int) -> None:
    if not cutoffs or min(cutoffs) < 0 or max(cutoffs) > _MOST_CUTOFF or len(cutoffs) > order:
        found = ",".join(map(str, cutoffs)) or "none"
        expected = f"1 to {order} numbers from 0 to {_MOST_CUTOFF}"
        raise LaconicError(f"cutoffs are {found}; expected {expected}")
    if list(cutoffs[1:]) != sorted(cutoffs[1:]):
        found = ",".join(map(str, cutoffs))
        raise LaconicError(
            f"cutoffs are {found}; expected none smaller than that of the order before, words aside"
        )
