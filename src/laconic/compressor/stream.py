"""Many texts: read as they are wanted, parsed in batches, searched in threads, given in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from laconic.compressor.inputs import Given, read_given
from laconic.compressor.result import Result
from laconic.compressor.texts import GiveParser, ParsedText, TextCompressor, parse_texts
from laconic.decoding.threads import map_in_order

# Sentences parsed at once: few at first, so that something comes out soon.
FIRST_BATCH, LARGEST_BATCH = 8, 128


def compress_stream(
    texts: Iterable[Given], compressor: TextCompressor, give_parser: GiveParser, workers: int
) -> Iterator[Result]:
    """A result for each text, in order."""
    return map_in_order(compressor.compress, _parsed(texts, give_parser), workers=workers)


def _parsed(texts: Iterable[Given], give_parser: GiveParser) -> Iterator[ParsedText]:
    batch, size, enough = [], 0, FIRST_BATCH
    for given in texts:
        text = read_given(given)
        batch.append(text)
        size += max(1, len(text.passages))
        if size >= enough:
            yield from parse_texts(give_parser, batch)
            batch, size, enough = [], 0, min(2 * enough, LARGEST_BATCH)
    yield from parse_texts(give_parser, batch)
