"""Parallel corpora: pairs of a source and its references, as text or as trees.

Two layouts are read (docs/formats.md): JSON lines `{"id", "source", "references"}`, and that of the
authors' own toolkit, one tree per line, source and target alternating. Alignments may come from a
file of their own, one line of `i-j` links for each pair.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from laconic.errors import AlignmentError, FormatError, LaconicError
from laconic.files import read_lines, replacing
from laconic.grammar.alignment import Links, check_links, parse_links
from laconic.signing import digest
from laconic.trees.brackets import looks_like_tree, parse, render
from laconic.trees.labels import with_root, without_function_tags, without_traces
from laconic.trees.tree import Tree

_SIGNATURE = re.compile(r"[^\s\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Pair:
    """A source and what it may become; `links`, if known, align it to the first reference."""

    id: str
    source: Tree | str
    references: tuple[Tree | str, ...]
    links: Links | None = None
    place: str = ""  # file and line, for messages
    parser: str | None = None  # the signature of what made its trees, if known
    article: str | None = None  # the document that it is from, if known


def name_of(pair: Pair) -> str:
    """A pair by its place and id, for messages."""
    return f"{pair.place}: pair {pair.id}" if pair.place else f"pair {pair.id}"


def tree_of(side: Tree | str) -> Tree:
    """A side of a pair whose text has been parsed."""
    if isinstance(side, str):
        raise TypeError(f"{side[:40]!r} should have been parsed")
    return side


def one_parser(parsers: Collection[str | None]) -> str | None:
    """The parser of all pairs; None if some do not say. Two are an error: they do not mix."""
    known = sorted({parser for parser in parsers if parser is not None})
    if len(known) > 1:
        raise LaconicError(
            f"the trees of the pairs are of different parsers, {' and '.join(known)}; parse all of"
            " them with one"
        )
    return known[0] if known and None not in parsers else None


def documents(pairs: Sequence[Pair]) -> list[list[int]]:
    """The numbers of the pairs of each article, in order; a pair that names none is alone."""
    groups: dict[str | int, list[int]] = {}
    for number, pair in enumerate(pairs):
        groups.setdefault(number if pair.article is None else pair.article, []).append(number)
    return list(groups.values())


def digest_pairs(pairs: Iterable[Pair]) -> str:
    """A hash of what can be learned from pairs: trees or text, and links."""
    return digest([[[_plain(s) for s in (p.source, *p.references)], p.links] for p in pairs])


def _plain(side: Tree | str) -> str:
    return side if isinstance(side, str) else render(side)


def read_pairs(
    path: str | Path,
    *,
    alignments: str | Path | None = None,
    drop_traces: bool = False,
    drop_function_tags: bool = False,
) -> Iterator[Pair]:
    """The pairs of a corpus file, one at a time; trees come under the virtual root TOP."""
    reader = _TreeReader(path, drop_traces, drop_function_tags)
    with closing(read_lines(path)) as all_lines:
        lines = ((n, line) for n, line in enumerate(all_lines, 1) if line.strip())
        first = next(lines, None)
        if first is None:
            pairs: Iterator[Pair] = iter(())
        elif first[1].lstrip().startswith("{"):
            pairs = _json_pairs(chain([first], lines), path, reader)
        else:
            pairs = _toolkit_pairs(chain([first], lines), path, reader)
        yield from pairs if alignments is None else _with_links(pairs, path, alignments)


def count_pairs(path: str | Path) -> int:
    """How many pairs a corpus file holds, without reading them."""
    lines = [line.lstrip()[:1] for line in read_lines(path) if line.strip()]
    return len(lines) if lines[:1] == ["{"] else len(lines) // 2


def write_pairs(pairs: Iterable[Pair], path: str | Path) -> int:
    """Write pairs as JSON lines; how many there were."""
    count = 0
    with replacing(path) as stream:
        for pair in pairs:
            record: dict[str, Any] = {
                "id": pair.id,
                "source": _as_text(pair.source),
                "references": [_as_text(reference) for reference in pair.references],
            }
            record |= {
                name: value
                for name in ("article", "parser")
                if (value := getattr(pair, name)) is not None
            }
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            count += 1
    return count


def _json_pairs(
    lines: Iterator[tuple[int, str]], path: str | Path, reader: _TreeReader
) -> Iterator[Pair]:
    for number, line in lines:

        def fail(found: str, expected: str, number: int = number) -> FormatError:
            return FormatError(found, expected, path=path, line=number)

        try:
            record = json.loads(line)
        except ValueError as error:
            raise fail(f"{line[:40]!r} ({error})", "a JSON object") from None
        except RecursionError:
            raise fail("JSON nested too deeply", "a JSON object") from None
        name, source, references = _fields(record, fail, number)
        parser = record.get("parser")
        if parser is not None and not (isinstance(parser, str) and _SIGNATURE.fullmatch(parser)):
            raise fail(f'"parser" {str(parser)[:40]!r}', "a string without white space")
        article = record.get("article")
        if article is not None and not isinstance(article, str):
            raise fail(f'"article" of type {type(article).__name__}', "a string")
        yield Pair(
            name,
            reader.text_or_tree(source, number, "the source"),
            tuple(
                reader.text_or_tree(text, number, f"reference {place}")
                for place, text in enumerate(references, 1)
            ),
            place=f"{path}:{number}",
            parser=parser,
            article=article,
        )


def _fields(
    record: Any, fail: Callable[[str, str], FormatError], number: int
) -> tuple[str, str, list[str]]:
    if not isinstance(record, dict):
        raise fail(type(record).__name__, 'an object {"id", "source", "references"}')
    for key in ("source", "references"):
        if key not in record:
            raise fail(f"no {key!r}", 'an object {"id", "source", "references"}')
    source, references = record["source"], record["references"]
    if not isinstance(source, str):
        raise fail(f'"source" of type {type(source).__name__}', "a string")
    if not (
        isinstance(references, list)
        and references
        and all(isinstance(reference, str) for reference in references)
    ):
        raise fail(f'"references" {str(references)[:40]}', "a list of at least one string")
    for text in (source, *references):
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            raise fail("half of a surrogate pair", "Unicode text")
    name = record.get("id")
    return str(number if name is None else name), source, references


def _toolkit_pairs(
    lines: Iterator[tuple[int, str]], path: str | Path, reader: _TreeReader
) -> Iterator[Pair]:
    for place, (number, line) in enumerate(lines, 1):
        source = reader.tree(line, number)
        following = next(lines, None)
        if following is None:
            raise FormatError("the end of the file", "a target tree", path=path, line=number + 1)
        target = reader.tree(following[1], following[0])
        yield Pair(str(place), source, (target,), place=f"{path}:{number}")


def _with_links(pairs: Iterator[Pair], path: str | Path, alignments: str | Path) -> Iterator[Pair]:
    with closing(read_lines(alignments)) as lines:
        for number, (pair, line) in enumerate(zip_longest(pairs, lines), 1):
            if pair is None and line == "":
                continue  # an empty line at the end
            if pair is None or line is None:
                raise FormatError(
                    "more lines" if pair is None else "the end of the file",
                    f"one line of links for each pair of {path}",
                    path=alignments,
                    line=number,
                )
            try:
                yield replace(pair, links=_fitting_links(line, pair))
            except AlignmentError as error:
                raise AlignmentError(f"{alignments}:{number}: {error}") from None


def _fitting_links(line: str, pair: Pair) -> Links:
    links, reference = parse_links(line), pair.references[0]
    if isinstance(pair.source, str) or isinstance(reference, str):
        return links
    return check_links(links, len(pair.source.words()), len(reference.words()))


@dataclass(frozen=True, slots=True)
class _TreeReader:
    """Reads the trees of one file, and leaves out of them what is not wanted."""

    path: str | Path
    drop_traces: bool
    drop_function_tags: bool

    def text_or_tree(self, text: str, line: int, name: str) -> Tree | str:
        """What a string of a JSON object holds; `name` says which string, for messages."""
        if not looks_like_tree(text):
            return text
        try:
            return self._clean(parse(text), line)
        except FormatError as error:
            # The column counts inside the string, not in the line of the file.
            where = "" if error.column is None else f" at character {error.column}"
            found = f"{error.found}{where} in {name}"
            raise FormatError(found, error.expected, path=self.path, line=line) from None

    def tree(self, text: str, line: int) -> Tree:
        """The tree that a line of the file holds."""
        try:
            return self._clean(parse(text), line)
        except FormatError as error:
            raise error.at(self.path, line) from None

    def _clean(self, tree: Tree, line: int) -> Tree:
        kept = without_traces(tree) if self.drop_traces else tree
        if kept is None:
            raise FormatError(
                "a tree of traces only", "a tree with words", path=self.path, line=line
            )
        return with_root(without_function_tags(kept) if self.drop_function_tags else kept)


def _as_text(value: Tree | str) -> str:
    # Under its root even a single word is recognised as a tree.
    return value if isinstance(value, str) else render(with_root(value))
