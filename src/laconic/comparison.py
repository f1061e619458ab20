"""`evaluate`: systems run on the same pairs, their output parsed again, and everything scored.

1. Sources and references are parsed where they are text.
2. Each system compresses every source tree, the sources of an article together.
3. What it made is parsed again from its tokens, as the paper does to treat all systems alike; so
   are references whose trees are of another parser.
4. `evaluation.report` does the counting.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import PurePath

from laconic.corpus import Pair, digest_pairs, documents, name_of, tree_of
from laconic.decoding.threads import map_in_order, usable_cores
from laconic.errors import LaconicError
from laconic.evaluation.answers import (
    REFERENCE,
    REFERENCES,
    Answer,
    Answers,
    References,
    Sentence,
)
from laconic.evaluation.extra_metrics import extra_families, extra_signature
from laconic.evaluation.metrics import FAMILIES
from laconic.evaluation.report import Report, make_report
from laconic.evaluation.sides import Side
from laconic.grammar.alignment import align_deletions
from laconic.parsing.inputs import split_tokens
from laconic.parsing.pairs import parse_all
from laconic.parsing.parser import Parser
from laconic.parsing.registry import load_parser
from laconic.signing import digest
from laconic.systems import System
from laconic.trees.labels import with_root
from laconic.trees.spans import index_spans
from laconic.trees.tree import Tree

COPY = "copy"
STANDARD = (COPY, REFERENCE)
_BATCH = 256
Output = Tree | str | Sequence[str]  # a tree, tokens with spaces between them, or tokens
Watch = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


@dataclass(frozen=True, eq=False, slots=True)
class _Raw:
    """What a system made of a sentence, before it is parsed again."""

    tokens: tuple[str, ...]
    tree: Tree | None
    kept: tuple[int, ...] | None
    marks: tuple[str, ...] = ()


def evaluate(
    systems: System | Iterable[System] | Mapping[str, System],
    pairs: Iterable[Pair],
    *,
    outputs: Mapping[str, Sequence[Output]] | None = None,
    standard: Sequence[str] = STANDARD,
    references: References = "best",
    extra: bool = False,
    parser: Parser | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
) -> Report:
    """Score systems on pairs; printing the report shows a table.

    Args:
        systems: One or several; under names of your own, if a mapping.
        outputs: What other systems made of the pairs, by name: for each pair a tree, a list of
            tokens, or tokens as a string with spaces between them.
        standard: Of "copy" (the source as it is) and "reference" (the first reference), those that
            are to stand beside them.
        references: Compare with the reference that fits best, or with the "first".
        extra: Also BLEU, SARI and ROUGE, which need the extra `metrics`.
        parser: What parses text and output; the embedded parser if it is not given.
        workers: How many threads compress; all cores if not given. Figures are the same.
    """
    if references not in REFERENCES:
        raise LaconicError(f"references is {references!r}; expected one of {', '.join(REFERENCES)}")
    if workers is not None and workers < 1:
        raise LaconicError(f"workers is {workers}; expected a number from 1 up, or none")
    if isinstance(standard, str):
        standard = [standard]
    named = _named(systems)
    _check_names(standard, [*(outputs or {}), *named])
    families = (*FAMILIES, *extra_families()) if extra else FAMILIES
    left_out: list[str] = []
    parser = parser or load_parser()
    given = list(pairs)
    known = parse_all(given, parser, left_out)
    if not known:
        raise LaconicError("there are no pairs to evaluate on")
    places = {pair.place or pair.id for pair in known}
    left_out += _empty_references(pair for pair in given if (pair.place or pair.id) in places)
    if len(known) < len(given) and outputs:
        raise LaconicError(f"outputs would not fit the pairs: {left_out[0]}")
    run = _Run(known, parser, workers or usable_cores(), watch or (lambda *_: None))
    answers = [run.standard(name) for name in standard]
    answers += [run.read(name, found) for name, found in (outputs or {}).items()]
    answers += [run.compress(name, system) for name, system in named.items()]
    settings = {
        "laconic": metadata.version("laconic"),
        # Which pairs are of one article matters to some systems.
        "pairs": digest([digest_pairs(known), documents(known)])[:16],
        "references": references,
        "parser": parser.signature,
        "case": "lower",
    }
    settings |= {f"system:{one.name}": one.signature for one in answers if one.signature}
    return make_report(
        run.sentences(),
        answers,
        families=families,
        references=references,
        settings=settings | ({"extra": extra_signature()} if extra else {}),
        pairs=_files(known),
        notes=[f"left out: {reason}" for reason in left_out],
    )


class _Run:
    """The pairs of an evaluation, and what is parsed again, each string once."""

    def __init__(self, pairs: Sequence[Pair], parser: Parser, workers: int, watch: Watch) -> None:
        self.pairs, self.parser, self.workers, self.watch = pairs, parser, workers, watch
        self.sources = [tree_of(pair.source) for pair in pairs]
        self.references = [[tree_of(side) for side in pair.references] for pair in pairs]
        self.parsed: dict[tuple[str, ...], Tree] = {}
        for pair, source, references in zip(pairs, self.sources, self.references, strict=True):
            if pair.parser == parser.signature:
                for tree in (source, *references):
                    self.parsed[tuple(tree.words())] = tree

    def sentences(self) -> list[Sentence]:
        """The sentences of the test set."""
        self._parse([tuple(t.words()) for trees in self.references for t in trees], "references")
        found = []
        for pair, source, references in zip(self.pairs, self.sources, self.references, strict=True):
            answers = (
                Answer(self._side(tuple(tree.words()), tree), _kept(source, tree))
                for tree in references
            )
            found.append(Sentence(pair.id, tuple(source.words()), tuple(answers)))
        return found

    def standard(self, name: str) -> Answers:
        """What everything is measured by: the source as it is, or its first reference."""
        trees = self.sources if name == COPY else [found[0] for found in self.references]
        raw = [
            _Raw(tuple(tree.words()), tree, _kept(source, tree))
            for source, tree in zip(self.sources, trees, strict=True)
        ]
        return self._answers(name, raw)

    def read(self, name: str, outputs: Sequence[Output]) -> Answers:
        """What another system made, from trees or tokens."""
        if len(outputs) != len(self.pairs):
            raise LaconicError(
                f"{name} has {len(outputs)} outputs for {len(self.pairs)} pairs; expected one each"
            )
        raw = []
        for source, output in zip(self.sources, outputs, strict=True):
            tree = with_root(output) if isinstance(output, Tree) else None
            tokens = _tokens(output)
            raw.append(_Raw(tokens, tree, _kept_tokens(source, tokens)))
        return self._answers(name, raw)

    def compress(self, name: str, system: System) -> Answers:
        """What a system makes of the sources."""
        groups = documents(self.pairs)
        tasks = [
            (number, within)
            for numbers in groups
            for within in [system.for_document([self.sources[number] for number in numbers])]
            for number in numbers
        ]

        def rewrite(task: tuple[int, System]) -> _Raw:
            number, within = task
            try:
                made = within.rewrite(self.sources[number])
            except LaconicError as error:
                raise LaconicError(f"{name}, {name_of(self.pairs[number])}: {error}") from error
            return _Raw(tuple(made.tree.words()), made.tree, made.kept, made.marks)

        started = time.perf_counter()
        raw: list[_Raw | None] = [None] * len(self.pairs)
        answers = map_in_order(rewrite, tasks, workers=self.workers)
        for done, ((number, _), made) in enumerate(zip(tasks, answers, strict=True), 1):
            raw[number] = made
            self.watch(f"compressing, {name}", done, len(tasks))
        seconds = time.perf_counter() - started
        found = [made for made in raw if made is not None]
        return self._answers(name, found, signature=system.signature, seconds=seconds)

    def _answers(
        self,
        name: str,
        raw: Sequence[_Raw],
        *,
        signature: str | None = None,
        seconds: float | None = None,
    ) -> Answers:
        self._parse([one.tokens for one in raw], name)
        answers = [Answer(self._side(one.tokens, one.tree), one.kept, one.marks) for one in raw]
        return Answers(name, answers, signature, seconds)

    def _side(self, tokens: tuple[str, ...], tree: Tree | None) -> Side:
        return Side(tokens, tree, self.parsed.get(tokens))

    def _parse(self, strings: Iterable[tuple[str, ...]], name: str) -> None:
        """Parse what was not parsed yet."""
        wanted = [words for words in dict.fromkeys(strings) if words and words not in self.parsed]
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            self.parsed.update(zip(batch, self.parser.parse(batch), strict=True))
            self.watch(f"parsing, {name}", start + len(batch), len(wanted))


def _named(systems: System | Iterable[System] | Mapping[str, System]) -> dict[str, System]:
    """Systems by name; those without names of their own by that of their kind, numbered."""
    if isinstance(systems, str | PurePath):
        raise LaconicError(f"{systems} is a name; laconic.load makes a system of a file")
    if isinstance(systems, Mapping):
        return dict(systems)
    several = list(systems) if isinstance(systems, Iterable) else [systems]
    named: dict[str, System] = {}
    for system in several:
        same = sum(1 for other in several if other.system == system.system)
        count = sum(1 for known in named.values() if known.system == system.system) + 1
        named[system.system if same == 1 else f"{system.system}-{count}"] = system
    return named


def _check_names(standard: Sequence[str], others: Sequence[str]) -> None:
    for name in standard:
        if name not in STANDARD:
            raise LaconicError(f"unknown system {name!r}; expected {' or '.join(STANDARD)}")
    if REFERENCE in others:
        raise LaconicError(f"{REFERENCE} stands for the first reference; name the system otherwise")
    names = [*standard, *others]
    for name in names:
        if names.count(name) > 1:
            raise LaconicError(f"two systems are called {name}; give them different names")
        if not name or any(character.isspace() for character in name):
            raise LaconicError(f"a system is called {name!r}; expected a name without white space")


def _empty_references(pairs: Iterable[Pair]) -> list[str]:
    """Which pairs have references without words beside others."""
    return [
        f"{name_of(pair)}: a reference without words"
        for pair in pairs
        if not all(isinstance(side, Tree) or side.strip() for side in pair.references)
        and any(isinstance(side, Tree) or side.strip() for side in pair.references)
    ]


def _kept(source: Tree, target: Tree) -> tuple[int, ...] | None:
    links = align_deletions(index_spans(source), index_spans(target))
    return None if links is None else tuple(s for s, _ in links)


def _kept_tokens(source: Tree, tokens: Sequence[str]) -> tuple[int, ...] | None:
    if not tokens:
        return ()
    return _kept(source, Tree("X", [Tree("X", word=token) for token in tokens]))


def _tokens(output: Output) -> tuple[str, ...]:
    if isinstance(output, Tree):
        return tuple(output.words())
    if not isinstance(output, str | Sequence):
        raise LaconicError(f"an output is {output!r:.40}; expected a tree, a string or tokens")
    return tuple(split_tokens(output) if isinstance(output, str) else output)


def _files(pairs: Sequence[Pair]) -> list[str]:
    """The files that pairs are from, without their folders."""
    places = (pair.place.rpartition(":")[0] for pair in pairs)
    return list(dict.fromkeys(PurePath(place).name for place in places if place))
