"""Pairs of text parsed into pairs of trees, marked with the signature of the parser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from laconic.corpus import Pair, name_of
from laconic.errors import ParserError
from laconic.parsing.inputs import split_tokens, words_of
from laconic.parsing.parser import Parser, as_signature
from laconic.parsing.registry import load_parser
from laconic.trees.tree import Tree

_BATCH = 128


def parse_pairs(
    pairs: Iterable[Pair],
    parser: Parser,
    *,
    tokenized: bool = True,
    left_out: list[str] | None = None,
) -> Iterator[Pair]:
    """The pairs with trees for sources and references; trees stay as they are.

    Args:
        tokenized: The text is tokens with spaces between them; otherwise plain sentences.
        left_out: Collects the ids of pairs left out: their source, or every reference, is empty.

    A pair says which parser made its trees if one made all of them.
    """
    if as_signature(parser.signature) != parser.signature:
        raise ParserError(f"the signature {parser.signature!r} has white space in it")
    cut = split_tokens if tokenized else words_of
    waiting = iter(pairs)
    while batch := list(islice(waiting, _BATCH)):
        # In order of appearance, so that the same input is parsed the same way.
        sides = dict.fromkeys(side for pair in batch for side in (pair.source, *pair.references))
        words = {side: cut(side) for side in sides if isinstance(side, str)}
        wanted = [side for side in words if words[side]]
        trees = dict(zip(wanted, parser.parse([words[side] for side in wanted]), strict=True))
        for pair in batch:
            parsed = _parsed(pair, trees, parser.signature)
            if parsed is not None:
                yield parsed
            elif left_out is not None:
                left_out.append(pair.id)


def parse_all(
    pairs: Iterable[Pair], parser: Parser | None, left_out: list[str], *, kind: str = ""
) -> list[Pair]:
    """The pairs, text in them parsed, by the embedded parser if none is given.

    What was left out, and why, goes to `left_out`; `kind` says there which pairs these are.
    """
    found = list(pairs)
    if all(isinstance(side, Tree) for pair in found for side in (pair.source, *pair.references)):
        return found
    empty: list[str] = []
    parsed = list(parse_pairs(found, parser or load_parser(), left_out=empty))
    names = {pair.id: name_of(pair) for pair in found}
    left_out += [f"{kind}{names[pair_id]}: it has no words" for pair_id in empty]
    return parsed


def _parsed(pair: Pair, trees: dict[str, Tree], signature: str) -> Pair | None:
    source, *references = (
        side if isinstance(side, Tree) else trees.get(side)
        for side in (pair.source, *pair.references)
    )
    kept = tuple(reference for reference in references if reference is not None)
    if source is None or not kept:
        return None
    # Links are those of the first reference.
    links = pair.links if references[0] is not None else None
    return replace(
        pair, source=source, references=kept, links=links, parser=_maker(pair, signature)
    )


def _maker(pair: Pair, signature: str) -> str | None:
    """The parser of all trees of a pair, None if there are several or one is not known."""
    given = [isinstance(side, Tree) for side in (pair.source, *pair.references)]
    if all(given):
        return pair.parser
    return signature if not any(given) or pair.parser == signature else None
