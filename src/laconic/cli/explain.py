"""`laconic compress --explain`: what went from a sentence, by which rules, and what decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.cli.changes import one_line, strike_out
from laconic.cli.outputs import shown
from laconic.cli.painting import Piece
from laconic.compressor.explanation import Contribution, Explanation, explain
from laconic.compressor.result import Sentence
from laconic.grammar.notation import render_rule
from laconic.grammar.table import render_origin
from laconic.model import Model, Rewritten
from laconic.systems import System

Line = list[Piece]
_MOST_FEATURES, _MOST_OF_CUT = 12, 3


def explain_lines(system: System, sentence: Sentence) -> Iterator[Line]:
    """A sentence explained, line by line; of systems without derivations as much as can be said."""
    yield from _changes(sentence)
    explanation = explain_sentence(system, sentence)
    if explanation is None:
        why = "it came back as it was" if sentence.made is None else f"by {system.system}"
        yield [Piece(f"no derivation: {why}", "faint")]
        return
    yield []
    yield [Piece("derivation", "heading")]
    yield from ([Piece(shown(step))] for step in explanation.steps)
    yield []
    yield [Piece("cuts", "heading")]
    yield from _cuts(explanation)
    yield []
    yield from _decision(explanation)


def explain_sentence(system: System, sentence: Sentence) -> Explanation | None:
    """Why a transducer made this of a sentence; None if none did."""
    if isinstance(system, Model) and isinstance(sentence.made, Rewritten):
        return explain(system, sentence.made)
    return None


def _changes(sentence: Sentence) -> Iterator[Line]:
    kept = {word.source for word in sentence.tokens if word.source is not None}
    if sentence.source_tokens:
        yield list(strike_out(sentence.passage.source, kept))
    yield [Piece(one_line(sentence.text))]
    yield [Piece(f"rate {sentence.rate:.2f}, score {sentence.score:.6f}", "faint")]
    yield from ([Piece(shown(mark), "faint")] for mark in sentence.marks)


def _cuts(explanation: Explanation) -> Iterator[Line]:
    if not explanation.cuts:
        yield [Piece("none")]
    for cut in explanation.cuts:
        rule = f"rule {cut.step} ({render_origin(cut.origin)}) {render_rule(cut.rule)}"
        gone = Piece(shown(explanation.text_of(cut)), "gone")
        yield [gone, Piece(shown(f"\tby {rule}"))]
        yield from _contributions(cut.contributions, _MOST_OF_CUT)
        yield [Piece(f"  {cut.score:.6f}\t\t\tin all")]


def _decision(explanation: Explanation) -> Iterator[Line]:
    yield [Piece("what decided", "heading")]
    yield [Piece(f"score {explanation.score:.6f}{_beside_copying(explanation)}")]
    if explanation.contributions:
        yield [Piece("  added\tvalue\tweight\tfeature", "faint")]
        yield from _contributions(explanation.contributions, _MOST_FEATURES)
        yield [Piece(f"  {explanation.difference:.6f}\t\t\tin all")]


def _beside_copying(explanation: Explanation) -> str:
    copied, difference = explanation.copy_score, explanation.difference
    if copied is None:
        return "; nothing lets all words stay"
    if not explanation.contributions:
        return ", the best that deletes nothing"
    which = "more" if difference >= 0 else "less (limits or words asked for it)"
    return f", {abs(difference):.6f} {which} than {copied:.6f} for the best that deletes nothing"


def _contributions(parts: Sequence[Contribution], most: int) -> Iterator[Line]:
    for part in parts[:most]:
        line = f"  {part.added:.6f}\t{part.value:g}\t{part.weight:.6f}\t{part.feature}"
        yield [Piece(shown(line))]
    rest = parts[most:]
    if rest:
        added = sum(part.added for part in rest)
        yield [Piece(f"  {added:.6f}\t\t\t{len(rest)} more; --json lists all", "faint")]
